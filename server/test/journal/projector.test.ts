/** Read tables follow the journal: each batch once, wherever the process that fills them dies, and whoever else does. */
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Database } from '#db/database.ts';
import { READ_TABLES } from '#journal/projections/read-tables.ts';
import { emptyRows } from '#journal/projections/rows.ts';
import { openProjector, readProjectedSeq } from '#journal/projector.ts';
import { openReadTables, watchProjection } from '#journal/read-pool.ts';
import { rebuildReadTables } from '#journal/rebuild-read-tables.ts';
import { recover, writeSnapshot } from '#journal/recovery.ts';
import type { Replayed } from '#journal/replay.ts';
import type { NoticesOf } from '#journal/sequencer.ts';
import { freshDatabaseUrl } from '#test/fixtures/database.ts';
import { open, order, projectorOf, startSequencer, tradedDatabase } from '#test/fixtures/journal.ts';
import { enterReferenceData } from '../../../bench/src/reference-data.ts';

const noticesOf: NoticesOf = ({ events }) =>
  events.flatMap((event) =>
    event.kind === 'orderChanged'
      ? [{ accountId: event.order.accountId, orderId: event.order.orderId, code: 'OrderExpired' }]
      : [],
  );

function fail(error: unknown): never {
  throw error;
}

/** All that the journal gives, read past every wait. */
async function tables({ url }: Pick<Database, 'url'>): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const contents: Record<string, unknown> = {};
  for (const table of [...READ_TABLES, 'mailbox_message', 'projected'])
    contents[table] = (await client.query(`select t::text from ${table} t order by t::text`)).rows;
  await client.end();
  return contents;
}

/** A journal of some batches, whose read tables are empty; and its batches as a recovery gives them. */
async function journalOnly(): Promise<{ readonly database: Database; readonly batches: readonly Replayed[] }> {
  const database = await open(await freshDatabaseUrl());
  const sequencer = startSequencer(database, await recover(database.writer));
  enterReferenceData((body) => void sequencer.submit(body), 3);
  await sequencer.settled();
  for (let from = 0; from < 40; from += 4)
    await Promise.all([0, 1, 2, 3].map((index) => sequencer.submit(order(from + index))));
  await sequencer.settled();
  const batches: Replayed[] = [];
  await recover(database.writer, { noticesOf, onBatch: (replayed) => void batches.push(replayed) });
  return { database, batches };
}

async function emptyTables({ pool }: Database): Promise<void> {
  await pool.query(`truncate ${[...READ_TABLES, 'mailbox_message'].join(', ')}`);
  await pool.query('update projected set seq = 0');
}

test('of each statement it tells how many messages it wrote', async () => {
  const database = await open(await freshDatabaseUrl());
  const projector = await projectorOf(database);
  const told: number[] = [];
  projector.onWritten(({ messages }) => told.push(messages));
  const message = { account_id: '108C000001-01', time_ms: 1, is_read: false, ordinal: 0 };
  const record = { accountId: message.account_id, orderId: null, code: 'OrderExpired' };
  for (const messages of [[], [{ ...message, seq: 2, record }], []]) {
    const seq = projector.seq + 1;
    projector.take({ firstSeq: seq, lastSeq: seq, rows: { ...emptyRows(), messages } });
    await projector.drained();
  }
  expect(told).toEqual([0, 1, 0]);
});

