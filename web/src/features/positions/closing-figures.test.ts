import { expect, test } from 'vitest';
import { closingFigures, sumKnown } from '#features/positions/closing-figures.ts';

const terms = { feePerLot: '350000' };
const margin = {
  contractCode: 'ZCEZ26',
  netLots: 3,
  workingBuyLots: 1,
  workingSellLots: 0,
  marginPerLot: '50000000',
  requiredMargin: '200000000',
} as never;
const part = { side: 'BUY', lots: 2, profitVnd: 1_000_000n, clearsOrders: false } as const;

test('a part: its fee, the result after it, and the margin of the remaining lots', () =>
  expect(closingFigures(part, { terms, margin })).toEqual({
    feeVnd: 700_000n,
    resultVnd: 300_000n,
    marginChangeVnd: -100_000_000n,
  }));

test('all of it and the orders: no margin is required any more', () =>
  expect(closingFigures({ ...part, lots: 3, clearsOrders: true }, { terms, margin }).marginChangeVnd).toBe(
    -200_000_000n,
  ));

test('reversed: the fee of both orders, and the margin of the other side', () =>
  expect(closingFigures({ ...part, lots: 6 }, { terms, margin })).toMatchObject({
    feeVnd: 2_100_000n,
    marginChangeVnd: -50_000_000n,
  }));

test('unknown values are not invented', () => {
  expect(closingFigures({ ...part, profitVnd: null }, { terms, margin: null })).toEqual({
    feeVnd: 700_000n,
    resultVnd: null,
    marginChangeVnd: null,
  });
  expect([sumKnown([1n, 2n]), sumKnown([1n, null])]).toEqual([3n, null]);
});
