/** Checks devices of one investor against a server with the server's own rule: in whatever order, all end the same. */
import type { Keepsake } from '@mua/contract/entities/keepsake';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { memoryStore, open, prepareStage, stage, startServer } from '#test/keepsake-devices.ts';

beforeEach(prepareStage);

test('what is arranged on one device is found on the other, changed and deleted too', async () => {
  const laptop = open('laptop');
  laptop.set('buy', 'q');
  await laptop.meet();
  const phone = open('phone');
  await phone.meet();
  expect(phone.values()).toEqual({ buy: 'q' });
  phone.set('buy', 'w');
  phone.set('sell', 'e');
  await phone.meet();
  await laptop.meet();
  expect(laptop.values()).toEqual({ buy: 'w', sell: 'e' });
  laptop.set('buy', null);
  await laptop.meet();
  await phone.meet();
  expect(phone.values()).toEqual({ sell: 'e' });
  expect([...laptop.page.meetings, ...phone.page.meetings]).toEqual([]);
});

test('what was changed without a network waits, over a reload, and goes up later', async () => {
  const laptop = open('laptop');
  await laptop.meet();
  laptop.page.isOnline = false;
  laptop.set('buy', 'q');
  await laptop.meet();
  laptop.close();
  expect(stage.server.values()).toEqual({});
  const again = open('laptop', laptop);
  await again.meet();
  expect(stage.server.values()).toEqual({ buy: 'q' });
  expect(again.book.waiting()).toEqual([]);
});

test('tabs of one browser share a book: what one has noted, the other only sees', async () => {
  const one = open('laptop');
  await one.meet();
  const other = open('laptop', { shelf: one.shelf });
  await other.meet();
  one.set('buy', 'q');
  const [noted] = one.book.waiting();
  // As stores of another tab are read anew.
  other.set('buy', 'q');
  expect(other.book.waiting()).toEqual([noted]);
  await other.meet();
  await one.meet();
  expect(stage.server.values()).toEqual({ buy: 'q' });
  expect([one.page.meetings, other.page.meetings]).toEqual([[], []]);
});

describe('where two devices meet at one thing', () => {
  async function two() {
    const [laptop, phone] = [open('laptop'), open('phone')];
    laptop.set('buy', 'a');
    await laptop.meet();
    await phone.meet();
    for (const device of [laptop, phone]) device.page.isOnline = false;
    laptop.set('buy', 'early');
    stage.nowMs += 10;
    phone.set('buy', 'late');
    return { laptop, phone };
  }

  async function goOnline(...devices: ReturnType<typeof open>[]) {
    for (const device of [...devices, ...devices]) {
      device.page.isOnline = true;
      await device.meet();
    }
  }

  test.each(['laptop', 'phone'] as const)('the later change stays, the other is told once: %s first', async (first) => {
    const { laptop, phone } = await two();
    await goOnline(...(first === 'laptop' ? [laptop, phone] : [phone, laptop]));
    expect([laptop.values(), phone.values(), stage.server.values()]).toEqual(Array(3).fill({ buy: 'late' }));
    expect(laptop.page.meetings).toEqual([{ kind: 'shortcut', key: 'buy', value: 'late', own: 'early' }]);
    expect(phone.page.meetings).toEqual([]);
  });

  test('undoing it brings the own value back, and asks nobody', async () => {
    const { laptop, phone } = await two();
    await goOnline(phone, laptop);
    laptop.sync.choose(laptop.page.meetings.map(({ kind, key, own }) => ({ kind, key, value: own })));
    await laptop.meet();
    await phone.meet();
    expect([laptop.values(), phone.values(), stage.server.values()]).toEqual(Array(3).fill({ buy: 'early' }));
    expect(phone.page.meetings).toEqual([]);
  });

  test('the same change on both is no meeting, and one that follows is none either', async () => {
    const { laptop, phone } = await two();
    phone.set('buy', 'early');
    await goOnline(phone, laptop);
    phone.set('buy', 'next');
    await goOnline(phone, laptop);
    expect(laptop.values()).toEqual({ buy: 'next' });
    expect(laptop.page.meetings).toEqual([]);
  });
});

