/**
 * Shows time on one chart as others of its group do: marks the instant under another's pointer, and moves to where
 * another was moved.
 */
import type { Chart, Crosshair } from 'klinecharts';
import { createFrameValue, type FrameValue } from '#clock/frame-value.ts';
import type { ChartView, GroupedChart } from '#features/chart/chart-group.ts';
import type { ChartReader } from '#features/chart/chart-reader.ts';
import type { ChartInterval } from '#features/chart/settings/chart-interval.ts';
import { indexOfTime, timeOfIndex } from '#features/chart/surface/bar-places.ts';
import type { ChartPlane } from '#features/chart/surface/chart-plane.ts';

export interface SharedTimeOptions {
  readonly chart: Chart;
  readonly plane: ChartPlane;
  readonly reader: () => ChartReader;
  readonly interval: () => ChartInterval;
}

/** No pane has this id, so the library draws the line of the time and none of a price. */
const NO_PANE = 'none';
/** The library takes nothing as "no crosshair", which its types leave out. */
const NO_CROSSHAIR = null as unknown as Crosshair;

export class SharedTime implements GroupedChart {
  readonly pointedMs: FrameValue<number | null> = createFrameValue<number | null>(null);
  readonly view: FrameValue<ChartView | null> = createFrameValue<ChartView | null>(null);
  readonly #options: SharedTimeOptions;
  #markedMs: number | null = null;
  #isMoved = false;

  constructor(options: SharedTimeOptions) {
    this.#options = options;
    const { chart } = options;
    chart.subscribeAction('onScroll', () => this.#tellView());
    chart.subscribeAction('onZoom', () => this.#tellView());
  }

  point(index: number | null): void {
    const { bars } = this.#options.plane;
    this.pointedMs.write(index === null || bars.timesMs.length === 0 ? null : timeOfIndex(bars, index));
  }

  mark(timeMs: number | null): void {
    this.#markedMs = timeMs;
    this.#draw();
    this.#options.reader().mark(this.#markedIndex());
  }

  /** The bars have moved under the mark. */
  refresh(): void {
    if (this.#markedMs !== null) this.#draw();
  }

  /** Bars as long as the other's get its width; longer and shorter ones end at the same time. */
  moveTo({ endMs, barPx, interval }: ChartView): void {
    const { chart, plane } = this.#options;
    if (plane.bars.timesMs.length === 0) return;
    this.#isMoved = true;
    if (interval === this.#options.interval()) chart.setBarSpace(barPx);
    const distance = plane.box.width - plane.xOf(indexOfTime(plane.bars, endMs));
    if (Math.abs(distance) >= 1) chart.scrollByDistance(distance);
    this.#isMoved = false;
  }

  #draw(): void {
    const { chart, plane } = this.#options;
    const index = this.#markedIndex();
    const x = index === null ? null : plane.xOf(index);
    // Outside of what is in view the library would leave the time's tag at the edge.
    if (x !== null && x >= 0 && x <= plane.box.width) chart.executeAction('onCrosshairChange', { x, paneId: NO_PANE });
    // Under a pointer of its own the library's crosshair stays.
    else if (this.pointedMs.read() === null) chart.executeAction('onCrosshairChange', NO_CROSSHAIR);
  }

  /** Null where the bars do not reach back to it. */
  #markedIndex(): number | null {
    const { bars } = this.#options.plane;
    if (this.#markedMs === null || bars.timesMs.length === 0) return null;
    const index = indexOfTime(bars, this.#markedMs);
    return index < 0 ? null : index;
  }

  #tellView(): void {
    if (this.#isMoved) return;
    const { chart, plane, interval } = this.#options;
    const endMs = plane.timeAt(plane.box.width);
    if (endMs !== null) this.view.write({ endMs, barPx: chart.getBarSpace().bar, interval: interval() });
  }
}
