/**
 * Defines the scales of one price axis: prices, the percentage change since the bar at the left edge of the view, what
 * the thing itself costs, and prices at logarithmic distances. In percent and in dong the axis remains one of prices and
 * only its labels differ, so that lines, drawings and the magnet behave the same in all.
 */
import type { AxisRange } from 'klinecharts';
import type { ScaleMode } from '#features/chart/settings/chart-settings.ts';
import { MINUS } from '#i18n/format.ts';

/**
 * Relative to the absolute value of the base, so that a rise is positive below zero too. There are no percentages of
 * zero.
 */
export function percentOf(value: number, base: number): number | null {
  return base === 0 ? null : ((value - base) / Math.abs(base)) * 100;
}

export function atPercent(percent: number, base: number): number {
  return base + (percent / 100) * Math.abs(base);
}

export function percentText(percent: number, decimals = 2): string {
  const text = Math.abs(percent).toFixed(decimals);
  const isZero = Number(text) === 0;
  return `${isZero ? '' : percent > 0 ? '+' : MINUS}${text}%`;
}

/** Why a scale is unavailable. */
export type ScaleObstacle = 'notPositive' | 'baseIsZero' | 'noUnit';

export interface ScaleState {
  /** Returns the scale in effect, even if another was asked for. */
  readonly mode: ScaleMode;
  readonly obstacles: Partial<Readonly<Record<ScaleMode, ScaleObstacle>>>;
}

export interface ScaleQuestion {
  readonly wanted: ScaleMode;
  readonly isComparing: boolean;
  readonly lowest: number | undefined;
  readonly base: number | undefined;
  readonly hasPhysical: boolean;
}

/** Comparisons require percent; a price of zero or less has no logarithm. */
export function scaleState({ wanted, isComparing, lowest, base, hasPhysical }: ScaleQuestion): ScaleState {
  const obstacles: ScaleState['obstacles'] = {
    ...(lowest !== undefined && lowest <= 0 ? { log: 'notPositive' as const } : {}),
    ...(base === 0 ? { percent: 'baseIsZero' as const } : {}),
    ...(hasPhysical ? {} : { physical: 'noUnit' as const }),
  };
  const asked = isComparing ? 'percent' : wanted;
  return { mode: obstacles[asked] ? 'price' : asked, obstacles };
}

/** Tells whether a label of the axis is a price; where it is not, own lines name theirs. */
export function showsPrices(mode: ScaleMode): boolean {
  return mode === 'price' || mode === 'log';
}

export interface RoundSteps {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  /** The smallest step; none if absent. */
  readonly least?: number;
}

/** Round numbers, about as many as fit, lowest first. */
export function roundSteps({ from, to, count, least = 0 }: RoundSteps): number[] {
  const rough = Math.max((to - from) / Math.max(1, count), to > from ? least : 0);
  if (!(rough > 0)) return [];
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * unit).find((size) => size >= rough) ?? rough;
  const first = Math.ceil(from / step);
  const last = Math.floor(to / step);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => (first + place) * step);
}

/** Position on the logarithmic axis; prices of zero or less are mapped to its very bottom. */
export const LOG_AXIS = {
  valueToRealValue: (value: number) => Math.log10(Math.max(value, Number.MIN_VALUE)),
  realValueToValue: (value: number) => 10 ** value,
  realValueToDisplayValue: (value: number) => 10 ** value,
  displayValueToRealValue: (value: number) => Math.log10(Math.max(value, Number.MIN_VALUE)),
  minSpan: () => 1e-9,
} as const;

export function logRange(range: AxisRange): AxisRange {
  const realFrom = LOG_AXIS.valueToRealValue(range.from);
  const realTo = LOG_AXIS.valueToRealValue(range.to);
  return { ...range, realFrom, realTo, realRange: realTo - realFrom };
}
