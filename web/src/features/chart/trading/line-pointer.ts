/**
 * Lets a pointer take lines: a mouse anywhere along a line, before the drawings and the library receive the event, a
 * finger by the label. A pointer that has hardly moved takes nothing.
 */
import type { LineDrag } from '#features/chart/trading/line-drag.ts';
import type { LabelledLine } from '#features/chart/trading/order-line.ts';
import type { TradedChart } from '#features/chart/trading/traded-chart.ts';

export interface LinePointerOptions {
  readonly chart: TradedChart;
  readonly drag: LineDrag;
  /** Receives pointer events before the drawings and the library do. */
  readonly surface: HTMLElement;
}

interface Point {
  readonly clientX: number;
  readonly clientY: number;
}

/** Maximum distance of a mouse from a line. */
const REACH_PX = 5;
/** A pointer that moved less has not moved. */
const SLACK_PX = 3;

export class LinePointer {
  readonly #options: LinePointerOptions;
  readonly #listening = new AbortController();
  /** State of the current press. */
  #following = new AbortController();

  constructor(options: LinePointerOptions) {
    this.#options = options;
    const { surface } = options;
    const listening = { capture: true, signal: this.#listening.signal };
    surface.addEventListener('pointerdown', (event) => this.#onDown(event), listening);
    surface.addEventListener(
      'pointermove',
      (event) => {
        surface.dataset.move = String(this.#lineAt(event) !== undefined);
      },
      listening,
    );
  }

  stop(): void {
    this.#listening.abort();
    this.#following.abort();
    this.#options.drag.forget();
  }

  grab(line: LabelledLine, start: Point): void {
    const { drag, chart, surface } = this.#options;
    const fromTicks = drag.ticksToTake(line);
    if (fromTicks === null) return;
    const offsetPx = start.clientY - surface.getBoundingClientRect().top - chart.plane.yOf(fromTicks);
    let isOff = false;
    this.#follow({
      onMove: (event) => {
        if (!isOff && Math.abs(event.clientY - start.clientY) <= SLACK_PX) return;
        if (!isOff) drag.take(line);
        isOff = true;
        const ticks = this.#ticksAt(event, offsetPx);
        if (ticks !== null) drag.carry(ticks);
      },
      onUp: () => drag.drop(),
      onCancel: () => drag.leave(),
    });
  }

  /** Until it is released, cancelled by the system, or ended by Esc. */
  #follow(to: { onMove: (event: PointerEvent) => void; onUp: () => void; onCancel: () => void }): void {
    this.#following.abort();
    const following = new AbortController();
    this.#following = following;
    const endWith = (act: () => void) => () => {
      following.abort();
      act();
    };
    const { signal } = following;
    const cancel = endWith(to.onCancel);
    document.addEventListener('pointermove', to.onMove, { signal });
    document.addEventListener('pointerup', endWith(to.onUp), { signal });
    document.addEventListener('pointercancel', cancel, { signal });
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // The page around the chart would handle it as well: Esc leaves the full screen too.
      event.stopPropagation();
      cancel();
    };
    document.addEventListener('keydown', onKey, { signal, capture: true });
  }

  #onDown(event: PointerEvent): void {
    const line = event.button === 0 ? this.#lineAt(event) : undefined;
    if (!line) return;
    event.stopPropagation();
    // Suppresses the mouse events, so that the library does not scroll the bars.
    event.preventDefault();
    this.grab(line, event);
  }

  #lineAt(event: PointerEvent): LabelledLine | undefined {
    const { chart, drag } = this.#options;
    if (event.pointerType === 'touch' || chart.drawings.state.read().tool !== null) return undefined;
    const pixel = chart.plane.pixelOf(event);
    const place = pixel && chart.lines.places.near(pixel.y, REACH_PX);
    const line = place ? drag.lineOf(place.id) : undefined;
    return line?.canMove ? line : undefined;
  }

  /** Null where the pointer is outside the chart. */
  #ticksAt(event: PointerEvent, offsetPx: number): number | null {
    const { plane } = this.#options.chart;
    const pixel = plane.pixelOf(event, true);
    return pixel && (plane.placeAt({ x: pixel.x, y: pixel.y - offsetPx }, { isMagnet: false })?.ticks ?? null);
  }
}
