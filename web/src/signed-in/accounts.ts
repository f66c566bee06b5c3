/** Reads the acting investor: who they are, their sub-accounts and margins (docs/rules/people.md#sub-accounts). */
import type { AccountOverview } from '@mua/contract/entities/account-overview';
import { listAccounts, listMarginStatus, readMarginStatus, readMe } from '@mua/contract/http/investors';
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { ledgerOf, overlayMargin } from '#ledger/account-ledger.ts';
import { useWithoutNetwork } from '#market/cached-market.ts';
import {
  type KnownAccount,
  type KnownName,
  rememberAccounts,
  rememberName,
  useKnownInvestors,
} from '#session/known-investors-store.ts';
import { useMargins } from '#session/margin-store.ts';
import { useSelectedAccount } from '#session/selected-account-store.ts';
import { accountKind } from '#signed-in/account-kind.ts';
import { callAs, useActiveUser } from '#signed-in/actor.ts';

export function meQuery(userId: string) {
  return queryOptions({
    queryKey: [userId, 'me'] as const,
    queryFn: async ({ signal }) => {
      const me = await callAs(userId, readMe, { signal });
      rememberName(userId, me);
      return me;
    },
  });
}

/** Returns each signed-in investor, in order; undefined where the answer has not come yet. */
export function useInvestors(userIds: readonly string[]) {
  return useQueries({
    queries: userIds.map((userId) => ({ ...meQuery(userId), staleTime: 5 * 60_000 })),
    combine: (results) => results.map(({ data }) => data),
  });
}

/** Returns the investor whose figures the screen shows; undefined for a visitor and until the answer has come. */
export function useActiveInvestor() {
  const userId = useActiveUser();
  const [me] = useInvestors(userId === null ? NOBODY : [userId]);
  return me;
}

const NOBODY: readonly string[] = [];

export function accountsQuery(userId: string) {
  return queryOptions({
    queryKey: [userId, 'accounts'] as const,
    queryFn: async ({ signal }) => {
      const { items } = await callAs(userId, listAccounts, { signal });
      rememberAccounts(userId, items);
      return items;
    },
  });
}

const NO_ACCOUNTS: readonly AccountOverview[] = [];

/** Returns the sub-accounts of the active investor; none for a visitor. */
export function useAccounts(): readonly AccountOverview[] {
  const userId = useActiveUser();
  const { data } = useQuery({ ...accountsQuery(userId ?? ''), enabled: userId !== null });
  return data ?? NO_ACCOUNTS;
}

/**
 * Returns the sub-account that orders go to: the chosen one, else the first that can trade, else the first. Undefined
 * for a visitor and while the list loads.
 */
export function useTradingAccount(): AccountOverview | undefined {
  const accounts = useAccounts();
  const selected = useSelectedAccount((state) => state.selectedAccount);
  return tradingAccountOf(accounts, selected);
}

export function tradingAccountOf<A extends KnownAccount>(
  accounts: readonly A[],
  selected: string | null,
): A | undefined {
  return (
    accounts.find(({ accountId }) => accountId === selected) ??
    accounts.find(({ isActivated }) => isActivated) ??
    accounts[0]
  );
}

/** Works like `useInvestors`, by name; without a network, as this device last knew them. */
export function useInvestorNames(userIds: readonly string[]): readonly (KnownName | undefined)[] {
  const investors = useInvestors(userIds);
  const known = useKnownInvestors((state) => state.investors);
  const isWithoutNetwork = useWithoutNetwork();
  return userIds.map(
    (userId, index) => investors[index] ?? (isWithoutNetwork ? (known[userId]?.name ?? undefined) : undefined),
  );
}

/**
 * Works like `useAccounts`, by name and kind; without a network, as this device last knew them. No order relies on it.
 */
export function useAccountNames(): readonly KnownAccount[] {
  const userId = useActiveUser();
  const accounts = useAccounts();
  const known = useKnownInvestors(({ investors }) => investors[userId ?? '']?.accounts);
  const isWithoutNetwork = useWithoutNetwork();
  return accounts.length === 0 && isWithoutNetwork && known ? known : accounts;
}

/**
 * Reads the margin with everything that core/preview needs to compute an order on top of it. The investor feed keeps it
 * current.
 */
export function marginStatusQuery(userId: string, accountId: string) {
  return queryOptions({
    queryKey: [userId, 'margin', accountId] as const,
    queryFn: async ({ signal }) => {
      const fetched = await callAs(userId, readMarginStatus, { params: { accountId }, signal });
      return overlayMargin(ledgerOf(userId, accountId), fetched);
    },
  });
}

/**
 * The list of all margins also feeds the margin store (docs/rules/entities.md#margin), where an entry's isDemo is set
 * once and kept.
 */
export function marginListQuery(userId: string) {
  return queryOptions({
    queryKey: [userId, 'margins'] as const,
    queryFn: async ({ signal }) => {
      const { items } = await callAs(userId, listMarginStatus, { signal });
      useMargins.getState().merge(items);
      return items;
    },
  });
}

/** Names a sub-account in a question; one not loaded yet by its id, its kind from the configuration's lists. */
export function useNamedAccount(accountId: string): { readonly name: string; readonly isDemo: boolean | null } {
  const account = useAccounts().find((one) => one.accountId === accountId);
  return { name: account?.subAccountCode ?? accountId, isDemo: accountKind(account?.isDemo, accountId) };
}
