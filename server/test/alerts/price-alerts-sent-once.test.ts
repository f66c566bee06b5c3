/**
 * Checks that a price alert is notified exactly once, wherever the process dies: before its batch is on disk, after it
 * but before it is published, or before the read tables follow. Messages and rows are in one statement, so they never disagree.
 */
import { afterEach, describe, expect, test } from 'vitest';
import { createAlertEnds } from '#alerts/alert-ends.ts';
import { createAlertStore, type StoredAlert } from '#alerts/alert-store.ts';
import { type AlertWatch, watchAlerts } from '#alerts/alert-watch.ts';
import { type Database, openDatabase } from '#db/database.ts';
import { type ManualClock, manualClock } from '#ground/clock.ts';
import { type Journal, openJournal } from '#journal/journal.ts';
import { openProjector } from '#journal/projector.ts';
import { openReadTables } from '#journal/read-pool.ts';
import { rebuildReadTables } from '#journal/rebuild-read-tables.ts';
import { recover } from '#journal/recovery.ts';
import { createSequencer, type Sequencer } from '#journal/sequencer.ts';
import { createInvestorMailbox } from '#notifications/investor-mailbox.ts';
import { noticesOf } from '#notifications/notices.ts';
import { freshDatabaseUrl } from '#test/fixtures/database.ts';
import { stageLoad } from '#test/fixtures/load.ts';
import { type StageMarket, stageMarket } from '#test/fixtures/market.ts';
import { enterReferenceData } from '../../../bench/src/reference-data.ts';

const CODE = 'ZCEZ26';
const START_MS = Date.parse('2026-11-20T05:00:00.000Z');
const ALERT: StoredAlert = {
  alertId: 'alert-1',
  accountId: 'account-0',
  contractCode: CODE,
  direction: 'ABOVE',
  priceTicks: 1840,
  follows: null,
  drawingKey: null,
  waitId: 'wait-1',
  isRepeating: false,
  note: 'look',
  createdMs: START_MS,
  sinceMs: START_MS,
  reachedMs: null,
  isActive: true,
  isArmed: true,
  endReason: null,
};

type Death = 'none' | 'before the commit' | 'after the commit' | 'before the tables follow';

interface Life {
  readonly database: Database;
  readonly sequencer: Sequencer;
  readonly market: StageMarket;
  readonly clock: ManualClock;
  readonly watch: AlertWatch;
  /** Makes the next batch the last one of this process. */
  dieAt(death: Death): void;
  trade(priceTicks: number): Promise<void>;
  /** Cleans up after the dead process, of which only its connections are left. */
  bury(): Promise<void>;
}

const lives: Life[] = [];
afterEach(async () => {
  for (const life of lives.splice(0)) await life.bury();
});

