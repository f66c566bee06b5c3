/**
 * The ticket of a calendar spread: side, lots, price and time in force; told before it is sent are its two legs, the best
 * of its book, fees and the account before and after. The order's id is created when the dialog opens, so that a second
 * press after a lost answer sends the same order.
 */
import type { Contract } from '@mua/contract/entities/contract';
import type { Spread } from '@mua/contract/entities/spread';
import { legCodes } from '@mua/core/values';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '#design/ui/controls/field.tsx';
import { Segment } from '#design/ui/controls/segment.tsx';
import { Select } from '#design/ui/controls/select.tsx';
import { QuestionDialog } from '#design/ui/dialogs/question-dialog.tsx';
import type { SpreadQuestion } from '#desk/trading-question.ts';
import { OrderFaults, useAskedOrder } from '#features/positions/asked-order.tsx';
import { AwaitedQuestion } from '#features/positions/awaited-question.tsx';
import { SpreadLateNote } from '#features/positions/late-note.tsx';
import { LotsField, PriceField } from '#features/positions/limit-fields.tsx';
import {
  readSpreadOrder,
  SPREAD_DURATIONS,
  type SpreadDuration,
  spreadOrderRequest,
} from '#features/positions/spread-order.ts';
import { SpreadFacts, SpreadWarnings } from '#features/positions/spread-order-facts.tsx';
import { useShownPrice } from '#features/positions/use-shown-price.ts';
import { lotsText } from '#i18n/lots-text.ts';
import { useFormat } from '#i18n/use-format.ts';
import { pairText } from '#market/listing-codes.ts';
import { useListedSpreads } from '#market/spreads.ts';
import { useUnresolvedOrder } from '#orders/sent-orders.ts';
import { ExchangeDownNote } from '#orders/ui/exchange-down-note.tsx';
import { useNamedAccount } from '#signed-in/accounts.ts';
import { ticksFromWire } from '#wire/wire-ticks.ts';

export interface SpreadDialogProps extends Omit<SpreadQuestion, 'kind'> {
  readonly onClose: () => void;
}

export function SpreadDialog({ commodityCode, spreadCode, actor, onClose, ...first }: SpreadDialogProps) {
  const { t } = useTranslation();
  const { listed, retry } = useListedSpreads(commodityCode);
  const legs = legCodes(spreadCode);
  const spread = listed?.spreads.find(({ code }) => code === spreadCode);
  const [near, far] = [legs?.near, legs?.far].map((leg) => listed?.contracts.find(({ code }) => code === leg));
  if (spread && near && far) return <SpreadForm {...{ actor, first, spread, near, far, onClose }} />;
  const pair = legs ? pairText({ code: legs.near }, { code: legs.far }) : spreadCode;
  return (
    <AwaitedQuestion
      title={t(($) => $.ticketMore.spread.title, { side: t(($) => $.words.side[first.side]), pair })}
      retry={retry}
      end={listed ? t(($) => $.ticketMore.spread.unlisted, { pair }) : undefined}
      onClose={onClose}
    />
  );
}

type FirstTyped = Pick<SpreadQuestion, 'side' | 'begun'>;

interface SpreadFormProps extends Pick<SpreadDialogProps, 'actor' | 'onClose'> {
  readonly first: FirstTyped;
  readonly spread: Spread;
  readonly near: Contract;
  readonly far: Contract;
}

