/**
 * The rows of what investors have arranged (record 185). Of two changes to one thing the later stamp stays, whatever
 * order they come in and however often. The writes of one investor take turns, so that places are committed in their
 * order and a reader who goes on after one misses none.
 */

import { KEEPSAKES, type Keepsake, type Keepsakes } from '@mua/contract/entities/keepsake';
import { DAY_MS } from '@mua/core/values';
import type pg from 'pg';
import { inTransaction, type Queryable } from '#db/transaction.ts';
import { replyError } from '#refusals/reply-error.ts';

export interface Written {
  /** Null if every change was older than what was there. */
  readonly place: number | null;
}

/**
 * Throws KeepsakesFull if the investor would have too much; nothing is written then. What only deletes is never refused.
 */
export function writeChanges(
  pool: pg.Pool,
  investorId: string,
  { items, nowMs }: { readonly items: readonly Keepsake[]; readonly nowMs: number },
): Promise<Written> {
  return inTransaction(pool, async (client) => {
    const place = await takeTurn(client, investorId);
    const written = await client.query(UPSERT, [investorId, place, JSON.stringify(latestOf(items)), nowMs]);
    if (items.some(({ value }) => value !== null)) await refuseTooMuch(client, investorId);
    await forgetDeletions(client, investorId, nowMs);
    return { place: written.rowCount === 0 ? null : place };
  });
}

/** Whoever has it is the only writer of this investor until the transaction ends. */
async function takeTurn(client: Queryable, investorId: string): Promise<number> {
  const turn = await client.query<{ place: bigint }>(
    `insert into keepsake_turn (investor_id, place) values ($1, 1)
     on conflict (investor_id) do update set place = keepsake_turn.place + 1 returning place`,
    [investorId],
  );
  return Number(turn.rows[0]?.place);
}

const UPSERT = `
  insert into keepsake (investor_id, kind, key, stamp, before, value, place, written_ms)
  select $1, kind, key, stamp, before, value, $2, $4
  from jsonb_to_recordset($3::jsonb) as item(kind text, key text, stamp text, before text, value jsonb)
  on conflict (investor_id, kind, key) do update set
    stamp = excluded.stamp, before = excluded.before, value = excluded.value,
    place = excluded.place, written_ms = excluded.written_ms
  where excluded.stamp > keepsake.stamp`;

/** Each thing once, since one statement changes a row once. */
function latestOf(items: readonly Keepsake[]): readonly Keepsake[] {
  const latest = new Map<string, Keepsake>();
  for (const item of items) {
    const name = `${item.kind} ${item.key}`;
    const known = latest.get(name);
    if (!known || item.stamp > known.stamp) latest.set(name, item);
  }
  return [...latest.values()];
}

async function refuseTooMuch(client: Queryable, investorId: string): Promise<void> {
  const { most: max, mostBytes: maxBytes } = KEEPSAKES;
  const held = await client.query<{ things: number; bytes: number }>(
    `select count(value)::integer as things, coalesce(sum(octet_length(value::text)), 0)::integer as bytes
     from keepsake where investor_id = $1`,
    [investorId],
  );
  const { things = 0, bytes = 0 } = held.rows[0] ?? {};
  if (things > max || bytes > maxBytes) throw replyError('KeepsakesFull', { max, maxBytes });
}

/** Those that are old, and the oldest where there are as many as things may be. */
async function forgetDeletions(client: Queryable, investorId: string, nowMs: number): Promise<void> {
  await client.query(
    `with gone as (
       delete from keepsake where investor_id = $1 and value is null and (written_ms < $2 or place <= (
         select place from keepsake where investor_id = $1 and value is null order by place desc offset $3 limit 1))
       returning place)
     update keepsake_turn set forgotten = greatest(forgotten, (select max(place) from gone))
     where investor_id = $1 and exists (select from gone)`,
    [investorId, nowMs - KEEPSAKES.deletedDays * DAY_MS, KEEPSAKES.most],
  );
}

interface Row {
  readonly turn: bigint;
  readonly is_whole: boolean;
  readonly kind: string | null;
  readonly key: string;
  readonly stamp: string;
  readonly before: string | null;
  readonly value: unknown;
  readonly place: bigint;
}

/** What has changed after a place, in one look at both tables; all of it for a place that says nothing here. */
export async function readChanges(
  client: Queryable,
  investorId: string,
  after: number,
): Promise<Omit<Keepsakes, 'nowMs'>> {
  const found = await client.query<Row>(
    `select turn.place as turn, turn.is_whole, kept.kind, kept.key, kept.stamp, kept.before, kept.value, kept.place
     from (select *, ($2::bigint = 0 or $2::bigint < forgotten or $2::bigint > place) as is_whole
           from keepsake_turn where investor_id = $1) as turn
     left join keepsake as kept on kept.investor_id = turn.investor_id and (turn.is_whole or kept.place > $2)
     order by kept.place, kept.kind, kept.key`,
    [investorId, after],
  );
  const [first] = found.rows;
  if (!first) return { items: [], place: 0, isWhole: true };
  return { items: found.rows.flatMap(keepsakeOf), place: Number(first.turn), isWhole: first.is_whole };
}

/** Rows were checked when they were written, and the reply's schema reads them again. */
function keepsakeOf({ kind, key, stamp, before, value }: Row): Keepsake[] {
  return kind === null ? [] : [{ kind, key, stamp, before, value } as Keepsake];
}
