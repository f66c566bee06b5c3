/**
 * Computes the lines and areas of a drawing, in pixels: what is painted, and what a pointer can hit. Pure geometry,
 * shared by both, so that one can select exactly what one sees.
 */
import type { Extend } from '@mua/core/values/moving-level';
import { extendOf, type Tool } from '#features/chart/drawings/drawing.ts';
import type { Box, Pixel } from '#features/chart/surface/plane-points.ts';

export interface Shape {
  readonly lines: readonly (readonly [Pixel, Pixel])[];
  /** Filled lightly: a channel, a rectangle, a measured area. */
  readonly area: readonly Pixel[];
}

/** From the newest level (0 %) back to where the move began. */
export const FIBONACCI = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1] as const;

const NOTHING: readonly Pixel[] = [];

export function shapeOf(tool: Tool, points: readonly Pixel[], box: Box, extend = extendOf({ tool })): Shape {
  const [a, b = a, c] = points;
  if (!a || !b) return { lines: [], area: NOTHING };
  switch (tool) {
    case 'trend':
    case 'ray':
      return { lines: [extended([a, b], extend, box)], area: NOTHING };
    case 'horizontal':
      return { lines: [[at(0, a.y), at(box.width, a.y)]], area: NOTHING };
    case 'vertical':
      return { lines: [[at(a.x, 0), at(a.x, box.height)]], area: NOTHING };
    case 'channel':
      return channel([a, b], c, (line) => extended(line, extend, box));
    case 'rectangle':
    case 'measure':
      return {
        lines: tool === 'measure' ? [[at((a.x + b.x) / 2, a.y), at((a.x + b.x) / 2, b.y)]] : frame(a, b),
        area: corners(a, b),
      };
    case 'fibonacci':
      return { lines: FIBONACCI.map((level) => levelLine(a, b, level)), area: NOTHING };
    case 'long':
    case 'short':
      return position(a, b, c);
    case 'average':
      return { lines: points.slice(1).map((point, place) => [points[place] ?? point, point] as const), area: NOTHING };
    case 'note':
      return { lines: [], area: NOTHING };
  }
}

type Line = readonly [Pixel, Pixel];

function extended([a, b]: Line, extend: Extend, box: Box): Line {
  if (extend === 'segment') return [a, b];
  return [extend === 'line' ? edgeBeyond(b, a, box) : a, edgeBeyond(a, b, box)];
}

/** Its third point sets the vertical distance of the second line from the first. */
function channel([a, b]: Line, c: Pixel | undefined, drawn: (line: Line) => Line): Shape {
  const first = drawn([a, b]);
  if (!c) return { lines: [first], area: NOTHING };
  const slope = b.x === a.x ? 0 : (b.y - a.y) / (b.x - a.x);
  const away = c.y - (a.y + slope * (c.x - a.x));
  const second = drawn([at(a.x, a.y + away), at(b.x, b.y + away)]);
  return { lines: [first, second], area: [...first, second[1], second[0]] };
}

/** Entry, target and stop, each from the entry's time to the end; the area is the whole plan. */
function position(entry: Pixel, target: Pixel, stop: Pixel | undefined): Shape {
  if (!stop) return { lines: [], area: NOTHING };
  const across = (y: number): Line => [at(entry.x, y), at(target.x, y)];
  return { lines: [across(entry.y), across(target.y), across(stop.y)], area: corners(at(entry.x, target.y), stop) };
}

function levelLine(a: Pixel, b: Pixel, level: number): readonly [Pixel, Pixel] {
  const y = b.y + (a.y - b.y) * level;
  return [at(Math.min(a.x, b.x), y), at(Math.max(a.x, b.x), y)];
}

function frame(a: Pixel, b: Pixel): (readonly [Pixel, Pixel])[] {
  const [p, q, r, s] = corners(a, b);
  return p && q && r && s
    ? [
        [p, q],
        [q, r],
        [r, s],
        [s, p],
      ]
    : [];
}

function corners(a: Pixel, b: Pixel): Pixel[] {
  return [a, at(b.x, a.y), b, at(a.x, b.y)];
}

/** Returns where a line from `a` through `b` leaves the box; none for equal points. */
function edgeBeyond(a: Pixel, b: Pixel, { width, height }: Box): Pixel {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  if (dx === 0 && dy === 0) return b;
  const far = Math.max(width, height) * 4;
  const length = Math.hypot(dx, dy);
  return at(a.x + (dx / length) * far, a.y + (dy / length) * far);
}

function at(x: number, y: number): Pixel {
  return { x, y };
}

/** Returns the distance of a point from the nearest part of a shape; 0 inside an area. */
export function distanceTo({ lines, area }: Shape, point: Pixel): number {
  if (area.length > 0 && isInside(area, point)) return 0;
  return Math.min(Number.POSITIVE_INFINITY, ...lines.map(([a, b]) => distanceToLine(a, b, point)));
}

function distanceToLine(a: Pixel, b: Pixel, point: Pixel): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const square = dx * dx + dy * dy;
  const along = square === 0 ? 0 : ((point.x - a.x) * dx + (point.y - a.y) * dy) / square;
  const nearest = Math.min(1, Math.max(0, along));
  return Math.hypot(point.x - (a.x + nearest * dx), point.y - (a.y + nearest * dy));
}

/** Counts the edges crossed by a ray to the right. */
function isInside(area: readonly Pixel[], { x, y }: Pixel): boolean {
  let inside = false;
  area.forEach((a, place) => {
    const b = area[(place + 1) % area.length];
    if (!b || a.y > y === b.y > y) return;
    if (x < a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x)) inside = !inside;
  });
  return inside;
}
