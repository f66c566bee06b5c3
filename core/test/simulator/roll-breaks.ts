/** Seeded bugs of rolls into another month. */
import type { Break } from '#test/simulator/break.ts';

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
  /** A restart forgets what is to be opened. */
  'restart-forgets-rolls': {
    afterRestore: (state) => state.rolls.clear(),
  },
} as const satisfies Record<string, Break>;
