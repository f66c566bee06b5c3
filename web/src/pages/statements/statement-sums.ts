/** What moved the cash of a statement, by kind. */
import type { Statement } from '@mua/contract/entities/statement';

export const SUMS = ['deposits', 'withdrawals', 'profit', 'fees', 'packages', 'copyFees', 'others'] as const;
export type SumName = (typeof SUMS)[number];

const KINDS: Readonly<Record<Statement['movements'][number]['type'], SumName>> = {
  DEPOSIT: 'deposits',
  WITHDRAW: 'withdrawals',
  WITHDRAW_RETURNED: 'withdrawals',
  ACTUAL_PROFIT: 'profit',
  TRANSACTION_FEE: 'fees',
  PACKAGE_FEE: 'packages',
  COPY_FEE: 'copyFees',
  PERFORMANCE_FEE: 'copyFees',
  DEFICIT_COVERED: 'others',
  DEFICIT_REPAID: 'others',
};

/** Always shown, also when nothing moved. */
const USUAL: readonly SumName[] = ['deposits', 'withdrawals', 'profit', 'fees'];

export function sumsOf(movements: Statement['movements']): readonly { readonly name: SumName; readonly sum: bigint }[] {
  const sums = new Map(USUAL.map((name) => [name, 0n]));
  for (const { type, amount } of movements) sums.set(KINDS[type], (sums.get(KINDS[type]) ?? 0n) + BigInt(amount));
  return SUMS.flatMap((name) => {
    const sum = sums.get(name);
    return sum === undefined ? [] : [{ name, sum }];
  });
}
