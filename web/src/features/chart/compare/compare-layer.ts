/**
 * Draws other contracts as lines over this one, all in percent from the left edge of the view. Each line is drawn where
 * this contract's price would be after the same change, so that one axis serves them all.
 */
import type { Chart, IndicatorTemplate } from 'klinecharts';
import { createFrameValue, type FrameValue } from '#clock/frame-value.ts';
import { atPercent } from '#features/chart/axes/scale-mode.ts';
import { closesBeside, percentsInView } from '#features/chart/compare/compare-bars.ts';
import { CompareSource } from '#features/chart/compare/compare-source.ts';
import type { ComparedContract } from '#features/chart/compare/compared-contract.ts';
import type { ChartInterval } from '#features/chart/settings/chart-interval.ts';
import type { ChartTheme } from '#features/chart/surface/chart-theme.ts';
import { CANDLE_PANE } from '#features/chart/surface/panes.ts';

const COMPARE = 'muaCompare';
const ID = 'compare';
const NO_TOOLTIP = { name: '', calcParamsText: '', features: [], legends: [] };

/** A compared contract's change up to one bar. */
export interface CompareReading {
  readonly code: string;
  readonly slot: number;
  /** Since the left edge of the view; null without a close to compare with. */
  readonly percent: number | null;
  readonly hasFailed: boolean;
}

interface Drawn {
  readonly color: string;
  readonly percents: ReadonlyMap<number, number>;
}

interface CompareView {
  readonly drawn: () => readonly Drawn[];
  readonly base: () => number | undefined;
}

/** The view is passed as a function because the library copies plain data. */
export const compareTemplate: IndicatorTemplate<object, number, () => CompareView> = {
  name: COMPARE,
  series: 'price',
  figures: [],
  calc: () => [],
  draw: ({ ctx, indicator, xAxis, yAxis }) => {
    const { drawn, base } = indicator.extendData();
    const zero = base();
    if (zero === undefined) return true;
    ctx.lineWidth = 1.5;
    ctx.lineJoin = 'round';
    for (const { color, percents } of drawn()) {
      ctx.strokeStyle = color;
      ctx.beginPath();
      let isFirst = true;
      for (const [index, percent] of percents) {
        const x = xAxis.convertToPixel(index);
        const y = yAxis.convertToPixel(atPercent(percent, zero));
        if (isFirst) ctx.moveTo(x, y);
        else ctx.lineTo(x, y);
        isFirst = false;
      }
      ctx.stroke();
    }
    return true;
  },
};

export interface CompareLayerOptions {
  readonly chart: Chart;
  readonly theme: () => ChartTheme;
  readonly interval: () => ChartInterval;
  /** The base of this contract's percentages. */
  readonly base: () => number | undefined;
  /** End of the newest bar. */
  /** Opening times of this contract's bars, oldest first. */
  readonly timesMs: () => readonly number[];
  readonly endMs: () => number;
  readonly onChange: () => void;
}

export class CompareLayer {
  readonly readings: FrameValue<readonly CompareReading[]> = createFrameValue<readonly CompareReading[]>([]);
  readonly #options: CompareLayerOptions;
  #lines: readonly { readonly slot: number; readonly source: CompareSource }[] = [];
  #interval: ChartInterval | null = null;

  constructor(options: CompareLayerOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#lines.length;
  }

  get isComparing(): boolean {
    return this.count > 0;
  }

  /** Shows exactly these contracts; a new interval reloads everything. */
  set(lines: readonly ComparedContract[]): void {
    const interval = this.#options.interval();
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
    const percents = this.#lines.map(({ slot, source }) => {
      const inView = this.#percents(source);
      const last = [...inView.keys()].at(-1);
      const at = last === undefined ? undefined : Math.min(index, last);
      const percent = at === undefined ? undefined : inView.get(at);
      return { code: source.contract.code, slot, percent: percent ?? null, hasFailed: source.hasFailed };
    });
    if (JSON.stringify(percents) !== JSON.stringify(this.readings.read())) this.readings.write(percents);
  }

  /** Positions of the visible lines on this contract's axis. */
  prices(): number[] {
    const zero = this.#options.base();
    if (zero === undefined) return [];
    return this.#lines.flatMap(({ source }) => {
      const percents = [...this.#percents(source).values()];
      if (percents.length === 0) return [];
      return [Math.min(...percents), Math.max(...percents)].map((percent) => atPercent(percent, zero));
    });
  }

  stop(): void {
    for (const { source } of this.#lines) source.stop();
    this.#lines = [];
  }

  #percents(source: CompareSource): Map<number, number> {
    const { chart, timesMs, endMs } = this.#options;
    const { from, to } = chart.getVisibleRange();
    return percentsInView(closesBeside(timesMs(), source.bars, endMs()), { from, to });
  }

  #drawn(): Drawn[] {
    const theme = this.#options.theme();
    return this.#lines.map(({ slot, source }) => ({
      color: theme.palette[slot] ?? theme.accent,
      percents: this.#percents(source),
    }));
  }

  #show(): void {
    const { chart, base } = this.#options;
    const isThere = chart.getIndicators({ id: ID }).length > 0;
    if (this.#lines.length === 0) {
      if (isThere) chart.removeIndicator({ id: ID });
      return;
    }
    if (isThere) return;
    const view: CompareView = { drawn: () => this.#drawn(), base };
    const extendData = () => view;
    const createTooltipDataSource = () => NO_TOOLTIP;
    chart.createIndicator({ id: ID, name: COMPARE, paneId: CANDLE_PANE, extendData, createTooltipDataSource }, true);
  }
}
