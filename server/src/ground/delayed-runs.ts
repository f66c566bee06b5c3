/** Runs a task for a subject some time after it was planned; planned again, the earlier plan does not count. */
import type { Clock } from '#ground/clock.ts';

export interface DelayedRuns {
  plan(subject: string): void;
  /** Resolves when nothing is running. */
  settled(): Promise<void>;
  /** Cancels what is planned, also by the runs that it waits for. */
  stop(): Promise<void>;
}

/** `run` must not reject; it may plan its subject again. */
export function createDelayedRuns(deps: {
  readonly clock: Clock;
  readonly delayMs: number;
  readonly run: (subject: string) => Promise<void>;
}): DelayedRuns {
  const { clock, delayMs, run } = deps;
  const running = new Set<Promise<void>>();
  const cancels = new Map<string, () => void>();

  function begin(subject: string): void {
    cancels.delete(subject);
    const begun = run(subject).finally(() => running.delete(begun));
    running.add(begun);
  }

  function cancelAll(): void {
    for (const cancel of cancels.values()) cancel();
  }

  async function settled(): Promise<void> {
    while (running.size > 0) await Promise.all(running);
  }

  return {
    plan(subject) {
      cancels.get(subject)?.();
      cancels.set(
        subject,
        clock.at(clock.nowMs() + delayMs, () => begin(subject)),
      );
    },
    settled,
    async stop() {
      cancelAll();
      await settled();
      cancelAll();
    },
  };
}
