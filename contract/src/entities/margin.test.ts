import { expect, test } from 'vitest';
import { type InvestorMarginEntry, mergeMarginEntries } from '#entities/margin.ts';

const entry = (over: Partial<InvestorMarginEntry>): InvestorMarginEntry => ({
  accountId: 'a1',
  isDemo: true,
  equity: '100',
  requiredMargin: '40',
  availableMargin: '60',
  transactionFee: '0',
  marginRatio: '250',
  seq: 5,
  ...over,
});

test('newer figures replace older ones and keep isDemo (docs/rules/entities.md#margin)', () => {
  const known = mergeMarginEntries(new Map(), [entry({}), entry({ accountId: 'a2', isDemo: false })]);
  const merged = mergeMarginEntries(known, [
    entry({ isDemo: false, equity: '90', seq: 6 }),
    entry({ accountId: 'a3' }),
  ]);
  expect([...merged.values()].map(({ accountId, isDemo, equity }) => [accountId, isDemo, equity])).toEqual([
    ['a1', true, '90'],
    ['a2', false, '100'],
    ['a3', true, '100'],
  ]);
});

test('figures older than the known ones are ignored', () => {
  const known = mergeMarginEntries(new Map(), [entry({})]);
  expect(mergeMarginEntries(known, [entry({ equity: '1', seq: 4 })]).get('a1')?.equity).toBe('100');
});
