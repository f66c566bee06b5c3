/**
 * Converts the events of a step to the rows of its batch: the newest record of each order, position and account, every
 * fill, round turn and posting. A batch's digest is of these rows as text, so the order of their fields must never
 * change.
 */
import type {
  AccountFigures,
  BrokerClose,
  Command,
  ConditionalOrder,
  EngineEvent,
  Order,
  OrderFill,
} from '@mua/core/engine';
import type { Vnd } from '@mua/core/values';
import { alarmRow } from '#journal/projections/alarm-rows.ts';
import { collectCopying } from '#journal/projections/copy-rows.ts';
import { addMessage } from '#journal/projections/merge-rows.ts';
import { orderRecord } from '#journal/projections/order-record.ts';
import { conditionalStep, orderStep, refusedStep } from '#journal/projections/order-steps.ts';
import type {
  AccountDayRow,
  AccountRow,
  ActRow,
  BatchRows,
  BrokerDayRow,
  ConditionalRow,
  FillRow,
  MailboxRecord,
  OrderRow,
  PositionRow,
  PostingRow,
  ReachedAlertRow,
  SettledRow,
} from '#journal/projections/rows.ts';
import { noteWithdrawal, unheldRow, withdrawalRow } from '#journal/projections/withdrawal-rows.ts';

type EventOf<K extends EngineEvent['kind']> = Extract<EngineEvent, { readonly kind: K }>;
type Stamp = Pick<Command, 'seq' | 'timeMs'>;

export function collectRows(rows: BatchRows, command: Command, events: readonly EngineEvent[]): void {
  const { seq } = command;
  let ordinal = 0;
  let alarms = 0;
  let ended: EventOf<'tradeDateBegan'> | undefined;
  /** By account: what was posted after the date ended, in its step. That is of the date that begins. */
  const begun = new Map<string, Vnd>();
  for (const event of events) {
    switch (event.kind) {
      case 'orderChanged':
        rows.orders.set(event.order.orderId, orderRow(event.order, seq));
        rows.orderSteps.push(orderStep(command, event.order));
        break;
      case 'commandRefused': {
        const refused = refusedStep(command, event);
        if (refused) rows.orderSteps.push(refused);
        if (command.kind === 'holdWithdrawal') noteWithdrawal(rows, unheldRow(command, event));
        break;
      }
      case 'orderFilled':
      case 'lateFillBooked':
        rows.fills.push(fillRow(event.fill, seq));
        break;
      case 'positionChanged':
        rows.positions.set(`${event.accountId} ${event.position.contractCode}`, positionRow(event, seq));
        break;
      case 'positionSettled':
        rows.settled.push(settledRow(event, seq, ordinal++));
        break;
      case 'moneyPosted':
        rows.postings.push(postingRow(event, command, ordinal++));
        if (ended) begun.set(event.posting.accountId, postedIn(begun, event.posting));
        break;
      case 'accountChanged':
        rows.accounts.set(event.figures.accountId, accountRow(event.figures, seq));
        if (ended)
          rows.accountDays.push(
            accountDayRow(event.figures, ended, { seq, begunVnd: begun.get(event.figures.accountId) }),
          );
        break;
      case 'tradeDateBegan':
        // The engine's first date ends no other, and an exchange's own date is not an account day.
        if (event.exchanges || event.endedDate === '') break;
        ended = event;
        if (event.close) rows.brokerDays.push(brokerDayRow(event, event.close, command));
        break;
      case 'conditionalChanged':
        rows.conditionals.set(event.conditional.conditionalOrderId, conditionalRow(event.conditional, seq));
        rows.orderSteps.push(conditionalStep(command, event.conditional));
        break;
      case 'operatorActed':
      case 'tradingHaltChanged':
      case 'venueActNoted':
        rows.acts.push(actRow(event, command));
        break;
      case 'alertReached':
        rows.alerts.push(reachedAlertRow(event, command));
        break;
      case 'withdrawalChanged':
        noteWithdrawal(rows, withdrawalRow(event, command));
        break;
      case 'reportSuspended':
      case 'orderInDoubt':
      case 'venueLinkChanged':
        rows.venueAlarms.push(alarmRow(event, command, alarms++));
        break;
      default:
        break;
    }
  }
  collectCopying(rows, command, events);
}

/** Messages of a step, in order. */
export function collectMessages(rows: BatchRows, { seq, timeMs }: Stamp, messages: readonly MailboxRecord[]): void {
  for (const [ordinal, record] of messages.entries())
    addMessage(rows, { seq, ordinal, account_id: record.accountId, time_ms: timeMs, is_read: false, record });
}

