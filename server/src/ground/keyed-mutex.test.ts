import { expect, test } from 'vitest';
import { createKeyedMutex, TRIES_AT_ONCE } from '#ground/keyed-mutex.ts';

test('serialises tasks of one key, runs those of two at once, and continues after a failure', async () => {
  const mutex = createKeyedMutex();
  const seen: string[] = [];
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const first = mutex('a', async () => {
    await held;
    seen.push('a1');
    throw new Error('failed');
  });
  const second = mutex('a', async () => void seen.push('a2'));
  await mutex('b', async () => void seen.push('b1'));
  expect(seen).toEqual(['b1']);
  letGo();
  await expect(first).rejects.toThrow('failed');
  await second;
  expect(seen).toEqual(['b1', 'a1', 'a2']);
});

test('fifty may wait for one key; the next one is refused, and later ones are not', async () => {
  const mutex = createKeyedMutex(TRIES_AT_ONCE);
  const fifty = Array.from({ length: 50 }, (_, place) => mutex('a', async () => place));
  await expect(mutex('a', async () => 50)).rejects.toMatchObject({ code: 'TooManyRequests' });
  expect(await Promise.all(fifty)).toEqual(fifty.map((_, place) => place));
  expect(await mutex('a', async () => 'free')).toBe('free');
});
