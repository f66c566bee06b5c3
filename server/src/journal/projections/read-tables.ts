/**
 * The read tables as statements: columns, and what happens to an existing row. The rows of a table come as one array for
 * each column (db/column-arrays.ts).
 */
import { DAMPED_CODES } from '@mua/contract/entities/mailbox-message';
import { LIMITS } from '@mua/contract/limits';
import { type Columns, columnParameter, rowsFrom } from '#db/column-arrays.ts';
import { deliveryWrites } from '#deliveries/outbox/waiting-deliveries.ts';
import type { StepRow } from '#journal/projections/order-steps.ts';
import type {
  AccountDayRow,
  AccountRow,
  ActRow,
  BatchRows,
  BrokerDayRow,
  ConditionalRow,
  CopyDecisionRow,
  CopyRow,
  CopyWeekRow,
  FillRow,
  MessageRow,
  OrderRow,
  PositionRow,
  PostingRow,
  ReachedAlertRow,
  SettledRow,
  StrategyRow,
  VenueAlarmRow,
  WithdrawalRow,
} from '#journal/projections/rows.ts';

type SqlTypeOf<V> = [V] extends [string | null]
  ? 'text'
  : [V] extends [boolean]
    ? 'boolean'
    : [V] extends [number | null]
      ? 'bigint' | 'integer'
      : [V] extends [bigint]
        ? 'bigint'
        : 'json' | 'jsonb';

/**
 * Every column of a row with a matching SQL type. What each order writes and nobody looks into by SQL is `json`: the
 * database keeps the text and need not take it apart.
 */
type ColumnsOf<Row> = { readonly [K in keyof Row]: SqlTypeOf<Row[K]> };

interface RowTable {
  readonly table: string;
  readonly columns: Columns;
  /** The `on conflict` clause. */
  readonly onConflict: string;
  readonly returning?: string;
  /** Which rows are written; without it all are. */
  readonly where?: string;
}

const ORDERS = {
  order_id: 'text',
  account_id: 'text',
  client_order_id: 'text',
  contract_code: 'text',
  status: 'text',
  received_ms: 'bigint',
  received_seq: 'bigint',
  seq: 'bigint',
  record: 'json',
} as const satisfies ColumnsOf<OrderRow>;

const FILLS = {
  exec_id: 'text',
  order_id: 'text',
  account_id: 'text',
  seq: 'bigint',
  record: 'jsonb',
} as const satisfies ColumnsOf<FillRow>;

const POSITIONS = {
  account_id: 'text',
  contract_code: 'text',
  net_lots: 'integer',
  seq: 'bigint',
  record: 'jsonb',
} as const satisfies ColumnsOf<PositionRow>;

const SETTLED = {
  seq: 'bigint',
  ordinal: 'integer',
  account_id: 'text',
  contract_code: 'text',
  record: 'jsonb',
} as const satisfies ColumnsOf<SettledRow>;

const POSTINGS = {
  seq: 'bigint',
  ordinal: 'integer',
  account_id: 'text',
  type: 'text',
  amount_vnd: 'bigint',
  time_ms: 'bigint',
  reference: 'text',
  entries: 'jsonb',
} as const satisfies ColumnsOf<PostingRow>;

const ACCOUNTS = {
  account_id: 'text',
  investor_id: 'text',
  investor_kind: 'text',
  is_demo: 'boolean',
  is_activated: 'boolean',
  cash_vnd: 'bigint',
  held_vnd: 'bigint',
  required_vnd: 'bigint',
  working: 'json',
  standing: 'json',
  seq: 'bigint',
} as const satisfies ColumnsOf<AccountRow>;

const CONDITIONALS = {
  conditional_order_id: 'text',
  account_id: 'text',
  client_order_id: 'text',
  contract_code: 'text',
  status: 'text',
  received_seq: 'bigint',
  seq: 'bigint',
  record: 'jsonb',
} as const satisfies ColumnsOf<ConditionalRow>;

