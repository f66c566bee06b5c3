/**
 * Kills the server while one fill of a leader is copied by 250 followers, which takes three commands: the fill's own and
 * two of time. A lock holds the journal's statement up at the batch of such a command; then it is lost with the server, or
 * the database still writes it. In the end each follower has one decision about the fill and one order: what a start finds
 * undone waits for the link to the exchange.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandBody, StrategyTerms } from '@mua/core/engine';
import pg from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { openDatabase } from '#db/database.ts';
import { openJournal } from '#journal/journal.ts';
import { recover } from '#journal/recovery.ts';
import { createSequencer } from '#journal/sequencer.ts';
import { InvestorClient } from '#test/fixtures/investor-client.ts';
import { stageLoad } from '#test/fixtures/load.ts';
import { ProductHome } from '#test/fixtures/product.ts';
import { restingBuy } from '#test/fixtures/resting-buy.ts';

const LEADER = '108C000001-01';
const FOLLOWERS = 250;
/** At the batch with such a command. */
const KILLS = [
  { commands: '%"kind":"filled"%', fate: 'lost' },
  { commands: '%"kind":"passTime"%', fate: 'lost' },
  { commands: '%"kind":"passTime"%', fate: 'written' },
] as const;
const TERMS: StrategyTerms = {
  ...{ name: 'Corn', description: 'Buys corn.', maxFollowers: 1_000, feePeriod: 'MONTHLY', slippageTicks: 20 },
  ...{ copyFeeVnd: 0n, performanceFeeBasisPoints: 0, minFollowVnd: 0n },
};

const home = ProductHome.begun({ SEED: '21' });
afterAll(() => home.clear());

test('kills at followers of each command leave each of them one order for the fill', async () => {
  const first = await home.start();
  await first.kill();
  await seedFollowers();
  const product = await home.start();
  const leader = new InvestorClient(product.url);
  await leader.signIn('an@mua.demo');
  const resting = await restingBuy(leader);
  // Filled at once; and sent again by a start that took longer than one for the moment is good for.
  const limitPrice = (Math.ceil(Number(resting.limitPrice) * 1.05 * 4) / 4).toFixed(3);
  const order = { ...resting, clientOrderId: randomUUID(), duration: 'DAY', limitPrice };
  const database = new pg.Client({ connectionString: home.databaseUrl() });
  // A failed test ends it with its PostgreSQL.
  database.on('error', () => {});
  await database.connect();
  await holdUpDecisions(database);
  let running = product.ended;
  const decided: number[] = [];
  for (const [turn, { commands, fate }] of KILLS.entries()) {
    await database.query(`select pg_advisory_lock(${LOCK})`);
    await database.query('update held_up set commands = $1', [commands]);
    // A start goes on with the fill by itself, maybe before it is ready.
    if (turn > 0)
      running = home.start().then(
        ({ ended }) => ended,
        () => null,
      );
    else void leader.post(`/api/order/${LEADER}/place`, { ...order, quantity: 1 }).catch(() => null);
    await killHeldUp(database, fate);
    await running;
    await database.query(`select pg_advisory_unlock(${LOCK})`);
    await vi.waitUntil(async () => (await database.query(IS_WRITING)).rowCount === 0, {
      timeout: 20_000,
      interval: 10,
    });
    decided.push(await decisionsIn(database));
  }
  // The first was lost with the fill; by the last at least one command was written, and there was more to do.
  expect(decided[0]).toBe(0);
  expect(decided.at(-1)).toBeGreaterThanOrEqual(100);
  expect(Math.max(...decided)).toBeLessThan(FOLLOWERS);
  await database.query('update held_up set commands = null');
  const last = await home.start();
  await expectOneDecisionEach(database);
  await database.end();
  expect(await last.stop()).toBe(0);
});

const copyId = (number: number): string => `copy-${String(number).padStart(3, '0')}`;

