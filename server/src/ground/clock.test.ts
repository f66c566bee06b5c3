/** Checks the product's time on a machine whose clock somebody sets. */
import { expect, test } from 'vitest';
import { systemClock } from '#ground/clock.ts';

const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2026, 10, 27, 2);

function machine() {
  const at = { wallMs: START_MS, steadyMs: 5_000 };
  return {
    wallMs: () => at.wallMs,
    steadyMs: () => at.steadyMs,
    pass(ms: number) {
      at.wallMs += ms;
      at.steadyMs += ms;
    },
    set(byMs: number) {
      at.wallMs += byMs;
    },
  };
}

test('is the machine’s, small corrections and a clock that is set forward included', () => {
  const own = machine();
  const clock = systemClock(0, own);
  own.pass(1_000);
  own.set(-40);
  expect(clock.nowMs()).toBe(START_MS + 960);
  own.set(HOUR_MS);
  expect(clock.nowMs()).toBe(START_MS + 960 + HOUR_MS);
});

test('goes on where it was when the machine is set back, and is the machine’s again once that is set right', () => {
  const own = machine();
  const clock = systemClock(0, own);
  own.pass(10_000);
  expect(clock.nowMs()).toBe(START_MS + 10_000);
  own.set(-HOUR_MS);
  for (let second = 11; second < 20; second += 1) {
    own.pass(1_000);
    expect(clock.nowMs()).toBe(START_MS + second * 1_000);
  }
  own.set(HOUR_MS);
  own.pass(1_000);
  expect(clock.nowMs()).toBe(own.wallMs());
  own.set(2 * HOUR_MS);
  expect(clock.nowMs()).toBe(own.wallMs());
});

test('set back twice and forward in part it never goes back', () => {
  const own = machine();
  const clock = systemClock(0, own);
  let last = clock.nowMs();
  for (const byMs of [-HOUR_MS, -5_000, HOUR_MS / 2, -HOUR_MS, 3 * HOUR_MS, -2_000, 2_000]) {
    own.pass(500);
    own.set(byMs);
    expect(clock.nowMs()).toBeGreaterThanOrEqual(last + 500);
    last = clock.nowMs();
  }
});

test('begins where the journal ended if the machine is behind it, and passes from there', () => {
  const own = machine();
  const clock = systemClock(START_MS + HOUR_MS, own);
  expect(clock.nowMs()).toBe(START_MS + HOUR_MS);
  own.pass(7_000);
  expect(clock.nowMs()).toBe(START_MS + HOUR_MS + 7_000);
  expect(clock.aheadMs).toBe(HOUR_MS);
});

test('tells how far it is ahead of the machine', () => {
  const own = machine();
  const clock = systemClock(0, own);
  const aheadAfter = (byMs: number): number => {
    own.pass(1_000);
    own.set(byMs);
    return clock.aheadMs;
  };
  expect([0, HOUR_MS, -HOUR_MS, HOUR_MS / 2, -40, HOUR_MS].map(aheadAfter)).toEqual([
    ...[0, 0, HOUR_MS],
    ...[HOUR_MS / 2, HOUR_MS / 2, 0],
  ]);
});
