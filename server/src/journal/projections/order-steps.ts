/**
 * The state of an order after each step that touched it, stored with the batch: its timeline is made from these rows
 * (order-timeline.ts). The journal has commands only, and the effect of one of them is known only by executing all
 * before it. Rows are narrow (null and false are omitted) and never change.
 */
import {
  type Command,
  type ConditionalOrder,
  type EngineEvent,
  isAsked,
  type Order,
  type OrderName,
  type VenueReport,
} from '@mua/core/engine';
import type { Refusal, Ticks } from '@mua/core/values';

/**
 * How a step concerned an order: a command that names it, an exchange's report of it, or something that affected it
 * indirectly. A refused change has no effect but is recorded.
 */
export type StepCause =
  | Exclude<Command['kind'], 'reportExecution'>
  | VenueReport['kind']
  | 'goFlat'
  | 'operator'
  | 'modifyRefused'
  | 'cancelRefused'
  | 'consequence';

/** The changeable fields of an order. */
export type OrderState = Pick<Order, 'status' | 'quantityLots' | 'duration'> &
  Partial<
    Pick<
      Order,
      | 'limitPriceTicks'
      | 'stopPriceTicks'
      | 'expirationDate'
      | 'pendingTerms'
      | 'filledLots'
      | 'triggeredMs'
      | 'isHeldByUs'
      | 'awaitsCancels'
      | 'reason'
      | 'reasonPercent'
      | 'cancelReason'
      | 'exchangeReason'
    >
  > & {
    /** Sent to the exchange, which has not answered. */
    readonly awaitsAcceptance?: boolean;
    /** The price that fired its stop, in that step. */
    readonly firedTicks?: Ticks;
  };

/** The changeable fields of a conditional order. */
export type ConditionalState = Pick<ConditionalOrder, 'status' | 'lots' | 'armedLots' | 'duration'> &
  Partial<
    Pick<
      ConditionalOrder,
      | 'trail'
      | 'takeProfitTicks'
      | 'stopLossTicks'
      | 'currentStopTicks'
      | 'expirationDate'
      | 'triggeredTicks'
      | 'triggeredLeg'
      | 'childOrderId'
      | 'refusal'
      | 'reason'
    >
  >;

/** A refused change; money in its facts is text, as in every stored refusal. */
export interface RefusedState {
  readonly refusal: Refusal;
}

export interface StepRow {
  readonly received_seq: number;
  readonly order_id: string;
  readonly seq: number;
  readonly time_ms: number;
  readonly cause: StepCause;
  readonly stand: OrderState | ConditionalState | RefusedState;
  readonly sighting: object | null;
}

export function orderStep(command: Command, order: Order): StepRow {
  const { orderId, clientOrderId } = order;
  return {
    received_seq: order.receivedSeq,
    order_id: orderId,
    seq: command.seq,
    time_ms: command.timeMs,
    cause: causeOf(command, { orderId, clientOrderId }),
    stand: stateOf(command, order),
    sighting: decisionQuoteIn(command, orderId),
  };
}

export function conditionalStep(command: Command, conditional: ConditionalOrder): StepRow {
  const { conditionalOrderId: orderId, clientOrderId } = conditional;
  return {
    received_seq: conditional.receivedSeq,
    order_id: orderId,
    seq: command.seq,
    time_ms: command.timeMs,
    cause: causeOf(command, { orderId, clientOrderId }),
    stand: conditionalStateOf(conditional),
    sighting: decisionQuoteIn(command, orderId),
  };
}

/** Undefined if no order was to change, or the request was malformed, which leaves no trace. */
export function refusedStep(
  { seq, timeMs, kind }: Command,
  { about, refusal }: Extract<EngineEvent, { kind: 'commandRefused' }>,
): StepRow | undefined {
  if (!about || refusal.code === 'BadRequest') return undefined;
  const isCancel = kind === 'cancelOrder' || kind === 'cancelConditional';
  return {
    received_seq: about.receivedSeq,
    order_id: about.orderId,
    seq,
    time_ms: timeMs,
    cause: isCancel ? 'cancelRefused' : 'modifyRefused',
    stand: { refusal },
    sighting: null,
  };
}

interface Ids {
  readonly orderId: string;
  readonly clientOrderId: string | null;
}

