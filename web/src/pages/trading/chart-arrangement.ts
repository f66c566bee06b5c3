/**
 * How several charts are arranged: their shape, and of each beside the first its contract and interval. The first is the
 * desk's: its contract is the one on the desk, its interval the device's.
 */
import type { Contract } from '@mua/contract/entities/contract';
import { type ChartInterval, intervalFrom } from '#features/chart/settings/chart-interval.ts';
import { isRecord } from '#session/kept-value.ts';

export const CHART_SHAPES = ['one', 'columns', 'rows', 'three', 'four'] as const;
export type ChartShape = (typeof CHART_SHAPES)[number];

export const CHARTS_IN: Readonly<Record<ChartShape, number>> = { one: 1, columns: 2, rows: 2, three: 3, four: 4 };

export interface ChartPlace {
  /** Null follows the contract of the desk, or of the window. */
  readonly code: string | null;
  readonly interval: ChartInterval;
}

export interface ChartArrangement {
  readonly shape: ChartShape;
  /** Those beside the first; one that is not in sight is remembered. */
  readonly others: readonly ChartPlace[];
  readonly isSameInterval: boolean;
  /** Whoever scrolls or zooms one, moves all. */
  readonly isSameTime: boolean;
}

export interface ChartsProps {
  /** The contract of the desk, or of the window. */
  readonly contract: Contract;
  readonly contracts: readonly Contract[];
  readonly charts: ChartArrangement;
  readonly onCharts: (charts: ChartArrangement) => void;
}

export const ONE_CHART: ChartArrangement = { shape: 'one', others: [], isSameInterval: false, isSameTime: false };

/** What the others begin with: the same contract, seen from further away and from nearer. */
const FIRST_PLACES: readonly ChartPlace[] = [
  { code: null, interval: '1h' },
  { code: null, interval: '1d' },
  { code: null, interval: '5m' },
];

/** The places beside the first that are in sight. */
export function placesIn({ shape, others }: Pick<ChartArrangement, 'shape' | 'others'>): readonly ChartPlace[] {
  return FIRST_PLACES.map((first, at) => others[at] ?? first).slice(0, CHARTS_IN[shape] - 1);
}

export function withPlace(charts: ChartArrangement, at: number, change: Partial<ChartPlace>): ChartArrangement {
  const all = FIRST_PLACES.map((first, place) => charts.others[place] ?? first);
  return { ...charts, others: all.map((one, place) => (place === at ? { ...one, ...change } : one)) };
}

/** What is still valid of what was kept. */
export function keptCharts(kept: unknown): ChartArrangement {
  if (!isRecord(kept)) return ONE_CHART;
  const { shape, others, isSameInterval, isSameTime } = kept;
  const places: readonly unknown[] = Array.isArray(others) ? others.slice(0, FIRST_PLACES.length) : [];
  return {
    shape: CHART_SHAPES.find((known) => known === shape) ?? ONE_CHART.shape,
    others: places.map((place, at) => keptPlace(place) ?? FIRST_PLACES[at] ?? { code: null, interval: '1h' }),
    isSameInterval: isSameInterval === true,
    isSameTime: isSameTime === true,
  };
}

function keptPlace(kept: unknown): ChartPlace | undefined {
  const interval = isRecord(kept) ? intervalFrom(kept.interval) : undefined;
  if (!isRecord(kept) || !interval) return undefined;
  return { code: typeof kept.code === 'string' ? kept.code : null, interval };
}
