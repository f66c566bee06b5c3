/**
 * Three ways to read one price axis: prices, the change in percent from the bar at the left edge of the view, prices at
 * logarithmic distances. In percent the axis itself stays one of prices and only says something else, so that lines,
 * drawings and the magnet mean the same in all three.
 */
import type { AxisRange } from 'klinecharts';
import type { ScaleMode } from '#features/chart/settings/chart-settings.ts';
import { MINUS } from '#i18n/format.ts';

/** Of the size of the base, so that a rise is a plus below zero too. Nothing is a percentage of zero. */
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

/** Why a way can not be chosen. */
export type ScaleObstacle = 'notPositive' | 'baseIsZero';

export interface ScaleState {
  /** What the axis shows, where something else was asked for too. */
  readonly mode: ScaleMode;
  readonly obstacles: Partial<Readonly<Record<ScaleMode, ScaleObstacle>>>;
}

export interface ScaleQuestion {
  readonly wanted: ScaleMode;
  readonly isComparing: boolean;
  readonly lowest: number | undefined;
  readonly base: number | undefined;
}

/** Comparing is done in percent; a price of zero or less has no logarithm. */
export function scaleState({ wanted, isComparing, lowest, base }: ScaleQuestion): ScaleState {
  const obstacles: ScaleState['obstacles'] = {
    ...(lowest !== undefined && lowest <= 0 ? { log: 'notPositive' as const } : {}),
    ...(base === 0 ? { percent: 'baseIsZero' as const } : {}),
  };
  const asked = isComparing ? 'percent' : wanted;
  return { mode: obstacles[asked] ? 'price' : asked, obstacles };
}

/** Round steps of percent, about as many as there is room for. */
export function percentTicks({ from, to, count }: { from: number; to: number; count: number }): number[] {
  const rough = (to - from) / Math.max(1, count);
  if (!(rough > 0)) return [];
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * unit).find((size) => size >= rough) ?? rough;
  const first = Math.ceil(from / step);
  const last = Math.floor(to / step);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => (first + place) * step);
}

/** Of the axis with logarithms; what is not positive never reaches it and lies at its very bottom. */
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
