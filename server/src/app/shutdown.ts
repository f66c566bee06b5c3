/** How a start ends in order: what it opened is closed backwards, by a stop as by a start that is refused. */

export interface Shutdown {
  /** Called before anything is opened: a supervisor that is killed while we start says so only once. */
  onSignals(): void;
  /** Closed by a stop from now on, before all that was opened earlier. A start that was asked to stop goes no further. */
  opened(close: () => unknown): void;
  /** Closed when nothing else is left. */
  closeLast(close: () => unknown): void;
  /** @throws StopAskedError */
  assertNotAsked(): void;
  /** What a stop does from now on; before, it only lets the step that is under way end. */
  actOnStop(stop: () => void): void;
  closeAll(): Promise<void>;
}

/** A stop was asked for while the start was under way. */
export class StopAskedError extends Error {}

export function createShutdown(say: (message: string) => void): Shutdown {
  const open: (() => unknown)[] = [];
  let isAsked = false;
  let act = (): void => {};

  function ask(): void {
    if (isAsked) return;
    isAsked = true;
    say('Stopping');
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
      for (const close of open.splice(0)) await close();
    },
  };
}
