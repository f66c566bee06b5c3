/**
 * One step: a command, what it changed, and its events. Each changed order and account is reported once, at the end of
 * the step, in its final state.
 */
import type { ConditionalOrder } from '#conditional/conditional-order.ts';
import { forgetEnded, noteEnded } from '#engine/ended-orders.ts';
import type { EngineEvent, MarginStateChange, Refused } from '#engine/events.ts';
import { unwatchOrder, watchOrder } from '#engine/price-watch.ts';
import {
  type Account,
  cashVnd,
  countRequired,
  countWorking,
  dropEmpty,
  type EngineState,
  type Holding,
  holdingIn,
  marketOf,
  rulesInForce,
  workedHoldings,
} from '#engine/state.ts';
import { venueOf } from '#engine/venues.ts';
import { copyOrder, isFinal, isLive, type OpenRequest, type Order } from '#orders/order.ts';
import { moveStatus, type OrderHappening } from '#orders/order-status.ts';
import type { VenueRequest } from '#orders/venue-messages.ts';
import type { Refusal } from '#values/refusals.ts';
import { assert } from '#values/whole-numbers.ts';

export interface Step {
  readonly state: EngineState;
  readonly seq: number;
  readonly timeMs: number;
  readonly events: EngineEvent[];
  /** The account last looked up: nearly every step concerns one and asks for it repeatedly. */
  account: Account | null;
  /** In order of change; an order may be in it more than once. `changedOrders` returns each once. */
  readonly orderChanges: Order[];
  /** Null until there is one, like the others that most steps lack: there may be a hundred thousand steps a second. */
  changedConditionals: Set<ConditionalOrder> | null;
  readonly changedAccounts: Account[];
  changedPositions: Holding[] | null;
  /** Accounts that a price has moved, besides those that changed. */
  revalued: Account[] | null;
  /** Unchanged orders to check again, because what they wait for has changed. */
  revisited: Set<Order> | null;
  /** By account: how its margin state changed. */
  marginStateChanges: Map<string, MarginStateChange> | null;
  /** Number of changes of orders, conditional orders and positions so far: each may have consequences. */
  changes: number;
  /** Number of orders that the broker made in this step: their ids end in it. */
  ownOrders: number;
  /** Number of requests to exchanges in this step: request ids end in it. */
  requests: number;
}

const NOTHING_ASKED: readonly OpenRequest[] = [];

export function beginStep(state: EngineState, stamp: { seq: number; timeMs: number }): Step {
  return {
    state,
    seq: stamp.seq,
    timeMs: stamp.timeMs,
    events: [],
    account: null,
    orderChanges: [],
    changedConditionals: null,
    changedAccounts: [],
    changedPositions: null,
    revalued: null,
    revisited: null,
    marginStateChanges: null,
    changes: 0,
    ownOrders: 0,
    requests: 0,
  };
}

/** Checks accounts below a margin level again, because what kept the levels from acting is over. */
export function reviseMarginState(step: Step): void {
  for (const account of step.state.unhealthy) revalue(step, account);
}

export function refuseCommand(step: Step, refusal: Refusal): void {
  step.events.push({ kind: 'commandRefused', refusal });
}

/** Reports that a change was refused, for the order's timeline; the order itself does not change. */
export function refuseChange(step: Step, { orderId, receivedSeq }: Refused, refusal: Refusal): void {
  step.events.push({ kind: 'commandRefused', refusal, about: { orderId, receivedSeq } });
}

/**
 * Sends a request to the exchange of the order's account, under an id that is the same after every replay. The answer
 * is due within the time of the rules; a status request restarts that time. The given request object is used and not
 * copied, because a copy has another shape in the runtime, which is slower.
 */
export function requestVenue(step: Step, order: Order, asked: VenueRequest & { requestId?: string }): void {
  const venue = venueOf(step.state, accountOf(step, order.accountId));
  assert(venue?.isConnected === true, 'nothing is asked of an exchange whose link is down');
  step.requests += 1;
  const requestId = `${step.seq}-${step.requests}`;
  asked.requestId = requestId;
  const opened: OpenRequest = { requestId, kind: asked.kind };
  // The new request will change the order, so an open status request is obsolete.
  const open =
    asked.kind === 'status' ? order.openRequests : order.openRequests.filter(({ kind }) => kind !== 'status');
  order.openRequests = open.length === 0 ? [opened] : [...open, opened];
  awaitAnswer(step, order);
  order.changedSeq = step.seq;
  emitOrder(step, order);
  step.events.push({
    kind: 'venueRequested',
    venue: venue.name,
    epoch: venue.epoch,
    request: asked,
  });
}

