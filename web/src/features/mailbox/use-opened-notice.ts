/**
 * Opening a notice shows the sub-account that it is about: where it leads, orders go to the one that is shown. It says so
 * where that changes which one that is. Of a position near its close-out it asks, there, how to roll it.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { askOfTrading, useTradingQuestion } from '#desk/trading-question.ts';
import { useFormat } from '#i18n/use-format.ts';
import { useAuth } from '#session/auth-store.ts';
import { useSelectedAccount } from '#session/selected-account-store.ts';
import { accountsQuery, tradingAccountOf } from '#signed-in/accounts.ts';
import type { AccountActor } from '#signed-in/actor.ts';

export interface OpenedNotice extends AccountActor {
  /** The contract whose roll it asks for; null of every other notice. */
  readonly rollOf: string | null;
}

/** A notice of nobody's sub-account, as of an investor's papers, or of somebody else's, changes nothing. */
export function useOpenedNotice(): (notice: OpenedNotice) => Promise<void> {
  const { t } = useTranslation();
  const format = useFormat();
  const client = useQueryClient();
  return async ({ userId, accountId, rollOf }) => {
    if (useAuth.getState().activeUserId !== userId) return;
    // Without the list nobody knows whose it is.
    const accounts = await client.ensureQueryData(accountsQuery(userId)).catch(() => []);
    const account = accounts.find((one) => one.accountId === accountId);
    // Whoever is active may have changed while the list was on its way.
    if (!account || useAuth.getState().activeUserId !== userId) return;
    const { selectedAccount, select } = useSelectedAccount.getState();
    const isShown = tradingAccountOf(accounts, selectedAccount) === account;
    if (!isShown) select(accountId);
    // What is being asked already may be half filled in: it stays.
    const isAsking = useTradingQuestion.getState().question !== null;
    if (rollOf !== null && !isAsking)
      askOfTrading({ kind: 'roll', actor: { userId, accountId }, contractCode: rollOf });
    if (isShown) return;
    const { toast } = await import('#design/ui/feedback/toaster.tsx');
    toast.info(t(($) => $.mailbox.accountShown, { account: format.accountNumber(account.subAccountCode) }));
  };
}
