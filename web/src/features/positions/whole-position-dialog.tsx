/**
 * The question before all lots of a contract are closed at market: what goes, what stays, whose account. The id is made
 * when the dialog opens, so that a second press after a lost answer asks for the same order.
 */
import type { Facts } from '@mua/contract/errors';
import { oppositeSide } from '@mua/core/values';
import { useQueryClient } from '@tanstack/react-query';
import { type MouseEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccounts } from '#data/accounts.ts';
import { newClientOrderId } from '#data/client-order-id.ts';
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

type Liquidation =
  | { readonly kind: 'asking' }
  | { readonly kind: 'sending' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'refused'; readonly code: string; readonly facts: Facts };

export function LiquidateDialog({ actor, row, onClose }: OwnedRow & { onClose: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const client = useQueryClient();
  const [clientOrderId, setClientOrderId] = useState(newClientOrderId);
  const [state, setState] = useState<Liquidation>({ kind: 'asking' });
  const { position, figures, contract } = row;
  const code = position.contractCode;
  const side = oppositeSide(figures.side);
  const order = { contract: code, side: t(($) => $.words.side[side]), lots: format.volume(figures.lots) };
  const confirm = async (event: MouseEvent) => {
    // The dialog closes when the order is taken, not when the button is pressed.
    event.preventDefault();
    if (state.kind === 'sending') return;
    setState({ kind: 'sending' });
    const body = { contractCode: code, clientOrderId };
    const request = { kind: 'liquidate', body, side, lots: figures.lots } as const;
    const fate = await sendOrder(client, { actor, request });
    if (fate.kind === 'taken') return onClose();
    if (fate.kind === 'refused') setClientOrderId(newClientOrderId());
    if (fate.kind === 'refused' || fate.kind === 'absent') setState(fate);
  };
  const grid = contract?.decimalFormat;
  return (
    <AlertDialog open onOpenChange={(open) => !open && onClose()}>
      <AlertDialogContent>
        <AlertDialogTitle>{t(($) => $.dialogs.liquidate.title, { contract: code })}</AlertDialogTitle>
        <AlertDialogDescription>{t(($) => $.dialogs.liquidate.body, order)}</AlertDialogDescription>
        <LiquidateFacts actor={actor} row={row} />
        {state.kind === 'refused' && (
          <p role="alert" className="text-12 text-danger">
            {writtenError({ t, format, grid }, state)}
          </p>
        )}
        {state.kind === 'absent' && (
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
              busy={state.kind === 'sending'}
              busyLabel={t(($) => $.positions.sending)}
              data-testid="confirm-liquidate"
            >
              {t(($) => $.dialogs.liquidate.button, order)}
            </Button>
          </AlertDialogAction>
        </DialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}

function LiquidateFacts({ actor, row: { position, contract, figures } }: OwnedRow) {
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
