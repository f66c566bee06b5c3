/**
 * The chart itself. The only file that loads klinecharts, and itself loaded on demand: the library touches `window`
 * when it loads and weighs more than the rest of the desk. It draws decimal prices; ticks become those on the way in
 * and labels come back through the contract's own format, so that a grain reads 457'6 everywhere.
 */
import type { Contract } from '@mua/contract/entities/contract';
import * as kline from 'klinecharts';
import { oncePerFrame, onNextFrame } from '#data/frame.ts';
import { createFrameValue, type FrameValue } from '#data/frame-value.ts';
import { marketNowMs } from '#data/market-clock.ts';
import type { Format } from '#i18n/use-format.ts';
import { barLeftMs, isIntraday } from './bar-time.ts';
import { CandleSource, type CandleState, intervalOf, periodOf } from './candle-source.ts';
import { type ChartReader, createChartReader } from './chart-reader.ts';
import { type ChartSettings, DEFAULT_CHART } from './chart-settings.ts';
import { type ChartTheme, chartStyles } from './chart-theme.ts';
import { CompareLayer, compareTemplate } from './compare/compare-layer.ts';
import type { ComparedContract } from './compare/compared-contract.ts';
import { dayLinesTemplate, showDayLines } from './day-lines.ts';
import { indexOfTime } from './drawings/bar-places.ts';
import { ChartPlane } from './drawings/chart-plane.ts';
import { drawingsTemplate } from './drawings/drawing-figures.ts';
import { DrawingLayer } from './drawings/drawing-layer.ts';
import { ownLinesTemplate } from './own-lines.ts';
import { createPriceAxis, type PriceAxis } from './price-axis.ts';
import { type PriceScale, priceScale } from './price-scale.ts';
import { LOG_AXIS, type ScaleStanding, scaleStanding } from './scale-mode.ts';
import { ownFillsTemplate } from './stakes/fills.ts';
import { LineLayer } from './stakes/line-layer.ts';
import { ownRungsTemplate } from './stakes/rungs.ts';
import { applyStudies, registerStudies, studyReadings } from './studies/chart-studies.ts';
import { isOverPrice } from './studies/study-catalogue.ts';
import { crosshairTime, timeAxisTicks } from './time-axis.ts';
import { TradeDates } from './trade-dates.ts';

const CANDLE_PANE = 'candle_pane';
const LOCALE = 'vi-VN';
const AXIS_MIN_PX = 58;
const BAR_PX = 7;
/** Between the newest bar and the axis; labels of own lines get more, but never more than this share of the chart. */
const RIGHT_PX = 56;
const RIGHT_MAX_SHARE = 0.45;
/** Of the legend's first line, and of each below it; more would press the bars together. */
const HEAD_PX = 28;
const LEGEND_LINE_PX = 18;
const LEGEND_LINES_MAX = 5;

kline.registerOverlay(drawingsTemplate);
kline.registerOverlay(ownLinesTemplate);
kline.registerOverlay(ownRungsTemplate);
kline.registerOverlay(ownFillsTemplate);
kline.registerIndicator(compareTemplate);
kline.registerIndicator(dayLinesTemplate);
registerStudies(kline.registerIndicator);
registerVietnamese();

/** The library's own texts are never shown; it only has to know the name. */
function registerVietnamese(): void {
  const keys = 'time|open|high|low|close|volume|change|turnover|second|minute|hour|day|week|month|year'.split('|');
  const words = 'Thời gian|Mở|Cao|Thấp|Đóng|KL|Thay đổi|Giá trị|giây|phút|giờ|ngày|tuần|tháng|năm'.split('|');
  const entries = keys.map((key, index) => [key, words[index] ?? key]);
  kline.registerLocale(LOCALE, Object.fromEntries(entries) as kline.Locales);
}

export interface TradingChartOptions {
  readonly contract: Contract;
  readonly theme: ChartTheme;
  readonly format: Format;
  readonly settings: ChartSettings;
  /** On a phone: less room for everything but the bars. */
  readonly compact: boolean;
}

