/**
 * The link to an exchange: it goes down and comes back, with the books intact or with an exchange that has lost its
 * state. In every case each order ends in a state that both sides agree on (docs/rules/orders.md#statuses).
 */

import { cancelWorking, isForgotten } from '#engine/amend-order.ts';
import type { CommandBody } from '#engine/commands.ts';
import {
  doubt,
  doubtStranger,
  endOrder,
  findAgain,
  loseTrack,
  reducedTerms,
  settleByView,
  wishOf,
} from '#engine/order-in-doubt.ts';
import { fitToSend, route, submitRest } from '#engine/place-order.ts';
import { type EngineState, marketOf, orderTradeDate } from '#engine/state.ts';
import {
  accountOf,
  changeOrder,
  closeRequests,
  moveOrder,
  reviseMarginState,
  revisit,
  type Step,
  stopAwaiting,
} from '#engine/step.ts';
import { endIfTooLate } from '#engine/too-late.ts';
import { FIRST_VENUE, newVenue, type Venue, venueNamed, venueOf } from '#engine/venues.ts';
import { applyTerms, isAsked, isAtExchange, isFinal, mayOnlyReduce, type Order } from '#orders/order.ts';
import { assert } from '#values/whole-numbers.ts';

type Body<K extends CommandBody['kind']> = Extract<CommandBody, { kind: K }>;

/**
 * Handles a lost link: the state of orders at the exchange is unknown until reconciled; new orders wait as not sent.
 */
export function venueDisconnected(step: Step, { venue: name = FIRST_VENUE, reason = '' }: Body<'loseVenue'>): void {
  const venue = knownVenue(step.state, name);
  venue.isConnected = false;
  for (const order of ordersAt(step, venue)) {
    if (!isAtExchange(order) || order.status === 'DISCONNECTED') continue;
    changeOrder(step, order, () => moveOrder(step, order, 'linkLost'));
    stopAwaiting(step, order);
  }
  step.events.push({ kind: 'venueLinkChanged', venue: name, change: { kind: 'lost', reason } });
}

/**
 * Reconciles after reconnecting to the same exchange, whose reports of the meantime are booked already. Orders that it
 * lists are live on its terms, those that never reached it are sent again, and those it no longer lists are unknown.
 */
export function reconcileVenue(step: Step, command: Body<'resyncVenue'>): void {
  const { venue: name = FIRST_VENUE, epoch, orders = [], orderIds = [] } = command;
  const venue = knownVenue(step.state, name);
  venue.epoch = epoch;
  venue.isConnected = true;
  const views = new Map(orders.map((view) => [view.orderId, view]));
  const listed = new Set([...orderIds, ...views.keys()]);
  const strangers = new Set(listed);
  for (const order of ordersAt(step, venue)) {
    const view = views.get(order.orderId);
    strangers.delete(order.orderId);
    if (isFinal(order) && listed.has(order.orderId)) doubt(step, order, 'stillLive', view?.leavesLots ?? 0);
    if (!isAtExchange(order)) continue;
    if (view) settleByView(step, order, view, true);
    else if (listed.has(order.orderId)) findListed(step, order);
    else if (isAsked(order, 'submit') || order.routedEpoch !== epoch) sendAgain(step, order);
    else loseTrack(step, order, { why: 'notListed' });
  }
  for (const orderId of strangers) doubtStranger(step, orderId, views.get(orderId)?.leavesLots ?? 0);
  step.events.push({ kind: 'venueLinkChanged', venue: name, change: { kind: 'back' } });
  sendWaiting(step, venue);
}

/** The exchange lists the order without details: the broker's terms hold. */
function findListed(step: Step, order: Order): void {
  const wish = wishOf(order);
  closeRequests(step, order, () => true);
  findAgain(step, order, wish);
}

/**
 * Handles an exchange that starts empty: every order it should have is routed again, in the old sequence, under the
 * same ids (ARCHITECTURE.md, "Exactly once"). An unanswered cancel is done thereby, an unanswered modify applies, and
 * orders whose day ended meanwhile expire. Where the session is not open they wait for it, disconnected.
 */
