/** Returns a moved drawing, or null when one of its prices is off the grid. */
import type { PriceGrid } from '@mua/core/values';
import { type Drawing, isPosition, keptPoints, placesOf } from '#features/chart/drawings/drawing.ts';
import { movedPlan } from '#features/chart/drawings/position-plan.ts';
import type { ChartPlane, Step } from '#features/chart/surface/chart-plane.ts';
import type { Place } from '#features/chart/surface/plane-points.ts';

export interface Ground {
  readonly plane: ChartPlane;
  readonly grid: PriceGrid;
}

export function movedWhole(drawing: Drawing, step: Step, { plane, grid }: Ground): Drawing | null {
  const places = placesOf(drawing, grid)?.map((place) => plane.moved(place, step));
  return places ? { ...drawing, points: keptPoints(places, grid) } : null;
}

export function movedPoint(drawing: Drawing, point: number, to: Place, { grid }: Pick<Ground, 'grid'>): Drawing | null {
  const before = placesOf(drawing, grid);
  const places = isPosition(drawing.tool)
    ? before && movedPlan(drawing.tool, before, { point, to })
    : before?.map((place, index) => (index === point ? to : place));
  return places ? { ...drawing, points: keptPoints(places, grid) } : null;
}
