/**
 * Runs kill -9 while price alerts fire: whenever it happens, an alert at one price is notified once, a repeating one by
 * its rules, and one whose price never came not at all. Each notice has one mail.
 *
 * A recording that rises and falls endlessly takes the price across every level within seconds, so nothing depends on
 * chance. Kills come at three kinds of moments in turn. In the second and third, a lock on the alerts' rows delays the
 * projector's one statement before its commit: either only the server dies and PostgreSQL commits what is never
 * published, or both die and nothing happened.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MailboxMessage } from '@mua/contract/entities/mailbox-message';
import type { PriceAlert } from '@mua/contract/entities/price-alert';
import { LIMITS } from '@mua/contract/limits';
import { type Random, seededRandom } from '@mua/core/values';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { InvestorClient } from '#test/fixtures/investor-client.ts';
import { ProductHome, type RunningProduct } from '#test/fixtures/product.ts';

const CYCLES = Number(process.env.KILL_CYCLES ?? 6);
const SEED = 20261122;
const MOMENTS = ['under load', 'written and told to nobody', 'held up and rolled back'] as const;
const PEOPLE: Readonly<Record<string, readonly string[]>> = {
  'an@mua.demo': ['108C000001-01', '108C000001-02'],
  'binh@mua.demo': ['108C000002-01', '108C000002-02'],
  'chi@mua.demo': ['108C000003-01'],
};
const CONTRACT = 'ZCEH27';
const TICK = 0.25;
const MIDDLE = 440;
/** Swing of the price in ticks, up and down from the middle. */
const SWING_TICKS = 10;
const FAR_TICKS = 200;
const TRADE_SECONDS = 20;
const SPEED = 600;
/** Hours of the recording; a cycle plays about half an hour of it. */
const HOURS = 6 + 2 * CYCLES;

type Moment = (typeof MOMENTS)[number];

/** Describes an alert as it was sent. The note identifies it: a lost answer carries no id. */
interface Wanted {
  readonly accountId: string;
  readonly note: string;
  readonly price: string;
  /** The price never reaches a `far` alert. */
  readonly kind: 'once' | 'repeating' | 'far';
  isAcknowledged: boolean;
}

/** Clients by sub-account. */
type People = ReadonlyMap<string, InvestorClient>;

const home = ProductHome.begun({
  VENUE: 'recorded',
  RECORDING_CONTRACT: CONTRACT,
  RECORDING_SPEED: String(SPEED),
  SEED: '9',
});
const RECORDING = join(home.dataDir, 'up-and-down.csv');
afterAll(() => home.clear());

describe('kill -9', () => {
  test(`${CYCLES} kills while alerts fire lose none and notify none twice`, async () => {
    writeFileSync(RECORDING, upAndDown());
    const random = seededRandom(SEED);
    const wanted: Wanted[] = [];
    const startedAt = performance.now();
    for (let cycle = 0; cycle < CYCLES; cycle += 1) {
      const { product, people } = await open();
      await verify(people, wanted);
      if (cycle === 0) await wantMail(people);
      if (cycle === 0) await setWhatLasts(people, wanted);
      const moment = MOMENTS[cycle % MOMENTS.length] ?? 'under load';
      await setUntilKilled({ product, people, wanted, random, moment, killAfter: random.between(20, 60) });
    }
    const { product, people } = await open();
    while ((await alertsOf(people)).some(({ note, isActive }) => isActive && isOnce(wanted, note))) await sleep(200);
    const reported = await verify(people, wanted);
    await expectMailed(people);
    for (const { note, kind, isAcknowledged } of wanted) {
      const times = reported.get(note)?.length ?? 0;
      if (kind === 'far') expect([note, times]).toEqual([note, 0]);
      // One that was refused, because the price was at its level, is none.
      if (kind === 'repeating' && isAcknowledged)
        expect(times).toBeGreaterThanOrEqual(leastTimes(performance.now() - startedAt));
      if (kind === 'once' && isAcknowledged) expect([note, times]).toEqual([note, 1]);
    }
    expect(wanted.filter(({ isAcknowledged }) => isAcknowledged).length).toBeGreaterThan(CYCLES * 20);
    expect(await product.stop()).toBe(0);
    expect(home.postgresPids()).toEqual([]);
  });
});

