/**
 * Advances the engine's time when something becomes due by time alone: a countdown ends, a liquidation is retried. An
 * engine that nobody can reach is told so, because it does not stand still for that.
 */
import { nextDueMs } from '@mua/core/engine';

import type { Clock } from '#ground/clock.ts';
import type { Sequencer } from '#journal/sequencer.ts';

/** Nobody asks to be waited for for less than fifteen seconds, and that the bus is lost is known after six at most. */
const DEAF_EVERY_MS = 1_000;

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

/** While nobody can be heard, no silence counts (docs/rules/orders.md#cancel-when-gone); returns how to stop. */
export function tellWhenDeaf(
  sequencer: Pick<Sequencer, 'state' | 'submit'>,
  { every }: Pick<Clock, 'every'>,
  isDeaf: () => boolean,
): () => void {
  let wasDeaf = false;
  return every(DEAF_EVERY_MS, () => {
    const isStill = isDeaf() && wasDeaf;
    // Twice, because whoever did not run for a while has yet to read what was said.
    wasDeaf = isDeaf();
    // It is closing.
    if (isStill && sequencer.state.cancelAfters.size > 0)
      sequencer.submit({ kind: 'passTime', isDeaf: true }).catch(() => {});
  });
}
