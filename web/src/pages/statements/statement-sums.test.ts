import type { Statement } from '@mua/contract/entities/statement';
import { expect, test } from 'vitest';
import { sumsOf } from '#pages/statements/statement-sums.ts';

function line(type: Statement['movements'][number]['type'], amount: string): Statement['movements'][number] {
  const ids = { transactionId: '1', accountId: '108C000001-01' };
  return { ...ids, timestamp: '2026-11-20T02:00:00.000Z', type, amount, balance: '0', note: '', fill: null };
}

test('the price of a package is no trading fee', () => {
  const sums = sumsOf([line('TRANSACTION_FEE', '-350000'), line('PACKAGE_FEE', '-1500000')]);
  expect(sums.filter(({ sum }) => sum !== 0n)).toEqual([
    { name: 'fees', sum: -350_000n },
    { name: 'packages', sum: -1_500_000n },
  ]);
});

test('what is usual is said, also when nothing moved', () => {
  expect(sumsOf([]).map(({ name }) => name)).toEqual(['deposits', 'withdrawals', 'profit', 'fees']);
});
