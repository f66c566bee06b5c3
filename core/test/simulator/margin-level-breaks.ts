/** Seeded bugs of margin, margin levels, forced liquidation and deficits. */
import { accountEquityVnd, type EngineEvent, type EngineState, type Order } from '@mua/core/engine';
import type { RowReason } from '@mua/core/values';
import { toVenueOrder } from '#orders/order.ts';
import type { Break } from '#test/simulator/break.ts';

export const MARGIN_LEVEL_BREAKS = {
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
  /** `<=` for `<`: at exactly 100 % an account is called. */
  'level-at-its-ratio': {
    afterExecute(state) {
      for (const account of state.accounts.values()) {
        if (account.requiredVnd === 0n || account.marginState.rung !== 'NONE') continue;
        if (accountEquityVnd(state, account) === account.requiredVnd)
          account.marginState = { ...account.marginState, rung: 'CALL' };
      }
    },
  },
  /** Only those whose own orders or fills change are looked at; a price alone moves nobody. */
  'price-moves-nobody': {
    beforeExecute(state, command) {
      if (command.kind === 'markPrices') for (const holders of state.holders.values()) holders.clear();
    },
  },
  /** Each fall below 40 % begins the half hour anew. */
  'countdown-restarts': {
    afterExecute(state, command, events) {
      for (const event of events) {
        if (event.kind !== 'ladderMoved' || event.move.after.rung !== 'COUNTDOWN') continue;
        const account = state.accounts.get(event.move.accountId);
        if (account) account.marginState = { ...account.marginState, deadlineMs: command.timeMs + 30 * 60_000 };
      }
    },
  },
  /** Rising above 40 % lifts the countdown, not 70 %. */
  'countdown-lifted-early': {
    alterCommand: (_state, command) =>
      command.kind === 'setTradingRules' && command.rules.ladder
        ? { ...command, rules: { ...command.rules, ladder: { ...command.rules.ladder, liftPercent: 40 } } }
        : command,
  },
  /** Nobody looks again when a countdown runs out or a retry is due. */
  'dues-forgotten': {
    afterExecute(state) {
      state.accountTimers.clear();
      state.nextDueMs = Number.POSITIVE_INFINITY;
    },
  },
  /** At 70 % nothing is cancelled. */
  'no-cancel-level': { afterExecute: (state, _command, events) => forgetCancels(state, events, 'MarginLevel') },
  /** At the deadline working orders stay. */
  'close-out-spares-orders': {
    afterExecute: (state, _command, events) => forgetCancels(state, events, 'ExpiryGuard'),
  },
  /** The smallest margin is liquidated first. */
  'smallest-margin-first': {
    afterExecute(_state, command, events) {
      const places = events.flatMap((event, at) =>
        event.kind === 'orderChanged' && isClosing(event.order) && event.order.receivedSeq === command.seq ? [at] : [],
      );
      const closings = places.map((at) => events[at]).reverse();
      for (const [at, closing] of closings.entries()) if (closing) events[places[at] ?? 0] = closing;
    },
  },
  /** Of a part-filled order margin does not cover the increase that is unanswered. */
  'increase-uncovered': {
    afterExecute(state, _command, events) {
      for (const event of events) {
        if (event.kind !== 'orderChanged' || event.order.status !== 'IN_MODIFY' || event.order.filledLots === 0)
          continue;
        const account = state.accounts.get(event.order.accountId);
        const isIncrease = (event.order.pendingTerms?.quantityLots ?? 0) > event.order.quantityLots;
        if (account && isIncrease) account.requiredVnd -= 1n;
      }
    },
  },
  /** A liquidation goes on to 150 %. */
  'liquidation-overshoots': {
    alterCommand: (_state, command) =>
      command.kind === 'setTradingRules' && command.rules.ladder
        ? { ...command, rules: { ...command.rules, ladder: { ...command.rules.ladder, targetPercent: 150 } } }
        : command,
  },
  /** A closing order does not wait until the cancels that go before it are answered. */
  'closing-does-not-wait': {
    afterExecute(state, _command, events) {
      for (const [at, event] of events.entries()) {
        const order = event.kind === 'orderChanged' && state.orders.get(event.order.orderId);
        if (order === undefined || order === false || !order.awaitsCancels) continue;
        const holding = state.accounts.get(order.accountId)?.holdings.get(order.contractCode);
        if (holding) holding.awaitingCancels -= 1;
        order.awaitsCancels = false;
        order.status = 'IN_TRANSIT';
        events[at] = { kind: 'orderChanged', order: { ...order } };
        const request = { kind: 'submit', order: toVenueOrder(order) } as const;
        events.push({
          kind: 'venueRequested',
          venue: 'simulated',
          epoch: state.venues.get('demo')?.epoch ?? null,
          request,
        });
      }
    },
  },
  /** A liquidation is an order like any other: it may be larger than the position. */
  'liquidation-not-reduce-only': {
    afterExecute(state, _command, events) {
      for (const [at, event] of events.entries()) {
        if (event.kind !== 'venueRequested' || event.request.kind !== 'submit') continue;
        const { order } = event.request;
        const known = state.orders.get(order.orderId);
        if (!known?.isForceSell) continue;
        const request = { ...event.request, order: { ...order, quantityLots: order.quantityLots + 2 } };
        events[at] = { ...event, request };
      }
    },
  },
  /** What is owed beyond the money is forgotten. */
  'deficit-clamped': {
    afterExecute(state, _command, events) {
      for (let at = events.length - 1; at >= 0; at -= 1) {
        const event = events[at];
        const isDeficit = event?.kind === 'moneyPosted' && event.posting.type === 'deficit';
        if (event?.kind === 'deficitPosted') state.balances.delete(`deficit:${event.accountId}`);
        if (isDeficit || event?.kind === 'deficitPosted') events.splice(at, 1);
      }
    },
  },
  /** A dated rate or margin comes into force and nobody counts again. */
  'terms-change-unseen': {
    beforeExecute(state) {
      state.nextTermsChangeMs = Number.POSITIVE_INFINITY;
    },
  },
} as const satisfies Record<string, Break>;

function isClosing({ isForceSell, clientOrderId }: Order): boolean {
  return isForceSell && clientOrderId === null;
}

/** The cancels that the broker has asked for in this step, for this reason, never happened. */
function forgetCancels(state: EngineState, events: EngineEvent[], reason: RowReason): void {
  for (let at = events.length - 1; at >= 0; at -= 1) {
    const event = events[at];
    const orderId = event && orderIdOf(event);
    const order = orderId === undefined ? undefined : state.orders.get(orderId);
    if (order?.cancelReason === reason && order.status === 'IN_CANCEL') events.splice(at, 1);
  }
  for (const order of state.orders.values()) {
    if (order.cancelReason !== reason || order.status !== 'IN_CANCEL' || order.statusBefore === null) continue;
    order.status = order.statusBefore;
    order.statusBefore = null;
    order.cancelReason = null;
  }
}

function orderIdOf(event: EngineEvent): string | undefined {
  if (event.kind === 'orderChanged') return event.order.orderId;
  return event.kind === 'venueRequested' && event.request.kind === 'cancel' ? event.request.orderId : undefined;
}
