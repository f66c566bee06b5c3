/**
 * Orders of any actor: a person's go straight to the order service, a program's are checked against its grant first.
 */
import type { ModifyOrderRequest, OrderReply, PlaceGroupRequest, PlaceOrderRequest } from '@mua/contract/http/orders';
import { uuidFromWire } from '@mua/contract/wire';
import type { EngineState } from '@mua/core/engine';
import type { Lots } from '@mua/core/values';
import { legCodes } from '@mua/core/values';
import { createKeyedMutex, TRIES_AT_ONCE } from '#ground/keyed-mutex.ts';
import type { Actor } from '#http/actor.ts';
import { isExecuted } from '#journal/named-orders.ts';
import type { Sender } from '#journal/sequencer.ts';
import type { GroupPlaced } from '#orders/group-placing.ts';
import type { OrderQueries } from '#orders/order-queries.ts';
import type { OrderService, Placed } from '#orders/order-service.ts';
import { replyError } from '#refusals/reply-error.ts';

export interface BoundedOrders {
  place(actor: Actor, accountId: string, request: PlaceOrderRequest, sender: Sender): Promise<Placed>;
  placeGroup(actor: Actor, accountId: string, request: PlaceGroupRequest, sender: Sender): Promise<GroupPlaced>;
  modify(actor: Actor, accountId: string, request: ModifyOrderRequest, sender: Sender): Promise<OrderReply>;
}

/** How much a program's token may order: this room's port, which oauth/ implements. */
export interface OrderBounds {
  /**
   * Runs within the actor's grant. The reserved lots are released if nothing new was made. `name`: by which it is known
   * that the same is asked for again; null where each time counts anew.
   */
  within<T>(
    actor: Actor,
    order: {
      readonly name: string | null;
      readonly contractCode: string;
      readonly lots: Lots;
      readonly tradeDate: string;
    },
    act: () => Promise<T>,
    isNew: (done: T) => boolean,
  ): Promise<T>;
}

export function createBoundedOrders(deps: {
  readonly orderService: OrderService;
  readonly state: EngineState;
  readonly orders: OrderQueries;
  readonly bounds: OrderBounds;
}): BoundedOrders {
  const { orderService, state, orders, bounds } = deps;

  /** Serialises repetitions of an order: the second finds the first one placed. */
  const exclusively = createKeyedMutex(TRIES_AT_ONCE);

  const wasPlaced = (accountId: string, id: string): boolean =>
    isExecuted(state, { accountId, clientOrderId: uuidFromWire(id) });

  return {
    async place(actor, accountId, request, sender) {
      const place = () => orderService.place(accountId, request, sender);
      if (!actor.grant) return place();
      const name = `${accountId} ${uuidFromWire(request.clientOrderId)}`;
      return exclusively(name, async () => {
        // A repetition is not a new order, and is answered even if no lots are left.
        if (wasPlaced(accountId, request.clientOrderId)) return place();
        const within = (contractCode: string, act: () => Promise<Placed>) =>
          bounds.within(
            actor,
            { name, contractCode, lots: request.quantity, tradeDate: state.tradeDate },
            act,
            ({ status }) => status === 201,
          );
        const { contractCode, rollInto } = request;
        // A roll is two orders, and an order in a spread one in each leg.
        const legs = legCodes(contractCode);
        if (legs) return within(legs.near, () => within(legs.far, place));
        return within(contractCode, rollInto ? () => within(rollInto.contractCode, place) : place);
      });
    },
    async placeGroup(actor, accountId, request, sender) {
      const place = () => orderService.placeGroup(accountId, request, sender);
      if (!actor.grant) return place();
      const [first] = request.orders;
      const firstId = first?.clientOrderId ?? '';
      const name = `${accountId} ${uuidFromWire(firstId)}`;
      return exclusively(name, async () => {
        if (wasPlaced(accountId, firstId)) return place();
        const { contractCode, orders: asked } = request;
        // Both of a pair may fill.
        const order = {
          ...{ name, contractCode },
          lots: asked.reduce((sum, { quantity }) => sum + quantity, 0),
          tradeDate: state.tradeDate,
        };
        return bounds.within(actor, order, place, ({ status }) => status === 201);
      });
    },
    async modify(actor, accountId, request, sender) {
      const modify = () => orderService.modify(accountId, request, sender);
      if (!actor.grant) return modify();
      const known = request.orderId
        ? await orders.byId(accountId, request.orderId)
        : await orders.byClientId(accountId, uuidFromWire(request.clientOrderId ?? ''));
      if (!known) throw replyError('OrderNotFound', {});
      // Each new quantity counts like a new order, so that modifies can't exceed the bounds step by step.
      const order = { name: null, lots: request.quantity ?? 0, tradeDate: state.tradeDate };
      const { near, far } = legCodes(known.contractCode) ?? { near: known.contractCode, far: undefined };
      const within = (contractCode: string, act: () => Promise<OrderReply>) =>
        bounds.within(actor, { ...order, contractCode }, act, () => true);
      return within(near, far === undefined ? modify : () => within(far, modify));
    },
  };
}
