import type { InvestorMarginEntry } from '@mua/contract/entities/margin';
import { afterEach, expect, test } from 'vitest';
import { useMargins } from '#session/margin-store.ts';

const entry = (accountId: string, seq: number, isDemo: boolean, availableMargin: string): InvestorMarginEntry => ({
  accountId,
  isDemo,
  equity: '0',
  requiredMargin: '0',
  availableMargin,
  transactionFee: '0',
  marginRatio: null,
  seq,
});
const margins = useMargins.getState;
afterEach(() => margins().clear());

test('takes figures from the latest entry and isDemo from the first', () => {
  margins().merge([entry('A-01', 1, true, '100'), entry('A-02', 1, false, '7')]);
  margins().merge([entry('A-01', 2, false, '90')]);
  expect(margins().entries.get('A-01')).toMatchObject({ isDemo: true, availableMargin: '90' });
  expect(margins().entries.get('A-02')).toMatchObject({ isDemo: false, availableMargin: '7' });
});

test('ignores older figures that arrive late', () => {
  margins().merge([entry('A-01', 5, true, '90')]);
  margins().merge([entry('A-01', 4, true, '100')]);
  expect(margins().entries.get('A-01')?.availableMargin).toBe('90');
});

test('is emptied by a switch of accounts', () => {
  margins().merge([entry('A-01', 1, true, '100')]);
  margins().clear();
  expect(margins().entries.size).toBe(0);
});