test('text of any kind arrives as it was', async () => {
  const database = await open(await freshDatabaseUrl());
  const projector = await projectorOf(database);
  const act = 'forceSell' as const;
  await fc.assert(
    // PostgreSQL knows no NUL; no door lets one in.
    fc.asyncProperty(
      fc.array(fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\0', ''))),
      async (texts) => {
        const firstSeq = projector.seq + 1;
        const acts = ['NULL', '', 'a"b\\c', '{,}\n\t', ...texts].map((text, index) => ({
          ...{ seq: firstSeq + index, time_ms: index, operator_id: text, act, reason: text, record: { [text]: text } },
        }));
        projector.take({ firstSeq, lastSeq: firstSeq + acts.length - 1, rows: { ...emptyRows(), acts } });
        await projector.drained();
        const { rows } = await database.pool.query(
          'select seq, time_ms, operator_id, act, reason, record from operator_act where seq >= $1 order by seq',
          [firstSeq],
        );
        expect(rows).toEqual(acts.map((row) => ({ ...row, seq: BigInt(row.seq), time_ms: BigInt(row.time_ms) })));
      },
    ),
    { numRuns: 30 },
  );
});

test('wherever it dies, the next one goes on from there, and nothing is written twice', async () => {
  const { database, batches } = await journalOnly();
  await emptyTables(database);
  const whole = await projectorOf(database);
  for (const batch of structuredClone(batches)) whole.take(batch);
  await whole.drained();
  const expected = await tables(database);
  expect(await readProjectedSeq(database.pool)).toBe(batches.at(-1)?.lastSeq);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: batches.length }), { maxLength: 5 }), async (deaths) => {
      await emptyTables(database);
      for (const most of [...deaths, batches.length]) {
        const projector = await openProjector({ url: database.url, onTrouble: fail, onFatal: fail });
        const { seq } = projector;
        let taken = 0;
        await recover(database.writer, {
          ...{ afterSeq: seq, noticesOf },
          onBatch(replayed) {
            if (replayed.lastSeq > seq && ++taken > most) return;
            projector.take(replayed);
          },
        });
        // It dies with some of them written, and others not.
        if (most < batches.length) await Promise.race([projector.drained(), projector.reached(seq + 1)]);
        else await projector.drained();
        await projector.close();
      }
      expect(await tables(database)).toEqual(expected);
    }),
    { numRuns: 8 },
  );
}, 120_000);

test('two that project the same journal write each batch once', async () => {
  const { database, batches } = await journalOnly();
  await emptyTables(database);
  const both = [await projectorOf(database), await projectorOf(database)];
  for (const batch of batches)
    for (const projector of both) {
      projector.take(structuredClone(batch));
      await new Promise(setImmediate);
    }
  await Promise.all(both.map((projector) => projector.drained()));
  const written = await tables(database);
  await database.pool.query(`truncate ${READ_TABLES.join(', ')}`);
  await rebuildReadTables(database);
  expect(await tables(database)).toEqual(written);
});

test('what another process has written is written again by none: a part fill that was read stays, and is read', async () => {
  const { database, batches } = await journalOnly();
  await emptyTables(database);
  const [one, other, ...later] = structuredClone(batches);
  if (!one || !other) throw new Error('no batches');
  const record = { accountId: '108C000001-01', orderId: 'o', code: 'OrderPartiallyFilled' };
  one.rows.messages.push({
    ...{ seq: one.lastSeq, ordinal: 7, account_id: record.accountId },
    time_ms: 1,
    is_read: false,
    record,
  });
  const [first, second] = [await projectorOf(database), await projectorOf(database)];
  first.take(structuredClone(one));
  await first.drained();
  await database.pool.query('update mailbox_message set is_read = true');
  // It has them in one piece, of which the tables have the beginning.
  for (const batch of [one, other, ...later]) second.take(batch);
  await second.drained();
  const { rows } = await database.pool.query('select is_read, record from mailbox_message where ordinal = 7');
  expect(rows).toEqual([{ is_read: true, record }]);
});

