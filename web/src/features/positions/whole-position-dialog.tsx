/**
 * Confirms an action on all lots of a contract at market: what is closed, what stays, and the account. Liquidate leaves
 * the contract's orders, go flat cancels them first, reverse reverses the position.
 */
import { oppositeSide } from '@mua/core/values';
import { useTranslation } from 'react-i18next';
import { QuestionDialog } from '#design/ui/dialogs/question-dialog.tsx';
import { OrderFaults, useAskedOrder } from '#features/positions/asked-order.tsx';
import { ClosingFacts } from '#features/positions/closing-facts.tsx';
import type { OwnedRow } from '#features/positions/use-open-positions.ts';
import { useOrdersOf } from '#features/positions/use-orders-of.ts';
import { useFormat } from '#i18n/use-format.ts';
import { useUnresolvedWhole } from '#orders/sent-orders.ts';
import { ExchangeDownNote } from '#orders/ui/exchange-down-note.tsx';
import { useNamedAccount } from '#signed-in/accounts.ts';

export type WholePositionAction = 'liquidate' | 'goFlat' | 'reverse';

export interface WholePositionDialogProps extends OwnedRow {
  readonly action: WholePositionAction;
  /** Its order was accepted. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export function WholePositionDialog({ actor, row, action, onDone, onClose }: WholePositionDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { fate, send } = useAskedOrder(actor);
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
    const state = await send((clientOrderId) => {
      const whole = { contractCode, clientOrderId };
      return action === 'reverse'
        ? { kind: 'reverse', body: whole, side, lots }
        : { kind: 'liquidate', body: action === 'goFlat' ? { ...whole, goFlat: true } : whole, side, lots };
    });
    if (state.kind === 'taken') onDone();
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
      <OrderFaults {...{ fate, isUnresolved }} grid={contract?.decimalFormat} />
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
