/**
 * The statement that writes a batch's rows behind those before it. A table costs the database and this process some 50 us
 * by standing in it, with rows or without (record 210): of the three statements a batch goes by the first that has all of
 * its tables.
 */
import { namedStatement } from '#db/named-statement.ts';
import { encodeRows } from '#journal/projections/encode-columns.ts';
import { WRITTEN, type WrittenRows, writesOf } from '#journal/projections/read-tables.ts';
import type { BatchRows } from '#journal/projections/rows.ts';

/** An order comes, is accepted, changed, cancelled by its owner. */
const ORDERS: readonly WrittenRows[] = ['orders', 'orderSteps', 'accounts'];
/** It is filled, or its owner is told something of it. */
const TRADES: readonly WrittenRows[] = [...ORDERS, 'fills', 'positions', 'settled', 'postings', 'messages'];

const STATEMENTS = [statement('orders', ORDERS), statement('trades', TRADES), statement('all', WRITTEN)];

/** How far the tables have come before and after it. */
export interface Place {
  readonly afterSeq: number;
  readonly lastSeq: number;
}

/** Ready for the client. It returns a row if the tables were where they should be, and writes nothing if not. */
export interface Projecting {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

export function projecting(place: Place, rows: BatchRows): Projecting {
  const needed = WRITTEN.filter((each) => sizeOf(rows[each]) > 0);
  const narrowest = STATEMENTS.find(({ written }) => needed.every((each) => written.includes(each)));
  if (!narrowest) throw new Error(`no statement writes ${needed.join(', ')}`);
  const { name, text, valuesOf, written } = narrowest;
  return { name, text, values: valuesOf({ ...place, ...encodeRows(written, rows) }) };
}

function statement(kind: string, written: readonly WrittenRows[]) {
  const named = namedStatement<Readonly<Record<string, Buffer | number>>>(`
with writing as (
  update projected set seq = :lastSeq::bigint where seq = :afterSeq::bigint returning seq
), ${writesOf(written)}
select from writing`);
  return { name: `project-${kind}`, written, ...named };
}

function sizeOf(rows: BatchRows[WrittenRows]): number {
  return 'size' in rows ? rows.size : rows.length;
}
