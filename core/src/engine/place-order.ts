/** Receiving an order: checks in order of precedence, margin held, and on its way to the exchange — or one refusal. */
import { leavesLots, type Order, toVenueOrder } from '#orders/order';
import { moveStatus } from '#orders/order-status';
import { parseDecimal } from '#values/decimal-text';
import { type Refusal, refusal } from '#values/refusals';
import { oppositeSide } from '#values/trading-words';
import type { LiquidateContract, PlaceOrder } from './commands.ts';
import {
  checkBand,
  checkContractAlive,
  checkExpirationDate,
  checkMargin,
  checkMaxLotsPerContract,
  checkQuantity,
  checkSession,
  checkTypeAndDuration,
  marginSituation,
  readLimitPrice,
} from './order-checks.ts';
import { type Account, type EngineState, type ListedContract, rulesInForce } from './state.ts';
import { changeOrder, refuseCommand, requestVenue, type Step } from './step.ts';

type Asked = PlaceOrder & { readonly isForceSell: boolean };

export function placeOrder(step: Step, command: PlaceOrder): void {
  receive(step, { ...command, isForceSell: false }, placedTerms(command));
}

/** Closes the whole position at market, at once or not at all; working orders stay (trading rules, "Margin"). */
export function liquidateContract(step: Step, command: LiquidateContract): void {
  const { accountId, orderId, clientOrderId, contractCode } = command;
  const account = step.state.accounts.get(accountId);
  const netLots = account?.positions.get(contractCode)?.netLots ?? 0;
  const closing = lotsBeingLiquidated(account, contractCode);
  const terms = `liquidate ${contractCode}`;
  const isNew = !account?.clientOrders.has(clientOrderId);
  if (account?.isActivated && isNew && Math.abs(netLots) <= closing) {
    refuseCommand(step, refusal('OpenPositionNotFound', {}));
    return;
  }
  const side = oppositeSide(netLots > 0 ? 'BUY' : 'SELL');
  const quantityLots = Math.abs(netLots) - closing;
  const asked: Asked = {
    kind: 'placeOrder',
    accountId,
    orderId,
    clientOrderId,
    contractCode,
    side,
    orderType: 'MARKET',
    duration: 'IOC',
    quantityLots,
    isForceSell: true,
  };
  receive(step, asked, terms);
}

/** Lots that liquidations on their way will close: asking twice must not sell twice. */
function lotsBeingLiquidated(account: Account | undefined, contractCode: string): number {
  let lots = 0;
  for (const order of account?.working.get(contractCode)?.orders.values() ?? []) {
    if (order.isForceSell) lots += leavesLots(order);
  }
  return lots;
}

/** What the same client order id must repeat to the letter; prices compared as numbers. */
function placedTerms(order: PlaceOrder): string {
  const price = (text: string | undefined): string => {
    const value = text === undefined ? undefined : parseDecimal(text);
    return value ? `${value.units * 10n ** BigInt(9 - value.scale)}` : (text ?? '-');
  };
  return [
    order.contractCode,
    order.side,
    order.orderType,
    order.duration,
    order.quantityLots,
    price(order.limitPrice),
    price(order.stopPrice),
    order.expirationDate ?? '-',
  ].join(' ');
}

function receive(step: Step, asked: Asked, terms: string): void {
  const { state } = step;
  const account = state.accounts.get(asked.accountId);
  if (!account) return refuseCommand(step, refusal('InvestorTradingAccountNotFound', {}));
  if (!account.isActivated) return refuseCommand(step, refusal('InvestorTradingAccountNotAllowed', {}));
  const known = account.clientOrders.get(asked.clientOrderId);
  if (known && known.terms === terms) {
    step.events.push({ kind: 'orderRepeated', accountId: account.accountId, orderId: known.orderId });
    return;
  }
  if (known) return refuseCommand(step, refusal('IDEMPOTENCY_MISMATCH', {}));
  const listed = state.contracts.get(asked.contractCode);
  if (!listed) return refuseCommand(step, refusal('ContractNotFound', { code: asked.contractCode }));
  const price = readLimitPrice(listed, asked.orderType, asked.limitPrice);
  if ('refusal' in price && price.refusal.code === 'BadRequest') return refuseCommand(step, price.refusal);

  account.clientOrders.set(asked.clientOrderId, { orderId: asked.orderId, terms });
  const limitPriceTicks = 'ticks' in price ? price.ticks : null;
  const order = newOrder(step, account, asked, limitPriceTicks);
  const refused = 'refusal' in price ? price.refusal : judge(state, account, listed, asked, limitPriceTicks);
  if (refused) reject(step, order, refused);
  else accept(step, listed, order);
}

function judge(
  state: EngineState,
  account: Account,
  listed: ListedContract,
  asked: Asked,
  limitTicks: number | null,
): Refusal | undefined {
  const rules = rulesInForce(state);
  const { side, orderType, duration, quantityLots } = asked;
  const basic =
    checkLiveVenue(account) ??
    checkContractAlive(state, listed) ??
    checkTypeAndDuration(rules, listed.commodity.exchange, orderType, duration) ??
    checkExpirationDate(state, listed, duration, asked.expirationDate) ??
    (asked.isForceSell ? undefined : checkQuantity(rules, quantityLots)) ??
    checkSession(listed, orderType) ??
    checkBand(rules, listed, side, limitTicks);
  if (basic || asked.isForceSell) return basic;
  const situation = marginSituation(state, account, listed, side);
  return (
    checkMaxLotsPerContract(rules, situation, side, quantityLots) ??
    checkMargin(rules, account, situation, { side, lots: quantityLots, filledLots: 0 })
  );
}

/** Demo and live trade on separate exchanges; this engine is linked to a demo one only. */
function checkLiveVenue(account: Account): Refusal | undefined {
  return account.isDemo ? undefined : refusal('LiveVenueMissing', {});
}

function newOrder(step: Step, account: Account, asked: Asked, limitPriceTicks: number | null): Order {
  return {
    orderId: asked.orderId,
    clientOrderId: asked.clientOrderId,
    accountId: account.accountId,
    investorId: account.investorId,
    contractCode: asked.contractCode,
    side: asked.side,
    orderType: asked.orderType,
    stopPriceTicks: null,
    isForceSell: asked.isForceSell,
    receivedSeq: step.seq,
    receivedMs: step.timeMs,
    sessionDate: step.state.tradeDate,
    dayDate: step.state.tradeDate,
    quantityLots: asked.quantityLots,
    limitPriceTicks,
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
  };
}

function reject(step: Step, order: Order, refused: Refusal): void {
  moveStatus(order, 'REJECTED');
  order.refusal = refused;
  order.closedMs = step.timeMs;
  step.changedOrders.add(order);
}

function accept(step: Step, listed: ListedContract, order: Order): void {
  step.state.orders.set(order.orderId, order);
  changeOrder(step, order, () => moveStatus(order, 'PENDING'));
  if (listed.session === 'OPEN') route(step, order);
  else changeOrder(step, order, () => moveStatus(order, 'ACTIVEAT'));
}

/** Sends a waiting order on its way. It leaves only when this step is durable; until then nobody hears of it. */
export function route(step: Step, order: Order): void {
  changeOrder(step, order, () => moveStatus(order, 'IN_TRANSIT'));
  submitRest(step, order);
}

/** Hands the exchange what is unfilled of an order, now and again after its restart. */
export function submitRest(step: Step, order: Order): void {
  order.routedFilledLots = order.filledLots;
  requestVenue(step, { kind: 'submit', order: toVenueOrder(order) });
}
