import { expect, test } from 'vitest';
import { LONG_ROUND_MS, measureLoad, SHORT_ROUND_MS } from '#ground/load.ts';

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

test('rounds are on time until they are long, and a long one counts from its beginning', () => {
  const { load, round, pass } = stage();
  for (let count = 0; count < 20; count += 1) round(LONG_ROUND_MS);
  expect(load.lateMs).toBe(0);
  pass(3 * LONG_ROUND_MS);
  expect([load.lateMs, load.nowMs() - load.cameMs]).toEqual([3 * LONG_ROUND_MS, 3 * LONG_ROUND_MS]);
});

test('what has been late for long is late until a round is short', () => {
  const { load, round } = stage();
  for (let count = 0; count < 3; count += 1) round(LONG_ROUND_MS + 1);
  // Shorter, because a part is refused.
  for (let count = 0; count < 10; count += 1) round(SHORT_ROUND_MS + 1);
  expect(load.lateMs).toBe(3 * (LONG_ROUND_MS + 1) + 10 * (SHORT_ROUND_MS + 1));
  round(SHORT_ROUND_MS);
  expect(load.lateMs).toBe(0);
});

test('however late it is, each round does something for as long as a short one lasts', () => {
  const { load, pass, round } = stage();
  for (let count = 0; count < 4; count += 1) round(LONG_ROUND_MS + 1);
  expect(load.isTooLate(1_000)).toBe(false);
  pass(SHORT_ROUND_MS);
  expect(load.isTooLate(1_000)).toBe(false);
  pass(1);
  expect([load.isTooLate(1_000), load.isTooLate(load.lateMs)]).toEqual([true, false]);
});

test('what lay in the kernel while the process was frozen has the age of the freeze, for one round', () => {
  const { load, round } = stage();
  round(SHORT_ROUND_MS);
  round(60_000);
  expect(load.nowMs() - load.cameMs).toBe(60_000);
  round(SHORT_ROUND_MS);
  expect(load.nowMs() - load.cameMs).toBe(0);
  round(2_000);
  expect(load.nowMs() - load.cameMs).toBe(0);
});