/** Closes the requests that a report answers; without open requests no answer is due. */
export function closeRequests(step: Step, order: Order, isAnswered: (request: OpenRequest) => boolean): void {
  // Most orders have no open request, the others one.
  if (order.openRequests.length === 0) return;
  const open = order.openRequests.filter((request) => !isAnswered(request));
  if (open.length === order.openRequests.length) return;
  order.openRequests = open.length === 0 ? NOTHING_ASKED : open;
  if (order.openRequests.length === 0) stopAwaiting(step, order);
}

function awaitAnswer(step: Step, order: Order): void {
  const { venueAnswerMs } = rulesInForce(step.state);
  if (venueAnswerMs === undefined) return;
  // Removed first: the queue is sorted by due time, and the order's is later now.
  stopAwaiting(step, order);
  step.state.awaitingAnswer.add(order);
  order.answerDueMs = step.timeMs + venueAnswerMs;
}

/** Drops the open requests of an order, because they no longer matter or can't be sent. */
export function stopAwaiting(step: Step, order: Order): void {
  if (order.answerDueMs === null) return;
  order.answerDueMs = null;
  step.state.awaitingAnswer.delete(order);
}

export function accountOf(step: Step, accountId: string): Account {
  if (step.account?.accountId === accountId) return step.account;
  const account = step.state.accounts.get(accountId);
  assert(account !== undefined, 'order of an unknown account', accountId);
  step.account = account;
  return account;
}

/**
 * The one way to change an order: keeps the account's working lots and required margin consistent, and removes an ended
 * order from its account's live ones.
 */
export function changeOrder(step: Step, order: Order, change: (order: Order) => void): void {
  const account = accountOf(step, order.accountId);
  const spread = step.state.spreads.get(order.contractCode);
  const holding = holdingIn(step.state, account, spread?.near.contract.code ?? order.contractCode);
  // An order in a spread stands among those of both legs, with as many lots in each.
  const far = spread ? holdingIn(step.state, account, spread.far.contract.code) : null;
  const { workingBuyLots, workingSellLots } = holding;
  const wasLive = isLive(order);
  if (wasLive) countWorking(holding, order, -1);
  if (wasLive && far) countWorking(far, order, -1);
  unwatchOrder(step.state, order);
  change(order);
  watchOrder(step.state, order);
  order.changedSeq = step.seq;
  step.changes += 1;
  if (isFinal(order)) endRequests(step, order);
  stand(holding, order, wasLive);
  if (far) stand(far, order, wasLive);
  emitOrder(step, order);
  emitAccount(step, account);
  const isSameExposure = holding.workingBuyLots === workingBuyLots && holding.workingSellLots === workingSellLots;
  if (isSameExposure) return;
  touchExposure(step, holding);
  if (far) touchExposure(step, far);
}

function endRequests(step: Step, order: Order): void {
  order.closedMs ??= step.timeMs;
  order.statusBefore = null;
  order.pendingTerms = null;
  order.awaitsCancels = false;
  order.cancelWish = null;
  order.openRequests = NOTHING_ASKED;
  stopAwaiting(step, order);
}

/** Puts a changed order among the live ones of a holding, or takes it out when it has ended. */
function stand(holding: Holding, order: Order, wasLive: boolean): void {
  if (isFinal(order)) {
    if (wasLive) takeOut(holding.orders, order);
    dropEmpty(holding);
  } else {
    if (!wasLive) holding.orders.push(order);
    countWorking(holding, order, 1);
  }
}

function takeOut(orders: Order[], order: Order): void {
  const at = orders.indexOf(order);
  assert(at >= 0, "a live order stands among its account's", order.orderId);
  orders.splice(at, 1);
}

export function emitOrder(step: Step, order: Order): void {
  if (step.orderChanges[step.orderChanges.length - 1] !== order) step.orderChanges.push(order);
}

/**
 * Each changed order once. Nearly every step changes one order only, for which a set would cost more than the change.
 */
