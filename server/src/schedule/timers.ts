/**
 * Lets the engine's time pass when something becomes due by time alone: a countdown runs out, a liquidation is retried.
 */
import { nextDueMs } from '@mua/core/engine';

import type { Clock } from '#ground/clock.ts';
import type { Sequencer } from '#journal/sequencer.ts';

/** Watches what is due next; returns how to stop. */
export function advanceTimeWhenDue(sequencer: Sequencer, clock: Clock): () => void {
  let planned: { readonly dueMs: number; readonly cancel: () => void } | undefined;

  function plan(): void {
    const dueMs = nextDueMs(sequencer.state);
    if (planned?.dueMs === dueMs) return;
    planned?.cancel();
    planned = undefined;
    if (dueMs === Number.POSITIVE_INFINITY) return;
    const cancel = clock.at(dueMs, () => {
      planned = undefined;
      // A full queue or a closing one: the next step that becomes durable plans it again.
      sequencer.submit({ kind: 'passTime' }).catch(() => {});
    });
    planned = { dueMs, cancel };
  }

  sequencer.onDurable(plan);
  plan();
  return () => planned?.cancel();
}