async function wantMail(people: People): Promise<void> {
  for (const client of new Set(people.values())) {
    const chosen = await client.post('/api/investor/notification-settings', { category: 'ALERTS', mail: true });
    expect(chosen.status).toBe(200);
  }
}

/** Each notice has its one mail. Those that a kill found in the sender's hands wait until its lease ends. */
async function expectMailed(people: People): Promise<void> {
  const reached = (await messagesOf(people)).filter(({ code }) => code === 'PriceAlert');
  for (const { mailboxId, deliveries } of reached)
    expect([mailboxId, ...deliveries.map(({ channel }) => channel)]).toEqual([mailboxId, 'mail']);
  const sent = reached.filter(({ deliveries }) => deliveries[0]?.state === 'SENT');
  expect(sent.length).toBeGreaterThan(reached.length / 2);
}

/** Writes a recording that moves one tick from one trade to the next. */
function upAndDown(): string {
  const trades = Array.from({ length: (HOURS * 3600) / TRADE_SECONDS }, (_, index) => {
    const step = index % (4 * SWING_TICKS);
    const ticks = step <= 2 * SWING_TICKS ? step - SWING_TICKS : 3 * SWING_TICKS - step;
    const time = new Date(Date.UTC(2026, 10, 2) + index * TRADE_SECONDS * 1000).toISOString();
    return `${time},${priceAt(ticks)},10`;
  });
  return `${['time,price,size', ...trades].join('\n')}\n`;
}

/** Returns the price this many ticks from the middle. */
function priceAt(ticks: number): string {
  return (MIDDLE + ticks * TICK).toFixed(2);
}

/** Requires half of the minute's gap: while the server is killed and started, nothing is watched. */
function leastTimes(elapsedMs: number): number {
  return Math.max(1, Math.floor(elapsedMs / LIMITS.alertRepeatMs / 2));
}

function isOnce(wanted: readonly Wanted[], note: string): boolean {
  return wanted.some((each) => each.note === note && each.kind === 'once');
}

async function open(): Promise<{ product: RunningProduct; people: People }> {
  const product = await home.start({ RECORDING });
  const people = new Map<string, InvestorClient>();
  for (const [name, accounts] of Object.entries(PEOPLE)) {
    const client = new InvestorClient(product.url);
    await client.signIn(name);
    for (const accountId of accounts) people.set(accountId, client);
  }
  return { product, people };
}

/** Sends one alert and resolves to its status; undefined if the server died in the meantime. */
async function setOne(people: People, wanted: Wanted[], alert: Omit<Wanted, 'note' | 'isAcknowledged'>) {
  const { accountId, price, kind } = alert;
  const intent = { ...alert, note: `${kind} ${wanted.length}`, isAcknowledged: false };
  wanted.push(intent);
  const terms = { contractCode: CONTRACT, price, isRepeating: kind === 'repeating', note: intent.note };
  const answer = await people
    .get(accountId)
    ?.post(`/api/notification/${accountId}/alerts`, terms)
    .catch(() => undefined);
  intent.isAcknowledged = answer?.status === 201;
  return answer?.status;
}

/** Sets one repeating alert for each account, and two at prices that never come. */
async function setWhatLasts(people: People, wanted: Wanted[]): Promise<void> {
  for (const accountId of people.keys()) {
    expect(await setOne(people, wanted, { accountId, kind: 'far', price: priceAt(FAR_TICKS) })).toBe(201);
    expect(await setOne(people, wanted, { accountId, kind: 'far', price: priceAt(-FAR_TICKS) })).toBe(201);
    // It is refused while the price is at its level.
    while ((await setOne(people, wanted, { accountId, kind: 'repeating', price: priceAt(0) })) !== 201);
  }
}

interface Round {
  readonly product: RunningProduct;
  readonly people: People;
  readonly wanted: Wanted[];
  readonly random: Random;
  readonly moment: Moment;
  /** Number of acknowledgements before the kill. */
  readonly killAfter: number;
}

/**
 * Sets alerts for all accounts at once, as fast as they are answered, around a price that reaches each within a second.
 */