function causeOf(command: Command, ids: Ids): StepCause {
  switch (command.kind) {
    case 'reportExecution':
      return command.report.orderId === ids.orderId ? command.report.kind : 'consequence';
    case 'placeOrder':
    case 'reversePosition':
      return command.orderId === ids.orderId ? command.kind : 'consequence';
    case 'placeGroup':
      return isOfGroup(command.groupId, ids.orderId) ? command.kind : 'consequence';
    case 'liquidateContract':
      if (command.orderId !== ids.orderId) return 'consequence';
      if (command.operator) return 'operator';
      return command.goFlat ? 'goFlat' : command.kind;
    case 'modifyOrder':
    case 'cancelOrder':
      return isNamed(command, ids) ? command.kind : 'consequence';
    case 'modifyConditional':
    case 'cancelConditional':
      return isNamed({ ...command, ...orderIdOf(command) }, ids) ? command.kind : 'consequence';
    default:
      return command.kind;
  }
}

function isOfGroup(groupId: string, orderId: string): boolean {
  return orderId.startsWith(`${groupId}-`);
}

function orderIdOf({ conditionalOrderId }: { readonly conditionalOrderId?: string }): { orderId?: string } {
  return conditionalOrderId === undefined ? {} : { orderId: conditionalOrderId };
}

function isNamed(name: OrderName, { orderId, clientOrderId }: Ids): boolean {
  return name.orderId === undefined ? name.clientOrderId === clientOrderId : name.orderId === orderId;
}

function decisionQuoteIn(command: Command, orderId: string): object | null {
  if (!('sighting' in command)) return null;
  const isOfIt = command.kind === 'placeGroup' ? isOfGroup(command.groupId, orderId) : command.orderId === orderId;
  return isOfIt ? (command.sighting ?? null) : null;
}

/** Field by field: this runs for every order of every step. */
function stateOf(command: Command, order: Order): OrderState {
  const stand: { -readonly [K in keyof OrderState]: OrderState[K] } = {
    status: order.status,
    quantityLots: order.quantityLots,
    duration: order.duration,
  };
  if (order.limitPriceTicks !== null) stand.limitPriceTicks = order.limitPriceTicks;
  if (order.stopPriceTicks !== null) stand.stopPriceTicks = order.stopPriceTicks;
  if (order.expirationDate !== null) stand.expirationDate = order.expirationDate;
  if (order.pendingTerms !== null) stand.pendingTerms = order.pendingTerms;
  if (order.filledLots > 0) stand.filledLots = order.filledLots;
  if (order.isHeldByUs) stand.isHeldByUs = true;
  if (order.awaitsCancels) stand.awaitsCancels = true;
  if (isAsked(order, 'submit')) stand.awaitsAcceptance = true;
  if (order.reason !== null) stand.reason = order.reason;
  if (order.reasonPercent !== null) stand.reasonPercent = order.reasonPercent;
  if (order.cancelReason !== null) stand.cancelReason = order.cancelReason;
  if (order.exchangeReason !== null) stand.exchangeReason = order.exchangeReason;
  if (order.triggeredMs === null) return stand;
  stand.triggeredMs = order.triggeredMs;
  const firedTicks = order.triggeredMs === command.timeMs ? firingTicks(command, order) : undefined;
  if (firedTicks !== undefined) stand.firedTicks = firedTicks;
  return stand;
}

/**
 * A stop at the exchange is fired by a trade that the report names, one held by the broker by a mark's extreme on its
 * side.
 */
function firingTicks(command: Command, { contractCode, side }: Order): Ticks | undefined {
  if (command.kind === 'reportExecution')
    return command.report.kind === 'triggered' ? command.report.priceTicks : undefined;
  if (command.kind !== 'markPrices') return undefined;
  const mark = command.prices.find((price) => price.contractCode === contractCode);
  return mark && (side === 'BUY' ? mark.highTicks : mark.lowTicks);
}

function conditionalStateOf(conditional: ConditionalOrder): ConditionalState {
  const { trail, takeProfitTicks, stopLossTicks, currentStopTicks, expirationDate } = conditional;
  const { triggeredTicks, triggeredLeg, childOrderId, refusal, reason } = conditional;
  return {
    status: conditional.status,
    lots: conditional.lots,
    armedLots: conditional.armedLots,
    duration: conditional.duration,
    ...(trail === null ? {} : { trail }),
    ...(takeProfitTicks === null ? {} : { takeProfitTicks }),
    ...(stopLossTicks === null ? {} : { stopLossTicks }),
    ...(currentStopTicks === null ? {} : { currentStopTicks }),
    ...(expirationDate === null ? {} : { expirationDate }),
    ...(triggeredTicks === null ? {} : { triggeredTicks }),
    ...(triggeredLeg === null ? {} : { triggeredLeg }),
    ...(childOrderId === null ? {} : { childOrderId }),
    ...(refusal === null ? {} : { refusal }),
    ...(reason === null ? {} : { reason }),
  };
}
