/** The price pane as a plane: converts between pointer positions, instants and ticks, and pixels. */
import type { PriceGrid, Ticks } from '@mua/core/values';
import type { Chart, KLineData } from 'klinecharts';
import type { ChartInterval } from '#features/chart/settings/chart-interval.ts';
import { type BarPlaces, indexOfTime, timeOfIndex } from '#features/chart/surface/bar-places.ts';
import { CANDLE_PANE } from '#features/chart/surface/panes.ts';
import { type Box, nearest, type Pixel, type Place } from '#features/chart/surface/plane-points.ts';
import type { PriceScale } from '#features/chart/surface/price-scale.ts';

const MAGNET_PX = 40;

/** A move in bars and ticks. */
export interface Step {
  readonly bars: number;
  readonly ticks: Ticks;
}

export interface Axes {
  xOf(index: number): number;
  yOf(ticks: Ticks): number;
  /** Of a price between two ticks too. */
  yAt(price: number): number;
}

export interface ChartPlaneOptions {
  readonly container: HTMLElement;
  readonly chart: Chart;
  readonly scale: PriceScale;
  readonly interval: () => ChartInterval;
}

/** Values read from ten thousand bars at once, and again only when other bars arrive; the newest may grow meanwhile. */
interface ReadBars {
  /** Bars are compared by identity: the library replaces the one that changes and keeps the others. */
  readonly first: KLineData | undefined;
  readonly lastFinished: KLineData | undefined;
  readonly bars: BarPlaces;
  /** Lowest price of the bars before the newest. */
  readonly lowestBefore: number;
}

export class ChartPlane implements Axes {
  readonly #options: ChartPlaneOptions;
  #read: ReadBars | null = null;

  constructor(options: ChartPlaneOptions) {
    this.#options = options;
  }

  get bars(): BarPlaces {
    return this.#readBars().bars;
  }

  /** The lowest price of all bars; undefined without any. */
  get lowest(): number | undefined {
    const newest = this.#options.chart.getDataList().at(-1);
    return newest && Math.min(this.#readBars().lowestBefore, newest.low);
  }

  #readBars(): ReadBars {
    const list = this.#options.chart.getDataList();
    const interval = this.#options.interval();
    const [first, lastFinished] = [list[0], list.at(-2)];
    const known = this.#read;
    if (known && known.first === first && known.lastFinished === lastFinished) {
      const { bars } = known;
      if (bars.interval === interval && bars.timesMs.length === list.length) return known;
    }
    const timesMs = list.map(({ timestamp }) => timestamp);
    const lowestBefore = list.slice(0, -1).reduce((least, { low }) => Math.min(least, low), Number.POSITIVE_INFINITY);
    const read = { first, lastFinished, bars: { interval, timesMs }, lowestBefore };
    this.#read = read;
    return read;
  }

  /** The bars themselves, with decimal prices. */
  get list(): readonly KLineData[] {
    return this.#options.chart.getDataList();
  }

  /** Indexes of the bars in view; `to` is the first one beyond. */
  get inView(): { readonly from: number; readonly to: number } {
    return this.#options.chart.getVisibleRange();
  }

  get box(): Box {
    return this.#options.chart.getSize(CANDLE_PANE, 'main') ?? { width: 0, height: 0 };
  }

  xOf(index: number): number {
    return this.#pixel({ dataIndex: index }).x ?? 0;
  }

  /** The instant at a place from the left; null without bars. */
  timeAt(x: number): number | null {
    const converted = this.#options.chart.convertFromPixel([{ x }], { paneId: CANDLE_PANE });
    const index = (Array.isArray(converted) ? converted[0] : converted)?.dataIndex;
    return index === undefined || this.bars.timesMs.length === 0 ? null : timeOfIndex(this.bars, index);
  }

  yOf(ticks: Ticks): number {
    return this.yAt(this.#options.scale.priceOf(ticks));
  }

  yAt(price: number): number {
    return this.#pixel({ value: price }).y ?? 0;
  }

  /** The place under a pointer; outside the pane only when asked for. */
  pixelOf({ clientX, clientY }: MouseEvent, mayBeOutside = false): Pixel | null {
    const { left, top } = this.#options.container.getBoundingClientRect();
    const { width, height } = this.box;
    const pixel = { x: clientX - left, y: clientY - top };
    const isInside = pixel.x >= 0 && pixel.x <= width && pixel.y >= 0 && pixel.y <= height;
    return isInside || mayBeOutside ? pixel : null;
  }

  /** The prices that exist on this plane. */
  get grid(): PriceGrid {
    return this.#options.scale.grid;
  }

  pixelsOf(places: readonly Place[], axes: Axes = this): Pixel[] {
    const { bars } = this;
    return places.map(({ timeMs, ticks }) => ({ x: axes.xOf(indexOfTime(bars, timeMs)), y: axes.yOf(ticks) }));
  }

  /** Snaps to whole ticks in a whole bar; with the magnet, to one of the bar's prices. */
  placeAt({ x, y }: Pixel, { isMagnet }: { isMagnet: boolean }): Place | null {
    const { chart, scale } = this.#options;
    const converted = chart.convertFromPixel([{ x, y }], { paneId: CANDLE_PANE });
    const point = Array.isArray(converted) ? converted[0] : converted;
    if (point?.dataIndex === undefined || point.value === undefined) return null;
    const timeMs = timeOfIndex(this.bars, point.dataIndex);
    const bar = isMagnet ? chart.getDataList()[point.dataIndex] : undefined;
    const prices = bar ? [bar.open, bar.high, bar.low, bar.close].map(scale.ticksOf) : [];
    const found = nearest(
      y,
      prices.map((ticks) => this.yOf(ticks)),
      MAGNET_PX,
    );
    return { timeMs, ticks: prices[found] ?? scale.ticksOf(point.value) };
  }

  moved({ timeMs, ticks }: Place, { bars, ticks: up }: Step): Place {
    const moved = bars === 0 ? timeMs : timeOfIndex(this.bars, indexOfTime(this.bars, timeMs) + bars);
    return { timeMs: moved, ticks: ticks + up };
  }

  stepBetween(from: Place, to: Place): Step {
    const bars = indexOfTime(this.bars, to.timeMs) - indexOfTime(this.bars, from.timeMs);
    return { bars, ticks: to.ticks - from.ticks };
  }

  /** The newest close. */
  newest(): Place | null {
    const bar = this.#options.chart.getDataList().at(-1);
    return bar ? { timeMs: bar.timestamp, ticks: this.#options.scale.ticksOf(bar.close) } : null;
  }

  #pixel(point: { dataIndex?: number; value?: number }): { x?: number; y?: number } {
    const found = this.#options.chart.convertToPixel([point], { paneId: CANDLE_PANE });
    return (Array.isArray(found) ? found[0] : found) ?? {};
  }
}
