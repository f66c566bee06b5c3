/** Seeded bugs of stops, conditional orders, reduce-only orders and the link to the exchange. */
import type { Command, ConditionalOrder, EngineEvent, EngineState, Order } from '@mua/core/engine';
import { watchConditional, watchOrder } from '#engine/price-watch.ts';
import type { Break } from '#test/simulator/break.ts';

function conditionalsOf(state: EngineState): ConditionalOrder[] {
  return [...state.conditionals.values()];
}

function exitsOf(state: EngineState, { orderId }: { readonly orderId?: string }): ConditionalOrder | undefined {
  return state.conditionals.get(state.orders.get(orderId ?? '')?.exitOrderId ?? '');
}

/** What shows the prices again that are hidden for one command. */
const hidden = new WeakMap<EngineState, () => void>();

function showHidden(state: EngineState): void {
  hidden.get(state)?.();
  hidden.delete(state);
}

/** What was hidden is told as it is. */
function showHiddenInEvents(state: EngineState, _command: Command, events: EngineEvent[]): void {
  showHidden(state);
  for (const [at, event] of events.entries()) {
    const known = event.kind === 'orderChanged' && state.orders.get(event.order.orderId);
    if (!known) continue;
    const { isReduceOnly, receivedMs } = known;
    events[at] = { ...event, order: { ...event.order, isReduceOnly, receivedMs } };
  }
}

