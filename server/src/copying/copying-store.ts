/** Reads strategies and copies from the read tables, a page at a time. */
import type { CopyDecision } from '@mua/contract/entities/copy-decision';
import type { OwnCopy } from '@mua/contract/entities/copy-trader';
import type { OwnStrategy } from '@mua/contract/entities/strategy';
import type { WeeklyCopierReport } from '@mua/contract/entities/weekly-copier-report';
import { pageSize } from '@mua/contract/wire';
import {
  type CopyRecord,
  type CopyWeekReport,
  copyProfitVnd,
  type CopyDecision as EngineDecision,
  type EngineState,
  type StrategyRecord,
} from '@mua/core/engine';
import type pg from 'pg';
import { copyToWire, decisionToWire, type Stored, strategyToWire, weekToWire } from '#copying/copying-wire.ts';
import type { Grids } from '#orders/order-wire.ts';
import { decodeCursor, encodeCursor } from '#wire/page-cursor.ts';

export interface PageQuery {
  readonly cursor?: string | undefined;
  readonly limit?: string | undefined;
}

interface Page<Item> {
  readonly items: Item[];
  readonly nextCursor: string | null;
}
type CountedPage<Item> = Page<Item> & { readonly total: number };

interface StrategyRow {
  readonly record: Stored<StrategyRecord>;
}

/** A strategy with whose it is. */
export interface LedStrategy {
  readonly strategy: OwnStrategy;
  readonly investorId: string;
}

export async function readStrategyOf(pool: pg.Pool, strategyId: string): Promise<LedStrategy | undefined> {
  const { rows } = await pool.query<StrategyRow>('select record from strategy where strategy_id = $1', [strategyId]);
  const [row] = rows;
  return row && { strategy: strategyToWire(row.record), investorId: row.record.investorId };
}

export async function strategiesOf(pool: pg.Pool, investorId: string): Promise<OwnStrategy[]> {
  const { rows } = await pool.query<StrategyRow>(
    'select record from strategy where investor_id = $1 order by created_ms desc, strategy_id',
    [investorId],
  );
  return rows.map(({ record }) => strategyToWire(record));
}

interface CopyRow {
  readonly record: Stored<CopyRecord>;
  readonly closed_ms: bigint | null;
  readonly completed: number;
  readonly won: number;
  readonly fees_vnd: string;
  /** Paid at the follow, before the engine counts the copy's funds. */
  readonly first_fee_vnd: string;
}

export interface CopyFilter {
  readonly copyId?: string;
  readonly strategyId?: string;
  /** Of the follower. */
  readonly investorId?: string;
  readonly isClosed?: boolean | undefined;
}

const COPIES = `copy c join trading_account a using (account_id)
  where ($1::text is null or c.strategy_id = $1) and ($2::text is null or a.investor_id = $2)
    and ($3::boolean is null or (c.closed_ms is not null) = $3) and ($4::text is null or c.copy_id = $4)`;

/** Each with what its sub-account closed and paid while it copied. */
const WITH_SUMS = `select copied.*, traded.completed, traded.won, paid.fees_vnd, paid.first_fee_vnd from copied
  cross join lateral (
    select count(*)::integer as completed,
      (count(*) filter (where (record ->> 'profitVnd')::bigint > 0))::integer as won
    from settled_position s where s.account_id = copied.account_id
      and (record ->> 'settleTimeMs')::bigint between copied.started_ms and coalesce(copied.closed_ms, $8)) traded
  cross join lateral (
    select coalesce(-sum(amount_vnd), 0)::text as fees_vnd,
      coalesce(-sum(amount_vnd) filter (where p.type = 'copy-fee' and p.time_ms = copied.started_ms
        and p.reference like copied.copy_id || ' %'), 0)::text as first_fee_vnd
    from ledger_posting p where p.account_id = copied.account_id
      and p.type in ('fee', 'copy-fee', 'performance-fee')
      and p.time_ms between copied.started_ms and coalesce(copied.closed_ms, $8)) paid
  order by copied.started_ms desc, copied.copy_id`;

const LATEST = '999999999999999';

export interface CopyReading {
  readonly pool: pg.Pool;
  readonly state: EngineState;
}

/** The newest first. */
export async function copiesOf(
  { pool, state }: CopyReading,
  filter: CopyFilter,
  query: PageQuery,
): Promise<CountedPage<OwnCopy>> {
  const limit = pageSize(query.limit);
  const [startedMs = LATEST, after = ''] = decodeCursor(query.cursor, /^copy (\d{1,15}) ([\w-]{1,64})$/) ?? [];
  const { strategyId = null, investorId = null, isClosed = null, copyId = null } = filter;
  const wanted = [strategyId, investorId, isClosed, copyId];
  const { rows } = await pool.query<CopyRow>(
    `with copied as (
       select c.* from ${COPIES} and (c.started_ms < $5 or (c.started_ms = $5 and c.copy_id > $6))
       order by c.started_ms desc, c.copy_id limit $7)
     ${WITH_SUMS}`,
    [...wanted, startedMs, after, limit + 1, LATEST],
  );
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1)?.record : undefined;
  return {
    items: page.map((row) => copyOf(row, state)),
    nextCursor: last ? encodeCursor('copy', last.startedMs, last.copyId) : null,
    total: await count(pool, COPIES, wanted),
  };
}

