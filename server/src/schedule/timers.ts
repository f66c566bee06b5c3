/** Advances the engine's time when something becomes due by time alone: a countdown ends, a liquidation is retried. */
import { nextDueMs } from '@mua/core/engine';

import type { Clock } from '#ground/clock.ts';
import type { Sequencer } from '#journal/sequencer.ts';

/** Watches the next due time; returns how to stop. */
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
      // The queue is full or closing: the next durable step plans it again.
      sequencer.submit({ kind: 'passTime' }).catch(() => {});
    });
    planned = { dueMs, cancel };
  }

  sequencer.onDurable(plan);
  plan();
  return () => planned?.cancel();
}
