/**
 * The question before something is done with all lots of a contract at market: what goes, what stays, whose account.
 * Liquidate leaves the contract's orders, go flat cancels them first, reverse turns the position round. The id is made
 * when the dialog opens, so that a second press after a lost answer asks for the same order.
 */
import type { Facts } from '@mua/contract/errors';
import { oppositeSide } from '@mua/core/values';
import { useQueryClient } from '@tanstack/react-query';
import { type MouseEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccounts } from '#data/accounts.ts';
import { newClientOrderId } from '#data/client-order-id.ts';
import type { SentRequest } from '#data/sent-order.ts';
import { sendOrder } from '#data/sent-orders.ts';
import { useQuoteField } from '#data/use-quote.ts';
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
import { Profit } from '#design/ui/figures.tsx';
import { writtenError } from '#i18n/error-facts.ts';
import { MISSING } from '#i18n/format.ts';
import { useFormat } from '#i18n/use-format.ts';
import type { OwnedRow } from './use-open-positions.ts';
import { useOrdersOf } from './use-orders-of.ts';

export type WholePositionAction = 'liquidate' | 'goFlat' | 'reverse';

type Fate =
  | { readonly kind: 'asking' }
  | { readonly kind: 'sending' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'refused'; readonly code: string; readonly facts: Facts };

export interface WholePositionDialogProps extends OwnedRow {
  readonly action: WholePositionAction;
  readonly onClose: () => void;
}

export function WholePositionDialog({ actor, row, action, onClose }: WholePositionDialogProps) {
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
  const sideWord = t(($) => $.words.side[side]);
  const words = {
    contract: contractCode,
    // In the middle of its sentence there.
    side: action === 'goFlat' ? sideWord.toLowerCase() : sideWord,
    lots: format.volume(lots),
    orders: format.volume(orders),
  };
  const confirm = async (event: MouseEvent) => {
    // The dialog closes when the order is taken, not when the button is pressed.
    event.preventDefault();
    if (fate.kind === 'sending') return;
    setFate({ kind: 'sending' });
    const whole = { contractCode, clientOrderId };
    const request: SentRequest =
      action === 'reverse'
        ? { kind: 'reverse', body: whole, side, lots }
        : { kind: 'liquidate', body: action === 'goFlat' ? { ...whole, goFlat: true } : whole, side, lots };
    const state = await sendOrder(client, { actor, request });
    if (state.kind === 'taken') return onClose();
    if (state.kind === 'refused') setClientOrderId(newClientOrderId());
    if (state.kind === 'refused' || state.kind === 'absent') setFate(state);
  };
  return (
    <AlertDialog open onOpenChange={(open) => !open && onClose()}>
      <AlertDialogContent>
        <AlertDialogTitle>{t(($) => $.dialogs[action].title, words)}</AlertDialogTitle>
        <AlertDialogDescription>{t(($) => $.dialogs[action].body, words)}</AlertDialogDescription>
        <PositionFacts actor={actor} row={row} />
        {fate.kind === 'refused' && (
          <p role="alert" className="text-12 text-danger">
            {writtenError({ t, format, grid: contract?.decimalFormat }, fate)}
          </p>
        )}
        {fate.kind === 'absent' && (
          <p role="alert" className="text-12 text-warning">
            {t(($) => $.ticket.absent)}
          </p>
        )}
        <DialogFooter>
          <AlertDialogCancel asChild>
            <Button variant="outline">{t(($) => $.shell.action.dismiss)}</Button>
          </AlertDialogCancel>
          <AlertDialogAction asChild onClick={(event) => void confirm(event)}>
            <Button
              variant={side === 'BUY' ? 'buy' : 'sell'}
              busy={fate.kind === 'sending'}
              busyLabel={t(($) => $.positions.sending)}
              data-testid={CONFIRM_IDS[action]}
            >
              {t(($) => $.dialogs[action].button, words)}
            </Button>
          </AlertDialogAction>
        </DialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}

const CONFIRM_IDS: Readonly<Record<WholePositionAction, string>> = {
  liquidate: 'confirm-liquidate',
  goFlat: 'confirm-go-flat',
  reverse: 'confirm-reverse',
};

function PositionFacts({ actor, row: { position, contract, figures } }: OwnedRow) {
  const { t } = useTranslation();
  const format = useFormat();
  const account = useAccounts().find(({ accountId }) => accountId === actor.accountId);
  const opposite = useQuoteField(position.contractCode, figures.side === 'BUY' ? 'bid' : 'ask');
  return (
    <FactList className="tabular-nums">
      <Fact term={t(($) => $.words.account.account)}>
        <AccountKindBadge isDemo={account?.isDemo ?? null} /> {account?.subAccountCode ?? actor.accountId}
      </Fact>
      <Fact term={t(($) => $.positions.estimatedPrice)}>
        {contract ? format.price(opposite, contract.decimalFormat) : MISSING}
      </Fact>
      <Fact term={t(($) => $.words.position.estimatedProfit)}>
        <Profit amount={figures.profitVnd} />
      </Fact>
    </FactList>
  );
}
