/** A moment of an order's story in words: what happened, and its numbers. */
import type { OrderMoment, TimelineTerms } from '@mua/contract/entities/order-timeline';
import type { RowReasonReply } from '@mua/contract/errors';
import type { OrderType, PriceGrid } from '@mua/core/values';
import type { TFunction } from 'i18next';
import { writtenError } from '#i18n/error-facts.ts';
import { lotsText } from '#i18n/lots-text.ts';
import type { Format } from '#i18n/use-format.ts';
import { wirePrice } from '#i18n/wire-price.ts';
import { orderPriceText } from '#orders/order-price-text.ts';

export interface MomentWriter {
  readonly t: TFunction;
  readonly format: Format;
  readonly grid: PriceGrid | undefined;
  /** Of the order whose story it is. */
  readonly orderType: OrderType;
}

/** Null where the kind says all. */
export function momentDetail(writer: MomentWriter, moment: OrderMoment): string | null {
  const { t, format } = writer;
  const volume = format.volume;
  switch (moment.kind) {
    case 'received':
      return joined(
        t(($) => $.timeline.origin[moment.facts.origin]),
        termsText(writer, moment.facts.terms),
      );
    case 'modifyAsked':
    case 'modified':
      return termsText(writer, moment.facts.terms);
    case 'reconciled':
      return joined(
        t(($) => $.words.status[moment.facts.status]),
        termsText(writer, moment.facts.terms),
      );
    case 'waiting':
      return t(($) => $.timeline.waitsFor[moment.facts.waitsFor]);
    case 'sent':
      return lotsText(writer, moment.facts.lots);
    case 'triggered':
      return triggerText(writer, moment.facts);
    case 'partiallyFilled':
    case 'filled':
      return fillText(writer, moment.facts);
    case 'reduced':
      return lotsText(writer, moment.facts.quantity);
    case 'armed':
      return lotsText(writer, moment.facts.armedQuantity);
    case 'refused':
      return writtenError(writer, moment.facts.rejection);
    case 'modifyRefused':
    case 'cancelRefused':
    case 'failed':
      return moment.facts.rejection
        ? writtenError(writer, moment.facts.rejection)
        : reasonOf(writer, moment.facts.reason);
    case 'rejected':
    case 'cancelAsked':
      return reasonOf(writer, moment.facts.reason);
    case 'cancelled':
    case 'expired':
      return joined(
        t(($) => $.timeline.left, { lots: volume(moment.facts.leftLots) }),
        reasonOf(writer, moment.facts.reason),
      );
    case 'childSent':
    case 'accepted':
    case 'suspended':
    case 'resumed':
    case 'linkLost':
    case 'lostSight':
      return null;
  }
}

function termsText(writer: MomentWriter, terms: TimelineTerms): string {
  const { t, format, orderType } = writer;
  const price = orderPriceText(writer, { orderType, ...terms });
  const order = t(($) => $.orders.lotsAtPrice, { lots: format.volume(terms.quantity), price });
  const until =
    terms.duration === 'GTD' && terms.expirationDate !== null
      ? format.civilDate(terms.expirationDate)
      : t(($) => $.words.duration[terms.duration]);
  return joined(order, until);
}

function triggerText(writer: MomentWriter, facts: Extract<OrderMoment, { kind: 'triggered' }>['facts']): string | null {
  const { t, format, grid } = writer;
  const price = wirePrice(format, facts.price, grid);
  if (facts.leg !== null) return t(($) => $.conditional.reached[facts.leg ?? 'TRAIL'], { price });
  const stop =
    facts.stopPrice === null ? null : t(($) => $.timeline.stopAt, { price: wirePrice(format, facts.stopPrice, grid) });
  const at = facts.price === null ? null : t(($) => $.timeline.priceAt, { price });
  return joined(stop, at);
}

function fillText(writer: MomentWriter, facts: Extract<OrderMoment, { kind: 'filled' }>['facts']): string {
  const { t, format, grid } = writer;
  const fill = t(($) => $.timeline.fill, {
    lots: format.volume(facts.lots),
    price: wirePrice(format, facts.price, grid),
    fee: format.vnd(facts.fee),
    filled: format.volume(facts.filledQuantity),
  });
  return facts.isLate
    ? joined(
        fill,
        t(($) => $.timeline.late),
      )
    : fill;
}

function reasonOf(writer: MomentWriter, reason: RowReasonReply | null): string | null {
  return reason && writtenError(writer, reason);
}

function joined(...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join(' · ');
}
