/** A sub-account with its figures at current prices, and their sums on a screen. */
import type { AccountOverview } from '@mua/contract/entities/account-overview';
import type { Vnd } from '@mua/core/values';
import type { LiveAccount } from '#accounts/live-accounts.ts';

export interface SubAccountRow {
  readonly account: AccountOverview;
  /** Undefined until it has loaded. */
  readonly live: LiveAccount | undefined;
}

/** Props of the list and its two layouts. */
export interface SubAccountListProps {
  readonly rows: readonly SubAccountRow[];
  /** The sub-account that orders are sent from. */
  readonly current: string | undefined;
  /** Says why one can't trade. */
  readonly reason: string;
  readonly onChoose: (accountId: string) => void;
}

export interface AccountSums {
  readonly equityVnd: Vnd;
  readonly requiredVnd: Vnd;
  readonly availableVnd: Vnd;
  readonly estimatedVnd: Vnd;
  readonly actualVnd: Vnd;
}

/** Null while the figures of any of them are missing: a partial sum would look like the total. */
export function sumAccounts(rows: readonly SubAccountRow[]): AccountSums | null {
  const sums = { equityVnd: 0n, requiredVnd: 0n, availableVnd: 0n, estimatedVnd: 0n, actualVnd: 0n };
  for (const { account, live } of rows) {
    if (!live) return null;
    sums.equityVnd += live.equityVnd;
    sums.requiredVnd += live.requiredVnd;
    sums.availableVnd += live.availableVnd;
    sums.estimatedVnd += live.estimatedProfitVnd;
    sums.actualVnd += BigInt(account.realizedProfitLoss);
  }
  return sums;
}
