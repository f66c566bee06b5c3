/**
 * The read tables' rows for a batch of steps: newest record of each order, position and account, every fill,
 * settled pair and posting. Rows carry the engine's own units (ticks, dong as text); routes make wire shapes of them.
 */
import type { AccountFigures, Command, EngineEvent } from '@mua/core/engine';
import { conditionalStep, orderStep, refusedStep, type StepRow } from './order-steps.ts';

export interface BatchRows {
  readonly orders: Map<string, object>;
  readonly positions: Map<string, object>;
  readonly accounts: Map<string, object>;
  readonly conditionals: Map<string, object>;
  readonly fills: object[];
  readonly settled: object[];
  readonly postings: object[];
  readonly acts: object[];
  readonly orderSteps: StepRow[];
  readonly accountDays: object[];
  /** Price alerts that were reached: their rows are no projection, so these are written once and never again. */
  readonly alerts: object[];
  /** Messages for mailboxes; none when rows are made again from the journal, since what was read is not in it. */
  readonly messages: object[];
}

export function emptyRows(): BatchRows {
  return {
    orders: new Map(),
    positions: new Map(),
    accounts: new Map(),
    conditionals: new Map(),
    fills: [],
    settled: [],
    postings: [],
    acts: [],
    orderSteps: [],
    accountDays: [],
    alerts: [],
    messages: [],
  };
}

export function collectRows(rows: BatchRows, command: Command, events: readonly EngineEvent[]): void {
  const { seq, timeMs } = command;
  let ordinal = 0;
  let ended: EndedDate | undefined;
  for (const event of events) {
    switch (event.kind) {
      case 'orderChanged': {
        const { seenExecIds: _kept, ...record } = event.order;
        rows.orders.set(record.orderId, {
          order_id: record.orderId,
          account_id: record.accountId,
          client_order_id: record.clientOrderId,
          contract_code: record.contractCode,
          status: record.status,
          received_ms: record.receivedMs,
          received_seq: record.receivedSeq,
          seq,
          record,
        });
        rows.orderSteps.push(orderStep(command, event.order));
        break;
      }
      case 'commandRefused': {
        const refused = refusedStep(command, event);
        if (refused) rows.orderSteps.push(refused);
        break;
      }
      case 'orderFilled':
      case 'lateFillBooked': {
        const { fill } = event;
        rows.fills.push({
          exec_id: fill.execId,
          order_id: fill.orderId,
          account_id: fill.accountId,
          seq,
          record: fill,
        });
        break;
      }
      case 'positionChanged':
        rows.positions.set(`${event.accountId} ${event.position.contractCode}`, {
          account_id: event.accountId,
          contract_code: event.position.contractCode,
          net_lots: event.position.netLots,
          seq,
          record: event.position,
        });
        break;
      case 'positionSettled':
        rows.settled.push({
          seq,
          ordinal: ordinal++,
          account_id: event.accountId,
          contract_code: event.contractCode,
          record: event.pair,
        });
        break;
      case 'moneyPosted': {
        const { posting } = event;
        rows.postings.push({
          seq,
          ordinal: ordinal++,
          account_id: posting.accountId,
          type: posting.type,
          amount_vnd: posting.amountVnd,
          time_ms: timeMs,
          reference: posting.reference,
          entries: posting.entries,
        });
        break;
      }
      case 'accountChanged': {
        const { figures } = event;
        rows.accounts.set(figures.accountId, {
          account_id: figures.accountId,
          investor_id: figures.investorId,
          investor_kind: figures.investorKind,
          is_demo: figures.isDemo,
          is_activated: figures.isActivated,
          cash_vnd: figures.cashVnd,
          held_vnd: figures.heldVnd,
          required_vnd: figures.requiredVnd,
          working: figures.working,
          standing: standingOf(figures),
          seq,
        });
        if (ended) rows.accountDays.push(dayOf(figures, ended, seq));
        break;
      }
      case 'tradeDateBegan':
        // The engine's first date ends none, and an exchange's own is no day of an account.
        if (!event.exchanges && event.endedDate !== '') ended = event;
        break;
      case 'conditionalChanged': {
        const { conditional } = event;
        rows.conditionals.set(conditional.conditionalOrderId, {
          conditional_order_id: conditional.conditionalOrderId,
          account_id: conditional.accountId,
          client_order_id: conditional.clientOrderId,
          contract_code: conditional.contractCode,
          status: conditional.status,
          received_seq: conditional.receivedSeq,
          seq,
          record: conditional,
        });
        rows.orderSteps.push(conditionalStep(command, conditional));
        break;
      }
      case 'operatorActed': {
        const { operator, ...record } = event;
        rows.acts.push({
          seq,
          time_ms: timeMs,
          operator_id: operator.operatorId,
          act: 'forceSell',
          reason: operator.reason,
          record,
        });
        break;
      }
      case 'tradingHaltChanged': {
        const { operatorId, reason, liftReason = null, scope } = event;
        rows.acts.push({
          seq,
          time_ms: timeMs,
          operator_id: operatorId,
          act: 'tradingHalt',
          reason: reason ?? liftReason,
          record: { scope, isLifted: reason === null },
        });
        break;
      }
      case 'alertReached': {
        const { alertId, direction, priceTicks } = event;
        rows.alerts.push({ alert_id: alertId, direction, price_ticks: priceTicks, time_ms: timeMs });
        break;
      }
      case 'venueActNoted': {
        const { operator, act, contractCode, subject } = event;
        rows.acts.push({
          seq,
          time_ms: timeMs,
          operator_id: operator.operatorId,
          act,
          reason: operator.reason,
          record: { contractCode, subject },
        });
        break;
      }
      default:
        break;
    }
  }
}

