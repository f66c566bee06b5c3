/** The charts beside the first as they are drawn: a kept interval that is none any more gives way to the usual one. */
import { type ChartInterval, intervalFrom } from '#features/chart/settings/chart-interval.ts';
import { CHARTS_IN, type ChartArrangement, FIRST_PLACES, type KeptPlace } from '#pages/trading/chart-arrangement.ts';

export interface ChartPlace extends KeptPlace {
  readonly interval: ChartInterval;
}

/** The places beside the first that are in sight. */
export function placesIn({ shape, others }: Pick<ChartArrangement, 'shape' | 'others'>): readonly ChartPlace[] {
  return FIRST_PLACES.slice(0, CHARTS_IN[shape] - 1).map((first, at) => {
    const kept = others[at] ?? first;
    return { code: kept.code, interval: intervalFrom(kept.interval) ?? first.interval };
  });
}

export function withPlace(charts: ChartArrangement, at: number, change: Partial<ChartPlace>): ChartArrangement {
  const all = FIRST_PLACES.map((first, place) => charts.others[place] ?? first);
  return { ...charts, others: all.map((one, place) => (place === at ? { ...one, ...change } : one)) };
}
