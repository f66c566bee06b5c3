/** What became of many messages is noted in one statement, as if it had been noted one after the other. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '#db/database.ts';
import { inTransaction } from '#db/transaction.ts';
import { seedDemoPeople } from '#identity/demo-people.ts';
import { noteSent, type SentNote, subscriptionsOf } from '#push/push-subscriptions.ts';
import { freshDatabaseUrl } from '#test/fixtures/database.ts';

const AN = '108C000001';
const BINH = '108C000002';

let database: Database;

beforeAll(async () => {
  database = await openDatabase(await freshDatabaseUrl(), (error) => {
    throw error;
  });
  await seedDemoPeople(database.pool);
});
afterAll(() => database.close());

beforeEach(async () => {
  await database.pool.query('delete from push_subscription');
  for (const [deviceId, investorId] of [
    ['one', AN],
    ['two', AN],
    ['three', BINH],
  ])
    await database.pool.query(
      `insert into push_subscription (device_id, investor_id, session_id, endpoint, p256dh, auth, device, created_ms)
       values ($1, $2, 'a session', 'https://push.example/' || $1, 'p', 'a', 'Chrome', 1)`,
      [deviceId, investorId],
    );
});

/** By device, when it was reached last and since when it fails. */
async function rows(): Promise<object> {
  const found = await database.pool.query<{ device_id: string; sent_ms: bigint; failing_since_ms: bigint }>(
    'select device_id, sent_ms, failing_since_ms from push_subscription',
  );
  const times = found.rows.map(({ device_id, sent_ms, failing_since_ms }) => [
    device_id,
    [sent_ms && Number(sent_ms), failing_since_ms && Number(failing_since_ms)],
  ]);
  return Object.fromEntries(times);
}

const notes = (...each: readonly [SentNote['outcome'], number][]): SentNote[] =>
  each.map(([outcome, atMs]) => ({ deviceId: 'one', outcome, atMs }));

test.each([
  [notes(['taken', 5]), [5, null]],
  [notes(['failed', 5], ['failed', 6]), [null, 5]],
  [notes(['failed', 5], ['taken', 6]), [6, null]],
  [notes(['taken', 5], ['failed', 6]), [5, 6]],
  [notes(['failed', 5], ['taken', 6], ['failed', 7], ['failed', 8]), [6, 7]],
])('%j is noted at once as one by one', async (all, expected) => {
  const [alone, others] = [[null, null], { two: [null, null], three: [null, null] }];
  for (const before of [[], notes(['failed', 2]), notes(['taken', 3])]) {
    await noteSent(database.pool, before);
    for (const note of all) await noteSent(database.pool, [note]);
    const after = await rows();
    await database.pool.query('update push_subscription set sent_ms = null, failing_since_ms = null');
    await noteSent(database.pool, before);
    await noteSent(database.pool, all);
    expect(await rows()).toEqual(after);
    if (before.length === 0) expect(after).toEqual({ one: expected, ...others });
    await database.pool.query('update push_subscription set sent_ms = null, failing_since_ms = null');
    expect(await rows()).toEqual({ one: alone, ...others });
  }
});

test('one that its push service does not know any more goes, whatever else is noted with it', async () => {
  const gone = { deviceId: 'two', outcome: 'gone', atMs: 5 } as const;
  await noteSent(database.pool, [...notes(['taken', 5]), gone, { ...gone, outcome: 'taken' }]);
  expect(await rows()).toEqual({ one: [5, null], three: [null, null] });
});

test('a browser that somebody changes at this moment is left out instead of waited for', async () => {
  await inTransaction(database.pool, async (client) => {
    await client.query("update push_subscription set device = 'Firefox' where device_id = 'one'");
    await noteSent(database.pool, [...notes(['taken', 5]), { deviceId: 'three', outcome: 'taken', atMs: 6 }]);
  });
  expect(await rows()).toMatchObject({ one: [null, null], three: [6, null] });
});

test('who has no browser is absent among those who are asked for', async () => {
  const found = await subscriptionsOf(database.pool, [AN, BINH, 'nobody']);
  const devices = [...found].map(([investorId, each]) => [investorId, each.map(({ deviceId }) => deviceId)]);
  expect(Object.fromEntries(devices)).toEqual({ [AN]: ['one', 'two'], [BINH]: ['three'] });
});
