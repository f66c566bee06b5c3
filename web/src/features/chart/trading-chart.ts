/**
 * The chart itself. The only file that loads klinecharts, and itself loaded on demand: the library touches `window`
 * when it loads and weighs more than the rest of the desk. It draws decimal prices; ticks become those on the way in
 * and labels come back through the contract's own format, so that a grain reads 457'6 everywhere.
 */
import type { Contract } from '@mua/contract/entities/contract';
import * as kline from 'klinecharts';
import { createFrameValue, type FrameValue } from '#data/frame-value.ts';
import { marketNowMs } from '#data/market-clock.ts';
import type { Format } from '#i18n/use-format.ts';
import { barLeftMs } from './bar-time.ts';
import { CandleSource, type CandleState, intervalOf, periodOf } from './candle-source.ts';
import { type ChartReader, createChartReader } from './chart-reader.ts';
import { type ChartSettings, DEFAULT_CHART } from './chart-settings.ts';
import { type ChartTheme, chartStyles } from './chart-theme.ts';
import { applyIndicators } from './indicators.ts';
import { type ChartLine, labelRoom, type OwnLinesView, ownLinesTemplate, showOwnLines } from './own-lines.ts';
import { createPriceAxis, type PriceAxis } from './price-axis.ts';
import { type PriceScale, priceScale } from './price-scale.ts';
import { crosshairTime, timeAxisTicks } from './time-axis.ts';

const CANDLE_PANE = 'candle_pane';
const LOCALE = 'vi-VN';
const AXIS_MIN_PX = 58;
const BAR_PX = 7;
/** Between the newest bar and the axis; labels of own lines get more, but never more than this share of the chart. */
const RIGHT_PX = 56;
const RIGHT_MAX_SHARE = 0.45;

