/** Puts the chart into words: the legend's reading of one bar, and the newest bars for a screen reader. */
import type { CivilDate } from '@mua/core/values';
import type { Chart, Crosshair, KLineData } from 'klinecharts';
import { oncePerFrame, onNextFrame } from '#clock/frame.ts';
import { createFrameValue, type FrameValue } from '#clock/frame-value.ts';
import {
  NO_READING,
  percentsOf,
  type Reading,
  readingOf,
  type StudyReading,
} from '#features/chart/studies/legend-reading.ts';
import { CANDLE_PANE } from '#features/chart/surface/panes.ts';

/** Number of bars in the screen reader's table. */
const TABLE_BARS = 20;

export interface TableBar extends Reading {
  readonly timeMs: number;
  /** Trade date of a bar of a day or longer, whenever it opened. */
  readonly date: CivilDate | null;
}

export interface ChartReader {
  /** The bar under the crosshair, else the newest. */
  readonly reading: FrameValue<Reading>;
  /** The newest bars, newest first; an unchanged bar is the same object. Empty while other bars are loading. */
  readonly table: FrameValue<readonly TableBar[]>;
  /** Reads this bar while the pointer is elsewhere; null reads the newest again. */
  mark(index: number | null): void;
  /** Reads in the next frame: indicators are calculated asynchronously, after the bars. */
  readSoon(): void;
  stop(): void;
}

export interface ChartReaderOptions {
  readonly container: HTMLElement;
  readonly chart: Pick<Chart, 'getDataList' | 'convertFromPixel' | 'subscribeAction'>;
  readonly ticksOf: (price: number) => number;
  /** Returns the indicators' values at a bar. */
  readonly studiesAt: (index: number) => readonly StudyReading[];
  /** Until then the library still holds the bars of the previous interval. */
  readonly isReady: () => boolean;
  /** Returns the trade date that names a bar; null for intraday bars. */
  readonly dateOf: (timeMs: number) => CivilDate | null;
  /** Base of a percent axis: if present, the legend also shows percentages, and the price at the pointer. */
  readonly percentBase: () => number | null;
  /** The index under the pointer, to the right of the newest bar too; null when the pointer has left. */
  readonly onPointed: (index: number | null) => void;
}

export function createChartReader(options: ChartReaderOptions): ChartReader {
  const { container, chart, ticksOf } = options;
  const reading = createFrameValue<Reading>(NO_READING);
  const table = createFrameValue<readonly TableBar[]>([]);
  const readSoon = oncePerFrame(read, onNextFrame);
  let pointed: number | null = null;
  let pointedTicks: number | null = null;
  let marked: number | null = null;
  let isStopped = false;
  chart.subscribeAction('onCrosshairChange', onCrosshair);
  // The library reports when the pointer moves, but not when it leaves.
  container.addEventListener('pointerleave', onLeave);
  return {
    reading,
    table,
    mark: (index) => {
      marked = index;
      readSoon();
    },
    readSoon,
    stop: () => {
      isStopped = true;
      container.removeEventListener('pointerleave', onLeave);
    },
  };

  /** The library reports where the pointer is; which bar that is has to be looked up. */
  function onCrosshair(data: unknown): void {
    const { x, y, paneId } = (data ?? {}) as Crosshair;
    const at = x === undefined ? [] : [y === undefined ? { x } : { x, y }];
    const points = chart.convertFromPixel(at, { paneId: CANDLE_PANE });
    const point = Array.isArray(points) ? points[0] : undefined;
    pointed = point?.dataIndex ?? null;
    pointedTicks = paneId === CANDLE_PANE && point?.value !== undefined ? ticksOf(point.value) : null;
    options.onPointed(pointed);
    readSoon();
  }

  function onLeave(): void {
    pointed = null;
    pointedTicks = null;
    options.onPointed(null);
    readSoon();
  }

  function read(): void {
    if (isStopped) return;
    const bars = chart.getDataList();
    const last = bars.length - 1;
    const index = Math.max(0, Math.min(pointed ?? marked ?? last, last));
    const bar = readingOf(bars, index, { ticksOf, studies: options.studiesAt(index) });
    const base = options.percentBase();
    reading.write(base === null ? bar : { ...bar, percents: percentsOf(bars, index, base), pointed: pointedTicks });
    announce(options.isReady() ? newestBars(bars) : []);
  }

  function newestBars(bars: readonly KLineData[]): TableBar[] {
    const from = Math.max(0, bars.length - TABLE_BARS);
    const rows = bars.slice(from).map(({ timestamp: timeMs }, offset) => ({
      ...readingOf(bars, from + offset, { ticksOf, studies: [] }),
      timeMs,
      date: options.dateOf(timeMs),
    }));
    return rows.reverse();
  }

  /** A tick changes one bar, so only that row is rendered. */
  function announce(rows: readonly TableBar[]): void {
    const before = table.read();
    const known = new Map(before.map((row) => [JSON.stringify(row), row]));
    const next = rows.map((row) => known.get(JSON.stringify(row)) ?? row);
    if (next.length !== before.length || next.some((row, place) => row !== before[place])) table.write(next);
  }
}
