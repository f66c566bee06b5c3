/** Actions on an order line from the chart: change it, end it, add exits to the ticket. Refusals are shown. */
import type { Contract } from '@mua/contract/entities/contract';
import type { Facts } from '@mua/contract/errors';
import { oppositeSide, priceToDisplay, type Ticks } from '@mua/core/values';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { pressTicket } from '#desk/ticket-button.ts';
import type { Amendment } from '#features/chart/trading/amend.ts';
import type { ChartOrders } from '#features/chart/trading/chart-orders.ts';
import {
  type DraftLeg,
  type ExitName,
  isDraftExit,
  type LabelledLine,
  type LineSubject,
} from '#features/chart/trading/order-line.ts';
import { sideOf } from '#features/chart/trading/order-lines-of.ts';
import { writtenError } from '#i18n/error-facts.ts';
import type { Language } from '#i18n/languages.ts';
import { useFormat } from '#i18n/use-format.ts';
import { changeAlert, deleteAlert } from '#lists/price-alerts.ts';
import { type HeldLots, markOf } from '#market/live-marks.ts';
import { priceStore } from '#market/price-store.ts';
import { cancelConditional, modifyConditional } from '#orders/conditional-orders.ts';
import { exitEntryOf, writeExit } from '#orders/draft-exits.ts';
import { noteConditional, noteOrder } from '#orders/order-notices.ts';
import { cancelOrder, modifyOrder } from '#orders/orders.ts';
import { type ExitLeg, useTicketDraft } from '#orders/ticket-draft.ts';
import { refusalIn } from '#wire/call.ts';

export interface ExitStart {
  /** An exit of a position is compared with the mark. */
  readonly fromTicks: Ticks;
  readonly distanceTicks: Ticks;
}

export interface LineActs {
  /** Resolves when the server has answered; a refusal has been shown by then. */
  amend(line: LabelledLine, amendment: Amendment): Promise<void>;
  moveDraft(leg: DraftLeg, ticks: Ticks): void;
  /** Cancels, closes or drops it. */
  end(line: LabelledLine): void;
  /** Adds an exit for the draft, or a pair for the position, at this distance in ticks. */
  addExit(line: LabelledLine, leg: ExitName, from: ExitStart): void;
  /** Presses the ticket's own button. */
  press(): void;
  say(fault: { readonly code: string; readonly facts: Facts }): void;
}

export function useLineActs(contract: Contract, own: ChartOrders): LineActs {
  const { t } = useTranslation();
  const format = useFormat();
  const client = useQueryClient();
  const { actor, position, onClosePosition } = own;
  return useMemo((): LineActs => {
    const { code, decimalFormat: grid } = contract;
    const exits = { contract, held: position, language: format.language };
    const say: LineActs['say'] = (fault) => {
      const text = writtenError({ t, format, grid }, fault);
      void import('#design/ui/feedback/toaster.tsx').then(({ toast }) => toast.error(text));
    };
    return {
      say,
      press: () => pressTicket(code),
      moveDraft: (leg, ticks) => {
        if (leg === 'takeProfit' || leg === 'stopLoss') return setExitAt(leg, ticks, exits);
        const text = priceToDisplay(ticks, grid);
        const { setLimitText, setPriceText } = useTicketDraft.getState();
        if (leg === 'limit') setLimitText(text);
        else setPriceText('stopText', text);
      },
      addExit: (line, leg, from) => addExit(line, { ...from, ...exits, leg, actor }),
      amend: async (_line, amendment) => {
        if (!actor) return;
        try {
          if (amendment.kind === 'order') await modifyOrder(client, actor, amendment.request);
          if (amendment.kind === 'conditional') await modifyConditional(client, actor, amendment.request);
          if (amendment.kind === 'alert') {
            await changeAlert(client, actor, { alertId: amendment.alertId, ...amendment.change });
          }
        } catch (error) {
          say(refusalIn(error));
        }
      },
      end: ({ subject }) => {
        if (subject.kind === 'draft') return dropDraft(subject);
        if (!actor) return;
        if (subject.kind === 'position') return onClosePosition();
        if (subject.kind === 'alert') {
          void deleteAlert(client, actor, subject.alert.alertId).catch((error: unknown) => say(refusalIn(error)));
          return;
        }
        if (subject.kind === 'order') {
          const { order } = subject;
          void cancelOrder(client, actor, { orderId: order.orderId }).catch((error: unknown) =>
            noteOrder({ kind: 'notCancelled', order, ...refusalIn(error) }),
          );
          return;
        }
        const { order } = subject;
        void cancelConditional(client, actor, order.conditionalOrderId).catch((error: unknown) =>
          noteConditional({ order, ...refusalIn(error) }),
        );
      },
    };
  }, [t, format, client, actor, position, contract, onClosePosition]);
}

interface ExitPlace {
  readonly contract: Contract;
  readonly held: HeldLots | null;
  readonly language: Language;
}

/** Written in the draft's unit. On the wrong side of the entry there is no distance: then it stays where it is. */
function setExitAt(name: ExitName, ticks: Ticks, { contract, held, language }: ExitPlace): void {
  const draft = useTicketDraft.getState();
  const leg = textOf(name);
  const { code } = contract;
  const read = (field: 'bid' | 'ask' | 'last') => priceStore.read(code, field);
  const market = { bid: read('bid'), ask: read('ask'), last: read('last') };
  const entry = exitEntryOf(draft, { contract, market, markTicks: markOf(code), held });
  const text = writeExit(ticks, { leg, unit: draft.exitUnit }, { ...entry, language });
  if (text !== '') draft.setExit(leg, text);
}

function textOf(leg: ExitName): ExitLeg {
  return leg === 'takeProfit' ? 'takeProfitText' : 'stopLossText';
}

/** Removes one exit, or all of it. */
function dropDraft({ leg }: Extract<LineSubject, { kind: 'draft' }>): void {
  const draft = useTicketDraft.getState();
  if (leg === 'takeProfit') draft.setExit('takeProfitText', '');
  else if (leg === 'stopLoss') draft.setExit('stopLossText', '');
  else draft.dropPrices();
}

interface ExitPlan extends Pick<ChartOrders, 'actor'>, ExitStart, ExitPlace {
  readonly leg: ExitName;
}

/** A take profit belongs on the gaining side of the entry, a stop loss on the other. */
function addExit(line: LabelledLine, { leg, fromTicks, distanceTicks, actor, ...place }: ExitPlan): void {
  const { code, decimalFormat: grid } = place.contract;
  const { subject } = line;
  const side = isDraftExit(subject) ? oppositeSide(line.side) : line.side;
  const gaining = (side === 'BUY' ? 1 : -1) * (leg === 'takeProfit' ? 1 : -1);
  const ticks = fromTicks + gaining * distanceTicks;
  const draft = useTicketDraft.getState();
  if (subject.kind !== 'position') return setExitAt(leg, ticks, place);
  if (!actor) return;
  const exitSide = oppositeSide(sideOf(subject.position));
  const isBegun = draft.contractCode === code && draft.orderType === 'TPSL' && draft.side === exitSide;
  if (isBegun) return setExitAt(leg, ticks, place);
  const { lots } = line;
  const begun = { contractCode: code, owner: actor, side: exitSide, orderType: 'TPSL', lots } as const;
  draft.sketch({ ...begun, [textOf(leg)]: priceToDisplay(ticks, grid) });
}
