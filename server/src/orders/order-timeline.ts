/**
 * Makes an order's timeline from its stored states: each difference from the step before, and the step's cause, is an
 * event. Pure, so that a corrected rule also corrects the timelines of old orders.
 */
import type { TimelineEvent, TimelineTerms } from '@mua/contract/entities/order-timeline';
import type { Rejection, RowReasonReply } from '@mua/contract/errors';
import { durationToWire } from '@mua/contract/wire';
import type { OrderTerms } from '@mua/core/engine';
import { FINAL_STATUSES, type OrderStatus, type PriceGrid, priceToText } from '@mua/core/values';
import type { OrderState, RefusedState, StepCause } from '#journal/projections/order-steps.ts';
import { type FillRecord, type OrderRecord, reasonToWire, rejectionToWire } from '#orders/order-wire.ts';
import { idText, instantText, priceOrNull } from '#wire/wire-text.ts';

/** A stored step. */
export interface StoredStep {
  readonly seq: number;
  readonly timeMs: number;
  readonly cause: StepCause;
}

export type OrderStep = StoredStep & { readonly stand: OrderState | RefusedState };

export interface OrderStory {
  /** The current record, for the fields that never change. */
  readonly order: OrderRecord;
  readonly fills: ReadonlyMap<number, FillRecord>;
  readonly grid: PriceGrid;
}

/** An event before its time is known. */
export type Shown = TimelineEvent extends infer M
  ? M extends TimelineEvent
    ? Pick<M, 'kind' | 'facts'>
    : never
  : never;

type Origin = Extract<TimelineEvent, { kind: 'received' }>['facts']['origin'];

/** `steps` begin with the order's first one. If some are omitted after it, the next only sets the state. */
export function orderEvents(steps: readonly OrderStep[], story: OrderStory, hasOmitted = false): TimelineEvent[] {
  const events: TimelineEvent[] = [];
  let before: OrderState | null = null;
  let isShown = !hasOmitted;
  for (const { stand, ...step } of steps) {
    if ('refusal' in stand) {
      events.push(...stamped(step, [refusedChange(step.cause, rejectionToWire(stand.refusal, story.grid))]));
      continue;
    }
    if (before === null) events.push(...stamped(step, beginning(step, stand, story)));
    else if (isShown) events.push(...stamped(step, whatHappened(step, { before, after: stand }, story)));
    else isShown = true;
    before = stand;
  }
  return events;
}

export function stamped({ seq, timeMs }: StoredStep, reported: readonly Shown[]): TimelineEvent[] {
  return reported.map((timelineEvent) => ({ seq, time: instantText(timeMs), ...timelineEvent }));
}

/** A change that the broker refused. */
export function refusedChange(cause: StepCause, rejection: Rejection): Shown {
  const kind = cause === 'cancelRefused' ? 'cancelRefused' : 'modifyRefused';
  return { kind, facts: { rejection, reason: null } };
}

function beginning({ cause }: StoredStep, stand: OrderState, { order, grid }: OrderStory): Shown[] {
  const { conditionalOrderId = null, refusal } = order;
  const received: Shown = {
    kind: 'received',
    facts: {
      origin: originOf(cause, order),
      conditionalOrderId,
      entryOrderId: null,
      terms: termsToWire(stand, grid),
    },
  };
  if (refusal) return [received, { kind: 'refused', facts: { rejection: rejectionToWire(refusal, grid) } }];
  return [received, ...placeEvents(stand), ...endEvents(stand)];
}

function originOf(cause: StepCause, { conditionalOrderId, isForceSell }: OrderRecord): Origin {
  if (conditionalOrderId) return 'CONDITIONAL_ORDER';
  if (cause === 'operator') return 'OPERATOR';
  if (cause === 'goFlat') return 'GO_FLAT';
  if (cause === 'liquidateContract') return 'LIQUIDATE';
  if (cause === 'reversePosition') return 'REVERSE';
  if (cause === 'closeOut') return 'EXPIRY_GUARD';
  return isForceSell ? 'MARGIN_LADDER' : 'INVESTOR';
}