async function count(pool: pg.Pool, from: string, values: readonly unknown[]): Promise<number> {
  const { rows } = await pool.query<{ total: bigint }>(`select count(*) as total from ${from}`, [...values]);
  return Number(rows[0]?.total ?? 0);
}

/** The row of one that runs is from its last change; its funds may have moved since. */
function copyOf(
  { record, closed_ms: closedMs, completed, won, fees_vnd: feesVnd, first_fee_vnd: firstFeeVnd }: CopyRow,
  state: EngineState,
): OwnCopy {
  const running = state.copying.copies.get(record.copyId);
  const fundsVnd = running ? running.fundsVnd.toString() : record.fundsVnd;
  // The engine may have closed it while that is not written down yet.
  const { accountId, profitVnd: endedVnd } = record;
  const countedVnd =
    endedVnd === null ? copyProfitVnd(state, { accountId, fundsVnd: BigInt(fundsVnd) }) : BigInt(endedVnd);
  const profitVnd = (countedVnd - BigInt(firstFeeVnd)).toString();
  return copyToWire(
    { ...record, fundsVnd },
    { ...{ completed, won, feesVnd, profitVnd, firstFeeVnd }, closedMs: closedMs === null ? null : Number(closedMs) },
  );
}

/** Whoever's it is. */
export async function findCopy(reading: CopyReading, copyId: string): Promise<OwnCopy | undefined> {
  const { items } = await copiesOf(reading, { copyId }, { limit: '1' });
  return items[0];
}

/** Money that an id has moved between a copy and another sub-account, by the ledger: the engine forgets it in time. */
export async function fundsMovedBy(
  pool: pg.Pool,
  { accountId, startedMs }: { readonly accountId: string; readonly startedMs: number },
  moveId: string,
): Promise<{ readonly otherAccountId: string; readonly amountVnd: bigint } | undefined> {
  const { rows } = await pool.query<{ account_id: string; amount_vnd: bigint }>(
    `select other.account_id, own.amount_vnd from ledger_posting own
     join ledger_posting other on other.seq = own.seq and other.type = 'transfer'
       and other.reference = own.reference and other.account_id <> own.account_id
     where own.account_id = $1 and own.type = 'transfer' and own.time_ms >= $2 and own.reference = $3 limit 1`,
    [accountId, startedMs, moveId],
  );
  const [row] = rows;
  return row && { otherAccountId: row.account_id, amountVnd: row.amount_vnd };
}

/** Undefined for somebody else's. */
export async function readCopyOf(
  reading: CopyReading,
  investorId: string,
  copyId: string,
): Promise<OwnCopy | undefined> {
  const { items } = await copiesOf(reading, { investorId, copyId }, { limit: '1' });
  return items[0];
}

/** The newest first. */
export async function decisionsOf(
  { pool, grids }: { readonly pool: pg.Pool; readonly grids: Grids },
  copyId: string,
  query: PageQuery,
): Promise<Page<CopyDecision>> {
  const limit = pageSize(query.limit);
  const [seq = '999999999999999', ordinal = '0'] = decodeCursor(query.cursor, /^log (\d{1,15}) (\d{1,9})$/) ?? [];
  const { rows } = await pool.query<{ seq: bigint; ordinal: number; time_ms: bigint; record: EngineDecision }>(
    `select seq, ordinal, time_ms, record from copy_decision
     where copy_id = $1 and (seq, ordinal) < ($2, $3) order by seq desc, ordinal desc limit $4`,
    [copyId, seq, ordinal, limit + 1],
  );
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    items: page.map(({ record, time_ms: timeMs }) => decisionToWire(record, Number(timeMs), grids)),
    nextCursor: last ? encodeCursor('log', last.seq, last.ordinal) : null,
  };
}

/** Of a copy, or of all copies of a strategy; the newest first. */
export async function weeksOf(
  pool: pg.Pool,
  { copyId, strategyId }: { readonly copyId?: string; readonly strategyId?: string },
  query: PageQuery,
): Promise<Page<WeeklyCopierReport>> {
  const limit = pageSize(query.limit);
  const [endMs = '999999999999999', after = ''] = decodeCursor(query.cursor, /^week (\d{1,15}) ([\w-]{1,64})$/) ?? [];
  const { rows } = await pool.query<{ record: Stored<CopyWeekReport> }>(
    `select record from copy_week where ($1::text is null or copy_id = $1) and ($2::text is null or strategy_id = $2)
       and (end_ms < $3 or (end_ms = $3 and copy_id > $4))
     order by end_ms desc, copy_id limit $5`,
    [copyId ?? null, strategyId ?? null, endMs, after, limit + 1],
  );
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1)?.record : undefined;
  return {
    items: page.map(({ record }) => weekToWire(record)),
    nextCursor: last ? encodeCursor('week', last.endMs, last.copyId) : null,
  };
}
