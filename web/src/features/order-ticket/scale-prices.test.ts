import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scalePrices } from '#features/order-ticket/scale-prices.ts';

test.each([
  [{ fromTicks: 1_800, toTicks: 1_760, steps: 5 }, [1_800, 1_790, 1_780, 1_770, 1_760]],
  [{ fromTicks: 1_760, toTicks: 1_800, steps: 2 }, [1_760, 1_800]],
  [{ fromTicks: 0, toTicks: 10, steps: 4 }, [0, 3, 7, 10]],
  [{ fromTicks: 2, toTicks: -3, steps: 3 }, [2, 0, -3]],
  [{ fromTicks: 1_800, toTicks: 1_798, steps: 3 }, [1_800, 1_799, 1_798]],
  [{ fromTicks: 1_800, toTicks: 1_799, steps: 3 }, undefined],
  [{ fromTicks: 1_800, toTicks: 1_800, steps: 1 }, undefined],
])('%j', (range, prices) => expect(scalePrices(range)).toEqual(prices));

test('both ends are there, no price twice, and the gaps differ by a tick at most', () => {
  const ticks = fc.integer({ min: -100_000, max: 100_000 });
  fc.assert(
    fc.property(ticks, ticks, fc.integer({ min: 2, max: 50 }), (fromTicks, toTicks, steps) => {
      const prices = scalePrices({ fromTicks, toTicks, steps });
      fc.pre(prices !== undefined);
      expect([prices[0], prices.at(-1), prices.length]).toEqual([fromTicks, toTicks, steps]);
      const gaps = prices.slice(1).map((price, at) => Math.abs(price - (prices[at] ?? 0)));
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1);
      expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThanOrEqual(1);
    }),
  );
});
