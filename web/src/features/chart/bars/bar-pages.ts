/** Reads the bars of one contract page by page, newest first, for every line of a chart. */
import type { CandleInterval, TradeDateOpening as WireTradeDateOpening } from '@mua/contract/entities/candle';
import type { Contract } from '@mua/contract/entities/contract';
import { listCandles } from '@mua/contract/http/market';
import type { TradeDateOpening } from '#features/chart/bars/trade-dates.ts';
import { type Bar, barFrom } from '#market/candles.ts';
import { call } from '#wire/call.ts';

const PAGE = 500;
/** An exchange's daily bars are summed from many parts. */
const DAYS_PAGE = 250;

export interface BarPage {
  /** Oldest first. */
  readonly bars: readonly Bar[];
  /** Cursor for older bars; null when there are none. */
  readonly older: string | null;
  /** Trade dates of the bars; empty where the broker's dates apply. */
  readonly openings: readonly TradeDateOpening[];
}

export async function fetchBars(
  contract: Pick<Contract, 'code' | 'decimalFormat'>,
  { interval, before }: { interval: CandleInterval; before: string | null },
): Promise<BarPage> {
  const page = await call(listCandles, {
    params: { contractCode: contract.code },
    query: { interval, limit: String(interval === '1d' ? DAYS_PAGE : PAGE), ...(before === null ? {} : { before }) },
  });
  return {
    bars: page.items.flatMap((candle) => barFrom(candle, contract.decimalFormat) ?? []),
    older: page.nextCursor,
    openings: (page.tradeDates ?? []).map(openingFrom),
  };
}

function openingFrom({ date, opensAt, sessions }: WireTradeDateOpening): TradeDateOpening {
  const parts = sessions.map((session) => ({
    opensMs: Date.parse(session.opensAt),
    closesMs: Date.parse(session.closesAt),
  }));
  return { date, opensMs: Date.parse(opensAt), sessions: parts };
}
