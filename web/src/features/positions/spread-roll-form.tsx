/**
 * Rolls a position by one order in the spread of two neighbouring months: told before it is sent at which spread, beside
 * the best of its book, where its months would lie now, what closing realises, and the account before and after.
 */
import type { Contract } from '@mua/contract/entities/contract';
import type { Order } from '@mua/contract/entities/order';
import type { Spread } from '@mua/contract/entities/spread';
import { oppositeSide, type Side, type Ticks } from '@mua/core/values';
import { useTranslation } from 'react-i18next';
import { Fact } from '#design/ui/dialogs/dialog.tsx';
import { QuestionDialog, QuestionFault } from '#design/ui/dialogs/question-dialog.tsx';
import { OrderFaults, useAskedOrder } from '#features/positions/asked-order.tsx';
import { BestPrices } from '#features/positions/best-prices.tsx';
import { readClosing } from '#features/positions/closing.ts';
import { IntoField } from '#features/positions/into-field.tsx';
import { SpreadLateNote } from '#features/positions/late-note.tsx';
import { LotsField, PriceField } from '#features/positions/limit-fields.tsx';
import { OrdersBesideRoll } from '#features/positions/orders-beside-roll.tsx';
import { type RollDraft, rollTargets, spreadRollRequest } from '#features/positions/roll.ts';
import {
  CloseOuts,
  ClosingProfit,
  CurveLink,
  MoneyFacts,
  PastSpreads,
  useRollPreview,
} from '#features/positions/roll-facts.tsx';
import type { OwnedRow, PositionRow } from '#features/positions/use-open-positions.ts';
import { useShownPrice } from '#features/positions/use-shown-price.ts';
import { useSpreadLegPrices } from '#features/positions/use-spread-leg-prices.ts';
import { useUnresolvedRoll } from '#features/positions/use-unresolved-roll.ts';
import { lotsText } from '#i18n/lots-text.ts';
import { useFormat } from '#i18n/use-format.ts';
import { type ListedSpreads, spreadOf } from '#market/spreads.ts';
import { ExchangeDownNote } from '#orders/ui/exchange-down-note.tsx';
import { useNamedAccount } from '#signed-in/accounts.ts';
import { ticksFromWire } from '#wire/wire-ticks.ts';

export interface SpreadRollFormProps extends OwnedRow {
  readonly near: Contract;
  readonly listed: ListedSpreads;
  readonly draft: RollDraft;
  readonly onDraft: (part: Partial<RollDraft>) => void;
  /** With the position as it was sent. */
  readonly onPress: (row: PositionRow) => void;
  readonly onSent: (sent: { readonly order: Order; readonly near: Contract; readonly far: Contract }) => void;
  readonly onClose: () => void;
  /** Between one order and two. */
  readonly choice: React.ReactNode;
}

export function SpreadRollForm(props: SpreadRollFormProps) {
  const { actor, row, near, onPress, onSent, onClose, choice } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const roll = useSpreadRoll(props);
  const { spread, far, read, held } = roll;
  const { fate, send } = useAskedOrder(actor);
  const terms = read.kind === 'close' && read.limitTicks !== null ? { ...read, limitTicks: read.limitTicks } : null;
  const isUnresolved = useUnresolvedRoll(actor.accountId, near.code) && fate.kind !== 'sending';
  const lots = read.kind === 'close' ? read.lots : null;
  const words = {
    near: near.code,
    far: far?.code ?? '',
    lots: lots === null ? '' : lotsText({ t, format }, lots),
    price: format.price(terms?.limitTicks ?? null, near.decimalFormat),
  };
  const confirm = async () => {
    if (!terms || !spread || !far) return;
    onPress(row);
    const state = await send((clientOrderId) => ({
      kind: 'place',
      body: spreadRollRequest(held, terms, { clientOrderId, spreadCode: spread.code, grid: near.decimalFormat }),
    }));
    if (state.kind !== 'taken') return;
    if (state.order) onSent({ order: state.order, near, far });
    else onClose();
  };
  return (
    <QuestionDialog
      title={t(($) => $.ticketMore.roll.title, words)}
      body={t(($) => (far ? $.ticketMore.roll.spreadAbout : $.ticketMore.roll.noTarget), words)}
      account={useNamedAccount(actor.accountId)}
      facts={
        far &&
        spread && (
          <SpreadFacts
            {...{ actor, row, near, far, spread, lots }}
            ticks={terms?.limitTicks ?? null}
            onTake={roll.takePrice}
          />
        )
      }
      confirm={{
        label: t(($) => $.ticketMore.roll.sendAt, words),
        busyLabel: t(($) => $.positions.sending),
        variant: 'primary',
        testId: 'confirm-roll',
        isBusy: fate.kind === 'sending',
        isDisabled: terms === null || !far || isUnresolved,
      }}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <ExchangeDownNote accountId={actor.accountId} />
      {far && spread && <SpreadShortfall {...{ actor, row, near, far, lots }} ticks={terms?.limitTicks ?? null} />}
      {spread && <SpreadLateNote spread={spread} />}
      {choice}
      <SpreadFields roll={roll} />
      <OrdersBesideRoll {...{ actor, row, lots }} />
      <OrderFaults {...{ fate, isUnresolved }} grid={near.decimalFormat} />
    </QuestionDialog>
  );
}

