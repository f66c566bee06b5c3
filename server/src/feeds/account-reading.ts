/**
 * The snapshot for a new subscriber of the investor feed, read in one database transaction that names its journal
 * position. Updates up to that position are dropped and later ones follow, so none is missed or sent twice.
 */
import type { AccountItem, InvestorSnapshot, InvestorUpdate } from '@mua/contract/feeds/investor-feed';
import { LIMITS } from '@mua/contract/limits';
import type { OpenPosition } from '@mua/core/engine';
import { FINAL_STATUSES } from '@mua/core/values';
import type pg from 'pg';
import { readAccountRecord } from '#accounts/account-records.ts';
import { marginStatusOf, type Valuation } from '#accounts/margin-status.ts';
import { inTransaction } from '#db/transaction.ts';
import { exchangeLinkOf } from '#feeds/account-items.ts';
import { MESSAGE_COLUMNS, type MessageRow, SHOWN, storedMessage } from '#notifications/mailbox.ts';
import { type ConditionalRecord, conditionalToWire } from '#orders/conditional-wire.ts';
import { type FillRecord, fillToWire, type Grids, type OrderRecord, orderToWire } from '#orders/order-wire.ts';
import { positionToWire, type RoundTurnRecord, settledToWire } from '#orders/position-wire.ts';
import { replyError } from '#refusals/reply-error.ts';

export type FirstReading =
  | { readonly kind: 'snapshot'; readonly message: InvestorSnapshot }
  /** Null if nothing has happened since. */
  | { readonly kind: 'resume'; readonly message: InvestorUpdate | null };

export interface ReadingDeps {
  readonly pool: pg.Pool;
  readonly grids: Grids;
  readonly valuation: Valuation;
}

const EVENT = 'account';

/** Everything at the last durable position, or what changed after the client's position. */
export function readFirst(deps: ReadingDeps, accountId: string, afterSeq: number | undefined): Promise<FirstReading> {
  const reading = (client: pg.PoolClient): Promise<FirstReading> => read(client, deps, accountId, afterSeq);
  return inTransaction(deps.pool, reading, 'isolation level repeatable read read only');
}

async function read(
  client: pg.PoolClient,
  deps: ReadingDeps,
  accountId: string,
  afterSeq: number | undefined,
): Promise<FirstReading> {
  const { valuation } = deps;
  const record = await readAccountRecord(client, accountId, valuation.tradeDateSeq());
  if (!record) throw replyError('NotFound', {});
  const { seq } = record;
  const margin: AccountItem = { kind: 'margin', margin: marginStatusOf(record, valuation) };
  const link = exchangeLinkOf(valuation.state, accountId);
  const canResume = afterSeq !== undefined && afterSeq <= seq && (await isNear(client, afterSeq, seq));
  if (!canResume) {
    const orders = await ordersOf(client, deps, accountId, 'status <> all($2)', [...FINAL_STATUSES]);
    const positions = record.positions.map(
      (position): AccountItem => ({
        kind: 'position',
        position: positionToWire(position, { accountId, seq, ...valuation }),
      }),
    );
    const waiting = await conditionalsOf(client, deps, accountId, 'status = $2', 'PENDING_ACTIVATION');
    const items = [...orders, ...waiting, ...positions, margin, link, await unreadOf(client, accountId)];
    return { kind: 'snapshot', message: { event: EVENT, accountId, seq, items } };
  }
  if (seq === afterSeq) return { kind: 'resume', message: null };
  const changes = await changesAfter(client, deps, accountId, afterSeq);
  const items = [...changes, margin, link, await unreadOf(client, accountId)];
  return { kind: 'resume', message: { event: EVENT, accountId, seq, previousSeq: afterSeq, items } };
}

/** Whether the client's position is recent: beyond this a full snapshot is cheaper than reading all changes. */
async function isNear(client: pg.PoolClient, afterSeq: number, seq: number): Promise<boolean> {
  if (seq === afterSeq) return true;
  if (seq - afterSeq > LIMITS.resumeEvents) return false;
  const found = await client.query<{ is_recent: boolean }>(
    `select written_at > now() - $2::bigint * interval '1 millisecond' as is_recent
     from journal_batch where last_seq >= $1 order by last_seq limit 1`,
    [afterSeq, LIMITS.resumeMs],
  );
  return found.rows[0]?.is_recent === true;
}