async function live(url: string, options: { atMs?: number; lastTicks?: number } = {}): Promise<Life> {
  const { atMs = START_MS, lastTicks = 1800 } = options;
  const database = await openDatabase(url, () => {});
  const projector = await openProjector({ url: database.url, onTrouble: () => {}, onFatal: () => {} });
  const recovered = await recover(database.writer, {
    afterSeq: projector.seq,
    noticesOf,
    onBatch: (batch) => projector.take(batch),
  });
  const { state } = recovered;
  const watchedUntilMs = state.timeMs;
  const clock = manualClock(Math.max(atMs, state.timeMs));
  let death: Death = 'none';
  const journal = openJournal(database.writer, database.epoch, recovered.headHash);
  const mortal: Journal = {
    get headHash() {
      return journal.headHash;
    },
    async append(commands, rows) {
      if (death === 'before the commit') throw new Error('killed');
      await journal.append(commands, rows);
      if (death === 'after the commit') throw new Error('killed');
    },
  };
  let died: () => void = () => {};
  const ended = new Promise<void>((resolve) => (died = resolve));
  const sequencer = createSequencer({
    state,
    load: stageLoad(),
    journal: mortal,
    now: () => clock.nowMs(),
    projecting: {
      noticesOf,
      projector: {
        lagMs: 0,
        take(batch) {
          if (death === 'none') projector.take(batch);
          else died();
        },
      },
    },
    onFatal: () => died(),
  });
  if (state.seq === 0) {
    const entered: Promise<unknown>[] = [];
    enterReferenceData((body) => entered.push(sequencer.submit(body)), 2);
    await Promise.all(entered);
  }
  const market = stageMarket([CODE]);
  market.move(CODE, { lastTicks, timeMs: START_MS });
  const prices = { openTicks: 1800, highTicks: 1800, lowTicks: 1800, closeTicks: 1800 };
  market.bars.push({ openMs: START_MS - 60_000, volumeLots: 1, ...prices });
  const reads = openReadTables({ url, projection: projector, durableSeq: () => sequencer.durableSeq });
  const pool = reads.whole;
  const store = createAlertStore(pool);
  const onError = (error: unknown): never => {
    throw error;
  };
  const ends = createAlertEnds({ pool, mailbox: createInvestorMailbox(sequencer, clock), state: sequencer.state });
  const watch = await watchAlerts({ ...{ store, ends, market, sequencer, clock }, watchedUntilMs, onError });
  await watch.settled();
  let trades = 0;
  let isBuried = false;
  const life: Life = {
    ...{ database: { ...database, pool }, sequencer, market, clock, watch },
    dieAt(when) {
      death = when;
    },
    async trade(priceTicks) {
      trades += 1;
      market.trade(CODE, { tradeId: `${trades}`, priceTicks, lots: 1, timeMs: clock.nowMs(), aggressor: 'BUY' });
      await Promise.race([sequencer.settled(), ended]);
      await watch.settled();
    },
    async bury() {
      if (isBuried) return;
      isBuried = true;
      watch.stop();
      await reads.end();
      await projector.close();
      await database.close();
    },
  };
  lives.push(life);
  return life;
}

/** Returns rows and messages as they are on disk. */
async function onDisk({ pool }: Database): Promise<{ active: number; reached: number; messages: object[] }> {
  const { rows } = await pool.query<{ active: number; reached: number }>(
    `select count(*) filter (where is_active)::integer as active,
       count(reached_ms)::integer as reached from price_alert`,
  );
  const messages = await pool.query<{ record: { code: string; facts: object } }>(
    "select record from mailbox_message where record->>'code' = 'PriceAlert' order by seq, ordinal",
  );
  const { active = 0, reached = 0 } = rows[0] ?? {};
  return { active, reached, messages: messages.rows.map(({ record }) => record.facts) };
}

async function withAlerts(...alerts: StoredAlert[]): Promise<{ url: string; life: Life }> {
  const url = await freshDatabaseUrl();
  const life = await live(url);
  const store = createAlertStore(life.database.pool);
  for (const alert of alerts) {
    await store.insert(alert);
    life.watch.put(alert);
  }
  await life.watch.settled();
  return { url, life };
}

const FACTS = { contract: CODE, direction: 'ABOVE', price: '460.00', last: '460.25', note: 'look' };

/** Flat, so that it is met at the same price, whichever bars were counted. */
const ON_A_LINE: StoredAlert = {
  ...ALERT,
  priceTicks: null,
  follows: {
    kind: 'line',
    interval: '1m',
    from: { timeMs: START_MS - 600_000, ticks: 1840 },
    to: { timeMs: START_MS - 300_000, ticks: 1840 },
    isExtended: true,
  },
  drawingKey: 'ZCE drawing',
};

