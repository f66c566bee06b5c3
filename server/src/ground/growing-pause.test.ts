import { expect, test } from 'vitest';
import { growingPause } from '#ground/growing-pause.ts';

test('what fails each time is tried ever more rarely, and at once after it has succeeded', async () => {
  let nowMs = 0;
  const pause = growingPause({ shortestMs: 1_000, longestMs: 8_000, nowMs: () => nowMs });
  const tries: number[] = [];
  for (; nowMs < 40_000; nowMs += 500) {
    if (!pause.isOver()) continue;
    tries.push(nowMs);
    await expect(pause.attempt(() => Promise.reject(new Error('again')))).rejects.toThrow('again');
  }
  expect(tries).toEqual([0, 1_000, 3_000, 7_000, 15_000, 23_000, 31_000, 39_000]);
  expect(await pause.attempt(async () => 'made')).toBe('made');
  expect(pause.isOver()).toBe(true);
});
