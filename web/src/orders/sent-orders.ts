/**
 * Tracks the orders that this browser sent, until their fate is known. The id is made before sending. When no answer
 * comes, the order is asked for by that id, again and again, over a reload too, and is never sent again automatically:
 * only its owner does that, and with the same id, so that both can only be one order.
 */
import type { Order } from '@mua/contract/entities/order';
import type { ProductType } from '@mua/core/values';
import type { QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { create } from 'zustand';
import { contractsQuery } from '#market/contracts.ts';
import { decisionQuoteOf } from '#orders/decision-quote.ts';
import { liquidate, placeGroup, placeOrder, reversePosition } from '#orders/orders.ts';
import {
  clientOrderIdOf,
  type SentOrder,
  type SentRequest,
  type SentState,
  sentOrder,
  witnessed,
} from '#orders/sent-order.ts';
import { askUntilKnown, fateOf, refusalOf, reportOf, type Wait } from '#orders/sent-order-fate.ts';
import { dropKeptOrder, keepOrder, keptOrders } from '#orders/sent-orders-kept.ts';
import { useTicketDraft } from '#orders/ticket-draft.ts';
import type { AccountActor } from '#signed-in/actor.ts';

interface SentOrders {
  /** Oldest first. */
  readonly orders: ReadonlyMap<string, SentOrder>;
  note(order: SentOrder): void;
  forget(clientOrderId: string): void;
}

const REMEMBERED = 100;

export const useSentOrders = create<SentOrders>()((set) => ({
  orders: new Map(),
  note: (order) =>
    set(({ orders }) => {
      const next = new Map(orders).set(order.clientOrderId, order);
      const [oldest] = next.keys();
      if (next.size > REMEMBERED && oldest !== undefined) next.delete(oldest);
      return { orders: next };
    }),
  forget: (clientOrderId) =>
    set(({ orders }) => {
      const next = new Map(orders);
      next.delete(clientOrderId);
      return { orders: next };
    }),
}));

/** Whether its fate is not known yet. */
export function isUnresolved({ state }: Pick<SentOrder, 'state'>): boolean {
  return state.kind === 'sending' || state.kind === 'lost';
}

/** Returns the order of this sub-account in this contract whose fate is not known yet, if any. */
export function useUnresolvedOrder(accountId: string | undefined, contractCode: string): SentOrder | undefined {
  return useSentOrders(({ orders }) => unresolvedIn(orders, accountId, contractCode));
}

/** Tells the same at this moment, outside React. */
export function isUnresolvedIn(accountId: string, contractCode: string): boolean {
  return unresolvedIn(useSentOrders.getState().orders, accountId, contractCode) !== undefined;
}

function unresolvedIn(orders: SentOrders['orders'], accountId: string | undefined, contractCode: string) {
  return [...orders.values()].find(
    (sent) => sent.actor.accountId === accountId && sent.contractCode === contractCode && isUnresolved(sent),
  );
}

/** Tells whether an order of unknown fate is closing or reversing all lots of this contract. */
export function useUnresolvedWhole(accountId: string, contractCode: string): boolean {
  return useSentOrders(({ orders }) => isWholeUnresolved(orders, accountId, contractCode));
}

/** Tells the same at this moment, outside React. */
export function isClosingIn(accountId: string, contractCode: string): boolean {
  return isWholeUnresolved(useSentOrders.getState().orders, accountId, contractCode);
}

function isWholeUnresolved(orders: SentOrders['orders'], accountId: string, contractCode: string): boolean {
  return [...orders.values()].some(
    (sent) =>
      sent.actor.accountId === accountId &&
      sent.contractCode === contractCode &&
      (sent.request.kind === 'liquidate' || sent.request.kind === 'reverse') &&
      isUnresolved(sent),
  );
}

/**
 * Returns the orders of a sub-account that were sent and, as far as is known, are in no list of the server; oldest
 * first.
 */
export function useUnconfirmedOrders(accountId: string): readonly SentOrder[] {
  const orders = useSentOrders((state) => state.orders);
  return useMemo(
    () =>
      [...orders.values()].filter(
        ({ actor, state }) => actor.accountId === accountId && (state.kind === 'lost' || state.kind === 'absent'),
      ),
    [orders, accountId],
  );
}

/** Ids of orders whose answer or fate is awaited here. */
const followed = new Set<string>();

/** Sends once and returns what became of it. While the order is lost, `useSentOrders` says so. */
export async function sendOrder(
  client: QueryClient,
  { actor, request, wait }: { readonly actor: AccountActor; readonly request: SentRequest; readonly wait?: Wait },
): Promise<SentState> {
  const { contractCode } = request.body;
  const seen = witnessed(request, () => decisionQuoteOf(contractCode, productTypeOf(client, contractCode)));
  const sent = sentOrder(actor, seen, { kind: 'sending' });
  keepOrder(sent);
  return follow(client, sent, wait);
}

/** Looks the contract up in the list; before that is loaded nobody can order. */
function productTypeOf(client: QueryClient, contractCode: string): ProductType {
  const contracts = client.getQueryData(contractsQuery().queryKey);
  return contracts?.find(({ code }) => code === contractCode)?.productType ?? 'FUTURES';
}

/** Sends the same order once more, after the server did not know it. A draft that still holds it ends with it. */
export async function sendAgain(client: QueryClient, { actor, request }: SentOrder, wait?: Wait): Promise<void> {
  const state = await sendOrder(client, { actor, request, ...(wait ? { wait } : {}) });
  if (state.kind === 'taken' || state.kind === 'refused') {
    useTicketDraft.getState().settle(clientOrderIdOf(request), state.kind);
  }
}

/** Drops an order that never arrived, at its owner's wish. */
export function dropOrder(sent: SentOrder): void {
  dropKeptOrder(sent);
  useSentOrders.getState().forget(sent.clientOrderId);
  useTicketDraft.getState().settle(sent.clientOrderId, 'dropped');
}

/**
 * Resumes after a load or a sign-in: every order sent without an answer is asked for; the known rest is reported again.
 */
export async function resumeSentOrders(client: QueryClient, userId: string, wait?: Wait): Promise<void> {
  const { orders, note } = useSentOrders.getState();
  const kept = keptOrders(userId).filter(({ clientOrderId }) => !followed.has(clientOrderId));
  for (const sent of kept) if (sent.state.kind === 'absent' && !orders.has(sent.clientOrderId)) note(sent);
  const lost = kept.filter(({ state }) => state.kind === 'lost');
  await Promise.all(lost.map((sent) => follow(client, sent, wait)));
}

async function follow(client: QueryClient, sent: SentOrder, wait: Wait | undefined): Promise<SentState> {
  const { clientOrderId } = sent;
  const isResumed = sent.state.kind === 'lost';
  const report = reportOf(clientOrderId);
  followed.add(clientOrderId);
  try {
    useSentOrders.getState().note(sent);
    if (!isResumed) {
      const answer = await answerOf(submit(client, sent));
      if (answer) return settle(sent, answer);
      settle(sent, { kind: 'lost' });
    }
    const fate = await askUntilKnown(client, sent, { report, wait });
    if (isResumed && fate.kind === 'absent' && !isKept(sent)) {
      // Another page of this browser sent it, knows its fate by now and has reported it.
      useSentOrders.getState().forget(clientOrderId);
      return fate;
    }
    return settle(sent, fate);
  } finally {
    report.stop();
    followed.delete(clientOrderId);
  }
}

function submit(client: QueryClient, { actor, request }: SentOrder): Promise<Order> {
  switch (request.kind) {
    case 'place':
      return placeOrder(client, actor, request.body);
    case 'group':
      return placeGroup(client, actor, request.body);
    case 'liquidate':
      return liquidate(client, actor, request.body);
    case 'reverse':
      return reversePosition(client, actor, request.body);
  }
}

async function answerOf(reply: Promise<Order>): Promise<SentState | null> {
  try {
    return fateOf(await reply);
  } catch (error) {
    return refusalOf(error);
  }
}

function settle(sent: SentOrder, state: SentState): SentState {
  if (state.kind === 'taken' || state.kind === 'refused') dropKeptOrder(sent);
  // An order that its owner dropped in another page meanwhile stays dropped.
  if (state.kind === 'absent' && isKept(sent)) keepOrder({ ...sent, state });
  useSentOrders.getState().note({ ...sent, state });
  return state;
}

function isKept({ actor, clientOrderId }: SentOrder): boolean {
  return keptOrders(actor.userId).some((kept) => kept.clientOrderId === clientOrderId);
}
