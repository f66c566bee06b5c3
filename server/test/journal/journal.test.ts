import { type CommandBody, stateHash } from '@mua/core/engine';
import pg from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Database, openDatabase, WriterBusyError } from '#db/database.ts';
import { manualClock } from '#ground/clock.ts';
import { chainHash, JournalDamagedError, openJournal, WriterLostError } from '#journal/journal.ts';
import { READ_TABLES } from '#journal/projections/read-tables.ts';
import { demandWholeJournal, recover, writeSnapshot } from '#journal/recovery.ts';
import { EngineTooNewError } from '#journal/replay.ts';
import { createSequencer } from '#journal/sequencer.ts';
import { takeSnapshots } from '#journal/snapshots.ts';
import { JournalBusyError } from '#refusals/journal-busy.ts';
import { open, order, tradedDatabase } from '#test/fixtures/journal.ts';
import { stageLoad } from '#test/fixtures/load.ts';

async function readTables(database: Database): Promise<unknown> {
  const contents: Record<string, unknown> = {};
  for (const table of READ_TABLES) {
    contents[table] = (await database.pool.query(`select t::text from ${table} t order by t::text`)).rows;
  }
  return contents;
}

describe('the journal', () => {
  test('recovers to the same state, from the beginning and from a snapshot', async () => {
    const { database, sequencer } = await tradedDatabase();
    const hash = stateHash(sequencer.state);
    const replayed = await recover(database.writer);
    expect(stateHash(replayed.state)).toBe(hash);
    await writeSnapshot(database.writer, replayed.state, replayed.headHash);
    await sequencer.submit(order(1000));
    const fromSnapshot = await recover(database.writer);
    expect(fromSnapshot.replayed).toBe(1);
    expect(stateHash(fromSnapshot.state)).toBe(stateHash(sequencer.state));
  });

  test('is whole for whoever reads it while an engine writes on and takes a snapshot', async () => {
    const { database, sequencer } = await tradedDatabase();
    let isFirst = true;
    const query = async (text: string, values: unknown[]): Promise<pg.QueryResult> => {
      const result = await database.writer.query(text, values);
      if (!isFirst) return result;
      isFirst = false;
      await sequencer.submit(order(1000));
      const { state, headHash } = await recover(database.writer);
      await writeSnapshot(database.writer, state, headHash);
      return result;
    };
    const recovered = await recover({ query } as never);
    expect(stateHash(recovered.state)).toBe(stateHash(sequencer.state));
  });

  test('takes a snapshot in the background, and a start uses it', async () => {
    const { url, database, sequencer, hearing } = await tradedDatabase();
    const written: number[] = [];
    const failed: Error[] = [];
    const snapshots = takeSnapshots({
      ...{ url, lastSnapshotSeq: sequencer.durableSeq, everyCommands: 10, restMs: 0, steady: manualClock(0) },
      onWritten: (seq) => written.push(seq),
      onError: (error) => failed.push(error),
    });
    onTestFinished(() => snapshots.close());
    hearing.add(snapshots.hear);
    for (const turn of [1, 2, 3]) {
      const orders = Array.from({ length: 10 }, (_, index) => order(5000 + 10 * turn + index));
      await Promise.all(orders.map((body) => sequencer.submit(body)));
      await vi.waitUntil(() => written.length === turn || failed.length > 0, { timeout: 20_000 });
      const recovered = await recover(database.writer);
      expect([recovered.snapshotSeq, recovered.replayed]).toEqual([written.at(-1), 0]);
      expect(stateHash(recovered.state)).toBe(stateHash(sequencer.state));
    }
    expect(failed).toEqual([]);
  });

  test.each([
    ['a byte of the state', 'state = set_byte(state, length(state) / 2, get_byte(state, length(state) / 2) # 1)', {}],
    ['the place in the journal', `journal_hash = 'f00'`, {}],
    ['the whole of it', `state = ''::bytea`, {}],
    ['the hash of the state, which the thread compares', `state_hash = 'f00'`, { verifies: true }],
  ])('passes over a damaged snapshot: %s', async (_what, altered, replaying) => {
    const { database, sequencer } = await tradedDatabase();
    const first = await recover(database.writer);
    await writeSnapshot(database.writer, first.state, first.headHash);
    await sequencer.submit(order(1000));
    const second = await recover(database.writer);
    await writeSnapshot(database.writer, second.state, second.headHash);
    const { seq } = second.state;
    await database.pool.query(`update engine_snapshot set ${altered} where seq = $1`, [seq]);
    const before = await recover(database.writer, replaying);
    expect(before).toMatchObject({ snapshotSeq: seq - 1, damagedSnapshots: [seq] });
    expect(stateHash(before.state)).toBe(stateHash(sequencer.state));
    await database.pool.query(`update engine_snapshot set ${altered} where seq = $1`, [seq - 1]);
    const beginning = await recover(database.writer, replaying);
    expect(beginning).toMatchObject({ snapshotSeq: 0, damagedSnapshots: [seq, seq - 1] });
    expect(stateHash(beginning.state)).toBe(stateHash(sequencer.state));
    // The next one takes the place of the damaged.
    await writeSnapshot(database.writer, beginning.state, beginning.headHash);
    expect((await recover(database.writer)).snapshotSeq).toBe(seq);
  });

  test('does not start when its last rows are gone: the books and the snapshots know of more', async () => {
    const { database, sequencer } = await tradedDatabase();
    const whole = await recover(database.writer);
    await demandWholeJournal(database.writer, whole.state.seq);
    const { headHash } = whole;
    const last = 'delete from journal_batch where last_seq = (select max(last_seq) from journal_batch)';
    await sequencer.submit(order(1000));
    await database.pool.query(last);
    const { state } = await recover(database.writer);
    expect(state.seq).toBe(whole.state.seq);
    await expect(demandWholeJournal(database.writer, state.seq)).rejects.toThrow(
      `it ends at seq ${state.seq}, but the books go to ${state.seq + 1}`,
    );
    await writeSnapshot(database.writer, state, headHash);
    await database.pool.query(last);
    await expect(recover(database.writer)).rejects.toThrow(`but a snapshot was taken at ${state.seq}`);
  });

  test('rebuilds read tables that were dropped', async () => {
    const { database } = await tradedDatabase();
    const before = await readTables(database);
    await database.pool.query(`truncate ${READ_TABLES.join(', ')}`);
    const { rebuildReadTables } = await import('#journal/rebuild-read-tables.ts');
    await rebuildReadTables(database);
    expect(await readTables(database)).toEqual(before);
  });

  test('stops the start at an altered byte and names the seq', async () => {
    const { database } = await tradedDatabase();
    await database.pool.query(
      `update journal_batch set commands = replace(commands, '"client-7"', '"client-8"')
       where commands like '%"client-7"%'`,
    );
    await expect(recover(database.writer)).rejects.toThrow(JournalDamagedError);
    await expect(recover(database.writer)).rejects.toThrow(/seq \d+/);
  });

  test('for a tail that this engine replays differently, names the release to start and does not report damage', async () => {
    const { database } = await tradedDatabase();
    const last = await database.pool.query<{ first_seq: bigint; previous_hash: string; commands: string }>(
      'select first_seq, previous_hash, commands from journal_batch order by first_seq desc limit 1',
    );
    const {
      first_seq: seq,
      previous_hash: previous,
      commands,
    } = last.rows[0] ?? { first_seq: 0n, previous_hash: '', commands: '' };
    const digest = 'of events that another engine saw';
    await database.pool.query(
      'update journal_batch set engine_version = 0, events_digest = $2, hash = $3 where first_seq = $1',
      [seq, digest, chainHash(previous, commands, digest)],
    );
    await expect(recover(database.writer)).rejects.toThrow(EngineTooNewError);
    await expect(recover(database.writer)).rejects.toThrow(/written by engine 0.*Start the release that wrote it/);
  });

  test('leaves history rows out of a batch’s checksum: older journals have none', async () => {
    const { database } = await tradedDatabase();
    const kept = await database.pool.query('select * from order_step');
    expect(kept.rows.length).toBeGreaterThan(50);
    const { encodeDigested } = await import('#journal/projections/encode-rows.ts');
    const { encodeRows } = await import('#journal/projections/encode-columns.ts');
    const { PROJECTED } = await import('#journal/projections/read-tables.ts');
    const { emptyRows } = await import('#journal/projections/rows.ts');
    const rows = emptyRows();
    rows.orderSteps.push(kept.rows[0]);
    rows.accountDays.push({ account_id: 'account-0' } as never);
    expect(encodeDigested(rows)).toEqual(encodeDigested(emptyRows()));
    expect(encodeRows(PROJECTED, rows)).not.toEqual(encodeRows(PROJECTED, emptyRows()));
  });

  test('stops the start at a missing batch', async () => {
    const { database } = await tradedDatabase();
    await database.pool.query('delete from journal_batch where first_seq = (select min(first_seq) from journal_batch)');
    await expect(recover(database.writer)).rejects.toThrow(/seq 1 is missing/);
  });

  test('refuses a second writer while the first lives', async () => {
    const { url } = await tradedDatabase();
    await expect(openDatabase(url, () => {})).rejects.toThrow(WriterBusyError);
  });

  test('refuses a zombie’s append and writes nothing', async () => {
    const { url, database, sequencer } = await tradedDatabase();
    const head = await recover(database.writer);
    await database.writer.query('select pg_advisory_unlock_all()');
    await open(url);
    const zombie = openJournal(database.writer, database.epoch, head.headHash);
    const { collectRows } = await import('#journal/projections/collect-rows.ts');
    const { emptyRows } = await import('#journal/projections/rows.ts');
    const rows = emptyRows();
    const command = { ...order(2000), seq: sequencer.state.seq + 1, timeMs: sequencer.state.timeMs + 1 };
    collectRows(rows, command, []);
    await expect(zombie.append([command], rows)).rejects.toThrow(WriterLostError);
    expect((await recover(database.writer)).state.seq).toBe(head.state.seq);
  });

  test('publishes nothing before it is durable', async () => {
    const { database } = await tradedDatabase();
    const recovered = await recover(database.writer);
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const reported: string[] = [];
    const sequencer = createSequencer({
      state: recovered.state,
      load: stageLoad(),
      journal: { headHash: recovered.headHash, append: () => held.then(() => void reported.push('durable')) },
      now: () => recovered.state.timeMs + 1,
      onFatal: (error) => {
        throw error;
      },
    });
    sequencer.onDurable(() => reported.push('published'));
    const placed = sequencer.submit(order(3000)).then(() => reported.push('answered'));
    release();
    await placed;
    expect(reported).toEqual(['durable', 'published', 'answered']);
  });

  test('treats a failed commit as fatal and acknowledges nothing', async () => {
    const { database } = await tradedDatabase();
    const recovered = await recover(database.writer);
    const outcome: string[] = [];
    const fatal = new Promise<void>((resolve) => {
      const sequencer = createSequencer({
        state: recovered.state,
        load: stageLoad(),
        journal: { headHash: recovered.headHash, append: () => Promise.reject(new Error('EIO')) },
        now: () => recovered.state.timeMs + 1,
        onFatal: () => resolve(),
      });
      sequencer.onDurable(() => outcome.push('published'));
      void sequencer.submit(order(4000)).then(() => outcome.push('answered'));
    });
    await fatal;
    expect(outcome).toEqual([]);
  });

  /** As PostgreSQL says it. */
  const diskFull = (severity: string) =>
    Object.assign(new pg.DatabaseError('could not extend file', 0, 'error'), { code: '53100', severity });

  test('tries the very same batch until there is space, and refuses what opens something meanwhile', async () => {
    const { database } = await tradedDatabase();
    const recovered = await recover(database.writer);
    const tried: string[] = [];
    let isFull = true;
    let makeRoom = (): void => {};
    const sequencer = createSequencer({
      state: recovered.state,
      journal: {
        headHash: recovered.headHash,
        async append(commands) {
          tried.push(JSON.stringify(commands.map(({ kind, seq }) => [kind, seq])));
          if (isFull) throw diskFull('ERROR');
        },
      },
      load: stageLoad(),
      now: () => recovered.state.timeMs + 1,
      onFatal: (error) => {
        throw error;
      },
      space: {
        isShort: () => isFull && tried.length > 0,
        roomAgain: () =>
          new Promise((resolve) => {
            makeRoom = resolve;
          }),
      },
    });
    const placed = sequencer.submit(order(5000));
    await vi.waitUntil(() => tried.length === 1);
    await expect(sequencer.submit(order(5001))).rejects.toThrow(JournalBusyError);
    const reducing = sequencer.submit({ ...order(5002), isReduceOnly: true } as CommandBody);
    const cancelled = sequencer.submit({ kind: 'cancelOrders', accountId: 'account-1' });
    makeRoom();
    await vi.waitUntil(() => tried.length === 2);
    isFull = false;
    makeRoom();
    const seqs = await Promise.all([placed, reducing, cancelled]);
    expect(tried.slice(0, 3)).toEqual(Array(3).fill(tried[0]));
    expect(seqs.map(({ command }) => command.seq - recovered.state.seq)).toEqual([-2, -1, 0]);
  });

  test('ends when PostgreSQL dies of the full disk, because nobody knows what it wrote', async () => {
    const { database } = await tradedDatabase();
    const recovered = await recover(database.writer);
    const fatal = new Promise<unknown>((resolve) => {
      const sequencer = createSequencer({
        state: recovered.state,
        journal: { headHash: recovered.headHash, append: () => Promise.reject(diskFull('PANIC')) },
        load: stageLoad(),
        now: () => recovered.state.timeMs + 1,
        onFatal: resolve,
        space: { isShort: () => false, roomAgain: () => Promise.reject(new Error('waited for space')) },
      });
      void sequencer.submit(order(6000));
    });
    expect(await fatal).toMatchObject({ severity: 'PANIC' });
  });
});
