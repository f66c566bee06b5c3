/**
 * Manages drawing on the chart: the drawings, the selection, the note being written, and keyboard actions
 * (`drawing-pointer.ts` handles the pointer). It reports every change of a drawing; storage is the caller's
 * responsibility.
 */

import type { Ticks } from '@mua/core/values';
import type { Chart } from 'klinecharts';
import { oncePerFrame, onNextFrame } from '#clock/frame.ts';
import { createFrameValue, type FrameValue } from '#clock/frame-value.ts';
import type { AxisTags } from '#features/chart/axes/price-tags.ts';
import { ActiveTool, type Placed } from '#features/chart/drawings/active-tool.ts';
import { averageOn, pixelsOf } from '#features/chart/drawings/anchored-average.ts';
import {
  canWrite,
  type Drawing,
  type DrawingFlags,
  isPosition,
  keptPoints,
  placesOf,
  type Tool,
} from '#features/chart/drawings/drawing.ts';
import {
  DRAWINGS,
  type DrawingsView,
  type DrawingTexts,
  type DrawnDrawing,
  type DrawnLevel,
} from '#features/chart/drawings/drawing-figures.ts';
import { movedWhole } from '#features/chart/drawings/drawing-moves.ts';
import { DrawingPointer } from '#features/chart/drawings/drawing-pointer.ts';
import { PLAN_PARTS, plannedAt, planOf } from '#features/chart/drawings/position-plan.ts';
import { type BarPlaces, indexOfTime } from '#features/chart/surface/bar-places.ts';
import { type Axes, ChartPlane, type Step } from '#features/chart/surface/chart-plane.ts';
import type { ChartTheme } from '#features/chart/surface/chart-theme.ts';
import { paintOverlay } from '#features/chart/surface/painted-overlay.ts';
import type { Place } from '#features/chart/surface/plane-points.ts';
import type { PriceScale } from '#features/chart/surface/price-scale.ts';
import { freshId } from '#session/fresh-id.ts';

const STEP_FAST = 10;
/** Offset of a copy from its original. */
const COPY_FROM = { x: 0, y: 0 };
const COPY_TO = { x: 24, y: 24 };

export interface DrawingState {
  readonly tool: Tool | null;
  /** Number of points placed of the drawing in progress. */
  readonly placed: number;
  readonly selected: Drawing | null;
  /** A drawing whose text is being written. */
  readonly editing: Drawing | null;
}

export interface DrawingLayerOptions {
  readonly container: HTMLElement;
  readonly chart: Chart;
  readonly scale: PriceScale;
  readonly theme: () => ChartTheme;
  readonly interval: () => BarPlaces['interval'];
  readonly priceText: (ticks: Ticks) => string;
  /** Returns what the axis shows at a price. */
  readonly axisText: (price: number) => string;
  readonly tags: AxisTags;
  readonly texts: () => DrawingTexts;
  readonly widthOf: (text: string) => number;
}

export interface DrawingEvents {
  /** False when the limit has been reached. */
  readonly onPut: (drawing: Drawing) => boolean;
  readonly onRemove: (ids: readonly string[]) => void;
  /** Removes what was never worth keeping, without an offer to undo. */
  readonly onDiscard: (ids: readonly string[]) => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
}

const RESTING: DrawingState = { tool: null, placed: 0, selected: null, editing: null };
const UNFLAGGED: DrawingFlags = { isMagnet: false, isLocked: false, isHidden: false, slot: 0 };

export class DrawingLayer {
  readonly state: FrameValue<DrawingState> = createFrameValue(RESTING);
  readonly #options: DrawingLayerOptions;
  readonly #plane: ChartPlane;
  readonly #redraw = oncePerFrame(() => this.#draw(), onNextFrame);
  readonly #pointer: DrawingPointer;
  readonly #activeTool = new ActiveTool();
  #events: DrawingEvents | null = null;
  #flags = UNFLAGGED;
  #drawings: readonly Drawing[] = [];
  #alerted: ReadonlySet<string> = new Set();
  #selectedId: string | null = null;
  #editingId: string | null = null;
  #isStopped = false;