async function ordersOf(
  client: pg.PoolClient,
  { grids }: ReadingDeps,
  accountId: string,
  condition: string,
  value: unknown,
): Promise<AccountItem[]> {
  const found = await client.query<{ seq: bigint; record: OrderRecord }>(
    `select seq, record from trading_order where account_id = $1 and ${condition} order by seq, received_seq`,
    [accountId, value],
  );
  return found.rows.map(({ seq, record }) => ({
    kind: 'order',
    order: orderToWire(record, Number(seq), grids(record.contractCode)),
  }));
}

async function conditionalsOf(
  client: pg.PoolClient,
  { grids }: ReadingDeps,
  accountId: string,
  condition: string,
  value: unknown,
): Promise<AccountItem[]> {
  const found = await client.query<{ seq: bigint; record: ConditionalRecord }>(
    `select seq, record from conditional_order where account_id = $1 and ${condition} order by seq, received_seq`,
    [accountId, value],
  );
  return found.rows.map(({ seq, record }) => ({
    kind: 'conditionalOrder',
    conditionalOrder: conditionalToWire(record, Number(seq), grids(record.contractCode)),
  }));
}

async function messagesAfter(client: pg.PoolClient, accountId: string, afterSeq: number): Promise<AccountItem[]> {
  const found = await client.query<MessageRow>(
    `select ${MESSAGE_COLUMNS} from mailbox_message where ${SHOWN} and seq > $2 order by seq, ordinal`,
    [accountId, afterSeq],
  );
  return found.rows.map((row) => ({ kind: 'message', message: storedMessage(row) }));
}

async function unreadOf(client: pg.PoolClient, accountId: string): Promise<AccountItem> {
  const found = await client.query<{ unread: number }>(
    `select count(*)::integer as unread from mailbox_message where ${SHOWN} and not is_read`,
    [accountId],
  );
  return { kind: 'unread', unread: found.rows[0]?.unread ?? 0 };
}

/** The newest record of everything changed; a closed position has 0 lots. */
async function changesAfter(
  client: pg.PoolClient,
  deps: ReadingDeps,
  accountId: string,
  afterSeq: number,
): Promise<AccountItem[]> {
  const { grids, valuation } = deps;
  const { state } = valuation;
  const orders = await ordersOf(client, deps, accountId, 'seq > $2', afterSeq);
  const fills = await client.query<{ seq: bigint; record: FillRecord }>(
    'select seq, record from order_fill where account_id = $1 and seq > $2 order by seq',
    [accountId, afterSeq],
  );
  const positions = await client.query<{ seq: bigint; record: OpenPosition }>(
    'select seq, record from open_position where account_id = $1 and seq > $2 order by seq',
    [accountId, afterSeq],
  );
  const settled = await client.query<{ seq: bigint; ordinal: number; contract_code: string; record: RoundTurnRecord }>(
    `select seq, ordinal, contract_code, record from settled_position
     where account_id = $1 and seq > $2 order by seq, ordinal`,
    [accountId, afterSeq],
  );
  return [
    ...orders,
    ...(await conditionalsOf(client, deps, accountId, 'seq > $2', afterSeq)),
    ...fills.rows.map(
      ({ seq, record }): AccountItem => ({
        kind: 'fill',
        fill: fillToWire(record, Number(seq), grids(record.contractCode)),
      }),
    ),
    ...positions.rows.map(
      ({ seq, record }): AccountItem => ({
        kind: 'position',
        position: positionToWire(record, { accountId, seq: Number(seq), ...valuation }),
      }),
    ),
    ...settled.rows.map(({ seq, ordinal, contract_code: contractCode, record }): AccountItem => {
      const place = { accountId, contractCode, seq: Number(seq), ordinal, state };
      return { kind: 'settled', settled: settledToWire(record, place) };
    }),
    ...(await messagesAfter(client, accountId, afterSeq)),
  ];
}
