import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { marginLevelOf } from '#margin/margin-level.ts';
import { estimatedProfit } from '#positions/position.ts';
import { type MarginLevelInput, marginLevelPriceTicks } from '#preview/margin-level-price.ts';

const RULES = {
  callPercent: 100,
  cancelPercent: 70,
  countdownPercent: 40,
  countdownMs: 1_000,
  liftPercent: 60,
  liquidationPercent: 20,
  targetPercent: 80,
  retryMs: 10,
};
/** Corn: 12.50 USD a tick at 25,000 dong is 312,500 dong a tick and lot. */
const TERMS = { tickValueMinor: 1_250n, rateE4: 250_000_000n };

/** Two lots bought at 1,806, marked there, with so much equity for a required 10,000,000. */
function long(equityVnd: bigint, netLots = 2): MarginLevelInput {
  const position = { netLots, openNotional: 1_806 * Math.abs(netLots) };
  return { position, terms: TERMS, markTicks: 1_806, solvency: { equityVnd, requiredVnd: 10_000_000n } };
}

test.each<[string, MarginLevelInput, number, number | null]>([
  ['16,250,000 for 10,000,000: 10 ticks down it is at 100 %, the 11th is below', long(16_250_000n), 100, 1_795],
  ['a short falls on the other side', long(16_250_000n, -2), 100, 1_817],
  ['70 % is further', long(16_250_000n), 70, 1_791],
  ['below already: where it came from', long(9_999_999n), 100, 1_806],
  ['below already, by two ticks', long(8_750_000n), 100, 1_807],
  ['nothing held', long(16_250_000n, 0), 100, null],
  ['too rich for any price', long(10n ** 24n), 100, null],
  ['a price below zero is a price', long(10_000_000n + 625_000n * 2_000n), 100, -195],
])('%s', (_name, ground, percent, price) => expect(marginLevelPriceTicks(ground, percent)).toBe(price));

test('without required margin there is no level', () => {
  const ground = { ...long(-1n), solvency: { equityVnd: -1n, requiredVnd: 0n } };
  expect(marginLevelPriceTicks(ground, 100)).toBeNull();
});

describe('by the engine’s own rung at that price and one tick before', () => {
  const ground = fc.record({
    netLots: fc.integer({ min: -400, max: 400 }).filter((lots) => lots !== 0),
    openTicks: fc.integer({ min: -2_000, max: 20_000 }),
    markTicks: fc.integer({ min: -2_000, max: 20_000 }),
    tickValueMinor: fc.bigInt({ min: 1n, max: 5_000n }),
    rateE4: fc.bigInt({ min: 1_000n, max: 300_000_000n }),
    equityVnd: fc.bigInt({ min: -(10n ** 11n), max: 10n ** 11n }),
    requiredVnd: fc.bigInt({ min: 1n, max: 10n ** 11n }),
  });
  const levels = [
    [100, ['CALL', 'CANCEL', 'COUNTDOWN', 'LIQUIDATION']],
    [70, ['CANCEL', 'COUNTDOWN', 'LIQUIDATION']],
    [40, ['COUNTDOWN', 'LIQUIDATION']],
  ] as const;

  test.each(levels)('%d %%', (percent, levels) =>
    fc.assert(
      fc.property(ground, ({ netLots, openTicks, markTicks, tickValueMinor, rateE4, equityVnd, requiredVnd }) => {
        const position = { netLots, openNotional: openTicks * Math.abs(netLots) };
        const terms = { tickValueMinor, rateE4 };
        const price = marginLevelPriceTicks(
          { position, terms, markTicks, solvency: { equityVnd, requiredVnd } },
          percent,
        );
        if (price === null) return;
        const profit = (ticks: number) => estimatedProfit(position, ticks, terms).vnd;
        const levelAt = (ticks: number) =>
          marginLevelOf({ equityVnd: equityVnd - profit(markTicks) + profit(ticks), requiredVnd }, RULES);
        expect(levels).toContain(levelAt(price));
        expect(levels).not.toContain(levelAt(price + Math.sign(netLots)));
      }),
    ),
  );
});
