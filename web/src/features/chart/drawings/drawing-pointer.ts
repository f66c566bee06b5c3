/**
 * Handles the pointer for drawings: placing points with the active tool, selecting, and dragging. It receives events
 * before the library does, so that dragging a line with a finger does not scroll the bars.
 */

import type { ActiveTool } from '#features/chart/drawings/active-tool.ts';
import { canWrite, clicksOf, type Drawing, type DrawingFlags } from '#features/chart/drawings/drawing.ts';
import { type Ground, movedPoint, movedWhole } from '#features/chart/drawings/drawing-moves.ts';
import { drawingUnder, type Hit } from '#features/chart/drawings/drawing-under.ts';
import type { ChartPlane } from '#features/chart/surface/chart-plane.ts';
import type { Pixel, Place } from '#features/chart/surface/plane-points.ts';

/** Maximum distance for a hit, in pixels. */
const REACH = { mouse: 6, touch: 16 } as const;
/** A pointer that moved less than this has clicked. */
const CLICK_PX = 5;
/** A dragged drawing does not move before that. */
const DRAG_PX = 2;

export interface DrawingPointerOptions extends Ground {
  readonly container: HTMLElement;
  readonly activeTool: ActiveTool;
  readonly widthOf: (text: string) => number;
  readonly flags: () => DrawingFlags;
  readonly seen: () => { readonly drawings: readonly Drawing[]; readonly selectedId: string | null };
  readonly onPlace: (place: Place) => void;
  readonly onSelect: (id: string | null) => void;
  readonly onEdit: (id: string) => void;
  readonly onPut: (drawing: Drawing) => void;
  /** The next point or the dragged drawing has moved. */
  readonly onMoved: () => void;
}

interface Drag extends Hit {
  readonly from: Place;
  readonly pixel: Pixel;
  readonly now: Drawing;
}

export class DrawingPointer {
  readonly #options: DrawingPointerOptions;
  readonly #plane: ChartPlane;
  readonly #activeTool: ActiveTool;
  readonly #stops: (() => void)[] = [];
  #drag: Drag | null = null;
  #press: Pixel | null = null;

  constructor(options: DrawingPointerOptions) {
    this.#options = options;
    this.#plane = options.plane;
    this.#activeTool = options.activeTool;
    this.#listen('pointerdown', (event) => this.#onDown(event));
    this.#listen('pointermove', (event) => this.#onMove(event));
    this.#listen('pointerup', (event) => this.#onUp(event));
    this.#listen('pointercancel', () => this.#endDrag(false));
    this.#listen('dblclick', (event) => this.#onDoubleClick(event));
    // The library listens to mouse and touch; what a tool or a dragged drawing handles must not reach it.
    const swallow = (event: Event) => {
      if (this.#activeTool.tool === null && !this.#drag) return;
      event.stopPropagation();
      if (event.type === 'touchstart') event.preventDefault();
    };
    for (const name of ['mousedown', 'touchstart', 'touchmove'] as const) this.#listen(name, swallow);
  }

  /** The drawing being dragged, at its current position. */
  get held(): Drawing | null {
    return this.#drag?.now ?? null;
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }

  #onDown(event: PointerEvent): void {
    const { container, flags, onMoved, onSelect } = this.#options;
    const pixel = this.#pixelOf(event);
    if (!pixel || event.button !== 0) return;
    this.#press = pixel;
    if (this.#activeTool.tool) {
      this.#activeTool.pointAt(this.#plane.placeAt(pixel, flags()));
      return onMoved();
    }
    const hit = this.#hit(pixel, reachOf(event));
    if (!hit) return;
    const from = this.#plane.placeAt(pixel, { isMagnet: false });
    if (from && !flags().isLocked && !hit.drawing.isLocked) {
      this.#drag = { ...hit, from, pixel, now: hit.drawing };
      container.setPointerCapture(event.pointerId);
    }
    onSelect(hit.drawing.id);
  }

  #onMove(event: PointerEvent): void {
    const { container, flags, onMoved } = this.#options;
    const pixel = this.#pixelOf(event);
    if (!pixel) return;
    if (this.#activeTool.tool) {
      this.#activeTool.pointAt(this.#plane.placeAt(pixel, flags()));
      onMoved();
    } else if (this.#drag) {
      this.#drag = { ...this.#drag, now: this.#dragged(this.#drag, pixel) };
      onMoved();
    } else if (event.pointerType === 'mouse') {
      container.dataset.grab = String(this.#hit(pixel, REACH.mouse) !== null);
    }
  }

  #onUp(event: PointerEvent): void {
    const { flags, seen, onPlace, onSelect } = this.#options;
    const pixel = this.#pixelOf(event);
    const press = this.#press;
    this.#press = null;
    if (this.#drag) return this.#endDrag(true);
    if (!pixel || !press) return;
    const hasMoved = Math.hypot(pixel.x - press.x, pixel.y - press.y) > CLICK_PX;
    const { tool, placed } = this.#activeTool;
    if (tool) {
      // Dragged from one point to the next, or placed click by click.
      const from = this.#plane.placeAt(press, flags());
      if (hasMoved && placed === 0 && clicksOf(tool) > 1 && from) onPlace(from);
      const place = this.#plane.placeAt(pixel, flags());
      if (place) onPlace(place);
    } else if (!hasMoved && seen().selectedId !== null && !this.#hit(pixel, reachOf(event))) {
      onSelect(null);
    }
  }

  #onDoubleClick(event: MouseEvent): void {
    const pixel = this.#pixelOf(event);
    const hit = pixel && this.#hit(pixel, REACH.mouse);
    if (!hit || !canWrite(hit.drawing.tool)) return;
    event.stopPropagation();
    this.#options.onEdit(hit.drawing.id);
  }

  #endDrag(isKept: boolean): void {
    const drag = this.#drag;
    this.#drag = null;
    if (drag && isKept && drag.now !== drag.drawing) this.#options.onPut(drag.now);
    this.#options.onMoved();
  }

  #dragged({ drawing, point, from, pixel: start }: Drag, pixel: Pixel): Drawing {
    if (Math.hypot(pixel.x - start.x, pixel.y - start.y) < DRAG_PX) return drawing;
    const to = this.#plane.placeAt(pixel, { isMagnet: point !== null && this.#options.flags().isMagnet });
    if (!to) return drawing;
    const moved =
      point === null
        ? movedWhole(drawing, this.#plane.stepBetween(from, to), this.#options)
        : movedPoint(drawing, point, to, this.#options);
    return moved ?? drawing;
  }

  /** A dragged drawing may leave the pane. */
  #pixelOf(event: MouseEvent): Pixel | null {
    return this.#plane.pixelOf(event, this.#drag !== null);
  }

  #hit(pixel: Pixel, reach: number): Hit | null {
    const { seen, widthOf } = this.#options;
    return drawingUnder(pixel, { ...seen(), plane: this.#plane, widthOf, reach });
  }

  #listen<K extends keyof HTMLElementEventMap>(name: K, listener: (event: HTMLElementEventMap[K]) => void): void {
    const { container } = this.#options;
    const options = { capture: true, passive: false };
    container.addEventListener(name, listener, options);
    this.#stops.push(() => container.removeEventListener(name, listener, options));
  }
}

function reachOf({ pointerType }: PointerEvent): number {
  return pointerType === 'touch' ? REACH.touch : REACH.mouse;
}
