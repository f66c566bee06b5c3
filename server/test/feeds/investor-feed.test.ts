import { randomUUID } from 'node:crypto';
import { investorSnapshot, investorUpdate } from '@mua/contract/feeds/investor-feed';
import { NAMESPACES } from '@mua/contract/feeds/messages';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { codeTo } from '#test/fixtures/codes.ts';
import { asOwner } from '#test/fixtures/database.ts';
import { FeedClient, type FeedMessage } from '#test/fixtures/feed-client.ts';
import { whileHeld } from '#test/fixtures/held-rows.ts';
import {
  AN_1,
  AN_2,
  BINH_1,
  type Browser,
  CODE,
  EPOCH,
  type Platform,
  signedIn,
  startPlatform,
} from '#test/fixtures/platform.ts';

let platform: Platform;
let address: string;
let an: Browser;
let clients: FeedClient[] = [];

beforeEach(async () => {
  platform = await startPlatform();
  address = await platform.listen();
  an = await signedIn(platform, 'an@mua.demo');
});
afterEach(async () => {
  for (const client of clients) client.close();
  clients = [];
  await platform.close();
});

async function draw(browser: Browser): Promise<string> {
  return (await browser.post('/api/session/socket-ticket', {})).json().ticket;
}

function open(ticket?: string, headers?: Record<string, string>): FeedClient {
  const options = { ...(ticket === undefined ? {} : { ticket }), ...(headers ? { headers } : {}) };
  const client = new FeedClient(address, NAMESPACES.investor, options);
  clients.push(client);
  return client;
}

async function connected(browser: Browser = an): Promise<FeedClient> {
  const client = open(await draw(browser));
  await client.next('connect');
  return client;
}

const subscribe = (client: FeedClient, accountId = AN_1, afterSeq?: number) =>
  client.ask('subscribe', { event: 'account', accountId, ...(afterSeq === undefined ? {} : { afterSeq }) });

async function trade(lots = 1, side = 'BUY'): Promise<void> {
  const terms = {
    clientOrderId: randomUUID(),
    contractCode: CODE,
    side,
    orderType: 'LIMIT',
    duration: 'DAY',
    quantity: lots,
    limitPrice: '450.00',
  };
  const response = await an.post(`/api/order/${AN_1}/place`, terms);
  if (response.statusCode !== 201) throw new Error(response.body);
}

describe('tickets', () => {
  test('admit one socket, once', async () => {
    const ticket = await draw(an);
    await open(ticket).next('connect');
    expect(await open(ticket).next('connect_error')).toMatchObject({ message: 'Unauthorized' });
  });

  test('are good for thirty seconds', async () => {
    const ticket = await draw(an);
    platform.clock.advanceBy(30_000);
    expect(await open(ticket).next('connect_error')).toMatchObject({ message: 'Unauthorized' });
  });

  test('drawn before a change of password admit nobody after it', async () => {
    const ticket = await draw(an);
    const change = { oldPassword: 'Mua@2026', newPassword: 'Rau#muong7xao', channel: 'email' };
    const { taskId } = (await an.post('/api/investor/security/change-password', change)).json();
    const code = await codeTo(platform, 'an@mua.demo');
    await an.post(`/api/investor/security/taskflow/${taskId}/verify`, { code });
    expect(await open(ticket).next('connect_error')).toMatchObject({ message: 'Unauthorized' });
  });

  test.each([undefined, '', 'guess', 'x'.repeat(201)])('%j is not a ticket', async (ticket) => {
    const error = await open(ticket).next('connect_error');
    expect(['Unauthorized', 'BadRequest']).toContain(error.message);
  });

  test('are useless to a page of another origin', async () => {
    const error = await open(await draw(an), { origin: 'https://evil.example' }).next('connect_error');
    expect(error.message).toBe('websocket error');
  });

  test('admit forty sockets of a browser session, and no more', async () => {
    for (let count = 0; count < 40; count += 1) await connected();
    expect(await open(await draw(an)).next('connect_error')).toMatchObject({ message: 'TooManyRequests' });
    clients[0]?.close();
    await clients[0]?.next('disconnect');
    // The server learns of the closed one on its own connection, so the next attempt may still be too early.
    for (;;) {
      const late = open(await draw(an));
      await Promise.race([late.next('connect'), late.next('connect_error')]);
      if (late.socket.connected) break;
    }
  });
});

