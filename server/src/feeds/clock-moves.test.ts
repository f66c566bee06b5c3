/** Whoever moves a manual clock is told of at once, and time that passes by itself is not. */
import { beforeEach, expect, test } from 'vitest';
import { onClockMoved } from '#feeds/clock-moves.ts';
import { type ManualClock, manualClock } from '#ground/clock.ts';

let clock: ManualClock;
let wall: ManualClock;
let told: number;
let stop: () => void;

beforeEach(() => {
  [clock, wall, told] = [manualClock(1_000_000), manualClock(5_000), 0];
  stop = onClockMoved(clock, wall, () => {
    told += 1;
  });
});

const LOOK_MS = 50;

/** For both alike, look by look. */
function pass(ms: number): void {
  for (let passed = 0; passed < ms; passed += LOOK_MS) {
    clock.advanceTo(clock.nowMs() + LOOK_MS);
    wall.advanceTo(wall.nowMs() + LOOK_MS);
  }
}

test('time that passes for both is not told', () => {
  pass(60_000);
  expect(told).toBe(0);
});

test('a move is told once, at the next look', () => {
  clock.advanceTo(clock.nowMs() + 3_600_000);
  expect(told).toBe(0);
  pass(LOOK_MS);
  expect(told).toBe(1);
  pass(10_000);
  expect(told).toBe(1);
  clock.advanceTo(clock.nowMs() + 1_001);
  pass(LOOK_MS);
  expect(told).toBe(2);
});

test('a second more or less is left to the next heartbeat, and so is everything after the end', () => {
  clock.advanceTo(clock.nowMs() + 1_000);
  pass(LOOK_MS);
  stop();
  clock.advanceTo(clock.nowMs() + 3_600_000);
  pass(LOOK_MS);
  expect(told).toBe(0);
});
