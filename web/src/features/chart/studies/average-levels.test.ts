// @vitest-environment jsdom
/**
 * Checks that an alert on an average waits where the chart draws it: the library's own calculation, on the same closes,
 * against the level that the server works out (core, moving-level).
 */
import { AVERAGES, seededRandom } from '@mua/core/values';
import { levelOn } from '@mua/core/values/moving-level';
import { type Indicator, init, type KLineData } from 'klinecharts';
import { expect, test, vi } from 'vitest';

const TICK = 0.25;

/** What it paints goes nowhere. */
function paintsNothing(): CanvasRenderingContext2D {
  const measured = { width: 8 };
  const paint = { get: () => () => measured, set: () => true };
  return new Proxy({}, paint) as CanvasRenderingContext2D;
}

test.each(AVERAGES)('%s is drawn where its alert waits', (average) => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(() => paintsNothing() as never);
  const chart = init(document.createElement('div'));
  chart?.createIndicator({ name: average, id: average });
  const library = chart?.getIndicators({ id: average })[0];
  if (!library) throw new Error(average);
  const random = seededRandom(20);
  const closes = Array.from({ length: 600 }, () => random.between(1_700, 1_900));
  const timesMs = closes.map((_, index) => index * 60_000);
  const bars = closes.map((close, index) => ({ timestamp: index * 60_000, close: close * TICK }) as KLineData);
  for (const period of [2, 20, 55, 200, 500]) {
    const named = { ...library, calcParams: [period], figures: [{ key: 'value' }] } as Indicator;
    const drawn = library.calc(bars, named) as { value?: number }[];
    for (const count of [period, period + 1, 600]) {
      const reading = levelOn(
        { kind: 'average', average, period, interval: '1m' },
        { timesMs: timesMs.slice(0, count), closes: closes.slice(0, count) },
      );
      const value = drawn[count - 1]?.value;
      if (reading.kind === 'at') expect(reading.drawn * TICK).toBeCloseTo(value ?? Number.NaN, 9);
      // Its first value, the mean of the first closes, has no other one before it to cross from.
      else expect([average, count]).toEqual(['EMA', period]);
    }
  }
});
