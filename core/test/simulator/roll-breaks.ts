/** Seeded bugs of rolls into another month. */
import type { EngineState } from '@mua/core/engine';
import type { Break } from '#test/simulator/break.ts';

const pending = new WeakMap<EngineState, EngineState['rolls']>();

export const ROLL_BREAKS = {
  /** More is opened than was closed. */
  'roll-opens-more': {
    afterExecute(_state, command, events) {
      for (const [at, event] of events.entries()) {
        if (event.kind !== 'orderChanged' || !event.order.orderId.endsWith('-r')) continue;
        const { order } = event;
        if (order.receivedSeq === command.seq)
          events[at] = { ...event, order: { ...order, quantityLots: order.quantityLots + 1 } };
      }
    },
  },
  /** What was to be opened is opened although its closing order was to be cancelled. */
  'roll-survives-cancel': {
    beforeExecute: (state) => void pending.set(state, new Map(state.rolls)),
    afterExecute(state) {
      for (const [closingId, target] of pending.get(state) ?? []) {
        const closing = state.orders.get(closingId);
        if (closing?.closedMs === null) state.rolls.set(closingId, target);
      }
    },
  },
  /** A restart forgets what is to be opened. */
  'restart-forgets-rolls': {
    afterRestore: (state) => state.rolls.clear(),
  },
} as const satisfies Record<string, Break>;
