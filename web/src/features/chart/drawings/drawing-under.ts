/** Finds the topmost drawing under a pointer: points before lines, the selected drawing before the others. */

import { pixelsOf } from '#features/chart/drawings/anchored-average.ts';
import { type Drawing, extendOf, POINTS, placesOf } from '#features/chart/drawings/drawing.ts';
import { NOTE_HEIGHT, noteWidth } from '#features/chart/drawings/drawing-figures.ts';
import { distanceTo, shapeOf } from '#features/chart/drawings/shapes.ts';
import type { ChartPlane } from '#features/chart/surface/chart-plane.ts';
import type { Pixel } from '#features/chart/surface/plane-points.ts';

export interface Hit {
  readonly drawing: Drawing;
  /** Null means the whole drawing. */
  readonly point: number | null;
}

export interface DrawingsThere {
  readonly drawings: readonly Drawing[];
  readonly selectedId: string | null;
  readonly plane: ChartPlane;
  readonly widthOf: (text: string) => number;
  /** Maximum distance of the pointer, in pixels. */
  readonly reach: number;
}

export function drawingUnder(pixel: Pixel, there: DrawingsThere): Hit | null {
  const { drawings, selectedId, plane, widthOf, reach } = there;
  const box = plane.box;
  const order = [...drawings].reverse().sort((a, b) => Number(b.id === selectedId) - Number(a.id === selectedId));
  for (const drawing of order) {
    const places = placesOf(drawing, plane.grid);
    if (!places) continue;
    const pixels = pixelsOf(drawing, places, { plane });
    if (drawing.tool === 'note') {
      if (isOnNote(pixel, pixels[0], noteWidth(drawing.text, widthOf), reach)) return { drawing, point: null };
      continue;
    }
    const point = pixels
      .slice(0, POINTS[drawing.tool])
      .findIndex(({ x, y }) => Math.hypot(x - pixel.x, y - pixel.y) <= reach + 2);
    if (point >= 0) return { drawing, point };
    if (distanceTo(shapeOf(drawing.tool, pixels, box, extendOf(drawing)), pixel) <= reach)
      return { drawing, point: null };
  }
  return null;
}

function isOnNote({ x, y }: Pixel, corner: Pixel | undefined, width: number, reach: number): boolean {
  if (!corner) return false;
  return x >= corner.x - reach && x <= corner.x + width + reach && Math.abs(y - corner.y) <= NOTE_HEIGHT / 2 + reach;
}
