import { describe, expect, test } from 'vitest';
import { positionFigures, positionSums } from '#features/positions/position-figures.ts';
import { CORN, samplePosition } from '#mock/sample-records.ts';

const ground = { contract: CORN, markTicks: 1831, marginVnd: 73_236_240n };

describe('a row', () => {
  test('a long at the live mark', () => {
    expect(positionFigures(samplePosition(), ground)).toEqual({
      side: 'BUY',
      lots: 2,
      markTicks: 1831,
      profitMinor: 62_500n,
      profitVnd: 16_512_500n,
      currency: 'USD',
      marginVnd: 73_236_240n,
    });
  });

  test('a short gains when the price falls', () => {
    const short = samplePosition({ netLots: -2, buyQuantity: 0, sellQuantity: 2 });
    expect(positionFigures(short, { ...ground, markTicks: 1800 })).toMatchObject({
      side: 'SELL',
      profitMinor: 15_000n,
    });
  });

  test('before the first live price the server’s mark is used', () => {
    expect(positionFigures(samplePosition(), { ...ground, markTicks: null }).profitVnd).toBe(16_512_500n);
  });

  test('a delisted contract keeps the server’s profit', () => {
    const lone = { contract: undefined, markTicks: null, marginVnd: null };
    expect(positionFigures(samplePosition(), lone)).toMatchObject({ profitMinor: null, profitVnd: 16_512_500n });
  });
});

describe('the sum', () => {
  const usd = positionFigures(samplePosition(), ground);
  const yen = { ...usd, currency: 'JPY', profitMinor: 900n, profitVnd: 1_500n, lots: 1 };

  test('adds up the rows; only dollar contracts count towards the dollars', () => {
    expect(positionSums([usd, yen])).toEqual({
      positions: 2,
      lots: 3,
      profitUsdMinor: 62_500n,
      profitVnd: 16_514_000n,
      marginVnd: 146_472_480n,
      isProfitKnown: true,
    });
  });

  test('a position that can’t be valued leaves no reliable sum', () => {
    expect(positionSums([usd, { ...yen, profitVnd: null }]).isProfitKnown).toBe(false);
  });
});