/** Messages of a step, in order. */
export function collectMessages(
  rows: BatchRows,
  { seq, timeMs }: Command,
  messages: readonly { readonly accountId: string }[],
): void {
  for (const [ordinal, record] of messages.entries())
    rows.messages.push({ seq, ordinal, account_id: record.accountId, time_ms: timeMs, is_read: false, record });
}

type EndedDate = Extract<EngineEvent, { kind: 'tradeDateBegan' }>;

/** Every account is told of when the house's date rolls, with the equity from which the next day counts. */
function dayOf({ accountId, dayBaseVnd, cashVnd, heldVnd }: AccountFigures, ended: EndedDate, seq: number): object {
  return {
    account_id: accountId,
    trade_date: ended.endedDate,
    seq,
    next_date: ended.tradeDate,
    equity_vnd: dayBaseVnd,
    cash_vnd: cashVnd,
    estimated_vnd: dayBaseVnd - cashVnd + heldVnd,
  };
}

/** What an account's row says beyond its money (account-records.ts). */
function standingOf(figures: AccountFigures): Pick<AccountFigures, 'ladder' | 'brakes' | 'nextBrakes' | 'dayBaseVnd'> {
  const { ladder, brakes, nextBrakes, dayBaseVnd } = figures;
  return { ladder, brakes, nextBrakes, dayBaseVnd };
}

/** The rows as JSON texts, in the order of the insert statement's parameters: what a batch's digest is of. */
export function encodeRows(rows: BatchRows): readonly string[] {
  const { orders, fills, positions, settled, postings, accounts, conditionals, acts } = rows;
  const lists = [
    [...orders.values()],
    fills,
    [...positions.values()],
    settled,
    postings,
    [...accounts.values()],
    [...conditionals.values()],
    acts,
  ];
  return lists.map((list) => JSON.stringify(list, bigintAsText));
}

/**
 * The rows that tell how it came to those: the same steps seen another way. They are no part of the digest, so that
 * journals from before they were kept are still what was written.
 */
export function encodeHistory({ orderSteps, accountDays }: BatchRows): readonly string[] {
  return [orderSteps, accountDays].map((list) => JSON.stringify(list, bigintAsText));
}

/** Inserts from those texts, for the same `with` clause. */
export function historyWrites(firstParameter: number): string {
  return `
  order_steps as (
    insert into order_step
    select row.* from writing, json_to_recordset($${firstParameter}::json)
      as row(received_seq bigint, order_id text, seq bigint, time_ms bigint, cause text, stand jsonb, sighting jsonb)
    on conflict do nothing
  ), account_days as (
    insert into account_day
    select row.* from writing, json_to_recordset($${firstParameter + 1}::json)
      as row(account_id text, trade_date text, seq bigint, next_date text, equity_vnd bigint, cash_vnd bigint, estimated_vnd bigint)
    on conflict do nothing
  )`;
}

