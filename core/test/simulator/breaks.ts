/**
 * Seeded bugs (reliability, "Seeded bugs"): each plants one fault that the auditor must catch. A check that never
 * went red proves nothing.
 */
import type { Command, EngineEvent, EngineState, VenueRequest } from '@mua/core/engine';

export interface Break {
  readonly acknowledgesEarly?: boolean;
  readonly beforeExecute?: (state: EngineState, command: Command) => void;
  readonly afterExecute?: (state: EngineState, command: Command, events: EngineEvent[]) => void;
  readonly afterRestore?: (state: EngineState) => void;
  readonly alterRequest?: (request: VenueRequest) => VenueRequest;
}

export const BREAKS = {
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
  /** Margin of a cancelled, partly filled order is released twice. */
  'release-margin-twice': {
    afterExecute(state, _command, events) {
      for (const event of events) {
        if (event.kind !== 'orderChanged' || event.order.status !== 'CANCELLED' || event.order.filledLots === 0)
          continue;
        const account = state.accounts.get(event.order.accountId);
        if (account && account.requiredVnd > 0n) account.requiredVnd -= 1_000_000n;
      }
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
} as const satisfies Record<string, Break>;

export type BreakName = keyof typeof BREAKS;

export function isBreakName(name: string): name is BreakName {
  return name in BREAKS;
}
