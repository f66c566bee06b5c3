/**
 * Changing and cancelling. What the exchange knows of needs its answer (in_modify, in_cancel); what it does not is
 * changed in place (trading rules, "Readings: Status").
 */
import { applyTerms, coveredLots, isAtExchange, type Order, type OrderTerms } from '#orders/order';
import { mayCancel, mayModify, moveStatus } from '#orders/order-status';
import { type Refusal, refusal } from '#values/refusals';
import type { Duration } from '#values/trading-words';
import { assert } from '#values/whole-numbers';
import type { CancelOrder, ModifyOrder, OrderName } from './commands.ts';
import {
  checkBand,
  checkExpirationDate,
  checkMargin,
  checkMaxLotsPerContract,
  checkQuantity,
  checkTypeAndDuration,
  marginSituation,
  readLimitPrice,
} from './order-checks.ts';
import { type Account, type EngineState, type ListedContract, rulesInForce } from './state.ts';
import { accountOf, changeOrder, refuseCommand, requestVenue, type Step } from './step.ts';

export function cancelOrder(step: Step, command: CancelOrder): void {
  const order = namedOrder(step.state, command);
  if (!order) return refuseCommand(step, refusal('OrderNotFound', {}));
  if (!mayCancel(order.status)) return refuseCommand(step, refusal('OrderCancelNotAllowed', { status: order.status }));
  if (!isAtExchange(order)) {
    changeOrder(step, order, () => {
      moveStatus(order, 'CANCELLED');
      order.reason = 'UserRequest';
    });
    return;
  }
  changeOrder(step, order, () => {
    order.statusBefore = order.status === 'IN_MODIFY' ? order.statusBefore : order.status;
    moveStatus(order, 'IN_CANCEL');
  });
  const { orderId, contractCode } = order;
  requestVenue(step, { kind: 'cancel', orderId, contractCode });
}

export function modifyOrder(step: Step, command: ModifyOrder): void {
  const order = namedOrder(step.state, command);
  if (!order) return refuseCommand(step, refusal('OrderNotFound', {}));
  if (order.status === 'IN_MODIFY') return refuseCommand(step, refusal('ModifyPending', {}));
  if (!mayModify(order.status)) return refuseCommand(step, refusal('OrderModifyNotAllowed', { status: order.status }));
  const account = accountOf(step, order.accountId);
  const listed = step.state.contracts.get(order.contractCode);
  assert(listed !== undefined, 'a live order is in a listed contract');
  const wanted = wantedTerms(listed, order, command);
  if ('refusal' in wanted) return refuseCommand(step, wanted.refusal);
  const refused = judgeTerms(step.state, account, listed, order, wanted.terms);
  if (refused) return refuseCommand(step, refused);
  if (isAtExchange(order)) askExchange(step, order, wanted.terms);
  else changeOrder(step, order, () => applyTerms(order, wanted.terms, step.state.tradeDate));
}

function namedOrder(state: EngineState, name: OrderName): Order | undefined {
  const account = state.accounts.get(name.accountId);
  const orderId =
    name.orderId ??
    (name.clientOrderId === undefined ? undefined : account?.clientOrders.get(name.clientOrderId)?.orderId);
  const order = orderId === undefined ? undefined : state.orders.get(orderId);
  return order?.accountId === name.accountId ? order : undefined;
}

function wantedTerms(
  listed: ListedContract,
  order: Order,
  command: ModifyOrder,
): { terms: OrderTerms } | { refusal: Refusal } {
  const duration = command.duration ?? order.duration;
  const keepsDate = duration === 'GTD' && order.duration === 'GTD';
  const terms: OrderTerms = {
    quantityLots: command.quantityLots ?? order.quantityLots,
    limitPriceTicks: order.limitPriceTicks,
    duration,
    expirationDate: command.expirationDate ?? (keepsDate ? order.expirationDate : null),
  };
  if (command.limitPrice === undefined) return { terms };
  const price = readLimitPrice(listed, order.orderType, command.limitPrice);
  return 'refusal' in price ? price : { terms: { ...terms, limitPriceTicks: price.ticks } };
}

function judgeTerms(
  state: EngineState,
  account: Account,
  listed: ListedContract,
  order: Order,
  terms: OrderTerms,
): Refusal | undefined {
  const rules = rulesInForce(state);
  const priceChanged = terms.limitPriceTicks !== order.limitPriceTicks;
  const basic =
    checkRestingDuration(order, terms.duration) ??
    checkTypeAndDuration(rules, listed.commodity.exchange, order.orderType, terms.duration) ??
    checkExpirationDate(state, listed, terms.duration, terms.expirationDate ?? undefined) ??
    checkQuantity(rules, terms.quantityLots) ??
    (priceChanged ? checkBand(rules, listed, order.side, terms.limitPriceTicks) : undefined);
  if (basic || terms.quantityLots <= order.quantityLots) return basic;
  const situation = marginSituation(state, account, listed, order.side, coveredLots(order));
  const { side, filledLots } = order;
  const lots = terms.quantityLots - filledLots;
  return (
    checkMaxLotsPerContract(rules, situation, side, lots) ??
    checkMargin(rules, account, situation, { side, lots, filledLots })
  );
}

/** An order that rests at an exchange can't become one that never rests. */
function checkRestingDuration(order: Order, duration: Duration): Refusal | undefined {
  const neverRests = duration === 'IOC' || duration === 'FOK';
  const { orderType } = order;
  return neverRests && isAtExchange(order) ? refusal('DurationNotAllowed', { orderType, duration }) : undefined;
}

function askExchange(step: Step, order: Order, terms: OrderTerms): void {
  changeOrder(step, order, () => {
    order.statusBefore = order.status;
    order.pendingTerms = terms;
    moveStatus(order, 'IN_MODIFY');
  });
  requestVenue(step, {
    kind: 'modify',
    orderId: order.orderId,
    contractCode: order.contractCode,
    quantityLots: terms.quantityLots - order.routedFilledLots,
    duration: terms.duration,
    ...(terms.limitPriceTicks === null ? {} : { limitPriceTicks: terms.limitPriceTicks }),
    ...(terms.expirationDate === null ? {} : { expirationDate: terms.expirationDate }),
  });
}
