/**
 * Draws the spreads with compared contracts in a pane of their own below the price: A − B, or A ÷ B. The difference of
 * two prices of one grid is written like a price, as everywhere.
 */
import { type PriceGrid, priceToDisplay } from '@mua/core/values';
import type { AxisCreateTicksParams, AxisTick, Chart, IndicatorTemplate, YAxisTemplate } from 'klinecharts';
import { priceTicks } from '#features/chart/axes/price-ticks.ts';
import { type SpreadMode, spreads } from '#features/chart/compare/compare-bars.ts';
import type { CompareSource } from '#features/chart/compare/compare-source.ts';
import { COMPARE_MAX } from '#features/chart/compare/compared-contract.ts';
import { priceScale } from '#features/chart/surface/price-scale.ts';
import { MINUS } from '#i18n/format.ts';

export interface SpreadLine {
  readonly source: Pick<CompareSource, 'bars' | 'contract'>;
  readonly color: string;
}

export interface SpreadView {
  readonly mode: SpreadMode;
  readonly lines: readonly SpreadLine[];
  readonly decimals: number;
  /** Of all the prices and of their differences; null where there is no such grid. */
  readonly grid: PriceGrid | null;
  readonly heightPx: number;
  /** Changes with the bars of the compared contracts. */
  readonly revision: number;
}

const NAME = 'muaSpread';
const ID = 'spread';
const PANE = 'pane_spread';
const GAP = { top: 12, bottom: 6 };
/** Minimum distance between two labels, and from the pane's edges. */
const LABEL_PX = 24;
const EDGE_PX = 8;
const NO_TOOLTIP = { name: '', calcParamsText: '', features: [], legends: [] };
const createTooltipDataSource = () => NO_TOOLTIP;

type SpreadPoint = Readonly<Record<string, number>>;
const keyOf = (place: number) => `s${place}`;
const figures = Array.from({ length: COMPARE_MAX }, (_, place) => ({
  key: keyOf(place),
  title: keyOf(place),
  type: 'line',
}));

const calc: IndicatorTemplate<SpreadPoint, number, () => SpreadView>['calc'] = (bars, { extendData }) => {
  const { mode, lines } = extendData();
  const columns = lines.map(({ source }) => spreads(bars, source.bars, mode));
  return bars.map((_bar, at) =>
    Object.fromEntries(
      columns.flatMap((values, place) => {
        const value = values[at];
        return value === undefined ? [] : [[keyOf(place), value]];
      }),
    ),
  );
};

/** The view is passed as a function because the library copies plain data. */
export const spreadTemplate: IndicatorTemplate<SpreadPoint, number, () => SpreadView> = { name: NAME, figures, calc };

export const spreadAxis: YAxisTemplate = { name: NAME, displayValueToText: spreadText };

export function spreadText(value: number, decimals: number): string {
  return value.toFixed(decimals).replace('-', MINUS);
}

/** The spread at a bar: both prices are on the grid, so their difference is. */
export function spreadReading(value: number, { grid, decimals }: Pick<SpreadView, 'grid' | 'decimals'>): string {
  return grid ? priceToDisplay(priceScale(grid).ticksOf(value), grid) : spreadText(value, decimals);
}

type Room = Pick<AxisCreateTicksParams, 'range' | 'bounding' | 'defaultTicks'>;

/** Labels of the axis: of a grid its round prices. */
export function spreadLabels({ range, bounding: { height }, defaultTicks }: Room, grid: PriceGrid | null): AxisTick[] {
  if (!grid) return defaultTicks;
  const { unit, priceOf } = priceScale(grid);
  const { realFrom, realTo, realRange } = range;
  const inside = { lowTicks: realFrom / unit, highTicks: realTo / unit, count: Math.floor(height / LABEL_PX) };
  return priceTicks(inside, grid)
    .map((ticks) => {
      const value = priceOf(ticks);
      return { value, text: priceToDisplay(ticks, grid), coord: (1 - (value - realFrom) / realRange) * height };
    })
    .filter(({ coord }) => coord >= EDGE_PX && coord <= height - EDGE_PX);
}

/** Shows exactly this view; null removes the pane. Called again when a compared contract has other bars. */
export function showSpread(chart: Chart, view: SpreadView | null): void {
  const isThere = chart.getIndicators({ id: ID }).length > 0;
  if (!view) {
    if (isThere) chart.removeIndicator({ id: ID });
    return;
  }
  const extendData = () => view;
  const lines = view.lines.map(({ color }) => ({ color, size: 1, style: 'solid' as const, smooth: false }));
  // The library calculates again when a parameter has changed.
  const calcParams = [view.mode, view.revision];
  const spread = { id: ID, name: NAME, calcParams, precision: view.decimals, styles: { lines }, extendData };
  if (isThere) chart.overrideIndicator(spread);
  else chart.createIndicator({ ...spread, paneId: PANE, createTooltipDataSource }, true);
  const createTicks = (room: AxisCreateTicksParams) => spreadLabels(room, view.grid);
  chart.overrideYAxis({ paneId: PANE, name: NAME, gap: GAP, createTicks });
  chart.setPaneOptions({ id: PANE, height: view.heightPx, minHeight: view.heightPx });
}

/** The spread with the contract at this place of the view, at one bar. */
export function spreadAt(chart: Chart, place: number, index: number): number | null {
  const [indicator] = chart.getIndicators({ id: ID });
  const value = ((indicator?.result[index] ?? {}) as SpreadPoint)[keyOf(place)];
  return value ?? null;
}