describe('a subscription', () => {
  test('begins with everything that is open, then carries each durable batch with the seq before it', async () => {
    platform.venue.fillAtTicks = 1800;
    await trade(3);
    platform.venue.fillAtTicks = null;
    await trade(1);
    await platform.sequencer.settled();
    const client = await connected();
    const answer = await subscribe(client);
    const snapshot = await client.next('snapshot');
    expect(answer).toEqual({ ok: true, seq: snapshot.seq });
    expect(investorSnapshot.parse(snapshot).items.map((item) => item.kind)).toEqual([
      'order',
      'position',
      'margin',
      'exchangeLink',
      'unread',
    ]);
    expect(snapshot.seq).toBe(platform.sequencer.durableSeq);

    platform.venue.fillAtTicks = 1801;
    await trade(1, 'SELL');
    const kinds: string[] = [];
    let previous = snapshot.seq;
    while (!kinds.includes('settled')) {
      const update = investorUpdate.parse(await client.next('update'));
      expect(update.previousSeq).toBe(previous);
      expect(update.seq).toBeGreaterThan(previous);
      previous = update.seq;
      kinds.push(...update.items.map((item) => item.kind));
    }
    expect(kinds).toEqual(expect.arrayContaining(['order', 'fill', 'position', 'settled', 'margin']));
  });

  test('carries the margin again when prices move it', async () => {
    platform.venue.fillAtTicks = 1800;
    await trade(2);
    await platform.sequencer.settled();
    const client = await connected();
    await subscribe(client);
    const { seq } = await client.next('snapshot');
    await platform.sequencer.submit({
      kind: 'markPrices',
      prices: [{ contractCode: CODE, lastTicks: 1790, highTicks: 1790, lowTicks: 1790 }],
    });
    const update = await client.next('update');
    expect(update).toMatchObject({ seq: seq + 1, previousSeq: seq, items: [{ kind: 'margin' }] });
    const margin = (await an.get(`/api/investor/margin-status/${AN_1}`)).json();
    expect(update.items[0]?.margin).toEqual(margin);
  });

  test('is limited to the investor’s own sub-accounts', async () => {
    const client = await connected();
    for (const accountId of [BINH_1, 'nothing', '../etc']) {
      const answer = await subscribe(client, accountId);
      expect(answer).toEqual({ ok: false, code: accountId === '../etc' ? 'BadRequest' : 'NotFound' });
    }
    const binh = await connected(await signedIn(platform, 'binh@mua.demo'));
    await subscribe(binh, BINH_1);
    await binh.next('snapshot');
    await trade();
    await platform.sequencer.settled();
    await binh.caughtUp();
    expect(binh.messages.filter(({ name }) => name === 'update')).toEqual([]);
  });

  test.each([
    [],
    [null],
    ['account'],
    [{}],
    [{ event: 'account' }],
    [{ event: 'orders', accountId: AN_1 }],
    [{ event: 'account', accountId: AN_1, afterSeq: -1 }],
    [{ event: 'account', accountId: AN_1, extra: 1 }],
    [{ event: 'account', accountId: { toString: 'x' } }],
  ])('%j is malformed', async (...args) => {
    const client = await connected();
    expect(await client.ask('subscribe', ...args)).toEqual({ ok: false, code: 'BadRequest' });
  });

  test('answers a flood of requests without following it', async () => {
    const client = await connected();
    const answers = await Promise.all(Array.from({ length: 50 }, () => client.ask('unsubscribe', {})));
    expect(answers.filter((answer) => !answer.ok && answer.code === 'TooManyRequests')).toHaveLength(10);
  });
});

