/**
 * A position planned on the chart: an entry, the target on its gaining side and the stop on the other. Target and stop
 * share the time at which the plan ends. Moving one of its points never turns the plan around: it stays a tick apart.
 */
import type { PriceGrid, Side, Ticks } from '@mua/core/values';
import { type Drawing, isPosition, placesOf, type Tool } from '#features/chart/drawings/drawing.ts';
import type { ChartPlane } from '#features/chart/surface/chart-plane.ts';
import type { Place } from '#features/chart/surface/plane-points.ts';

/** In the order of the drawing's points. */
export const PLAN_PARTS = ['entry', 'target', 'stop'] as const;
export type PlanPart = (typeof PLAN_PARTS)[number];

export interface PositionPlan extends Readonly<Record<PlanPart, Ticks>> {
  readonly side: Side;
}

export function sideOfTool(tool: Tool): Side {
  return tool === 'short' ? 'SELL' : 'BUY';
}

/** Null for other drawings, and off the contract's grid. */
export function planOf(drawing: Drawing, grid: PriceGrid): PositionPlan | null {
  const [entry, target, stop] = isPosition(drawing.tool) ? (placesOf(drawing, grid) ?? []) : [];
  if (!entry || !target || !stop) return null;
  return { side: sideOfTool(drawing.tool), entry: entry.ticks, target: target.ticks, stop: stop.ticks };
}

/** The first stop is this far away, in pixels at the current scale; the target twice as far. */
const STOP_PX = 44;
const WIDTH_PX = 140;

/** The plan that one click begins. */
export function plannedAt(tool: Tool, entry: Place, plane: Pick<ChartPlane, 'placeAt' | 'stepBetween' | 'moved'>) {
  const [from, to] = [
    { x: 0, y: 0 },
    { x: WIDTH_PX, y: STOP_PX },
  ].map((pixel) => plane.placeAt(pixel, { isMagnet: false }));
  const step = from && to ? plane.stepBetween(from, to) : { bars: 1, ticks: 1 };
  const bars = Math.max(1, Math.abs(step.bars));
  const away = Math.max(1, Math.abs(step.ticks)) * (sideOfTool(tool) === 'BUY' ? 1 : -1);
  return [entry, plane.moved(entry, { bars, ticks: 2 * away }), plane.moved(entry, { bars, ticks: -away })];
}

/** Returns its places with one of them moved, as far as the plan keeps its direction and its time. */
export function movedPlan(tool: Tool, places: readonly Place[], moved: { point: number; to: Place }): readonly Place[] {
  const [entry, target, stop] = places;
  if (!entry || !target || !stop) return places;
  const { point, to } = moved;
  const way = sideOfTool(tool) === 'BUY' ? 1 : -1;
  /** The nearest price on that side of the entry. */
  const beyond = (ticks: Ticks, from: Ticks, sign: number) => from + sign * Math.max(1, sign * (ticks - from));
  if (point === 0) {
    const timeMs = to.timeMs < target.timeMs ? to.timeMs : entry.timeMs;
    // There is always room: the entry itself is between them.
    const ticks = beyond(beyond(to.ticks, stop.ticks, way), target.ticks, -way);
    return [{ timeMs, ticks }, target, stop];
  }
  const timeMs = to.timeMs > entry.timeMs ? to.timeMs : target.timeMs;
  const isTarget = point === 1;
  const ticks = beyond(to.ticks, entry.ticks, isTarget ? way : -way);
  return [entry, { timeMs, ticks: isTarget ? ticks : target.ticks }, { timeMs, ticks: isTarget ? stop.ticks : ticks }];
}
