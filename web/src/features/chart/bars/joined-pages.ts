/**
 * Reads a page of bars of any length. Those that the server does not have are joined from its own, which must divide
 * them and may not hold trades of two: with sessions that open at five past, an hour is no part of two hours. Only
 * whole bars are returned; the cursor continues where the oldest one opens.
 */
import type { CandleInterval } from '@mua/contract/entities/candle';
import { MINUTE_MS } from '@mua/core/values';
import { type BarPage, fetchBars } from '#features/chart/bars/bar-pages.ts';
import { type Charted, joinedSeries } from '#features/chart/bars/series.ts';
import type { TradeDates } from '#features/chart/bars/trade-dates.ts';
import { type ChartInterval, isServers, lengthOf } from '#features/chart/settings/chart-interval.ts';
import type { Bar } from '#market/candles.ts';

interface PageOf {
  readonly interval: ChartInterval;
  readonly before: string | null;
}

/** Bars read at least, unless there are none or too many pages would be needed. */
const BARS_WANTED = 250;
const PAGES_AT_MOST = 6;

/** Longest first; each with its minutes. */
const PARTS: readonly (readonly [CandleInterval, number])[] = [
  ['1h', 60],
  ['30m', 30],
  ['15m', 15],
  ['5m', 5],
  ['1m', 1],
];
/** Every session of every calendar opens on a multiple of it. */
const SURE_MINUTES = 5;

/** The trade dates that come with the bars are learnt, because they say where a bar opens. */
export async function fetchPage(contract: Charted, { interval, before }: PageOf, dates: TradeDates): Promise<BarPage> {
  if (isServers(interval)) {
    const page = await fetchBars(contract, { interval, before });
    dates.learn(page.openings);
    return page;
  }
  const openOf = (timeMs: number) => dates.barOpenMs(interval, timeMs);
  let parts: readonly Bar[] = [];
  let cursor = before;
  let openings: BarPage['openings'] = [];
  let series: BarPage['series'] = null;
  let part = partOf(interval, null);
  for (let pages = 0; pages < PAGES_AT_MOST; pages += 1) {
    const page = await fetchParts(contract, { interval, part, before: cursor }, dates);
    parts = [...page.bars, ...parts];
    openings = [...page.openings, ...openings];
    series = joinedSeries(page.series, series);
    if (page.older === null) return { bars: joined(parts, openOf), older: null, openings, series };
    const [, whole, ...newer] = joined(parts, openOf);
    cursor = page.older;
    if (!whole) continue;
    // Older trades of the first bar are missing.
    cursor = new Date(whole.timeMs).toISOString();
    parts = parts.filter(({ timeMs }) => openOf(timeMs) >= whole.timeMs);
    if (newer.length + 1 >= BARS_WANTED) break;
    part = partOf(interval, dates);
  }
  return { bars: joined(parts, openOf), older: cursor, openings, series };
}

interface PartsOf extends PageOf {
  readonly part: CandleInterval;
}

/** A page whose own sessions these parts would not fit is read again in sure ones. */
async function fetchParts(contract: Charted, { interval, part, before }: PartsOf, dates: TradeDates): Promise<BarPage> {
  const page = await fetchBars(contract, { interval: part, before });
  dates.learn(page.openings);
  const fitting = partOf(interval, dates);
  const isSure = part === partOf(interval, null) || fitting === part || minutesOf(fitting) > minutesOf(part);
  if (isSure) return page;
  return fetchBars(contract, { interval: fitting, before });
}

function minutesOf(part: CandleInterval): number {
  return PARTS.find(([name]) => name === part)?.[1] ?? 0;
}

/** The longest part that fits the bars and every known session; without sessions, one that always does. */
export function partOf(interval: ChartInterval, dates: Pick<TradeDates, 'isOpenedEvery'> | null): CandleInterval {
  const { unit, count } = lengthOf(interval);
  if (unit !== 'minute') return '1d';
  const fitting = PARTS.find(
    ([, minutes]) =>
      count % minutes === 0 && (minutes <= SURE_MINUTES || dates?.isOpenedEvery(minutes * MINUTE_MS) === true),
  );
  return fitting?.[0] ?? '1m';
}

/** Joins neighbours that open together: exactly their prices and all their lots. */
export function joined(parts: readonly Bar[], openOf: (timeMs: number) => number): Bar[] {
  const bars: Bar[] = [];
  for (const part of parts) {
    const timeMs = openOf(part.timeMs);
    const running = bars.at(-1);
    if (running?.timeMs !== timeMs) {
      bars.push({ ...part, timeMs });
      continue;
    }
    bars[bars.length - 1] = {
      timeMs,
      open: running.open,
      high: Math.max(running.high, part.high),
      low: Math.min(running.low, part.low),
      close: part.close,
      volume: running.volume + part.volume,
    };
  }
  return bars;
}
