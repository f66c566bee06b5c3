import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anchoredExits } from '#conditional/exit-anchor.ts';
import type { Side } from '#values/trading-words.ts';

const BRACKET = { takeProfitTicks: 16, stopLossTicks: 8 };

test.each<[string, Side, { notional: number; lots: number }, number, number]>([
  ['bought at 1800', 'SELL', { notional: 1_800, lots: 1 }, 1_816, 1_792],
  ['sold at 1800', 'BUY', { notional: 1_800, lots: 1 }, 1_784, 1_808],
  ['bought at 1800.33 on average: away from it', 'SELL', { notional: 5_401, lots: 3 }, 1_817, 1_792],
  ['sold at 1800.33 on average', 'BUY', { notional: 5_401, lots: 3 }, 1_784, 1_809],
  ['bought at -0.5', 'SELL', { notional: -1, lots: 2 }, 16, -9],
])('%s', (_, side, price, takeProfitTicks, stopLossTicks) => {
  expect(anchoredExits(side, BRACKET, price)).toEqual({ takeProfitTicks, stopLossTicks });
});

test('a leg at a price of its own has no distance', () => {
  const exits = anchoredExits('SELL', { takeProfitTicks: null, stopLossTicks: 8 }, { notional: 1_800, lots: 1 });
  expect(exits).toEqual({ takeProfitTicks: null, stopLossTicks: 1_792 });
});

test('never nearer to the average than asked, and by less than a tick farther', () => {
  const lots = fc.integer({ min: 1, max: 500 });
  const average = fc.integer({ min: -2_000_000, max: 2_000_000 });
  const side = fc.constantFrom<Side>('BUY', 'SELL');
  fc.assert(
    fc.property(side, lots, average, fc.integer({ min: 1, max: 500 }), (of, count, notional, ticks) => {
      const { takeProfitTicks, stopLossTicks } = anchoredExits(
        of,
        { takeProfitTicks: ticks, stopLossTicks: ticks },
        { notional, lots: count },
      );
      for (const exit of [takeProfitTicks, stopLossTicks]) {
        const gap = BigInt(Math.abs((exit ?? 0) * count - notional));
        expect(gap >= BigInt(ticks * count)).toBe(true);
        expect(gap < BigInt((ticks + 1) * count)).toBe(true);
      }
    }),
  );
});
