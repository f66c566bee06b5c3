/**
 * Fires what waits for a price with the broker: held stops are sent as market or limit orders, conditional orders send
 * their child order. Nothing fires while the contract is halted or closed or the link is down: trails follow the price
 * all the same, and what is due then is looked at when that is over.
 */
import type { ConditionalLeg, ConditionalOrder } from '#conditional/conditional-order.ts';
import { isWaiting } from '#conditional/conditional-order.ts';
import type { Due } from '#conditional/trigger-index.ts';
import { cancelOrWish } from '#engine/amend-order.ts';
import { changeConditional } from '#engine/conditional-records.ts';
import { isContractHalted } from '#engine/halts.ts';
import { closableLots, closingLots } from '#engine/order-checks.ts';
import { BY_INVESTOR, receive, submitRest } from '#engine/place-order.ts';
import type { Account, EngineState, ListedContract } from '#engine/state.ts';
import { accountOf, changeOrder, type Step } from '#engine/step.ts';
import type { PriceMark } from '#engine/system-commands.ts';
import { isAnyReachable, isReachable } from '#engine/venues.ts';
import { isFinal, isWaitingStop, type Order } from '#orders/order.ts';
import type { Lots } from '#values/units.ts';
import { assert } from '#values/whole-numbers.ts';

export function fireTriggers(step: Step, listed: ListedContract, mark: PriceMark): void {
  const index = step.state.triggerIndexes.get(mark.contractCode);
  if (!index || index.isEmpty) return;
  const reached = index.reached(mark);
  index.endStep();
  fire(step, listed, reached);
}

/** What was due while nothing could fire: with a price that stands still no other step would look at it. */
export function fireWhatIsDue(step: Step): void {
  const { contracts, triggerIndexes } = step.state;
  for (const contractCode of [...triggerIndexes.keys()].sort()) {
    const [listed, index] = [contracts.get(contractCode), triggerIndexes.get(contractCode)];
    if (!listed || !index || index.isEmpty || listed.lastTicks === null) continue;
    const { lastTicks } = listed;
    fire(step, listed, index.reached({ lastTicks, highTicks: lastTicks, lowTicks: lastTicks }));
  }
}

function fire(step: Step, listed: ListedContract, reached: readonly Due[]): void {
  const { state } = step;
  const { code } = listed.contract;
  if (!isAnyReachable(state) || listed.session !== 'OPEN' || isContractHalted(state, code)) return;
  for (const due of reached) {
    const order = state.orders.get(due.ownerId);
    const conditional = state.conditionals.get(due.ownerId);
    if (order) fireStop(step, order);
    else if (conditional && isWaiting(conditional)) fireConditional(step, listed, conditional, due);
  }
}

function fireStop(step: Step, order: Order): void {
  if (!order.isHeldByUs || !isWaitingStop(order) || !isReachable(step.state, accountOf(step, order.accountId))) return;
  changeOrder(step, order, () => {
    order.triggeredMs = step.timeMs;
    order.isHeldByUs = false;
  });
  submitRest(step, order);
}

function fireConditional(step: Step, listed: ListedContract, conditional: ConditionalOrder, due: Due): void {
  const account = accountOf(step, conditional.accountId);
  // In a halted account protective orders keep waiting.
  if (step.state.halts.accounts.has(account.accountId) || !isReachable(step.state, account)) return;
  const lots = sendableLots(account, conditional);
  // Other orders are already closing the position; if they find no price, this one still protects it.
  if (lots === 0) return;
  changeConditional(step, conditional, () => {
    conditional.status = 'TRIGGERED';
    conditional.triggeredMs = step.timeMs;
    conditional.triggeredTicks = due.reachedTicks;
    conditional.triggeredLeg = legOf(conditional, due);
    if (conditional.triggeredLeg === 'TRAIL') conditional.currentStopTicks = due.priceTicks;
  });
  const child = sendChild(step, listed, account, conditional, lots);
  changeConditional(step, conditional, () => {
    conditional.status = child.refusal ? 'FAILED' : 'ACTIVE';
    conditional.refusal = child.refusal;
    conditional.childOrderId = child.orderId;
  });
  cancelEntry(step, conditional);
}

/** Cancels the rest of the entry once its pair has fired: further fills would have no protection. */
function cancelEntry(step: Step, { parentOrderId }: ConditionalOrder): void {
  const entry = parentOrderId === null ? undefined : step.state.orders.get(parentOrderId);
  if (entry) cancelOrWish(step, entry, 'SiblingFilled');
}

function legOf(conditional: ConditionalOrder, due: Due): ConditionalLeg {
  const isGain = due.direction === (conditional.side === 'SELL' ? 'UP' : 'DOWN');
  if (isGain && due.priceTicks === conditional.takeProfitTicks) return 'TAKE_PROFIT';
  return conditional.trail ? 'TRAIL' : 'STOP_LOSS';
}

/** Lots that may be sent: a reduce-only order sends no more than is open and not being closed by orders in transit. */
function sendableLots(account: Account, conditional: ConditionalOrder): Lots {
  const { isReduceOnly, armedLots, contractCode, side } = conditional;
  if (!isReduceOnly) return armedLots;
  const open = closableLots(account, contractCode, side) - closingLots(account, contractCode, side);
  return Math.max(0, Math.min(armedLots, open));
}

function sendChild(
  step: Step,
  listed: ListedContract,
  account: Account,
  conditional: ConditionalOrder,
  lots: Lots,
): Order {
  const { conditionalOrderId, accountId, contractCode, side, isReduceOnly } = conditional;
  const origin = { ...BY_INVESTOR, conditionalOrderId };
  const entry = { account, listed, terms: '', origin };
  const child = receive(step, entry, {
    accountId,
    orderId: `${conditionalOrderId}-x`,
    clientOrderId: null,
    contractCode,
    side,
    orderType: 'MARKET',
    duration: 'IOC',
    quantityLots: lots,
    isReduceOnly,
  });
  assert(child !== undefined, 'a market order is never malformed');
  return child;
}

/**
 * A child order that ended without filling completely leaves the position unprotected: its conditional order has
 * failed.
 */
export function noteChildEnd(step: Step, child: Order): void {
  if (child.conditionalOrderId === null || !isFinal(child) || child.filledLots >= child.quantityLots) return;
  const conditional = step.state.conditionals.get(child.conditionalOrderId);
  if (conditional?.status !== 'ACTIVE') return;
  changeConditional(step, conditional, () => {
    conditional.status = 'FAILED';
    conditional.reason = child.reason;
  });
}

/** Whether a trigger watches the contract's price; marks are then entered more often. */
export function hasTriggers(state: EngineState, contractCode: string): boolean {
  const index = state.triggerIndexes.get(contractCode);
  return index !== undefined && !index.isEmpty;
}
