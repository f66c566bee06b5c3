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
import type { DraftLeg, ExitName, LabelledLine, LineSubject } from '#features/chart/trading/order-line.ts';
import { sideOf } from '#features/chart/trading/order-lines-of.ts';
import { writtenError } from '#i18n/error-facts.ts';
import { useFormat } from '#i18n/use-format.ts';
import { changeAlert, deleteAlert } from '#lists/price-alerts.ts';
import { cancelConditional, modifyConditional } from '#orders/conditional-orders.ts';
import { noteConditional, noteOrder } from '#orders/order-notices.ts';
import { cancelOrder, modifyOrder } from '#orders/orders.ts';
import { useTicketDraft } from '#orders/ticket-draft.ts';
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
  const { actor, onClosePosition } = own;
  return useMemo((): LineActs => {
    const { code, decimalFormat: grid } = contract;
    const say: LineActs['say'] = (fault) => {
      const text = writtenError({ t, format, grid }, fault);
      void import('#design/ui/feedback/toaster.tsx').then(({ toast }) => toast.error(text));
    };
    return {
      say,
      press: () => pressTicket(code),
      moveDraft: (leg, ticks) => moveDraft(leg, priceToDisplay(ticks, grid)),
      addExit: (line, leg, from) => addExit(line, { ...from, leg, contract, actor }),
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
  }, [t, format, client, actor, contract, onClosePosition]);
}

function moveDraft(leg: DraftLeg, text: string): void {
  const draft = useTicketDraft.getState();
  if (leg === 'limit') draft.setLimitText(text);
  else if (leg === 'stop') draft.setPriceText('stopText', text);
  else draft.setExit(leg === 'takeProfit' ? 'takeProfitText' : 'stopLossText', text);
}

/** Removes one exit, or all of it. */
function dropDraft({ leg }: Extract<LineSubject, { kind: 'draft' }>): void {
  const draft = useTicketDraft.getState();
  if (leg === 'takeProfit') draft.setExit('takeProfitText', '');
  else if (leg === 'stopLoss') draft.setExit('stopLossText', '');
  else draft.dropPrices();
}

interface ExitPlan extends Pick<ChartOrders, 'actor'>, ExitStart {
  readonly leg: ExitName;
  readonly contract: Contract;
}

/** A take profit belongs on the gaining side of the entry, a stop loss on the other. */
function addExit(line: LabelledLine, { leg, fromTicks, distanceTicks, contract, actor }: ExitPlan): void {
  const { code, decimalFormat: grid } = contract;
  const { subject, side } = line;
  const text = leg === 'takeProfit' ? 'takeProfitText' : 'stopLossText';
  const gaining = (side === 'BUY' ? 1 : -1) * (leg === 'takeProfit' ? 1 : -1);
  const price = priceToDisplay(fromTicks + gaining * distanceTicks, grid);
  const draft = useTicketDraft.getState();
  if (subject.kind !== 'position') return draft.setExit(text, price);
  if (!actor) return;
  const exitSide = oppositeSide(sideOf(subject.position));
  const isBegun = draft.contractCode === code && draft.orderType === 'TPSL' && draft.side === exitSide;
  if (isBegun) return draft.setExit(text, price);
  const { lots } = line;
  // A position must not lose its protection overnight.
  const begun = { contractCode: code, owner: actor, side: exitSide, orderType: 'TPSL', lots, duration: 'GTC' } as const;
  draft.sketch({ ...begun, [text]: price });
}
