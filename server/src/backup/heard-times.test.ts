import { expect, test } from 'vitest';
import { rememberTimes } from '#backup/heard-times.ts';

const DAY_MS = 86_400_000;

test('a clock that was a day ahead and is set right hides no place that is away', () => {
  let [machineMs, steadyMs] = [100 * DAY_MS, 0];
  const pass = (ms: number): void => {
    machineMs += ms;
    steadyMs += ms;
  };
  const times = rememberTimes({ nowMs: () => machineMs }, { nowMs: () => steadyMs });
  pass(5_000);
  expect(times.now()).toEqual({ confirmedMs: machineMs - 5_000, baseMs: machineMs - 5_000 });

  times.hear({ confirmedMs: machineMs, baseMs: 7 });
  pass(1_000);
  times.hear({ confirmedMs: machineMs, baseMs: 7 });
  machineMs -= DAY_MS;
  // The place is there: what the thread tells is of the right time again.
  pass(1_000);
  times.hear({ confirmedMs: machineMs, baseMs: 7 });
  expect(times.now()).toEqual({ confirmedMs: machineMs, baseMs: 7 });

  // It goes away while the clock is wrong.
  machineMs += DAY_MS;
  times.hear({ confirmedMs: machineMs, baseMs: 7 });
  const toldMs = machineMs;
  machineMs -= DAY_MS;
  pass(180_000);
  times.hear({ confirmedMs: toldMs, baseMs: 7 });
  expect(machineMs - times.now().confirmedMs).toBe(180_000);
});
