/** An order on its way: what was asked of the server under its id, and what is known of its fate. */
import type { Order } from '@mua/contract/entities/order';
import type { Facts } from '@mua/contract/errors';
import type { ForceSellRequest, PlaceOrderRequest } from '@mua/contract/http/orders';
import { sideFromWire } from '@mua/contract/wire';
import type { Side } from '@mua/core/values';
import type { AccountActor } from './orders.ts';

/** What sends it, and sends it again as the same order. A liquidation's side and lots are the server's to reckon. */
export type SentRequest =
  | { readonly kind: 'place'; readonly body: PlaceOrderRequest }
  | { readonly kind: 'liquidate'; readonly body: ForceSellRequest; readonly side: Side; readonly lots: number };

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
  /** In wire text; null at market. */
  readonly limitPrice: string | null;
  readonly request: SentRequest;
  readonly state: SentState;
}

export function sentOrder(actor: AccountActor, request: SentRequest, state: SentState): SentOrder {
  const { clientOrderId, contractCode } = request.body;
  const known = { clientOrderId, actor, contractCode, request, state };
  if (request.kind === 'liquidate') return { ...known, side: request.side, lots: request.lots, limitPrice: null };
  const { side, quantity, limitPrice = null } = request.body;
  return { ...known, side: sideFromWire(side), lots: quantity, limitPrice };
}
