/**
 * Explains why an order was refused, ended, or is not what it was asked to be; null when there is nothing to explain.
 */
import type { Order } from '@mua/contract/entities/order';
import { type FactWriter, writtenError } from '#i18n/error-facts.ts';

export function orderReasonText(writer: FactWriter, order: Pick<Order, OfReason>): string | null {
  const { t, format } = writer;
  if (order.rejection) return writtenError(writer, order.rejection);
  const surplus = order.filledQuantity - order.quantity;
  // The surplus came after its last lot, so its code says no more than that it was late.
  if (surplus > 0) return t(($) => $.orders.overfilled, { lots: format.volume(surplus) });
  return order.reason && writtenError(writer, order.reason);
}

type OfReason = 'rejection' | 'reason' | 'filledQuantity' | 'quantity';
