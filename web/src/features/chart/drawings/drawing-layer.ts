/**
 * Drawing on the chart: which tool is in hand, which points it has placed, what is selected and dragged. It hears pointer
 * and keys before the library does, so that a finger that drags a line does not scroll the bars, and tells what became of
 * it; where drawings are kept is the caller's matter.
 */
import type { Chart } from 'klinecharts';
import { newClientOrderId } from '#data/client-order-id.ts';
import { oncePerFrame, onNextFrame } from '#data/frame.ts';
import { createFrameValue, type FrameValue } from '#data/frame-value.ts';
import type { ChartTheme } from '../chart-theme.ts';
import { paintOverlay } from '../painted-overlay.ts';
import type { PriceScale } from '../price-scale.ts';
import { type BarPlaces, indexOfTime } from './bar-places.ts';
import { type Axes, ChartPlane, type Step } from './chart-plane.ts';
import { type Drawing, keptPoints, type Place, POINTS, placesOf, type Tool } from './drawing.ts';
import { DRAWINGS, type DrawingsView, type DrawnDrawing, NOTE_HEIGHT, noteWidth } from './drawing-figures.ts';
import { distanceTo, type Pixel, shapeOf } from './shapes.ts';

/** How near a pointer has to come, in pixels. */
const REACH = { mouse: 6, touch: 16 } as const;
/** A pointer that moved less has clicked. */
const CLICK_PX = 5;
const STEP_FAST = 10;

export interface DrawingState {
  readonly tool: Tool | null;
  /** Points placed of the drawing in hand. */
  readonly placed: number;
  readonly selected: Drawing | null;
  /** A note whose text is being written. */
  readonly editing: Drawing | null;
}

export interface DrawingFlags {
  readonly isMagnet: boolean;
  readonly isLocked: boolean;
  readonly isHidden: boolean;
  readonly slot: number;
}

export interface DrawingLayerOptions {
  readonly container: HTMLElement;
  readonly chart: Chart;
  readonly scale: PriceScale;
  readonly theme: () => ChartTheme;
  readonly interval: () => BarPlaces['interval'];
  readonly priceText: (ticks: number) => string;
  readonly measureText: (fromTicks: number, toTicks: number) => readonly string[];
  readonly widthOf: (text: string) => number;
}

export interface DrawingEvents {
  /** False when there is no more room. */
  readonly onPut: (drawing: Drawing) => boolean;
  readonly onRemove: (ids: readonly string[]) => void;
  /** What was never worth keeping: nobody is asked to take it back. */
  readonly onDiscard: (ids: readonly string[]) => void;
  readonly onRestore: () => void;
}

interface Drag {
  readonly drawing: Drawing;
  /** Null: the whole of it. */
  readonly point: number | null;
  readonly from: Place;
  readonly pixel: Pixel;
  readonly now: Drawing;
}

interface Hit {
  readonly drawing: Drawing;
  readonly point: number | null;
}

const RESTING: DrawingState = { tool: null, placed: 0, selected: null, editing: null };
const UNFLAGGED: DrawingFlags = { isMagnet: false, isLocked: false, isHidden: false, slot: 0 };