export function changedOrders({ orderChanges }: Step): readonly Order[] {
  return orderChanges.length < 2 ? orderChanges.slice() : [...new Set(orderChanges)];
}

export function emitAccount(step: Step, account: Account): void {
  if (account.emittedSeq === step.seq) return;
  account.emittedSeq = step.seq;
  step.changedAccounts.push(account);
}

export function emitConditional(step: Step, conditional: ConditionalOrder): void {
  step.changedConditionals ??= new Set();
  step.changedConditionals.add(conditional);
}

/** Marks the account's margin state to be worked out in this step. */
export function revalue(step: Step, account: Account): void {
  if (account.isRevalued) return;
  account.isRevalued = true;
  step.revalued ??= [];
  step.revalued.push(account);
}

/** Marks an order to be checked again, because what it waits for has changed. */
export function revisit(step: Step, order: Order): void {
  step.revisited ??= new Set();
  step.revisited.add(order);
}

function touchExposure(step: Step, holding: Holding): void {
  countRequired(holding);
  touchFunds(step, holding.account);
}

/**
 * The account's money, position or required margin has changed: it is reported, and its margin state worked out anew.
 */
export function touchFunds(step: Step, account: Account): void {
  emitAccount(step, account);
  account.isRevalued = true;
}

export function touchPosition(step: Step, holding: Holding): void {
  step.changes += 1;
  if (holding.emittedSeq !== step.seq) {
    holding.emittedSeq = step.seq;
    step.changedPositions ??= [];
    step.changedPositions.push(holding);
  }
  touchExposure(step, holding);
}

/**
 * Moves the order's status by what happened to it; while its contract is halted at the exchange no order is live there.
 */
export function moveOrder(step: Step, order: Order, happening: OrderHappening): void {
  moveStatus(order, happening, isHaltedAtExchange(step.state, order));
}

export function isHaltedAtExchange(state: EngineState, { contractCode }: Order): boolean {
  return marketOf(state, contractCode)?.isHalted ?? false;
}

/** Emits the events of everything that changed, with records in their final state. */
export function endStep(step: Step): EngineEvent[] {
  const orders = changedOrders(step);
  for (const order of orders) step.events.push({ kind: 'orderChanged', order: copyOrder(order) });
  keepEnded(step.state, orders);
  for (const conditional of step.changedConditionals ?? [])
    step.events.push({ kind: 'conditionalChanged', conditional: { ...conditional } });
  for (const holding of step.changedPositions ?? []) step.events.push(positionChanged(holding));
  for (const move of step.marginStateChanges?.values() ?? []) step.events.push({ kind: 'ladderMoved', move });
  for (const account of step.changedAccounts) {
    assert(!account.isRevalued, 'the margin state of every account that moved is worked out anew');
    step.events.push(accountChanged(step.state, account));
  }
  return step.events;
}

/** One that was refused at once was never in memory. */
function keepEnded(state: EngineState, changed: readonly Order[]): void {
  const ended = changed.filter((order) => isFinal(order) && state.orders.has(order.orderId));
  if (ended.length === 0) return;
  noteEnded(state, ended);
  forgetEnded(state);
}

function positionChanged({ account, contractCode, netLots, openNotional, openLots }: Holding): EngineEvent {
  return {
    kind: 'positionChanged',
    accountId: account.accountId,
    position: { contractCode, netLots, openNotional, openLots },
  };
}

function accountChanged(state: EngineState, account: Account): EngineEvent {
  const working = workedHoldings(account).map(({ contractCode, workingBuyLots, workingSellLots }) => ({
    contractCode,
    buyLots: workingBuyLots,
    sellLots: workingSellLots,
  }));
  return {
    kind: 'accountChanged',
    figures: {
      accountId: account.accountId,
      investorId: account.investorId,
      investorKind: account.investorKind,
      isDemo: account.isDemo,
      isActivated: account.isActivated,
      cashVnd: cashVnd(state, account),
      heldVnd: account.heldVnd,
      requiredVnd: account.requiredVnd,
      working,
      ladder: account.marginState,
      brakes: account.brakes,
      nextBrakes: account.nextBrakes,
      dayBaseVnd: account.dayBaseVnd,
      ...(account.subscription ? { subscription: account.subscription } : {}),
    },
  };
}
