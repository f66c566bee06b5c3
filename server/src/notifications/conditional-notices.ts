/**
 * Converts changes of conditional orders to messages: that one has fired, has failed, or has ended with its day. A refused
 * placement was answered in its reply, and whoever cancels knows it.
 */
import { type ConditionalOrder, type EngineState, isWaitingStop } from '@mua/core/engine';
import { type PriceGrid, priceToText, type Ticks } from '@mua/core/values';
import type { DurableStep } from '#journal/sequencer.ts';
import { type Notice, notice } from '#notifications/notice.ts';
import { type Grids, reasonToWire, rejectionToWire } from '#orders/order-wire.ts';

export function conditionalNoticeOf(
  conditional: ConditionalOrder,
  { command }: DurableStep,
  state: EngineState,
  grids: Grids,
): Notice | undefined {
  const { status, triggeredMs, reason } = conditional;
  const grid = grids(conditional.contractCode);
  if (status === 'FAILED' && triggeredMs !== null) return ofFailure(conditional, grid);
  if (status === 'CANCELLED' && (reason === 'DayEnded' || reason === 'DateReached'))
    return ofExpiry(conditional, state, grid);
  return status === 'ACTIVE' && triggeredMs === command.timeMs ? ofTrigger(conditional, state, grid) : undefined;
}

function ofFailure(conditional: ConditionalOrder, grid: PriceGrid): Notice {
  const { accountId, contractCode, childOrderId } = conditional;
  const reason = conditional.refusal ? rejectionToWire(conditional.refusal, grid) : reasonOf(conditional);
  const where = { contractCode, orderId: childOrderId, reason };
  return notice(accountId, 'ConditionalFailed', { contract: contractCode }, where);
}

function ofTrigger(conditional: ConditionalOrder, state: EngineState, grid: PriceGrid): Notice | undefined {
  const { accountId, contractCode, side, childOrderId, triggeredTicks, armedLots } = conditional;
  if (triggeredTicks === null) return undefined;
  const child = childOrderId === null ? undefined : state.orders.get(childOrderId);
  const facts = {
    ...{ contract: contractCode, price: priceToText(triggeredTicks, grid), side },
    ...{ lots: child?.quantityLots ?? armedLots, orderType: 'MARKET' },
  };
  return notice(accountId, 'ConditionalTriggered', facts, { contractCode, orderId: childOrderId });
}

function ofExpiry(conditional: ConditionalOrder, state: EngineState, grid: PriceGrid): Notice {
  const { accountId, contractCode, side, armedLots, kind, takeProfitTicks } = conditional;
  const price = (ticks: Ticks | null): string => (ticks === null ? '' : priceToText(ticks, grid));
  const facts = {
    ...{ contract: contractCode, side, lots: armedLots, orderType: kind },
    ...{ stop: price(stopTicksOf(conditional)), takeProfit: price(takeProfitTicks) },
  };
  const code = leavesUnprotected(conditional, state) ? 'ProtectionExpired' : 'ConditionalExpired';
  return notice(accountId, code, facts, { contractCode, reason: reasonOf(conditional) });
}

/** Whether it was the last stop of a position that is open. */
function leavesUnprotected(conditional: ConditionalOrder, state: EngineState): boolean {
  const { accountId, contractCode, side } = conditional;
  const account = state.accounts.get(accountId);
  const held = account?.holdings.get(contractCode);
  if (!account || !held || !isStop(conditional)) return false;
  const isOpen = side === 'SELL' ? held.netLots > 0 : held.netLots < 0;
  const isOnItsSide = (other: Pick<ConditionalOrder, 'contractCode' | 'side'>): boolean =>
    other.contractCode === contractCode && other.side === side;
  const hasOther =
    [...account.conditionals].some((other) => isOnItsSide(other) && isStop(other) && other.armedLots > 0) ||
    held.orders.some((order) => isOnItsSide(order) && isWaitingStop(order));
  return isOpen && !hasOther;
}

function isStop({ trail, stopLossTicks }: ConditionalOrder): boolean {
  return trail !== null || stopLossTicks !== null;
}

function stopTicksOf({ trail, currentStopTicks, stopLossTicks }: ConditionalOrder): Ticks | null {
  return trail === null ? stopLossTicks : currentStopTicks;
}

function reasonOf({ reason, expirationDate }: ConditionalOrder): Notice['reason'] {
  return reasonToWire({ reason, expirationDate, exchangeReason: null, reasonPercent: null });
}
