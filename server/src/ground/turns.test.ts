import { expect, test } from 'vitest';
import { createTurns } from '#ground/turns.ts';

function stage(limits: Partial<Parameters<typeof createTurns>[0]> = {}) {
  const refused: string[] = [];
  const most = { atOnce: 3, atOnceOfKey: 2, waiting: 10, waitingOfKey: 10, ...limits };
  const turns = createTurns(most, () => refused.push('refused'));
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    refused,
    ask: (key: string, name: string) =>
      turns.take(key, () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      }),
    async end(name: string): Promise<void> {
      ends.get(name)?.();
      await new Promise(setImmediate);
    },
  };
}

test('a key has its part, everybody together theirs, and who waits is next', async () => {
  const { ask, begun, end } = stage();
  for (const name of ['a1', 'a2', 'a3', 'a4']) void ask('a', name);
  void ask('b', 'b1');
  void ask('c', 'c1');
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  await end('b1');
  expect(begun.slice(3)).toEqual(['c1']);
  await end('a1');
  expect(begun.slice(4)).toEqual(['a3']);
  await end('a2');
  expect(begun.slice(5)).toEqual(['a4']);
});

test('keys take turns', async () => {
  const { ask, begun, end } = stage({ atOnce: 1 });
  for (const name of ['a1', 'a2', 'a3']) void ask('a', name);
  for (const name of ['b1', 'b2']) void ask('b', name);
  for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2']);
});

test('more than may wait is refused, of one key and of all', async () => {
  const { ask, begun, end, refused } = stage({ atOnce: 1, waiting: 3, waitingOfKey: 2 });
  for (const name of ['a1', 'a2', 'a3']) void ask('a', name);
  await expect(ask('a', 'a4')).rejects.toThrow('TooManyRequests');
  void ask('b', 'b1');
  await expect(ask('c', 'c1')).rejects.toThrow('ServiceUnavailable');
  expect(refused).toHaveLength(2);
  for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('work that fails gives its turn back', async () => {
  const turns = createTurns({ atOnce: 1, atOnceOfKey: 1, waiting: 1, waitingOfKey: 1 }, () => {});
  await expect(turns.take('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await turns.take('a', async () => 'next')).toBe('next');
});
