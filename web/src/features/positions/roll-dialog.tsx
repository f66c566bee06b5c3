/**
 * Rolls a position into a later month: one order in the spread of the two, or two orders, told before they are sent with
 * what they cost and leave, and told of until they have ended. The closing order's id is created when the dialog opens, so
 * that a second press after a lost answer sends the same roll. Which ways there are is decided once, before any is shown.
 */
import type { Contract } from '@mua/contract/entities/contract';
import type { Order } from '@mua/contract/entities/order';
import type { Vnd } from '@mua/core/values';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { Segment } from '#design/ui/controls/segment.tsx';
import { QuestionDialog, QuestionFault } from '#design/ui/dialogs/question-dialog.tsx';
import type { RollQuestion } from '#desk/trading-question.ts';
import { type OrderFate, OrderFaults, type OrderFaultsProps } from '#features/positions/asked-order.tsx';
import { AwaitedQuestion } from '#features/positions/awaited-question.tsx';
import type { ClosingFault, ReadClosing } from '#features/positions/closing.ts';
import { IntoField } from '#features/positions/into-field.tsx';
import { LateNote } from '#features/positions/late-note.tsx';
import { LotsField, PriceField } from '#features/positions/limit-fields.tsx';
import { OrdersBesideRoll } from '#features/positions/orders-beside-roll.tsx';
import {
  begunRoll,
  type ReadRoll,
  type RollDraft,
  type RollWay,
  readRoll,
  rollRequest,
  rollTargets,
  type TypedRoll,
} from '#features/positions/roll.ts';
import { RollFacts, type RollPrices, useRollPreview, useRollPrices } from '#features/positions/roll-facts.tsx';
import { RollProgress } from '#features/positions/roll-progress.tsx';
import { SpreadRollForm } from '#features/positions/spread-roll-form.tsx';
import { SpreadRollProgress } from '#features/positions/spread-roll-progress.tsx';
import { type OwnedRow, type PositionRow, useOpenPositions } from '#features/positions/use-open-positions.ts';
import { useShownPrice } from '#features/positions/use-shown-price.ts';
import { useUnresolvedRoll } from '#features/positions/use-unresolved-roll.ts';
import { lotsText } from '#i18n/lots-text.ts';
import { useFormat } from '#i18n/use-format.ts';
import { useContracts } from '#market/contracts.ts';
import { useLateSeconds } from '#market/quote-age.ts';
import { useListedSpreads } from '#market/spreads.ts';
import { sendOrder } from '#orders/sent-orders.ts';
import { ExchangeDownNote } from '#orders/ui/exchange-down-note.tsx';
import { freshId } from '#session/fresh-id.ts';
import { useNamedAccount } from '#signed-in/accounts.ts';

export interface RollDialogProps extends Omit<RollQuestion, 'kind'> {
  readonly onClose: () => void;
  /** Called when there is no such position, or no longer, or none is known of. */
  readonly onAbsent: (isKnown: boolean) => void;
}

interface SentRoll {
  /** One order in the spread, or the closing one of two. */
  readonly way: RollWay;
  readonly order: Order;
  readonly near: Contract;
  readonly far: Contract;
}

