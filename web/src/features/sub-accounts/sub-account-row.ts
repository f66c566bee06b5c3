/** A sub-account with its figures at the prices of this moment, and what of them a screen adds up. */
import type { AccountOverview } from '@mua/contract/entities/account-overview';
import type { Vnd } from '@mua/core/values';
import type { LiveAccount } from '#accounts/live-accounts.ts';

export interface SubAccountRow {
  readonly account: AccountOverview;
  /** Undefined until it has come. */
  readonly live: LiveAccount | undefined;
}

/** What the list of them takes, and its two shapes. */
export interface SubAccountListProps {
  readonly rows: readonly SubAccountRow[];
  /** The one that orders go from. */
  readonly current: string | undefined;
  /** Why one can't trade, in words. */
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

/** Null while the figures of any of them are missing: a part would pass for the whole. */
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
