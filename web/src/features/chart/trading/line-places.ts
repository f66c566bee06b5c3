/** Computes the positions of order lines and their labels, reported with each paint of the chart. */
import { clearTops } from '#features/chart/axes/price-tags.ts';

export const LABEL_HEIGHT = 22;
/** Gap between a label and the axis, in pixels. */
export const FROM_AXIS = 10;

export interface LinePlace {
  readonly id: string;
  /** Height of the line. */
  readonly y: number;
  /** Height of its label. */
  readonly top: number;
  /** Outside the view: the label is kept at that edge for keyboard users. */
  readonly isOff: boolean;
}

/** Height of the price pane. */
export interface PaneSize {
  /** Width without its axis. */
  readonly width: number;
  readonly height: number;
  readonly axisWidth: number;
}

export interface PlacedLines extends PaneSize {
  readonly places: readonly LinePlace[];
}

const NOWHERE: PlacedLines = { places: [], width: 0, height: 0, axisWidth: 0 };

export class LinePlaces {
  #placed = NOWHERE;
  readonly #listeners = new Set<(placed: PlacedLines) => void>();

  get placed(): PlacedLines {
    return this.#placed;
  }

  /** Called during the paint itself, so that labels never lag behind their lines. */
  notify(placed: PlacedLines): void {
    this.#placed = placed;
    for (const listener of [...this.#listeners]) listener(placed);
  }

  subscribe(listener: (placed: PlacedLines) => void): () => void {
    this.#listeners.add(listener);
    listener(this.#placed);
    return () => this.#listeners.delete(listener);
  }

  /** Returns the line nearest to a height, within the given distance in pixels. */
  near(y: number, reach: number): LinePlace | null {
    let found: LinePlace | null = null;
    for (const place of this.#placed.places) {
      const distance = Math.abs(place.y - y);
      if (!place.isOff && distance <= reach && distance < Math.abs((found?.y ?? Number.POSITIVE_INFINITY) - y)) {
        found = place;
      }
    }
    return found;
  }
}

/** Labels of visible lines stay within the view as long as there is room; the others are at its edges. */
export function placeLabels(
  lines: readonly { readonly id: string; readonly y: number }[],
  size: PaneSize,
): PlacedLines {
  const { height } = size;
  const sorted = [...lines].sort((a, b) => a.y - b.y);
  const isInSight = ({ y }: { readonly y: number }) => y >= 0 && y <= height;
  const seen = sorted.filter(isInSight);
  const tops = insideTops(
    seen.map(({ y }) => y),
    height,
  );
  const bottom = Math.max(0, height - LABEL_HEIGHT);
  const places = sorted.map((line): LinePlace => {
    const place = seen.indexOf(line);
    if (place >= 0) return { ...line, top: tops[place] ?? 0, isOff: false };
    return { ...line, top: line.y < 0 ? 0 : bottom, isOff: true };
  });
  return { ...size, places };
}

/** Labels push each other down, and back up where the lowest would leave the view. */
function insideTops(ys: readonly number[], height: number): number[] {
  const tops = clearTops(ys, LABEL_HEIGHT, 0);
  let floor = height;
  for (let place = tops.length - 1; place >= 0; place -= 1) {
    const top = Math.min(tops[place] ?? 0, floor - LABEL_HEIGHT);
    tops[place] = Math.max(top, 0);
    floor = top - 1;
  }
  return tops;
}
