import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeMargin } from '#margin/margin.ts';
import { marginLevelOf } from '#margin/margin-level.ts';
import { estimatedProfit } from '#positions/position.ts';
import { type OpeningInput, previewOpening } from '#preview/opening-preview.ts';

const LEVELS = { callPercent: 100, cancelPercent: 70, countdownPercent: 40, liquidationPercent: 20 };
/** Corn at 26,420 dong: a tick of one lot is 330,250 dong. */
const TERMS = {
  tickValueMinor: 1_250n,
  rateE4: 264_200_000n,
  marginPerLotVnd: 34_874_400n,
  feePerLotVnd: 350_000n,
  maxLotsPerOrder: 100,
};

/** Two lots of corn bought at 462'4 with 120 million dong. */
function corn(change: Partial<OpeningInput> = {}): OpeningInput {
  return { side: 'BUY', lots: 2, priceTicks: 1_850, terms: TERMS, ownVnd: 120_000_000n, levels: LEVELS, ...change };
}

describe('two lots of corn', () => {
  test('cost their margin and fees, and move by their ticks', () => {
    expect(previewOpening(corn())).toMatchObject({
      requiredMargin: { perLotVnd: 34_874_400n, totalVnd: 69_748_800n },
      fee: { perLotVnd: 350_000n, totalVnd: 700_000n },
      tick: { perLotVnd: 330_250n, totalVnd: 660_500n },
      notional: { perLotVnd: 610_962_500n, totalVnd: 1_221_925_000n },
      onePercent: { perLotVnd: 6_109_625n, totalVnd: 12_219_250n },
      leastVnd: 71_148_800n,
    });
  });

  test('leave what was there less fee and margin', () => {
    expect(previewOpening(corn()).order).toMatchObject({
      isAccepted: true,
      availableVnd: { before: 120_000_000n, after: 49_551_200n },
      ratioBasisPoints: { before: null, after: 17_104n },
      maxBuyLots: 3,
    });
  });

  test.each([
    ['CALL', 1_774, -76, -50_198_000n],
    ['CANCEL', 1_743, -107, -70_673_500n],
    ['COUNTDOWN', 1_711, -139, -91_809_500n],
    ['LIQUIDATION', 1_690, -160, -105_680_000n],
  ])('bought, are at %s at %i ticks', (level, ticks, moveTicks, profitVnd) => {
    const reached = previewOpening(corn()).levels.find((one) => one.level === level);
    expect(reached?.at).toEqual({ ticks, moveTicks, profitVnd });
  });

  test('sold, lose on the other side by as much', () => {
    const moves = previewOpening(corn({ side: 'SELL' })).levels.map(({ at }) => at?.moveTicks);
    expect(moves).toEqual([76, 107, 139, 160]);
  });

  test('without a price have margin, fees and ticks, and nothing that needs one', () => {
    const preview = previewOpening(corn({ priceTicks: null }));
    expect(preview).toMatchObject({ notional: null, onePercent: null, levels: [], leastVnd: 71_148_800n });
    expect(preview.order?.isAccepted).toBe(true);
  });

  test('without money are no order and reach no level', () => {
    expect(previewOpening(corn({ ownVnd: null }))).toMatchObject({ order: null, levels: [] });
  });

  test('with a dong too little are refused for it and reach no level', () => {
    const { order, levels } = previewOpening(corn({ ownVnd: 71_148_799n }));
    expect(order).toMatchObject({ isAccepted: false, shortfallVnd: 1n });
    expect(levels).toEqual([]);
  });

  test('with money for any price at or above zero reach no level below it', () => {
    const { levels } = previewOpening(corn({ ownVnd: 2_000_000_000n }));
    expect(levels.map(({ at }) => at)).toEqual([null, null, null, null]);
  });

  test('of a broker without margin levels have none', () => {
    expect(previewOpening(corn({ levels: null })).levels).toEqual([]);
  });
});

const opening = fc.record({
  side: fc.constantFrom('BUY' as const, 'SELL' as const),
  lots: fc.integer({ min: 1, max: 500 }),
  priceTicks: fc.integer({ min: -2_000, max: 20_000 }),
  terms: fc.record({
    tickValueMinor: fc.bigInt({ min: 1n, max: 5_000n }),
    rateE4: fc.bigInt({ min: 1_000n, max: 300_000_000n }),
    marginPerLotVnd: fc.bigInt({ min: 1n, max: 10n ** 9n }),
    feePerLotVnd: fc.bigInt({ min: 0n, max: 10n ** 6n }),
    maxLotsPerOrder: fc.constant(500),
  }),
  ownVnd: fc.bigInt({ min: 0n, max: 10n ** 12n }),
  levels: fc.constant(LEVELS),
});

test('the least money is accepted by the engine’s check, and a dong less is not', () =>
  fc.assert(
    fc.property(opening, (input) => {
      const { leastVnd } = previewOpening(input);
      const judged = (equityVnd: bigint) =>
        judgeMargin(
          {
            equityVnd,
            requiredVnd: 0n,
            exposure: { netLots: 0, workingBuyLots: 0, workingSellLots: 0 },
            marginPerLotVnd: input.terms.marginPerLotVnd,
            feeVnd: input.terms.feePerLotVnd,
            earlierLots: 0,
          },
          input.side,
          input.lots,
        ).accepted;
      expect(judged(leastVnd)).toBe(true);
      expect(judged(leastVnd - 1n)).toBe(false);
      expect(previewOpening({ ...input, ownVnd: leastVnd }).order?.isAccepted).toBe(true);
      expect(previewOpening({ ...input, ownVnd: leastVnd - 1n }).order?.isAccepted).toBe(false);
    }),
  ));

test('each level is the engine’s at its price, and not one tick before', () => {
  const worse = ['CALL', 'CANCEL', 'COUNTDOWN', 'LIQUIDATION'] as const;
  const rules = { ...LEVELS, countdownMs: 1, liftPercent: 70, targetPercent: 100, retryMs: 1 };
  fc.assert(
    fc.property(opening, ({ ownVnd, ...input }) => {
      const least = previewOpening({ ...input, ownVnd: null }).leastVnd;
      const own = least + ownVnd;
      const { levels, fee, requiredMargin } = previewOpening({ ...input, ownVnd: own });
      const netLots = input.side === 'BUY' ? input.lots : -input.lots;
      const position = { netLots, openNotional: input.priceTicks * input.lots };
      const levelAt = (ticks: number) => {
        const equityVnd = own - fee.totalVnd + estimatedProfit(position, ticks, input.terms).vnd;
        return marginLevelOf({ equityVnd, requiredVnd: requiredMargin.totalVnd }, rules);
      };
      levels.forEach(({ level, at }, index) => {
        if (!at) return;
        expect(worse.slice(index)).toContain(levelAt(at.ticks));
        expect(worse.slice(index)).not.toContain(levelAt(at.ticks + Math.sign(netLots)));
        expect(level).toBe(worse[index]);
      });
    }),
  );
});

test('a percent of the price is a hundredth of the value, to the dong', () =>
  fc.assert(
    fc.property(opening, (input) => {
      const { notional, onePercent } = previewOpening(input);
      const gap = (notional?.totalVnd ?? 0n) - 100n * (onePercent?.totalVnd ?? 0n);
      expect(gap >= -51n && gap <= 51n).toBe(true);
    }),
  ));
