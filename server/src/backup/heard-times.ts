/**
 * Remembers what the thread that keeps backups has told of them. Until when everything is in the place is told in the
 * machine's time and kept as how long ago that was: a clock that was ahead and is set right must not hide that the place
 * is away since.
 */
import type { BackupTimes } from '#backup/keep-backups.ts';
import { type Clock, machineClock, steadyClock } from '#ground/clock.ts';

export interface HeardTimes {
  /** 0 of what there is none of yet. */
  hear(times: BackupTimes): void;
  /** In the machine's time as it is now. Before any of it is known it is when this began. */
  now(): BackupTimes;
}

export function rememberTimes(
  machine: Pick<Clock, 'nowMs'> = machineClock(),
  steady: Pick<Clock, 'nowMs'> = steadyClock(),
): HeardTimes {
  const beganMs = steady.nowMs();
  let [toldMs, confirmedMs, baseMs] = [0, beganMs, 0];
  const inMachineTime = (steadyMs: number): number => machine.nowMs() - (steady.nowMs() - steadyMs);
  return {
    hear(times) {
      // What stands is as long ago as it was, whatever the clock shows by now.
      if (times.confirmedMs !== 0 && times.confirmedMs !== toldMs)
        confirmedMs = steady.nowMs() - Math.max(0, machine.nowMs() - times.confirmedMs);
      [toldMs, baseMs] = [times.confirmedMs, times.baseMs];
    },
    now: () => ({ confirmedMs: inMachineTime(confirmedMs), baseMs: baseMs || inMachineTime(beganMs) }),
  };
}