/** Where an order is before anybody has answered. */
function placeEvents(stand: OrderState): Shown[] {
  const { status, isHeldByUs, awaitsCancels, awaitsAcceptance } = stand;
  if (awaitsCancels) return [{ kind: 'waiting', facts: { waitsFor: 'CANCELS' } }];
  if (isHeldByUs) return [{ kind: 'waiting', facts: { waitsFor: 'PRICE' } }];
  if (status === 'ACTIVEAT') return [{ kind: 'waiting', facts: { waitsFor: 'OPEN' } }];
  if (status === 'NOT_SENT') return [{ kind: 'waiting', facts: { waitsFor: 'LINK' } }];
  return awaitsAcceptance ? [sent(stand)] : [];
}

function sent({ quantityLots, filledLots = 0 }: OrderState): Shown {
  return { kind: 'sent', facts: { lots: Math.max(0, quantityLots - filledLots) } };
}

interface Change {
  readonly before: OrderState;
  readonly after: OrderState;
}

function whatHappened(step: StoredStep, change: Change, story: OrderStory): Shown[] {
  const { before, after } = change;
  const reported: Shown[] = [...triggerEvents(change, story.grid), ...linkEvents(step, change, story.grid)];
  const fill = story.fills.get(step.seq);
  if (fill) reported.push(fillEvent(fill, change, story.grid));
  reported.push(...termsEvents(step, change, story.grid), ...answerEvents(step, change));
  const isSentAgain = step.cause === 'restartVenue' || step.cause === 'resyncVenue';
  if (after.awaitsAcceptance && (!before.awaitsAcceptance || isSentAgain)) reported.push(sent(after));
  else if (!after.awaitsAcceptance && placeOf(before) !== placeOf(after)) reported.push(...placeEvents(after));
  if (after.status === 'IN_CANCEL' && before.status !== 'IN_CANCEL')
    reported.push({ kind: 'cancelAsked', facts: { reason: reasonOf(after, after.cancelReason) } });
  if (!FINAL_STATUSES.has(before.status)) reported.push(...endEvents(after));
  return reported;
}

/** What the order waits for, as one comparable word. */
function placeOf({ status, isHeldByUs, awaitsCancels }: OrderState): string {
  const waits = status === 'ACTIVEAT' || status === 'NOT_SENT' ? status : '';
  return `${waits} ${isHeldByUs === true} ${awaitsCancels === true}`;
}

function triggerEvents({ before, after }: Change, grid: PriceGrid): Shown[] {
  if (after.triggeredMs === undefined || before.triggeredMs !== undefined) return [];
  const facts = {
    price: priceOrNull(after.firedTicks, grid),
    stopPrice: priceOrNull(after.stopPriceTicks, grid),
    leg: null,
  };
  return [{ kind: 'triggered', facts }];
}

/** The link went down, or was reconciled. */
function linkEvents({ cause }: StoredStep, { before, after }: Change, grid: PriceGrid): Shown[] {
  const [from, to] = [before.status, after.status];
  if (to === 'DISCONNECTED' && from !== to) return [{ kind: 'linkLost', facts: {} }];
  if (to === 'UNKNOWN' && from !== to) return [{ kind: 'lostSight', facts: {} }];
  const isFound = isInDoubt(from) && !isInDoubt(to) && !FINAL_STATUSES.has(to);
  if (!isFound || cause === 'accepted' || cause === 'filled') return [];
  return [{ kind: 'reconciled', facts: { status: to, terms: termsToWire(after, grid) } }];
}

function isInDoubt(status: OrderStatus): boolean {
  return status === 'DISCONNECTED' || status === 'UNKNOWN';
}

function fillEvent(fill: FillRecord, { before, after }: Change, grid: PriceGrid): Shown {
  const { filledLots = 0, quantityLots } = after;
  // A late fill has its own reason, whatever ended the order.
  const isLate = after.reason === 'LateFill' && (FINAL_STATUSES.has(before.status) || filledLots > quantityLots);
  return {
    kind: filledLots >= quantityLots ? 'filled' : 'partiallyFilled',
    facts: {
      fillId: idText(fill.execId),
      price: priceToText(fill.priceTicks, grid),
      lots: fill.lots,
      fee: String(fill.feeVnd),
      filledQuantity: filledLots,
      isLate,
    },
  };
}

