/** Receiving an order: checks in order of precedence, margin held, and on its way to the exchange — or one refusal. */
import { isAtExchange, isWaitingStop, leavesLots, mayOnlyReduce, type Order, toVenueOrder } from '#orders/order';
import { moveStatus } from '#orders/order-status';
import { type Refusal, refusal } from '#values/refusals';
import type { PlaceOrder } from './commands.ts';
import { attachExits, checkExits } from './exit-pairs.ts';
import { checkHalt, isContractHalted } from './halts.ts';
import {
  checkBand,
  checkBrakes,
  checkCloseOut,
  checkContractAlive,
  checkDailyLimit,
  checkExpirationDate,
  checkMargin,
  checkMaxLotsPerContract,
  checkQuantity,
  checkReduceOnly,
  checkSession,
  checkTypeAndDuration,
  closableLots,
  type ExchangeOrderType,
  marginSituation,
  type OrderPrices,
  readPrices,
} from './order-checks.ts';
import { type Account, type EngineState, type ListedContract, rulesInForce, tradeDateOf } from './state.ts';
import { accountOf, changeOrder, refuseCommand, requestVenue, type Step } from './step.ts';

/** An order for an exchange, whoever asks for it. */
export interface Asked extends Omit<PlaceOrder, 'kind' | 'clientOrderId' | 'orderType' | 'isReduceOnly'> {
  readonly clientOrderId: string | null;
  readonly orderType: ExchangeOrderType;
  readonly isReduceOnly: boolean;
  readonly isForceSell: boolean;
  /** Made by the house: a halt of the account alone does not stop it. */
  readonly isOurs: boolean;
  readonly conditionalOrderId: string | null;
  /** Cancels go ahead of it: it is sent when they are answered, for as many lots as are then open. */
  readonly awaitsCancels: boolean;
}

/** Who orders what, once both are known and the client order id is new; its terms are what a repetition must repeat. */
export interface Entry {
  readonly account: Account;
  readonly listed: ListedContract;
  readonly terms: string;
}

/** Takes the order in, refused or accepted; undefined when it was malformed and nothing was stored. */
export function receive(step: Step, { account, listed, terms }: Entry, asked: Asked): Order | undefined {
  const { state } = step;
  const prices = readAskedPrices(state, listed, asked);
  const exits = checkExits(listed, asked, 'refusal' in prices ? undefined : prices);
  const malformed = [('refusal' in prices && prices.refusal) || undefined, exits].find(
    (why) => why?.code === 'BadRequest',
  );
  if (malformed) {
    refuseCommand(step, malformed);
    return undefined;
  }
  const { clientOrderId, orderId } = asked;
  if (clientOrderId !== null) account.clientOrders.set(clientOrderId, { orderId, terms });
  const refused = 'refusal' in prices ? prices.refusal : (judge(state, account, listed, asked, prices) ?? exits);
  const order = newOrder(step, account, listed, asked, 'refusal' in prices ? NO_PRICES : prices);
  if (refused) {
    reject(step, order, refused);
    return order;
  }
  accept(step, listed, order);
  attachExits(step, listed, asked, order);
  return order;
}

const NO_PRICES: OrderPrices = { limitTicks: null, stopTicks: null };

/** A type that the exchange does not take is refused as such, whatever prices came with it. */
function readAskedPrices(
  state: EngineState,
  listed: ListedContract,
  asked: Asked,
): OrderPrices | { readonly refusal: Refusal } {
  const isTaken = rulesInForce(state).durationsByType[asked.orderType] !== undefined;
  return isTaken ? readPrices(listed, asked.orderType, asked) : NO_PRICES;
}

function judge(
  state: EngineState,
  account: Account,
  listed: ListedContract,
  asked: Asked,
  prices: OrderPrices,
): Refusal | undefined {
  const rules = rulesInForce(state);
  const { side, orderType, duration, quantityLots } = asked;
  const basic =
    checkLiveVenue(account) ??
    (asked.isOurs ? checkContractHalt(state, listed) : checkHalt(state, account.accountId, listed.contract.code)) ??
    checkContractAlive(state, listed) ??
    checkTypeAndDuration(rules, listed.commodity.exchange, orderType, duration) ??
    checkExpirationDate(state, listed, duration, asked.expirationDate) ??
    (asked.isForceSell ? undefined : checkQuantity(rules, quantityLots)) ??
    checkSession(listed, orderType) ??
    checkBand(rules, listed, side, prices) ??
    checkDailyLimit(state, listed, prices);
  if (basic || asked.isForceSell) return basic;
  const situation = marginSituation(state, account, listed, side);
  return (
    checkCloseOut(rules, listed, situation, side, quantityLots) ??
    checkMaxLotsPerContract(rules, situation, side, quantityLots) ??
    checkMargin(rules, account, situation, { side, lots: quantityLots, filledLots: 0 }) ??
    checkBrakes(state, account, situation, side, quantityLots) ??
    (asked.isReduceOnly ? checkReduceOnly(account, listed.contract.code, side, quantityLots) : undefined)
  );
}

