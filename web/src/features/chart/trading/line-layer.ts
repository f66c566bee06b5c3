/**
 * Manages the order lines on the chart: what is drawn, the one being moved, and their positions. While a line is held
 * the axis keeps its range, because a range that grew with the line would move it away from the pointer.
 */

import type { Ticks } from '@mua/core/values';
import type { Chart } from 'klinecharts';
import type { AxisTags } from '#features/chart/axes/price-tags.ts';
import type { ChartTheme } from '#features/chart/surface/chart-theme.ts';
import { type FillMark, showOwnFills } from '#features/chart/trading/fills.ts';
import { FROM_AXIS, LinePlaces } from '#features/chart/trading/line-places.ts';
import { type MarginLevelLine, showMarginLevels } from '#features/chart/trading/margin-levels.ts';
import type { LabelledLine } from '#features/chart/trading/order-line.ts';
import { labelRoom, type OwnLinesView, showOwnLines } from '#features/chart/trading/order-line-overlay.ts';

/** The label of a line: an element of the page, so it is missing from the chart's own picture. */
export interface PictureLabel {
  readonly text: string;
  readonly rightPx: number;
  readonly topPx: number;
}

export interface LineLayerOptions {
  readonly chart: Chart;
  readonly theme: () => ChartTheme;
  readonly priceOf: (ticks: Ticks) => number;
  readonly textOf: (ticks: Ticks) => string;
  /** Returns what the axis shows at a price. */
  readonly axisText: (price: number) => string;
  readonly tags: AxisTags;
  readonly widthOf: (text: string) => number;
  /** Returns the bar that contains an instant. */
  readonly indexOf: (timeMs: number) => number;
  readonly compact: boolean;
  /** Relabels the axis and makes room beside the bars; `mayShrink` if lines have been added or removed. */
  readonly onChange: (change: { readonly haveMoved: boolean; readonly mayShrink: boolean }) => void;
}

export interface MovedLine {
  readonly id: string;
  readonly ticks: Ticks;
}

export class LineLayer {
  readonly places = new LinePlaces();
  readonly #options: LineLayerOptions;
  #lines: readonly LabelledLine[] = [];
  #moved: MovedLine | null = null;
  #marginLevels: readonly MarginLevelLine[] = [];
  #fills: readonly FillMark[] = [];
  #isHidden = false;
  #heldPrices: readonly number[] | null = null;

  constructor(options: LineLayerOptions) {
    this.#options = options;
    options.tags.set('own', () => this.#shown().map(({ ticks }) => options.priceOf(ticks)));
  }

  set(lines: readonly LabelledLine[]): void {
    const before = this.#shown();
    this.#lines = lines;
    this.#notify(before);
  }

  setHidden(isHidden: boolean): void {
    const before = this.#shown();
    this.#isHidden = isHidden;
    this.#notify(before);
  }

  /** Moves one line away from its order's price. */
  move(moved: MovedLine | null): void {
    const before = this.#shown();
    this.#moved = moved;
    this.#notify(before);
  }

  hold(isHeld: boolean): void {
    this.#heldPrices = isHeld ? this.prices() : null;
    if (!isHeld) this.#options.onChange({ haveMoved: true, mayShrink: false });
  }

  /** Prices that the axis should include. */
  prices(): readonly number[] {
    return this.#heldPrices ?? this.#shown().map(({ ticks }) => this.#options.priceOf(ticks));
  }

  room(): number {
    return labelRoom({ ...this.#view(), lines: this.#shown() });
  }

  setMarginLevels(marginLevels: readonly MarginLevelLine[]): void {
    this.#marginLevels = marginLevels;
    this.#drawMarginLevels();
  }

  setFills(fills: readonly FillMark[]): void {
    this.#fills = fills;
    this.#drawFills();
  }

  /** Texts of the visible labels, for a picture of the chart. */
  labels(): readonly PictureLabel[] {
    const { places, width } = this.places.placed;
    const lines = new Map(this.#shown().map((line) => [line.id, line]));
    return places.flatMap(({ id, top, isOff }) => {
      const line = lines.get(id);
      if (!line || isOff) return [];
      return [{ text: `${line.label}  ${line.detail}`.trim(), rightPx: width - FROM_AXIS, topPx: top + 2 }];
    });
  }

  /** Call after the theme has changed. */
  draw(): void {
    showOwnLines(this.#options.chart, this.#view());
    this.#drawMarginLevels();
    this.#drawFills();
  }

  #drawMarginLevels(): void {
    const { chart, theme, priceOf, textOf, widthOf } = this.#options;
    showMarginLevels(chart, { marginLevels: this.#marginLevels, theme: theme(), priceOf, textOf, widthOf });
  }

  #drawFills(): void {
    const { chart, theme, priceOf, indexOf } = this.#options;
    showOwnFills(chart, { marks: this.#fills, theme: theme(), priceOf, indexOf });
  }

  #shown(): readonly LabelledLine[] {
    const lines = this.#isHidden ? this.#lines.filter(({ subject }) => subject.kind === 'draft') : this.#lines;
    const moved = this.#moved;
    return moved ? lines.map((line) => (line.id === moved.id ? { ...line, ticks: moved.ticks } : line)) : lines;
  }

  #view(): OwnLinesView {
    const { theme, priceOf, axisText, tags, widthOf, compact } = this.#options;
    return { lines: this.#shown(), theme: theme(), priceOf, axisText, tags, widthOf, compact, places: this.places };
  }

  #notify(before: readonly LabelledLine[]): void {
    const lines = this.#shown();
    const areSame = lines.length === before.length && lines.every(({ id }, at) => id === before[at]?.id);
    const haveMoved = lines.some(({ ticks }, at) => ticks !== before[at]?.ticks) || !areSame;
    showOwnLines(this.#options.chart, this.#view());
    if (lines.length === 0) this.places.notify({ ...this.places.placed, places: [] });
    // A profit gains and loses digits all the time, and the bars must not move with it.
    if (this.#heldPrices === null) this.#options.onChange({ haveMoved, mayShrink: !areSame });
  }
}
