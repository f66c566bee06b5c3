import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { requiredMarginVnd } from '#margin/margin.ts';
import { previewRoll, previewSpreadRoll, type RollInput } from '#preview/roll-preview.ts';

const NONE = { netLots: 0, workingBuyLots: 0, workingSellLots: 0 };
const LEG = { marginPerLotVnd: 34_874_400n, feePerLotVnd: 350_000n };

/** Two lots of December at 448, into March at 462'4. */
function corn(change: Partial<RollInput> = {}): RollInput {
  return {
    near: { ...LEG, exposure: { ...NONE, netLots: 2 }, priceTicks: 1_792 },
    far: { ...LEG, exposure: NONE, priceTicks: 1_850 },
    lots: 2,
    equityVnd: 200_000_000n,
    requiredVnd: 69_748_800n,
    ...change,
  };
}

describe('a roll', () => {
  test('of as many lots keeps the margin and pays the fees of two orders', () => {
    expect(previewRoll(corn())).toEqual({
      requiredVnd: { before: 69_748_800n, after: 69_748_800n },
      availableVnd: { before: 130_251_200n, after: 128_851_200n },
      ratioBasisPoints: { before: 28_674n, after: 28_473n },
      feeVnd: 1_400_000n,
      isAccepted: true,
      shortfallVnd: 0n,
      spreadTicks: -58,
    });
  });

  test('is short of what closing the far month again would cost', () => {
    const equityVnd = 69_748_800n + 2_100_000n;
    expect(previewRoll(corn({ equityVnd })).isAccepted).toBe(true);
    expect(previewRoll(corn({ equityVnd: equityVnd - 1n }))).toMatchObject({ isAccepted: false, shortfallVnd: 1n });
  });

  test('that reduces a position of the other side in the far month is never refused; its worst case counts until it fills', () => {
    const far = { ...LEG, exposure: { ...NONE, netLots: -3 }, priceTicks: null };
    expect(previewRoll(corn({ far, equityVnd: 0n, requiredVnd: 174_372_000n }))).toMatchObject({
      isAccepted: true,
      requiredVnd: { after: 104_623_200n },
      spreadTicks: null,
    });
  });
});

describe('a roll by one order in the spread', () => {
  test('keeps the margin when it is filled, and pays a side of each month', () => {
    expect(previewSpreadRoll(corn())).toMatchObject({
      requiredVnd: { before: 69_748_800n, after: 69_748_800n },
      availableVnd: { before: 130_251_200n, after: 128_851_200n },
      feeVnd: 1_400_000n,
      isAccepted: true,
      spreadTicks: -58,
    });
  });

  test('needs margin for both months, and both sides of both fees, while it works', () => {
    const equityVnd = 2n * 69_748_800n + 2_800_000n;
    expect(previewSpreadRoll(corn({ equityVnd })).isAccepted).toBe(true);
    expect(previewSpreadRoll(corn({ equityVnd: equityVnd - 1n }))).toMatchObject({
      isAccepted: false,
      shortfallVnd: 1n,
      requiredVnd: { after: 69_748_800n },
    });
  });
});

test('property: required margin is the sum of both months after it', () => {
  const lots = fc.integer({ min: 1, max: 40 });
  fc.assert(
    fc.property(lots, lots, fc.integer({ min: -40, max: 40 }), fc.boolean(), (held, some, farLots, isLong) => {
      const count = Math.min(held, some);
      const sign = isLong ? 1 : -1;
      const near = { ...LEG, exposure: { ...NONE, netLots: sign * held }, priceTicks: null };
      const far = { ...LEG, exposure: { ...NONE, netLots: farLots }, priceTicks: null };
      const sum = (nearLots: number, other: number) =>
        requiredMarginVnd({ ...NONE, netLots: nearLots }, LEG.marginPerLotVnd) +
        requiredMarginVnd({ ...NONE, netLots: other }, LEG.marginPerLotVnd);
      const requiredVnd = sum(sign * held, farLots);
      // The order's worst case counts the far month as it is too.
      const after = previewRoll({ near, far, lots: count, equityVnd: 0n, requiredVnd }).requiredVnd.after;
      const worst = Math.max(Math.abs(farLots + sign * count), Math.abs(farLots));
      expect(after).toBe(sum(sign * (held - count), worst));
    }),
  );
});
