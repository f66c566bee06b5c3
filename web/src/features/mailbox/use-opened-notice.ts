/**
 * Opening a notice shows the sub-account that it is about: where it leads, orders go to the one that is shown. It says so
 * where that changes which one that is. Of a position near its close-out it asks, there, how to roll it. What is being
 * written in a list or dialog of the page that stays is of the sub-account that is shown, and would go with it: then a
 * button leads there.
 */
import { useQueryClient } from '@tanstack/react-query';
import { type LinkProps, useRouter } from '@tanstack/react-router';
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
  /** Where whoever opens it goes; null where it is opened on the page that is shown. */
  readonly target: Pick<LinkProps, 'to' | 'params'> | null;
}

/** The toast of the notice that was opened last, and leads to it; it goes with its owner (notice-toasts.tsx). */
export const WAITING_NOTICE = 'notice-waiting';

/** A notice of nobody's sub-account, as of an investor's papers, or of somebody else's, changes nothing. */
export function useOpenedNotice(): (notice: OpenedNotice) => Promise<void> {
  const { t } = useTranslation();
  const format = useFormat();
  const client = useQueryClient();
  const router = useRouter();
  return async ({ userId, accountId, rollOf, target }) => {
    // Whoever goes to another page has left what was written here.
    const leadsAway = target !== null && router.buildLocation(target).pathname !== router.state.location.pathname;
    if (useAuth.getState().activeUserId !== userId) return;
    // Without the list nobody knows whose it is.
    const accounts = await client.ensureQueryData(accountsQuery(userId)).catch(() => []);
    const account = accounts.find((one) => one.accountId === accountId);
    // Whoever is active may have changed while the list was on its way.
    if (!account || useAuth.getState().activeUserId !== userId) return;
    const isShown = () => tradingAccountOf(accounts, useSelectedAccount.getState().selectedAccount) === account;
    const wasShown = isShown();
    if (wasShown && rollOf === null) return;
    const show = () => {
      if (useAuth.getState().activeUserId !== userId) return;
      if (!isShown()) useSelectedAccount.getState().select(accountId);
      // A question goes along to another page, and may be half filled in.
      const isAsking = useTradingQuestion.getState().question !== null;
      if (rollOf !== null && !isAsking)
        askOfTrading({ kind: 'roll', actor: { userId, accountId }, contractCode: rollOf });
    };
    const words = { account: format.accountNumber(account.subAccountCode) };
    const waits = !leadsAway && (await import('#desk/being-written.ts')).isBeingWritten();
    if (!waits) show();
    if (!waits && wasShown) return;
    const { toast } = await import('#design/ui/feedback/toaster.tsx');
    if (!waits) return void toast.info(t(($) => $.mailbox.accountShown, words));
    toast.info(
      t(($) => $.mailbox.noticeOf, words),
      // Whatever is being written may take longer than news does.
      {
        id: WAITING_NOTICE,
        duration: Number.POSITIVE_INFINITY,
        closeButton: true,
        action: { label: t(($) => $.mailbox.showAccount), onClick: show },
      },
    );
  };
}
