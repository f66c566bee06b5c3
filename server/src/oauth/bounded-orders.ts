/** Orders of whoever acts: a person's go straight to the desk, a program's are held against its grant first. */
import type { ModifyOrderRequest, OrderReply, PlaceOrderRequest } from '@mua/contract/http/orders';
import { uuidFromWire } from '@mua/contract/wire';
import type { Actor } from '#http/actor';
import { replyError } from '#http/reply-error';
import { createTurns } from '#identity/turns';
import type { ConditionalQueries } from '#trading/conditional-queries';
import type { OrderDesk } from '#trading/order-desk';
import type { OrderQueries } from '#trading/order-queries';
import type { Grants } from './grants.ts';

export interface BoundedOrders {
  place(actor: Actor, accountId: string, request: PlaceOrderRequest): ReturnType<OrderDesk['place']>;
  modify(actor: Actor, accountId: string, request: ModifyOrderRequest): Promise<OrderReply>;
}

export function createBoundedOrders(deps: {
  readonly desk: OrderDesk;
  readonly orders: OrderQueries;
  readonly conditionals: ConditionalQueries;
  readonly grants: Pick<Grants, 'reserve' | 'actorOf'>;
  /** The one that runs. */
  readonly tradeDate: () => string;
}): BoundedOrders {
  const { desk, orders, conditionals, grants, tradeDate } = deps;

  /** The same order twice at once: the second is looked at when the first is placed, and finds it. */
  const inTurn = createTurns();

  async function wasPlaced(accountId: string, id: string): Promise<boolean> {
    const clientOrderId = uuidFromWire(id);
    const known =
      (await orders.byClientId(accountId, clientOrderId)) ?? (await conditionals.byClientId(accountId, clientOrderId));
    return known !== undefined;
  }

  /** While its bounds were looked up the grant may have been taken back, or its investor suspended. */
  async function demandStanding({ grant }: Actor): Promise<void> {
    const now = grant && (await grants.actorOf(grant.grantId));
    if (!now) throw replyError('Unauthorized', {});
    if (now.isSuspended) throw replyError('LoginAccountIsSupended', {});
  }

  /** Lots of what came to nothing are given back. */
  async function within<T>(
    actor: Actor,
    order: { readonly contractCode: string; readonly lots: number },
    act: () => Promise<T>,
    isNew: (done: T) => boolean,
  ): Promise<T> {
    const giveBack = await grants.reserve(actor, { ...order, tradeDate: tradeDate() });
    try {
      await demandStanding(actor);
      const done = await act();
      if (!isNew(done)) await giveBack();
      return done;
    } catch (error) {
      await giveBack();
      throw error;
    }
  }

  return {
    async place(actor, accountId, request) {
      const place = () => desk.place(accountId, request);
      if (!actor.grant) return place();
      return inTurn(`${accountId} ${uuidFromWire(request.clientOrderId)}`, async () => {
        // The same order again is no other order, and is answered when no lots are left.
        if (await wasPlaced(accountId, request.clientOrderId)) return place();
        const order = { contractCode: request.contractCode, lots: request.quantity };
        return within(actor, order, place, ({ status }) => status === 201);
      });
    },
    async modify(actor, accountId, request) {
      const modify = () => desk.modify(accountId, request);
      if (!actor.grant) return modify();
      const known = request.orderId
        ? await orders.byId(accountId, request.orderId)
        : await orders.byClientId(accountId, uuidFromWire(request.clientOrderId ?? ''));
      if (!known) throw replyError('OrderNotFound', {});
      // Each new quantity counts like a new order: nothing grows out of its bounds step by step.
      const order = { contractCode: known.contractCode, lots: request.quantity ?? 0 };
      return within(actor, order, modify, () => true);
    },
  };
}
