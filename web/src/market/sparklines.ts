/** Reads the last day of a contract as a line. A board of many rows requests all their lines in one call. */
import type { Contract } from '@mua/contract/entities/contract';
import { listSparklines } from '@mua/contract/http/market';
import { LIMITS } from '@mua/contract/limits';
import { priceFromText } from '@mua/core/values';
import { queryOptions } from '@tanstack/react-query';
import { PUBLIC } from '#market/contracts.ts';
import { call } from '#wire/call.ts';

/** The close of a quarter hour. */
export interface SparkPoint {
  readonly timeMs: number;
  readonly close: number;
}

type Charted = Pick<Contract, 'code' | 'decimalFormat'>;
type Line = readonly SparkPoint[];

interface Waiting {
  readonly contract: Charted;
  readonly resolve: (line: Line) => void;
  readonly reject: (reason: unknown) => void;
}

/** The points come oldest first. */
export function sparkQuery(contract: Charted) {
  return queryOptions({
    queryKey: [PUBLIC, 'sparkline', contract.code] as const,
    queryFn: () => new Promise<Line>((resolve, reject) => wait({ contract, resolve, reject })),
    staleTime: 5 * 60_000,
    refetchInterval: 5 * 60_000,
  });
}

/** Rows that are rendered together are requested together: within one turn of the event loop. */
let waiting: Waiting[] = [];

function wait(row: Waiting): void {
  waiting.push(row);
  if (waiting.length === 1) setTimeout(askForAll);
}

function askForAll(): void {
  const all = waiting;
  waiting = [];
  for (let from = 0; from < all.length; from += LIMITS.sparklineContracts) {
    void ask(all.slice(from, from + LIMITS.sparklineContracts));
  }
}

async function ask(rows: readonly Waiting[]): Promise<void> {
  try {
    const contractCodes = rows.map(({ contract }) => contract.code).join(',');
    const { items } = await call(listSparklines, { query: { contractCodes } });
    const byCode = new Map(items.map((item) => [item.contractCode, item]));
    for (const { contract, resolve } of rows) resolve(lineOf(contract, byCode.get(contract.code)));
  } catch (error) {
    for (const { reject } of rows) reject(error);
  }
}

function lineOf(
  { decimalFormat }: Charted,
  item: { readonly times: readonly string[]; readonly closes: readonly string[] } | undefined,
): Line {
  return (item?.times ?? []).flatMap((time, place) => {
    const reading = priceFromText(item?.closes[place] ?? '', decimalFormat);
    return reading.kind === 'price' ? [{ timeMs: Date.parse(time), close: reading.ticks }] : [];
  });
}
