/**
 * Stores and changes conditional orders. All changes go through here, so that trigger indexes, the account's list and
 * the step's events agree.
 */
import type { ConditionalOrder } from '#conditional/conditional-order.ts';
import { isWaiting } from '#conditional/conditional-order.ts';
import { unwatchConditional, watchConditional } from '#engine/price-watch.ts';
import type { EngineState } from '#engine/state.ts';
import { accountOf, emitConditional, type Step } from '#engine/step.ts';

/** The fields of a conditional order that are known before the engine accepts it. */
export type NewConditional = Pick<
  ConditionalOrder,
  | 'conditionalOrderId'
  | 'clientOrderId'
  | 'accountId'
  | 'investorId'
  | 'contractCode'
  | 'kind'
  | 'side'
  | 'isReduceOnly'
  | 'parentOrderId'
  | 'dayDate'
  | 'lots'
  | 'armedLots'
  | 'trail'
  | 'takeProfitTicks'
  | 'stopLossTicks'
  | 'duration'
  | 'expirationDate'
  | 'exitDistances'
>;

export function addConditional(
  step: Step,
  asked: NewConditional,
  more: Partial<Pick<ConditionalOrder, 'bestTicks' | 'initialStopTicks' | 'currentStopTicks'>> = {},
): ConditionalOrder {
  const conditional: ConditionalOrder = {
    ...asked,
    receivedSeq: step.seq,
    createdMs: step.timeMs,
    bestTicks: null,
    initialStopTicks: null,
    currentStopTicks: null,
    ...more,
    status: 'PENDING_ACTIVATION',
    triggeredMs: null,
    triggeredTicks: null,
    triggeredLeg: null,
    childOrderId: null,
    updatedMs: step.timeMs,
    changedSeq: step.seq,
    refusal: null,
    reason: null,
  };
  step.state.conditionals.set(conditional.conditionalOrderId, conditional);
  enter(step.state, conditional);
  emitConditional(step, conditional);
  return conditional;
}

export function changeConditional(step: Step, conditional: ConditionalOrder, change: () => void): void {
  unwatchConditional(step.state, conditional);
  change();
  conditional.updatedMs = step.timeMs;
  conditional.changedSeq = step.seq;
  step.changes += 1;
  enter(step.state, conditional);
  if (!isWaiting(conditional)) accountOf(step, conditional.accountId).conditionals.delete(conditional);
  emitConditional(step, conditional);
}

/** Adds a waiting order to its trigger index and its account's list. */
export function enter(state: EngineState, conditional: ConditionalOrder): void {
  if (!isWaiting(conditional)) return;
  watchConditional(state, conditional);
  state.accounts.get(conditional.accountId)?.conditionals.add(conditional);
}