describe('many sockets of one investor', () => {
  const SOCKETS = 38;
  const HELD = 'lock table trading_order in access exclusive mode';

  test('that resume from different positions leave the database to others', async () => {
    const sockets = await Promise.all(Array.from({ length: SOCKETS }, () => connected()));
    const binh = await signedIn(platform, 'binh@mua.demo');
    const { pool } = platform.database;
    const answers = await whileHeld(pool, HELD, async (untilWaiting) => {
      const asked = sockets.map((socket, index) => subscribe(socket, AN_1, index + 1));
      await untilWaiting(2);
      // A third reading would have begun before this answer.
      expect((await binh.get(`/api/investor/margin-status/${BINH_1}`)).statusCode).toBe(200);
      const { rowCount } = await pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rowCount).toBe(2);
      return asked;
    });
    expect(new Set((await Promise.all(answers)).map(({ ok }) => ok))).toEqual(new Set([true]));
  });

  test('that begin anew share what has not begun to be read, and miss nothing', async () => {
    const sockets = await Promise.all(Array.from({ length: SOCKETS }, () => connected()));
    const readings = vi.spyOn(platform.reads.whole, 'connect');
    const begun = () => readings.mock.calls.filter(([callback]) => callback === undefined).length;
    const answers = await whileHeld(platform.database.pool, HELD, async (untilWaiting) => {
      const before = begun();
      const asked = sockets.map((socket) => subscribe(socket));
      await untilWaiting(1);
      await Promise.all(sockets.map((socket) => socket.caughtUp()));
      return [asked, before] as const;
    });
    const [asked, before] = answers;
    expect(new Set((await Promise.all(asked)).map(({ ok }) => ok))).toEqual(new Set([true]));
    // Two at once of one investor, and one for all who came meanwhile.
    expect(begun() - before).toBeLessThanOrEqual(3);
    await trade();
    await platform.sequencer.settled();
    for (const socket of sockets) {
      const { seq } = await socket.next('snapshot');
      expect((await socket.next('update')).previousSeq).toBe(seq);
    }
  });

  test('are refused when they ask again and again', async () => {
    const socket = await connected();
    const statuses = new Set<unknown>();
    for (let round = 0; round < 12; round += 1) {
      platform.wall.advanceBy(1_000);
      for (let count = 0; count < 40 && !statuses.has('TooManyRequests'); count += 1) {
        if (count === 20) platform.wall.advanceBy(500);
        const answer = await subscribe(socket);
        statuses.add(answer.ok ? 'ok' : answer.code);
      }
    }
    expect(statuses).toEqual(new Set(['ok', 'TooManyRequests']));
  });
});

/** Runs a task once the next initial reading has taken its database snapshot, and before anything is sent. */
function betweenReadingAndSending(task: () => Promise<void>): void {
  const pool = platform.reads.whole;
  type Connect = (callback?: unknown) => Promise<pg.PoolClient>;
  const connect = pool.connect.bind(pool) as unknown as Connect;
  // The pool's own queries connect with a callback; only a reading checks out a client.
  const intercepted: Connect = async (callback) => {
    if (callback) return connect(callback);
    const reader = await connect();
    const query = reader.query.bind(reader) as (...args: unknown[]) => Promise<unknown>;
    const watched = async (...args: unknown[]) => {
      const result = await query(...args);
      if (args[0] !== 'commit') return result;
      vi.restoreAllMocks();
      await task();
      return result;
    };
    vi.spyOn(reader, 'query').mockImplementation(watched);
    return reader;
  };
  vi.spyOn(pool, 'connect').mockImplementation(intercepted as never);
}

describe('a subscription that is overtaken while it is read', () => {
  test('by another one of the same sub-account is refused, and the other one counts', async () => {
    const client = await connected();
    betweenReadingAndSending(async () => {
      expect(await subscribe(client)).toMatchObject({ ok: true });
    });
    expect(await subscribe(client)).toEqual({ ok: false, code: 'Unprocessable' });
    await client.caughtUp();
    expect(client.messages.filter(({ name }) => name === 'snapshot')).toHaveLength(1);
    await trade();
    await client.next('update');
  });

  test('by its end is refused, and nothing follows', async () => {
    const client = await connected();
    betweenReadingAndSending(async () => {
      expect(await client.ask('unsubscribe', { event: 'account', accountId: AN_1 })).toMatchObject({ ok: true });
    });
    expect(await subscribe(client)).toEqual({ ok: false, code: 'Unprocessable' });
    await trade();
    await platform.sequencer.settled();
    await client.caughtUp();
    expect(client.messages.filter(({ name }) => name === 'snapshot' || name === 'update')).toEqual([]);
  });
});

