/**
 * Checks the link to an exchange with third-party behaviour, end to end: engine, journal, read tables, exchange thread.
 */
import type { VenueReport } from '@mua/core/engine';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { startTrading, type Trading } from '#app/start-trading.ts';
import { type Database, openDatabase } from '#db/database.ts';
import { type ManualClock, manualClock } from '#ground/clock.ts';
import { readConfig } from '#ground/config.ts';
import { createExchangeEntry } from '#journal/exchange-entry.ts';
import { recover } from '#journal/recovery.ts';
import { replyError } from '#refusals/reply-error.ts';
import { freshDatabaseUrl } from '#test/fixtures/database.ts';
import { projectorOf } from '#test/fixtures/journal.ts';
import { stageLoad } from '#test/fixtures/load.ts';
import { recallFrom } from '#venue/ended-orders.ts';
import { createOrderLink } from '#venue/order-link.ts';

const AN = {
  accountId: '108C000001-01',
  investorId: '108C000001',
  investorKind: 'individual',
  isActivated: true,
  cashVnd: 10_000_000_000n,
} as const;
const CODE = 'ZCEZ26';
const START_MS = Date.UTC(2026, 10, 23, 13);
const fail = (error: unknown): never => {
  throw error;
};

interface TestBroker {
  readonly trading: Trading;
  readonly database: Database;
  readonly clock: ManualClock;
  place(orderId: string, terms: Partial<Parameters<Trading['sequencer']['submit']>[0]>): Promise<void>;
  elapse(ms: number): Promise<void>;
  statusOf(orderId: string): string;
  alarms(): Promise<string[]>;
}

async function openBroker(flags: readonly string[] = []): Promise<TestBroker> {
  const url = await freshDatabaseUrl();
  const database = await openDatabase(url, fail);
  const clock = manualClock(START_MS);
  const trading = await startTrading({
    load: stageLoad(),
    config: readConfig(flags, { CLOCK: 'manual' }),
    ...{ database, recovered: await recover(database.writer), projector: await projectorOf(database), accounts: [AN] },
    clock: { ...clock, move: clock.advanceTo },
    log: pino({ level: 'silent' }),
    onFatal: fail,
  });
  const { sequencer } = trading;
  return {
    ...{ trading, database, clock },
    async place(orderId, terms) {
      const order = { orderId, clientOrderId: orderId, contractCode: CODE, side: 'BUY', quantityLots: 2 } as const;
      const rest = { orderType: 'MARKET', duration: 'IOC' } as const;
      await sequencer.submit({ kind: 'placeOrder', accountId: AN.accountId, ...order, ...rest, ...terms } as never);
    },
    elapse: (ms) => trading.moveClock(clock.nowMs() + ms),
    statusOf: (orderId) => sequencer.state.orders.get(orderId)?.status ?? 'unknown to us',
    async alarms() {
      const found = await trading.reads.whole.query<{ kind: string; why: string }>(
        'select kind, why from venue_alarm order by seq, ordinal',
      );
      return found.rows.map(({ kind, why }) => `${kind} ${why}`);
    },
  };
}

async function close({ trading, database }: TestBroker): Promise<void> {
  await trading.close();
  await database.close();
}

/** Places an order far from the market, so that it rests. */
async function resting(broker: TestBroker, orderId: string): Promise<void> {
  const settlement = broker.trading.sequencer.state.contracts.get(CODE)?.settlementTicks ?? 0;
  const cents = Math.round((settlement - 20) / 4);
  await broker.place(orderId, { orderType: 'LIMIT', duration: 'GTC', limitPrice: String(cents) } as never);
  await broker.elapse(1_000);
}

test('orders are disconnected while the link is lost, then in their real state, without duplicates', {
  timeout: 120_000,
}, async () => {
  const broker = await openBroker();
  await resting(broker, 'rests');
  expect(broker.statusOf('rests')).toBe('WORKING');
  await broker.trading.setLink(false, 'drill');
  expect(broker.statusOf('rests')).toBe('DISCONNECTED');
  await broker.place('waits', {});
  await broker.elapse(1_000);
  expect(broker.statusOf('waits')).toBe('NOT_SENT');
  await broker.trading.setLink(true, 'drill');
  await broker.elapse(2_000);
  expect([broker.statusOf('rests'), broker.statusOf('waits')]).toEqual(['WORKING', 'FILLED']);
  const positions = broker.trading.sequencer.state.accounts.get(AN.accountId)?.positions;
  expect(positions?.get(CODE)?.netLots).toBe(2);
  expect(await broker.alarms()).toEqual(['link restarted', 'link lost', 'link back']);
  await close(broker);
});

