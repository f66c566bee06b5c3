/** Every live order at once, of the account or of the contract on the desk, after a question that says what goes too. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/button.tsx';
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '#design/ui/dropdown-menu.tsx';
import { QuestionDialog, QuestionFault } from '#design/ui/question-dialog.tsx';
import { orderRights } from '#features/order-list/order-status-row.ts';
import { writtenError } from '#i18n/error-facts.ts';
import { useFormat } from '#i18n/use-format.ts';
import { conditionalOrdersQuery } from '#orders/conditional-orders.ts';
import { cancelAll, liveOrdersQuery } from '#orders/orders.ts';
import { useTicketDraft } from '#orders/ticket-draft.ts';
import { useNamedAccount } from '#signed-in/accounts.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { useSubmission } from '#wire/submission.ts';

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
  return [...live.filter((order) => orderRights(order).canCancel), ...conditionals];
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
  const words = { orders: format.volume(orders), count: orders };
  const confirm = async () => {
    const refused = await submit(() => cancelAll(actor, contractCode));
    if (!refused) onClose();
  };
  return (
    <QuestionDialog
      title={
        contractCode === undefined
          ? t(($) => $.dialogs.cancelAll.title, words)
          : t(($) => $.orders.cancelAllTitle, { ...words, contract: contractCode })
      }
      body={t(($) => $.dialogs.cancelAll.body)}
      account={useNamedAccount(actor.accountId)}
      confirm={{
        label: t(($) => $.dialogs.cancelAll.button, words),
        busyLabel: t(($) => $.orders.sending),
        variant: 'primary',
        testId: 'confirm-cancel-all',
        isBusy,
      }}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {refusal && <QuestionFault>{writtenError({ t, format }, refusal)}</QuestionFault>}
    </QuestionDialog>
  );
}
