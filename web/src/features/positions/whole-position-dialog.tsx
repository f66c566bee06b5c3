/**
 * Confirms an action on all lots of a contract at market: what is closed, what stays, and the account. Liquidate leaves
 * the contract's orders, go flat cancels them first, reverse reverses the position. The id is created when the dialog
 * opens, so that a second press after a lost answer sends the same order.
 */
import type { Facts } from '@mua/contract/errors';
import { oppositeSide } from '@mua/core/values';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QuestionDialog, QuestionFault } from '#design/ui/dialogs/question-dialog.tsx';
import { ClosingFacts } from '#features/positions/closing-facts.tsx';
import type { OwnedRow } from '#features/positions/use-open-positions.ts';
import { useOrdersOf } from '#features/positions/use-orders-of.ts';
import { writtenError } from '#i18n/error-facts.ts';
import { useFormat } from '#i18n/use-format.ts';
import { newClientOrderId } from '#orders/client-order-id.ts';
import type { SentRequest } from '#orders/sent-order.ts';
import { sendOrder, useUnresolvedWhole } from '#orders/sent-orders.ts';
import { ExchangeDownNote } from '#orders/ui/exchange-down-note.tsx';
import { useNamedAccount } from '#signed-in/accounts.ts';

export type WholePositionAction = 'liquidate' | 'goFlat' | 'reverse';

type Fate =
  | { readonly kind: 'asking' }
  | { readonly kind: 'sending' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'refused'; readonly code: string; readonly facts: Facts };

export interface WholePositionDialogProps extends OwnedRow {
  readonly action: WholePositionAction;
  /** Its order was accepted. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export function WholePositionDialog({ actor, row, action, onDone, onClose }: WholePositionDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const client = useQueryClient();
  const [clientOrderId, setClientOrderId] = useState(newClientOrderId);
  const [fate, setFate] = useState<Fate>({ kind: 'asking' });
  const { position, figures, contract } = row;
  const contractCode = position.contractCode;
  const side = oppositeSide(figures.side);
  const lots = action === 'reverse' ? 2 * figures.lots : figures.lots;
  const orders = useOrdersOf(actor, [contractCode]);
  // Covers a dialog that was closed before its answer arrived: a second order would reverse the position.
  const isUnresolved = useUnresolvedWhole(actor.accountId, contractCode) && fate.kind !== 'sending';
  const sideWord = t(($) => $.words.side[side]);
  const words = {
    contract: contractCode,
    // There it is in the middle of the sentence.
    side: action === 'goFlat' && orders > 0 ? sideWord.toLowerCase() : sideWord,
    lots: format.volume(lots),
    orders: format.volume(orders),
  };
  const confirm = async () => {
    setFate({ kind: 'sending' });
    const whole = { contractCode, clientOrderId };
    const request: SentRequest =
      action === 'reverse'
        ? { kind: 'reverse', body: whole, side, lots }
        : { kind: 'liquidate', body: action === 'goFlat' ? { ...whole, goFlat: true } : whole, side, lots };
    const state = await sendOrder(client, { actor, request });
    if (state.kind === 'taken') return onDone();
    if (state.kind === 'refused') setClientOrderId(newClientOrderId());
    if (state.kind === 'refused' || state.kind === 'absent') setFate(state);
  };
  return (
    <QuestionDialog
      title={t(($) => $.dialogs[action].title, words)}
      body={t(($) => (action === 'goFlat' ? $.dialogs.goFlat[goFlatBody(orders)] : $.dialogs[action].body), words)}
      account={useNamedAccount(actor.accountId)}
      facts={<ClosingFacts {...{ actor, row }} reverses={action === 'reverse'} clearsOrders={action === 'goFlat'} />}
      confirm={{
        label: t(($) => $.dialogs[action].button, words),
        busyLabel: t(($) => $.positions.sending),
        variant: side === 'BUY' ? 'buy' : 'sell',
        testId: CONFIRM_IDS[action],
        isBusy: fate.kind === 'sending',
        isDisabled: isUnresolved,
      }}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <ExchangeDownNote accountId={actor.accountId} />
      {fate.kind === 'refused' && (
        <QuestionFault>{writtenError({ t, format, grid: contract?.decimalFormat }, fate)}</QuestionFault>
      )}
      {isUnresolved && <QuestionFault tone="warning">{t(($) => $.ticket.issue.lost)}</QuestionFault>}
      {fate.kind === 'absent' && <QuestionFault tone="warning">{t(($) => $.ticket.absent)}</QuestionFault>}
    </QuestionDialog>
  );
}

/** Chooses the text of the dialog. */
function goFlatBody(orders: number): 'body' | 'bodyOneOrder' | 'bodyNoOrders' {
  return orders === 0 ? 'bodyNoOrders' : orders === 1 ? 'bodyOneOrder' : 'body';
}

const CONFIRM_IDS: Readonly<Record<WholePositionAction, string>> = {
  liquidate: 'confirm-liquidate',
  goFlat: 'confirm-go-flat',
  reverse: 'confirm-reverse',
};
