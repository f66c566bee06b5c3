/**
 * Closes part of a position, or all of it with a limit: lots and price, what is left, and the account. The order only
 * reduces.
 */
import type { Contract } from '@mua/contract/entities/contract';
import { oppositeSide } from '@mua/core/values';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Segment } from '#design/ui/controls/segment.tsx';
import { Fact } from '#design/ui/dialogs/dialog.tsx';
import { QuestionDialog } from '#design/ui/dialogs/question-dialog.tsx';
import { OrderFaults, useAskedOrder } from '#features/positions/asked-order.tsx';
import {
  closingOrder,
  type ReadClosing,
  readClosableLots,
  readClosing,
  type TypedClosing,
} from '#features/positions/closing.ts';
import { ClosingFacts } from '#features/positions/closing-facts.tsx';
import { LotsField, PriceField } from '#features/positions/limit-fields.tsx';
import type { OwnedRow } from '#features/positions/use-open-positions.ts';
import { useFormat } from '#i18n/use-format.ts';
import { ExchangeDownNote } from '#orders/ui/exchange-down-note.tsx';
import { useNamedAccount } from '#signed-in/accounts.ts';

export interface ClosePartDialogProps extends OwnedRow {
  readonly contract: Contract;
  readonly first: TypedClosing;
  /** Starts with a limit at the mark. */
  readonly hasLimit: boolean;
  /** Its order was accepted. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export function ClosePartDialog({ actor, row, contract, first, hasLimit, onDone, onClose }: ClosePartDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { figures, position } = row;
  const grid = contract.decimalFormat;
  const held = { contractCode: position.contractCode, side: figures.side, lots: figures.lots };
  const markText = figures.markTicks === null ? '' : format.price(figures.markTicks, grid);
  const [isLimit, setLimit] = useState(hasLimit || first.priceText !== '');
  const [lotsText, setLotsText] = useState(first.lotsText);
  const [priceText, setPriceText] = useState(first.priceText === '' ? markText : first.priceText);
  const { fate, send } = useAskedOrder(actor);
  const reading: ReadClosing =
    isLimit && priceText.trim() === ''
      ? { kind: 'fault', fault: { field: 'price', code: 'notANumber' } }
      : readClosing({ lotsText, priceText: isLimit ? priceText : '' }, held, grid);
  const side = oppositeSide(held.side);
  const lots = readClosableLots(lotsText, held);
  const limitTicks = reading.kind === 'close' ? reading.limitTicks : null;
  const fault = reading.kind === 'fault' ? reading.fault : null;
  const words = {
    contract: held.contractCode,
    side: t(($) => $.words.side[side]),
    lots: format.volume(lots),
    price: `@ ${isLimit ? format.price(limitTicks, grid) : t(($) => $.ticket.atMarket)}`,
  };
  const confirm = async () => {
    if (reading.kind !== 'close') return;
    const state = await send((clientOrderId) => ({
      kind: 'place',
      body: closingOrder(held, reading, { clientOrderId, grid }),
    }));
    if (state.kind === 'taken') onDone();
  };
  return (
    <QuestionDialog
      title={t(($) => $.lists.closePart, words)}
      body={t(($) => $.lists.closePartBody, words)}
      account={useNamedAccount(actor.accountId)}
      facts={
        <>
          <ClosingFacts actor={actor} row={row} lots={lots ?? 0} {...(isLimit ? { limitTicks } : {})} />
          <Fact term={t(($) => $.lists.closeLeft)}>{format.volume(lots === null ? null : held.lots - lots)}</Fact>
        </>
      }
      confirm={{
        label: t(($) => $.lists.closeButton, words),
        busyLabel: t(($) => $.positions.sending),
        variant: side === 'BUY' ? 'buy' : 'sell',
        testId: 'confirm-close-part',
        isBusy: fate.kind === 'sending',
        isDisabled: reading.kind !== 'close',
      }}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <ExchangeDownNote accountId={actor.accountId} />
      <LotsField
        testId="close-part-lots"
        text={lotsText}
        onText={setLotsText}
        fault={fault}
        most={held.lots}
        tellsMost
      />
      <Segment
        label={t(($) => $.words.order.orderType)}
        columns={2}
        value={isLimit ? 'LIMIT' : 'MARKET'}
        onValueChange={(next) => setLimit(next === 'LIMIT')}
        options={(['MARKET', 'LIMIT'] as const).map((type) => ({
          value: type,
          label: t(($) => $.words.orderType[type]),
        }))}
      />
      {isLimit && (
        <PriceField
          testId="close-part-price"
          label={t(($) => $.words.order.limitPrice)}
          text={priceText}
          onText={setPriceText}
          from={figures.markTicks}
          {...{ grid, fault }}
        />
      )}
      <OrderFaults {...{ fate, grid }} isUnresolved={false} />
    </QuestionDialog>
  );
}