test('its connection is lost in the midst: it goes on over another one', async () => {
  const { database, batches } = await journalOnly();
  await emptyTables(database);
  const troubles: unknown[] = [];
  const projector = await openProjector({
    ...{ url: database.url, onFatal: fail },
    onTrouble: (error) => troubles.push(error),
  });
  onTestFinished(() => projector.close());
  for (const batch of batches) {
    projector.take(batch);
    await database.writer.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where query like '%update projected%' and datname = current_database() and pid <> pg_backend_pid()`,
    );
  }
  await projector.drained();
  expect(troubles.length).toBeGreaterThan(0);
  const written = await tables(database);
  await database.pool.query(`truncate ${READ_TABLES.join(', ')}`);
  await rebuildReadTables(database);
  expect(await tables(database)).toEqual(written);
});

test('tables that have lost what they had end it: only a new start knows what is missing', async () => {
  const { database, batches } = await journalOnly();
  await emptyTables(database);
  const fatal = new Promise<unknown>((resolve) => {
    void openProjector({ url: database.url, onTrouble: () => {}, onFatal: resolve }).then(async (projector) => {
      onTestFinished(() => projector.close());
      const [first, ...others] = batches;
      if (first) projector.take(first);
      await projector.drained();
      await database.pool.query('update projected set seq = 0');
      for (const batch of others) projector.take(batch);
    });
  });
  expect(await fatal).toMatchObject({ message: expect.stringContaining('the read tables are at seq 0') });
});

test('a snapshot from which they could go on is kept, however many are newer', async () => {
  const { database, sequencer } = await tradedDatabase();
  const kept = await recover(database.writer);
  await writeSnapshot(database.writer, kept.state, kept.headHash);
  await database.pool.query('update projected set seq = $1', [kept.state.seq]);
  const later = await recover(database.writer);
  const silent = startSequencer(database, later);
  for (const index of [1, 2, 3]) {
    await silent.submit(order(7000 + index));
    const now = await recover(database.writer);
    await writeSnapshot(database.writer, now.state, now.headHash);
  }
  const seqs = await database.pool.query<{ seq: number }>(
    'select seq::float8 as seq from engine_snapshot order by seq',
  );
  expect(seqs.rows.map(({ seq }) => seq)).toEqual([0, 2, 3].map((after) => sequencer.state.seq + after));
  const seen: number[] = [];
  const from = await recover(database.writer, {
    afterSeq: sequencer.state.seq,
    onBatch: ({ firstSeq }) => void seen.push(firstSeq),
  });
  expect([from.snapshotSeq, seen[0]]).toEqual([sequencer.state.seq, sequencer.state.seq + 1]);
});

/** Follows nothing until it is told to. */
function heldProjection() {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const projection = { isStuck: false, reached: () => held };
  return { projection, release: () => release() };
}

test('a reader waits for what was durable when it asked', async () => {
  const database = await open(await freshDatabaseUrl());
  const { projection, release } = heldProjection();
  const reads = openReadTables({ url: database.url, projection, durableSeq: () => 7 });
  onTestFinished(() => reads.end());
  const done: string[] = [];
  const asked = [reads.whole, reads.shown].flatMap((pool) => [
    pool.query('select 1').then(() => done.push('query')),
    pool.connect().then((taken) => {
      done.push('client');
      taken.release();
    }),
  ]);
  await database.pool.query('select pg_sleep(0)');
  expect(done).toEqual([]);
  release();
  await Promise.all(asked);
  expect(done.toSorted()).toEqual(['client', 'client', 'query', 'query']);
});

test('a reader who would wait too long is told', async () => {
  const database = await open(await freshDatabaseUrl());
  const { projection, release } = heldProjection();
  const reads = openReadTables({ url: database.url, projection, durableSeq: () => 7, withinMs: 1 });
  onTestFinished(() => reads.end());
  for (const pool of [reads.whole, reads.shown]) {
    await expect(pool.query('select 1')).rejects.toMatchObject({ code: 'RecordsBehind' });
    await expect(pool.connect()).rejects.toMatchObject({ code: 'RecordsBehind' });
  }
  // What is shown need not be whole, where nobody knows when it will be; what is decided must.
  projection.isStuck = true;
  expect((await reads.shown.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await expect(reads.whole.query('select 1')).rejects.toMatchObject({ code: 'RecordsBehind' });
  release();
  expect((await reads.whole.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('a query for a screen ends when nobody waits for it any more, and its connection reads on', async () => {
  const database = await open(await freshDatabaseUrl());
  const projection = { isStuck: false, reached: async () => {} };
  const reads = openReadTables({ url: database.url, projection, durableSeq: () => 0, shownWithinMs: 500 });
  onTestFinished(() => reads.end());
  const client = await reads.shown.connect();
  await expect(client.query('select pg_sleep(3600)')).rejects.toMatchObject({ code: '57014' });
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  client.release();
  // What is decided or signed may take longer.
  expect((await reads.whole.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '2min' }]);
});

test('where another process fills them, they are looked at until they have it', async () => {
  const { database, batches } = await journalOnly();
  await emptyTables(database);
  const projection = watchProjection(database.pool);
  const projector = await projectorOf(database);
  const last = batches.at(-1)?.lastSeq ?? 0;
  const reached = Promise.all([projection.reached(last), projection.reached(1)]);
  for (const batch of batches) projector.take(batch);
  await reached;
  expect(await readProjectedSeq(database.pool)).toBe(last);
});

test('a database that takes the place of another and has less in them is not read as if it had all', async () => {
  const database = await open(await freshDatabaseUrl());
  let epoch = 1;
  const projection = watchProjection(database.pool, () => epoch);
  const reads = openReadTables({ url: database.url, projection, durableSeq: () => 7, withinMs: 100 });
  onTestFinished(() => reads.end());
  const has = (seq: number) => database.pool.query('update projected set seq = $1', [seq]);
  const readsAll = () =>
    reads.whole.query('select 1').then(
      () => true,
      ({ code }) => code !== 'RecordsBehind',
    );
  await has(7);
  expect(await readsAll()).toBe(true);
  // As a failover does: connections end, and the successor has lost what was written last.
  await has(5);
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query = 'select 1' and pid <> pg_backend_pid()`,
  );
  await vi.waitUntil(() => reads.whole.totalCount === 0);
  expect(await readsAll()).toBe(false);
  await has(7);
  expect(await readsAll()).toBe(true);
  // Where a pooler keeps connections over it, the new engine tells.
  await has(5);
  epoch = 2;
  expect(await readsAll()).toBe(false);
});

