/** The price's pane as a plane: between what a pointer points at, instants and ticks, and pixels. */
import type { CandleInterval } from '@mua/contract/entities/candle';
import type { Chart } from 'klinecharts';
import { CANDLE_PANE } from '../panes.ts';
import type { PriceScale } from '../price-scale.ts';
import { type BarPlaces, indexOfTime, timeOfIndex } from './bar-places.ts';
import { type Drawing, type Place, placesOf } from './drawing.ts';
import { type Box, nearest, type Pixel } from './shapes.ts';

const MAGNET_PX = 40;

/** By how many bars and ticks something moves. */
export interface Step {
  readonly bars: number;
  readonly ticks: number;
}

export interface Axes {
  xOf(index: number): number;
  yOf(ticks: number): number;
}

export interface ChartPlaneOptions {
  readonly container: HTMLElement;
  readonly chart: Chart;
  readonly scale: PriceScale;
  readonly interval: () => CandleInterval;
}

export class ChartPlane implements Axes {
  readonly #options: ChartPlaneOptions;
  /** The bars' openings, read again when there are others. */
  #read: { readonly state: string; readonly bars: BarPlaces } = { state: '', bars: { interval: '1m', timesMs: [] } };

  constructor(options: ChartPlaneOptions) {
    this.#options = options;
  }

  get bars(): BarPlaces {
    const list = this.#options.chart.getDataList();
    const interval = this.#options.interval();
    const state = `${interval} ${list.length} ${list[0]?.timestamp} ${list.at(-1)?.timestamp}`;
    if (state !== this.#read.state) {
      this.#read = { state, bars: { interval, timesMs: list.map(({ timestamp }) => timestamp) } };
    }
    return this.#read.bars;
  }

  get box(): Box {
    return this.#options.chart.getSize(CANDLE_PANE, 'main') ?? { width: 0, height: 0 };
  }

  xOf(index: number): number {
    return this.#pixel({ dataIndex: index }).x ?? 0;
  }

  yOf(ticks: number): number {
    return this.#pixel({ value: this.#options.scale.priceOf(ticks) }).y ?? 0;
  }

  /** Of a pointer; outside the pane only when asked for. */
  pixelOf({ clientX, clientY }: MouseEvent, mayBeOutside = false): Pixel | null {
    const { left, top } = this.#options.container.getBoundingClientRect();
    const { width, height } = this.box;
    const pixel = { x: clientX - left, y: clientY - top };
    const isInside = pixel.x >= 0 && pixel.x <= width && pixel.y >= 0 && pixel.y <= height;
    return isInside || mayBeOutside ? pixel : null;
  }

  /** Null when a price is not on the grid any more. */
  pixelsOf(drawing: Drawing, axes: Axes = this): Pixel[] | null {
    const { bars } = this;
    const places = placesOf(drawing, this.#options.scale.grid);
    return places?.map(({ timeMs, ticks }) => ({ x: axes.xOf(indexOfTime(bars, timeMs)), y: axes.yOf(ticks) })) ?? null;
  }

  /** Whole ticks in a whole bar; with the magnet, at one of the bar's prices. */
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