/** Demo and live trade on separate exchanges; this engine is linked to a demo one only. */
function checkLiveVenue(account: Account): Refusal | undefined {
  return account.isDemo ? undefined : refusal('LiveVenueMissing', {});
}

function checkContractHalt(state: EngineState, { contract }: ListedContract): Refusal | undefined {
  return isContractHalted(state, contract.code) ? checkHalt(state, '', contract.code) : undefined;
}

function newOrder(step: Step, account: Account, listed: ListedContract, asked: Asked, prices: OrderPrices): Order {
  const tradeDate = tradeDateOf(step.state, listed);
  return {
    orderId: asked.orderId,
    clientOrderId: asked.clientOrderId,
    accountId: account.accountId,
    investorId: account.investorId,
    contractCode: asked.contractCode,
    side: asked.side,
    orderType: asked.orderType,
    stopPriceTicks: prices.stopTicks,
    isForceSell: asked.isForceSell,
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
    isReduceOnly: asked.isReduceOnly,
    exitOrderId: null,
    conditionalOrderId: asked.conditionalOrderId,
    isHeldByUs: false,
    triggeredMs: null,
    awaitsCancels: asked.awaitsCancels,
    cancelReason: null,
    reasonPercent: null,
    statusWhenLost: null,
    awaitsAcceptance: false,
  };
}

function reject(step: Step, order: Order, refused: Refusal): void {
  moveStatus(order, 'REJECTED');
  order.refusal = refused;
  order.closedMs = step.timeMs;
  step.changedOrders.add(order);
}

function accept(step: Step, listed: ListedContract, order: Order): void {
  const { state } = step;
  state.orders.set(order.orderId, order);
  changeOrder(step, order, () => moveStatus(order, 'PENDING'));
  if (order.awaitsCancels) return;
  if (waitsWithUs(state, listed, order)) holdStop(step, order);
  else if (listed.session !== 'OPEN') changeOrder(step, order, () => moveStatus(order, 'ACTIVEAT'));
  else if (state.isVenueLost) changeOrder(step, order, () => moveStatus(order, 'NOT_SENT'));
  else route(step, order);
}

/** Sends a waiting order on its way. It leaves only when this step is durable; until then nobody hears of it. */
export function route(step: Step, order: Order): void {
  if (!fitToSend(step, order)) return;
  changeOrder(step, order, () => moveStatus(order, 'IN_TRANSIT'));
  submitRest(step, order);
}

/**
 * What may only close is cut to what is open when it goes, for that may have shrunk while it waited; false when there is
 * nothing left to close, and the order with it.
 */
export function fitToSend(step: Step, order: Order): boolean {
  if (!mayOnlyReduce(order)) return true;
  const account = accountOf(step, order.accountId);
  const { contractCode, side } = order;
  const open = closableLots(account, contractCode, side) - (order.isForceSell ? forcedLotsSent(account, order) : 0);
  if (leavesLots(order) <= open) return true;
  changeOrder(step, order, () => {
    if (open > 0) order.quantityLots = order.filledLots + open;
    else {
      moveStatus(order, 'CANCELLED');
      order.reason = 'PositionGone';
    }
  });
  return open > 0;
}

/** Lots that other liquidations at the exchange will close. */
function forcedLotsSent(account: Account, order: Order): number {
  let lots = 0;
  for (const other of account.working.get(order.contractCode)?.orders.values() ?? []) {
    if (other !== order && other.isForceSell && other.side === order.side && isAtExchange(other))
      lots += leavesLots(other);
  }
  return lots;
}

/** Hands the exchange what is unfilled of an order, now and again after its restart. */
export function submitRest(step: Step, order: Order): void {
  order.routedFilledLots = order.filledLots;
  order.awaitsAcceptance = true;
  requestVenue(step, { kind: 'submit', order: toVenueOrder(order) });
}

/** Where an exchange takes no stops, they wait with us. */
function waitsWithUs(state: EngineState, listed: ListedContract, order: Order): boolean {
  if (!isWaitingStop(order)) return false;
  return rulesInForce(state).exchangesWithoutStops?.includes(listed.commodity.exchange) ?? false;
}

/** A waiting stop is working (trading rules, "Readings: Stops"), wherever it waits and whatever the session. */
function holdStop(step: Step, order: Order): void {
  changeOrder(step, order, () => {
    moveStatus(order, 'WORKING');
    order.isHeldByUs = true;
  });
}