/** Writes the journal of a server that is not running. */
async function seedFollowers(): Promise<void> {
  const onLost = (error: unknown): never => {
    throw error;
  };
  const database = await openDatabase(home.databaseUrl(), onLost);
  const { state, headHash } = await recover(database.writer);
  const sequencer = createSequencer({
    state,
    load: stageLoad(),
    journal: openJournal(database.writer, database.epoch, headHash),
    now: Date.now,
    onFatal: onLost,
  });
  const [strategyId, verdict] = [randomUUID(), { verdict: 'APPROVED', reason: 'test', operatorId: 'lan' } as const];
  const bodies: CommandBody[] = [
    { kind: 'publishStrategy', accountId: LEADER, strategyId, terms: TERMS },
    { kind: 'reviewStrategy', strategyId, ...verdict },
    { kind: 'runStrategy', accountId: LEADER, strategyId },
  ];
  for (let number = 1; number <= FOLLOWERS; number += 1) {
    const accountId = `108C000002-${number + 10}`;
    const who = { investorId: '108C000002', investorKind: 'individual', isDemo: true, isActivated: true } as const;
    const terms = { ratioBasisPoints: 10_000, maxLossVnd: 400_000_000n, copiesOpenPositions: false };
    bodies.push(
      { kind: 'openAccount', accountId, ...who },
      { kind: 'deposit', accountId, amountVnd: 500_000_000n, reference: 'test' },
      { kind: 'followStrategy', accountId, strategyId, copyId: copyId(number), ...terms },
    );
  }
  const steps = await Promise.all(bodies.map((body) => sequencer.submit(body)));
  for (const { events } of steps) expect(events.filter(({ kind }) => kind === 'commandRefused')).toEqual([]);
  await sequencer.drain();
  await database.close();
}

const LOCK = 20261126;

/** Lets the statement that writes such a batch wait for whoever has the lock. The server may not read it. */
async function holdUpDecisions(database: pg.Client): Promise<void> {
  await database.query(`
    create table held_up as select null::text as commands;
    create function hold_up() returns trigger language plpgsql security definer as $$
      begin
        if exists (select from held_up where new.commands like held_up.commands) then perform pg_advisory_xact_lock(${LOCK}); end if;
        return new;
      end $$;
    create trigger hold_up before insert on journal_batch for each row execute function hold_up();`);
}

const IS_HELD_UP = `wait_event = 'advisory' and query like '%journal_batch%'`;
/** What the database goes on with after the server has died. */
const IS_WRITING = `select from pg_stat_activity
  where state = 'active' and query like '%journal_batch%' and pid <> pg_backend_pid()`;

/** Kills the server whose statement waits; the database goes on with it unless it is told to end it too. */
async function killHeldUp(database: pg.Client, fate: (typeof KILLS)[number]['fate']): Promise<void> {
  await vi.waitUntil(
    async () => (await database.query(`select from pg_stat_activity where ${IS_HELD_UP}`)).rowCount === 1,
    { timeout: 60_000, interval: 10 },
  );
  process.kill(Number.parseInt(readFileSync(join(home.dataDir, 'run', 'server.pid'), 'utf8'), 10), 'SIGKILL');
  if (fate === 'lost')
    await database.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${IS_HELD_UP}`);
}

/** As the journal has them. */
async function decisionsIn(database: pg.Client): Promise<number> {
  let count = 0;
  await recover(database, {
    afterSeq: 0,
    onBatch({ steps }) {
      count += steps.flatMap(({ events }) => events).filter(({ kind }) => kind === 'copyDecided').length;
    },
  });
  return count;
}

async function expectOneDecisionEach(database: pg.Client): Promise<void> {
  const all = Array.from({ length: FOLLOWERS }, (_, place) => copyId(place + 1));
  const written = async () => (await database.query('select from copy_decision')).rowCount;
  await vi.waitUntil(async () => (await written()) === FOLLOWERS, { timeout: 20_000, interval: 50 });
  const { rows: decisions } = await database.query<Decided>(
    `select copy_id, order_id, record -> 'fill' ->> 'fillId' as fill_id
     from copy_decision order by copy_id`,
  );
  expect(decisions.map((decision) => decision.copy_id)).toEqual(all);
  expect(new Set(decisions.map((decision) => decision.fill_id)).size).toBe(1);
  const { rows: orders } = await database.query<{ order_id: string; lots: number }>(
    `select order_id, (record ->> 'quantityLots')::integer as lots from trading_order
     where account_id like '108C000002-%'`,
  );
  const sent = decisions.flatMap(({ order_id: orderId }) => orderId ?? []);
  expect(sent.length).toBe(FOLLOWERS);
  expect(orders.map((row) => row.order_id).sort()).toEqual(sent.sort());
  expect(new Set(orders.map(({ lots }) => lots))).toEqual(new Set([1]));
  const { rows: most } = await database.query<{ lots: number }>(
    `select max(abs(net_lots))::integer as lots from open_position where account_id like '108C000002-%'`,
  );
  expect(most[0]?.lots ?? 0).toBeLessThanOrEqual(1);
}

interface Decided {
  readonly copy_id: string;
  readonly order_id: string | null;
  readonly fill_id: string;
}