export function venueReset(step: Step, command: Body<'restartVenue'>): void {
  const { venue: name = FIRST_VENUE, accounts = 'demo', epoch } = command;
  const venue = venueNamed(step.state, name) ?? newVenue(name, accounts);
  step.state.venues.set(venue.accounts, venue);
  venue.epoch = epoch;
  venue.isConnected = true;
  for (const order of ordersAt(step, venue)) if (isAtExchange(order)) sendAgain(step, order);
  step.events.push({ kind: 'venueLinkChanged', venue: name, change: { kind: 'restarted' } });
  sendWaiting(step, venue);
}

function knownVenue(state: EngineState, name: string): Venue {
  const venue = venueNamed(state, name);
  assert(venue !== undefined, `no exchange ${name}`);
  return venue;
}

/** In order of receipt. */
function ordersAt(step: Step, venue: Venue): Order[] {
  const { orders } = step.state;
  return [...orders.values()].filter((order) => venueOf(step.state, accountOf(step, order.accountId)) === venue);
}

function sendAgain(step: Step, order: Order): void {
  const { state } = step;
  const isCancelled = order.status === 'IN_CANCEL' || order.cancelWish !== null || isAsked(order, 'cancel');
  // The owner reduced it to what is filled: the modify is applied below and leaves nothing to send.
  if (isCancelled && reducedTerms(order) === null) {
    endOrder(step, order, 'cancelled', order.cancelWish ?? 'UserRequest');
    return;
  }
  closeRequests(step, order, () => true);
  changeOrder(step, order, () => {
    if (order.pendingTerms) applyTerms(order, order.pendingTerms, orderTradeDate(state, order));
    order.pendingTerms = null;
    if (order.filledLots >= order.quantityLots) moveOrder(step, order, 'fullyFilled');
    else if (order.status === 'IN_MODIFY') moveOrder(step, order, 'changeAnswered');
  });
  if (isFinal(order)) return;
  if (isOverdue(orderTradeDate(state, order), order)) {
    endOrder(step, order, 'expired', order.duration === 'DAY' ? 'DayEnded' : 'DateReached');
  } else if (marketOf(state, order.contractCode)?.session !== 'OPEN') {
    changeOrder(step, order, () => {
      order.routedEpoch = null;
      if (order.status !== 'DISCONNECTED') moveOrder(step, order, 'linkLost');
    });
  } else if (fitToSend(step, order)) {
    changeOrder(step, order, () => submitRest(step, order));
  }
}

/** Routes orders that an exchange lost while its session was not open, once, when it opens. */
export function routeForgotten(step: Step, order: Order): void {
  if (!isForgotten(step, order)) return;
  // Engines before 13 kept the wish instead of ending the order.
  if (order.cancelWish !== null) cancelWorking(step, order, order.cancelWish, order.reasonPercent);
  else if (fitToSend(step, order)) changeOrder(step, order, () => submitRest(step, order));
}

/**
 * Sends orders that were accepted while the link was down, and resumes what waited for answers or kept the margin
 * levels from acting.
 */
function sendWaiting(step: Step, venue: Venue): void {
  for (const order of ordersAt(step, venue)) {
    const isOpen = marketOf(step.state, order.contractCode)?.session === 'OPEN';
    const isWaiting = order.status === 'NOT_SENT' || order.status === 'ACTIVEAT';
    if (isWaiting && isOpen) {
      if (!endIfTooLate(step, order)) route(step, order);
    } else if (!isFinal(order) && mayOnlyReduce(order)) revisit(step, order);
  }
  reviseMarginState(step);
}

export function isOverdue(tradeDate: string, order: Order): boolean {
  if (order.duration === 'GTD') return order.expirationDate !== null && order.expirationDate < tradeDate;
  return order.duration === 'DAY' && order.dayDate < tradeDate;
}
