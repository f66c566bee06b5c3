/**
 * Draws the investor's own fills as small arrows at their time and price: pointing up from below for bought lots, down
 * for sold ones.
 */
import type { Fill } from '@mua/contract/entities/fill';
import type { OrderHistory } from '@mua/contract/entities/order';
import type { PriceGrid, Side, Ticks } from '@mua/core/values';
import type { Chart, OverlayFigure, OverlayTemplate } from 'klinecharts';
import type { Axes } from '#features/chart/surface/chart-plane.ts';
import type { ChartTheme } from '#features/chart/surface/chart-theme.ts';
import { axesOf, PAINTED, paintOverlay } from '#features/chart/surface/painted-overlay.ts';
import { ticksFromWire } from '#wire/wire-ticks.ts';

export interface FillMark {
  readonly timeMs: number;
  readonly ticks: Ticks;
  readonly side: Side;
}

export interface FillsView {
  readonly theme: ChartTheme;
  readonly marks: readonly FillMark[];
  readonly priceOf: (ticks: Ticks) => number;
  readonly indexOf: (timeMs: number) => number;
}

export const OWN_FILLS = 'muaOwnFills';
const HALF_PX = 4;
const HEIGHT_PX = 7;
const AWAY_PX = 3;

/** The server matches partial codes, and CLEF27 is part of MCLEF27. */
export function fillsIn(orders: readonly OrderHistory[], contractCode: string): Fill[] {
  return orders.flatMap((order) => (order.contractCode === contractCode ? order.fills : []));
}

/** A price off this contract's grid has no mark. */
export function fillMarks(fills: readonly Fill[], grid: PriceGrid): FillMark[] {
  return fills.flatMap(({ time, price, side }) => {
    const ticks = ticksFromWire(price, grid);
    return ticks === null ? [] : [{ timeMs: Date.parse(time), ticks, side }];
  });
}

export interface PlacedFill {
  readonly x: number;
  readonly y: number;
  readonly side: Side;
}

/** The fills in view, each position once. */
export function placedFills(
  marks: readonly FillMark[],
  { axes, indexOf, width }: { readonly axes: Axes; readonly indexOf: FillsView['indexOf']; readonly width: number },
): PlacedFill[] {
  const places = new Map<string, PlacedFill>();
  for (const { timeMs, ticks, side } of marks) {
    const index = indexOf(timeMs);
    const x = index < 0 ? -1 : axes.xOf(index);
    if (x < 0 || x > width) continue;
    places.set(`${index} ${ticks} ${side}`, { x, y: axes.yOf(ticks), side });
  }
  return [...places.values()];
}

export const ownFillsTemplate: OverlayTemplate<() => FillsView> = {
  name: OWN_FILLS,
  ...PAINTED,
  zLevel: -1,
  createPointFigures: ({ overlay, bounding, xAxis, yAxis }) => {
    const view = overlay.extendData();
    if (!xAxis || !yAxis) return [];
    const axes = axesOf({ xAxis, yAxis }, view.priceOf);
    return placedFills(view.marks, { axes, indexOf: view.indexOf, width: bounding.width }).map((mark) =>
      arrow(mark, view.theme),
    );
  },
};

export function showOwnFills(chart: Chart, view: FillsView): void {
  paintOverlay(chart, OWN_FILLS, { view: view.marks.length === 0 ? null : view });
}

/** The tip of the arrow is at the price. */
function arrow({ x, y, side }: PlacedFill, theme: ChartTheme): OverlayFigure {
  const down = side === 'BUY' ? 1 : -1;
  const tip = y + down * AWAY_PX;
  const foot = tip + down * HEIGHT_PX;
  const color = side === 'BUY' ? theme.buyText : theme.sellText;
  return {
    type: 'polygon',
    attrs: {
      coordinates: [
        { x, y: tip },
        { x: x - HALF_PX, y: foot },
        { x: x + HALF_PX, y: foot },
      ],
    },
    styles: { style: 'stroke_fill', color, borderColor: theme.surface, borderSize: 1 },
    ignoreEvent: true,
  };
}
