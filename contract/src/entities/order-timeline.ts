/**
 * What happened to an order, oldest first: a closed list of events, each with its numbers. Several may share a seq,
 * since what follows from one step happens in it; their order in the list is the order in which they happened.
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

/** Who or what made an order. The first four are its investor's own. */
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

/** `ENTRY`: an exit pair that its entry order's fills arm. `CANCELS`: a closing order behind cancels not answered yet. */
export const WAITING_FOR = ['PRICE', 'ENTRY', 'OPEN', 'LINK', 'CANCELS'] as const;

/** Terms as they stand or are asked for. The last four are a conditional order's. */
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
  /** It came when the order was over, or beyond its lots. */
  isLate: z.boolean(),
});

/** By us, before anything was asked of the exchange (`rejection`), or by the exchange (`reason`): one of the two. */
const refusedFacts = z.object({ rejection: rejection.nullable(), reason: rowReason.nullable() });

/** Lots that will not be filled any more, and why; a null reason is the owner's own wish. */
const endFacts = z.object({ leftLots: lots, reason: rowReason.nullable() });

const noFacts = z.object({});

/** Every kind of event with its facts. */
export const TIMELINE_EVENT_FACTS = {
  received: z.object({
    origin: z.enum(ORDER_ORIGINS),
    /** The conditional order that sent it; of an exit pair, null. */
    conditionalOrderId: opaqueId.nullable(),
    /** Of an exit pair: the order that it came with. */
    entryOrderId: opaqueId.nullable(),
    terms: timelineTerms,
  }),
  refused: z.object({ rejection }),
  waiting: z.object({ waitsFor: z.enum(WAITING_FOR) }),
  sent: z.object({ lots }),
  accepted: noFacts,
  /** The price that fired it, where it is known; a conditional order's leg. */
  triggered: z.object({
    price: priceText.nullable(),
    stopPrice: priceText.nullable(),
    leg: z.enum(CONDITIONAL_LEGS).nullable(),
  }),
  partiallyFilled: fillFacts,
  filled: fillFacts,
  /** `isOurs`: by the broker, so that it never closes more than is open. */
  modifyAsked: z.object({ terms: timelineTerms, isOurs: z.boolean() }),
  modified: z.object({ terms: timelineTerms }),
  modifyRefused: refusedFacts,
  /** Cut down to the position that it may close. */
  reduced: z.object({ quantity: lots }),
  /** By whom: null is its owner. */
  cancelAsked: z.object({ reason: rowReason.nullable() }),
  cancelRefused: refusedFacts,
  cancelled: endFacts,
  expired: endFacts,
  /** By the exchange. */
  rejected: z.object({ reason: rowReason.nullable() }),
  /** The exchange halted its market, and let it go on. */
  suspended: noFacts,
  resumed: noFacts,
  linkLost: noFacts,
  /** The exchange has said how it stands. */
  reconciled: z.object({ status: orderStatus, terms: timelineTerms }),
  /** The exchange had it and has it no more. */
  lostSight: noFacts,
  /** Lots of a conditional order whose position its entry has opened. */
  armed: z.object({ armedQuantity: lots }),
  childSent: z.object({ childOrderId: opaqueId }),
  /** The order that a conditional order sent was refused, or ended without filling whole. */
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
    /** What its sender saw; null when the broker or a conditional order made it, or its sender did not say. */
    sighting: decisionQuote.nullable(),
    moments: z.array(timelineEvent),
    /**
     * Steps between the first and the others that are left out, since the order was touched more than a thousand times.
     */
    omittedSteps: count,
  })
  .meta({ id: 'OrderTimeline' });
export type OrderTimeline = z.infer<typeof orderTimeline>;
