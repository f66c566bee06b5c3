/** Reads the bars of one contract, or of its commodity's continuous series, page by page, newest first, for every line of a chart. */
import type { CandleInterval, TradeDateOpening as WireTradeDateOpening } from '@mua/contract/entities/candle';
import { listContinuousCandles } from '@mua/contract/http/continuous-candles';
import { listCandles } from '@mua/contract/http/market';
import type { ReplyOf } from '@mua/contract/route';
import { type PriceGrid, priceFromText } from '@mua/core/values';
import type { Charted, Roll, Series } from '#features/chart/bars/series.ts';
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
  /** Null of a contract's own bars. */
  readonly series: Series | null;
}

export async function fetchBars(
  charted: Charted,
  { interval, before }: { interval: CandleInterval; before: string | null },
): Promise<BarPage> {
  const { code, decimalFormat, continuous } = charted;
  const wanted = { interval, limit: String(interval === '1d' ? DAYS_PAGE : PAGE) };
  const query = before === null ? wanted : { ...wanted, before };
  if (!continuous) {
    const page = await call(listCandles, { params: { contractCode: code }, query });
    return pageFrom(page, decimalFormat, null);
  }
  const { commodityCode, rollDays, ...how } = continuous;
  const page = await call(listContinuousCandles, {
    params: { commodityCode },
    query: { ...query, ...how, rollDays: String(rollDays) },
  });
  return pageFrom(page, decimalFormat, seriesFrom(page, decimalFormat));
}

type Page = Pick<ReplyOf<typeof listCandles>, 'items' | 'nextCursor' | 'tradeDates'>;

function pageFrom({ items, nextCursor, tradeDates }: Page, grid: PriceGrid, series: Series | null): BarPage {
  return {
    bars: items.flatMap((candle) => barFrom(candle, grid) ?? []),
    older: nextCursor,
    openings: (tradeDates ?? []).map(openingFrom),
    series,
  };
}

function seriesFrom(
  { front, frontUntil, rolls, begins }: ReplyOf<typeof listContinuousCandles>,
  grid: PriceGrid,
): Series {
  const ticksOf = (price: string | null) => {
    const reading = price === null ? null : priceFromText(price, grid);
    return reading?.kind === 'price' ? reading.ticks : null;
  };
  return {
    front,
    frontUntilMs: frontUntil === null ? null : Date.parse(frontUntil),
    rolls: rolls.map(({ at, from, to, fromClose, toClose }): Roll => {
      const [before, after] = [ticksOf(fromClose), ticksOf(toClose)];
      return { atMs: Date.parse(at), from, to, gapTicks: before === null || after === null ? null : after - before };
    }),
    begins,
  };
}

function openingFrom({ date, opensAt, sessions }: WireTradeDateOpening): TradeDateOpening {
  const parts = sessions.map((session) => ({
    opensMs: Date.parse(session.opensAt),
    closesMs: Date.parse(session.closesAt),
  }));
  return { date, opensMs: Date.parse(opensAt), sessions: parts };
}
