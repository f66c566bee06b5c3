/** Receives an order: checks in order of precedence, holds margin and routes it to the exchange, or refuses it once. */

import { attachExits, checkExits } from '#engine/exit-pairs.ts';
import type { PlaceOrder } from '#engine/investor-commands.ts';
import { closableLots, type GroupLots, judge, type Proposal } from '#engine/order-checks.ts';
import { NO_PRICES, type OrderPrices, readPrices } from '#engine/order-prices.ts';
import {
  type Account,
  type EngineState,
  type ListedContract,
  ordersIn,
  rulesInForce,
  tradeDateOf,
} from '#engine/state.ts';
import { accountOf, changeOrder, emitOrder, moveOrder, refuseCommand, requestVenue, type Step } from '#engine/step.ts';
import { endIfTooLate } from '#engine/too-late.ts';
import { isReachable, venueOf } from '#engine/venues.ts';
import type { MarginFreed } from '#margin/margin.ts';
import {
  isAtExchange,
  isWaitingStop,
  leavesLots,
  mayOnlyReduce,
  neverRests,
  type Order,
  toVenueOrder,
} from '#orders/order.ts';
import type { OrderGroup } from '#orders/order-group.ts';
import type { Refusal } from '#values/refusals.ts';
import type { ExchangeOrderType } from '#values/trading-words.ts';
import type { Lots } from '#values/units.ts';

/** An order for an exchange, from any origin. */
export interface Asked extends Omit<PlaceOrder, 'kind' | 'clientOrderId' | 'orderType'> {
  readonly clientOrderId: string | null;
  readonly orderType: ExchangeOrderType;
  readonly group?: OrderGroup;
}

/** The origin of an order and its consequences for checks and routing. */
export interface Origin {
  readonly isForceSell: boolean;
  /** Made by the broker: a halt of the account alone does not stop it. */
  readonly isOurs: boolean;
  readonly conditionalOrderId: string | null;
  /** Cancels go first: the order is sent when they are answered, for the lots open then. */
  readonly awaitsCancels: boolean;
}

/** The origin of an order that an investor placed. */
export const BY_INVESTOR: Origin = {
  isForceSell: false,
  isOurs: false,
  conditionalOrderId: null,
  awaitsCancels: false,
};

/** Account, contract and terms of an order with a new client order id; a repetition must have the same terms. */
export interface Entry {
  readonly account: Account;
  readonly listed: ListedContract;
  readonly terms: string;
  readonly origin: Origin;
}

/**
 * Accepts or refuses the order; undefined if it was malformed and nothing was stored. `alsoRefused`: by what is to follow
 * the order, after its own checks.
 */
export function receive(step: Step, entry: Entry, asked: Asked, alsoRefused?: Refusal): Order | undefined {
  const { state } = step;
  const { listed } = entry;
  const prices = readAskedPrices(state, listed, asked);
  const exits = checkExits(listed, asked, 'refusal' in prices ? undefined : prices);
  const malformed = [('refusal' in prices && prices.refusal) || undefined, exits, alsoRefused].find(
    (why) => why?.code === 'BadRequest',
  );
  if (malformed) {
    refuseCommand(step, malformed);
    return undefined;
  }
  const refused =
    'refusal' in prices ? prices.refusal : (judgeOrder(state, entry, asked, prices) ?? exits ?? alsoRefused);
  return enterOrder(step, entry, asked, 'refusal' in prices ? NO_PRICES : prices, refused);
}

/** Stores an order that has been judged, under its client order id, with its exits where it is accepted. */
export function enterOrder(
  step: Step,
  entry: Entry,
  asked: Asked,
  prices: OrderPrices,
  refused: Refusal | undefined,
): Order {
  const { account, listed, terms } = entry;
  const { clientOrderId, orderId } = asked;
  if (clientOrderId !== null) account.clientOrders.set(clientOrderId, { orderId, terms });
  const order = takeOrder(step, { ...entry, code: listed.contract.code, market: listed }, asked, prices, refused);
  if (!refused) attachExits(step, listed, asked, order);
  return order;
}