describe.each([
  ['a price', ALERT],
  ['a line', ON_A_LINE],
])('an alert at %s', (_name, asked) => {
  test('is written with its message in one batch, and a start does not repeat it', async () => {
    const { url, life } = await withAlerts(asked);
    await life.trade(1841);
    expect(await onDisk(life.database)).toEqual({ active: 0, reached: 1, messages: [FACTS] });
    await life.bury();
    const next = await live(url, { lastTicks: 1841 });
    await next.trade(1845);
    expect(await onDisk(next.database)).toEqual({ active: 0, reached: 1, messages: [FACTS] });
  });

  test('of a process killed before the commit is notified by the next process', async () => {
    const { url, life } = await withAlerts(asked);
    life.dieAt('before the commit');
    await life.trade(1841);
    expect(await onDisk(life.database)).toEqual({ active: 1, reached: 0, messages: [] });
    await life.bury();
    const next = await live(url, { lastTicks: 1850 });
    await next.sequencer.settled();
    expect(await onDisk(next.database)).toMatchObject({ active: 0, reached: 1, messages: [{ last: '462.50' }] });
  });

  test.each(['after the commit', 'before the tables follow'] as const)(
    'of a process killed %s is notified by the next process, and once',
    async (death) => {
      const { url, life } = await withAlerts(asked, {
        ...ALERT,
        alertId: 'alert-2',
        waitId: 'wait-2',
        priceTicks: 1838,
        isRepeating: true,
      });
      life.dieAt(death);
      await life.trade(1841);
      await life.bury();
      const next = await live(url, { atMs: START_MS + 3_600_000, lastTicks: 1850 });
      await next.trade(1851);
      expect(await onDisk(next.database)).toMatchObject({ active: 1, reached: 2, messages: [{}, {}] });
      // The repeating alert remembers that it waits for the price to move back.
      await next.trade(1837);
      await next.trade(1838);
      expect((await onDisk(next.database)).messages).toHaveLength(3);
    },
  );
});

describe('an alert that can’t be reached any more', () => {
  const told = async ({ pool }: Database): Promise<unknown[]> =>
    (await pool.query("select record from mailbox_message where record->>'code' = 'AlertEnded'")).rows.map(
      ({ record: { accountId, facts, reason, contractCode } }) => [accountId, facts, reason, contractCode],
    );
  const whose = [ALERT.accountId, { contract: CODE, note: 'look' }] as const;

  test('is told once, and leads to the chart of the next month when its contract has ended', async () => {
    const { url, life } = await withAlerts(ALERT);
    await life.sequencer.submit({ kind: 'endTradeDate', nextTradeDate: '2026-12-15' });
    await life.watch.settled();
    const ended = [[...whose, { code: 'ContractEnded', facts: {} }, 'ZCEH27']];
    expect(await told(life.database)).toEqual(ended);
    expect(await onDisk(life.database)).toMatchObject({ active: 0, reached: 0 });
    await life.bury();
    const next = await live(url);
    expect(await told(next.database)).toEqual(ended);
  });

  test('leads to its own chart when its line has ended', async () => {
    const follows = { ...ON_A_LINE.follows, isExtended: false } as StoredAlert['follows'];
    const { life } = await withAlerts({ ...ON_A_LINE, follows });
    expect(await told(life.database)).toEqual([[...whose, { code: 'AlertLineEnded', facts: {} }, CODE]]);
  });

  test('that its owner has deleted or moved meanwhile is told of nothing', async () => {
    const { life } = await withAlerts(ALERT);
    const store = createAlertStore(life.database.pool);
    await store.change(ALERT, { ...ALERT, priceTicks: 1900, waitId: 'wait-moved' });
    await life.sequencer.submit({ kind: 'endTradeDate', nextTradeDate: '2026-12-15' });
    await life.watch.settled();
    expect(await told(life.database)).toEqual([]);
  });
});

describe('a price alert', () => {
  test('that was reactivated before the stop is armed after it', async () => {
    const { url, life } = await withAlerts({ ...ALERT, isRepeating: true });
    await life.trade(1841);
    await life.trade(1830);
    await life.bury();
    const next = await live(url, { atMs: START_MS + 120_000, lastTicks: 1841 });
    await next.sequencer.settled();
    expect((await onDisk(next.database)).messages).toHaveLength(2);
  });

  test('that was changed while its price was reached waits for its new price', async () => {
    const { life } = await withAlerts(ALERT);
    const store = createAlertStore(life.database.pool);
    const terms = { ...ALERT, priceTicks: 1900, waitId: 'wait-moved' };
    await store.change(ALERT, terms);
    await life.trade(1841);
    expect(await onDisk(life.database)).toMatchObject({ active: 1, reached: 0, messages: [FACTS] });
  });

  test('stays in the journal for ever, and rebuilding the read tables does not touch it', async () => {
    const { life } = await withAlerts(ALERT);
    await life.trade(1841);
    await rebuildReadTables(life.database);
    expect(await onDisk(life.database)).toEqual({ active: 0, reached: 1, messages: [FACTS] });
    expect((await recover(life.database.writer, { afterSeq: 0 })).state.seq).toBe(life.sequencer.state.seq);
  });
});
