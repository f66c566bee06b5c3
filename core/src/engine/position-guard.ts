/**
 * Keeps reducing orders within the open position: they shrink with it and are cancelled when it is closed
 * (docs/rules/orders.md#types-and-times-in-force).
 */

import { askExchange, cancelWorking, mayAskAgain, mayAskToShrink, willNotShrink } from '#engine/amend-order.ts';
import { dropConditional } from '#engine/conditional-orders.ts';
import { changeConditional } from '#engine/conditional-records.ts';
import { closableLots } from '#engine/order-checks.ts';
import type { Holding } from '#engine/state.ts';
import { accountOf, changeOrder, type Step } from '#engine/step.ts';
import { isReachable } from '#engine/venues.ts';
import { isAtExchange, leavesLots, mayOnlyReduce, neverRests, type Order } from '#orders/order.ts';

export function guardPosition(step: Step, { account, contractCode, reducing, orders }: Holding): void {
  if (reducing > 0) for (const order of [...orders]) if (mayOnlyReduce(order)) fitOrder(step, order);
  if (account.conditionals.size === 0) return;
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

/**
 * Fits the order to the position. While the market is closed nothing fills and only cancels are accepted: shrinking
 * waits for the open.
 */
export function fitOrder(step: Step, order: Order): void {
  const isOut = isAtExchange(order);
  // A market order is filled before it could be changed.
  if (isOut && neverRests(order)) return;
  const account = accountOf(step, order.accountId);
  const open = closableLots(account, order.contractCode, order.side);
  if (leavesLots(order) <= open) return;
  if (open === 0 || (isOut && willNotShrink(order))) {
    if (mayAskAgain(step, order)) cancelWorking(step, order, 'PositionGone');
    return;
  }
  const { limitPriceTicks, stopPriceTicks, duration, expirationDate, filledLots } = order;
  const terms = { quantityLots: filledLots + open, limitPriceTicks, stopPriceTicks, duration, expirationDate };
  const isOpen = step.state.contracts.get(order.contractCode)?.session === 'OPEN';
  if (!isOut) changeOrder(step, order, () => (order.quantityLots = terms.quantityLots));
  else if (mayAskToShrink(step, order) && isOpen && isReachable(step.state, account)) askExchange(step, order, terms);
}