/** Modifies that were requested, done, or refused by the exchange; lots that the broker cut. */
function termsEvents({ cause }: StoredStep, { before, after }: Change, grid: PriceGrid): Shown[] {
  const asked = after.pendingTerms ?? null;
  const wasAsked = before.pendingTerms ?? null;
  if (asked && !wasAsked) {
    return [{ kind: 'modifyAsked', facts: { terms: termsToWire(asked, grid), isOurs: cause !== 'modifyOrder' } }];
  }
  if (cause === 'modifyRejected') return [refusedByExchange('modifyRefused', after)];
  const isDone = cause === 'modified' || cause === 'modifyOrder';
  // An exchange that starts empty gets the order with the requested terms.
  if (isDone || (wasAsked && !asked && !sameTerms(before, after)))
    return [{ kind: 'modified', facts: { terms: termsToWire(after, grid) } }];
  if (after.quantityLots < before.quantityLots) return [{ kind: 'reduced', facts: { quantity: after.quantityLots } }];
  return [];
}

function sameTerms(a: OrderState, b: OrderState): boolean {
  return (
    a.quantityLots === b.quantityLots &&
    a.limitPriceTicks === b.limitPriceTicks &&
    a.stopPriceTicks === b.stopPriceTicks &&
    a.duration === b.duration &&
    a.expirationDate === b.expirationDate
  );
}

/** The exchange's answers: accepted, cancel refused, halted, resumed. */
function answerEvents({ cause }: StoredStep, { before, after }: Change): Shown[] {
  if (cause === 'accepted') return before.status === after.status ? [] : [{ kind: 'accepted', facts: {} }];
  if (cause === 'cancelRejected') return [refusedByExchange('cancelRefused', after)];
  if (cause !== 'changeSession') return [];
  if (after.status === 'SUSPENDED' && before.status !== 'SUSPENDED') return [{ kind: 'suspended', facts: {} }];
  const isResumed = before.status === 'SUSPENDED' && after.status !== 'SUSPENDED' && !FINAL_STATUSES.has(after.status);
  return isResumed ? [{ kind: 'resumed', facts: {} }] : [];
}

function refusedByExchange(kind: 'modifyRefused' | 'cancelRefused', stand: OrderState): Shown {
  return { kind, facts: { rejection: null, reason: reasonOf(stand, 'ExchangeRejected') } };
}

/** How the order ended, if not by filling. */
function endEvents(stand: OrderState): Shown[] {
  const { status, quantityLots, filledLots = 0 } = stand;
  const facts = { leftLots: Math.max(0, quantityLots - filledLots), reason: reasonOf(stand, stand.reason) };
  if (status === 'CANCELLED') return [{ kind: 'cancelled', facts }];
  if (status === 'EXPIRED') return [{ kind: 'expired', facts }];
  return status === 'REJECTED' ? [{ kind: 'rejected', facts: { reason: facts.reason } }] : [];
}

function reasonOf(stand: OrderState, reason: OrderState['reason']): RowReasonReply | null {
  return reasonToWire({
    reason: reason ?? null,
    exchangeReason: stand.exchangeReason ?? null,
    expirationDate: stand.expirationDate ?? null,
    reasonPercent: stand.reasonPercent ?? null,
  });
}

function termsToWire(terms: OrderState | OrderTerms, grid: PriceGrid): TimelineTerms {
  return {
    quantity: terms.quantityLots,
    limitPrice: priceOrNull(terms.limitPriceTicks, grid),
    stopPrice: priceOrNull(terms.stopPriceTicks, grid),
    ...durationToWire(terms.duration),
    expirationDate: terms.expirationDate ?? null,
    trailAmount: null,
    trailPercent: null,
    takeProfit: null,
    stopLoss: null,
  };
}
