/**
 * Draws other contracts as lines over this one: in percent from the left edge of the view, each where this contract's
 * price would be after the same change, so that one axis serves them all; or each on an axis of its own, which its
 * closes in view fill. Their spreads with this one have a pane (spread-pane.ts).
 */
import { type PriceGrid, priceToDisplay } from '@mua/core/values';
import type { Chart, IndicatorTemplate } from 'klinecharts';
import { createFrameValue, type FrameValue } from '#clock/frame-value.ts';
import { priceTicks } from '#features/chart/axes/price-ticks.ts';
import { atPercent, percentText } from '#features/chart/axes/scale-mode.ts';
import { closesBeside, ownAxis, percentsInView, type SpreadMode } from '#features/chart/compare/compare-bars.ts';
import { CompareSource } from '#features/chart/compare/compare-source.ts';
import type { ComparedContract } from '#features/chart/compare/compared-contract.ts';
import { type ShownComparison, shownComparison } from '#features/chart/compare/shown-comparison.ts';
import { showSpread, spreadAt, spreadReading } from '#features/chart/compare/spread-pane.ts';
import type { ChartInterval } from '#features/chart/settings/chart-interval.ts';
import type { ChartSettings } from '#features/chart/settings/chart-settings.ts';
import type { ChartTheme } from '#features/chart/surface/chart-theme.ts';
import { CANDLE_PANE } from '#features/chart/surface/panes.ts';
import { priceScale } from '#features/chart/surface/price-scale.ts';

const COMPARE = 'muaCompare';
const ID = 'compare';
const PANE_PX = 96;
const COMPACT_PANE_PX = 56;
const RATIO_DECIMALS = 4;
/** Part of the pane left free above and below a line on its own axis. */
const AXIS_MARGIN = 0.15;
/** The legend covers what is above: its first line, one for each contract and one for the mode. */
const LEGEND_HEAD_PX = 30;
const LEGEND_LINE_PX = 18;
/** Minimum distance between two labels of an own axis. */
const LABEL_ROOM_PX = 60;
const NO_TOOLTIP = { name: '', calcParamsText: '', features: [], legends: [] };

/** What the legend says of a compared contract at one bar. */
export interface CompareReading {
  readonly code: string;
  readonly slot: number;
  /** Its change, its price or the spread with it; null without a close to compare with. */
  readonly text: string | null;
  readonly hasFailed: boolean;
}

interface Drawn {
  readonly color: string;
  /** Heights by index, in pixels. */
  readonly line: readonly { readonly index: number; readonly y: number }[];
  /** Of an axis of its own; none in percent. */
  readonly labels: readonly { readonly y: number; readonly text: string }[];
}

interface DrawingGround {
  readonly height: number;
  readonly yOf: (price: number) => number;
}

interface CompareView {
  readonly drawn: (ground: DrawingGround) => readonly Drawn[];
  /** The ground of the labels. */
  readonly surface: () => string;
}

/** Labels of own axes stand side by side at the left edge, below the legend. */
const LABELS_PX = 52;
const LABEL_LEFT_PX = 8;

/** The view is passed as a function because the library copies plain data. */
export const compareTemplate: IndicatorTemplate<object, number, () => CompareView> = {
  name: COMPARE,
  series: 'price',
  figures: [],
  calc: () => [],
  draw: ({ ctx, chart, indicator, bounding, xAxis, yAxis }) => {
    const { drawn, surface } = indicator.extendData();
    ctx.lineWidth = 1.5;
    ctx.lineJoin = 'round';
    ctx.setLineDash([]);
    ctx.font = `11px ${chart.getStyles().xAxis.tickText.family}`;
    ctx.textBaseline = 'middle';
    const ground = { height: bounding.height, yOf: (price: number) => yAxis.convertToPixel(price) };
    drawn(ground).forEach(({ color, line, labels }, column) => {
      ctx.strokeStyle = color;
      ctx.beginPath();
      line.forEach(({ index, y }, place) => {
        const x = xAxis.convertToPixel(index);
        if (place === 0) ctx.moveTo(x, y);
        else ctx.lineTo(x, y);
      });
      ctx.stroke();
      for (const { y, text } of labels) {
        const x = LABEL_LEFT_PX + column * LABELS_PX;
        ctx.fillStyle = `${surface()}cc`;
        ctx.fillRect(x - 2, y - 8, ctx.measureText(text).width + 4, 16);
        ctx.fillStyle = color;
        ctx.fillText(text, x, y);
      }
    });
    return true;
  },
};

