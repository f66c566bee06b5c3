import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lossAtStopVnd, lotsFromRisk, type StoppedEntry } from '#preview/risk-lots.ts';
import type { Side } from '#values/trading-words.ts';

/** Corn bought at 448'0 with a stop 8 ticks below: 2,642,000 dong and 700,000 of fees for each lot. */
const CORN: StoppedEntry = {
  side: 'BUY',
  entryTicks: 1_792,
  stopTicks: 1_784,
  terms: { tickValueMinor: 1_250n, rateE4: 264_200_000n },
  feePerLotVnd: 350_000n,
};

describe('corn with a stop of 8 ticks', () => {
  test('loses its ticks and the fees of both sides', () => {
    expect(lossAtStopVnd(CORN, 1)).toBe(3_342_000n);
    expect(lossAtStopVnd(CORN, 2)).toBe(6_684_000n);
    expect(lossAtStopVnd({ ...CORN, side: 'SELL', stopTicks: 1_800 }, 2)).toBe(6_684_000n);
  });

  test.each([
    [3_341_999n, 0],
    [3_342_000n, 1],
    [6_683_999n, 1],
    [7_000_000n, 2],
    [10_000_000_000n, 25],
  ])('%s dong can stand %i lots of at most 25', (risk, lots) => {
    expect(lotsFromRisk(CORN, risk, 25)).toBe(lots);
  });

  test('where a stop still gains, after fees, only the most lots end it', () => {
    expect(lotsFromRisk({ ...CORN, stopTicks: 1_800 }, 0n, 25)).toBe(25);
  });

  test('of nothing there is nothing', () => {
    expect(lotsFromRisk(CORN, 7_000_000n, 0)).toBe(0);
    expect(lotsFromRisk(CORN, 0n, 25)).toBe(0);
  });
});

test('the lots stand the sum and one more does not, whatever the rounding', () => {
  const entry: fc.Arbitrary<StoppedEntry> = fc.record({
    side: fc.constantFrom<Side>('BUY', 'SELL'),
    entryTicks: fc.integer({ min: -5_000, max: 90_000 }),
    stopTicks: fc.integer({ min: -5_000, max: 90_000 }),
    terms: fc.record({
      tickValueMinor: fc.bigInt({ min: 1n, max: 100_000n }),
      rateE4: fc.bigInt({ min: 1_000_000n, max: 400_000_000n }),
    }),
    feePerLotVnd: fc.bigInt({ min: 0n, max: 500_000n }),
  });
  fc.assert(
    fc.property(entry, fc.bigInt({ min: 0n, max: 10n ** 11n }), fc.integer({ min: 0, max: 200 }), (on, risk, max) => {
      const lots = lotsFromRisk(on, risk, max);
      expect(lots).toBeGreaterThanOrEqual(0);
      expect(lots).toBeLessThanOrEqual(max);
      if (lossAtStopVnd(on, 1) <= 0n) return;
      if (lots > 0) expect(lossAtStopVnd(on, lots) <= risk).toBe(true);
      if (lots < max) expect(lossAtStopVnd(on, lots + 1) > risk).toBe(true);
    }),
    { numRuns: 500 },
  );
});
