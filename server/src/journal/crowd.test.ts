import { expect, test } from 'vitest';
import { watchCrowd } from '#journal/crowd.ts';

const BEARABLE_MS = 80;

function stage() {
  let nowMs = 1_000_000;
  const crowd = watchCrowd(() => nowMs);
  const letIn = (waiting: number, bearableMs = BEARABLE_MS): boolean => !crowd.isTooLong(waiting, bearableMs);
  return {
    ...{ crowd, letIn },
    pass(ms: number): void {
      nowMs += ms;
    },
    /** So many become durable after so long, and more waited all the time. */
    writes(count: number, tookMs: number): void {
      const beganMs = nowMs;
      nowMs += tookMs;
      crowd.done(count, 10 * count, beganMs);
    },
    /** How many may wait in an overload until the next one is not let in. */
    most(): number {
      crowd.isTooLong(Number.POSITIVE_INFINITY, BEARABLE_MS);
      let count = 0;
      while (letIn(count + 1)) count += 1;
      return count;
    },
  };
}

test('a burst is let in as far as it is over in half a second, and it may not last', () => {
  const { letIn, pass } = stage();
  // Two commands in a millisecond until more is known.
  expect([letIn(0), letIn(1_000)]).toEqual([true, true]);
  pass(500);
  expect(letIn(1_000)).toBe(true);
  pass(1);
  expect([letIn(161), letIn(160)]).toEqual([false, true]);
});

test('a burst that is longer than that is an overload at once, until nobody was refused for two seconds', () => {
  const { crowd, letIn, pass } = stage();
  expect([crowd.isOverload, letIn(0), letIn(1_001), crowd.isOverload]).toEqual([false, true, false, true]);
  expect([letIn(161), letIn(160)]).toEqual([false, true]);
  pass(2_000);
  expect([crowd.isOverload, letIn(161)]).toEqual([true, false]);
  pass(2_001);
  expect([crowd.isOverload, letIn(0), letIn(1_000)]).toEqual([false, true, true]);
});

test('who bears more is refused later', () => {
  const { letIn } = stage();
  expect([letIn(0), letIn(1_001)]).toEqual([true, false]);
  expect([letIn(2_000, 1_000), letIn(2_001, 1_000)]).toEqual([true, false]);
});

test('a faster pace is learnt from any batch, a slower one only while enough waits', () => {
  const { crowd, letIn, writes, pass, most } = stage();
  // One at a time says nothing of how many there could be.
  for (let count = 0; count < 1_000; count += 1) {
    pass(20);
    crowd.done(1, 1, -1);
  }
  expect([letIn(0), letIn(1_000), letIn(1_001)]).toEqual([true, true, false]);
  for (let count = 0; count < 400; count += 1) writes(250, 50);
  expect(most()).toBeCloseTo(400, -1);
  for (let count = 0; count < 400; count += 1) writes(150, 50);
  expect(most()).toBeCloseTo(240, -1);
});

test('a slow disk is learnt although few are let in, and a few always are', () => {
  const { writes, most, letIn } = stage();
  expect([letIn(0), letIn(1_001)]).toEqual([true, false]);
  for (let count = 0; count < 20; count += 1) {
    writes(40, 400);
    letIn(1_000);
  }
  expect(most()).toBe(99);
  expect(letIn(1_000, 10_000)).toBe(true);
  expect(letIn(1_002, 10_000)).toBe(false);
});