describe('the link to the exchange', () => {
  const linkIn = ({ items }: FeedMessage['body']) => items.filter(({ kind }) => kind === 'exchangeLink');

  test('is reported when a subscription begins, when it changes, and to a client that was away in the meantime', async () => {
    const client = await connected();
    await subscribe(client);
    const snapshot = await client.next('snapshot');
    expect(linkIn(snapshot)).toEqual([{ kind: 'exchangeLink', isUp: true }]);

    await platform.sequencer.submit({ kind: 'loseVenue', reason: 'drill' });
    expect(linkIn(await client.next('update'))).toEqual([{ kind: 'exchangeLink', isUp: false }]);
    const late = await connected();
    await subscribe(late, AN_1, snapshot.seq);
    expect(linkIn(await late.next('update'))).toEqual([{ kind: 'exchangeLink', isUp: false }]);

    await platform.sequencer.submit({ kind: 'resyncVenue', epoch: EPOCH, orders: [] });
    expect(linkIn(await client.next('update'))).toEqual([{ kind: 'exchangeLink', isUp: true }]);
  });
});

describe('resuming', () => {
  /** Returns the newest record of each thing from the messages, in order. */
  function lay(messages: readonly FeedMessage['body'][]): Map<string, unknown> {
    const state = new Map<string, unknown>();
    for (const { items } of messages) {
      for (const item of items) {
        // Everything here is as of a reading; no later message corrects these two.
        if (item.kind === 'unread' || item.kind === 'exchangeLink') continue;
        const record = item[String(item.kind)] as Record<string, unknown>;
        const id =
          record.mailboxId ?? record.fillId ?? record.settledId ?? record.orderId ?? record.contractCode ?? 'margin';
        // Margin is as of the moment of telling: a command that changed nothing of it may lie between.
        const { seq: _asOf, ...margin } = record;
        state.set(`${String(item.kind)} ${String(id)}`, id === 'margin' ? margin : record);
      }
    }
    return state;
  }

  test('loses, duplicates and reorders nothing, whenever the connection is cut', async () => {
    const watcher = await connected();
    await subscribe(watcher);
    const received: FeedMessage['body'][] = [];
    const start = (await subscribe(watcher)) as { seq: number };
    let lastSeq = start.seq;
    platform.venue.fillAtTicks = 1800;
    for (let round = 0; round < 8; round += 1) {
      const placed = [trade(1, round % 3 === 2 ? 'SELL' : 'BUY'), trade(1, 'SELL'), trade(2)];
      const client = await connected();
      const answer = await subscribe(client, AN_1, lastSeq);
      expect(answer).toEqual({ ok: true, seq: lastSeq });
      // Every second cut comes in the middle of it.
      if (round % 2 === 1) await client.next('update');
      else await Promise.all(placed).then(() => client.caughtUp());
      client.close();
      await Promise.all(placed);
      for (const { name, body } of client.messages) {
        expect(name).not.toBe('snapshot');
        if (name !== 'update') continue;
        expect(body.previousSeq).toBe(lastSeq);
        lastSeq = body.seq;
        received.push(body);
      }
      platform.wall.advanceBy(2000);
    }
    await platform.sequencer.settled();
    const last = await connected();
    await subscribe(last, AN_1, lastSeq);
    await last.caughtUp();
    received.push(...last.messages.filter(({ name }) => name === 'update').map(({ body }) => body));

    await watcher.caughtUp();
    const watched = watcher.messages.filter(({ name }) => name === 'update').map(({ body }) => body);
    const [fromCuts, fromWatching] = [lay(received), lay(watched)];
    expect([...fromCuts.keys()].sort()).toEqual([...fromWatching.keys()].sort());
    for (const [key, record] of fromCuts) expect([key, record]).toEqual([key, fromWatching.get(key)]);
    const fills = received.flatMap(({ items }) => items.filter(({ kind }) => kind === 'fill'));
    const ids = fills.map(({ fill }) => (fill as { fillId: string }).fillId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(24);
  });

  test.each([undefined, 0])(
    'sends what becomes durable during the initial reading after that reading (afterSeq %s)',
    async (afterSeq) => {
      platform.venue.fillAtTicks = 1800;
      await trade(1);
      await platform.sequencer.settled();
      const client = await connected();
      betweenReadingAndSending(async () => {
        await trade(2);
        await platform.sequencer.settled();
      });
      await subscribe(client, AN_1, afterSeq);
      const first = await client.next(afterSeq === undefined ? 'snapshot' : 'update');
      const lots: number[] = [];
      let previous = first.seq;
      while (!lots.includes(3)) {
        const { seq, previousSeq, items } = await client.next('update');
        expect(previousSeq).toBe(previous);
        previous = seq;
        lots.push(
          ...items.flatMap((item) =>
            item.kind === 'position' ? [(item.position as { netLots: number }).netLots] : [],
          ),
        );
      }
      expect(previous).toBe(platform.sequencer.durableSeq);
    },
  );

  test('from a position that does not exist yet or is too old gets a snapshot', async () => {
    const client = await connected();
    await subscribe(client, AN_1, 1_000_000);
    expect((await client.next('snapshot')).seq).toBe(platform.sequencer.durableSeq);
    await asOwner(platform.database, 'update projected set seq = seq + 20000');
    await subscribe(client, AN_1, 1);
    await client.next('snapshot');
    await asOwner(platform.database, 'update projected set seq = seq - 20000');
  });

  test('from a position of more than a day ago gets a snapshot', async () => {
    const client = await connected();
    await platform.sequencer.settled();
    const seq = platform.sequencer.durableSeq;
    await trade();
    await platform.sequencer.settled();
    const age = (interval: string) =>
      asOwner(platform.database, 'update journal_batch set written_at = now() - $1::interval', [interval]);
    await age('23 hours');
    await subscribe(client, AN_1, seq);
    expect(await client.next('update')).toMatchObject({ previousSeq: seq });
    await age('25 hours');
    await subscribe(client, AN_1, seq);
    await client.next('snapshot');
  });

  test('reports a position that was closed meanwhile with 0 lots', async () => {
    platform.venue.fillAtTicks = 1800;
    await trade(1);
    await platform.sequencer.settled();
    const seq = platform.sequencer.durableSeq;
    await trade(1, 'SELL');
    await platform.sequencer.settled();
    const client = await connected();
    await subscribe(client, AN_1, seq);
    const { items } = await client.next('update');
    expect(items.find(({ kind }) => kind === 'position')).toMatchObject({
      position: { netLots: 0, contractCode: CODE },
    });
    expect(items.map(({ kind }) => kind)).toEqual([
      'order',
      'fill',
      'position',
      'settled',
      'message',
      'margin',
      'exchangeLink',
      'unread',
    ]);
  });
});

describe('sessions', () => {
  test('logging out notifies and closes that slot, and no other', async () => {
    await an.signIn('binh@mua.demo');
    const binhSlot = an.slot ?? '';
    const binh = await connected();
    const { accounts } = (await an.get('/api/investor/session')).json();
    an.slot = accounts[0].accessToken.value;
    const other = await connected();
    an.slot = binhSlot;
    await an.post('/api/investor/logout', {});
    expect(await binh.next('unauthorized')).toEqual({ userId: '108C000002', value: binhSlot });
    expect(await binh.next('disconnect')).toMatchObject({ reason: 'io server disconnect' });
    await subscribe(other, AN_2);
    expect(other.socket.connected).toBe(true);
  });

  test('adding an account lets sockets return under the new browser session id', async () => {
    const client = await connected();
    await an.signIn('binh@mua.demo');
    expect(await client.next('disconnect')).toMatchObject({ reason: 'transport close' });
    expect(client.messages.some(({ name }) => name === 'unauthorized')).toBe(false);
  });

  test('a browser session that expires closes its sockets', async () => {
    const client = await connected();
    platform.clock.advanceBy(7 * 24 * 3600_000);
    platform.wall.advanceBy(5000);
    await client.next('unauthorized');
  });
});
