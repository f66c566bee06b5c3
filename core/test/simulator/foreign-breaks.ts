/** Seeded bugs that only a third-party exchange reveals: the simulated one never reports what triggers them. */
import { type Command, isFinal } from '@mua/core/engine';
import type { Break } from '#test/simulator/break.ts';

export const FOREIGN_BREAKS = {
  /** A fill of an order that is over is none. What an exchange said before its restart is something else, which ours says too. */
  'late-fills-vanish': {
    alterCommand(state, command) {
      if (command.kind !== 'reportExecution' || command.report.kind !== 'filled') return command;
      const { execId, orderId } = command.report;
      const order = state.orders.get(orderId);
      const isLate = order !== undefined && isFinal(order) && !order.seenExecIds.includes(execId);
      const isOfNow = [...state.venues.values()].some(({ epoch }) => execId.startsWith(`${epoch}-`));
      return isLate && isOfNow ? advanceTime(command) : command;
    },
  },
  /** Nobody asks after an answer that does not come. */
  'answers-never-due': {
    afterExecute(state) {
      for (const order of state.awaitingAnswer) order.answerDueMs = null;
      state.awaitingAnswer.clear();
    },
  },
  /** What no rule can settle is reported to nobody. */
  'doubts-unreported': {
    afterExecute(_state, _command, events) {
      for (let at = events.length - 1; at >= 0; at -= 1) if (events[at]?.kind === 'orderInDoubt') events.splice(at, 1);
    },
  },
} as const satisfies Record<string, Break>;

function advanceTime({ seq, timeMs }: Command): Command {
  return { kind: 'passTime', seq, timeMs };
}
