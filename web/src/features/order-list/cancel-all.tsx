/** Every live order at once, of the account or of the contract on the desk, after a question that says what goes too. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccounts } from '#data/accounts.ts';
import { conditionalOrdersQuery } from '#data/conditional-orders.ts';
import { type AccountActor, cancelAll, liveOrdersQuery } from '#data/orders.ts';
import { useSubmission } from '#data/submission.ts';
import { useTicketDraft } from '#data/ticket-draft.ts';
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogTitle,
} from '#design/ui/alert-dialog.tsx';
import { AccountKindBadge } from '#design/ui/badge.tsx';
import { Button } from '#design/ui/button.tsx';
import { DialogFooter, Fact, FactList } from '#design/ui/dialog.tsx';
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '#design/ui/dropdown-menu.tsx';
import { writtenError } from '#i18n/error-facts.ts';
import { useFormat } from '#i18n/use-format.ts';
import { STATUS_ROWS } from './order-status-row.ts';

interface Cancellable {
  readonly contractCode: string;
}

export function CancelAll({ actor }: { actor: AccountActor }) {
  const { t } = useTranslation();
  const format = useFormat();
  const onDesk = useTicketDraft(({ contractCode }) => contractCode);
  const orders = useCancellable(actor);
  const [asked, setAsked] = useState<{ readonly contractCode: string | undefined } | null>(null);
  const ofDesk = orders.filter(({ contractCode }) => contractCode === onDesk).length;
  if (orders.length === 0 && !asked) return null;
  const hasChoice = onDesk !== null && ofDesk > 0 && ofDesk < orders.length;
  const button = (
    <Button
      variant="ghost"
      className="h-6 px-2 text-12 text-danger"
      data-testid="cancel-all"
      {...(hasChoice ? {} : { onClick: () => setAsked({ contractCode: undefined }) })}
    >
      {t(($) => $.shell.action.cancelAll)}
      {hasChoice && <ChevronDown aria-hidden className="size-3" />}
    </Button>
  );
  const count = asked?.contractCode === undefined ? orders.length : ofDesk;
  return (
    <>
      {hasChoice ? (
        <DropdownMenu>
          <DropdownMenuTrigger asChild>{button}</DropdownMenuTrigger>
          <DropdownMenuContent>
            <DropdownMenuItem data-testid="cancel-all-contract" onSelect={() => setAsked({ contractCode: onDesk })}>
              {t(($) => $.orders.cancelAllOf, { orders: format.volume(ofDesk), contract: onDesk })}
            </DropdownMenuItem>
            <DropdownMenuItem data-testid="cancel-all-orders" onSelect={() => setAsked({ contractCode: undefined })}>
              {t(($) => $.dialogs.cancelAll.button, { orders: format.volume(orders.length) })}
            </DropdownMenuItem>
          </DropdownMenuContent>
        </DropdownMenu>
      ) : (
        button
      )}
      {asked && (
        <CancelAllDialog
          actor={actor}
          contractCode={asked.contractCode}
          orders={count}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

/** Live orders that may be cancelled now, and conditional orders that wait. */
function useCancellable(actor: AccountActor): readonly Cancellable[] {
  const live = useInfiniteQuery(liveOrdersQuery(actor)).data?.pages.flatMap(({ items }) => items) ?? [];
  const waiting = useInfiniteQuery(conditionalOrdersQuery(actor, 'pending')).data?.pages;
  const conditionals = waiting?.flatMap(({ items }) => items) ?? [];
  return [...live.filter(({ status }) => STATUS_ROWS[status].canCancel), ...conditionals];
}

interface CancelAllDialogProps {
  readonly actor: AccountActor;
  readonly contractCode: string | undefined;
  readonly orders: number;
  readonly onClose: () => void;
}

function CancelAllDialog({ actor, contractCode, orders, onClose }: CancelAllDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { isBusy, refusal, submit } = useSubmission();
  const account = useAccounts().find(({ accountId }) => accountId === actor.accountId);
  const words = { orders: format.volume(orders) };
  const confirm = async (event: MouseEvent) => {
    // The dialog closes when the server has taken it, not when the button is pressed.
    event.preventDefault();
    const refused = await submit(() => cancelAll(actor, contractCode));
    if (!refused) onClose();
  };
  return (
    <AlertDialog open onOpenChange={(open) => !open && onClose()}>
      <AlertDialogContent>
        <AlertDialogTitle>
          {contractCode === undefined
            ? t(($) => $.dialogs.cancelAll.title, words)
            : t(($) => $.orders.cancelAllTitle, { ...words, contract: contractCode })}
        </AlertDialogTitle>
        <AlertDialogDescription>{t(($) => $.dialogs.cancelAll.body)}</AlertDialogDescription>
        <FactList>
          <Fact term={t(($) => $.words.account.account)}>
            <AccountKindBadge isDemo={account?.isDemo ?? null} /> {account?.subAccountCode ?? actor.accountId}
          </Fact>
        </FactList>
        {refusal && (
          <p role="alert" className="text-12 text-danger">
            {writtenError({ t, format }, refusal)}
          </p>
        )}
        <DialogFooter>
          <AlertDialogCancel asChild>
            <Button variant="outline">{t(($) => $.shell.action.dismiss)}</Button>
          </AlertDialogCancel>
          <AlertDialogAction asChild onClick={(event) => void confirm(event)}>
            <Button
              variant="primary"
              busy={isBusy}
              busyLabel={t(($) => $.orders.sending)}
              data-testid="confirm-cancel-all"
            >
              {t(($) => $.dialogs.cancelAll.button, words)}
            </Button>
          </AlertDialogAction>
        </DialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
