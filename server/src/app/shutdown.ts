/** Closes what a start has opened, in reverse order, after a stop or a refused start. */
import { setTimeout as sleep } from 'node:timers/promises';

export interface Shutdown {
  /**
   * Installs the signal handlers before anything is opened: a supervisor that is killed during the start signals only
   * once.
   */
  onSignals(): void;
  /** Registers a resource, to be closed before those opened earlier. Throws if the start was asked to stop. */
  opened(close: () => unknown): void;
  /** Registers what is closed last. */
  closeLast(close: () => unknown): void;
  /** @throws StopAskedError */
  assertNotAsked(): void;
  /** Sets what a stop does from now on; before, it lets the current step end, if that ends in time. */
  actOnStop(stop: () => void): void;
  /**
   * Closes everything, whatever becomes of one. Rejects with the first failure; and when something does not close in time,
   * because what hangs must not hang a stop.
   */
  closeAll(): Promise<void>;
}

/** A stop ends within fifteen seconds, whatever hangs. */
const CLOSED_WITHIN_MS = 12_000;

function tooLate(): Error {
  return new Error(`not closed after ${CLOSED_WITHIN_MS / 1000} s; what was acknowledged is on disk`);
}

/**
 * One after the other, whatever becomes of those before: on a full disk the database above all has to be stopped still.
 * @throws the first failure, at the end; `onFurther` is told of the others.
 */
export async function closeEach(closers: Iterable<() => unknown>, onFurther: (error: unknown) => void): Promise<void> {
  const failures: unknown[] = [];
  for (const close of closers) {
    try {
      await close();
    } catch (error) {
      failures.push(error);
    }
  }
  const [first, ...further] = failures;
  for (const error of further) onFurther(error);
  if (failures.length > 0) throw first;
}

/** A stop was requested during the start. */
export class StopAskedError extends Error {}

export function createShutdown(say: (message: string) => void): Shutdown {
  const open: (() => unknown)[] = [];
  let isAsked = false;
  let act = (): void => {};

  function ask(): void {
    if (isAsked) return;
    isAsked = true;
    say('Stopping');
    // The current step of a start may wait for a database that hangs. Nobody catches this: the process ends as it does
    // after any failure (failed-start.ts).
    setTimeout(() => {
      throw tooLate();
    }, CLOSED_WITHIN_MS).unref();
    act();
  }

  function assertNotAsked(): void {
    if (isAsked) throw new StopAskedError();
  }
  return {
    onSignals() {
      for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.on(signal, ask);
    },
    opened(close) {
      open.unshift(close);
      assertNotAsked();
    },
    closeLast: (close) => open.push(close),
    assertNotAsked,
    actOnStop(stop) {
      act = stop;
    },
    async closeAll() {
      const closing = (async () => {
        await closeEach(open.splice(0), (error) =>
          say(`Not closed: ${error instanceof Error ? error.message : error}`),
        );
        return true;
      })();
      if (!(await Promise.race([closing, sleep(CLOSED_WITHIN_MS, false)]))) throw tooLate();
    },
  };
}
