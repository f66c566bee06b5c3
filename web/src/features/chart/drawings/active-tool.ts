/** The active tool: the points placed so far, and the position of the next one. */
import { clicksOf, type Tool } from '#features/chart/drawings/drawing.ts';
import type { Place } from '#features/chart/surface/plane-points.ts';

export interface Placed {
  readonly tool: Tool;
  readonly points: readonly Place[];
}

export class ActiveTool {
  #tool: Tool | null = null;
  #points: readonly Place[] = [];
  /** Under the pointer, or where the arrow keys have moved it. */
  #next: Place | null = null;
  #isByKeys = false;

  get tool(): Tool | null {
    return this.#tool;
  }

  get placed(): number {
    return this.#points.length;
  }

  /** The visible part: its points, and a line to the next one. */
  get drawn(): Placed | null {
    const points = this.#next ? [...this.#points, this.#next] : this.#points;
    return this.#tool && points.length > 0 ? { tool: this.#tool, points } : null;
  }

  /** Shown for the keyboard only, which has no pointer on screen. */
  get cursor(): Place | null {
    return this.#isByKeys && this.#tool ? this.#next : null;
  }

  take(tool: Tool | null): void {
    this.#tool = tool;
    this.#points = [];
    this.#next = null;
    this.#isByKeys = false;
  }

  pointAt(next: Place | null): void {
    this.#next = next;
    this.#isByKeys = false;
  }

  /** Starts the keyboard from the pointer's last position, or else from here. */
  beginAt(start: Place | null): Place | null {
    this.#next ??= start;
    return this.#next;
  }

  moveByKeys(next: Place): void {
    this.#next = next;
    this.#isByKeys = true;
  }

  /** Returns all points once they are complete; the tool is inactive from then on. */
  place(place: Place): Placed | null {
    if (!this.#tool) return null;
    this.#points = [...this.#points, place];
    if (this.#points.length < clicksOf(this.#tool)) return null;
    const done = { tool: this.#tool, points: this.#points };
    this.take(null);
    return done;
  }
}
