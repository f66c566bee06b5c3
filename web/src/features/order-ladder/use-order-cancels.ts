/** Cancels own orders of the ladder's contract: one, those of a side, or all by one call. */
import type { Contract } from '@mua/contract/entities/contract';
import type { Side } from '@mua/core/values';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#design/ui/feedback/toaster.tsx';
import { isLeaving, type RestingOrder } from '#features/order-ladder/resting-order.ts';
import { say } from '#features/order-ladder/say.ts';
import { writtenError } from '#i18n/error-facts.ts';
import { useFormat } from '#i18n/use-format.ts';
import { noteOrder } from '#orders/order-notices.ts';
import { cancelAll, cancelOrder } from '#orders/orders.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { refusalIn } from '#wire/call.ts';
import { patiently } from '#wire/patience.ts';

export interface OrderCancels {
  cancel(resting: RestingOrder): void;
  /** Those whose cancel is not under way yet. Where there is none, or where some are not known yet, it says so. */
  cancelSide(side: Side): void;
  /**
   * The server names them: conditional orders that open and orders in the contract's spreads go too. What protects a
   * position stays: one press must not leave it bare.
   */
  cancelAll(): void;
}

export function useOrderCancels(
  { code }: Contract,
  actor: AccountActor | null,
  { resting, isComplete }: { readonly resting: readonly RestingOrder[]; readonly isComplete: boolean },
): OrderCancels {
  const client = useQueryClient();
  const { t } = useTranslation();
  const format = useFormat();
  /** Orders whose cancel has no answer yet: a second one would only be refused. */
  const leaving = useRef(new Set<string>());
  const isAllLeaving = useRef(false);

  const cancel = ({ order }: RestingOrder) => {
    const { orderId } = order;
    if (!actor || leaving.current.has(orderId)) return;
    leaving.current.add(orderId);
    void patiently(() => cancelOrder(client, actor, { orderId }))
      .catch((error: unknown) => noteOrder({ kind: 'notCancelled', order, ...refusalIn(error) }))
      .finally(() => leaving.current.delete(orderId));
  };
  const cancelSide = (side: Side) => {
    const meant = resting.filter(({ order }) => order.side === side && !isLeaving(order));
    meant.forEach(cancel);
    if (!isComplete) say(t(($) => $.ladder.keys.ordersUnread, { code }));
    else if (meant.length === 0) say(t(($) => $.commands.noOrders, { code }));
  };
  const cancelEvery = async () => {
    if (!actor || isAllLeaving.current) return;
    isAllLeaving.current = true;
    try {
      const { orders, conditionalOrders } = await cancelAll(actor, { contractCode: code, keepStops: true });
      if (orders + conditionalOrders === 0) say(t(($) => $.commands.noOrders, { code }));
    } catch (error) {
      toast.error(writtenError({ t, format }, refusalIn(error)));
    } finally {
      isAllLeaving.current = false;
    }
  };
  return { cancel, cancelSide, cancelAll: () => void cancelEvery() };
}
