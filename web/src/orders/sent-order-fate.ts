/** Finds out the fate of an order whose answer was lost: by asking for its id, or from the investor feed. */
import type { Order } from '@mua/contract/entities/order';
import { LIMITS } from '@mua/contract/limits';
import type { QueryClient } from '@tanstack/react-query';
import { subscribeAccountEvents } from '#ledger/account-events.ts';
import { findOrder } from '#orders/orders.ts';
import type { SentOrder, SentState } from '#orders/sent-order.ts';
import { CallError, isAnswerLost, refusalIn } from '#wire/call.ts';
import { retryDelayMs } from '#wire/query-client.ts';

/** Waits between two questions; tests pass one that returns at once. */
export type Wait = (delayMs: number) => Promise<void>;

/**
 * "No such order" may only mean "not yet": it counts after this many answers, and when the order, held by a network, would
 * be refused as too late. Whoever was told sooner and sent another one would have both.
 */
const ABSENT_AFTER = 3;
const SURE_AFTER_MS = LIMITS.orderValidMs;
const LEAST_WAIT_MS = 1_000;

export async function askUntilKnown(
  client: QueryClient,
  { actor, clientOrderId }: SentOrder,
  { report, wait = forMs }: { readonly report: OrderReport; readonly wait?: Wait | undefined },
): Promise<SentState> {
  let absences = 0;
  let waitedMs = 0;
  for (let attempt = 0; ; attempt++) {
    const delayMs = delayBefore(attempt, waitedMs);
    const fate = await Promise.race([wait(delayMs), report.fate]);
    if (fate) return fate;
    waitedMs += delayMs;
    try {
      const found = await findOrder(client, actor, clientOrderId);
      if (found) return fateOf(found);
      absences += 1;
      if (absences >= ABSENT_AFTER && waitedMs >= SURE_AFTER_MS) return { kind: 'absent' };
    } catch (error) {
      // The question itself is refused (the session ended): that says nothing about the order, which may well exist.
      if (!isAnswerLost(error) && !isTooMany(error)) return { kind: 'lost' };
    }
  }
}

/** The question that makes sure comes when it can. */
function delayBefore(attempt: number, waitedMs: number): number {
  const delayMs = retryDelayMs(attempt);
  return waitedMs < SURE_AFTER_MS ? Math.min(delayMs, Math.max(LEAST_WAIT_MS, SURE_AFTER_MS - waitedMs)) : delayMs;
}

export interface OrderReport {
  readonly fate: Promise<SentState>;
  stop(): void;
}

/** Watches the investor feed, which may report the order before any question is answered. */
export function reportOf(clientOrderId: string): OrderReport {
  let stop = () => {};
  const fate = new Promise<SentState>((resolve) => {
    stop = subscribeAccountEvents(({ items }) => {
      for (const item of items) {
        if (item.kind === 'order' && item.order.clientOrderId === clientOrderId) resolve(fateOf(item.order));
        if (item.kind !== 'conditionalOrder' || item.conditionalOrder.clientOrderId !== clientOrderId) continue;
        const { rejection, childOrderId } = item.conditionalOrder;
        const isRefused = rejection !== null && childOrderId === null;
        resolve(isRefused ? { kind: 'refused', ...rejection } : { kind: 'taken', order: null });
      }
    });
  });
  return { fate, stop };
}

export function fateOf(order: Order): SentState {
  const { rejection } = order;
  return rejection ? { kind: 'refused', ...rejection } : { kind: 'taken', order };
}

/** Returns null where the answer says nothing about the order. */
export function refusalOf(error: unknown): SentState | null {
  if (isAnswerLost(error) && !isPlainRefusal(error)) return null;
  const { code, facts } = refusalIn(error);
  return { kind: 'refused', code, facts };
}

/** The server says explicitly that nothing was taken, and won't be. */
const NOTHING_TAKEN: ReadonlySet<string> = new Set(['JOURNAL_UNAVAILABLE', 'RpcRequestError']);

function isPlainRefusal(error: unknown): boolean {
  return error instanceof CallError && NOTHING_TAKEN.has(error.code);
}

function isTooMany(error: unknown): boolean {
  return error instanceof CallError && error.status === 429;
}

function forMs(delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, delayMs);
  });
}
