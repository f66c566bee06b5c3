/**
 * Seeded bugs (reliability, "Seeded bugs"): each plants one fault that the auditor must catch, since a check that has
 * never failed proves nothing. They are planted around the engine or in its state, never in its files.
 */
import { post } from '#ledger/ledger.ts';
import { OpenLots } from '#positions/open-lots.ts';
import { ABSENCE_BREAKS } from '#test/simulator/absence-breaks.ts';
import type { Break } from '#test/simulator/break.ts';
import { COPY_BREAKS } from '#test/simulator/copy-breaks.ts';
import { EXCHANGE_BREAKS } from '#test/simulator/exchange-breaks.ts';
import { FOREIGN_BREAKS } from '#test/simulator/foreign-breaks.ts';
import { GROUP_BREAKS } from '#test/simulator/group-breaks.ts';
import { MARGIN_LEVEL_BREAKS } from '#test/simulator/margin-level-breaks.ts';
import { ORDER_BREAKS } from '#test/simulator/order-breaks.ts';
import { PACKAGE_BREAKS } from '#test/simulator/package-breaks.ts';
import { ROLL_BREAKS } from '#test/simulator/roll-breaks.ts';
import { RULE_BREAKS } from '#test/simulator/rule-breaks.ts';
import { SPREAD_BREAKS } from '#test/simulator/spread-breaks.ts';
import { MONEY_BREAKS, WITHDRAWAL_BREAKS } from '#test/simulator/withdrawal-breaks.ts';

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
  /** The exchange does not learn who owns an order, so investors trade with themselves. */
  'self-trade': {
    alterRequest: (request) =>
      request.kind === 'submit' ? { ...request, order: { ...request.order, ownerId: request.order.orderId } } : request,
  },
  /** A fill's fee is taken but not credited to the broker. */
  'one-sided-posting': {
    afterExecute(state, _command, events) {
      if (!events.some((event) => event.kind === 'orderFilled')) return;
      const fees = state.balances.get('house:fees:demo') ?? 0n;
      state.balances.set('house:fees:demo', fees - 1n);
    },
  },
  /** Each fee is taken twice, and posted twice. */
  'fee-twice': {
    afterExecute(state, _command, events) {
      for (const event of [...events]) {
        if (event.kind !== 'moneyPosted' || event.posting.type !== 'fee') continue;
        post(state.balances, event.posting);
        events.push(event);
      }
    },
  },
  /** A fill is free: no fee is taken, and none is posted. */
  'fee-forgotten': {
    afterExecute(state, _command, events) {
      for (const event of [...events]) {
        if (event.kind !== 'moneyPosted' || event.posting.type !== 'fee') continue;
        const entries = event.posting.entries.map(({ account, amountVnd }) => ({ account, amountVnd: -amountVnd }));
        post(state.balances, { ...event.posting, entries });
        events.splice(events.indexOf(event), 1);
      }
    },
  },
  /** The lots that were opened last settle first. */
  'last-in-first-out': {
    beforeExecute(state, command) {
      if (command.kind !== 'reportExecution' || command.report.kind !== 'filled') return;
      const order = state.orders.get(command.report.orderId);
      const account = state.accounts.get(order?.accountId ?? '');
      const position = account?.positions.get(command.report.contractCode);
      if (position) position.openLots = OpenLots.of([...position.openLots].reverse());
    },
  },
  /** Orders reach the exchange with a worse limit than asked. */
  'limit-loosened': {
    alterRequest(request) {
      if (request.kind !== 'submit' || request.order.limitPriceTicks === undefined) return request;
      const { order } = request;
      const limitPriceTicks = request.order.limitPriceTicks + (order.side === 'BUY' ? 3 : -3);
      return { ...request, order: { ...order, limitPriceTicks } };
    },
  },
  /** A restart does not enter what waits for a price on its board again. */
  'restart-forgets-triggers': {
    afterRecovery(state) {
      state.triggerIndexes.clear();
    },
  },
} as const satisfies Record<string, Break>;

export const BREAKS = {
  ...PLATFORM_BREAKS,
  ...COPY_BREAKS,
  ...ABSENCE_BREAKS,
  ...EXCHANGE_BREAKS,
  ...FOREIGN_BREAKS,
  ...MARGIN_LEVEL_BREAKS,
  ...ORDER_BREAKS,
  ...PACKAGE_BREAKS,
  ...ROLL_BREAKS,
  ...GROUP_BREAKS,
  ...SPREAD_BREAKS,
  ...RULE_BREAKS,
  ...WITHDRAWAL_BREAKS,
  ...MONEY_BREAKS,
} as const;

export type BreakName = keyof typeof BREAKS;

export function isBreakName(name: string): name is BreakName {
  return name in BREAKS;
}