test('however many wait, it is one look each time', async () => {
  const database = await open(await freshDatabaseUrl());
  let looks = 0;
  const counted = Object.assign(Object.create(database.pool), {
    query: (text: string) => {
      looks += 1;
      return database.pool.query(text);
    },
  });
  const projection = watchProjection(counted);
  const reached = Promise.all(Array.from({ length: 50 }, () => projection.reached(7)));
  await vi.waitUntil(() => looks >= 3);
  // One look for all of them each time, and not one each.
  expect(looks).toBeLessThan(50);
  await database.pool.query('update projected set seq = 7');
  await reached;
  const atLast = looks;
  await projection.reached(7);
  expect(looks).toBe(atLast);
  // Nobody looks for who has given up.
  const givingUp = new AbortController();
  void projection.reached(8, givingUp.signal);
  await vi.waitUntil(() => looks > atLast);
  givingUp.abort();
  await vi.waitUntil(async () => {
    const before = looks;
    await sleep(100);
    return looks === before;
  });
});

test('a reader who was told that it takes too long is forgotten', async () => {
  const database = await open(await freshDatabaseUrl());
  const waiting = new Set<AbortSignal | undefined>();
  const projection = {
    isStuck: false,
    reached: (_seq: number, givenUp?: AbortSignal) =>
      new Promise<void>(() => {
        waiting.add(givenUp);
        givenUp?.addEventListener('abort', () => waiting.delete(givenUp));
      }),
  };
  const reads = openReadTables({ url: database.url, projection, durableSeq: () => 7, withinMs: 1 });
  onTestFinished(() => reads.end());
  await Promise.allSettled(Array.from({ length: 1_000 }, () => reads.shown.query('select 1')));
  expect(waiting.size).toBe(0);
});