kline.registerOverlay(ownLinesTemplate);
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
  readonly reader: ChartReader;
  readonly #chart: kline.Chart;
  readonly #container: HTMLElement;
  readonly #scale: PriceScale;
  readonly #axis: PriceAxis;
  readonly #source: CandleSource;
  readonly #compact: boolean;
  readonly #resize: ResizeObserver;
  #theme: ChartTheme;
  #format: Format;
  #settings: ChartSettings = { ...DEFAULT_CHART, indicators: [], volume: false };
  #lines: readonly ChartLine[] = [];
  #rightPx = RIGHT_PX;
  #isOpen = false;
  #axisWidth = AXIS_MIN_PX;

  constructor(container: HTMLElement, options: TradingChartOptions) {
    const { contract, compact } = options;
    this.#container = container;
    this.#compact = compact;
    this.#theme = options.theme;
    this.#format = options.format;
    this.#scale = priceScale(contract.decimalFormat);
    this.#chart = this.#init(options.settings);
    const chart = this.#chart;
    this.#axis = createPriceAxis({
      scale: this.#scale,
      textOf: (ticks) => this.#priceText(this.#scale.priceOf(ticks)),
      lastPrice: () => chart.getDataList().at(-1)?.close,
      ownPrices: () => this.#lines.map(({ ticks }) => this.#scale.priceOf(ticks)),
    });
    this.#shapeAxes();
    this.reader = createChartReader({
      container,
      chart,
      theme: () => this.#theme,
      ticksOf: this.#scale.ticksOf,
      priceText: (price) => this.#priceText(price),
      onNewest: (close) => this.#onNewest(close),
    });
    this.#source = new CandleSource({
      contract,
      priceOf: this.#scale.priceOf,
      onState: (next) => this.#onState(next),
      onBars: () => this.reader.readSoon(),
      onGap: () => chart.resetData(),
    });
    this.#resize = new ResizeObserver(() => {
      chart.resize();
      this.#makeRoom({ mayShrink: true });
    });
    this.#resize.observe(container);
    // Symbol, period (`apply`) and loader: all three, or nothing loads; the loader last, so that it is asked once.
    chart.setSymbol({ ticker: contract.code, pricePrecision: contract.decimalFormat.scale, volumePrecision: 0 });
    this.apply(options.settings);
    chart.setDataLoader(this.#source.loader);
  }

  apply(next: ChartSettings): void {
    const before = this.#settings;
    this.#settings = next;
    if (next.type !== before.type) this.#restyle();
    this.#showIndicators();
    if (!this.#chart.getPeriod() || next.interval !== before.interval) this.#chart.setPeriod(periodOf(next.interval));
    this.reader.readSoon();
  }

  setTheme(theme: ChartTheme): void {
    this.#theme = theme;
    this.#restyle();
    this.#showIndicators();
    this.#drawLines();
    this.reader.readSoon();
  }

  setFormat(format: Format): void {
    this.#format = format;
    this.#chart.resize();
    this.reader.readSoon();
  }

  setLines(lines: readonly ChartLine[]): void {
    const levels = (all: readonly ChartLine[]) => all.map(({ ticks }) => ticks).join(' ');
    const haveMoved = levels(lines) !== levels(this.#lines);
    const areSame = lines.length === this.#lines.length && lines.every(({ id }, at) => id === this.#lines[at]?.id);
    this.#lines = lines;
    this.#drawLines();
    // A profit gains and loses a digit all the time, and the bars must not swing with it.
    this.#makeRoom({ mayShrink: !areSame });
    if (haveMoved) this.#labelAgain();
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

  /** A PNG as a data address. */
  picture(): string {
    return this.#chart.getConvertPictureUrl(true, 'png', this.#theme.surface);
  }

  dispose(): void {
    this.#resize.disconnect();
    this.reader.stop();
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
        formatDate: ({ timestamp }) => crosshairTime(timestamp, this.#settings.interval, this.#format),
        formatBigNumber: (value) => this.#format.volume(Math.round(Number(value))),
        formatExtendText: ({ data }) => this.#countdown(data.timestamp),
      },
    });
    if (!chart) throw new Error('the chart found no canvas');
    // The library puts itself first in the tab order; what can be done by keys stands on the panel around it.
    for (const child of this.#container.children) if (child instanceof HTMLElement) child.tabIndex = -1;
    return chart;
  }

  #shapeAxes(): void {
    const { grid } = this.#scale;
    // The library keeps axes by name for the whole page, so the name says the grid.
    const name = `mua-${grid.display}-${grid.scale}-${grid.tickUnits}`;
    kline.registerYAxis({ name, displayValueToText: (price) => this.#priceText(price) });
    const gap = { top: this.#compact ? 28 : 48, bottom: 14 };
    const { createTicks, createRange } = this.#axis;
    this.#chart.overrideYAxis({ paneId: CANDLE_PANE, name, gap, createTicks, createRange });
    this.#chart.overrideXAxis({
      createTicks: (params) =>
        timeAxisTicks(this.#chart, params, { interval: this.#settings.interval, format: this.#format }),
    });
    this.#chart.setBarSpace(BAR_PX);
    this.#chart.setOffsetRightDistance(RIGHT_PX);
  }

  /** The labels of own lines stand beside the newest bars, not on them. Whoever looks at the past is left there. */
  #makeRoom({ mayShrink }: { readonly mayShrink: boolean }): void {
    const most = (this.#container.clientWidth - this.#axisWidth) * RIGHT_MAX_SHARE;
    const wanted = Math.max(RIGHT_PX, Math.min(labelRoom(this.#linesView()), most));
    if (wanted === this.#rightPx || (wanted < this.#rightPx && !mayShrink)) return;
    const room = this.#chart.getOffsetRightDistance();
    const isAtNewest = room > 0 && room <= this.#rightPx + 1;
    this.#rightPx = wanted;
    if (isAtNewest) this.#chart.setOffsetRightDistance(wanted);
  }

  #restyle(): void {
    this.#chart.setStyles(chartStyles(this.#theme, this.#settings.type, this.#axisWidth));
  }

  #showIndicators(): void {
    applyIndicators(this.#chart, this.#settings, { theme: this.#theme, compact: this.#compact });
  }

  #drawLines(): void {
    showOwnLines(this.#chart, this.#linesView());
  }

  #linesView(): OwnLinesView {
    const theme = this.#theme;
    return {
      lines: this.#lines,
      theme,
      priceOf: this.#scale.priceOf,
      textOf: (ticks) => this.#priceText(this.#scale.priceOf(ticks)),
      widthOf: (text) => kline.utils.calcTextWidth(text, 11, 500, theme.family),
      compact: this.#compact,
    };
  }

  #priceText(price: number): string {
    return this.#format.price(this.#scale.ticksOf(price), this.#scale.grid);
  }

  #onState(next: CandleState): void {
    if (next.kind !== this.state.read().kind || next.kind === 'error') this.state.write(next);
  }

  /** Wide enough for the contract's prices, so that the axis never jumps while they move. */
  #onNewest(close: number): void {
    const width = kline.utils.calcTextWidth(this.#priceText(close), 11, 500, this.#theme.family) + 22;
    if (width > this.#axisWidth) {
      this.#axisWidth = width;
      this.#restyle();
    }
    if (this.#axis.hasDrifted(close)) this.#labelAgain();
  }

  /** Labels under a tag are left blank, so they are chosen again when a tag has moved; the reach may change with it. */
  #labelAgain(): void {
    const { createTicks, createRange } = this.#axis;
    this.#chart.overrideYAxis({ paneId: CANDLE_PANE, createTicks, createRange });
  }

  #countdown(openMs: number): string {
    const period = this.#chart.getPeriod();
    const left = this.#isOpen && period ? barLeftMs(intervalOf(period), openMs, marketNowMs()) : null;
    return left === null ? '' : this.#format.countdown(left);
  }
}