export function RollDialog({ actor, contractCode, onClose, onAbsent }: RollDialogProps) {
  const { t } = useTranslation();
  const { contracts } = useContracts();
  const { rows, isLoading, error } = useOpenPositions(actor, contractCode);
  const [sent, setSent] = useState<SentRoll | null>(null);
  const [pressed, setPressed] = useState<PositionRow | null>(null);
  // The position may be gone before the answer has come: what was sent is told of all the same.
  const row = rows[0] ?? pressed;
  const near = row?.contract;
  const { listed, retry } = useListedSpreads(near?.commodityCode ?? null);
  const [draft, setDraft] = useState<RollDraft | null>(null);
  const isGone = !isLoading && !row && !sent;
  const leave = useEffectEvent(onAbsent);
  const isKnown = !error;
  useEffect(() => {
    if (isGone) leave(isKnown);
  }, [isGone, isKnown]);
  if (sent) {
    const { way, order, ...months } = sent;
    const told = { actor, ...months, onClose };
    return way === 'ONE' ? <SpreadRollProgress {...told} order={order} /> : <RollProgress {...told} closing={order} />;
  }
  if (isGone) return null;
  const held = row && near && { near, ...row.figures };
  if (held && listed && !draft) setDraft(begunRoll(held, listed));
  if (row && near && draft) {
    const onDraft = (part: Partial<RollDraft>) => setDraft({ ...draft, ...part });
    const form = {
      ...{ actor, row, near, draft, onDraft, onClose, onPress: setPressed },
      choice: draft.hasChoice && <WayChoice way={draft.way} onWay={(way) => onDraft({ way })} />,
    };
    if (draft.way === 'TWO')
      return <RollForm {...form} onSent={({ order, far }) => setSent({ way: 'TWO', order, near, far })} />;
    if (listed) return <SpreadRollForm {...form} listed={listed} onSent={(one) => setSent({ way: 'ONE', ...one })} />;
  }
  return (
    <AwaitedQuestion title={t(($) => $.ticketMore.roll.title, { near: contractCode })} {...{ retry, onClose }}>
      {held && retry && (
        <Button variant="outline" onClick={() => setDraft(begunRoll(held, { contracts, spreads: [] }))}>
          {t(($) => $.ticketMore.roll.twoOrders)}
        </Button>
      )}
    </AwaitedQuestion>
  );
}

function WayChoice({ way, onWay }: { readonly way: RollWay; readonly onWay: (way: RollWay) => void }) {
  const { t } = useTranslation();
  const options = [
    { value: 'ONE', label: t(($) => $.ticketMore.roll.oneOrder) },
    { value: 'TWO', label: t(($) => $.ticketMore.roll.twoOrders) },
  ] as const;
  return (
    <Segment label={t(($) => $.ticketMore.roll.way)} columns={2} value={way} onValueChange={onWay} options={options} />
  );
}

interface RollFormProps extends OwnedRow {
  readonly near: Contract;
  readonly draft: RollDraft;
  readonly onDraft: (part: Partial<RollDraft>) => void;
  /** With the position as it was sent. */
  readonly onPress: (row: PositionRow) => void;
  readonly onSent: (sent: { readonly order: Order; readonly far: Contract }) => void;
  readonly onClose: () => void;
  /** Between one order and two, where there is one. */
  readonly choice: React.ReactNode;
}