const ACTS = {
  seq: 'bigint',
  time_ms: 'bigint',
  operator_id: 'text',
  act: 'text',
  reason: 'text',
  record: 'jsonb',
} as const satisfies ColumnsOf<ActRow>;

const ORDER_STEPS = {
  received_seq: 'bigint',
  order_id: 'text',
  seq: 'bigint',
  time_ms: 'bigint',
  cause: 'text',
  stand: 'json',
  sighting: 'json',
} as const satisfies ColumnsOf<StepRow>;

const ACCOUNT_DAYS = {
  account_id: 'text',
  trade_date: 'text',
  seq: 'bigint',
  next_date: 'text',
  equity_vnd: 'bigint',
  cash_vnd: 'bigint',
  estimated_vnd: 'bigint',
  required_vnd: 'bigint',
} as const satisfies ColumnsOf<AccountDayRow>;

const BROKER_DAYS = {
  trade_date: 'text',
  seq: 'bigint',
  next_date: 'text',
  time_ms: 'bigint',
  record: 'jsonb',
} as const satisfies ColumnsOf<BrokerDayRow>;

const VENUE_ALARMS = {
  seq: 'bigint',
  ordinal: 'integer',
  time_ms: 'bigint',
  kind: 'text',
  venue: 'text',
  why: 'text',
  order_id: 'text',
  account_id: 'text',
  contract_code: 'text',
  exec_id: 'text',
  lots: 'integer',
  record: 'jsonb',
} as const satisfies ColumnsOf<VenueAlarmRow>;

const STRATEGIES = {
  strategy_id: 'text',
  account_id: 'text',
  investor_id: 'text',
  is_demo: 'boolean',
  approval: 'text',
  running: 'text',
  created_ms: 'bigint',
  seq: 'bigint',
  record: 'jsonb',
} as const satisfies ColumnsOf<StrategyRow>;

const COPIES = {
  copy_id: 'text',
  strategy_id: 'text',
  account_id: 'text',
  state: 'text',
  started_ms: 'bigint',
  closed_ms: 'bigint',
  seq: 'bigint',
  record: 'jsonb',
} as const satisfies ColumnsOf<CopyRow>;

const COPY_DECISIONS = {
  seq: 'bigint',
  ordinal: 'integer',
  copy_id: 'text',
  strategy_id: 'text',
  time_ms: 'bigint',
  order_id: 'text',
  record: 'jsonb',
} as const satisfies ColumnsOf<CopyDecisionRow>;

const COPY_WEEKS = {
  copy_id: 'text',
  seq: 'bigint',
  strategy_id: 'text',
  end_ms: 'bigint',
  record: 'jsonb',
} as const satisfies ColumnsOf<CopyWeekRow>;

const MESSAGES = {
  seq: 'bigint',
  ordinal: 'integer',
  account_id: 'text',
  time_ms: 'bigint',
  is_read: 'boolean',
  record: 'jsonb',
} as const satisfies ColumnsOf<MessageRow>;

const REACHED = {
  wait_id: 'text',
  time_ms: 'bigint',
} as const satisfies ColumnsOf<ReachedAlertRow>;

const WITHDRAWALS = {
  request_id: 'text',
  status: 'text',
  held_ms: 'bigint',
  approved_ms: 'bigint',
  ended_ms: 'bigint',
  reference: 'text',
  failure: 'jsonb',
} as const satisfies ColumnsOf<WithdrawalRow>;