/** Where an order is placed: a contract or a spread, under the listing's own code, which all its orders share. */
export interface OrderPlace extends Pick<Entry, 'account' | 'origin'> {
  readonly code: string;
  readonly market: Pick<ListedContract, 'commodity' | 'session' | 'tradeDate'>;
}

/** Stores an order that has been judged, and sends or refuses it. */
export function takeOrder(
  step: Step,
  place: OrderPlace,
  asked: Asked,
  prices: OrderPrices,
  refused: Refusal | undefined,
): Order {
  const order = newOrder(step, place, asked, prices);
  if (refused) reject(step, order, refused);
  else accept(step, place.market, order);
  return order;
}

/** What would be refused, without receiving anything. `before`: by an order that goes before it. */
export function judgeAsked(state: EngineState, entry: Entry, asked: Asked, before?: MarginFreed): Refusal | undefined {
  const prices = readAskedPrices(state, entry.listed, asked);
  return 'refusal' in prices ? prices.refusal : judgeOrder(state, entry, asked, prices, before ? { before } : {});
}

/** The prices of an order that would be taken with its exits, beside others of its group; or why it would not be. */
export function judgeMember(
  state: EngineState,
  entry: Entry,
  asked: Asked,
  beside: GroupLots,
): OrderPrices | { readonly refusal: Refusal } {
  const prices = readAskedPrices(state, entry.listed, asked);
  if ('refusal' in prices) return prices;
  const refused = judgeOrder(state, entry, asked, prices, { beside }) ?? checkExits(entry.listed, asked, prices);
  return refused ? { refusal: refused } : prices;
}

/** Reads the prices. A type that the exchange does not take is refused first, whatever its prices. */
function readAskedPrices(
  state: EngineState,
  listed: ListedContract,
  asked: Asked,
): OrderPrices | { readonly refusal: Refusal } {
  const isTaken = rulesInForce(state).durationsByType[asked.orderType] !== undefined;
  return isTaken ? readPrices(listed, asked.orderType, asked) : NO_PRICES;
}

function judgeOrder(
  state: EngineState,
  { account, listed, origin }: Entry,
  asked: Asked,
  newPrices: OrderPrices,
  company: Pick<Proposal, 'before' | 'beside'> = {},
): Refusal | undefined {
  return judge({
    ...company,
    occasion: 'order',
    state,
    account,
    listed,
    side: asked.side,
    orderType: asked.orderType,
    duration: asked.duration,
    expirationDate: asked.expirationDate,
    quantityLots: asked.quantityLots,
    filledLots: 0,
    marginableLots: 0,
    addsLots: !origin.isForceSell,
    newPrices,
    exits: null,
    isReduceOnly: asked.isReduceOnly ?? false,
    isForceSell: origin.isForceSell,
    isOurs: origin.isOurs,
    isAtExchange: false,
  });
}

function newOrder(step: Step, { account, code, market, origin }: OrderPlace, asked: Asked, prices: OrderPrices): Order {
  const tradeDate = tradeDateOf(step.state, market);
  const order: Order = {
    orderId: asked.orderId,
    clientOrderId: asked.clientOrderId,
    accountId: account.accountId,
    investorId: account.investorId,
    contractCode: code,
    side: asked.side,
    orderType: asked.orderType,
    stopPriceTicks: prices.stopTicks,
    isForceSell: origin.isForceSell,
    receivedSeq: step.seq,
    receivedMs: step.timeMs,
    sessionDate: tradeDate,
    dayDate: tradeDate,
    quantityLots: asked.quantityLots,
    limitPriceTicks: prices.limitTicks,
    duration: asked.duration,
    expirationDate: asked.expirationDate ?? null,
    status: 'NEW',
    statusBefore: null,
    pendingTerms: null,
    filledLots: 0,
    filledNotional: 0,
    routedFilledLots: 0,
    feeVnd: 0n,
    changedSeq: step.seq,
    closedMs: null,
    refusal: null,
    reason: null,
    seenExecIds: [],
    exchangeReason: null,
    isReduceOnly: asked.isReduceOnly ?? false,
    exitOrderId: null,
    conditionalOrderId: origin.conditionalOrderId,
    isHeldByUs: false,
    triggeredMs: null,
    awaitsCancels: origin.awaitsCancels,
    cancelReason: null,
    reasonPercent: null,
    cancelRefusedMs: null,
    cancelWish: null,
    openRequests: [],
    routedEpoch: null,
    answerDueMs: null,
  };
  if (asked.group) order.group = asked.group;
  return order;
}

