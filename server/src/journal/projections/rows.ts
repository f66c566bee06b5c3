/**
 * The rows of a batch: one interface per table, with the table's column names. Rows have the engine's units (ticks,
 * dong as whole numbers); routes convert them to wire shapes. read-tables.ts writes them and does not compile if a
 * column is missing on either side.
 */
import type {
  AccountFigures,
  BrokerClose,
  ConditionalOrder,
  CopyDecision,
  CopyRecord,
  CopyWeekReport,
  EngineEvent,
  InvestorKind,
  OpenPosition,
  Order,
  OrderFill,
  StrategyRecord,
} from '@mua/core/engine';
import type { Lots, Refusal, Vnd } from '@mua/core/values';
import type { StoredOrderRecord } from '#journal/projections/order-record.ts';
import type { StepRow } from '#journal/projections/order-steps.ts';

type EventOf<K extends EngineEvent['kind']> = Extract<EngineEvent, { readonly kind: K }>;

/** Newest record of an order. */
export interface OrderRow {
  readonly order_id: string;
  readonly account_id: string;
  readonly client_order_id: string | null;
  readonly contract_code: string;
  readonly status: Order['status'];
  readonly received_ms: number;
  readonly received_seq: number;
  readonly seq: number;
  readonly record: StoredOrderRecord;
}

export interface FillRow {
  readonly exec_id: string;
  readonly order_id: string;
  readonly account_id: string;
  readonly seq: number;
  readonly record: OrderFill;
}

/** Newest state of a position; a closed one stays with 0 lots. */
export interface PositionRow {
  readonly account_id: string;
  readonly contract_code: string;
  readonly net_lots: Lots;
  readonly seq: number;
  readonly record: OpenPosition;
}

/** Round turns and postings of one step are numbered together: `ordinal` distinguishes them. */
export interface SettledRow {
  readonly seq: number;
  readonly ordinal: number;
  readonly account_id: string;
  readonly contract_code: string;
  readonly record: EventOf<'positionSettled'>['pair'];
}

type Posting = EventOf<'moneyPosted'>['posting'];

export interface PostingRow {
  readonly seq: number;
  readonly ordinal: number;
  readonly account_id: string;
  readonly type: Posting['type'];
  readonly amount_vnd: Vnd;
  readonly time_ms: number;
  readonly reference: string;
  readonly entries: Posting['entries'];
}

/** Newest figures of a sub-account; readers compute those that depend on prices. */
export interface AccountRow {
  readonly account_id: string;
  readonly investor_id: string;
  readonly investor_kind: InvestorKind;
  readonly is_demo: boolean;
  readonly is_activated: boolean;
  readonly cash_vnd: Vnd;
  readonly held_vnd: Vnd;
  readonly required_vnd: Vnd;
  readonly working: AccountFigures['working'];
  readonly standing: Pick<AccountFigures, 'ladder' | 'brakes' | 'nextBrakes' | 'dayBaseVnd' | 'subscription'>;
  readonly seq: number;
}

export interface ConditionalRow {
  readonly conditional_order_id: string;
  readonly account_id: string;
  readonly client_order_id: string | null;
  readonly contract_code: string;
  readonly status: ConditionalOrder['status'];
  readonly received_seq: number;
  readonly seq: number;
  readonly record: Readonly<ConditionalOrder>;
}

export type StrategyAct = 'approveStrategy' | 'rejectStrategy' | 'endStrategy';

/** An operator's act on trading, with name and reason. */
export interface ActRow {
  readonly seq: number;
  readonly time_ms: number;
  readonly operator_id: string;
  readonly act: 'forceSell' | 'tradingHalt' | StrategyAct | EventOf<'venueActNoted'>['act'];
  readonly reason: string | null;
  readonly record: object;
}

/** An account's figures at the end of a trade date. */
export interface AccountDayRow {
  readonly account_id: string;
  readonly trade_date: string;
  readonly seq: number;
  readonly next_date: string;
  readonly equity_vnd: Vnd;
  readonly cash_vnd: Vnd;
  readonly estimated_vnd: Vnd;
  readonly required_vnd: Vnd;
}

/** The broker's own books at the end of its trade date; `seq` is that of its account days. */
export interface BrokerDayRow {
  readonly trade_date: string;
  readonly seq: number;
  readonly next_date: string;
  readonly time_ms: number;
  readonly record: BrokerClose;
}

