/**
 * Charts that are looked at together: the instant under the pointer is marked in all of them and their legends read it,
 * and, if wished, whoever scrolls or zooms one moves the others to the same time.
 */
import type { FrameValue } from '#clock/frame-value.ts';
import type { ChartInterval } from '#features/chart/settings/chart-interval.ts';

/** What part of time a chart shows. */
export interface ChartView {
  /** At its right edge. */
  readonly endMs: number;
  /** Width of a bar, which others take if their bars are as long. */
  readonly barPx: number;
  readonly interval: ChartInterval;
}

export interface GroupedChart {
  /** The instant of the bar under the pointer; null while the pointer is elsewhere. */
  readonly pointedMs: FrameValue<number | null>;
  /** Where somebody has moved it; null before that. What the market moves is not told. */
  readonly view: FrameValue<ChartView | null>;
  /** Marks the instant under the pointer of another chart. */
  mark(timeMs: number | null): void;
  moveTo(view: ChartView): void;
}

export class ChartGroup {
  readonly #charts = new Set<GroupedChart>();
  /** Whether all move together. */
  isSameTime = false;

  join(chart: GroupedChart): () => void {
    this.#charts.add(chart);
    const others = () => [...this.#charts].filter((other) => other !== chart);
    const stops = [
      chart.pointedMs.subscribe(() => {
        const timeMs = chart.pointedMs.read();
        for (const other of others()) other.mark(timeMs);
      }),
      chart.view.subscribe(() => {
        const view = chart.view.read();
        if (view && this.isSameTime) for (const other of others()) other.moveTo(view);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      this.#charts.delete(chart);
      for (const other of this.#charts) other.mark(null);
    };
  }
}
