/**
 * Orders that may only reduce, held to what is open: when a position shrinks they shrink with it, when it is gone they
 * go (trading rules, "Order types": never larger than the open quantity).
 */
import { isAtExchange, leavesLots, type Order } from '#orders/order';
import { mayModify } from '#orders/order-status';
import { askExchange, cancelWorking, isCancellable } from './amend-order.ts';
import { dropConditional } from './conditional-orders.ts';
import { changeConditional } from './conditional-records.ts';
import { closableLots } from './order-checks.ts';
import type { Account } from './state.ts';
import { changeOrder, type Step } from './step.ts';

export function guardPosition(step: Step, account: Account, contractCode: string): void {
  for (const order of [...(account.working.get(contractCode)?.orders.values() ?? [])]) {
    // A closing order at market is gone before it could be changed.
    if (order.isReduceOnly && order.orderType !== 'MARKET') fitOrder(step, account, order);
  }
  for (const conditional of [...account.conditionals]) {
    if (conditional.contractCode !== contractCode || !conditional.isReduceOnly) continue;
    const open = closableLots(account, contractCode, conditional.side);
    const { armedLots, parentOrderId } = conditional;
    if (armedLots <= open) continue;
    const entry = parentOrderId === null ? undefined : step.state.orders.get(parentOrderId);
    const isEntryLive = entry !== undefined && leavesLots(entry) > 0;
    if (open === 0 && !isEntryLive) dropConditional(step, conditional, 'PositionGone');
    else changeConditional(step, conditional, () => (conditional.armedLots = open));
  }
}

function fitOrder(step: Step, account: Account, order: Order): void {
  const open = closableLots(account, order.contractCode, order.side);
  if (leavesLots(order) <= open) return;
  if (open === 0) {
    if (isCancellable(step.state, order)) cancelWorking(step, order, 'PositionGone');
    return;
  }
  const { limitPriceTicks, stopPriceTicks, duration, expirationDate, filledLots } = order;
  const terms = { quantityLots: filledLots + open, limitPriceTicks, stopPriceTicks, duration, expirationDate };
  if (!isAtExchange(order)) changeOrder(step, order, () => (order.quantityLots = terms.quantityLots));
  else if (mayModify(order.status) && !step.state.isVenueLost) askExchange(step, order, terms);
}
