/**
 * How several charts are arranged, as it is kept: their shape, and of each beside the first its contract and interval.
 * The first is the desk's: its contract is the one on the desk, its interval the device's.
 */
import type { Contract } from '@mua/contract/entities/contract';
import { isRecord } from '#session/kept-value.ts';

export const CHART_SHAPES = ['one', 'columns', 'rows', 'three', 'four'] as const;
export type ChartShape = (typeof CHART_SHAPES)[number];

export const CHARTS_IN: Readonly<Record<ChartShape, number>> = { one: 1, columns: 2, rows: 2, three: 3, four: 4 };

export interface KeptPlace {
  /** Null follows the contract of the desk, or of the window. */
  readonly code: string | null;
  /** As it is written; whether it is one is seen where it is drawn (chart-places.ts). */
  readonly interval: string;
}

export interface ChartArrangement {
  readonly shape: ChartShape;
  /** Those beside the first; one that is not in sight is remembered. */
  readonly others: readonly KeptPlace[];
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
export const FIRST_PLACES = [
  { code: null, interval: '1h' },
  { code: null, interval: '1d' },
  { code: null, interval: '5m' },
] as const;

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

const INTERVAL = /^[1-9]\d{0,3}[a-zA-Z]$/;

function keptPlace(kept: unknown): KeptPlace | undefined {
  if (!isRecord(kept) || typeof kept.interval !== 'string' || !INTERVAL.test(kept.interval)) return undefined;
  return { code: typeof kept.code === 'string' ? kept.code : null, interval: kept.interval };
}