function orderRow(order: Readonly<Order>, seq: number): OrderRow {
  return {
    order_id: order.orderId,
    account_id: order.accountId,
    client_order_id: order.clientOrderId,
    contract_code: order.contractCode,
    status: order.status,
    received_ms: order.receivedMs,
    received_seq: order.receivedSeq,
    seq,
    record: orderRecord(order),
  };
}

function fillRow(fill: OrderFill, seq: number): FillRow {
  return { exec_id: fill.execId, order_id: fill.orderId, account_id: fill.accountId, seq, record: fill };
}

function positionRow({ accountId, position }: EventOf<'positionChanged'>, seq: number): PositionRow {
  return {
    account_id: accountId,
    contract_code: position.contractCode,
    net_lots: position.netLots,
    seq,
    record: position,
  };
}

function settledRow(
  { accountId, contractCode, pair }: EventOf<'positionSettled'>,
  seq: number,
  ordinal: number,
): SettledRow {
  return { seq, ordinal, account_id: accountId, contract_code: contractCode, record: pair };
}

function postingRow({ posting }: EventOf<'moneyPosted'>, { seq, timeMs }: Stamp, ordinal: number): PostingRow {
  return {
    seq,
    ordinal,
    account_id: posting.accountId,
    type: posting.type,
    amount_vnd: posting.amountVnd,
    time_ms: timeMs,
    reference: posting.reference,
    entries: posting.entries,
  };
}

function accountRow(figures: AccountFigures, seq: number): AccountRow {
  const { ladder, brakes, nextBrakes, dayBaseVnd, subscription } = figures;
  return {
    account_id: figures.accountId,
    investor_id: figures.investorId,
    investor_kind: figures.investorKind,
    is_demo: figures.isDemo,
    is_activated: figures.isActivated,
    cash_vnd: figures.cashVnd,
    held_vnd: figures.heldVnd,
    required_vnd: figures.requiredVnd,
    working: figures.working,
    standing: { ladder, brakes, nextBrakes, dayBaseVnd, ...(subscription ? { subscription } : {}) },
    seq,
  };
}

function postedIn(begun: ReadonlyMap<string, Vnd>, { accountId, amountVnd }: EventOf<'moneyPosted'>['posting']): Vnd {
  return (begun.get(accountId) ?? 0n) + amountVnd;
}

/**
 * Every account is reported when the broker's date rolls, with the equity from which the next day counts. What the date
 * that begins has posted already is taken out of both.
 */
function accountDayRow(
  { accountId, dayBaseVnd, cashVnd, heldVnd, requiredVnd }: AccountFigures,
  ended: EventOf<'tradeDateBegan'>,
  { seq, begunVnd = 0n }: { readonly seq: number; readonly begunVnd: Vnd | undefined },
): AccountDayRow {
  return {
    account_id: accountId,
    trade_date: ended.endedDate,
    seq,
    next_date: ended.tradeDate,
    equity_vnd: dayBaseVnd - begunVnd,
    cash_vnd: cashVnd - begunVnd,
    estimated_vnd: dayBaseVnd - cashVnd + heldVnd,
    required_vnd: requiredVnd,
  };
}

function brokerDayRow(
  { endedDate, tradeDate }: EventOf<'tradeDateBegan'>,
  close: BrokerClose,
  { seq, timeMs }: Stamp,
): BrokerDayRow {
  return { trade_date: endedDate, seq, next_date: tradeDate, time_ms: timeMs, record: close };
}

function conditionalRow(conditional: Readonly<ConditionalOrder>, seq: number): ConditionalRow {
  return {
    conditional_order_id: conditional.conditionalOrderId,
    account_id: conditional.accountId,
    client_order_id: conditional.clientOrderId,
    contract_code: conditional.contractCode,
    status: conditional.status,
    received_seq: conditional.receivedSeq,
    seq,
    record: conditional,
  };
}

function actRow(
  event: EventOf<'operatorActed' | 'tradingHaltChanged' | 'venueActNoted'>,
  { seq, timeMs }: Stamp,
): ActRow {
  const stamp = { seq, time_ms: timeMs };
  if (event.kind === 'tradingHaltChanged') {
    const { operatorId, reason, liftReason = null, scope } = event;
    const record = { scope, isLifted: reason === null };
    return { ...stamp, operator_id: operatorId, act: 'tradingHalt', reason: reason ?? liftReason, record };
  }
  if (event.kind === 'operatorActed') {
    const { operator, ...record } = event;
    return { ...stamp, operator_id: operator.operatorId, act: 'forceSell', reason: operator.reason, record };
  }
  const { operator, act, contractCode, subject } = event;
  return {
    ...stamp,
    operator_id: operator.operatorId,
    act,
    reason: operator.reason,
    record: { contractCode, subject },
  };
}

function reachedAlertRow({ alertId }: EventOf<'alertReached'>, { timeMs }: Stamp): ReachedAlertRow {
  return { wait_id: alertId, time_ms: timeMs };
}
