/**
 * Determines the sub-account a ticket belongs to. An untouched draft follows the current one; a draft changed by hand
 * keeps the account it was opened with, even if the header switches to another.
 */
import type { AccountOverview } from '@mua/contract/entities/account-overview';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { TicketOwner } from '#features/order-ticket/ticket-issues.ts';
import { useTicketDraft } from '#orders/ticket-draft.ts';
import { useAuth } from '#session/auth-store.ts';
import { useSelectedAccount } from '#session/selected-account-store.ts';
import { accountsQuery, useTradingAccount } from '#signed-in/accounts.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { useActiveUser } from '#signed-in/actor.ts';

export interface TicketAccountChoice {
  readonly owner: TicketOwner;
  readonly actor: AccountActor | null;
  readonly account: AccountOverview | undefined;
  /** Sub-accounts to choose from: those of the actor. */
  readonly accounts: readonly AccountOverview[];
  /** Tells whether the whole page shows this sub-account; the draft may keep another one. */
  readonly isOnScreen: boolean;
  /** The one on screen, or nobody's while it loads: changing it disarms the ticket. */
  readonly onScreenId: string | null;
  /** The current sub-account, if the draft keeps another one. */
  readonly elsewhere: AccountOverview | null;
  choose(accountId: string): void;
}

const NO_ACCOUNTS: readonly AccountOverview[] = [];

export function useTicketOwner(): TicketAccountChoice {
  const activeUser = useActiveUser();
  const trading = useTradingAccount();
  const kept = useTicketDraft((draft) => draft.owner);
  const isSignedIn = useAuth(({ accounts }) => accounts.some(({ user }) => user.userId === kept?.userId));
  const tradingId = trading?.accountId;
  const chosen = useMemo(
    () => (activeUser !== null && tradingId !== undefined ? { userId: activeUser, accountId: tradingId } : null),
    [activeUser, tradingId],
  );
  const actor = kept && isSignedIn ? kept : chosen;
  const userId = actor?.userId ?? activeUser;
  const { data, isPending } = useQuery({ ...accountsQuery(userId ?? ''), enabled: userId !== null });
  const accounts = data ?? NO_ACCOUNTS;
  const account = accounts.find(({ accountId }) => accountId === actor?.accountId);
  useKeptOwner(actor);
  const owner = ownerOf({ userId, isPending, account });
  const elsewhere = trading && account && trading.accountId !== account.accountId ? trading : null;
  const onScreenId = tradingId ?? null;
  const isOnScreen = onScreenId !== null && onScreenId === actor?.accountId;
  return useMemo(
    () => ({ owner, actor, account, accounts, isOnScreen, onScreenId, elsewhere, choose }),
    [owner, actor, account, accounts, isOnScreen, onScreenId, elsewhere],
  );
}

function choose(accountId: string): void {
  useTicketDraft.getState().keepOwner(null);
  useSelectedAccount.getState().select(accountId);
}

/** The first change by hand, wherever it was made, ties the draft to the account on screen. */
function useKeptOwner(actor: AccountActor | null): void {
  const isLoose = useTicketDraft(({ owner, revision, firstRevision }) => owner === null && revision !== firstRevision);
  const userId = actor?.userId;
  const accountId = actor?.accountId;
  useEffect(() => {
    if (!isLoose || userId === undefined || accountId === undefined) return;
    useTicketDraft.getState().keepOwner({ userId, accountId });
  }, [isLoose, userId, accountId]);
}

function ownerOf(known: {
  readonly userId: string | null;
  readonly isPending: boolean;
  readonly account: AccountOverview | undefined;
}): TicketOwner {
  if (known.userId === null) return 'visitor';
  if (known.isPending) return 'loading';
  if (!known.account) return 'none';
  return known.account.isActivated ? 'ready' : 'notActivated';
}
