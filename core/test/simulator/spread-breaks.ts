/** Seeded bugs of calendar spreads. */
import type { Break } from '#test/simulator/break.ts';

export const SPREAD_BREAKS = {
  /** The price of a leg is taken for a trade in its contract. */
  'leg-sets-mark': {
    afterExecute(state, _command, events) {
      for (const event of events) {
        if (event.kind !== 'orderFilled' || !event.fill.execId.endsWith('.2')) continue;
        const listed = state.contracts.get(event.fill.contractCode);
        if (listed) listed.lastTicks = event.fill.priceTicks;
      }
    },
  },
  /** One leg is a tick off: the two sides of the trade would not be what was traded. */
  'leg-off-by-a-tick': {
    alterCommand(_state, command) {
      if (command.kind !== 'reportExecution' || command.report.kind !== 'filled' || !command.report.legs)
        return command;
      const { nearTicks, farTicks } = command.report.legs;
      return { ...command, report: { ...command.report, legs: { nearTicks, farTicks: farTicks + 1 } } };
    },
  },
  /** A restart finds the order in its near leg only. */
  'restart-forgets-far-legs': {
    afterRestore(state) {
      for (const { holdings } of state.accounts.values()) {
        for (const { contractCode, orders } of holdings.values()) {
          const isHere = orders.filter((order) => !order.contractCode.endsWith(`-${contractCode}`));
          orders.splice(0, orders.length, ...isHere);
        }
      }
    },
  },
} as const satisfies Record<string, Break>;
