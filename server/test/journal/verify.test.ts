/** Checks that a journal which is not what was written is found, wherever it is damaged, and that one which grows is not. */
import type { JournalDamage } from '@mua/contract/http/operator-journal';
import { seededRandom } from '@mua/core/values';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openScrub } from '#journal/scrub.ts';
import { verifyJournal } from '#journal/verify.ts';
import { ownerUrlOf } from '#test/fixtures/database.ts';
import { AN_1, OPERATOR_TOKEN, type Platform, startPlatform } from '#test/fixtures/platform.ts';

let platform: Platform;
let client: pg.Client;
/** First seqs of the batches. */
let batches: number[];
let headSeq: number;

beforeAll(async () => {
  platform = await startPlatform();
  for (let i = 0; i < 40; i += 1)
    await platform.sequencer.submit({ kind: 'deposit', accountId: AN_1, amountVnd: 1_000n, reference: `paid ${i}` });
  await platform.sequencer.settled();
  client = new pg.Client({ connectionString: ownerUrlOf(platform.database) });
  await client.connect();
  const { rows } = await client.query<{ seq: string }>(
    'select first_seq::text as seq from journal_batch order by first_seq',
  );
  batches = rows.map(({ seq }) => Number(seq));
  headSeq = platform.sequencer.durableSeq;
});
afterAll(async () => {
  await client.end();
  await platform.close();
});

const inTheMiddle = (): number => batches[Math.floor(batches.length / 2)] ?? 0;

/** What is found while the damage is there; then it is taken back. */
async function found(damage: string, values: readonly unknown[] = []): Promise<JournalDamage | null> {
  await client.query('begin');
  try {
    const { rowCount } = await client.query(damage, [...values]);
    expect(rowCount).toBeGreaterThan(0);
    return (await verifyJournal(client, headSeq)).damage;
  } finally {
    await client.query('rollback');
  }
}

describe('the journal', () => {
  test('is whole', async () => {
    const { rows } = await client.query('select hash from journal_batch order by first_seq desc limit 1');
    expect(await verifyJournal(client, headSeq)).toEqual({
      ...{ batches: batches.length, seq: headSeq, hash: rows[0]?.hash, damage: null },
    });
  });

  test.each([
    [
      'a command is another one',
      `update journal_batch set commands = replace(commands, '1000', '9000') where first_seq = $1`,
    ],
    ['its digest', `update journal_batch set events_digest = repeat('a', 64) where first_seq = $1`],
    ['its hash', `update journal_batch set hash = repeat('b', 64) where first_seq = $1`],
    ['the hash before it', `update journal_batch set previous_hash = repeat('c', 64) where first_seq = $1`],
    ['its last seq', `update journal_batch set last_seq = last_seq + 100000 where first_seq = $1`],
  ])('changed in the middle, behind a snapshot: %s', async (_, damage) => {
    expect(await found(damage, [inTheMiddle()])).toEqual({ seq: inTheMiddle(), what: 'changed' });
  });

  test('deleted in the middle', async () => {
    const damage = await found('delete from journal_batch where first_seq = $1', [inTheMiddle()]);
    expect(damage).toEqual({ seq: inTheMiddle(), what: 'missing' });
  });

  test('deleted at its end: known by the server that runs, and by the books', async () => {
    const last = batches.at(-1) ?? 0;
    const cut = 'delete from journal_batch where first_seq = $1';
    expect(await found(cut, [last])).toEqual({ seq: last, what: 'end' });
    headSeq = 0;
    // The books are the read tables, which follow: this pool waits until they have what is durable.
    await platform.database.pool.query('select');
    expect(await found(cut, [last])).toEqual({ seq: last, what: 'end' });
    headSeq = platform.sequencer.durableSeq;
  });

  test('a snapshot of another history', async () => {
    const seq = inTheMiddle() - 1;
    const damage = await found(
      `insert into engine_snapshot (seq, engine_version, journal_hash, state_hash, state) values ($1, 1, 'f', 'f', ''::bytea)`,
      [seq],
    );
    expect(damage).toEqual({ seq, what: 'snapshot' });
  });

  test('a thousand single bits, wherever they flip', async () => {
    const random = seededRandom(20261127);
    const columns = ['commands', 'events_digest', 'previous_hash', 'hash'] as const;
    const unnoticed: string[] = [];
    for (let flip = 0; flip < 1_000; flip += 1) {
      const seq = random.pick(batches);
      const column = random.pick(columns);
      await client.query('begin');
      const { rows } = await client.query(`select ${column} as text from journal_batch where first_seq = $1`, [seq]);
      const bytes = Buffer.from(String(rows[0]?.text), 'latin1');
      const at = random.below(bytes.length);
      // Of a byte's seven lower bits one that leaves text which a database can hold.
      bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(4)) || 0x7f;
      await client.query(`update journal_batch set ${column} = $2 where first_seq = $1`, [
        seq,
        bytes.toString('latin1'),
      ]);
      const { damage } = await verifyJournal(client, headSeq);
      if (damage === null || Math.abs(batches.indexOf(damage.seq) - batches.indexOf(seq)) > 1)
        unnoticed.push(`${column} of ${seq} at ${at}: ${JSON.stringify(damage)}`);
      await client.query('rollback');
    }
    expect(unnoticed).toEqual([]);
  });
});

describe('while the server runs', () => {
  const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` };
  /** However long its thread takes to begin. */
  const verification = async (query = ''): Promise<Record<string, unknown>> => {
    const reply = await platform.app.inject({ url: `/api/operator/journal/verification${query}`, headers });
    return reply.statusCode === 202 ? verification(`?runId=${reply.json().runId}`) : reply.json();
  };
  const figure = async (name: string): Promise<number> => {
    const { body } = await platform.app.inject({ url: '/metrics' });
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1]);
  };

  test('an operator has it verified, orders go on, and a damage is an alarm', async () => {
    const [whole] = await Promise.all([
      verification(),
      platform.sequencer.submit({ kind: 'deposit', accountId: AN_1, amountVnd: 1_000n, reference: 'meanwhile' }),
    ]);
    expect(whole).toMatchObject({ firstDamage: null });
    expect(await figure('mua_journal_damaged')).toBe(0);
    expect(await figure('mua_scrub_completed_seconds')).toBeGreaterThan(0);
    const seq = inTheMiddle();
    await client.query(`update journal_batch set hash = 'x' || substr(hash, 2) where first_seq = $1`, [seq]);
    expect(await verification()).toMatchObject({ seq: seq - 1, firstDamage: { seq, what: 'changed' } });
    expect(await figure('mua_journal_damaged')).toBe(1);
  });

  test('it is verified by itself, again and again, and a damage is told once', async () => {
    const told: JournalDamage[] = [];
    let passes = 0;
    const twice = new Promise<void>((resolve, reject) => {
      const scrub = openScrub({
        ...{ url: platform.database.url, sequencer: platform.sequencer, firstMs: 1, everyMs: 1 },
        nowMs: () => {
          passes += 1;
          if (passes === 2) {
            scrub.stop();
            resolve();
          }
          return passes;
        },
        onDamage: (damage) => told.push(damage),
        onError: reject,
      });
    });
    await twice;
    expect(told).toEqual([{ seq: inTheMiddle(), what: 'changed' }]);
  });
});