/** Projections: they may be emptied and rebuilt from the journal. Those of `DIGESTED` make up a batch's digest. */
const PROJECTIONS = {
  orders: {
    table: 'trading_order',
    columns: ORDERS,
    onConflict: `(order_id) do update set status = excluded.status, seq = excluded.seq, record = excluded.record
    where excluded.seq >= trading_order.seq`,
  },
  fills: { table: 'order_fill', columns: FILLS, onConflict: '(exec_id) do nothing' },
  positions: {
    table: 'open_position',
    columns: POSITIONS,
    onConflict: `(account_id, contract_code)
    do update set net_lots = excluded.net_lots, seq = excluded.seq, record = excluded.record`,
  },
  settled: { table: 'settled_position', columns: SETTLED, onConflict: '(seq, ordinal) do nothing' },
  postings: { table: 'ledger_posting', columns: POSTINGS, onConflict: '(seq, ordinal) do nothing' },
  accounts: {
    table: 'trading_account',
    columns: ACCOUNTS,
    onConflict: `(account_id) do update set
      is_activated = excluded.is_activated, cash_vnd = excluded.cash_vnd, held_vnd = excluded.held_vnd,
      required_vnd = excluded.required_vnd, working = excluded.working, seq = excluded.seq,
      standing = excluded.standing`,
  },
  conditionals: {
    table: 'conditional_order',
    columns: CONDITIONALS,
    onConflict: `(conditional_order_id) do update set
      status = excluded.status, seq = excluded.seq, record = excluded.record
    where excluded.seq >= conditional_order.seq`,
  },
  acts: { table: 'operator_act', columns: ACTS, onConflict: '(seq) do nothing' },
  orderSteps: { table: 'order_step', columns: ORDER_STEPS, onConflict: 'do nothing' },
  accountDays: { table: 'account_day', columns: ACCOUNT_DAYS, onConflict: 'do nothing' },
  brokerDays: { table: 'broker_day', columns: BROKER_DAYS, onConflict: 'do nothing' },
  venueAlarms: { table: 'venue_alarm', columns: VENUE_ALARMS, onConflict: 'do nothing' },
  strategies: {
    table: 'strategy',
    columns: STRATEGIES,
    onConflict: `(strategy_id) do update set
      approval = excluded.approval, running = excluded.running, seq = excluded.seq, record = excluded.record`,
  },
  copies: {
    table: 'copy',
    columns: COPIES,
    onConflict: `(copy_id) do update set
      state = excluded.state, closed_ms = excluded.closed_ms, seq = excluded.seq, record = excluded.record`,
  },
  copyDecisions: { table: 'copy_decision', columns: COPY_DECISIONS, onConflict: 'do nothing' },
  copyWeeks: { table: 'copy_week', columns: COPY_WEEKS, onConflict: 'do nothing' },
} as const satisfies Partial<Record<keyof BatchRows, RowTable>>;

/** Rows that a recovery does not write again: what has become of theirs since is not in the journal. */
const ONCE = { messages: MESSAGES, alerts: REACHED, withdrawals: WITHDRAWALS } as const;

type ProjectionName = keyof typeof PROJECTIONS;

/** Rows of a batch that are written. */
export type WrittenRows = ProjectionName | keyof typeof ONCE;

export const PROJECTED = Object.keys(PROJECTIONS) as readonly ProjectionName[];

export const WRITTEN: readonly WrittenRows[] = [...PROJECTED, ...(Object.keys(ONCE) as (keyof typeof ONCE)[])];

export const READ_TABLES: readonly string[] = Object.values(PROJECTIONS).map(({ table }) => table);

export function columnsOf(rows: WrittenRows): Columns {
  return rows in ONCE ? ONCE[rows as keyof typeof ONCE] : PROJECTIONS[rows as ProjectionName].columns;
}

/**
 * What writes these rows, for a `with` clause after one named `writing`, which has a row only if it is this process's turn
 * to write. Messages need the accounts beside them.
 */
export function writesOf(written: readonly WrittenRows[]): string {
  return written.map((rows) => WRITES[rows]).join(', ');
}

/** Codes of messages about fills: the newest of an order takes the place of a part fill before it. */
export const PART_FILL = 'OrderPartiallyFilled';
export const FILL_CODES: readonly string[] = [PART_FILL, 'OrderFilled'];

