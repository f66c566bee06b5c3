/** Describes an order on its way: what was asked of the server under its id, and what is known of its fate. */

import type { DecisionQuote } from '@mua/contract/entities/decision-quote';
import type { Order } from '@mua/contract/entities/order';
import type { Facts } from '@mua/contract/errors';
import type {
  LiquidationRequest,
  PlaceGroupRequest,
  PlaceOrderRequest,
  ReversePositionRequest,
} from '@mua/contract/http/orders';
import { orderTypeFromWire, sideFromWire } from '@mua/contract/wire';
import type { Lots, OrderType, Side } from '@mua/core/values';
import type { AccountActor } from '#signed-in/actor.ts';

/**
 * The request that sends it, and sends it again as the same order. The server works out side and lots of a request that
 * acts on a whole position.
 */
export type SentRequest =
  | { readonly kind: 'place'; readonly body: PlaceOrderRequest }
  /** Its first order stands for all of them: they are taken together or not at all. */
  | { readonly kind: 'group'; readonly body: PlaceGroupRequest }
  | { readonly kind: 'liquidate'; readonly body: LiquidationRequest; readonly side: Side; readonly lots: Lots }
  | { readonly kind: 'reverse'; readonly body: ReversePositionRequest; readonly side: Side; readonly lots: Lots };

/** The prices of an order as they cross the wire, whatever its type: the input of every line of text about it. */
export interface WirePrices {
  readonly orderType: OrderType;
  readonly limitPrice?: string | null | undefined;
  readonly stopPrice?: string | null | undefined;
  readonly trailAmount?: string | null | undefined;
  readonly trailPercent?: string | null | undefined;
  readonly takeProfit?: string | null | undefined;
  readonly stopLoss?: string | null | undefined;
}

export type SentState =
  | { readonly kind: 'sending' }
  /** No answer came; the order is being asked for. */
  | { readonly kind: 'lost' }
  /** The server answered, more than once, that it has no such order. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'refused'; readonly code: string; readonly facts: Facts }
  /** Null when it was reported as a conditional order, which has reports of its own. */
  | { readonly kind: 'taken'; readonly order: Order | null };

export interface SentOrder {
  readonly clientOrderId: string;
  readonly actor: AccountActor;
  readonly contractCode: string;
  readonly side: Side;
  readonly lots: Lots;
  readonly prices: WirePrices;
  readonly request: SentRequest;
  readonly state: SentState;
}

/** Adds what the sender saw. An order that is sent again keeps what was seen at the first time. */
export function witnessed(request: SentRequest, decisionQuote: () => DecisionQuote): SentRequest {
  if (request.body.sighting) return request;
  switch (request.kind) {
    case 'place':
      return { ...request, body: { ...request.body, sighting: decisionQuote() } };
    case 'group':
      return { ...request, body: { ...request.body, sighting: decisionQuote() } };
    case 'liquidate':
      return { ...request, body: { ...request.body, sighting: decisionQuote() } };
    case 'reverse':
      return { ...request, body: { ...request.body, sighting: decisionQuote() } };
  }
}

/** The id that identifies it, also as the fate of a whole group. */
export function clientOrderIdOf(request: SentRequest): string {
  return request.kind === 'group' ? (request.body.orders[0]?.clientOrderId ?? '') : request.body.clientOrderId;
}

export function sentOrder(actor: AccountActor, request: SentRequest, state: SentState): SentOrder {
  const { contractCode } = request.body;
  const known = { clientOrderId: clientOrderIdOf(request), actor, contractCode, request, state };
  if (request.kind === 'liquidate' || request.kind === 'reverse')
    return { ...known, side: request.side, lots: request.lots, prices: { orderType: 'MARKET' } };
  const asked = request.kind === 'group' ? request.body.orders[0] : request.body;
  if (!asked) throw new Error('a group has orders');
  const prices = { ...asked, orderType: orderTypeFromWire(asked.orderType) };
  return { ...known, side: sideFromWire(asked.side), lots: asked.quantity, prices };
}
