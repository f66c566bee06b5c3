/** Goes to a trade date on a chart, and reads older bars until it is there. */
import { type CivilDate, tradeDateStartMs } from '@mua/core/values';
import { type BarPlaces, indexOfTime } from '#features/chart/surface/bar-places.ts';

export interface DatedChart {
  readonly plane: { readonly bars: BarPlaces };
  readonly hasOlderBars: boolean;
  /** False when they could not be read. */
  readOlderBars(): Promise<boolean>;
  showBar(index: number): void;
  tradeDateOf(timeMs: number): CivilDate;
}

export type DateReached =
  | { readonly kind: 'shown' | 'noBars' | 'unread' | 'left' }
  /** Beyond the first or the newest bar, which is of this date. */
  | { readonly kind: 'tooOld' | 'tooNew'; readonly date: CivilDate }
  /** Too many bars of this length would be needed; so far they go back to this date. */
  | { readonly kind: 'tooFar'; readonly date: CivilDate };

/** Some ten thousand bars: what a chart draws without effort. */
const PAGES_AT_MOST = 20;

/** Stops once `signal` is aborted. */
export async function goToDate(chart: DatedChart, date: CivilDate, signal: AbortSignal): Promise<DateReached> {
  const dates = () => chart.plane.bars.timesMs.map((timeMs) => chart.tradeDateOf(timeMs));
  const newest = dates().at(-1);
  if (newest === undefined) return { kind: 'noBars' };
  const { bars } = chart.plane;
  const isBeyond = indexOfTime(bars, tradeDateStartMs(date)) >= bars.timesMs.length;
  if (isBeyond && date > newest) return { kind: 'tooNew', date: newest };
  const oldest = () => dates()[0] ?? newest;
  // The first date is whole only when there is an older one.
  for (let pages = 0; oldest() >= date && chart.hasOlderBars; pages += 1) {
    if (pages === PAGES_AT_MOST) return { kind: 'tooFar', date: oldest() };
    const isRead = await chart.readOlderBars();
    if (signal.aborted) return { kind: 'left' };
    if (!isRead) return { kind: 'unread' };
  }
  if (oldest() > date) return { kind: 'tooOld', date: oldest() };
  const all = dates();
  const first = all.indexOf(date);
  chart.showBar(first >= 0 ? first : all.findLastIndex((one) => one < date));
  return { kind: 'shown' };
}
