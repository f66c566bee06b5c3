/** Checks that a key is held by one task at a time over several processes, and that nobody waits for ever. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type KeyedLocks, openKeyedLocks } from '#db/keyed-locks.ts';
import { freshDatabaseUrl } from '#test/fixtures/database.ts';

let url: string;
let processes: readonly KeyedLocks[];

beforeAll(async () => {
  url = await freshDatabaseUrl();
  processes = [openKeyedLocks(url), openKeyedLocks(url)];
});
afterAll(() => Promise.all(processes.map((one) => one.close())));

let inside = 0;
let most = 0;
afterEach(() => {
  [inside, most] = [0, 0];
});

async function count(turns = 3): Promise<void> {
  inside += 1;
  most = Math.max(most, inside);
  for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
  inside -= 1;
}

interface Promised {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
}

function promised(): Promised {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const mutexes = (room: string) => processes.map((one) => one.mutex(room));

test('tasks under one key of one room take turns, wherever they are', async () => {
  const both = mutexes('a');
  await Promise.all(Array.from({ length: 40 }, (_, place) => both[place % 2]?.('key', () => count())));
  expect(most).toBe(1);
});

test.each([
  ['other keys', 'a', 'another key'],
  ['other rooms', 'b', 'key'],
])('%s wait for nobody', async (_name, room, key) => {
  const [first, second] = [promised(), promised()];
  const meet = (own: Promised, other: Promised) => async () => {
    own.resolve();
    await other.promise;
  };
  const [mutex, otherMutex] = [processes[0]?.mutex('a'), processes[1]?.mutex(room)];
  await Promise.all([mutex?.('key', meet(first, second)), otherMutex?.(key, meet(second, first))]);
});

test('tasks within tasks need no further connection, however many hold one', async () => {
  const [mutex] = mutexes('a');
  let held = 0;
  const all = promised();
  const tasks = Array.from({ length: 6 }, (_, place) =>
    mutex?.(`outer ${place}`, async () => {
      held += 1;
      if (held === 6) all.resolve();
      await all.promise;
      return mutex(`inner ${place}`, async () => place);
    }),
  );
  expect(await Promise.all(tasks)).toEqual([0, 1, 2, 3, 4, 5]);
});

test('a task that fails lets go, and says why', async () => {
  const [here, there] = mutexes('a');
  await expect(here?.('key', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await there?.('key', async () => 'yes')).toBe('yes');
});

test('whoever waits too long is told to try again, and the holder is not harmed', async () => {
  const [here, there] = mutexes('a');
  const [held, letGo] = [promised(), promised()];
  const holder = here?.('key', async () => {
    held.resolve();
    await letGo.promise;
    return 'done';
  });
  await held.promise;
  await expect(there?.('key', async () => 'in')).rejects.toMatchObject({ code: 'TooManyRequests' });
  letGo.resolve();
  expect(await holder).toBe('done');
  expect(await there?.('key', async () => 'in')).toBe('in');
});
