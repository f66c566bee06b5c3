/** What moved the cash of a sub-account, by kind: the line that adds up above a statement, and the months of a year. */
import type { Transaction } from '#entities/transaction.ts';

export const SUMS = [
  'deposits',
  'withdrawals',
  'profit',
  'fees',
  'packages',
  'copyFees',
  'copyEarnings',
  'transfers',
  'others',
] as const;
export type SumName = (typeof SUMS)[number];

const KINDS: Readonly<Record<Transaction['type'], SumName>> = {
  DEPOSIT: 'deposits',
  WITHDRAW: 'withdrawals',
  WITHDRAW_RETURNED: 'withdrawals',
  ACTUAL_PROFIT: 'profit',
  TRANSACTION_FEE: 'fees',
  PACKAGE_FEE: 'packages',
  COPY_FEE: 'copyFees',
  PERFORMANCE_FEE: 'copyFees',
  COPY_EARNINGS: 'copyEarnings',
  TRANSFER: 'transfers',
  DEFICIT_COVERED: 'others',
  DEFICIT_REPAID: 'others',
};

/** In dong. A kind that did not move is left out. */
export function sumsOf(movements: readonly Pick<Transaction, 'type' | 'amount'>[]): ReadonlyMap<SumName, bigint> {
  const sums = new Map<SumName, bigint>();
  for (const { type, amount } of movements) sums.set(KINDS[type], (sums.get(KINDS[type]) ?? 0n) + BigInt(amount));
  return sums;
}