export class DrawingLayer {
  readonly state: FrameValue<DrawingState> = createFrameValue(RESTING);
  readonly #options: DrawingLayerOptions;
  readonly #plane: ChartPlane;
  readonly #redraw = oncePerFrame(() => this.#draw(), onNextFrame);
  readonly #stops: (() => void)[] = [];
  #events: DrawingEvents | null = null;
  #flags = UNFLAGGED;
  #drawings: readonly Drawing[] = [];
  #tool: Tool | null = null;
  #points: readonly Place[] = [];
  /** Where the next point would be: under the pointer, or where the keys have moved it. */
  #next: Place | null = null;
  #isByKeys = false;
  #selectedId: string | null = null;
  #editingId: string | null = null;
  #drag: Drag | null = null;
  #press: Pixel | null = null;
  #isStopped = false;
  constructor(options: DrawingLayerOptions) {
    this.#options = options;
    this.#plane = new ChartPlane(options);
    const { container } = options;
    this.#listen(container, 'pointerdown', (event) => this.#onDown(event));
    this.#listen(container, 'pointermove', (event) => this.#onMove(event));
    this.#listen(container, 'pointerup', (event) => this.#onUp(event));
    this.#listen(container, 'pointercancel', () => this.#endDrag(false));
    this.#listen(container, 'dblclick', (event) => this.#onDoubleClick(event));
    // The library hears mouse and touch; what a tool or a held drawing takes is not for it.
    const swallow = (event: Event) => {
      if (this.#tool === null && !this.#drag) return;
      event.stopPropagation();
      if (event.type === 'touchstart') event.preventDefault();
    };
    for (const name of ['mousedown', 'touchstart', 'touchmove'] as const) this.#listen(container, name, swallow);
  }

  connect(events: DrawingEvents): void {
    this.#events = events;
  }

  setDrawings(drawings: readonly Drawing[]): void {
    this.#drawings = drawings;
    if (!drawings.some(({ id }) => id === this.#selectedId)) this.#selectedId = null;
    this.#tell();
  }

  setFlags(flags: DrawingFlags): void {
    this.#flags = flags;
    if (flags.isHidden) this.#selectedId = null;
    this.#tell();
  }

  take(tool: Tool | null): void {
    this.#tool = tool;
    this.#points = [];
    this.#isByKeys = false;
    this.#selectedId = null;
    this.#next = null;
    this.#tell();
  }

  select(id: string | null): void {
    this.#selectedId = id;
    this.#tell();
  }

  /** A note's text; an empty one was not worth keeping. */
  write(text: string | null): void {
    const drawing = this.#drawings.find(({ id }) => id === this.#editingId);
    this.#editingId = null;
    if (drawing) {
      const words = text === null ? drawing.text : text.trim();
      if (words === '') this.#events?.onDiscard([drawing.id]);
      else if (words !== drawing.text) this.#events?.onPut({ ...drawing, text: words });
    }
    this.#tell();
  }

  edit(id: string): void {
    this.#editingId = id;
    this.#tell();
  }

  /** After bars, theme, scale or range have changed. */
  refresh(): void {
    this.#redraw();
  }

  stop(): void {
    this.#isStopped = true;
    for (const stop of this.#stops) stop();
  }

  /** Whether the key was ours. */
  key({ key, shiftKey, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey'>): boolean {
    if (ctrlKey || metaKey) {
      if (key.toLowerCase() !== 'z' || shiftKey) return false;
      this.#events?.onRestore();
      return true;
    }
    const step = ARROWS[key];
    const times = shiftKey ? STEP_FAST : 1;
    if (this.#tool) return this.#keyOfTool(key, step && { bars: step.bars * times, ticks: step.ticks * times });
    if (key === 'PageDown' || key === 'PageUp') return this.#selectNext(key === 'PageDown' ? 1 : -1);
    const selected = this.#selected();
    if (!selected) return false;
    if (step) return this.#nudge(selected, { bars: step.bars * times, ticks: step.ticks * times });
    if (key === 'Delete' || key === 'Backspace') this.#events?.onRemove([selected.id]);
    else if (key === 'Escape') this.select(null);
    else if (key === 'Enter' && selected.tool === 'note') this.edit(selected.id);
    else return false;
    return true;
  }

  #keyOfTool(key: string, step: Step | undefined): boolean {
    if (key === 'Escape') {
      // First the points, then the tool.
      this.take(this.#points.length > 0 ? this.#tool : null);
      return true;
    }
    this.#next ??= this.#plane.newest();
    if (!this.#next) return false;
    if (step) {
      this.#isByKeys = true;
      this.#next = this.#plane.moved(this.#next, step);
      this.#tell();
      return true;
    }
    if (key !== 'Enter' && key !== ' ') return false;
    this.#isByKeys = true;
    this.#place(this.#next);
    return true;
  }

  #selectNext(by: number): boolean {
    if (this.#drawings.length === 0 || this.#flags.isHidden) return false;
    const at = this.#drawings.findIndex(({ id }) => id === this.#selectedId);
    const count = this.#drawings.length;
    const next = at < 0 ? (by > 0 ? 0 : count - 1) : (at + by + count) % count;
    this.select(this.#drawings[next]?.id ?? null);
    return true;
  }

  #nudge(drawing: Drawing, step: Step): boolean {
    if (this.#flags.isLocked) return true;
    const { grid } = this.#options.scale;
    const places = placesOf(drawing, grid);
    if (places)
      this.#events?.onPut({
        ...drawing,
        points: keptPoints(
          places.map((place) => this.#plane.moved(place, step)),
          grid,
        ),
      });
    return true;
  }

  #place(place: Place): void {
    if (!this.#tool) return;
    this.#points = [...this.#points, place];
    if (this.#points.length < POINTS[this.#tool]) return this.#tell();
    const { grid } = this.#options.scale;
    const points = keptPoints(this.#points, grid);
    const drawing: Drawing = { id: newClientOrderId(), tool: this.#tool, slot: this.#flags.slot, text: '', points };
    this.#tool = null;
    this.#points = [];
    this.#next = null;
    if (this.#events?.onPut(drawing)) {
      this.#selectedId = drawing.id;
      if (drawing.tool === 'note') this.#editingId = drawing.id;
    }
    this.#tell();
  }

  #onDown(event: PointerEvent): void {
    const pixel = this.#plane.pixelOf(event, this.#drag !== null);
    if (!pixel || event.button !== 0) return;
    this.#press = pixel;
    if (this.#tool) {
      this.#isByKeys = false;
      this.#next = this.#plane.placeAt(pixel, this.#flags);
      return this.#tell();
    }
    const hit = this.#hit(pixel, event.pointerType === 'touch' ? REACH.touch : REACH.mouse);
    if (!hit) return;
    this.#selectedId = hit.drawing.id;
    const from = this.#plane.placeAt(pixel, { isMagnet: false });
    if (from && !this.#flags.isLocked) {
      this.#drag = { ...hit, from, pixel, now: hit.drawing };
      this.#options.container.setPointerCapture(event.pointerId);
    }
    this.#tell();
  }

  #onMove(event: PointerEvent): void {
    const pixel = this.#plane.pixelOf(event, this.#drag !== null);
    if (!pixel) return;
    if (this.#tool) {
      this.#isByKeys = false;
      this.#next = this.#plane.placeAt(pixel, this.#flags);
      this.#redraw();
    } else if (this.#drag) {
      this.#drag = { ...this.#drag, now: this.#dragged(this.#drag, pixel) };
      this.#redraw();
    } else if (event.pointerType === 'mouse') {
      this.#options.container.dataset.grab = String(this.#hit(pixel, REACH.mouse) !== null);
    }
  }

  #onUp(event: PointerEvent): void {
    const pixel = this.#plane.pixelOf(event, this.#drag !== null);
    const press = this.#press;
    this.#press = null;
    if (this.#drag) return this.#endDrag(true);
    if (!pixel || !press) return;
    const hasMoved = Math.hypot(pixel.x - press.x, pixel.y - press.y) > CLICK_PX;
    if (this.#tool) {
      // Pulled from one point to the next, or clicked point by point.
      const from = this.#plane.placeAt(press, this.#flags);
      if (hasMoved && this.#points.length === 0 && POINTS[this.#tool] > 1 && from) this.#place(from);
      const place = this.#plane.placeAt(pixel, this.#flags);
      if (place) this.#place(place);
    } else if (!hasMoved && this.#selectedId !== null) {
      const reach = event.pointerType === 'touch' ? REACH.touch : REACH.mouse;
      if (!this.#hit(pixel, reach)) this.select(null);
    }
  }

  #onDoubleClick(event: MouseEvent): void {
    const pixel = this.#plane.pixelOf(event, this.#drag !== null);
    const hit = pixel && this.#hit(pixel, REACH.mouse);
    if (hit?.drawing.tool !== 'note') return;
    event.stopPropagation();
    this.edit(hit.drawing.id);
  }

  #endDrag(isKept: boolean): void {
    const drag = this.#drag;
    this.#drag = null;
    if (drag && isKept && drag.now !== drag.drawing) this.#events?.onPut(drag.now);
    this.#tell();
  }

  #dragged({ drawing, point, from, pixel: start }: Drag, pixel: Pixel): Drawing {
    if (Math.hypot(pixel.x - start.x, pixel.y - start.y) < 2) return drawing;
    const { grid } = this.#options.scale;
    const to = this.#plane.placeAt(pixel, { isMagnet: point !== null && this.#flags.isMagnet });
    const places = placesOf(drawing, grid);
    if (!to || !places) return drawing;
    if (point !== null) {
      const changed = places.map((place, index) => (index === point ? to : place));
      return { ...drawing, points: keptPoints(changed, grid) };
    }
    const step = this.#plane.stepBetween(from, to);
    return {
      ...drawing,
      points: keptPoints(
        places.map((place) => this.#plane.moved(place, step)),
        grid,
      ),
    };
  }

  /** The topmost drawing under a pointer: its points before its lines, the selected one before the others. */
  #hit(pixel: Pixel, reach: number): Hit | null {
    if (this.#flags.isHidden) return null;
    const box = this.#plane.box;
    const order = [...this.#drawings]
      .reverse()
      .sort((a, b) => Number(b.id === this.#selectedId) - Number(a.id === this.#selectedId));
    for (const drawing of order) {
      const pixels = this.#plane.pixelsOf(drawing);
      if (!pixels) continue;
      if (drawing.tool === 'note') {
        if (isOnNote(pixel, pixels[0], noteWidth(drawing.text, this.#options.widthOf), reach))
          return { drawing, point: null };
        continue;
      }
      const point = pixels.findIndex(({ x, y }) => Math.hypot(x - pixel.x, y - pixel.y) <= reach + 2);
      if (point >= 0) return { drawing, point };
      if (distanceTo(shapeOf(drawing.tool, pixels, box), pixel) <= reach) return { drawing, point: null };
    }
    return null;
  }

  #selected(): Drawing | undefined {
    return this.#drawings.find(({ id }) => id === this.#selectedId);
  }

  #tell(): void {
    if (this.#isStopped) return;
    this.#redraw();
    const selected = this.#selected() ?? null;
    this.state.write({
      tool: this.#tool,
      placed: this.#points.length,
      selected,
      editing: this.#drawings.find(({ id }) => id === this.#editingId) ?? null,
    });
  }

  #draw(): void {
    if (this.#isStopped) return;
    const { chart, theme, priceText, measureText, widthOf, scale } = this.#options;
    const view: DrawingsView = {
      theme: theme(),
      priceText,
      measureText,
      widthOf,
      priceOf: scale.priceOf,
      drawn: (axes) => this.#drawn(axes),
      cursor: this.#isByKeys && this.#tool && this.#next ? this.#cursor(this.#next) : null,
    };
    const isSeen = this.#drawings.length > 0 || this.#tool !== null;
    paintOverlay(chart, DRAWINGS, { view: isSeen ? view : null });
  }

  #cursor({ timeMs, ticks }: Place): { index: number; ticks: number } {
    return { index: indexOfTime(this.#plane.bars, timeMs), ticks };
  }

  /** The kept ones, the dragged one where it is, and the one in hand up to the pointer. */
  #drawn(axes: Axes): DrawnDrawing[] {
    const { grid } = this.#options.scale;
    const shown = this.#flags.isHidden
      ? []
      : this.#drawings.map((drawing) => (drawing.id === this.#drag?.drawing.id ? this.#drag.now : drawing));
    const points = this.#next ? [...this.#points, this.#next] : this.#points;
    const inHand: Drawing[] =
      this.#tool && points.length > 0
        ? [{ id: '', tool: this.#tool, slot: this.#flags.slot, text: '', points: keptPoints(points, grid) }]
        : [];
    return [...shown, ...inHand].flatMap((drawing) => {
      const places = placesOf(drawing, grid);
      const pixels = this.#plane.pixelsOf(drawing, axes);
      if (!places || !pixels) return [];
      const { id, tool, slot, text } = drawing;
      const isSelected = id !== '' && id === this.#selectedId;
      return [{ tool, slot, text, pixels, isSelected, ticks: places.map(({ ticks }) => ticks) }];
    });
  }

  #listen<K extends keyof HTMLElementEventMap>(
    target: HTMLElement,
    name: K,
    listener: (event: HTMLElementEventMap[K]) => void,
  ): void {
    const options = { capture: true, passive: false };
    target.addEventListener(name, listener, options);
    this.#stops.push(() => target.removeEventListener(name, listener, options));
  }
}

const ARROWS: Readonly<Record<string, Step>> = {
  ArrowLeft: { bars: -1, ticks: 0 },
  ArrowRight: { bars: 1, ticks: 0 },
  ArrowUp: { bars: 0, ticks: 1 },
  ArrowDown: { bars: 0, ticks: -1 },
};

function isOnNote({ x, y }: Pixel, corner: Pixel | undefined, width: number, reach: number): boolean {
  if (!corner) return false;
  return x >= corner.x - reach && x <= corner.x + width + reach && Math.abs(y - corner.y) <= NOTE_HEIGHT / 2 + reach;
}
