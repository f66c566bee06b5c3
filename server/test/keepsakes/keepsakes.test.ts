/** Checks what investors arrange over HTTP: merged by stamps, read from a place, private, bounded, told at once. */
import { createHash } from 'node:crypto';
import { KEEPSAKES, type Keepsake } from '@mua/contract/entities/keepsake';
import { NAMESPACES } from '@mua/contract/feeds/messages';
import fc from 'fast-check';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createKeepsakes, type KeepsakesChanged } from '#keepsakes/keepsakes.ts';
import { type Browser, type Platform, signedIn, startPlatform } from '#test/fixtures/platform.ts';

let platform: Platform;
let an: Browser;
let address: string;
const URL = '/api/investor/keepsakes';

beforeAll(async () => {
  platform = await startPlatform({ limits: { requestsPerMinute: 1e6 } });
  address = await platform.listen();
  an = await signedIn(platform, 'an@mua.demo');
});
afterAll(() => platform.close());
beforeEach(() => clear());

/** As in a new installation; the owner of the tables does it. */
async function clear(): Promise<void> {
  await platform.database.pool.query('delete from keepsake');
  await platform.database.pool.query('delete from keepsake_turn');
}

const stamp = (ms: number, device = 'laptop-0'): string => `${String(ms).padStart(15, '0')}.${device}`;

function key(name: string, at: string, value: string | null, before: string | null = null): Keepsake {
  return { kind: 'shortcut', key: name, stamp: at, before, value };
}

async function write(items: readonly Keepsake[], after = 0, browser = an) {
  return browser.post(URL, { after, items });
}

async function read(after = 0, browser = an) {
  return (await browser.get(`${URL}?after=${after}`)).json();
}

const shown = (reading: { items: Keepsake[] }) => reading.items.map(({ key: name, value }) => [name, value]);

describe('of two changes to one thing', () => {
  test('the later stamp stays, whichever comes first, and both devices are told so', async () => {
    await write([key('buy', stamp(20, 'laptop-0'), 'q')]);
    const late = await write([key('buy', stamp(10, 'desktop-0'), 'w')]);
    expect(shown(late.json())).toEqual([['buy', 'q']]);
    expect(shown((await write([key('buy', stamp(20, 'phone-00'), 'e')])).json())).toEqual([['buy', 'e']]);
    expect(shown(await read())).toEqual([['buy', 'e']]);
  });

  test('any order, any division into calls and any repetition end the same', async () => {
    const change = fc
      .record({
        name: fc.constantFrom('buy', 'sell', 'flatten'),
        ms: fc.nat(6),
        device: fc.constantFrom('laptop-0', 'Phone-_0', 'desktop0'),
        isGone: fc.boolean(),
      })
      // A device stamps two changes of one thing never alike.
      .map((of) => key(of.name, stamp(of.ms, of.device), of.isGone ? null : hash(of)));
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 1, maxLength: 12 }),
        fc.array(fc.nat(), { minLength: 12, maxLength: 12 }),
        fc.integer({ min: 1, max: 5 }),
        async (drawn, order, size) => {
          const changes = [...new Map(drawn.map((each) => [`${each.key} ${each.stamp}`, each])).values()];
          const shuffled = [...changes, ...changes.slice(0, 3)]
            .map((each, place) => ({ each, rank: order[place % order.length] ?? 0 }))
            .toSorted((one, other) => one.rank - other.rank)
            .map(({ each }) => each);
          await clear();
          for (let done = 0; done < shuffled.length; done += size) await write(shuffled.slice(done, done + size));
          const latest = new Map<string, Keepsake>();
          for (const each of changes) {
            const known = latest.get(each.key);
            if (!known || each.stamp > known.stamp) latest.set(each.key, each);
          }
          const end = [...latest.values()].toSorted((one, other) => (one.key < other.key ? -1 : 1));
          const { items } = await read();
          expect(items.toSorted((one: Keepsake, other: Keepsake) => (one.key < other.key ? -1 : 1))).toEqual(end);
        },
      ),
      { numRuns: 60, endOnFailure: true },
    );
  });

  test('a reply says what its writer knew before', async () => {
    await write([key('buy', stamp(20), 'w', stamp(10, 'phone-00'))]);
    expect((await read()).items[0].before).toBe(stamp(10, 'phone-00'));
  });
});

describe('a reading', () => {
  test('goes on after its place, and begins with everything', async () => {
    expect(await read()).toMatchObject({ items: [], place: 0, isWhole: true });
    const first = (await write([key('buy', stamp(1), 'q')])).json();
    expect(first).toMatchObject({ place: 1, isWhole: true });
    await write([key('sell', stamp(2), 'w')]);
    const later = await read(first.place);
    expect(later).toMatchObject({ place: 2, isWhole: false });
    expect(shown(later)).toEqual([['sell', 'w']]);
    expect(await read(later.place)).toMatchObject({ items: [], place: 2, isWhole: false });
  });

  test('is whole again for whoever was away for longer than deletions are remembered', async () => {
    await write([key('buy', stamp(1), 'q'), key('sell', stamp(1), 'w')]);
    const { place } = (await write([key('buy', stamp(2), null)])).json();
    expect(shown(await read())).toContainEqual(['buy', null]);
    await platform.database.pool.query('update keepsake set written_ms = written_ms - $1 where value is null', [
      KEEPSAKES.deletedDays * 86_400_000 + 1,
    ]);
    await write([key('flatten', stamp(3), 'e')]);
    expect(await read(place - 1)).toMatchObject({ isWhole: true });
    expect(shown(await read(place - 1)).map(([name]) => name)).toEqual(['sell', 'flatten']);
    // Whoever had heard of it misses nothing.
    expect(await read(place)).toMatchObject({ isWhole: false });
  });

  test('is whole for a place that this server never gave', async () => {
    await write([key('buy', stamp(1), 'q')]);
    expect(await read(77)).toMatchObject({ isWhole: true, place: 1 });
  });

  test('is of the acting investor alone', async () => {
    await write([key('buy', stamp(1), 'q')]);
    const binh = await signedIn(platform, 'binh@mua.demo');
    expect((await read(0, binh)).items).toEqual([]);
  });
});

