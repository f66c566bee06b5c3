/**
 * Builds the chart from its parts: bars, axis, studies, drawings, compared contracts and own lines around one chart of
 * the library. The library draws decimal prices; ticks are converted on the way in, and labels are formatted in the
 * contract's own format, so that a grain reads 457'6 everywhere.
 */
import type { Contract } from '@mua/contract/entities/contract';
import type { PhysicalUnit } from '@mua/core/preview/physical-price';
import type { CivilDate } from '@mua/core/values';
import type { Chart } from 'klinecharts';
import { oncePerFrame, onNextFrame } from '#clock/frame.ts';
import { createFrameValue, type FrameValue } from '#clock/frame-value.ts';
import { marketNowMs } from '#clock/market-clock.ts';
import { showDayLines } from '#features/chart/axes/day-lines.ts';
import { physicalScale } from '#features/chart/axes/physical-scale.ts';
import { AxisTags } from '#features/chart/axes/price-tags.ts';
import { showRollMarks } from '#features/chart/axes/roll-marks.ts';
import type { ScaleState } from '#features/chart/axes/scale-mode.ts';
import { crosshairTime, timeAxisTicks } from '#features/chart/axes/time-axis.ts';
import { barLeftMs, isIntraday } from '#features/chart/bars/bar-time.ts';
import { CandleSource, type CandleState, intervalOfPeriod, periodOf } from '#features/chart/bars/candle-source.ts';
import { chartedOf, type Series } from '#features/chart/bars/series.ts';
import { TradeDates } from '#features/chart/bars/trade-dates.ts';
import { createChart, figureWidth, removeChart } from '#features/chart/chart-library.ts';
import { type ChartReader, createChartReader } from '#features/chart/chart-reader.ts';
import { CompareLayer } from '#features/chart/compare/compare-layer.ts';
import type { ComparedContract } from '#features/chart/compare/compared-contract.ts';
import type { DrawingTexts } from '#features/chart/drawings/drawing-figures.ts';
import { DrawingLayer } from '#features/chart/drawings/drawing-layer.ts';
import { AXIS_MIN_PX, type LegendFold, PricePane } from '#features/chart/price-pane.ts';
import { type ChartSettings, DEFAULT_CHART } from '#features/chart/settings/chart-settings.ts';
import type { StudyName } from '#features/chart/settings/study-catalogue.ts';
import { SharedTime } from '#features/chart/shared-time.ts';
import { applyStudies, recalculate, studyReadings } from '#features/chart/studies/chart-studies.ts';
import { HeldLotsHistory } from '#features/chart/studies/open-interest.ts';
import { PivotPeriods } from '#features/chart/studies/pivot-periods.ts';
import type { StudyExtra } from '#features/chart/studies/study-extra.ts';
import { indexOfTime } from '#features/chart/surface/bar-places.ts';
import { ChartPlane } from '#features/chart/surface/chart-plane.ts';
import { type ChartTheme, chartStyles } from '#features/chart/surface/chart-theme.ts';
import { TIME_AXIS_PANE } from '#features/chart/surface/panes.ts';
import { type PriceScale, priceScale } from '#features/chart/surface/price-scale.ts';
import { LineLayer } from '#features/chart/trading/line-layer.ts';
import type { Format } from '#i18n/use-format.ts';

export interface TradingChartOptions {
  readonly contract: Contract;
  readonly theme: ChartTheme;
  readonly format: Format;
  readonly settings: ChartSettings;
  /** Phone layout: less room for everything but the bars. */
  readonly compact: boolean;
}

