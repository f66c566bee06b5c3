/**
 * Runs the market's scheduled stages: sessions open and close, trade dates end and settle, delivery months are listed,
 * positions near their close-out. Each stage compares the engine's state with the calendars and enters the difference,
 * so a start after a week, a clock jump and an ordinary second are the same case, and nothing is entered twice. Stages
 * run in one order: closing, dates, opening.
 */
import type { CommandBody } from '@mua/core/engine';
import type { Clock } from '#ground/clock.ts';
import type { Sequencer } from '#journal/sequencer.ts';

/** Maximum time between two checks: a machine that slept wakes its timers late. */
const LOOK_EVERY_MS = 1_000;

export interface Stage {
  /** The commands that the state lacks at an instant of the market. */
  due(timeMs: number): readonly CommandBody[];
  /** The next instant at which something may be due; always in the future. */
  nextMs(timeMs: number): number;
}

export interface Timekeeper {
  /** Enters what is due; cheap if nothing is. Call it before anything that needs an up-to-date state. */
  look(): void;
  /** Checks even if nothing was planned, because something else changed the state. */
  lookAnew(): void;
  stop(): void;
}

export function keepTime(options: {
  readonly sequencer: Sequencer;
  readonly clock: Clock;
  /** The market's time: a recording has its own. */
  readonly marketTimeMs: () => number;
  readonly stages: readonly Stage[];
  readonly onFatal: (error: unknown) => void;
}): Timekeeper {
  const { sequencer, clock, marketTimeMs, stages, onFatal } = options;
  let nextMs = Number.NEGATIVE_INFINITY;
  let isLooking = false;
  let isStopped = false;
  let planned: { readonly atMs: number; readonly cancel: () => void } | undefined;

  /** True if the engine has taken all of them; a full queue means waiting. */
  function enter(commands: readonly CommandBody[]): boolean {
    const before = sequencer.state.seq;
    const entered = commands.map((command) => sequencer.submit(command));
    const isBehind = sequencer.state.seq < before + commands.length;
    const reported = Promise.all(entered);
    if (isBehind) isLooking = true;
    reported.then(
      () => {
        if (!isBehind) return;
        isLooking = false;
        lookAnew();
      },
      (error: unknown) => {
        if (!isStopped) onFatal(error);
      },
    );
    return !isBehind;
  }

  function lookAnew(): void {
    if (isLooking || isStopped) return;
    isLooking = true;
    const timeMs = marketTimeMs();
    for (const stage of stages) {
      const commands = stage.due(timeMs);
      if (commands.length > 0 && !enter(commands)) return;
    }
    isLooking = false;
    nextMs = Math.min(...stages.map((stage) => stage.nextMs(timeMs)));
    plan();
  }

  function look(): void {
    if (marketTimeMs() >= nextMs) lookAnew();
  }

  /** Exact to the millisecond where the market's time is the clock's. */
  function plan(): void {
    if (planned?.atMs === nextMs) return;
    planned?.cancel();
    planned = undefined;
    if (nextMs === Number.POSITIVE_INFINITY || nextMs <= clock.nowMs()) return;
    planned = { atMs: nextMs, cancel: clock.at(nextMs, look) };
  }

  lookAnew();
  const stopLooking = clock.every(LOOK_EVERY_MS, look);
  return {
    look,
    lookAnew,
    stop() {
      isStopped = true;
      stopLooking();
      planned?.cancel();
    },
  };
}