/** A message as it is stored; the ones of a mailbox have more that is read here by nobody. */
export interface MailboxRecord {
  readonly accountId: string;
  readonly code: string;
  readonly orderId: string | null;
}

export interface MessageRow {
  readonly seq: number;
  readonly ordinal: number;
  readonly account_id: string;
  readonly time_ms: number;
  readonly is_read: boolean;
  readonly record: MailboxRecord;
}

export interface ReachedAlertRow {
  /** What the alert waited for: a row that waits for something else by now was not reached. */
  readonly wait_id: string;
  readonly time_ms: number;
}

/** An exchange's alarm for operators; which columns are filled depends on the kind. */
export interface VenueAlarmRow {
  readonly seq: number;
  /** Among the alarms of its step. */
  readonly ordinal: number;
  readonly time_ms: number;
  readonly kind: 'suspense' | 'doubt' | 'link';
  readonly venue: string | null;
  readonly why: string;
  readonly order_id: string | null;
  readonly account_id: string | null;
  readonly contract_code: string | null;
  readonly exec_id: string | null;
  readonly lots: Lots;
  readonly record: object;
}

/** How a withdrawal stands after the batch: times are set where the batch brought it there. */
export interface WithdrawalRow {
  readonly request_id: string;
  /** FAILED: the engine held nothing. */
  readonly status: 'HELD' | 'APPROVED' | 'PAID' | 'REFUSED' | 'CANCELLED' | 'MARGIN_NEEDED' | 'FAILED';
  readonly held_ms: number | null;
  readonly approved_ms: number | null;
  readonly ended_ms: number | null;
  readonly reference: string | null;
  readonly failure: Refusal | null;
}

/** Newest state of a strategy; one that has ended stays. */
export interface StrategyRow {
  readonly strategy_id: string;
  readonly account_id: string;
  readonly investor_id: string;
  readonly is_demo: boolean;
  readonly approval: StrategyRecord['approval'];
  readonly running: StrategyRecord['running'];
  readonly created_ms: number;
  readonly seq: number;
  readonly record: StrategyRecord;
}

/** Newest state of a copy; one that has closed stays. */
export interface CopyRow {
  readonly copy_id: string;
  readonly strategy_id: string;
  readonly account_id: string;
  readonly state: CopyRecord['state'];
  readonly started_ms: number;
  readonly closed_ms: number | null;
  readonly seq: number;
  readonly record: CopyRecord;
}

/** What a leader's fill meant for a follower; decisions of one step are numbered. */
export interface CopyDecisionRow {
  readonly seq: number;
  readonly ordinal: number;
  readonly copy_id: string;
  readonly strategy_id: string;
  readonly time_ms: number;
  readonly order_id: string | null;
  readonly record: CopyDecision;
}

export interface CopyWeekRow {
  readonly copy_id: string;
  readonly seq: number;
  readonly strategy_id: string;
  readonly end_ms: number;
  readonly record: CopyWeekReport;
}

export interface BatchRows {
  readonly orders: Map<string, OrderRow>;
  readonly positions: Map<string, PositionRow>;
  readonly accounts: Map<string, AccountRow>;
  readonly conditionals: Map<string, ConditionalRow>;
  readonly fills: FillRow[];
  readonly settled: SettledRow[];
  readonly postings: PostingRow[];
  readonly acts: ActRow[];
  readonly orderSteps: StepRow[];
  readonly accountDays: AccountDayRow[];
  readonly brokerDays: BrokerDayRow[];
  readonly venueAlarms: VenueAlarmRow[];
  readonly strategies: Map<string, StrategyRow>;
  readonly copies: Map<string, CopyRow>;
  readonly copyDecisions: CopyDecisionRow[];
  readonly copyWeeks: CopyWeekRow[];
  /** Reached price alerts: their rows are not a projection, so these are written once. */
  readonly alerts: ReachedAlertRow[];
  /** Of requests, whose rows are no projection either. */
  readonly withdrawals: Map<string, WithdrawalRow>;
  /** Messages for mailboxes; none when rows are rebuilt from the journal, which does not know what was read. */
  readonly messages: MessageRow[];
  /** The last of them by account and margin level, for levels that are told again after a while only. */
  readonly levels: Map<string, MessageRow>;
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
    brokerDays: [],
    venueAlarms: [],
    strategies: new Map(),
    copies: new Map(),
    copyDecisions: [],
    copyWeeks: [],
    alerts: [],
    withdrawals: new Map(),
    messages: [],
    levels: new Map(),
  };
}
