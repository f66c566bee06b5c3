import { expect, test } from 'vitest';
import {
  type Balances,
  balanceOf,
  brokerAccount,
  cashAccount,
  deficitAccount,
  post,
  postingBetween,
  postingOf,
} from '#ledger/ledger.ts';

test('demo and live money never share a counterparty', () => {
  expect([brokerAccount('fees', true), brokerAccount('fees', false)]).toEqual(['house:fees:demo', 'house:fees:live']);
});

test('a posting between cash and a broker account states the sub-account’s gain', () => {
  const fee = {
    type: 'fee',
    of: { accountId: 'an', isDemo: false, cash: cashAccount('an') },
    broker: 'fees',
    amountVnd: -350n,
    reference: 'fill',
  } as const;
  expect(postingBetween(fee)).toEqual({
    type: 'fee',
    accountId: 'an',
    amountVnd: -350n,
    reference: 'fill',
    entries: [
      { account: 'cash:an', amountVnd: -350n },
      { account: 'house:fees:live', amountVnd: 350n },
    ],
  });
});

test.each([
  ['a repaid deficit takes the cash', cashAccount('an'), deficitAccount('an'), -70n],
  ['a deficit brings it', deficitAccount('an'), cashAccount('an'), 70n],
])('%s', (_what, gives, takes, amountVnd) => {
  const posting = postingOf({ type: 'deficit', accountId: 'an', amountVnd: 70n, reference: 'seq', gives, takes });
  expect(posting).toEqual({
    type: 'deficit',
    accountId: 'an',
    amountVnd,
    reference: 'seq',
    entries: [
      { account: takes, amountVnd: 70n },
      { account: gives, amountVnd: -70n },
    ],
  });
});

test('a balance is the sum of its entries; an unknown account has none', () => {
  const balances: Balances = new Map();
  const of = { accountId: 'an', isDemo: true, cash: cashAccount('an') };
  const facts = { type: 'deposit', of, broker: 'deposits', reference: 'bank' } as const;
  post(balances, postingBetween({ ...facts, amountVnd: 500n }));
  post(balances, postingBetween({ ...facts, amountVnd: 20n }));
  expect([balanceOf(balances, 'cash:an'), balanceOf(balances, 'house:deposits:demo')]).toEqual([520n, -520n]);
  expect(balanceOf(balances, 'cash:binh')).toBe(0n);
});

test('entries that do not sum to zero are a bug', () => {
  const entries = [{ account: 'cash:an', amountVnd: 1n }];
  const posting = { type: 'fee', accountId: 'an', amountVnd: 1n, reference: '', entries } as const;
  expect(() => post(new Map(), posting)).toThrow('sum to zero');
});