describe('what lay here before', () => {
  test('goes up once; what the server has already stays, and that is told', async () => {
    const phone = open('phone', { store: memoryStore(new Map([['buy', 'p']])) });
    await phone.meet();
    const old = new Map([
      ['buy', 'l'],
      ['sell', 'm'],
    ]);
    const laptop = open('laptop', { store: memoryStore(old) });
    await laptop.meet();
    expect(stage.server.values()).toEqual({ buy: 'p', sell: 'm' });
    expect(laptop.values()).toEqual({ buy: 'p', sell: 'm' });
    expect(laptop.page.meetings).toMatchObject([{ key: 'buy', own: 'l' }]);
  });

  test('of a visitor does not win over what an investor left here without a network', async () => {
    const laptop = open('laptop');
    await laptop.meet();
    laptop.page.isOnline = false;
    laptop.set('buy', 'mine');
    laptop.close();
    // Signed out: the server's is forgotten, what waits is not.
    for (const name of laptop.shelf.names()) if (!name.startsWith('waiting ')) laptop.shelf.remove(name);
    const again = open('laptop', { shelf: laptop.shelf, store: memoryStore(new Map([['buy', 'a visitor’s']])) });
    await again.meet();
    expect([again.values(), stage.server.values()]).toEqual([{ buy: 'mine' }, { buy: 'mine' }]);
  });
});

describe('what a page shows as it was when it opened', () => {
  /** Touched: by hand, since it was read from the browser. */
  const arranged = (value: string, touched = false) => {
    const store = memoryStore(new Map([['buy', value]]));
    let met = touched ? 'something else' : value;
    const ofPage = {
      isTouched: () => store.values.get('buy') !== met,
      noteMet: () => {
        met = store.values.get('buy') ?? '';
      },
    };
    return { ...store, source: { ...store.source, ofPage } };
  };

  test('is what its investor did last, on whichever device', async () => {
    const laptop = open('laptop', { store: arranged('old') });
    await laptop.meet();
    const phone = open('phone');
    await phone.meet();
    phone.set('buy', 'new');
    await phone.meet();
    await laptop.meet();
    expect(laptop.values()).toEqual({ buy: 'old' });
    laptop.close();
    const again = open('laptop', { shelf: laptop.shelf, store: arranged('old') });
    await again.meet();
    expect(again.values()).toEqual({ buy: 'new' });
  });

  test('tells the other device when a page that had not shown its change overwrites it', async () => {
    const office = open('office', { store: arranged('old') });
    await office.meet();
    const home = open('home');
    await home.meet();
    home.set('buy', 'four charts');
    await home.meet();
    await office.meet();
    stage.nowMs += 10;
    office.set('buy', 'old, wider');
    office.set('buy', 'old, wider still');
    await office.meet();
    await home.meet();
    expect(home.values()).toEqual({ buy: 'old, wider still' });
    expect(home.page.meetings).toMatchObject([{ own: 'four charts', value: 'old, wider still' }]);
    // Once it is told, what the page does next is no news.
    office.set('buy', 'old, narrower');
    await office.meet();
    await home.meet();
    expect(home.page.meetings).toHaveLength(1);
  });

  test('is not taken for newer because it was arranged before the page came back to it', async () => {
    const store = arranged('old');
    const laptop = open('laptop', { store });
    await laptop.meet();
    laptop.set('buy', 'mine');
    await laptop.meet();
    laptop.close();
    const phone = open('phone');
    await phone.meet();
    stage.nowMs += 10;
    phone.set('buy', 'newer');
    await phone.meet();
    const again = open('laptop', { shelf: laptop.shelf, store });
    await again.meet();
    await phone.meet();
    expect([again.values(), phone.values(), stage.server.values()]).toEqual(Array(3).fill({ buy: 'newer' }));
  });

  test.each([true, false])('is not undone, arranged before the book was open (heard of: %j)', async (isKnown) => {
    const phone = open('phone');
    phone.set('buy', 'old');
    await phone.meet();
    const before = open('laptop', { store: arranged('older') });
    await before.meet();
    before.close();
    stage.nowMs += 10;
    const laptop = open('laptop', { ...(isKnown ? { shelf: before.shelf } : {}), store: arranged('new', true) });
    await laptop.meet();
    await phone.meet();
    expect([laptop.values(), phone.values(), stage.server.values()]).toEqual(Array(3).fill({ buy: 'new' }));
  });
});