/** What is typed, and the spread it is typed for: the nearest one, at the best price of its book as the dialog showed it. */
function useSpreadRoll({ row, near, listed: { spreads, contracts }, draft, onDraft }: SpreadRollFormProps) {
  const format = useFormat();
  const { side, lots } = row.figures;
  const { lotsText: lotsTyped, farCode } = draft;
  const targets = rollTargets(contracts, near, side).filter((far) => spreadOf(spreads, near, far));
  const far = targets.find(({ code }) => code === farCode) ?? targets[0];
  const spread = far && spreadOf(spreads, near, far);
  const grid = near.decimalFormat;
  const best = side === 'BUY' ? spread?.quote?.bid : spread?.quote?.ask;
  const bestTicks = ticksFromWire(best ?? null, grid);
  const bestText = bestTicks === null ? null : format.price(bestTicks, grid);
  const { priceText, takePrice } = useShownPrice({ of: spread?.code ?? '', bestText, begunText: null });
  const held = { contractCode: near.code, side, lots };
  const read = readClosing({ lotsText: lotsTyped, priceText }, held, grid);
  const typed = { read, priceText, takePrice, lotsTyped, onDraft };
  return { near, far, spread, targets, held, bestTicks, ...typed };
}

function SpreadFields({ roll }: { readonly roll: ReturnType<typeof useSpreadRoll> }) {
  const { near, far, targets, held, read, bestTicks, priceText, lotsTyped, onDraft, takePrice } = roll;
  const { t } = useTranslation();
  const fault = read.kind === 'fault' ? read.fault : null;
  if (!far) return null;
  return (
    <div className="grid grid-cols-2 gap-3">
      <IntoField far={far} targets={targets} onFar={(farCode) => onDraft({ farCode })} />
      <LotsField
        testId="roll-lots"
        text={lotsTyped}
        onText={(lotsText) => onDraft({ lotsText })}
        fault={fault}
        most={held.lots}
      />
      <PriceField
        testId="roll-spread-price"
        label={t(($) => $.ticketMore.roll.spreadPrice)}
        grid={near.decimalFormat}
        text={priceText}
        onText={takePrice}
        fault={fault}
        from={bestTicks}
      />
    </div>
  );
}

interface SpreadFactsProps extends OwnedRow {
  readonly near: Contract;
  readonly far: Contract;
  readonly spread: Spread;
  readonly lots: number | null;
  readonly ticks: Ticks | null;
  readonly onTake: (priceText: string) => void;
}

function SpreadFacts({ actor, row, near, far, spread, lots, ticks, onTake }: SpreadFactsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const grid = near.decimalFormat;
  const side = row.figures.side;
  const prices = useSpreadLegPrices(near, far, ticks);
  const preview = useRollPreview({ actor, row }, far, { lots, prices, isOneOrder: true });
  const order = {
    side: t(($) => $.words.side[oppositeSide(side)]),
    lots: format.volume(lots),
    price: format.price(ticks, grid),
  };
  const leg = (of: Side, legTicks: Ticks | null) =>
    t(($) => $.ticketMore.roll.leg, {
      side: t(($) => $.words.side[of]),
      lots: format.volume(lots),
      price: format.price(legTicks, grid),
    });
  return (
    <>
      <Fact term={t(($) => $.ticketMore.roll.inSpread, { spread: spread.code })}>
        {t(($) => $.ticketMore.roll.atLimit, order)}
      </Fact>
      <BestPrices testId="roll-best" {...{ spread, onTake }} />
      <PastSpreads near={near} far={far} />
      <CurveLink near={near} />
      <Fact term={near.code}>{leg(oppositeSide(side), prices.near)}</Fact>
      <Fact term={far.code}>{leg(side, prices.far)}</Fact>
      <ClosingProfit {...{ row, near, lots }} ticks={prices.near} />
      <CloseOuts {...{ near, far }} isLong={side === 'BUY'} />
      <MoneyFacts preview={preview} fees={t(($) => $.ticketMore.roll.bothFees)} />
    </>
  );
}

/** What is missing for it, in sight however long the facts are. */
function SpreadShortfall({ actor, row, near, far, lots, ticks }: Omit<SpreadFactsProps, 'spread' | 'onTake'>) {
  const { t } = useTranslation();
  const format = useFormat();
  const prices = useSpreadLegPrices(near, far, ticks);
  const preview = useRollPreview({ actor, row }, far, { lots, prices, isOneOrder: true });
  const missing = preview?.shortfallVnd ?? 0n;
  if (missing <= 0n) return null;
  return (
    <QuestionFault tone="warning">
      {t(($) => $.ticketMore.roll.spreadShort, { missing: format.vnd(missing) })}
    </QuestionFault>
  );
}
