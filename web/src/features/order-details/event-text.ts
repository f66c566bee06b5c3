/** Describes an event of an order's timeline: what happened, and its numbers. */
import type { TimelineEvent, TimelineTerms } from '@mua/contract/entities/order-timeline';
import type { RowReasonReply } from '@mua/contract/errors';
import type { OrderType, PriceGrid } from '@mua/core/values';
import type { TFunction } from 'i18next';
import { writtenError } from '#i18n/error-facts.ts';
import { lotsText } from '#i18n/lots-text.ts';
import type { Format } from '#i18n/use-format.ts';
import { wirePrice } from '#i18n/wire-price.ts';
import { orderPriceText } from '#orders/order-price-text.ts';

export interface TimelineEventWriter {
  readonly t: TFunction;
  readonly format: Format;
  readonly grid: PriceGrid | undefined;
  /** Type of the order that the timeline belongs to. */
  readonly orderType: OrderType;
}

/** Null if the kind says everything. */
export function momentDetail(writer: TimelineEventWriter, timelineEvent: TimelineEvent): string | null {
  const { t, format } = writer;
  const volume = format.volume;
  switch (timelineEvent.kind) {
    case 'received':
      return joined(
        t(($) => $.timeline.origin[timelineEvent.facts.origin]),
        termsText(writer, timelineEvent.facts.terms),
      );
    case 'modifyAsked':
    case 'modified':
      return termsText(writer, timelineEvent.facts.terms);
    case 'reconciled':
      return joined(
        t(($) => $.words.status[timelineEvent.facts.status]),
        termsText(writer, timelineEvent.facts.terms),
      );
    case 'waiting':
      return t(($) => $.timeline.waitsFor[timelineEvent.facts.waitsFor]);
    case 'sent':
      return lotsText(writer, timelineEvent.facts.lots);
    case 'triggered':
      return triggerText(writer, timelineEvent.facts);
    case 'partiallyFilled':
    case 'filled':
      return fillText(writer, timelineEvent.facts);
    case 'reduced':
      return lotsText(writer, timelineEvent.facts.quantity);
    case 'armed':
      return lotsText(writer, timelineEvent.facts.armedQuantity);
    case 'refused':
      return writtenError(writer, timelineEvent.facts.rejection);
    case 'modifyRefused':
    case 'cancelRefused':
    case 'failed':
      return timelineEvent.facts.rejection
        ? writtenError(writer, timelineEvent.facts.rejection)
        : reasonOf(writer, timelineEvent.facts.reason);
    case 'rejected':
    case 'cancelAsked':
      return reasonOf(writer, timelineEvent.facts.reason);
    case 'cancelled':
    case 'expired':
      return joined(
        t(($) => $.timeline.left, { lots: volume(timelineEvent.facts.leftLots) }),
        reasonOf(writer, timelineEvent.facts.reason),
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

function termsText(writer: TimelineEventWriter, terms: TimelineTerms): string {
  const { t, format, orderType } = writer;
  const price = orderPriceText(writer, { orderType, ...terms });
  const order = t(($) => $.orders.lotsAtPrice, { lots: format.volume(terms.quantity), price });
  const until =
    terms.duration === 'GTD' && terms.expirationDate !== null
      ? format.civilDate(terms.expirationDate)
      : t(($) => $.words.duration[terms.duration]);
  return joined(order, until);
}

function triggerText(
  writer: TimelineEventWriter,
  facts: Extract<TimelineEvent, { kind: 'triggered' }>['facts'],
): string | null {
  const { t, format, grid } = writer;
  const price = wirePrice(format, facts.price, grid);
  if (facts.leg !== null) return t(($) => $.conditional.reached[facts.leg ?? 'TRAIL'], { price });
  const stop =
    facts.stopPrice === null ? null : t(($) => $.timeline.stopAt, { price: wirePrice(format, facts.stopPrice, grid) });
  const at = facts.price === null ? null : t(($) => $.timeline.priceAt, { price });
  return joined(stop, at);
}

function fillText(writer: TimelineEventWriter, facts: Extract<TimelineEvent, { kind: 'filled' }>['facts']): string {
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

function reasonOf(writer: TimelineEventWriter, reason: RowReasonReply | null): string | null {
  return reason && writtenError(writer, reason);
}

function joined(...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join(' · ');
}