describe('is not taken for a deletion', () => {
  test('that another investor acts now', async () => {
    const laptop = open('laptop');
    laptop.set('buy', 'q');
    await laptop.meet();
    laptop.page.isActing = false;
    laptop.set('buy', null);
    await laptop.meet();
    expect(stage.server.values()).toEqual({ buy: 'q' });
  });

  test('what this client can not show', async () => {
    const phone = open('phone');
    phone.set('later', 'q');
    await phone.meet();
    const store = memoryStore(new Map(), ['later']);
    const laptop = open('laptop', { store });
    await laptop.meet();
    expect(laptop.values()).toEqual({});
    laptop.close();
    await open('laptop', { store, shelf: laptop.shelf }).meet();
    expect(stage.server.values()).toEqual({ later: 'q' });
  });

  test('what a store lets go of because it can not show it any more', async () => {
    const unshown: string[] = [];
    const store = memoryStore(new Map(), unshown);
    const laptop = open('laptop', { store });
    laptop.set('buy', 'q');
    await laptop.meet();
    unshown.push('buy');
    store.set('buy', null);
    await laptop.meet();
    expect(stage.server.values()).toEqual({ buy: 'q' });
  });

  test('that the server was restored to a time before: what is here goes up again', async () => {
    const laptop = open('laptop');
    laptop.set('buy', 'q');
    await laptop.meet();
    laptop.set('sell', 'w');
    await laptop.meet();
    stage.server = startServer();
    await laptop.meet();
    await laptop.meet();
    expect(stage.server.values()).toEqual({ buy: 'q', sell: 'w' });
    expect(laptop.values()).toEqual({ buy: 'q', sell: 'w' });
  });
});

test('a device that was away for longer than deletions are remembered drops them', async () => {
  const [laptop, phone] = [open('laptop'), open('phone')];
  laptop.set('buy', 'q');
  laptop.set('sell', 'w');
  await laptop.meet();
  await phone.meet();
  laptop.set('buy', null);
  await laptop.meet();
  stage.server.forgetDeletions();
  await phone.meet();
  expect([phone.values(), stage.server.values()]).toEqual([{ sell: 'w' }, { sell: 'w' }]);
});

test('what the server can not read does not keep the rest from going up', async () => {
  const laptop = open('laptop', {
    answer: (_after, items) => (items.some(({ key }) => key === 'bad') ? { kind: 'malformed' } : undefined),
  });
  await laptop.meet();
  for (const key of ['buy', 'bad', 'sell']) laptop.set(key, 'q');
  await laptop.meet();
  expect(stage.server.values()).toEqual({ buy: 'q', sell: 'q' });
  expect(laptop.book.waiting().map(({ key }) => key)).toEqual(['bad']);
});

test('where there is no room, that is said once and deletions go up still', async () => {
  const laptop = open('laptop', {
    answer: (_after, items) => (items.some(({ value }) => value !== null) ? { kind: 'full' } : undefined),
  });
  await laptop.meet();
  for (const key of ['buy', 'sell']) {
    laptop.set(key, 'q');
    await laptop.meet();
  }
  laptop.set('sell', null);
  await laptop.meet();
  expect(laptop.page.full).toBe(1);
  expect([...stage.server.rows.keys()]).toEqual(['shortcut sell']);
});

test('a server that keeps nothing of what it takes is asked again later, not at once', async () => {
  let calls = 0;
  const laptop = open('laptop', {
    answer: () => {
      calls += 1;
      return { kind: 'reading', reading: { items: [], place: 0, isWhole: false, nowMs: stage.nowMs } };
    },
  });
  await laptop.meet();
  laptop.set('buy', 'q');
  const before = calls;
  await laptop.meet();
  expect(calls - before).toBeLessThan(4);
  expect(laptop.book.waiting()).toHaveLength(1);
});

