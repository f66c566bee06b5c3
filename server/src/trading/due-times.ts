/** Lets the engine's time pass when something becomes due by time alone: a countdown runs out, a liquidation is retried. */
import type { Clock } from '#clock';
import type { Sequencer } from './sequencer.ts';

/** Watches what is due next; returns how to stop. */
export function passTimeWhenDue(sequencer: Sequencer, clock: Clock): () => void {
  let planned: { readonly dueMs: number; readonly cancel: () => void } | undefined;

  function plan(): void {
    const { nextDueMs } = sequencer.state;
    if (planned?.dueMs === nextDueMs) return;
    planned?.cancel();
    planned = undefined;
    if (nextDueMs === Number.POSITIVE_INFINITY) return;
    const cancel = clock.at(nextDueMs, () => {
      planned = undefined;
      // A full queue or a closing one: the next step that becomes durable plans it again.
      sequencer.submit({ kind: 'passTime' }).catch(() => {});
    });
    planned = { dueMs: nextDueMs, cancel };
  }

  sequencer.onDurable(plan);
  plan();
  return () => planned?.cancel();
}
