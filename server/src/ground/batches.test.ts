import { expect, test } from 'vitest';
import { createBatches } from '#ground/batches.ts';

/** Batches whose runs end when the test says so. */
function held(most: number) {
  const runs: { readonly items: string; readonly end: () => void }[] = [];
  const { add } = createBatches<string, string>({
    most,
    run: (items) =>
      new Promise((resolve) => {
        runs.push({ items: items.join(' '), end: () => resolve(resultOf) });
      }),
  });
  return { add, runs, seen: () => runs.map(({ items }) => items) };
}

function resultOf(item: string): string {
  if (item === 'refused') throw new Error('it is refused');
  return item.toUpperCase();
}

/** Runs everything that waits for nothing but other promises. */
function quiet(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

test('what comes in one turn begins together; what comes meanwhile runs together afterwards, in order', async () => {
  const { add, runs, seen } = held(10);
  const first = [add('a'), add('b')];
  await quiet();
  const others = [add('c')];
  await quiet();
  others.push(add('d'), add('e'));
  await quiet();
  expect(seen()).toEqual(['a b']);
  runs[0]?.end();
  expect(await Promise.all(first)).toEqual(['A', 'B']);
  await quiet();
  expect(seen()).toEqual(['a b', 'c d e']);
  runs[1]?.end();
  expect(await Promise.all(others)).toEqual(['C', 'D', 'E']);
  const last = add('f');
  await quiet();
  runs[2]?.end();
  expect(await last).toBe('F');
});

test('a batch holds no more than it may', async () => {
  const { add, runs, seen } = held(2);
  const all = ['a', 'b', 'c', 'd', 'e'].map(add);
  for (let ended = 0; ended < 3; ended += 1) {
    await quiet();
    runs[ended]?.end();
  }
  expect(await Promise.all(all)).toEqual(['A', 'B', 'C', 'D', 'E']);
  expect(seen()).toEqual(['a b', 'c d', 'e']);
});

test('one that is refused is refused alone', async () => {
  const { add, runs, seen } = held(10);
  const all = Promise.allSettled(['a', 'refused', 'b'].map(add));
  await quiet();
  runs[0]?.end();
  expect((await all).map(endOf)).toEqual(['A', 'it is refused', 'B']);
  expect(seen()).toEqual(['a refused b']);
});

test('a batch that fails is run again in halves, before anything else; who fails alone is rejected', async () => {
  const runs: string[] = [];
  const { add } = createBatches<string, string>({
    most: 5,
    run: async (items) => {
      runs.push(items.join(' '));
      await quiet();
      if (items.includes('bad')) throw new Error('the whole batch failed');
      return resultOf;
    },
  });
  const all = await Promise.allSettled(['a', 'b', 'bad', 'c', 'd', 'e'].map(add));
  expect(runs).toEqual(['a b bad c d', 'a b bad', 'a b', 'bad', 'c d', 'e']);
  expect(all.map(endOf)).toEqual(['A', 'B', 'the whole batch failed', 'C', 'D', 'E']);
});

function endOf(one: PromiseSettledResult<string>): string {
  return one.status === 'fulfilled' ? one.value : one.reason.message;
}