export class TradingChart {
  readonly state: FrameValue<CandleState> = createFrameValue<CandleState>({ kind: 'loading' });
  readonly scaleStanding: FrameValue<ScaleStanding>;
  readonly reader: ChartReader;
  readonly drawings: DrawingLayer;
  readonly compare: CompareLayer;
  readonly lines: LineLayer;
  /** The price's pane as a plane of instants and prices. */
  readonly plane: ChartPlane;
  readonly #chart: kline.Chart;
  readonly #options: TradingChartOptions;
  readonly #container: HTMLElement;
  readonly #scale: PriceScale;
  readonly #axis: PriceAxis;
  readonly #source: CandleSource;
  readonly #compact: boolean;
  readonly #resize: ResizeObserver;
  readonly #tradeDates = new TradeDates();
  #theme: ChartTheme;
  #format: Format;
  #settings: ChartSettings = { ...DEFAULT_CHART, indicators: [], volume: false };
  #compared: readonly ComparedContract[] = [];
  #measureText: (fromTicks: number, toTicks: number) => readonly string[] = () => [];
  #rightPx = RIGHT_PX;
  #isOpen = false;
  #isDisposed = false;
  #axisWidth = AXIS_MIN_PX;
  #axisName = '';
  #headPx = 0;

  constructor(container: HTMLElement, options: TradingChartOptions) {
    const { contract, compact } = options;
    this.#options = options;
    this.#container = container;
    this.#compact = compact;
    this.#theme = options.theme;
    this.#format = options.format;
    this.#scale = priceScale(contract.decimalFormat);
    this.scaleStanding = createFrameValue<ScaleStanding>({ mode: options.settings.scale, obstacles: {} });
    this.#chart = this.#init(options.settings);
    const chart = this.#chart;
    this.plane = new ChartPlane({ container, chart, scale: this.#scale, interval: () => this.#settings.interval });
    this.lines = this.#createLines();
    this.#axis = this.#createAxis();
    this.#shapeAxes();
    this.reader = createChartReader({
      container,
      chart,
      ticksOf: this.#scale.ticksOf,
      studiesAt: (index) => this.#readAt(index),
      onNewest: (close) => this.#onNewest(close),
    });
    this.drawings = this.#createDrawings();
    this.compare = new CompareLayer({
      chart,
      theme: () => this.#theme,
      interval: () => this.#settings.interval,
      base: () => this.#base(),
      endMs: () => marketNowMs(),
      onChange: () => this.#onCompared(),
    });
    this.#source = new CandleSource({
      contract,
      tradeDates: this.#tradeDates,
      priceOf: this.#scale.priceOf,
      onState: (next) => this.#onState(next),
      onBars: () => this.#onBars(),
      onGap: () => chart.resetData(),
    });
    chart.subscribeAction('onVisibleRangeChange', () => this.#onView());
    this.#resize = new ResizeObserver(() => {
      chart.resize();
      this.#makeRoom({ mayShrink: true });
      this.reader.readSoon();
    });
    this.#resize.observe(container);
    // Symbol, period (`apply`) and loader: all three, or nothing loads; the loader last, so that it is asked once.
    chart.setSymbol({ ticker: contract.code, pricePrecision: contract.decimalFormat.scale, volumePrecision: 0 });
    this.apply(options.settings);
    showDayLines(chart, { theme: () => this.#theme, dateOf: () => this.#dayOf() });
    chart.setDataLoader(this.#source.loader);
  }

  apply(next: ChartSettings): void {
    const before = this.#settings;
    this.#settings = next;
    if (next.type !== before.type) this.#restyle();
    this.#showStudies();
    if (!this.#chart.getPeriod() || next.interval !== before.interval) {
      this.#chart.setPeriod(periodOf(next.interval));
      this.compare.set(this.#compared);
    }
    this.#rescale();
    this.reader.readSoon();
  }

  setTheme(theme: ChartTheme): void {
    this.#theme = theme;
    this.#restyle();
    this.#showStudies();
    this.lines.draw();
    this.drawings.refresh();
    this.reader.readSoon();
  }

  setFormat(format: Format, measureText: (fromTicks: number, toTicks: number) => readonly string[]): void {
    this.#format = format;
    this.#measureText = measureText;
    this.#chart.resize();
    this.drawings.refresh();
    this.reader.readSoon();
  }

  setCompared(lines: readonly ComparedContract[]): void {
    this.#compared = lines;
    this.compare.set(lines);
    this.#makeHeadroom();
    this.#rescale();
    this.#onCompared();
  }

  /** While the market rests, no countdown runs. */
  setOpen(isOpen: boolean): void {
    this.#isOpen = isOpen;
  }

  retry(): void {
    this.#chart.resetData();
  }

  scroll(bars: number): void {
    this.#chart.scrollByDistance(bars * this.#chart.getBarSpace().bar);
  }

  zoom(factor: number): void {
    this.#chart.zoomAtCoordinate(factor);
  }

  toLatest(): void {
    this.#chart.setOffsetRightDistance(this.#rightPx);
  }

  /** The axis reaches as far as the bars again, after somebody has pulled at it. */
  resetScale(): void {
    const { createTicks, createRange } = this.#axis;
    this.#chart.overrideYAxis({ paneId: CANDLE_PANE, createTicks, createRange });
  }

  /** A PNG as a data address. */
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
    kline.dispose(this.#container);
  }

  #init(settings: ChartSettings): kline.Chart {
    const chart = kline.init(this.#container, {
      locale: LOCALE,
      timezone: 'Asia/Ho_Chi_Minh',
      styles: chartStyles(this.#theme, settings.type, this.#axisWidth),
      // Prices are formatted by us, without grouping.
      thousandsSeparator: { sign: '' },
      decimalFold: { threshold: 20 },
      // They would listen on the whole page.
      hotkey: { enabled: false },
      zoomAnchor: { main: 'cursor', xAxis: 'last_bar' },
      formatter: {
        formatDate: ({ timestamp }) =>
          crosshairTime(timestamp, { ...this.#settings, dateOf: this.#dateOf, format: this.#format }),
        formatBigNumber: (value) => this.#format.volume(Math.round(Number(value))),
        formatExtendText: ({ data }) => this.#countdown(data.timestamp),
      },
    });
    if (!chart) throw new Error('the chart found no canvas');
    // The library puts itself first in the tab order; what can be done by keys stands on the panel around it.
    for (const child of this.#container.children) if (child instanceof HTMLElement) child.tabIndex = -1;
    return chart;
  }

  #createAxis(): PriceAxis {
    return createPriceAxis({
      scale: this.#scale,
      textOf: (ticks) => this.#priceText(this.#scale.priceOf(ticks)),
      lastPrice: () => this.#chart.getDataList().at(-1)?.close,
      ownPrices: () => this.lines.prices(),
      otherPrices: () => this.compare.prices(),
      mode: () => this.scaleStanding.read().mode,
      base: () => this.#base(),
    });
  }

  #createLines(): LineLayer {
    return new LineLayer({
      chart: this.#chart,
      theme: () => this.#theme,
      priceOf: this.#scale.priceOf,
      textOf: (ticks) => this.#priceText(this.#scale.priceOf(ticks)),
      widthOf: (text) => this.#widthOf(text),
      indexOf: (timeMs) => indexOfTime(this.plane.bars, timeMs),
      compact: this.#compact,
      onChange: ({ haveMoved, mayShrink }) => {
        this.#makeRoom({ mayShrink });
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
      measureText: (fromTicks, toTicks) => this.#measureText(fromTicks, toTicks),
      widthOf: (text) => this.#widthOf(text),
    });
  }

  #shapeAxes(): void {
    this.#nameAxis();
    this.#chart.overrideXAxis({
      createTicks: (params) =>
        timeAxisTicks(this.#chart, params, { ...this.#settings, dateOf: this.#dateOf, format: this.#format }),
    });
    this.#chart.setBarSpace(BAR_PX);
    this.#chart.setOffsetRightDistance(RIGHT_PX);
  }

  /** The library keeps axes by name for the whole page and makes one anew when its name changes. */
  #nameAxis(): void {
    const isLog = this.scaleStanding.read().mode === 'log';
    const name = `mua-${this.#options.contract.code}-${isLog ? 'log' : 'linear'}`;
    if (name === this.#axisName) return;
    this.#axisName = name;
    const displayValueToText = (price: number) => this.#axis.textAt(price);
    kline.registerYAxis({ name, displayValueToText, ...(isLog ? LOG_AXIS : {}) });
    const { createTicks, createRange } = this.#axis;
    this.#chart.overrideYAxis({ paneId: CANDLE_PANE, name, gap: this.#gap(), createTicks, createRange });
  }

  /** The bars keep clear of the legend's lines. */
  #gap(): { top: number; bottom: number } {
    const over = this.#compact ? 0 : this.#settings.indicators.filter(isOverPrice).length;
    const compared = this.#compared.length === 0 ? 0 : this.#compared.length + 1;
    return { top: HEAD_PX + LEGEND_LINE_PX * Math.min(over + compared, LEGEND_LINES_MAX), bottom: 14 };
  }

  #makeHeadroom(): void {
    const gap = this.#gap();
    if (gap.top === this.#headPx) return;
    this.#headPx = gap.top;
    this.#chart.overrideYAxis({ paneId: CANDLE_PANE, gap });
  }

  /** What the axis can show may have changed: prices fell to zero, a contract is compared, the left edge moved. */
  #rescale(): void {
    const bars = this.#chart.getDataList();
    const lows = bars.map(({ low }) => low);
    const next = scaleStanding({
      wanted: this.#settings.scale,
      isComparing: this.compare.isComparing,
      lowest: lows.length === 0 ? undefined : lows.reduce((least, low) => Math.min(least, low)),
      base: this.#base(),
    });
    const before = this.scaleStanding.read();
    if (JSON.stringify(next) === JSON.stringify(before)) return;
    this.scaleStanding.write(next);
    if (next.mode === before.mode) return;
    this.#nameAxis();
    this.resetScale();
    this.drawings.refresh();
  }