describe('what is refused', () => {
  test.each([
    ['an unknown kind', { ...key('buy', stamp(1), 'q'), kind: 'wish' }],
    ['a value of another kind', { ...key('buy', stamp(1), 'q'), value: { tool: 'trend' } }],
    ['a field that no value has', { kind: 'desk', key: 'arrangement', stamp: stamp(1), before: null, value: { x: 1 } }],
    ['a stamp that is none', key('buy', '12.x', 'q')],
    ['a stamp ahead of the clock', key('buy', stamp(Date.now() + 2 * KEEPSAKES.aheadMs), 'q')],
  ])('%s', async (_what, item) => {
    const answer = await write([item as Keepsake]);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'BadRequest']);
    expect((await read()).items).toEqual([]);
  });

  test('more than an investor may have, as a whole; what deletes is taken', async () => {
    await platform.database.pool.query('insert into keepsake_turn (investor_id, place) values ($1, 1)', ['108C000001']);
    await platform.database.pool.query(
      `insert into keepsake (investor_id, kind, key, stamp, value, place, written_ms)
       select $1, 'shortcut', 'key' || n, $2, '"q"'::jsonb, 1, 0 from generate_series(1, $3) as n`,
      ['108C000001', stamp(1), KEEPSAKES.most],
    );
    const full = await write([key('key1', stamp(2), 'w'), key('one-more', stamp(2), 'w')]);
    expect([full.statusCode, full.json()]).toMatchObject([
      409,
      { code: 'KeepsakesFull', facts: { max: KEEPSAKES.most, maxBytes: KEEPSAKES.mostBytes } },
    ]);
    expect((await read(1)).items).toEqual([]);
    expect((await write([key('key1', stamp(2), 'w')], 1)).statusCode).toBe(200);
    expect((await write([key('key1', stamp(3), null)], 1)).statusCode).toBe(200);
    expect((await write([key('one-more', stamp(3), 'w')], 1)).statusCode).toBe(200);
  });
});

describe('a change is told', () => {
  test('to sockets of the same investor, and to nobody else', async () => {
    const binh = await signedIn(platform, 'binh@mua.demo');
    await write([key('sell', stamp(1), 'q')], 0, binh);
    const [mine, foreign] = await Promise.all([heard(an), heard(binh)]);
    await write([key('buy', stamp(1), 'q')]);
    await write([key('buy', stamp(1), 'q')]);
    expect(await mine.next()).toEqual({ place: 1 });
    await write([key('buy', stamp(2), 'w')]);
    // The repetition changed nothing and was not told; its turn was taken.
    expect(await mine.next()).toEqual({ place: 3 });
    await write([key('buy', stamp(1), 'q')], 0, binh);
    expect(await foreign.next()).toEqual({ place: 2 });
    for (const { close } of [mine, foreign]) close();
  });

  test('to the neighbours, whose word counts like an own one', async () => {
    const told: string[] = [];
    const spoken: ((text: string) => void)[] = [];
    const neighbours = {
      tell: (topic: string, text: string) => void told.push(`${topic} ${text}`),
      hear: (_topic: string, listener: (text: string) => void) => void spoken.push(listener),
    };
    const { pool } = platform.database;
    const keepsakes = createKeepsakes({
      pool,
      wall: { nowMs: () => Date.now() },
      neighbours,
      onWritten: async () => {},
    });
    const changed: KeepsakesChanged[] = [];
    keepsakes.onChanged((each) => changed.push(each));
    spoken[0]?.(JSON.stringify({ investorId: '108C000001', place: 4 }));
    expect(changed).toEqual([{ investorId: '108C000001', place: 4 }]);
    expect(told).toEqual([]);
  });
});

interface Heard {
  next(): Promise<unknown>;
  close(): void;
}

async function heard(browser: Browser): Promise<Heard> {
  const { ticket } = (await browser.post('/api/session/socket-ticket', {})).json();
  const socket = io(address + NAMESPACES.investor, { transports: ['websocket'], forceNew: true, auth: { ticket } });
  const messages: unknown[] = [];
  let wake = (): void => undefined;
  socket.on('keepsakes', (message) => {
    messages.push(message);
    wake();
  });
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve);
    socket.on('connect_error', reject);
  });
  return {
    async next() {
      while (messages.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return messages.shift();
    },
    close: () => void socket.close(),
  };
}

function hash(of: object): string {
  return createHash('sha256').update(JSON.stringify(of)).digest('hex').slice(0, 8);
}