function SpreadForm({ actor, first, spread, near, far, onClose }: SpreadFormProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const draft = useSpreadDraft(first, spread);
  const { side, read, duration } = draft;
  const { fate, send } = useAskedOrder(actor);
  const isUnresolved = useUnresolvedOrder(actor.accountId, spread.code) !== undefined && fate.kind !== 'sending';
  const lots = read.kind === 'order' ? read.lots : null;
  const words = {
    side: t(($) => $.words.side[side]),
    pair: pairText(near, far),
    lots: lots === null ? '' : lotsText({ t, format }, lots),
    price: format.price(read.kind === 'order' ? read.priceTicks : null, spread.decimalFormat),
    bought: side === 'BUY' ? near.code : far.code,
    sold: side === 'BUY' ? far.code : near.code,
  };
  const confirm = async () => {
    if (read.kind !== 'order') return;
    const order = { ...read, spreadCode: spread.code, side, duration };
    const state = await send((clientOrderId) => ({
      kind: 'place',
      body: spreadOrderRequest({ ...order, clientOrderId }, spread.decimalFormat),
    }));
    if (state.kind === 'taken') onClose();
  };
  return (
    <QuestionDialog
      title={t(($) => $.ticketMore.spread.title, words)}
      body={t(($) => $.ticketMore.spread.about, words)}
      account={useNamedAccount(actor.accountId)}
      facts={<SpreadFacts {...{ actor, spread, near, far, side, lots }} onTake={draft.takePrice} />}
      confirm={{
        label: t(($) => $.ticketMore.spread.send, words),
        busyLabel: t(($) => $.positions.sending),
        variant: side === 'BUY' ? 'buy' : 'sell',
        testId: 'confirm-spread',
        isBusy: fate.kind === 'sending',
        isDisabled: read.kind === 'fault' || isUnresolved,
      }}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <ExchangeDownNote accountId={actor.accountId} />
      <SpreadLateNote spread={spread} />
      <SpreadWarnings {...{ actor, near, far, side, lots }} />
      <SpreadFields draft={draft} />
      <OrderFaults {...{ fate, isUnresolved }} grid={spread.decimalFormat} />
    </QuestionDialog>
  );
}

type SpreadDraft = ReturnType<typeof useSpreadDraft>;

/** The price begins at the other side of the book. */
function useSpreadDraft(first: FirstTyped, { quote, decimalFormat: grid }: Spread) {
  const format = useFormat();
  const [side, setSide] = useState(first.side);
  const [lotsTyped, setLots] = useState(String(first.begun?.lots ?? 1));
  const [duration, setDuration] = useState<SpreadDuration>('DAY');
  const bestTicks = ticksFromWire((side === 'BUY' ? quote?.ask : quote?.bid) ?? null, grid);
  const bestText = bestTicks === null ? null : format.price(bestTicks, grid);
  const { priceText, setPrice, takePrice } = useShownPrice({
    of: side,
    bestText,
    begunText: first.begun?.priceText ?? null,
  });
  const read = readSpreadOrder({ lotsText: lotsTyped, priceText }, grid);
  return {
    ...{ grid, side, setSide, lotsTyped, setLots, duration, setDuration },
    ...{ bestTicks, priceText, setPrice, takePrice, read },
  };
}

function SpreadFields({ draft }: { readonly draft: SpreadDraft }) {
  const { grid, side, setSide, lotsTyped, setLots, duration, setDuration, bestTicks, priceText, setPrice, read } =
    draft;
  const { t } = useTranslation();
  const fault = read.kind === 'fault' ? read.fault : null;
  const sides = (['BUY', 'SELL'] as const).map((value) => ({
    value,
    label: t(($) => $.words.side[value]),
    testId: `spread-side-${value.toLowerCase()}`,
  }));
  return (
    <div className="grid grid-cols-2 gap-3">
      <Segment
        label={t(($) => $.words.order.side)}
        columns={2}
        className="col-span-2"
        value={side}
        onValueChange={setSide}
        options={sides}
      />
      <LotsField testId="spread-lots" text={lotsTyped} onText={setLots} fault={fault} most={null} />
      <PriceField
        testId="spread-price"
        label={t(($) => $.ticketMore.roll.spreadPrice)}
        text={priceText}
        onText={setPrice}
        from={bestTicks}
        {...{ grid, fault }}
      />
      <Field label={t(($) => $.words.order.duration)} className="col-span-2">
        {(control) => (
          <Select
            {...control}
            data-testid="spread-duration"
            value={duration}
            onValueChange={setDuration}
            options={SPREAD_DURATIONS.map((value) => ({ value, label: t(($) => $.words.duration[value]) }))}
          />
        )}
      </Field>
    </div>
  );
}