  /** The close of the bar at the left edge of the view. */
  #base(): number | undefined {
    const bars = this.#chart.getDataList();
    return bars[Math.max(0, this.#chart.getVisibleRange().from)]?.close;
  }

  /** The labels of own lines stand beside the newest bars, not on them. Whoever looks at the past is left there. */
  #makeRoom({ mayShrink }: { readonly mayShrink: boolean }): void {
    const most = (this.#container.clientWidth - this.#axisWidth) * RIGHT_MAX_SHARE;
    const wanted = Math.max(RIGHT_PX, Math.min(this.lines.room(), most));
    if (wanted === this.#rightPx || (wanted < this.#rightPx && !mayShrink)) return;
    const room = this.#chart.getOffsetRightDistance();
    const isAtNewest = room > 0 && room <= this.#rightPx + 1;
    this.#rightPx = wanted;
    if (isAtNewest) this.#chart.setOffsetRightDistance(wanted);
  }

  #restyle(): void {
    this.#chart.setStyles(chartStyles(this.#theme, this.#settings.type, this.#axisWidth));
  }

  #showStudies(): void {
    const extra = () => ({ dateOf: this.#dayOf() });
    applyStudies(this.#chart, this.#settings, { theme: this.#theme, compact: this.#compact, extra });
    this.#makeHeadroom();
  }

  #readAt(index: number) {
    this.compare.read(index);
    return studyReadings(this.#chart, {
      index,
      settings: this.#settings,
      theme: this.#theme,
      priceText: (price) => this.#priceText(price),
      volumeText: (volume) => this.#format.volume(Math.round(volume)),
    });
  }

  #widthOf(text: string): number {
    return kline.utils.calcTextWidth(text, 11, 500, this.#theme.family);
  }

  #priceText(price: number): string {
    return this.#format.price(this.#scale.ticksOf(price), this.#scale.grid);
  }

