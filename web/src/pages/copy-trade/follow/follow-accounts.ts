/** The sub-accounts of an investor, and why each can or can't be dedicated to a strategy. */
import type { AccountOverview } from '@mua/contract/entities/account-overview';
import type { Strategy } from '@mua/contract/entities/strategy';
import type { Vnd } from '@mua/core/values';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type LiveAccount, useLiveAccounts } from '#accounts/live-accounts.ts';
import { accountsQuery } from '#signed-in/accounts.ts';

/** In the order in which they are checked: the first one is told. */
export type FollowBar = 'notActivated' | 'otherKind' | 'leads' | 'follows' | 'inUse' | 'tooSmall';

export interface FollowAccount {
  readonly account: AccountOverview;
  readonly equityVnd: Vnd;
  /** Null where it can follow. */
  readonly bar: FollowBar | null;
}

const NONE: readonly AccountOverview[] = [];

/** Undefined while they load. */
export function useFollowAccounts(userId: string, strategy: Strategy): readonly FollowAccount[] | undefined {
  const { data } = useQuery(accountsQuery(userId));
  const candidates = useMemo(() => data?.filter(({ isActivated }) => isActivated) ?? NONE, [data]);
  const { byAccount, error } = useLiveAccounts(userId, candidates);
  const isKnown = error !== null || candidates.every(({ accountId }) => byAccount.has(accountId));
  return useMemo(
    () =>
      data && isKnown
        ? data.map((account) => followAccount(account, byAccount.get(account.accountId), strategy))
        : undefined,
    [data, isKnown, byAccount, strategy],
  );
}

export function followAccount(
  account: AccountOverview,
  live: Pick<LiveAccount, 'equityVnd' | 'status'> | undefined,
  strategy: Pick<Strategy, 'isDemo' | 'minFollowAmount'>,
): FollowAccount {
  const equityVnd = live?.equityVnd ?? BigInt(account.totalEquity);
  const isUsed = (live?.status.contracts.length ?? 0) > 0;
  const bar = (): FollowBar | null => {
    if (!account.isActivated) return 'notActivated';
    if (account.isDemo !== strategy.isDemo) return 'otherKind';
    if (account.copying) return account.copying.role === 'LEADS' ? 'leads' : 'follows';
    if (isUsed) return 'inUse';
    return equityVnd < BigInt(strategy.minFollowAmount) || equityVnd <= 0n ? 'tooSmall' : null;
  };
  return { account, equityVnd, bar: bar() };
}