export class TradingChart {
  readonly state: FrameValue<CandleState> = createFrameValue<CandleState>({ kind: 'loading' });
  /** Chosen, but without room for their panes. */
  readonly waitingStudies: FrameValue<readonly StudyName[]> = createFrameValue<readonly StudyName[]>([]);
  /** Null while the contract's own bars are shown, and before the first of others. */
  readonly series: FrameValue<Series | null> = createFrameValue<Series | null>(null);
  readonly reader: ChartReader;
  readonly drawings: DrawingLayer;
  readonly compare: CompareLayer;
  readonly lines: LineLayer;
  /** The price pane as a plane of instants and prices. */
  readonly plane: ChartPlane;
  /** What it tells other charts of a group, and takes from them. */
  readonly time: SharedTime;
  readonly #chart: Chart;
  readonly #options: TradingChartOptions;
  readonly #container: HTMLElement;
  readonly #scale: PriceScale;
  readonly #pane: PricePane;
  readonly #source: CandleSource;
  readonly #periods: PivotPeriods;
  readonly #held: HeldLotsHistory;
  readonly #compact: boolean;
  readonly #resize: ResizeObserver;
  readonly #tradeDates = new TradeDates();
  /** Everything that has a tag on the price axis. */
  readonly #tags = new AxisTags();
  #theme: ChartTheme;
  #format: Format;
  #settings: ChartSettings = { ...DEFAULT_CHART, indicators: [], volume: false };
  #compared: readonly ComparedContract[] = [];
  #drawingTexts: DrawingTexts = { measure: () => [], plan: () => '' };
  #isOpen = false;
  #isDisposed = false;