function RollForm({ actor, row, near, draft, onDraft, onPress, onSent, onClose, choice }: RollFormProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const client = useQueryClient();
  const { contracts } = useContracts();
  const { figures } = row;
  const targets = rollTargets(contracts, near, figures.side);
  const far = targets.find(({ code }) => code === draft.farCode) ?? targets[0];
  const held = { contractCode: near.code, side: figures.side, lots: figures.lots };
  const [nearText, setNearText] = useState('');
  const [isLimit, setLimit] = useState(false);
  const [clientOrderId, setClientOrderId] = useState(freshId);
  const [fate, setFate] = useState<OrderFate>({ kind: 'asking' });
  const grid = near.decimalFormat;
  const bookFar = useRollPrices(row, far ?? near, null).far;
  const farBest = bookFar === null ? null : format.price(bookFar, grid);
  const farPrice = useShownPrice({ of: far?.code ?? '', bestText: farBest, begunText: null });
  const typed: TypedRoll = { lotsText: draft.lotsText, nearText, farText: farPrice.priceText };
  const read = readRoll(isLimit ? typed : { ...typed, nearText: '', farText: '' }, held, grid);
  const prices = useRollPrices(row, far ?? near, read.terms);
  const lots = read.terms?.lots ?? null;
  const preview = useRollPreview({ actor, row }, far ?? near, { lots, prices });
  const isUnresolved = useUnresolvedRoll(actor.accountId, near.code) && fate.kind !== 'sending';
  const lacksPrice = isLimit && (typed.nearText.trim() === '' || typed.farText.trim() === '');
  const confirm = async () => {
    if (!read.terms || !far) return;
    setFate({ kind: 'sending' });
    onPress(row);
    const body = rollRequest(held, read.terms, { clientOrderId, farCode: far.code, grid });
    const state = await sendOrder(client, { actor, request: { kind: 'place', body } });
    if (state.kind === 'taken') return state.order ? onSent({ order: state.order, far }) : onClose();
    if (state.kind === 'refused') setClientOrderId(freshId());
    if (state.kind === 'refused' || state.kind === 'absent') setFate(state);
  };
  const chooseLimit = (next: boolean) => {
    setLimit(next);
    if (nearText !== '') return;
    if (prices.near !== null) setNearText(format.price(prices.near, grid));
    if (farBest !== null) farPrice.takePrice(farBest);
  };
  const words = { near: near.code, far: far?.code ?? '', lots: lots === null ? '' : lotsText({ t, format }, lots) };
  return (
    <QuestionDialog
      title={t(($) => $.ticketMore.roll.title, words)}
      body={t(($) => (far ? $.ticketMore.roll.about : $.ticketMore.roll.noTarget), words)}
      account={useNamedAccount(actor.accountId)}
      facts={far && <RollFacts {...{ actor, row, near, far, lots, isLimit, prices, preview }} />}
      confirm={{
        label: t(($) => $.ticketMore.roll.send, words),
        busyLabel: t(($) => $.positions.sending),
        variant: 'primary',
        testId: 'confirm-roll',
        isBusy: fate.kind === 'sending',
        isDisabled: read.terms === null || !far || lacksPrice || isUnresolved,
      }}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <ExchangeDownNote accountId={actor.accountId} />
      <LateNote seconds={useLateSeconds([near.code, far?.code ?? near.code])} />
      {choice}
      {far && (
        <div className="grid grid-cols-2 gap-3">
          <IntoField far={far} targets={targets} onFar={(farCode) => onDraft({ farCode })} />
          <LotsField
            testId="roll-lots"
            text={typed.lotsText}
            onText={(lotsText) => onDraft({ lotsText })}
            fault={faultOf(read.near)}
            most={held.lots}
          />
          <Prices
            {...{ near, far, typed, read, prices, isLimit }}
            onLimit={chooseLimit}
            onNear={setNearText}
            // Of this month: another one has another price.
            onFar={farPrice.takePrice}
          />
        </div>
      )}
      <OrdersBesideRoll {...{ actor, row, lots }} />
      <Faults {...{ fate, isUnresolved, grid }} shortfallVnd={preview?.shortfallVnd ?? 0n} />
    </QuestionDialog>
  );
}

interface PricesProps {
  readonly near: Contract;
  readonly far: Contract;
  readonly typed: TypedRoll;
  readonly read: ReadRoll;
  readonly prices: RollPrices;
  readonly isLimit: boolean;
  readonly onLimit: (isLimit: boolean) => void;
  readonly onNear: (priceText: string) => void;
  readonly onFar: (priceText: string) => void;
}

/** At market, or a limit for each of the two orders. */
function Prices({ near, far, typed, read, prices, isLimit, onLimit, onNear, onFar }: PricesProps) {
  const { t } = useTranslation();
  return (
    <>
      <Segment
        label={t(($) => $.words.order.orderType)}
        columns={2}
        className="col-span-2"
        value={isLimit ? 'LIMIT' : 'MARKET'}
        onValueChange={(next) => onLimit(next === 'LIMIT')}
        options={(['MARKET', 'LIMIT'] as const).map((one) => ({
          value: one,
          label: t(($) => $.words.orderType[one]),
        }))}
      />
      {isLimit && (
        <>
          <PriceField
            testId={`roll-price-${near.code}`}
            label={near.code}
            grid={near.decimalFormat}
            text={typed.nearText}
            onText={onNear}
            fault={faultOf(read.near)}
            from={prices.near}
          />
          <PriceField
            testId={`roll-price-${far.code}`}
            label={far.code}
            grid={far.decimalFormat}
            text={typed.farText}
            onText={onFar}
            fault={faultOf(read.far)}
            from={prices.far}
          />
        </>
      )}
    </>
  );
}

function faultOf(reading: ReadClosing): ClosingFault | null {
  return reading.kind === 'fault' ? reading.fault : null;
}

interface FaultsProps extends OrderFaultsProps {
  readonly shortfallVnd: Vnd;
}

function Faults({ fate, isUnresolved, grid, shortfallVnd }: FaultsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <>
      {shortfallVnd > 0n && (
        <QuestionFault tone="warning">
          {t(($) => $.ticketMore.roll.short, { missing: format.vnd(shortfallVnd) })}
        </QuestionFault>
      )}
      <OrderFaults {...{ fate, isUnresolved, grid }} />
    </>
  );
}
