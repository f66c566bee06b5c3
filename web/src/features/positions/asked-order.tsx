/**
 * The one order that a dialog asks for: its id is created when the dialog opens, so that a second press after a lost
 * answer sends the same order; what became of it, and why it can't be sent, in words.
 */
import type { Facts } from '@mua/contract/errors';
import type { PriceGrid } from '@mua/core/values';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QuestionFault } from '#design/ui/dialogs/question-dialog.tsx';
import { writtenError } from '#i18n/error-facts.ts';
import { useFormat } from '#i18n/use-format.ts';
import type { SentRequest, SentState } from '#orders/sent-order.ts';
import { sendOrder } from '#orders/sent-orders.ts';
import { freshId } from '#session/fresh-id.ts';
import type { AccountActor } from '#signed-in/actor.ts';

export type OrderFate =
  | { readonly kind: 'asking' | 'sending' | 'absent' }
  | { readonly kind: 'refused'; readonly code: string; readonly facts: Facts };

export interface AskedOrder {
  readonly fate: OrderFate;
  send(requestOf: (clientOrderId: string) => SentRequest): Promise<SentState>;
}

export function useAskedOrder(actor: AccountActor): AskedOrder {
  const client = useQueryClient();
  const [clientOrderId, setClientOrderId] = useState(freshId);
  const [fate, setFate] = useState<OrderFate>({ kind: 'asking' });
  return {
    fate,
    async send(requestOf) {
      setFate({ kind: 'sending' });
      const state = await sendOrder(client, { actor, request: requestOf(clientOrderId) });
      if (state.kind === 'refused') setClientOrderId(freshId());
      if (state.kind === 'refused' || state.kind === 'absent') setFate(state);
      return state;
    },
  };
}

export interface OrderFaultsProps {
  readonly fate: OrderFate;
  /** An earlier order in the same listing has no answer yet. */
  readonly isUnresolved: boolean;
  readonly grid: PriceGrid | undefined;
}

export function OrderFaults({ fate, isUnresolved, grid }: OrderFaultsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <>
      {fate.kind === 'refused' && <QuestionFault>{writtenError({ t, format, grid }, fate)}</QuestionFault>}
      {isUnresolved && <QuestionFault tone="warning">{t(($) => $.ticket.issue.lost)}</QuestionFault>}
      {fate.kind === 'absent' && <QuestionFault tone="warning">{t(($) => $.ticket.absent)}</QuestionFault>}
    </>
  );
}
