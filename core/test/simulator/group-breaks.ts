/** Seeded bugs of orders that are placed together. */
import type { Break } from '#test/simulator/break.ts';

export const GROUP_BREAKS = {
  /** Both orders of a pair go on after the first fill. */
  'pairs-forgotten': {
    afterExecute(state, command) {
      if (command.kind !== 'placeGroup' || command.groupKind !== 'OCO') return;
      for (const place of [1, 2]) {
        const order = state.orders.get(`${command.groupId}-${place}`);
        if (order?.group) order.group = { ...order.group, kind: 'SCALE' };
      }
    },
  },
  /** Nobody hears that both orders of a pair were filled. */
  'second-fill-untold': {
    afterExecute(_state, _command, events) {
      const told = events.findIndex(({ kind }) => kind === 'siblingFilledToo');
      if (told >= 0) events.splice(told, 1);
    },
  },
} as const satisfies Record<string, Break>;