  constructor(container: HTMLElement, options: TradingChartOptions) {
    const { contract, compact } = options;
    this.#options = options;
    this.#container = container;
    this.#compact = compact;
    this.#theme = options.theme;
    this.#format = options.format;
    this.#scale = priceScale(contract.decimalFormat);
    this.#settings = { ...this.#settings, series: options.settings.series };
    this.#chart = this.#createChart();
    const chart = this.#chart;
    this.plane = new ChartPlane({ container, chart, scale: this.#scale, interval: () => this.#settings.interval });
    this.time = new SharedTime({
      ...{ chart, plane: this.plane, reader: () => this.reader },
      interval: () => this.#settings.interval,
    });
    this.lines = this.#createLines();
    this.compare = this.#createCompare();
    this.#pane = this.#createPane();
    this.#shapeTimeAxis();
    this.reader = createChartReader({
      container,
      chart,
      ticksOf: this.#scale.ticksOf,
      studiesAt: (index) => this.#readAt(index),
      isReady: () => this.state.read().kind === 'ready',
      dateOf: (timeMs) => (this.#dayOf() === null ? this.#dateOf(timeMs) : null),
      percentBase: () => (this.#isInPercent() ? (this.#pane.base() ?? null) : null),
      onPointed: (index) => this.time.point(index),
    });
    this.drawings = this.#createDrawings();
    this.#periods = new PivotPeriods({
      charted: () => chartedOf(contract, this.#settings.series),
      tradeDates: this.#tradeDates,
      priceOf: this.#scale.priceOf,
      interval: () => this.#settings.interval,
      onChange: () => recalculate(chart, 'PIVOTS'),
    });
    this.#held = new HeldLotsHistory({
      contractCode: () => (this.#settings.series.isContinuous ? (this.series.read()?.front ?? null) : contract.code),
      tradeDates: this.#tradeDates,
      onChange: () => {
        recalculate(chart, 'OI');
        this.reader.readSoon();
      },
    });
    this.#source = new CandleSource({
      contract,
      choice: () => this.#settings.series,
      onSeries: (series) => this.series.write(series),
      tradeDates: this.#tradeDates,
      priceOf: this.#scale.priceOf,
      onState: (next) => this.#onState(next),
      onBars: () => this.#onBars(),
      reachMs: () => this.drawings.reachMs,
      onGap: () => chart.resetData(),
    });
    chart.subscribeAction('onVisibleRangeChange', () => this.#onView());
    this.#resize = new ResizeObserver(() => {
      chart.resize();
      this.#showStudies();
      this.#pane.makeRoom({ mayShrink: true });
      this.reader.readSoon();
    });
    this.#resize.observe(container);
    // Symbol, period (`apply`) and loader are all required, or nothing loads; the loader comes last, so that it is
    // called once.
    chart.setSymbol({ ticker: contract.code, pricePrecision: contract.decimalFormat.scale, volumePrecision: 0 });
    this.apply(options.settings);
    const timesMs = () => this.plane.bars.timesMs;
    showDayLines(chart, { theme: () => this.#theme, dateOf: () => this.#dayOf(), sessionOf: this.#sessionOf, timesMs });
    showRollMarks(chart, {
      theme: () => this.#theme,
      rolls: () => this.series.read()?.rolls ?? [],
      bars: () => this.plane.bars,
    });
    chart.setDataLoader(this.#source.loader);
  }

  get scaleState(): FrameValue<ScaleState> {
    return this.#pane.scaleState;
  }

  get physicalUnit(): PhysicalUnit | null {
    return this.#pane.physicalUnit;
  }

  get legendFold(): FrameValue<LegendFold> {
    return this.#pane.legendFold;
  }

  /** The time axis: its top right corner is that of all panes, inside the price axis. */
  get timeAxis(): HTMLElement | null {
    return this.#chart.getDom(TIME_AXIS_PANE, 'main');
  }

  apply(next: ChartSettings): void {
    const before = this.#settings;
    this.#settings = next;
    if (next.compareMode !== before.compareMode || next.series !== before.series) this.compare.refresh();
    if (next.type !== before.type || next.sessions !== before.sessions) this.#restyle();
    this.#showStudies();
    if (!this.#chart.getPeriod() || next.interval !== before.interval) {
      this.#chart.setPeriod(periodOf(next.interval));
      this.compare.set(this.#compared);
    }
    if (JSON.stringify(next.series) !== JSON.stringify(before.series)) this.#reload();
    this.#pane.rescale();
    this.reader.readSoon();
  }

  setTheme(theme: ChartTheme): void {
    this.#theme = theme;
    this.#restyle();
    this.#showStudies();
    this.lines.draw();
    this.compare.refresh();
    this.drawings.refresh();
    this.reader.readSoon();
  }

  setFormat(format: Format, drawingTexts: DrawingTexts): void {
    this.#format = format;
    this.#drawingTexts = drawingTexts;
    this.#chart.resize();
    this.drawings.refresh();
    this.reader.readSoon();
  }

  setCompared(lines: readonly ComparedContract[]): void {
    this.#compared = lines;
    this.compare.set(lines);
    this.#showStudies();
    this.#pane.rescale();
    this.#onCompared();
  }

  /** While the market is paused, no countdown runs. */
  setOpen(isOpen: boolean): void {
    this.#isOpen = isOpen;
  }

  retry(): void {
    this.#chart.resetData();
  }

  /** Towards older bars; with a negative number towards newer ones. */
  scroll(bars: number): void {
    this.#chart.scrollByDistance(bars * this.#chart.getBarSpace().bar);
  }

  /** The same by widths of the view. */
  scrollPages(pages: number): void {
    this.#chart.scrollByDistance(pages * this.plane.box.width);
  }

  zoom(factor: number): void {
    this.#chart.zoomAtCoordinate(factor);
  }

  toLatest(): void {
    this.#pane.toLatest();
  }

  /** The oldest bar that is loaded, at the left edge; older ones are read then. */
  toOldest(): void {
    this.#chart.scrollByDistance(this.#chart.getBarSpace().bar - this.plane.xOf(0));
  }

  get hasOlderBars(): boolean {
    return this.#source.hasOlder;
  }

  /** Shows the oldest bar, and so reads those before it; false when they could not be read. */
  readOlderBars(): Promise<boolean> {
    const isRead = this.#source.olderRead();
    this.toOldest();
    return isRead;
  }

  /** In the middle of the view. */
  showBar(index: number): void {
    this.#chart.scrollByDistance(this.plane.box.width / 2 - this.plane.xOf(index));
  }

  tradeDateOf(timeMs: number): CivilDate {
    return this.#tradeDates.dateAt(timeMs);
  }

  /** Fits the axis to the bars again, after it was dragged. */
  resetScale(): void {
    this.#pane.resetScale();
  }

  /** A PNG as a data URL. */
  picture(): string {
    return this.#chart.getConvertPictureUrl(true, 'png', this.#theme.surface);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#resize.disconnect();
    this.reader.stop();
    this.drawings.stop();
    this.compare.stop();
    this.#source.stop();
    this.#periods.stop();
    this.#held.stop();
    removeChart(this.#container);
  }

  /** Everything is another series' now. */
  #reload(): void {
    this.series.write(null);
    this.#periods.forget();
    this.#chart.resetData();
  }

  #createChart(): Chart {
    return createChart(this.#container, {
      styles: chartStyles(this.#theme, this.#options.settings.type, AXIS_MIN_PX),
      formatter: {
        formatDate: ({ timestamp }) =>
          crosshairTime(timestamp, { ...this.#settings, dateOf: this.#dateOf, format: this.#format }),
        formatBigNumber: (value) => this.#format.volume(Math.round(Number(value))),
        formatExtendText: ({ data }) => this.#countdown(data.timestamp),
      },
    });
  }

  #createPane(): PricePane {
    return new PricePane({
      chart: this.#chart,
      own: this.lines,
      compared: this.compare,
      tags: this.#tags,
      plane: this.plane,
      contract: this.#options.contract,
      scale: this.#scale,
      physical: physicalScale(this.#options.contract, this.#scale, () => this.#format.language),
      compact: this.#compact,
      settings: () => this.#settings,
      wanted: this.#options.settings.scale,
      priceText: (price) => this.#priceText(price),
      widthOf: (text) => this.#widthOf(text),
      onTurned: () => this.drawings.refresh(),
    });
  }

  #createCompare(): CompareLayer {
    return new CompareLayer({
      chart: this.#chart,
      theme: () => this.#theme,
      settings: () => this.#settings,
      compact: this.#compact,
      grid: this.#options.contract.decimalFormat,
      base: () => this.#pane.base(),
      timesMs: () => this.plane.bars.timesMs,
      endMs: () => marketNowMs(),
      onChange: () => this.#onCompared(),
    });
  }

  #createLines(): LineLayer {
    return new LineLayer({
      chart: this.#chart,
      theme: () => this.#theme,
      priceOf: this.#scale.priceOf,
      textOf: (ticks) => this.#priceText(this.#scale.priceOf(ticks)),
      axisText: this.#axisText,
      tags: this.#tags,
      widthOf: (text) => this.#widthOf(text),
      indexOf: (timeMs) => indexOfTime(this.plane.bars, timeMs),
      compact: this.#compact,
      onChange: ({ haveMoved, mayShrink }) => {
        this.#pane.makeRoom({ mayShrink });
        if (haveMoved) this.#labelAgain();
      },
    });
  }

  #createDrawings(): DrawingLayer {
    return new DrawingLayer({
      container: this.#container,
      chart: this.#chart,
      scale: this.#scale,
      theme: () => this.#theme,
      interval: () => this.#settings.interval,
      priceText: (ticks) => this.#format.price(ticks, this.#scale.grid),
      axisText: this.#axisText,
      tags: this.#tags,
      texts: () => this.#drawingTexts,
      widthOf: (text) => this.#widthOf(text),
    });
  }

  #shapeTimeAxis(): void {
    this.#chart.overrideXAxis({
      createTicks: (params) =>
        timeAxisTicks(this.#chart, params, { ...this.plane.bars, dateOf: this.#dateOf, format: this.#format }),
    });
  }

  #restyle(): void {
    this.#chart.setStyles(chartStyles(this.#theme, this.#settings.type, this.#pane.axisWidth));
  }

  #showStudies(): void {
    const extra = (): StudyExtra => ({
      dateOf: this.#dayOf(),
      tick: this.#scale.unit,
      periodsUpTo: (newestMs) => this.#periods.upTo(newestMs),
      heldBetween: (oldestMs, newestMs) => ({
        held: this.#held.between(oldestMs, newestMs),
        // Before the newest roll the bars are other months'.
        fromMs: this.series.read()?.rolls.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY,
      }),
    });
    const onLabels = (texts: readonly string[]) => this.#onLabels(texts);
    const axisText = this.#axisText;
    const view = {
      theme: this.#theme,
      compact: this.#compact,
      tags: this.#tags,
      extra,
      axisText,
      onLabels,
      takenPx: this.compare.panePx,
    };
    const waiting = applyStudies(this.#chart, this.#settings, view);
    if (waiting.join() !== this.waitingStudies.read().join()) this.waitingStudies.write(waiting);
    this.#pane.makeHeadroom();
  }

  #readAt(index: number) {
    this.compare.read(index);
    return studyReadings(this.#chart, {
      index,
      settings: this.#settings,
      theme: this.#theme,
      axisText: this.#axisText,
    });
  }

  #isInPercent(): boolean {
    return this.#pane.scaleState.read().mode === 'percent';
  }

  #widthOf(text: string): number {
    return figureWidth(text, this.#theme.family);
  }

  readonly #axisText = (price: number): string => this.#pane.textAt(price);

  #priceText(price: number): string {
    return this.#format.price(this.#scale.ticksOf(price), this.#scale.grid);
  }

  /** Null where a bar is a day or longer. */
  #dayOf(): ((timeMs: number) => string) | null {
    return isIntraday(this.#settings.interval) ? this.#dateOf : null;
  }

  readonly #sessionOf = (timeMs: number): number | null =>
    this.#settings.sessions ? (this.#tradeDates.sessionAt(timeMs)?.place ?? null) : null;

  readonly #dateOf = (timeMs: number): string => this.tradeDateOf(timeMs);

  #onState(next: CandleState): void {
    if (next.kind !== this.state.read().kind || next.kind === 'error') this.state.write(next);
  }

  #onBars(): void {
    this.compare.reachBack();
    this.#pane.rescale();
    this.#axisFollows();
    this.drawings.refresh();
    this.reader.readSoon();
  }

  #onView(): void {
    this.#pane.rescale();
    this.drawings.refresh();
    this.time.refresh();
    // Percentages are relative to the left edge of the view.
    if (this.#isInPercent()) this.reader.readSoon();
  }

  /** Several contracts tick within one frame. */
  readonly #onCompared = oncePerFrame(() => {
    if (this.#isDisposed) return;
    if (this.compare.panePx > 0) this.compare.refresh();
    this.#labelAgain();
    this.reader.readSoon();
  }, onNextFrame);

  /** In the turn that brings the bar, so that axis and bar are painted at once and not in two frames. */
  #axisFollows(): void {
    const newest = this.#chart.getDataList().at(-1);
    if (!newest) return;
    if (this.#pane.widenFor([this.#axisText(newest.close)])) this.#restyle();
    if (this.#pane.hasDrifted(newest.close)) this.#labelAgain();
  }

  /** Called in the middle of a layout, where starting another one would have no effect. */
  #onLabels(texts: readonly string[]): void {
    if (this.#pane.widenFor(texts)) this.#restyleSoon();
  }

  readonly #restyleSoon = oncePerFrame(() => {
    if (!this.#isDisposed) this.#restyle();
  }, onNextFrame);

  /** Labels under a tag are hidden, so they are chosen again when a tag has moved; a dragged axis stays as it is. */
  #labelAgain(): void {
    this.#chart.resize();
  }

  #countdown(openMs: number): string {
    const period = this.#chart.getPeriod();
    const left = this.#isOpen && period ? barLeftMs(intervalOfPeriod(period), openMs, marketNowMs()) : null;
    return left === null ? '' : this.#format.countdown(left);
  }
}
