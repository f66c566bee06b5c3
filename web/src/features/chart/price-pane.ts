/**
 * Manages the price pane: the scale of its axis and the space kept free in it, above the bars for the legend, beside
 * the newest bar for the labels of own lines, and on the axis for the widest price.
 */
import type { Contract } from '@mua/contract/entities/contract';
import type { PhysicalUnit } from '@mua/core/preview/physical-price';
import type { Chart } from 'klinecharts';
import { createFrameValue, type FrameValue } from '#clock/frame-value.ts';
import type { PhysicalScale } from '#features/chart/axes/physical-scale.ts';
import { createPriceAxis, type PriceAxis } from '#features/chart/axes/price-axis.ts';
import type { AxisTags } from '#features/chart/axes/price-tags.ts';
import { LOG_AXIS, type ScaleState, scaleState } from '#features/chart/axes/scale-mode.ts';
import { registerPriceAxis } from '#features/chart/chart-library.ts';
import type { CompareLayer } from '#features/chart/compare/compare-layer.ts';
import type { ChartSettings, ScaleMode } from '#features/chart/settings/chart-settings.ts';
import { isOverPrice } from '#features/chart/settings/study-catalogue.ts';
import type { ChartPlane } from '#features/chart/surface/chart-plane.ts';
import { CANDLE_PANE } from '#features/chart/surface/panes.ts';
import type { PriceScale } from '#features/chart/surface/price-scale.ts';
import type { LineLayer } from '#features/chart/trading/line-layer.ts';

export const AXIS_MIN_PX = 58;
const AXIS_EDGES_PX = 22;
const BAR_PX = 7;
/** Gap between the newest bar and the axis; labels of own lines may widen it, up to this share of the chart. */
const RIGHT_PX = 56;
const RIGHT_MAX_SHARE = 0.45;
/**
 * Height of the legend's first line and of each further one; beyond this share of the pane they would squeeze the bars.
 */
const HEAD_PX = 28;
/** A label of an own line is taller than its line; the library grants about three quarters of a gap. */
const LABEL_HEAD_PX = 22;
const LEGEND_LINE_PX = 18;
const LEGEND_MAX_SHARE = 0.36;
const FOOT_PX = 14;

export interface PricePaneOptions {
  readonly chart: Chart;
  readonly contract: Contract;
  readonly scale: PriceScale;
  /** What the thing itself costs; null where it has no unit. */
  readonly physical: PhysicalScale | null;
  readonly compact: boolean;
  /** The initial scale. */
  readonly wanted: ScaleMode;
  readonly settings: () => Pick<ChartSettings, 'scale' | 'isInverted' | 'indicators' | 'isLegendFolded'>;
  readonly priceText: (price: number) => string;
  readonly widthOf: (text: string) => number;
  /** The investor's own lines: their prices, and how much space their labels need. */
  readonly own: Pick<LineLayer, 'prices' | 'room'>;
  readonly tags: Pick<AxisTags, 'allTops'>;
  readonly plane: Pick<ChartPlane, 'lowest'>;
  readonly compared: Pick<CompareLayer, 'count' | 'isComparing' | 'prices'>;
  /** The axis has switched to another scale. */
  readonly onTurned: () => void;
}

/** `tight`: there is no room for the legend's lines, whatever the setting. */
export type LegendFold = 'open' | 'folded' | 'tight';

export class PricePane {
  readonly scaleState: FrameValue<ScaleState>;
  readonly legendFold: FrameValue<LegendFold> = createFrameValue<LegendFold>('open');
  readonly #options: PricePaneOptions;
  readonly #chart: Chart;
  readonly #axis: PriceAxis;
  #axisWidth = AXIS_MIN_PX;
  #axisName = '';
  #isInverted = false;
  #headPx = 0;
  #rightPx = RIGHT_PX;

