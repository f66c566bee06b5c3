import { expect, test } from 'vitest';
import { measureLoad, ROUND_MS } from '#ground/load.ts';

function stage() {
  let now = 0;
  const load = measureLoad(() => now);
  return {
    load,
    /** A round that takes so long, and the next begins. */
    round(ms: number): void {
      now += ms;
      load.beginRound();
    },
    pass(ms: number): void {
      now += ms;
    },
  };
}

test('short rounds are on time, and a long one counts from its beginning', () => {
  const { load, round, pass } = stage();
  round(ROUND_MS);
  round(ROUND_MS);
  expect(load.lateMs).toBe(0);
  pass(3 * ROUND_MS);
  expect([load.lateMs, load.nowMs() - load.roundMs]).toEqual([3 * ROUND_MS, 3 * ROUND_MS]);
});

test('it is late for as long as no round ends on time, and no longer', () => {
  const { load, round } = stage();
  round(ROUND_MS);
  for (let count = 0; count < 10; count += 1) round(ROUND_MS + 1);
  expect(load.lateMs).toBe(10 * (ROUND_MS + 1));
  round(ROUND_MS);
  expect(load.lateMs).toBe(0);
});