  constructor(options: DrawingLayerOptions) {
    this.#options = options;
    this.#plane = new ChartPlane(options);
    options.tags.set('drawings', () => this.#levels().map(({ price }) => price));
    this.#pointer = new DrawingPointer({
      container: options.container,
      plane: this.#plane,
      grid: options.scale.grid,
      activeTool: this.#activeTool,
      widthOf: options.widthOf,
      flags: () => this.#flags,
      seen: () => ({ drawings: this.#flags.isHidden ? [] : this.#drawings, selectedId: this.#selectedId }),
      onPlace: (place) => this.#place(place),
      onSelect: (id) => this.select(id),
      onEdit: (id) => this.edit(id),
      onPut: (drawing) => this.#events?.onPut(drawing),
      onMoved: () => this.#redraw(),
    });
  }

  connect(events: DrawingEvents): void {
    this.#events = events;
  }

  setDrawings(drawings: readonly Drawing[]): void {
    this.#drawings = drawings;
    if (!drawings.some(({ id }) => id === this.#selectedId)) this.#selectedId = null;
    this.#notify();
  }

  /** The drawings on which alerts wait. */
  setAlerted(ids: ReadonlySet<string>): void {
    this.#alerted = ids;
    this.#redraw();
  }

  setFlags(flags: DrawingFlags): void {
    this.#flags = flags;
    // New drawings are always visible: hiding deactivates the tool, and choosing one shows the drawings again
    // (drawing-strip.tsx).
    if (flags.isHidden) this.take(null);
    else this.#notify();
  }

  take(tool: Tool | null): void {
    this.#activeTool.take(tool);
    this.#selectedId = null;
    this.#notify();
  }

  select(id: string | null): void {
    this.#selectedId = id;
    this.#notify();
  }

  /** The drawing after the selected one, or before it with -1, round and round. */
  selectNext(by: 1 | -1): void {
    const count = this.#drawings.length;
    if (count === 0 || this.#flags.isHidden) return;
    const at = this.#drawings.findIndex(({ id }) => id === this.#selectedId);
    const next = at < 0 ? (by > 0 ? 0 : count - 1) : (at + by + count) % count;
    this.select(this.#drawings[next]?.id ?? null);
  }

  /** The oldest instant from which on an average is drawn; null without one. */
  get reachMs(): number | null {
    const anchors = this.#drawings.flatMap(({ tool, points }) => (tool === 'average' ? points : []));
    return anchors.length === 0 ? null : Math.min(...anchors.map(({ timeMs }) => timeMs));
  }

  /** Whether it begins in the left half of the pane. */
  isOnLeft(drawing: Drawing): boolean {
    const [start] = this.#plane.pixelsOf(placesOf(drawing, this.#options.scale.grid)?.slice(0, 1) ?? []);
    return start !== undefined && start.x < this.#plane.box.width / 2;
  }

  /** Sets a drawing's text; an empty note is removed. */
  write(text: string | null): void {
    const drawing = this.#drawings.find(({ id }) => id === this.#editingId);
    this.#editingId = null;
    if (drawing) {
      const words = text === null ? drawing.text : text.trim();
      if (words === '' && drawing.tool === 'note') this.#events?.onDiscard([drawing.id]);
      else if (words !== drawing.text) this.#events?.onPut({ ...drawing, text: words });
    }
    this.#notify();
  }

  edit(id: string): void {
    this.#editingId = id;
    this.#notify();
  }

  /** Adds a copy beside the original and selects it. */
  duplicate(drawing: Drawing): void {
    const [from, to] = [COPY_FROM, COPY_TO].map((pixel) => this.#plane.placeAt(pixel, { isMagnet: false }));
    const step = from && to ? this.#plane.stepBetween(from, to) : { bars: 1, ticks: 0 };
    const { isLocked: _isLocked, ...free } = drawing;
    const moved = movedWhole(free, step, { plane: this.#plane, grid: this.#options.scale.grid });
    const copy = moved && { ...moved, id: freshId() };
    if (copy && this.#events?.onPut(copy)) this.#selectedId = copy.id;
    this.#notify();
  }

  /** Repaints after bars, theme, scale or range have changed. */
  refresh(): void {
    this.#redraw();
  }

  stop(): void {
    this.#isStopped = true;
    this.#pointer.stop();
  }

  /** Tells whether the key was handled. */
  key({ key, shiftKey, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey'>): boolean {
    if (ctrlKey || metaKey) {
      const isZ = key.toLowerCase() === 'z';
      if (isZ && !shiftKey) this.#events?.onUndo();
      else if (isZ || (key.toLowerCase() === 'y' && !shiftKey)) this.#events?.onRedo();
      else return false;
      return true;
    }
    const step = ARROWS[key];
    const times = shiftKey ? STEP_FAST : 1;
    if (this.#activeTool.tool)
      return this.#keyOfTool(key, step && { bars: step.bars * times, ticks: step.ticks * times });
    const selected = this.#selected();
    if (!selected) return false;
    if (step) return this.#nudge(selected, { bars: step.bars * times, ticks: step.ticks * times });
    if (key === 'Delete' || key === 'Backspace') this.#events?.onRemove([selected.id]);
    else if (key === 'Escape') this.select(null);
    else if (key === 'Enter' && canWrite(selected.tool)) this.edit(selected.id);
    else return false;
    return true;
  }

  #keyOfTool(key: string, step: Step | undefined): boolean {
    if (key === 'Escape') {
      // The points go first, then the tool.
      this.take(this.#activeTool.placed > 0 ? this.#activeTool.tool : null);
      return true;
    }
    const next = this.#activeTool.beginAt(this.#plane.newest());
    if (!next) return false;
    if (step) {
      this.#activeTool.moveByKeys(this.#plane.moved(next, step));
      this.#notify();
      return true;
    }
    if (key !== 'Enter' && key !== ' ') return false;
    this.#activeTool.moveByKeys(next);
    this.#place(next);
    return true;
  }

  #nudge(drawing: Drawing, step: Step): boolean {
    if (this.#flags.isLocked || drawing.isLocked) return true;
    const moved = movedWhole(drawing, step, { plane: this.#plane, grid: this.#options.scale.grid });
    if (moved) this.#events?.onPut(moved);
    return true;
  }

  #place(place: Place): void {
    const placed = this.#activeTool.place(place);
    if (placed) this.#begin(this.#drawingOf(placed, freshId()));
    this.#notify();
  }

  /** A note is edited as soon as it has been placed. */
  #begin(drawing: Drawing): void {
    if (!this.#events?.onPut(drawing)) return;
    this.#selectedId = drawing.id;
    if (drawing.tool === 'note') this.#editingId = drawing.id;
  }

  #drawingOf({ tool, points }: Placed, id: string): Drawing {
    const [entry] = points;
    const whole = entry && isPosition(tool) ? plannedAt(tool, entry, this.#plane) : points;
    return { id, tool, slot: this.#flags.slot, text: '', points: keptPoints(whole, this.#options.scale.grid) };
  }

  #selected(): Drawing | undefined {
    return this.#drawings.find(({ id }) => id === this.#selectedId);
  }

  #notify(): void {
    if (this.#isStopped) return;
    this.#redraw();
    const selected = this.#selected() ?? null;
    this.state.write({
      tool: this.#activeTool.tool,
      placed: this.#activeTool.placed,
      selected,
      editing: this.#drawings.find(({ id }) => id === this.#editingId) ?? null,
    });
  }

  #draw(): void {
    if (this.#isStopped) return;
    const { chart, theme, priceText, axisText, tags, texts, widthOf, scale } = this.#options;
    const { cursor } = this.#activeTool;
    const view: DrawingsView = {
      theme: theme(),
      priceText,
      axisText,
      tags,
      levels: () => this.#levels(),
      texts: texts(),
      widthOf,
      priceOf: scale.priceOf,
      drawn: (axes) => this.#drawn(axes),
      cursor: cursor ? { index: indexOfTime(this.#plane.bars, cursor.timeMs), ticks: cursor.ticks } : null,
    };
    const isSeen = this.#drawings.length > 0 || this.#activeTool.tool !== null;
    paintOverlay(chart, DRAWINGS, { view: isSeen ? view : null });
  }

  /** Returns the stored drawings, the dragged one at its new position, and the one in progress up to the pointer. */
  #seen(): readonly Drawing[] {
    const held = this.#pointer.held;
    const shown = this.#flags.isHidden
      ? []
      : this.#drawings.map((drawing) => (drawing.id === held?.id ? held : drawing));
    const { drawn } = this.#activeTool;
    return drawn ? [...shown, this.#drawingOf(drawn, '')] : shown;
  }

  #levels(): DrawnLevel[] {
    const { grid, priceOf } = this.#options.scale;
    return this.#seen().flatMap((drawing) => {
      const places = placesOf(drawing, grid) ?? [];
      const { slot } = drawing;
      const plan = drawing.id === this.#selectedId ? planOf(drawing, grid) : null;
      if (plan) {
        const tones = { entry: slot, target: 'up', stop: 'down' } as const;
        return PLAN_PARTS.map((part) => ({ price: priceOf(plan[part]), slot: tones[part] }));
      }
      if (drawing.tool === 'horizontal') return places.map(({ ticks }) => ({ price: priceOf(ticks), slot }));
      const newest = drawing.tool === 'average' ? averageOn(this.#plane, places).at(-1) : undefined;
      return newest ? [{ price: newest.price, slot }] : [];
    });
  }

  #drawn(axes: Axes): DrawnDrawing[] {
    const { grid } = this.#options.scale;
    return this.#seen().flatMap((drawing) => {
      const places = placesOf(drawing, grid);
      if (!places) return [];
      const pixels = pixelsOf(drawing, places, { plane: this.#plane, axes });
      const { id } = drawing;
      const isSelected = id !== '' && id === this.#selectedId;
      const hasAlert = this.#alerted.has(id);
      return [{ ...drawing, pixels, isSelected, hasAlert, ticks: places.map(({ ticks }) => ticks) }];
    });
  }
}

const ARROWS: Readonly<Record<string, Step>> = {
  ArrowLeft: { bars: -1, ticks: 0 },
  ArrowRight: { bars: 1, ticks: 0 },
  ArrowUp: { bars: 0, ticks: 1 },
  ArrowDown: { bars: 0, ticks: -1 },
};
