import { expect, test } from 'vitest';
import { readCalculatorSearch } from '#pages/margin-calculator/calculator-search.ts';

const NOTHING = {
  ...{ contract: undefined, side: undefined, lots: undefined },
  ...{ price: undefined, money: undefined, kind: undefined },
};

test('an address is read as it was shared, digits as text or as a number', () => {
  const shared = { contract: 'ZCEZ26', side: 'SELL', lots: '2', price: '462.50', money: '120000000', kind: 'business' };
  expect(readCalculatorSearch(shared)).toEqual(shared);
  expect(readCalculatorSearch({ lots: 2, price: 462.5, money: 120_000_000 })).toEqual({
    ...NOTHING,
    ...{ lots: '2', price: '462.5', money: '120000000' },
  });
  expect(readCalculatorSearch({ price: '-0.05' }).price).toBe('-0.05');
});

test.each([
  { contract: '<script>' },
  { contract: 'zcez26' },
  { side: 'toString' },
  { lots: '0' },
  { lots: '1.5' },
  { lots: '-1' },
  { lots: Number.NaN },
  { price: "462'4" },
  { price: '1e5' },
  { money: '-1' },
  { money: '1'.repeat(16) },
  { money: ['1'] },
  { kind: 'agent' },
])('%j is as if it was not there, and says so', (search) =>
  // Undefined, not absent: the router would keep what is not mentioned.
  expect(readCalculatorSearch(search)).toStrictEqual(NOTHING),
);
