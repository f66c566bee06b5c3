/** Formats a conditional order's cells, the same in a table row and on a phone's card. */
import type { ConditionalOrder } from '@mua/contract/entities/conditional-order';
import type { Contract } from '@mua/contract/entities/contract';
import type { ConditionalStatus } from '@mua/core/values';
import type { TFunction } from 'i18next';
import type { BadgeTone } from '#design/ui/feedback/badge.tsx';
import { writtenError } from '#i18n/error-facts.ts';
import type { Format } from '#i18n/use-format.ts';
import { wirePrice } from '#i18n/wire-price.ts';
import { fieldsOf } from '#orders/order-types.ts';

export interface ConditionalWriter {
  readonly t: TFunction;
  readonly format: Format;
  readonly contract: Contract | undefined;
}

export const STATE_TONES: Readonly<Record<ConditionalStatus, BadgeTone>> = {
  PENDING_ACTIVATION: 'info',
  TRIGGERED: 'info',
  ACTIVE: 'success',
  FAILED: 'danger',
  CANCELLED: 'plain',
};

export function trailText({ format, contract }: ConditionalWriter, order: ConditionalOrder): string {
  if (order.trailPercent !== null) return format.ratio(order.trailPercent, 2);
  return wirePrice(format, order.trailAmount, contract?.decimalFormat);
}

export function priceText({ format, contract }: ConditionalWriter, text: string | null): string {
  return wirePrice(format, text, contract?.decimalFormat);
}

/** The time alone for today, with the date otherwise. */
export function momentText({ format }: ConditionalWriter, time: string, nowMs: number): string {
  return format.date(time) === format.date(nowMs) ? format.time(time) : `${format.date(time)} ${format.hour(time)}`;
}

/** Text beside the state: what it waits for, what triggered it, why it failed. Null if there is nothing to say. */
export function reasonText(writer: ConditionalWriter, order: ConditionalOrder): string | null {
  const { t, format, contract } = writer;
  const facts = { t, format, grid: contract?.decimalFormat };
  if (order.rejection) return writtenError(facts, order.rejection);
  if (order.reason) return writtenError(facts, order.reason);
  if (order.triggeredLeg) {
    const price = priceText(writer, order.triggeredPrice);
    return t(($) => $.conditional.reached[order.triggeredLeg ?? 'TRAIL'], { price });
  }
  const isUnarmed = order.parentOrderCode !== null && order.armedQuantity === 0;
  if (isUnarmed) return t(($) => $.conditional.waitsForEntry);
  // A pair always only reduces; for a trailing stop it is worth mentioning.
  return order.isReduceOnly && fieldsOf(order.orderType).reduceOnly === 'optional'
    ? t(($) => $.words.order.reduceOnly)
    : null;
}

/** Lots it may send now, out of those it was placed for: a pair is armed by its entry's fills. */
export function lotsText({ format }: ConditionalWriter, { armedQuantity, quantity }: ConditionalOrder): string {
  const lots = format.volume(quantity);
  return armedQuantity === quantity ? lots : `${format.volume(armedQuantity)}/${lots}`;
}
