/** What paper says of a year: sums by month and by contract. Its lines are thousands, and stand in the months' own statements. */
import type { Statement } from '@mua/contract/entities/statement';
import type { SumName } from '@mua/contract/movement-sums';

/** Sums in dong. */
export interface MonthSums {
  /** `2026-11` */
  readonly month: string;
  readonly sums: ReadonlyMap<SumName, bigint>;
  /** At its end. */
  readonly cash: string;
}

export interface ContractSums {
  readonly contractCode: string;
  readonly tradedLots: number;
  readonly closedTrades: number;
  readonly feesVnd: bigint;
  readonly profitVnd: bigint;
}

/** By code. */
export function contractSums({
  fills,
  closedTrades,
}: Pick<Statement, 'fills' | 'closedTrades'>): readonly ContractSums[] {
  const codes = new Set([...fills, ...closedTrades].map(({ contractCode }) => contractCode));
  return [...codes].sort().map((contractCode) => {
    const own = fills.filter((fill) => fill.contractCode === contractCode);
    const closed = closedTrades.filter((trade) => trade.contractCode === contractCode);
    return {
      contractCode,
      tradedLots: own.reduce((sum, { lots }) => sum + lots, 0),
      closedTrades: closed.length,
      feesVnd: own.reduce((sum, { fee }) => sum + BigInt(fee), 0n),
      profitVnd: closed.reduce((sum, { actualProfitVnd }) => sum + BigInt(actualProfitVnd), 0n),
    };
  });
}
