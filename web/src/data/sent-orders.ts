/**
 * Orders that this page sent, until their fate is known. The id is made before sending. When no answer comes, the order
 * is asked for by that id, again and again, and is never sent again by itself: only its owner does that, and then with
 * the same id, so that both can only be one order.
 */
import type { Order } from '@mua/contract/entities/order';
import type { Facts } from '@mua/contract/errors';
import type { Side } from '@mua/core/values';
import type { QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { subscribeAccountEvents } from './account-events.ts';
import { CallError } from './call.ts';
import { type AccountActor, findOrder, isAnswerLost } from './orders.ts';
import { retryDelayMs } from './query-client.ts';

export type SentState =
  | { readonly kind: 'sending' }
  /** No answer came; it is being asked for. */
  | { readonly kind: 'lost' }
  /** The server answered, more than once, that it has no such order. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'refused'; readonly code: string; readonly facts: Facts }
  | { readonly kind: 'taken'; readonly order: Order };

export interface SentOrder {
  readonly clientOrderId: string;
  readonly actor: AccountActor;
  readonly contractCode: string;
  readonly side: Side;
  readonly lots: number;
  /** As it was shown on the button; null at market. */
  readonly priceText: string | null;
  readonly state: SentState;
}

interface SentOrders {
  /** Oldest first. */
  readonly orders: ReadonlyMap<string, SentOrder>;
  note(order: SentOrder): void;
}

const KEPT = 100;

export const useSentOrders = create<SentOrders>()((set) => ({
  orders: new Map(),
  note: (order) =>
    set(({ orders }) => {
      const next = new Map(orders).set(order.clientOrderId, order);
      const [oldest] = next.keys();
      if (next.size > KEPT && oldest !== undefined) next.delete(oldest);
      return { orders: next };
    }),
}));

/** Whether an order of this sub-account in this contract has no known fate yet. */
export function useUnresolvedOrder(accountId: string | undefined, contractCode: string): SentOrder | undefined {
  return useSentOrders(({ orders }) =>
    [...orders.values()].find(
      (sent) =>
        sent.actor.accountId === accountId &&
        sent.contractCode === contractCode &&
        (sent.state.kind === 'sending' || sent.state.kind === 'lost'),
    ),
  );
}

export interface Sending extends Omit<SentOrder, 'state'> {
  readonly client: QueryClient;
  readonly send: () => Promise<Order>;
  /** Tests hand in a wait that does not wait. */
  readonly wait?: (delayMs: number) => Promise<void>;
}

/** Sends once and returns what became of it. While it is lost, `useSentOrders` says so. */
export async function sendOrder({ client, send, wait = forMs, ...order }: Sending): Promise<SentState> {
  const { note } = useSentOrders.getState();
  const settle = (state: SentState): SentState => {
    note({ ...order, state });
    return state;
  };
  settle({ kind: 'sending' });
  const heard = hearOf(order.clientOrderId);
  try {
    return settle(fateOf(await send()));
  } catch (error) {
    if (!isAnswerLost(error) || isPlainRefusal(error)) return settle(refusalOf(error));
    settle({ kind: 'lost' });
    return settle(await askUntilKnown({ client, order, wait, heard }));
  } finally {
    heard.stop();
  }
}

/** "No such order" may only mean "not yet": it counts after so many answers, a few seconds apart. */
const ABSENT_AFTER = 3;

async function askUntilKnown(asked: {
  readonly client: QueryClient;
  readonly order: Omit<SentOrder, 'state'>;
  readonly wait: (delayMs: number) => Promise<void>;
  readonly heard: Hearing;
}): Promise<SentState> {
  const { client, order, wait, heard } = asked;
  let absences = 0;
  for (let attempt = 0; ; attempt++) {
    const told = await Promise.race([wait(retryDelayMs(attempt)), heard.order]);
    if (told) return fateOf(told);
    try {
      const found = await findOrder(client, order.actor, order.clientOrderId);
      if (found) return fateOf(found);
      absences += 1;
      if (absences >= ABSENT_AFTER) return { kind: 'absent' };
    } catch (error) {
      // Nobody can be asked any more (the session ended): that says nothing about the order, which may well stand.
      if (!isAnswerLost(error) && !isTooMany(error)) return { kind: 'lost' };
    }
  }
}

interface Hearing {
  readonly order: Promise<Order>;
  stop(): void;
}

/** The investor feed may tell of the order before any question is answered. */
function hearOf(clientOrderId: string): Hearing {
  let stop = () => {};
  const order = new Promise<Order>((resolve) => {
    stop = subscribeAccountEvents(({ items }) => {
      for (const item of items) {
        if (item.kind === 'order' && item.order.clientOrderId === clientOrderId) resolve(item.order);
      }
    });
  });
  return { order, stop };
}

function fateOf(order: Order): SentState {
  const { rejection } = order;
  return rejection ? { kind: 'refused', ...rejection } : { kind: 'taken', order };
}

function refusalOf(error: unknown): SentState {
  return error instanceof CallError
    ? { kind: 'refused', code: error.code, facts: error.facts }
    : { kind: 'refused', code: 'DefaultError', facts: {} };
}

/** A 503 of ours that says in so many words that nothing was taken. */
function isPlainRefusal(error: unknown): boolean {
  return error instanceof CallError && error.code === 'JOURNAL_UNAVAILABLE';
}

function isTooMany(error: unknown): boolean {
  return error instanceof CallError && error.status === 429;
}

function forMs(delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, delayMs);
  });
}