function reject(step: Step, order: Order, refused: Refusal): void {
  moveOrder(step, order, 'refused');
  order.refusal = refused;
  order.closedMs = step.timeMs;
  emitOrder(step, order);
}

function accept(step: Step, market: OrderPlace['market'], order: Order): void {
  const { state } = step;
  state.orders.set(order.orderId, order);
  changeOrder(step, order, () => moveOrder(step, order, 'checksPassed'));
  if (order.awaitsCancels) return;
  if (waitsWithUs(state, market, order)) holdStop(step, order);
  else if (market.session !== 'OPEN') changeOrder(step, order, () => moveOrder(step, order, 'marketClosed'));
  else if (!isReachable(state, accountOf(step, order.accountId)))
    changeOrder(step, order, () => moveOrder(step, order, 'linkDown'));
  else route(step, order);
}

/** Routes a waiting order. It is sent when this step is durable, and nobody is notified before. */
export function route(step: Step, order: Order): void {
  if (!fitToSend(step, order)) return;
  changeOrder(step, order, () => moveOrder(step, order, 'sent'));
  submitRest(step, order);
}

/**
 * Cuts a reducing order to the lots open when it is sent, since the position may have shrunk while it waited; false if
 * nothing is left to close, or it is too late for the order, and it has ended.
 */
export function fitToSend(step: Step, order: Order): boolean {
  // What has waited for the market to open was meant for the opening.
  if (order.status !== 'ACTIVEAT' && endIfTooLate(step, order)) return false;
  if (!mayOnlyReduce(order)) return true;
  const account = accountOf(step, order.accountId);
  const { contractCode, side } = order;
  const open = closableLots(account, contractCode, side) - (neverRests(order) ? reducingLotsSent(account, order) : 0);
  if (leavesLots(order) <= open) return true;
  changeOrder(step, order, () => {
    if (open > 0) order.quantityLots = order.filledLots + open;
    else {
      moveOrder(step, order, 'cancelled');
      order.reason = 'PositionGone';
    }
  });
  return open > 0;
}

/** Lots that other orders at the exchange will close at once: liquidations and orders that may only reduce. */
function reducingLotsSent(account: Account, order: Order): Lots {
  let lots = 0;
  for (const other of ordersIn(account, order.contractCode)) {
    const reducesAtOnce = mayOnlyReduce(other) && neverRests(other) && isAtExchange(other);
    if (other !== order && reducesAtOnce && other.side === order.side) lots += leavesLots(other);
  }
  return lots;
}

/** Submits the unfilled rest of an order, the first time and after an exchange restart. */
export function submitRest(step: Step, order: Order): void {
  order.routedFilledLots = order.filledLots;
  const account = accountOf(step, order.accountId);
  order.routedEpoch = venueOf(step.state, account)?.epoch ?? null;
  requestVenue(step, order, { kind: 'submit', order: toVenueOrder(order, account.copy?.strategy.investorId) });
}

/** Where an exchange takes no stops, they wait with the broker. */
function waitsWithUs(state: EngineState, { commodity }: OrderPlace['market'], order: Order): boolean {
  if (!isWaitingStop(order)) return false;
  return rulesInForce(state).exchangesWithoutStops?.includes(commodity.exchange) ?? false;
}

/** Holds a stop. A waiting stop is working (docs/rules/orders.md#stops), wherever it waits and whatever the session. */
function holdStop(step: Step, order: Order): void {
  changeOrder(step, order, () => {
    moveOrder(step, order, 'heldByUs');
    order.isHeldByUs = true;
  });
}
