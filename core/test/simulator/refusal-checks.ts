/** Checks that every refusal has a reason: refusals by numbers are recomputed, and so are the numbers they state. */
import type { EngineEvent, Order } from '@mua/core/engine';
import type { Side } from '@mua/core/values';
import type { Audit } from '#test/simulator/audit.ts';
import { isSpread, sideIn, tradedBy } from '#test/simulator/legs.ts';
import type { AccountModel } from '#test/simulator/model.ts';
import { feeOf, orderLotsOf } from '#test/simulator/package-checks.ts';
import {
  closedAtOnce,
  covered,
  equityOf,
  isGoneSoon,
  isReducing,
  isTwiceCovered,
  liveOrders,
  requiredBy,
} from '#test/simulator/sums.ts';
import { hold } from '#test/simulator/violation.ts';

type Refusal = NonNullable<Order['refusal']>;

export function checkRefusals(audit: Audit): void {
  const { command, events } = audit.step;
  for (const event of events) {
    const refused = command.kind === 'modifyOrder' ? refusedModify(audit, event) : refusedOrder(audit, event);
    if (refused) checkRefusal(audit, refused);
  }
}

/** An order as it was to be: `order` is out of the count when it is to be changed. */
interface Refused {
  readonly why: Refusal;
  readonly order: Order;
  readonly account: AccountModel;
  readonly quantityLots: number;
  readonly expirationDate: string | null;
}

function refusedOrder({ model, step }: Audit, event: EngineEvent): Refused | undefined {
  const { kind, seq } = step.command;
  if (event.kind !== 'orderChanged' || (kind !== 'placeOrder' && kind !== 'reversePosition')) return undefined;
  const { order } = event;
  const { refusal: why, quantityLots, expirationDate } = order;
  if (!why || order.receivedSeq !== seq) return undefined;
  // The far month's order may be what can't be carried: roll-checks.ts.
  if (step.command.kind === 'placeOrder' && step.command.rollInto && why.code === 'InsufficientMargin')
    return undefined;
  return { why, order, account: model.account(order.accountId), quantityLots, expirationDate };
}

function refusedModify({ model, step: { command } }: Audit, event: EngineEvent): Refused | undefined {
  if (event.kind !== 'commandRefused' || command.kind !== 'modifyOrder') return undefined;
  const order = model.orders.get(event.about?.orderId ?? '');
  if (!order) return undefined;
  const { quantityLots = order.quantityLots, expirationDate = order.expirationDate } = command;
  return { why: event.refusal, order, account: model.account(order.accountId), quantityLots, expirationDate };
}

function checkRefusal(audit: Audit, refused: Refused): void {
  const { model } = audit;
  const { why, order, account, quantityLots, expirationDate } = refused;
  const { orderId, contractCode, filledLots } = order;
  const reasonable = (isRight: boolean, seen: () => string): void =>
    hold(isRight, 'nobody is refused without a reason', () => `${orderId} ${why.code}: ${seen()}`);
  switch (why.code) {
    case 'InsufficientMargin': {
      const { maxLots, available } = why.facts;
      const free = equityOf(model, account) - requiredBy(model, account).total;
      reasonable(BigInt(available) === free, () => `available ${available}, ${free}`);
      reasonable(!isCarried(audit, refused, quantityLots), () => `${quantityLots} lots would be carried`);
      const most = orderLotsOf(model, account.accountId);
      const isAllThatIsLeft = order.isReduceOnly && maxLots - filledLots >= leftToReduce(audit, refused);
      const isMost = maxLots === most || isAllThatIsLeft || !isCarried(audit, refused, maxLots + 1);
      reasonable(isMost, () => `${maxLots} lots are not the most`);
      const isTaken = maxLots <= filledLots || isCarried(audit, refused, maxLots);
      return reasonable(isTaken, () => `${maxLots} lots are named, and not carried out`);
    }
    case 'ReduceOnlyExceeded': {
      const open = leftToReduce(audit, refused);
      return reasonable(quantityLots - filledLots > open && why.facts.open === open, () => `${open} are open`);
    }
    case 'ExpirationDateInvalid': {
      const { lastTradeDay } = model.contract(contractCode).contract;
      const today = model.tradeDate(contractCode);
      const isDate = expirationDate !== null && expirationDate >= today && expirationDate <= lastTradeDay;
      return reasonable(!isDate, () => `${expirationDate} from ${today} to ${lastTradeDay}`);
    }
    default:
  }
}

/** Lots of the position that nothing on its way closes before the order. */
function leftToReduce({ model }: Audit, { order, account }: Refused): number {
  const underWay = isGoneSoon(order) ? closedAtOnce(account, order, false) : 0;
  return Math.max(0, model.openLots(account, order.contractCode, order.side) - underWay);
}

/** By the rule of acceptance, for so many lots in all. */
function isCarried(audit: Audit, refused: Refused, quantityLots: number): boolean {
  const { model } = audit;
  const { order, account } = refused;
  if (isSpread(order.contractCode)) return isSpreadCarried(audit, refused, quantityLots);
  const { orderId, contractCode, filledLots } = order;
  const side: Side = order.side;
  const lots = quantityLots - filledLots;
  const net = model.netLots(account, contractCode);
  const working = { BUY: 0, SELL: 0 };
  for (const other of liveOrders(account)) {
    const otherSide = other.orderId === orderId ? undefined : sideIn(other, contractCode);
    if (otherSide) working[otherSide] += covered(other);
  }
  if (isReducing(side, lots, net, working[side])) return true;
  if (order.isReduceOnly && (isGoneSoon(order) || isTwiceCovered(side, lots, net, working[side]))) return true;
  working[side] += lots;
  const { perLotVnd } = model.termsOf(contractCode);
  const feeVnd = feeOf(model, account.accountId, contractCode);
  const worst = Math.max(Math.abs(net + working.BUY), Math.abs(net - working.SELL));
  const { total, byContract } = requiredBy(model, account);
  const required = total - (byContract.get(contractCode) ?? 0n) + BigInt(worst) * perLotVnd[account.investorKind];
  return equityOf(model, account) - required - 2n * BigInt(lots) * feeVnd >= 0n;
}

function isSpreadCarried({ model }: Audit, { order, account }: Refused, quantityLots: number): boolean {
  const lots = quantityLots - order.filledLots;
  const { total, byContract } = requiredBy(model, account);
  let left = equityOf(model, account) - total;
  let isEachReduced = true;
  for (const { contractCode, side } of tradedBy(order)) {
    const working = { BUY: 0, SELL: 0 };
    for (const other of liveOrders(account)) {
      const otherSide = other.orderId === order.orderId ? undefined : sideIn(other, contractCode);
      if (otherSide) working[otherSide] += covered(other);
    }
    const net = model.netLots(account, contractCode);
    if (!isReducing(side, lots, net, working[side])) isEachReduced = false;
    working[side] += lots;
    const worst = Math.max(Math.abs(net + working.BUY), Math.abs(net - working.SELL));
    left +=
      (byContract.get(contractCode) ?? 0n) -
      BigInt(worst) * model.termsOf(contractCode).perLotVnd[account.investorKind];
    left -= 2n * BigInt(lots) * feeOf(model, account.accountId, contractCode);
  }
  return isEachReduced || left >= 0n;
}