/**
 * Messages, written once: what was read of them is not in the journal. With them what leaves the page; a sub-account may
 * have been opened in this very batch. Who looks at a feed hears of a level in any case. Where two processes write, a
 * statement may have messages that are there already: they stay as they are.
 */
const MESSAGE_WRITES = `
  counted_up as (
    delete from mailbox_message m using writing, unnest(:${columnParameter('messages', 'seq')}::bigint[],
      :${columnParameter('messages', 'ordinal')}::integer[], :${columnParameter('messages', 'record')}::jsonb[])
      as row(seq, ordinal, record)
    where (m.seq, m.ordinal) < (row.seq, row.ordinal) and row.record ->> 'code' in (${FILL_CODES.map((code) => `'${code}'`).join(', ')})
      and m.record ->> 'code' = '${PART_FILL}' and m.record ->> 'orderId' = row.record ->> 'orderId'
  ), ${insertion('messages', {
    table: 'mailbox_message',
    columns: MESSAGES,
    // What lies unread says the same, and its mail and SMS may still be under way.
    where: `not (row.record ->> 'code' in (${[...DAMPED_CODES].map((code) => `'${code}'`).join(', ')}) and exists (
      select from mailbox_message as told where told.account_id = row.account_id and not told.is_read
        and told.record ->> 'code' = row.record ->> 'code' and told.time_ms > row.time_ms - ${LIMITS.marginToldAgainMs}))`,
    // Also what was told before, by its `once`.
    onConflict: 'do nothing',
    returning: `seq, ordinal, account_id, time_ms, record ->> 'code' as code`,
  })}, owners as (
    select account_id, investor_id from trading_account where account_id in (select account_id from messages)
    union select * from unnest(:${columnParameter('accounts', 'account_id')}::text[],
      :${columnParameter('accounts', 'investor_id')}::text[])
  ), ${deliveryWrites('messages', 'owners')}`;

/**
 * Reached alerts, written once like the messages. An alert that was changed, armed again or deleted meanwhile is left as
 * its owner set it.
 */
const ALERT_WRITES = `
  alerts as (
    update price_alert set
      reached_ms = reached.time_ms, is_active = price_alert.is_active and is_repeating, is_armed = false
    from writing, ${rowsFrom('alerts', REACHED, 'reached')}
    where price_alert.wait_id = reached.wait_id
      and (price_alert.reached_ms is null or price_alert.reached_ms < reached.time_ms)
  )`;

/**
 * Withdrawals, written once as well: a request's row is there before the engine hears of it, and its status is what the
 * step has made of it.
 */
const WITHDRAWAL_WRITES = `
  withdrawals as (
    update withdraw_request request set
      status = moved.status,
      held_ms = coalesce(request.held_ms, moved.held_ms),
      approved_ms = coalesce(request.approved_ms, moved.approved_ms),
      ended_ms = moved.ended_ms, reference = moved.reference, failure = moved.failure
    from writing, ${rowsFrom('withdrawals', WITHDRAWALS, 'moved')}
    where request.request_id = moved.request_id and request.ended_ms is null
  )`;

const WRITES: Readonly<Record<WrittenRows, string>> = {
  ...(Object.fromEntries(PROJECTED.map((rows) => [rows, insertion(rows, PROJECTIONS[rows])])) as Record<
    ProjectionName,
    string
  >),
  messages: MESSAGE_WRITES,
  alerts: ALERT_WRITES,
  withdrawals: WITHDRAWAL_WRITES,
};

function insertion(rows: string, { table, columns, onConflict, returning, where }: RowTable): string {
  const names = Object.keys(columns);
  return `
  ${rows} as (
    insert into ${table} (${names.join(', ')})
    select ${names.map((name) => `row.${name}`).join(', ')}
    from writing, ${rowsFrom(rows, columns, 'row')}${where === undefined ? '' : `\n    where ${where}`}
    on conflict ${onConflict}${returning === undefined ? '' : ` returning ${returning}`}
  )`;
}