  /** Null where a bar is a day or longer. */
  #dayOf(): ((timeMs: number) => string) | null {
    return isIntraday(this.#settings.interval) ? this.#dateOf : null;
  }

  readonly #dateOf = (timeMs: number): string => this.#tradeDates.dateAt(timeMs);

  #onState(next: CandleState): void {
    if (next.kind !== this.state.read().kind || next.kind === 'error') this.state.write(next);
  }

  #onBars(): void {
    this.compare.reachBack();
    this.#rescale();
    this.drawings.refresh();
    this.reader.readSoon();
  }

  #onView(): void {
    this.#rescale();
    this.drawings.refresh();
    if (this.compare.isComparing) this.reader.readSoon();
  }

  /** Several contracts tick within one frame. */
  readonly #onCompared = oncePerFrame(() => {
    if (this.#isDisposed) return;
    this.#labelAgain();
    this.reader.readSoon();
  }, onNextFrame);

  /** Wide enough for the contract's prices, so that the axis never jumps while they move. */
  #onNewest(close: number): void {
    const width = kline.utils.calcTextWidth(this.#priceText(close), 11, 500, this.#theme.family) + 22;
    if (width > this.#axisWidth) {
      this.#axisWidth = width;
      this.#restyle();
    }
    if (this.#axis.hasDrifted(close)) this.#labelAgain();
  }

  /** Labels under a tag are left blank, so they are chosen again when a tag has moved; a pulled axis stays as it is. */
  #labelAgain(): void {
    this.#chart.resize();
  }

  #countdown(openMs: number): string {
    const period = this.#chart.getPeriod();
    const left = this.#isOpen && period ? barLeftMs(intervalOf(period), openMs, marketNowMs()) : null;
    return left === null ? '' : this.#format.countdown(left);
  }
}