async function setUntilKilled(round: Round): Promise<void> {
  const { people, wanted, random, killAfter } = round;
  let acknowledged = 0;
  let dying: Promise<void> | undefined;
  const clients = [...people.keys()].map(async (accountId) => {
    for (;;) {
      const price = priceAt(random.between(-SWING_TICKS, SWING_TICKS));
      const status = await setOne(people, wanted, { accountId, kind: 'once', price });
      if (status === undefined) return;
      if (status === 201) acknowledged += 1;
      if (acknowledged >= killAfter) dying ??= killAt(round);
    }
  });
  await Promise.all(clients);
  await dying;
}

async function killAt({ product, moment }: Round): Promise<void> {
  if (moment === 'under load') return product.kill();
  // Needs a second connection, because within a transaction PostgreSQL keeps showing the activity of its first query.
  const [holder, watcher] = [await connect(), await connect()];
  await holder.query('begin');
  await holder.query('select from price_alert where is_active for update');
  while (!(await isProjectHeldUp(watcher)));
  await product.kill();
  if (moment === 'held up and rolled back') {
    home.killPostgres();
    return;
  }
  const before = await messagesIn(watcher);
  await holder.query('commit');
  while (await isProjectOpen(watcher));
  expect(await messagesIn(watcher)).toBeGreaterThan(before);
  await holder.end();
  await watcher.end();
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: home.databaseUrl() });
  // At one of the moments PostgreSQL is killed under this connection.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Excludes this query itself, which contains the same words. */
const PROJECT = `from pg_stat_activity where state = 'active' and query like '%update projected%'
  and pid <> pg_backend_pid()`;

async function isProjectHeldUp(client: pg.Client): Promise<boolean> {
  return (await client.query(`select ${PROJECT} and wait_event_type = 'Lock'`)).rowCount === 1;
}

async function isProjectOpen(client: pg.Client): Promise<boolean> {
  return (await client.query(`select ${PROJECT}`)).rowCount === 1;
}

async function messagesIn(client: pg.Client): Promise<number> {
  const counted = await client.query<{ messages: number }>('select count(*)::integer as messages from mailbox_message');
  return counted.rows[0]?.messages ?? 0;
}

/**
 * Reads the alerts before the messages, so that one that fires in between can only be ahead of what was read: an alert
 * that no longer waits has one message, one that waits has none or has just been notified. Returns the times of each,
 * by note.
 */
async function verify(people: People, wanted: readonly Wanted[]): Promise<Map<string, number[]>> {
  const alerts = new Map((await alertsOf(people)).map((alert) => [alert.note, alert]));
  const reported = new Map<string, number[]>();
  for (const { code, facts, createdAt } of await messagesOf(people)) {
    if (code !== 'PriceAlert') continue;
    const note = String(facts.note);
    reported.set(note, [...(reported.get(note) ?? []), Date.parse(createdAt)]);
  }
  for (const { note, kind, isAcknowledged } of wanted) {
    const times = reported.get(note) ?? [];
    const isWaiting = alerts.get(note)?.isActive === true;
    if (kind === 'repeating') expectApart(times);
    else if (isWaiting || !isAcknowledged) expect(times.length, note).toBeLessThanOrEqual(1);
    else expect(times.length, note).toBe(1);
  }
  return reported;
}

function expectApart(newestFirst: readonly number[]): void {
  for (const [index, at] of newestFirst.entries()) {
    const later = newestFirst[index - 1];
    if (later !== undefined) expect(later - at).toBeGreaterThanOrEqual(LIMITS.alertRepeatMs);
  }
}

async function alertsOf(people: People): Promise<PriceAlert[]> {
  return (await Promise.all([...people].map(([id, person]) => pagesOf<PriceAlert>(person, `${id}/alerts`)))).flat();
}

async function messagesOf(people: People): Promise<MailboxMessage[]> {
  const boxes = [...people].map(([id, person]) =>
    pagesOf<MailboxMessage>(person, `${id}/mailbox?limit=${LIMITS.pageSizeMax}`),
  );
  return (await Promise.all(boxes)).flat();
}

async function pagesOf<T>(person: InvestorClient, path: string): Promise<T[]> {
  const items: T[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { status, body } = await person.get(`/api/notification/${path}${cursor && `&cursor=${cursor}`}`);
    expect(status).toBe(200);
    items.push(...body.items);
    cursor = body.nextCursor;
  }
  return items;
}