describe('a fill of an order that ended on an earlier trade date', () => {
  async function cancelledYesterday(): Promise<TestBroker> {
    const broker = await openBroker();
    await resting(broker, 'old');
    await broker.trading.sequencer.submit({ kind: 'cancelOrder', accountId: AN.accountId, orderId: 'old' });
    await broker.elapse(1_000);
    expect(broker.statusOf('old')).toBe('CANCELLED');
    await broker.elapse(24 * 3_600_000);
    expect(broker.statusOf('old')).toBe('unknown to us');
    return broker;
  }

  /** Reports a fill as the exchange would, over the link. */
  async function say(broker: TestBroker, orderId: string, execId: string): Promise<void> {
    const { sequencer } = broker.trading;
    const venue = { name: 'simulated', accounts: 'demo' } as never;
    const { submit } = sequencer;
    const entry = createExchangeEntry({ submit, submitFirst: submit }, fail);
    const { listener } = createOrderLink({
      ...{ sequencer, venue, entry, recall: recallFrom(broker.trading.reads.whole) },
      newestPrices: () => [],
    });
    const epoch = sequencer.state.venues.get('demo')?.epoch;
    const fill = { kind: 'filled', tradeId: 't', priceTicks: 1_700, lots: 2 } as const;
    const report: VenueReport = { execId: `${epoch}-${execId}`, orderId, contractCode: CODE, ...fill };
    await listener.reports([report]);
    await sequencer.settled();
  }

  test('waits while the read tables are behind, and is no reason to end', async () => {
    let isBehind = true;
    const failed: unknown[] = [];
    const entered: unknown[] = [];
    const sequencer = { submit: async (body: unknown) => entered.push(body) } as never;
    const entry = createExchangeEntry(sequencer, (error) => failed.push(error));
    const bodyOf = (text: string) => ({ kind: 'loseVenue', venue: 'demo', reason: text }) as const;
    const done = entry.enterAfter(async () => {
      await new Promise(setImmediate);
      if (isBehind) throw replyError('RecordsBehind', {});
      return 'the order';
    }, bodyOf);
    await new Promise((resolve) => setTimeout(resolve, 20));
    isBehind = false;
    await done;
    expect([entered, failed]).toEqual([[bodyOf('the order')], []]);
    const fault = new Error('a fault');
    await entry.enterAfter(() => Promise.reject(fault), bodyOf);
    expect(failed).toEqual([fault]);
    // Given up at a stop, it is not entered without what it needs.
    isBehind = true;
    const given = entry.enterAfter(async () => {
      await new Promise(setImmediate);
      throw replyError('RecordsBehind', {});
    }, bodyOf);
    entry.stop();
    await given;
    expect([entered.length, failed]).toEqual([1, [fault]]);
  });

  test('is booked once, and reported', { timeout: 120_000 }, async () => {
    const broker = await cancelledYesterday();
    await say(broker, 'old', 'late1');
    const account = broker.trading.sequencer.state.accounts.get(AN.accountId);
    expect(account?.positions.get(CODE)?.netLots).toBe(2);
    expect((await broker.alarms()).at(-1)).toBe('doubt lateFill');
    // The next date takes it out of memory again; reported once more, it is recognised by its id.
    await broker.elapse(24 * 3_600_000);
    await say(broker, 'old', 'late1');
    expect(account?.positions.get(CODE)?.netLots).toBe(2);
    await close(broker);
  });

  test('of an unknown order is in the suspense list, once', { timeout: 120_000 }, async () => {
    const broker = await openBroker();
    await say(broker, 'stranger', 'x1');
    await say(broker, 'stranger', 'x1');
    expect(await broker.alarms()).toEqual(['link restarted', 'suspense unknownOrder']);
    await close(broker);
  });
});

test('the books add up and nothing stops, whatever an exchange with third-party behaviour reports', {
  timeout: 300_000,
}, async () => {
  const broker = await openBroker(['--venue-behaviour', 'foreign', '--seed', '5']);
  const { sequencer } = broker.trading;
  for (let round = 0; round < 30; round += 1) {
    await broker.place(`buy-${round}`, {});
    await resting(broker, `rest-${round}`);
    await broker.place(`sell-${round}`, { side: 'SELL', quantityLots: 1 } as never);
    await sequencer.submit({ kind: 'cancelOrder', accountId: AN.accountId, orderId: `rest-${round}` });
    await broker.elapse(3_000);
  }
  await broker.elapse(600_000);
  const { state } = sequencer;
  const account = state.accounts.get(AN.accountId);
  const fills = await broker.trading.reads.whole.query<{ lots: string }>(
    `select coalesce(sum((record->>'lots')::int * case record->>'side' when 'BUY' then 1 else -1 end), 0) as lots
     from order_fill`,
  );
  expect(account?.positions.get(CODE)?.netLots ?? 0).toBe(Number(fills.rows[0]?.lots));
  let sum = 0n;
  for (const balance of state.balances.values()) sum += balance;
  expect(sum).toBe(0n);
  expect((await broker.alarms()).length).toBeGreaterThan(1);
  const unanswered = [...state.orders.values()].filter(({ openRequests }) => openRequests.length > 0);
  expect(unanswered.filter(({ status }) => status !== 'UNKNOWN')).toEqual([]);
  await close(broker);
});
