/**
 * Reads conditional orders of a sub-account: trailing stops and exit pairs, in their two views
 * (docs/rules/orders.md#conditional-orders). The investor feed patches both lists; `trailing-stop.ts` computes where a
 * trailing stop stands between two fetches.
 */
import type { ConditionalOrder } from '@mua/contract/entities/conditional-order';
import {
  type CONDITIONAL_VIEWS,
  type ConditionalOrderReply,
  cancelConditionalOrder,
  listConditionalOrders,
  type ModifyConditionalRequest,
  modifyConditionalOrder,
} from '@mua/contract/http/conditional-orders';
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { applyAccountEvent } from '#ledger/account-events.ts';
import { ledgerOf } from '#ledger/account-ledger.ts';
import { type ConditionalListing, overlayConditionals } from '#ledger/conditional-pages.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { callAs } from '#signed-in/actor.ts';

export type ConditionalView = (typeof CONDITIONAL_VIEWS)[number];

/** One page holds more than anybody has waiting. */
const PAGE = '500';

/** The pages come newest first, each with the number of all; without a contract they hold those of all contracts. */
export function conditionalOrdersQuery(
  { userId, accountId }: AccountActor,
  view: ConditionalView,
  contractCode?: string,
) {
  const listing: ConditionalListing = { view, contractCode };
  return infiniteQueryOptions({
    queryKey: [userId, 'conditionals', accountId, listing] as const,
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...listing, limit: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) };
      const page = await callAs(userId, listConditionalOrders, { params: { accountId }, query, signal });
      return overlayConditionals(page, ledgerOf(userId, accountId), { ...listing, isFirst: pageParam === null });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

export function modifyConditional(client: QueryClient, actor: AccountActor, body: ModifyConditionalRequest) {
  const { userId, accountId } = actor;
  return answered(client, actor, callAs(userId, modifyConditionalOrder, { params: { accountId }, body }));
}

export function cancelConditional(client: QueryClient, actor: AccountActor, conditionalOrderId: string) {
  const { userId, accountId } = actor;
  const call = callAs(userId, cancelConditionalOrder, { params: { accountId }, body: { conditionalOrderId } });
  return answered(client, actor, call);
}

async function answered(
  client: QueryClient,
  { userId, accountId }: AccountActor,
  reply: Promise<ConditionalOrderReply>,
): Promise<ConditionalOrder> {
  const { conditionalOrder } = await reply;
  const items = [{ kind: 'conditionalOrder', conditionalOrder } as const];
  applyAccountEvent(client, { userId, accountId, items, isSnapshot: false });
  return conditionalOrder;
}