test('a reading that was overtaken by a later one changes nothing', async () => {
  const laptop = open('laptop');
  const item = (ms: number, value: string): Keepsake => ({
    ...{ kind: 'shortcut', key: 'buy', before: null, value },
    stamp: `${String(ms).padStart(15, '0')}.phone0000000`,
  });
  const reading = (ms: number, value: string) => ({
    items: [item(ms, value)],
    place: ms,
    isWhole: false,
    nowMs: stage.nowMs,
  });
  laptop.book.merge(reading(7, 'late'));
  expect(laptop.book.merge(reading(5, 'early'))).toEqual({ changes: [], meetings: [] });
  expect(laptop.book.valueOf({ kind: 'shortcut', key: 'buy' })).toBe('late');
});

test('what was changed here later than elsewhere stays while that is heard, over a reload', async () => {
  const [laptop, phone] = [open('laptop'), open('phone')];
  await laptop.meet();
  phone.set('buy', 'early');
  await phone.meet();
  laptop.page.isOnline = false;
  stage.nowMs += 5;
  laptop.set('buy', 'late');
  laptop.close();
  // A page that opens reads first.
  const again = open('laptop', laptop);
  await again.meet();
  await phone.meet();
  expect([again.values(), phone.values(), stage.server.values()]).toEqual(Array(3).fill({ buy: 'late' }));
});

test('a clock that goes ahead is taken back to the server’s', async () => {
  const laptop = open('laptop');
  laptop.page.isOnline = false;
  laptop.page.clockMs = 3_600_000;
  laptop.set('buy', 'q');
  laptop.page.isOnline = true;
  await laptop.meet();
  const stamp = stage.server.rows.get('shortcut buy')?.item.stamp ?? '';
  expect(Number(stamp.slice(0, 15))).toBe(stage.nowMs);
});

test('devices that change, lose the network, reload and meet in any order end the same', async () => {
  const act = fc.record({
    device: fc.nat(2),
    what: fc.constantFrom('set', 'set', 'set', 'delete', 'meet', 'cut', 'join', 'reload', 'lose answer'),
    key: fc.constantFrom('buy', 'sell', 'flatten'),
    value: fc.constantFrom('a', 'b', 'c'),
    ms: fc.nat(2),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 40 }), async (acts) => {
      stage.server = startServer();
      stage.nowMs = 1_000_000;
      /** The next call arrives, and its answer does not. */
      const losing = new Set<number>();
      /** What was chosen last of each thing, on whichever device. */
      const latest = new Map<string, string | null>();
      const answerOf = (number: number) => (_after: number, items: readonly Keepsake[]) => {
        if (!losing.delete(number)) return undefined;
        if (items.length > 0) stage.server.write(items);
        return { kind: 'lost' } as const;
      };
      const devices = ['laptop', 'desktop', 'phone'].map((name, number) => open(name, { answer: answerOf(number) }));
      for (const { device: number, what, key, value, ms } of acts) {
        const device = devices[number];
        if (!device) continue;
        stage.nowMs += 1 + ms;
        const wanted = what === 'set' ? value : null;
        if ((what === 'set' || what === 'delete') && (device.values()[key] ?? null) !== wanted) {
          device.set(key, wanted);
          latest.set(key, wanted);
        }
        if (what === 'meet') await device.meet();
        if (what === 'cut') device.page.isOnline = false;
        if (what === 'join') device.page.isOnline = true;
        if (what === 'lose answer') losing.add(number);
        if (what === 'reload') {
          device.close();
          const name = ['laptop', 'desktop', 'phone'][number] ?? '';
          devices[number] = open(name, { shelf: device.shelf, store: device.store, answer: answerOf(number) });
        }
      }
      for (const device of devices) device.page.isOnline = true;
      losing.clear();
      for (let round = 0; round < 3; round += 1) for (const device of devices) await device.meet();
      const end = Object.fromEntries([...latest].filter(([, value]) => value !== null));
      for (const device of devices) {
        expect([device.values(), stage.server.values()]).toEqual([end, end]);
        expect(device.book.waiting()).toEqual([]);
        device.close();
      }
    }),
    { numRuns: 300, endOnFailure: true },
  );
});
