import { expect, test } from 'vitest';
import { createBatches } from '#ground/batches.ts';

/** Batches whose runs end when the test says so. */
function held(most: number) {
  const runs: { readonly items: readonly string[]; readonly end: () => void; readonly fail: (why: string) => void }[] =
    [];
  const batches = createBatches<string, string>({
    most,
    run: (items) =>
      new Promise((resolve, reject) => {
        runs.push({
          items,
          end: () =>
            resolve((item) => {
              if (item.startsWith('no')) throw new Error(`${item} is refused`);
              return item.toUpperCase();
            }),
          fail: (why) => reject(new Error(why)),
        });
      }),
  });
  return { add: batches.add, runs, seen: () => runs.map(({ items }) => items.join(' ')) };
}

/** Runs everything that waits for nothing but other promises. */
function quiet(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

test('the first runs at once; what comes meanwhile runs together, after it, in order', async () => {
  const { add, runs, seen } = held(10);
  const first = add('a');
  const others = [add('b'), add('c'), add('d')];
  await quiet();
  expect(seen()).toEqual(['a']);
  runs[0]?.end();
  expect(await first).toBe('A');
  await quiet();
  expect(seen()).toEqual(['a', 'b c d']);
  runs[1]?.end();
  expect(await Promise.all(others)).toEqual(['B', 'C', 'D']);
  const last = add('e');
  expect(seen()).toEqual(['a', 'b c d', 'e']);
  runs[2]?.end();
  expect(await last).toBe('E');
});

test('a batch holds no more than it may', async () => {
  const { add, runs, seen } = held(2);
  const all = ['a', 'b', 'c', 'd'].map(add);
  for (let ended = 0; ended < 3; ended += 1) {
    runs[ended]?.end();
    await quiet();
  }
  expect(seen()).toEqual(['a', 'b c', 'd']);
  expect(await Promise.all(all)).toEqual(['A', 'B', 'C', 'D']);
});

test('one that is refused is refused alone', async () => {
  const { add, runs } = held(10);
  const first = add('a');
  const others = Promise.allSettled([add('b'), add('no'), add('c')]);
  runs[0]?.end();
  await first;
  await quiet();
  runs[1]?.end();
  expect(await others).toMatchObject([
    { status: 'fulfilled', value: 'B' },
    { status: 'rejected', reason: { message: 'no is refused' } },
    { status: 'fulfilled', value: 'C' },
  ]);
});

test('a batch that fails is run again in halves, before anything else; who fails alone is rejected', async () => {
  const runs: string[] = [];
  const { add } = createBatches<string, string>({
    most: 5,
    run: async (items) => {
      runs.push(items.join(' '));
      await quiet();
      if (items.includes('bad')) throw new Error('the whole batch failed');
      return (item) => item.toUpperCase();
    },
  });
  const all = await Promise.allSettled(['a', 'b', 'c', 'bad', 'd', 'e', 'f'].map(add));
  expect(runs).toEqual(['a', 'b c bad d e', 'b c bad', 'b c', 'bad', 'd e', 'f']);
  expect(all.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.message))).toEqual([
    'A',
    'B',
    'C',
    'the whole batch failed',
    'D',
    'E',
    'F',
  ]);
});
