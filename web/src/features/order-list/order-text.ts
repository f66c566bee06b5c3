/** Formats an order's cells, the same in a table row and on a phone's card. */
import type { Contract } from '@mua/contract/entities/contract';
import type { Order } from '@mua/contract/entities/order';
import type { OrderStatus } from '@mua/core/values';
import type { TFunction } from 'i18next';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { isHinted } from '#features/order-list/order-status-row.ts';
import { MISSING } from '#i18n/format.ts';
import { orderReasonText } from '#i18n/order-reason-text.ts';
import { type Format, useFormat } from '#i18n/use-format.ts';
import { wirePrice } from '#i18n/wire-price.ts';
import { orderPriceText } from '#orders/order-price-text.ts';

export interface OrderWriter {
  readonly t: TFunction;
  readonly format: Format;
  readonly contract: Contract | undefined;
}

/** Describes an order within a sentence: `Mua 2 ZCEZ26`. */
export function useOrderName(): (order: Pick<Order, 'side' | 'quantity' | 'contractCode'>) => string {
  const { t } = useTranslation();
  const format = useFormat();
  return useCallback(
    ({ side, quantity, contractCode }) =>
      t(($) => $.lists.orderName, {
        side: t(($) => $.words.side[side]),
        lots: format.volume(quantity),
        contract: contractCode,
      }),
    [t, format],
  );
}

/** The time alone for today, with the date otherwise. */
export function timeText(format: Format, time: string, nowMs: number): string {
  return format.date(time) === format.date(nowMs) ? format.time(time) : `${format.date(time)} ${format.hour(time)}`;
}

export function limitPriceText({ format, contract }: OrderWriter, order: Order): string {
  return wirePrice(format, order.limitPrice, contract?.decimalFormat);
}

export function stopPriceText({ format, contract }: OrderWriter, order: Order): string {
  return wirePrice(format, order.stopPrice, contract?.decimalFormat);
}

export function durationText({ t, format }: OrderWriter, order: Order): string {
  return order.duration === 'GTD' && order.expirationDate !== null
    ? format.civilDate(order.expirationDate)
    : t(($) => $.words.duration[order.duration]);
}

export function heldText({ t }: OrderWriter, { heldAt }: Order): string {
  if (heldAt === null) return MISSING;
  return heldAt === 'EXCHANGE' ? t(($) => $.words.order.heldAtExchange) : t(($) => $.words.order.heldByUs);
}

/**
 * Text beside the status: why it was refused or ended, what it waits for, what was requested. Null if there is nothing
 * to say.
 */
export function reasonText(writer: OrderWriter, order: Order): string | null {
  const { t, format, contract } = writer;
  const grid = contract?.decimalFormat;
  const reason = orderReasonText({ t, format, grid }, order);
  if (reason !== null) return reason;
  const hint = hintText(writer, order.status);
  if (order.isCancelRequested) return [hint, t(($) => $.orders.cancelRequested)].filter(Boolean).join(' · ');
  if (order.pendingModify) {
    const { limitPrice, stopPrice } = order.pendingModify;
    const price = orderPriceText({ ...writer, grid }, { orderType: order.orderType, limitPrice, stopPrice });
    const lots = format.volume(order.pendingModify.quantity);
    return t(($) => $.orders.asking, { new: t(($) => $.orders.lotsAtPrice, { lots, price }) });
  }
  if (hint !== null) return hint;
  if (order.isForceSell) return t(($) => $.orders.forceSell);
  if (order.triggeredAt !== null) return t(($) => $.orders.triggered, { time: format.time(order.triggeredAt) });
  if (order.stopPrice !== null && order.heldAt !== null) return heldText(writer, order);
  return null;
}

function hintText({ t, format, contract }: OrderWriter, status: OrderStatus): string | null {
  if (!isHinted(status)) return null;
  const changesAt = contract?.session.changesAt;
  const opensAt = changesAt ? format.hour(changesAt) : MISSING;
  return t(($) => $.words.statusHint[status], { opensAt });
}