export interface CompareLayerOptions {
  readonly chart: Chart;
  readonly theme: () => ChartTheme;
  readonly settings: () => Pick<ChartSettings, 'interval' | 'compareMode' | 'series'>;
  /** Of this contract's prices. */
  readonly grid: PriceGrid;
  readonly compact: boolean;
  /** The base of this contract's percentages. */
  readonly base: () => number | undefined;
  /** Opening times of this contract's bars, oldest first. */
  readonly timesMs: () => readonly number[];
  /** End of the newest bar. */
  readonly endMs: () => number;
  readonly onChange: () => void;
}

export class CompareLayer {
  readonly readings: FrameValue<readonly CompareReading[]> = createFrameValue<readonly CompareReading[]>([]);
  readonly #options: CompareLayerOptions;
  #lines: readonly { readonly slot: number; readonly source: CompareSource }[] = [];
  #interval: ChartInterval | null = null;
  #revision = 0;

  constructor(options: CompareLayerOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#lines.length;
  }

  /** Compares in percent, which the price axis then shows too. */
  get isComparing(): boolean {
    return this.count > 0 && this.#mode() === 'percent';
  }

  /** Height of the spreads' pane. */
  get panePx(): number {
    return this.count > 0 && this.#spreadMode() ? (this.#options.compact ? COMPACT_PANE_PX : PANE_PX) : 0;
  }