/** The messages as one JSON text: what a recovery repeats is rows, and these are not among them. */
export function encodeMessages({ messages }: BatchRows): string {
  return JSON.stringify(messages, bigintAsText);
}

/** Inserts from that text, for the same `with` clause. */
export function messageWrites(parameter: number): string {
  return `
  messages as (
    insert into mailbox_message (seq, ordinal, account_id, time_ms, is_read, record)
    select row.* from writing, json_to_recordset($${parameter}::json)
      as row(seq bigint, ordinal integer, account_id text, time_ms bigint, is_read boolean, record jsonb)
    on conflict (seq, ordinal) do nothing
  )`;
}

/** What was reached, as one JSON text: like the messages, no part of what a recovery repeats. */
export function encodeAlerts({ alerts }: BatchRows): string {
  return JSON.stringify(alerts);
}

/** An alert that was changed or deleted meanwhile waits for something else: its row stays as its owner left it. */
export function alertWrites(parameter: number): string {
  return `
  alerts as (
    update price_alert set
      reached_ms = reached.time_ms, is_active = price_alert.is_active and is_repeating, is_armed = false
    from writing, json_to_recordset($${parameter}::json)
      as reached(alert_id text, direction text, price_ticks bigint, time_ms bigint)
    where price_alert.alert_id = reached.alert_id
      and price_alert.direction = reached.direction and price_alert.price_ticks = reached.price_ticks
  )`;
}

function bigintAsText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}

/** Upserts from those texts, for a `with` clause behind one named `writing` that has a row only while we may write. */
export function readTableWrites(firstParameter: number): string {
  const from = (offset: number, columns: string): string =>
    `from writing, json_to_recordset($${firstParameter + offset}::json) as row(${columns})`;
  return `
  orders as (
    insert into trading_order
    select row.* ${from(0, 'order_id text, account_id text, client_order_id text, contract_code text, status text, received_ms bigint, received_seq bigint, seq bigint, record jsonb')}
    on conflict (order_id) do update set status = excluded.status, seq = excluded.seq, record = excluded.record
    where excluded.seq >= trading_order.seq
  ), fills as (
    insert into order_fill
    select row.* ${from(1, 'exec_id text, order_id text, account_id text, seq bigint, record jsonb')}
    on conflict (exec_id) do nothing
  ), positions as (
    insert into open_position
    select row.* ${from(2, 'account_id text, contract_code text, net_lots integer, seq bigint, record jsonb')}
    on conflict (account_id, contract_code)
    do update set net_lots = excluded.net_lots, seq = excluded.seq, record = excluded.record
  ), settled as (
    insert into settled_position
    select row.* ${from(3, 'seq bigint, ordinal integer, account_id text, contract_code text, record jsonb')}
    on conflict (seq, ordinal) do nothing
  ), postings as (
    insert into ledger_posting
    select row.* ${from(4, 'seq bigint, ordinal integer, account_id text, type text, amount_vnd bigint, time_ms bigint, reference text, entries jsonb')}
    on conflict (seq, ordinal) do nothing
  ), accounts as (
    insert into trading_account
    select row.* ${from(5, 'account_id text, investor_id text, investor_kind text, is_demo boolean, is_activated boolean, cash_vnd bigint, held_vnd bigint, required_vnd bigint, working jsonb, seq bigint, standing jsonb')}
    on conflict (account_id) do update set
      is_activated = excluded.is_activated, cash_vnd = excluded.cash_vnd, held_vnd = excluded.held_vnd,
      required_vnd = excluded.required_vnd, working = excluded.working, seq = excluded.seq,
      standing = excluded.standing
  ), conditionals as (
    insert into conditional_order
    select row.* ${from(6, 'conditional_order_id text, account_id text, client_order_id text, contract_code text, status text, received_seq bigint, seq bigint, record jsonb')}
    on conflict (conditional_order_id) do update set
      status = excluded.status, seq = excluded.seq, record = excluded.record
    where excluded.seq >= conditional_order.seq
  ), acts as (
    insert into operator_act
    select row.* ${from(7, 'seq bigint, time_ms bigint, operator_id text, act text, reason text, record jsonb')}
    on conflict (seq) do nothing
  )`;
}

export const READ_TABLES = [
  'trading_order',
  'order_fill',
  'open_position',
  'settled_position',
  'ledger_posting',
  'trading_account',
  'conditional_order',
  'operator_act',
  'order_step',
  'account_day',
] as const;
