/** Safe prices: the range in which no holder's margin level can change. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyPrice, isSafe, narrow } from '#margin/safe-prices.ts';

const TICK_VND = 326_250;

test.each([
  // A long of 10 may lose 10 ticks and keeps one in reserve; rises are no matter.
  [10, 32_625_000, 1791, Number.POSITIVE_INFINITY],
  [-10, 32_625_000, Number.NEGATIVE_INFINITY, 1809],
  [1, 0, 1800, Number.POSITIVE_INFINITY],
  [1, -5, 1800, Number.POSITIVE_INFINITY],
  [0, 5, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
])('%i lots at 1800 that may lose %i dong are safe from %d to %d', (netLots, lossVnd, lowTicks, highTicks) => {
  const safe = anyPrice();
  narrow(safe, { netLots, markTicks: 1800, tickVnd: TICK_VND, lossVnd });
  expect(safe).toEqual({ lowTicks, highTicks });
});

test('a holder for whom the range was narrowed never loses more than allowed within it', () => {
  const held = fc.record({
    netLots: fc.integer({ min: -500, max: 500 }),
    markTicks: fc.integer({ min: -50_000, max: 50_000 }),
    tickVnd: fc.double({ min: 1, max: 1e7, noNaN: true }),
    lossVnd: fc.double({ min: 0, max: 1e13, noNaN: true }),
  });
  fc.assert(
    fc.property(
      fc.array(held, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: -60_000, max: 60_000 }),
      (all, ticks) => {
        const safe = anyPrice();
        for (const one of all) narrow(safe, one);
        if (!isSafe(safe, ticks)) return;
        for (const { netLots, markTicks, tickVnd, lossVnd } of all)
          expect((markTicks - ticks) * netLots * tickVnd).toBeLessThanOrEqual(Math.max(lossVnd, 0));
      },
    ),
  );
});
