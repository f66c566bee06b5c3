/**
 * Announces, visibly and audibly, that an alert was reached while the page is open, the outcome of one set with a click
 * on a chart, and that one was deleted, wherever that was done. A message repeated after a reconnect keeps its single
 * toast. Toasts are mounted outside the router, so navigation is passed to them from here.
 */
import type { MailboxMessage } from '@mua/contract/entities/mailbox-message';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#design/ui/feedback/toaster.tsx';
import { soundFor } from '#desk/sounds.ts';
import { useAlertText } from '#features/price-alerts/alert-text.ts';
import { type ReachedAlert, ReachedToast, SetToast } from '#features/price-alerts/alert-toast.tsx';
import { writtenError } from '#i18n/error-facts.ts';
import { useFormat } from '#i18n/use-format.ts';
import { subscribeAccountEvents } from '#ledger/account-events.ts';
import { type AlertUpdate, subscribeAlertUpdates } from '#lists/alert-updates.ts';
import { createAlert, followAlerts, subjectOf } from '#lists/price-alerts.ts';
import { useContractsByCode } from '#market/contracts.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { refusalIn } from '#wire/call.ts';

/** Longer than for the user's own actions: the user is looking elsewhere and must find it. */
const REACHED_MS = 20_000;
const SET_MS = 5000;

export interface AlertToastsProps {
  /** Called with whose alert somebody opens, before its contract's desk is shown. */
  readonly onOpen: (
    owner: AccountActor,
    target: { readonly to: '/trading/$code'; readonly params: { code: string } },
  ) => void;
}

export function AlertToasts({ onOpen }: AlertToastsProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => followAlerts(client), [client]);
  const open = useEffectEvent((owner: AccountActor, code: string) => {
    const target = { to: '/trading/$code', params: { code } } as const;
    onOpen(owner, target);
    void navigate(target);
  });
  useEffect(
    () =>
      subscribeAccountEvents(({ userId, items, isSnapshot }) => {
        if (isSnapshot) return;
        for (const item of items) {
          if (item.kind !== 'message' || item.message.code !== 'PriceAlert') continue;
          const { message } = item;
          showReached(message, (code) => open({ userId, accountId: message.accountId }, code));
        }
      }),
    [],
  );
  const showDeleted = useEffectEvent(useDeletedToast());
  useEffect(() => subscribeAlertUpdates((update) => ('deleted' in update ? showDeleted(update) : showSet(update))), []);
  return null;
}

type Open = (code: string) => void;

function showReached(message: MailboxMessage, open: Open): void {
  const id = `alert-${message.mailboxId}`;
  soundFor('alert');
  toast.custom(() => <ReachedToast message={message} onOpen={open} onClose={() => toast.dismiss(id)} />, {
    id,
    duration: REACHED_MS,
  });
}

function showSet(update: ReachedAlert): void {
  const id = `alert-set-${'alert' in update ? update.alert.alertId : update.contractCode}`;
  toast.custom(() => <SetToast update={update} onClose={() => toast.dismiss(id)} />, { id, duration: SET_MS });
}

type DeletedAlert = Extract<AlertUpdate, { readonly deleted: unknown }>;

/** An alert that was waiting can be set again. */
function useDeletedToast(): (update: DeletedAlert) => void {
  const { t } = useTranslation();
  const format = useFormat();
  const client = useQueryClient();
  const contracts = useContractsByCode();
  const { nameOf } = useAlertText();
  return ({ actor, deleted }) => {
    const { contractCode, direction, isRepeating, note } = deleted;
    const restore = () => {
      createAlert(client, actor, { contractCode, direction, ...subjectOf(deleted), isRepeating, note }).catch(
        (error: unknown) => {
          const grid = contracts.get(contractCode)?.decimalFormat;
          toast.error(writtenError({ t, format, grid }, refusalIn(error)));
        },
      );
    };
    toast(
      t(($) => $.alerts.deleted, { replace: { alert: nameOf(deleted) } }),
      deleted.isActive ? { action: { label: t(($) => $.alerts.undo), onClick: restore } } : {},
    );
  };
}