  constructor(options: PricePaneOptions) {
    this.#options = options;
    this.#chart = options.chart;
    this.scaleState = createFrameValue<ScaleState>({ mode: options.wanted, obstacles: {} });
    this.#axis = createPriceAxis({
      scale: options.scale,
      textOf: (ticks) => options.priceText(options.scale.priceOf(ticks)),
      lastPrice: () => this.#chart.getDataList().at(-1)?.close,
      ownPrices: () => options.own.prices(),
      tagTops: (ground) => options.tags.allTops(ground),
      otherPrices: () => options.compared.prices(),
      mode: () => this.scaleState.read().mode,
      isInverted: () => this.#isInverted,
      base: () => this.base(),
      physical: options.physical,
    });
    this.#nameAxis();
    this.#chart.setBarSpace(BAR_PX);
    this.#chart.setOffsetRightDistance(RIGHT_PX);
  }

  /** What its axis can be written in dong for; null where there is none. */
  get physicalUnit(): PhysicalUnit | null {
    return this.#options.physical?.unit ?? null;
  }

  get axisWidth(): number {
    return this.#axisWidth;
  }

  /** The close of the bar at the left edge of the view. */
  base(): number | undefined {
    const bars = this.#chart.getDataList();
    return bars[Math.max(0, this.#chart.getVisibleRange().from)]?.close;
  }

  /** Returns what the axis shows at a price. */
  textAt(price: number): string {
    return this.#axis.textAt(price);
  }

  toLatest(): void {
    this.#chart.setOffsetRightDistance(this.#rightPx);
  }

  /** Fits the axis to the bars again, after it was dragged. */
  resetScale(): void {
    this.#chart.overrideYAxis(this.#axisShape());
  }

  #axisShape() {
    const { createTicks, createRange } = this.#axis;
    return { paneId: CANDLE_PANE, reverse: this.#isInverted, createTicks, createRange };
  }

  /** The available scales may have changed: prices fell to zero, a contract is compared, or the left edge moved. */
  rescale(): void {
    this.#invert(this.#options.settings().isInverted);
    const next = scaleState({
      wanted: this.#options.settings().scale,
      isComparing: this.#options.compared.isComparing,
      lowest: this.#options.plane.lowest,
      base: this.base(),
      hasPhysical: this.#options.physical !== null,
    });
    const before = this.scaleState.read();
    if (JSON.stringify(next) === JSON.stringify(before)) return;
    this.scaleState.write(next);
    if (next.mode === before.mode) return;
    this.#nameAxis();
    this.resetScale();
    this.#options.onTurned();
  }

  #invert(isInverted: boolean): void {
    if (isInverted === this.#isInverted) return;
    this.#isInverted = isInverted;
    this.#chart.overrideYAxis({ ...this.#axisShape(), gap: this.#gap() });
    this.#options.onTurned();
  }

  makeHeadroom(): void {
    const fold = this.#fold();
    if (fold !== this.legendFold.read()) this.legendFold.write(fold);
    const head = this.#head();
    if (head === this.#headPx) return;
    this.#headPx = head;
    this.#chart.overrideYAxis({ paneId: CANDLE_PANE, gap: this.#gap() });
  }

  /** Keeps the labels of own lines beside the newest bars, not on them. A view scrolled into the past does not move. */
  makeRoom({ mayShrink }: { readonly mayShrink: boolean }): void {
    this.makeHeadroom();
    const most = ((this.#chart.getSize()?.width ?? 0) - this.#axisWidth) * RIGHT_MAX_SHARE;
    const wanted = Math.max(RIGHT_PX, Math.min(this.#options.own.room(), most));
    if (wanted === this.#rightPx || (wanted < this.#rightPx && !mayShrink)) return;
    const room = this.#chart.getOffsetRightDistance();
    const isAtNewest = room > 0 && room <= this.#rightPx + 1;
    this.#rightPx = wanted;
    if (isAtNewest) this.#chart.setOffsetRightDistance(wanted);
  }

  /**
   * As wide as its widest label so far, so that the axis never jumps while prices move; returns whether it has grown.
   */
  widenFor(texts: readonly string[]): boolean {
    const width = Math.max(0, ...texts.map(this.#options.widthOf)) + AXIS_EDGES_PX;
    if (width <= this.#axisWidth) return false;
    this.#axisWidth = width;
    return true;
  }

  /** Tells whether the last price has moved so far that it covers different labels. */
  hasDrifted(price: number): boolean {
    return this.#axis.hasDrifted(price);
  }

  /** The library recreates an axis when its name changes. */
  #nameAxis(): void {
    const isLog = this.scaleState.read().mode === 'log';
    const name = `mua-${this.#options.contract.code}-${isLog ? 'log' : 'linear'}`;
    if (name === this.#axisName) return;
    this.#axisName = name;
    const displayValueToText = (price: number) => this.#axis.textAt(price);
    registerPriceAxis({ name, displayValueToText, ...(isLog ? LOG_AXIS : {}) });
    this.#chart.overrideYAxis({ ...this.#axisShape(), name, gap: this.#gap() });
  }

  /** The library's top is where the highest price is. */
  #gap(): { top: number; bottom: number } {
    const head = this.#head();
    return this.#isInverted ? { top: FOOT_PX, bottom: head } : { top: head, bottom: FOOT_PX };
  }

  /** The bars keep clear of the legend's lines. */
  #head(): number {
    const over = this.#fold() === 'open' ? this.#studyLines() : 0;
    const labelPx = this.#options.own.prices().length > 0 ? LABEL_HEAD_PX : 0;
    const legendPx = LEGEND_LINE_PX * (over + this.#comparedLines());
    return HEAD_PX + legendPx + labelPx;
  }

  #fold(): LegendFold {
    const { compact, settings } = this.#options;
    const lines = this.#studyLines() + this.#comparedLines();
    const panePx = this.#chart.getSize(CANDLE_PANE, 'main')?.height ?? 0;
    const hasRoom = !compact && HEAD_PX + LEGEND_LINE_PX * lines <= panePx * LEGEND_MAX_SHARE;
    if (settings().isLegendFolded) return 'folded';
    return hasRoom ? 'open' : 'tight';
  }

  #studyLines(): number {
    return this.#options.settings().indicators.filter(isOverPrice).length;
  }

  #comparedLines(): number {
    const { count } = this.#options.compared;
    return count === 0 ? 0 : count + 1;
  }
}