export const ORDER_BREAKS = {
  /** A trailing stop follows the price both ways. */
  'trailing-stop-moves-back': {
    beforeExecute(state, command) {
      if (command.kind !== 'markPrices') return;
      const waiting = conditionalsOf(state).filter(({ status }) => status === 'PENDING_ACTIVATION');
      for (const conditional of waiting) if (conditional.trail) conditional.bestTicks = null;
      for (const conditional of waiting)
        if (conditional.trail?.kind === 'ticks' && conditional.currentStopTicks !== null)
          conditional.currentStopTicks += conditional.side === 'SELL' ? -1 : 1;
    },
  },
  /** The leg that was not reached stays when the other one fires. */
  'both-legs-fire': {
    afterExecute(state, _command, events) {
      for (const event of events) {
        if (event.kind !== 'conditionalChanged' || event.conditional.kind !== 'TPSL') continue;
        const conditional = state.conditionals.get(event.conditional.conditionalOrderId);
        if (conditional?.status !== 'ACTIVE' || conditional.takeProfitTicks === null) continue;
        conditional.status = 'PENDING_ACTIVATION';
        watchConditional(state, conditional);
        state.accounts.get(conditional.accountId)?.conditionals.add(conditional);
      }
    },
  },
  /** Exits protect what their entry has not bought yet. */
  'exits-armed-without-fills': {
    afterExecute(_state, _command, events) {
      for (const [at, event] of events.entries()) {
        if (event.kind !== 'conditionalChanged' || event.conditional.parentOrderId === null) continue;
        const { conditional } = event;
        if (conditional.armedLots === 0 && conditional.status === 'PENDING_ACTIVATION')
          events[at] = { ...event, conditional: { ...conditional, armedLots: conditional.lots } };
      }
    },
  },
  /** Exits stay at the price that their entry was expected to have. */
  'exits-not-anchored': {
    afterExecute(_state, _command, events) {
      for (const [at, event] of events.entries()) {
        if (event.kind !== 'conditionalChanged' || !event.conditional.exitDistances) continue;
        const { conditional } = event;
        const off = (ticks: number | null) => (ticks === null ? null : ticks + 1);
        const moved = {
          takeProfitTicks: off(conditional.takeProfitTicks),
          stopLossTicks: off(conditional.stopLossTicks),
        };
        if (conditional.armedLots > 0) events[at] = { ...event, conditional: { ...conditional, ...moved } };
      }
    },
  },
  /** A new price of an entry is not compared with its exits. */
  'entry-passes-its-exits': {
    beforeExecute(state, command) {
      const exits = command.kind === 'modifyOrder' && exitsOf(state, command);
      if (!exits || exits.exitDistances || exits.trail) return;
      const { takeProfitTicks, stopLossTicks } = exits;
      hidden.set(state, () => Object.assign(exits, { takeProfitTicks, stopLossTicks }));
      Object.assign(exits, { takeProfitTicks: null, stopLossTicks: null });
    },
    afterExecute: showHidden,
  },
  /** Exits of an entry that waits are compared with the market. */
  'exits-judged-by-the-market': {
    beforeExecute(state, command) {
      if (command.kind !== 'modifyConditional') return;
      const { parentOrderId } = state.conditionals.get(command.conditionalOrderId ?? '') ?? {};
      const entry = state.orders.get(parentOrderId ?? '');
      if (!entry) return;
      const { limitPriceTicks, stopPriceTicks } = entry;
      hidden.set(state, () => Object.assign(entry, { limitPriceTicks, stopPriceTicks }));
      Object.assign(entry, { limitPriceTicks: null, stopPriceTicks: null });
    },
    afterExecute: showHidden,
  },
  /** A full fill ends an order that is being cancelled, whatever increase is unanswered. */
  'full-fill-forgets-increase': {
    afterExecute(_state, _command, events) {
      for (const [at, event] of events.entries()) {
        if (event.kind !== 'orderChanged' || event.order.status !== 'IN_CANCEL') continue;
        const { order } = event;
        if (order.filledLots === order.quantityLots) events[at] = { ...event, order: { ...order, status: 'FILLED' } };
      }
    },
  },
  /** A stop that waits with us stays after it has fired. */
  'stop-fires-twice': {
    afterExecute(state, command, events) {
      if (command.kind !== 'markPrices') return;
      for (const event of events) {
        const order = event.kind === 'orderChanged' && state.orders.get(event.order.orderId);
        if (!order || order.triggeredMs !== command.timeMs) continue;
        order.triggeredMs = null;
        order.isHeldByUs = true;
        watchOrder(state, order);
      }
    },
  },
  /** A price exactly at a stop does not reach it. */
  'stop-not-reached-at-its-price': {
    alterCommand: (_state, command) =>
      command.kind === 'markPrices'
        ? {
            ...command,
            prices: command.prices.map((mark) => ({
              ...mark,
              highTicks: mark.highTicks - 1,
              lowTicks: mark.lowTicks + 1,
            })),
          }
        : command,
  },
  /** Reduce-only orders keep their size whatever becomes of the position. */
  'reduce-only-forgotten': {
    afterExecute(state, _command, events) {
      for (const event of events) {
        if (event.kind !== 'orderChanged' || !event.order.isReduceOnly) continue;
        const order: { isReduceOnly?: boolean } | undefined = state.orders.get(event.order.orderId);
        if (order) order.isReduceOnly = false;
      }
    },
  },
  /** An order that may only reduce counts against the position like any other. */
  'exits-count-as-risk': {
    beforeExecute(state, command) {
      if (command.kind !== 'markPrices') return;
      const exits: { isReduceOnly: boolean }[] = [...state.orders.values()].filter((order) => order.isReduceOnly);
      for (const exit of exits) exit.isReduceOnly = false;
      hidden.set(state, () => {
        for (const exit of exits) exit.isReduceOnly = true;
      });
    },
    afterExecute: showHiddenInEvents,
  },
  /** What was for the moment is sent whenever the link is back. */
  'sent-late': {
    beforeExecute(state, command) {
      if (command.kind !== 'resyncVenue' && command.kind !== 'restartVenue') return;
      const waiting: { receivedMs: number }[] = [...state.orders.values()];
      const times = waiting.map(({ receivedMs }) => receivedMs);
      for (const order of waiting) order.receivedMs = command.timeMs;
      hidden.set(state, () => {
        for (const [at, order] of waiting.entries()) order.receivedMs = times[at] ?? 0;
      });
    },
    afterExecute: showHiddenInEvents,
  },
  /** After the link is back, what was on its way is sent twice. */
  'disconnected-sent-twice': {
    afterExecute(_state, command, events) {
      if (command.kind !== 'resyncVenue') return;
      for (const event of [...events]) if (event.kind === 'venueRequested') events.push(event);
    },
  },
  /** While the exchange is closed what it has forgotten counts as there. */
  'forgotten-orders-stay-so': {
    afterExecute(state, command, events) {
      if (command.kind !== 'changeSession') return;
      for (let at = events.length - 1; at >= 0; at -= 1) {
        const event = events[at];
        if (event?.kind === 'venueRequested' && isForgotten(state, event.request)) events.splice(at, 1);
      }
    },
  },
  /** FOK orders reach the exchange as day orders. */
  'fok-rests': {
    alterRequest: (request) =>
      request.kind === 'submit' && request.order.duration === 'FOK'
        ? { ...request, order: { ...request.order, duration: 'DAY' } }
        : request,
  },
  /** What waits with us is good for ever. */
  'day-never-ends-here': {
    beforeExecute(state, command) {
      if (command.kind !== 'endTradeDate') return;
      for (const order of state.orders.values()) if (isHere(order)) order.dayDate = '9999-12-31';
    },
  },
} as const satisfies Record<string, Break>;

function isForgotten(
  state: EngineState,
  request: { readonly kind: string; readonly order?: { orderId: string } },
): boolean {
  return request.order !== undefined && state.orders.get(request.order.orderId)?.status === 'DISCONNECTED';
}

function isHere(order: Order): boolean {
  return order.isHeldByUs || order.status === 'ACTIVEAT' || order.status === 'NOT_SENT';
}