  /** Shows exactly these contracts; a new interval reloads everything. */
  set(lines: readonly ComparedContract[]): void {
    const { interval } = this.#options.settings();
    const isNewInterval = interval !== this.#interval;
    this.#interval = interval;
    const kept = isNewInterval
      ? []
      : this.#lines.filter(({ source }) => lines.some(({ contract }) => contract.code === source.contract.code));
    for (const old of this.#lines) if (!kept.includes(old)) old.source.stop();
    const onChange = () => this.#options.onChange();
    this.#lines = lines.map(({ contract, slot }) => {
      const known = kept.find(({ source }) => source.contract.code === contract.code);
      return known ? { ...known, slot } : { slot, source: new CompareSource({ contract, interval, onChange }) };
    });
    this.#show();
    this.reachBack();
  }

  /** Loads as far back as the chart's own bars. */
  reachBack(): void {
    const oldest = this.#options.chart.getDataList()[0]?.timestamp;
    if (oldest !== undefined) for (const { source } of this.#lines) source.reachBack(oldest);
  }

  /** Returns the reading at one bar; to the right of the last bar in view, that bar's reading. */
  read(index: number): void {
    const readings = this.#lines.map(({ slot, source }, place) => {
      const text = this.#textAt(source, { index, place });
      return { code: source.contract.code, slot, text, hasFailed: source.hasFailed };
    });
    if (JSON.stringify(readings) !== JSON.stringify(this.readings.read())) this.readings.write(readings);
  }

  /** Positions of the visible lines on this contract's axis. */
  prices(): number[] {
    const zero = this.#options.base();
    if (zero === undefined || !this.isComparing) return [];
    return this.#lines.flatMap(({ source }) => {
      const percents = [...this.#percents(source).values()];
      if (percents.length === 0) return [];
      return [Math.min(...percents), Math.max(...percents)].map((percent) => atPercent(percent, zero));
    });
  }

  /** A compared contract has other bars, or the colours have changed. */
  refresh(): void {
    this.#show();
  }

  stop(): void {
    for (const { source } of this.#lines) source.stop();
    this.#lines = [];
  }

  #mode(): ShownComparison {
    return shownComparison(this.#options.settings());
  }

  #spreadMode(): SpreadMode | null {
    const mode = this.#mode();
    return mode === 'difference' || mode === 'ratio' ? mode : null;
  }

  #textAt(source: CompareSource, { index, place }: { readonly index: number; readonly place: number }): string | null {
    const { chart } = this.#options;
    const spreadMode = this.#spreadMode();
    if (spreadMode) {
      const spread = spreadAt(chart, place, Math.min(index, chart.getDataList().length - 1));
      return spread === null ? null : spreadReading(spread, this.#writingOf(spreadMode));
    }
    const mode = this.#mode();
    if (mode === 'noSpread') return null;
    if (mode === 'axis') {
      const inView = this.#closes(source);
      const close = inView.get(Math.min(index, [...inView.keys()].at(-1) ?? index));
      return close === undefined ? null : this.#priceText(source, close);
    }
    const inView = this.#percents(source);
    const last = [...inView.keys()].at(-1);
    const percent = last === undefined ? undefined : inView.get(Math.min(index, last));
    return percent === undefined ? null : percentText(percent);
  }

  /** A difference of prices on one grid is written on it; of others with as many decimals as the finest has. */
  #writingOf(mode: SpreadMode): { readonly decimals: number; readonly grid: PriceGrid | null } {
    if (mode === 'ratio') return { decimals: RATIO_DECIMALS, grid: null };
    const { grid } = this.#options;
    const others = this.#lines.map(({ source }) => source.contract.decimalFormat);
    return {
      decimals: Math.max(grid.scale, ...others.map(({ scale }) => scale)),
      grid: others.every((other) => isSameGrid(grid, other)) ? grid : null,
    };
  }

  #priceText({ contract }: CompareSource, price: number): string {
    const { decimalFormat: grid } = contract;
    return priceToDisplay(priceScale(grid).ticksOf(price), grid);
  }

  #percents(source: CompareSource): Map<number, number> {
    const { chart, timesMs, endMs } = this.#options;
    const { from, to } = chart.getVisibleRange();
    return percentsInView(closesBeside(timesMs(), source.bars, endMs()), { from, to });
  }

  /** In view, by index. */
  #closes(source: CompareSource): Map<number, number> {
    const { chart, timesMs, endMs } = this.#options;
    const { from, to } = chart.getVisibleRange();
    const closes = closesBeside(timesMs(), source.bars, endMs());
    return new Map(
      closes.slice(from, to).flatMap((close, place) => (close === undefined ? [] : [[from + place, close] as const])),
    );
  }

  #drawn(ground: DrawingGround): Drawn[] {
    const { theme, base } = this.#options;
    const zero = base();
    const colours = theme();
    return this.#lines.map(({ slot, source }) => {
      const color = colours.palette[slot] ?? colours.accent;
      if (this.#mode() === 'axis') return { color, ...this.#onOwnAxis(source, ground) };
      const percents = zero === undefined ? [] : [...this.#percents(source)];
      const line = percents.map(([index, percent]) => ({ index, y: ground.yOf(atPercent(percent, zero ?? 0)) }));
      return { color, line, labels: [] };
    });
  }

  #onOwnAxis(source: CompareSource, { height }: DrawingGround): Pick<Drawn, 'line' | 'labels'> {
    const closes = this.#closes(source);
    const axis = ownAxis([...closes.values()], { top: height * AXIS_MARGIN, bottom: height * (1 - AXIS_MARGIN) });
    if (!axis) return { line: [], labels: [] };
    const { grid, unit, priceOf } = priceScale(source.contract.decimalFormat);
    const inside = {
      lowTicks: axis.low / unit,
      highTicks: axis.high / unit,
      count: Math.floor(height / LABEL_ROOM_PX),
    };
    const labels = priceTicks(inside, grid)
      .map((ticks) => ({ y: axis.yOf(priceOf(ticks)), text: priceToDisplay(ticks, grid) }))
      .filter(({ y }) => y > LEGEND_HEAD_PX + LEGEND_LINE_PX * (this.count + 1));
    const line = [...closes].map(([index, close]) => ({ index, y: axis.yOf(close) }));
    return { line, labels };
  }

  #show(): void {
    const { chart, theme } = this.#options;
    const mode = this.#spreadMode();
    const colours = theme();
    const isSpread = mode !== null && this.#lines.length > 0;
    const isOverPrice = mode === null && this.#mode() !== 'noSpread' && this.#lines.length > 0;
    this.#revision += 1;
    showSpread(
      chart,
      isSpread
        ? {
            mode,
            ...this.#writingOf(mode),
            heightPx: this.panePx,
            revision: this.#revision,
            lines: this.#lines.map(({ slot, source }) => ({ source, color: colours.palette[slot] ?? colours.accent })),
          }
        : null,
    );
    const isThere = chart.getIndicators({ id: ID }).length > 0;
    if (!isOverPrice) {
      if (isThere) chart.removeIndicator({ id: ID });
      return;
    }
    if (isThere) return;
    const view: CompareView = { drawn: (ground) => this.#drawn(ground), surface: () => theme().surface };
    const extendData = () => view;
    const createTooltipDataSource = () => NO_TOOLTIP;
    chart.createIndicator({ id: ID, name: COMPARE, paneId: CANDLE_PANE, extendData, createTooltipDataSource }, true);
  }
}

function isSameGrid(one: PriceGrid, other: PriceGrid): boolean {
  return one.scale === other.scale && one.tickUnits === other.tickUnits && one.display === other.display;
}
