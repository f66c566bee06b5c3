/**
 * Seeded bugs (reliability, "Seeded bugs"): each plants one fault that the auditor must catch. A check that never
 * went red proves nothing. They are planted around the engine or in its memory, never in its files.
 */
import { type Command, type EngineEvent, type EngineState, execute, type VenueRequest } from '@mua/core/engine';
import { LADDER_BREAKS } from './ladder-breaks.ts';
import { ORDER_BREAKS } from './order-breaks.ts';
import { RULE_BREAKS } from './rule-breaks.ts';

export interface Break {
  readonly acknowledgesEarly?: boolean;
  readonly beforeExecute?: (state: EngineState, command: Command) => void;
  /** The engine is given another command than the one that is journaled. */
  readonly alterCommand?: (state: EngineState, command: Command) => Command;
  readonly afterExecute?: (state: EngineState, command: Command, events: EngineEvent[]) => void;
  /** Of a recovery: the snapshot is in memory, the journal's tail is not yet replayed. */
  readonly afterRestore?: (state: EngineState) => void;
  readonly afterRecovery?: (state: EngineState) => void;
  readonly alterRequest?: (request: VenueRequest) => VenueRequest;
}

/** The engine, with the fault around it: the original, its recoveries and its restored copies all have the same. */
export function engineWith(broken: Break | undefined): typeof execute {
  if (!broken) return execute;
  return (state, command) => {
    broken.beforeExecute?.(state, command);
    const events = execute(state, broken.alterCommand?.(state, command) ?? command);
    broken.afterExecute?.(state, command, events);
    return events;
  };
}

const PLATFORM_BREAKS = {
  /** Acknowledges and routes before the commit. */
  'ack-before-commit': { acknowledgesEarly: true },
  /** A restart forgets which client order ids were used. */
  'forget-client-orders': {
    afterRestore(state) {
      for (const account of state.accounts.values()) account.clientOrders.clear();
    },
  },
  /** A report said twice is booked twice. */
  'book-doubles': {
    beforeExecute(state, command) {
      if (command.kind !== 'reportExecution') return;
      const order = state.orders.get(command.report.orderId);
      if (order) order.seenExecIds.length = 0;
    },
  },
  /** The snapshot does not know up to where it reaches, so the commands before it run twice. */
  'snapshot-without-last-seq': {
    afterRestore(state) {
      state.seq = Math.max(0, state.seq - 40);
    },
  },
  /** A price of zero or below is taken for "no price". */
  'no-price-below-zero': {
    afterExecute(state, command) {
      if (command.kind !== 'markPrices') return;
      for (const mark of command.prices) {
        const listed = state.contracts.get(mark.contractCode);
        if (listed && mark.lastTicks <= 0) listed.lastTicks = null;
      }
    },
  },
  /** The exchange is not told who owns an order, so investors trade with themselves. */
  'self-trade': {
    alterRequest: (request) =>
      request.kind === 'submit' ? { ...request, order: { ...request.order, ownerId: request.order.orderId } } : request,
  },
  /** A fill's fee is taken but not credited to the house. */
  'one-sided-posting': {
    afterExecute(state, _command, events) {
      if (!events.some((event) => event.kind === 'orderFilled')) return;
      const fees = state.balances.get('house:fees:demo') ?? 0n;
      state.balances.set('house:fees:demo', fees - 1n);
    },
  },
  /** A restart does not enter what waits for a price on its board again. */
  'restart-forgets-triggers': {
    afterRecovery(state) {
      state.boards.clear();
    },
  },
} as const satisfies Record<string, Break>;

export const BREAKS = { ...PLATFORM_BREAKS, ...LADDER_BREAKS, ...ORDER_BREAKS, ...RULE_BREAKS } as const;

export type BreakName = keyof typeof BREAKS;

export function isBreakName(name: string): name is BreakName {
  return name in BREAKS;
}
