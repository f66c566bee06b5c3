/**
 * The timeline of an order, oldest first: a closed list of events with their numbers. Several may share a seq, since a
 * step may have several effects; the list is in order of occurrence.
 */
import { z } from 'zod';
import { CONDITIONAL_LEGS } from '#entities/conditional-order.ts';
import { decisionQuote } from '#entities/decision-quote.ts';
import { rejection, rowReason } from '#errors.ts';
import {
  count,
  duration,
  durationCode,
  instant,
  lots,
  moneyText,
  opaqueId,
  orderStatus,
  percentText,
  priceText,
  quantityIn,
  seq,
  tradeDate,
} from '#wire.ts';

/** The origin of an order. The first four are its investor's own. */
export const ORDER_ORIGINS = [
  'INVESTOR',
  'REVERSE',
  'LIQUIDATE',
  'GO_FLAT',
  'CONDITIONAL_ORDER',
  'OPERATOR',
  'MARGIN_LADDER',
  'EXPIRY_GUARD',
] as const;

/**
 * `ENTRY`: an exit pair that its entry order's fills arm. `CANCELS`: a closing order that waits for cancels to be
 * answered.
 */
export const WAITING_FOR = ['PRICE', 'ENTRY', 'OPEN', 'LINK', 'CANCELS'] as const;

/** Current or requested terms. The last four are a conditional order's. */
export const timelineTerms = z
  .object({
    quantity: quantityIn,
    limitPrice: priceText.nullable(),
    stopPrice: priceText.nullable(),
    duration,
    durationCode,
    expirationDate: tradeDate.nullable(),
    trailAmount: priceText.nullable(),
    trailPercent: percentText.nullable(),
    takeProfit: priceText.nullable(),
    stopLoss: priceText.nullable(),
  })
  .meta({ id: 'TimelineTerms' });
export type TimelineTerms = z.infer<typeof timelineTerms>;

const fillFacts = z.object({
  fillId: opaqueId,
  price: priceText,
  lots,
  fee: moneyText,
  /** Of the order, this fill included. */
  filledQuantity: lots,
  /** The fill came after the order's end, or exceeds its quantity. */
  isLate: z.boolean(),
});

/** By the broker, before the exchange was asked (`rejection`), or by the exchange (`reason`): one of the two. */
const refusedFacts = z.object({ rejection: rejection.nullable(), reason: rowReason.nullable() });

/** Lots that will not be filled any more, and why; a null reason is the owner's request. */
const endFacts = z.object({ leftLots: lots, reason: rowReason.nullable() });

const noFacts = z.object({});

/** Every kind of event with its facts. */
export const TIMELINE_EVENT_FACTS = {
  received: z.object({
    origin: z.enum(ORDER_ORIGINS),
    /** The conditional order that sent it; null for an exit pair. */
    conditionalOrderId: opaqueId.nullable(),
    /** For an exit pair: the entry order that it came with. */
    entryOrderId: opaqueId.nullable(),
    terms: timelineTerms,
  }),
  refused: z.object({ rejection }),
  waiting: z.object({ waitsFor: z.enum(WAITING_FOR) }),
  sent: z.object({ lots }),
  accepted: noFacts,
  /** The price that fired it, if known, and a conditional order's leg. */
  triggered: z.object({
    price: priceText.nullable(),
    stopPrice: priceText.nullable(),
    leg: z.enum(CONDITIONAL_LEGS).nullable(),
  }),
  partiallyFilled: fillFacts,
  filled: fillFacts,
  /** `isOurs`: by the broker, so that the order never closes more than is open. */
  modifyAsked: z.object({ terms: timelineTerms, isOurs: z.boolean() }),
  modified: z.object({ terms: timelineTerms }),
  modifyRefused: refusedFacts,
  /** Reduced to the position that it may close. */
  reduced: z.object({ quantity: lots }),
  /** The requester: null is the owner. */
  cancelAsked: z.object({ reason: rowReason.nullable() }),
  cancelRefused: refusedFacts,
  cancelled: endFacts,
  expired: endFacts,
  /** By the exchange. */
  rejected: z.object({ reason: rowReason.nullable() }),
  /** The exchange halted its market, or resumed it. */
  suspended: noFacts,
  resumed: noFacts,
  linkLost: noFacts,
  /** The exchange reported the order's state. */
  reconciled: z.object({ status: orderStatus, terms: timelineTerms }),
  /** The exchange no longer lists the order. */
  lostSight: noFacts,
  /** Lots of a conditional order that its entry has opened. */
  armed: z.object({ armedQuantity: lots }),
  childSent: z.object({ childOrderId: opaqueId }),
  /** The child order was refused, or ended without filling completely. */
  failed: refusedFacts,
} as const;

export type TimelineEventKind = keyof typeof TIMELINE_EVENT_FACTS;
export const TIMELINE_EVENT_KINDS = Object.keys(TIMELINE_EVENT_FACTS) as readonly TimelineEventKind[];

function eventOf<const K extends TimelineEventKind>(kind: K) {
  return z.object({ seq, time: instant, kind: z.literal(kind), facts: TIMELINE_EVENT_FACTS[kind] });
}

export const timelineEvent = z
  .discriminatedUnion('kind', [
    eventOf('received'),
    eventOf('refused'),
    eventOf('waiting'),
    eventOf('sent'),
    eventOf('accepted'),
    eventOf('triggered'),
    eventOf('partiallyFilled'),
    eventOf('filled'),
    eventOf('modifyAsked'),
    eventOf('modified'),
    eventOf('modifyRefused'),
    eventOf('reduced'),
    eventOf('cancelAsked'),
    eventOf('cancelRefused'),
    eventOf('cancelled'),
    eventOf('expired'),
    eventOf('rejected'),
    eventOf('suspended'),
    eventOf('resumed'),
    eventOf('linkLost'),
    eventOf('reconciled'),
    eventOf('lostSight'),
    eventOf('armed'),
    eventOf('childSent'),
    eventOf('failed'),
  ])
  .meta({ id: 'OrderMoment' });
export type TimelineEvent = z.infer<typeof timelineEvent>;

export const orderTimeline = z
  .object({
    orderId: opaqueId,
    /** What the sender saw; null if the broker or a conditional order made it, or the client did not say. */
    sighting: decisionQuote.nullable(),
    moments: z.array(timelineEvent),
    /**
     * Number of omitted steps between the first and the others, if the order was touched more than a thousand times.
     */
    omittedSteps: count,
  })
  .meta({ id: 'OrderTimeline' });
export type OrderTimeline = z.infer<typeof orderTimeline>;
