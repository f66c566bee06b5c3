import { expect, test } from 'vitest';
import { sumsOf } from '#movement-sums.ts';

test('the price of a package is no trading fee, and a kind that did not move is left out', () => {
  const sums = sumsOf([
    { type: 'TRANSACTION_FEE', amount: '-350000' },
    { type: 'PACKAGE_FEE', amount: '-1500000' },
    { type: 'TRANSACTION_FEE', amount: '-350000' },
  ]);
  expect([...sums]).toEqual([
    ['fees', -700_000n],
    ['packages', -1_500_000n],
  ]);
});
