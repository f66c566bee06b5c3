/**
 * Placing, changing and finding orders (spec 7, "Orders").
 *
 * Malformed and unauthorised orders are answered 400 to 404 and leave no trace. A well-formed order that a trading rule
 * refuses is answered 422 and stored as REJECTED, its clientOrderId used up.
 */
import type { OrderType } from '@mua/core/values';
import { z } from 'zod';
import { order, orderHistory } from '#entities/order';
import { orderFilterQuery, queryTable } from '#entities/order-filter';
import type { ReplyCode } from '#errors';
import { defineRoute } from '#route';
import {
  contractCode,
  count,
  countedListOf,
  cursor,
  durationFromWire,
  durationIn,
  limitText,
  listOf,
  opaqueId,
  orderTypeFromWire,
  orderTypeIn,
  priceText,
  quantityIn,
  seq,
  sideIn,
  tradeDate,
  uuid,
} from '#wire';
import { accountParams } from './investors.ts';

/** `seq` is the journal position at which the order is as shown. */
const orderReply = z.object({ order, seq }).meta({ id: 'OrderReply' });
export type OrderReply = z.infer<typeof orderReply>;

/** What can refuse any change of an account's risk, at acceptance. */
const TRADING: readonly ReplyCode[] = [
  'InvestorTradingAccountNotFound',
  'InvestorTradingAccountNotAllowed',
  'LiveVenueMissing',
  'TRADING_HALTED',
  'ContractNotFound',
  'ContractExpired',
  'ExpiryWindowReduceOnly',
  'MarketClosed',
  'JOURNAL_UNAVAILABLE',
];

const TERMS: readonly ReplyCode[] = [
  'OrderTypeNotSupported',
  'DurationNotAllowed',
  'ExpirationDateInvalid',
  'QuantityInvalid',
  'MaxLotsPerOrder',
  'MaxLotsPerContract',
  'WrongTick',
  'PriceOutsideBand',
  'StopLimitTooFar',
  'PriceOutsideDailyLimit',
  'InsufficientMargin',
];

/** Which prices an order of each type carries; the others must be absent. */
export const PRICES_OF_TYPE = {
  MARKET: { limitPrice: false, stopPrice: false },
  LIMIT: { limitPrice: true, stopPrice: false },
  STOP: { limitPrice: false, stopPrice: true },
  STOP_LIMIT: { limitPrice: true, stopPrice: true },
} as const satisfies Partial<Record<OrderType, { limitPrice: boolean; stopPrice: boolean }>>;

export const placeOrderRequest = z
  .strictObject({
    /** Made and kept by the client before it sends: the same id with the same terms is the same order for ever. */
    clientOrderId: uuid,
    contractCode,
    side: sideIn,
    orderType: orderTypeIn,
    duration: durationIn,
    quantity: quantityIn,
    limitPrice: priceText.optional(),
    stopPrice: priceText.optional(),
    expirationDate: tradeDate.optional(),
  })
  .superRefine((request, context) => {
    const carried = PRICES_OF_TYPE[orderTypeFromWire(request.orderType)];
    for (const field of ['limitPrice', 'stopPrice'] as const) {
      if ((request[field] !== undefined) !== carried[field]) context.addIssue({ code: 'custom', path: [field] });
    }
    if ((request.expirationDate !== undefined) !== (durationFromWire(request.duration) === 'GTD')) {
      context.addIssue({ code: 'custom', path: ['expirationDate'] });
    }
  })
  .meta({ id: 'PlaceOrderRequest' });
export type PlaceOrderRequest = z.infer<typeof placeOrderRequest>;

/** Exactly one of the two ids names the order. */
const whichOrder = { orderId: opaqueId.optional(), clientOrderId: uuid.optional() };

function namesOneOrder(request: { orderId?: string | undefined; clientOrderId?: string | undefined }): boolean {
  return (request.orderId === undefined) !== (request.clientOrderId === undefined);
}

/** Only what changes is sent. `quantity` is the total, what is filled included (FIX OrderQty). */
export const modifyOrderRequest = z
  .strictObject({
    ...whichOrder,
    quantity: quantityIn.optional(),
    limitPrice: priceText.optional(),
    stopPrice: priceText.optional(),
    duration: durationIn.optional(),
    expirationDate: tradeDate.optional(),
  })
  .refine(namesOneOrder, { path: ['orderId'] })
  .meta({ id: 'ModifyOrderRequest' });
export type ModifyOrderRequest = z.infer<typeof modifyOrderRequest>;

export const cancelOrderRequest = z
  .strictObject(whichOrder)
  .refine(namesOneOrder, { path: ['orderId'] })
  .meta({ id: 'CancelOrderRequest' });
export type CancelOrderRequest = z.infer<typeof cancelOrderRequest>;

export const placeOrder = defineRoute({
  method: 'POST',
  path: '/order/{accountId}/place',
  access: 'account',
  purpose: 'Places an order once for each clientOrderId: 201 when it is new, 200 when the same was sent before.',
  params: accountParams,
  body: placeOrderRequest,
  replies: { 200: orderReply, 201: orderReply },
  errors: [...TRADING, ...TERMS, 'IDEMPOTENCY_MISMATCH'],
});

export const modifyOrder = defineRoute({
  method: 'POST',
  path: '/order/{accountId}/modify',
  access: 'account',
  purpose: 'Asks for new terms of a live order; the reply shows it in modification, or changed when it was held by us.',
  params: accountParams,
  body: modifyOrderRequest,
  replies: { 200: orderReply },
  errors: [...TRADING, ...TERMS, 'OrderNotFound', 'OrderModifyNotAllowed', 'ModifyPending'],
});

export const cancelOrder = defineRoute({
  method: 'POST',
  path: '/order/{accountId}/cancel',
  access: 'account',
  purpose: 'Asks for the end of a live order; the reply shows it in cancellation, or cancelled when it was held by us.',
  params: accountParams,
  body: cancelOrderRequest,
  replies: { 200: orderReply },
  errors: ['OrderNotFound', 'OrderCancelNotAllowed', 'JOURNAL_UNAVAILABLE'],
});

const orderPage = countedListOf(order)
  .extend({
    /** Orders of the sub-account that the filter leaves out. */
    hidden: count,
  })
  .meta({ id: 'OrderPage' });
export type OrderPage = z.infer<typeof orderPage>;

export const queryOrders = defineRoute({
  method: 'GET',
  path: '/order/{accountId}/query',
  access: 'account',
  purpose: 'Lists the orders of a sub-account by the order filter state, newest first; without a filter, all.',
  params: accountParams,
  query: orderFilterQuery.extend({ cursor: cursor.optional(), limit: limitText.optional() }),
  replies: { 200: orderPage },
  errors: [],
});

export const searchOrders = defineRoute({
  method: 'POST',
  path: '/order/{accountId}/query',
  access: 'account',
  purpose: 'The same list for a caller that holds the order filter state as JSON.',
  params: accountParams,
  body: z
    .strictObject({ queryTable: queryTable.optional(), cursor: cursor.optional(), limit: z.int().min(1).optional() })
    .meta({ id: 'SearchOrdersRequest' }),
  replies: { 200: orderPage },
  errors: [],
});

export const listOrderHistories = defineRoute({
  method: 'GET',
  path: '/order/{accountId}/histories',
  access: 'account',
  purpose: 'Lists the final orders of a sub-account with their fills, last closed first.',
  params: accountParams,
  query: z.strictObject({
    contractCode: contractCode.optional(),
    cursor: cursor.optional(),
    limit: limitText.optional(),
  }),
  replies: { 200: listOf(orderHistory) },
  errors: [],
});

export const readOrderByClientId = defineRoute({
  method: 'GET',
  path: '/order/{accountId}/by-client-id/{clientOrderId}',
  access: 'account',
  purpose: 'Finds the order of a clientOrderId, so that a lost answer can be resolved: the order, or it never existed.',
  params: z.strictObject({ accountId: opaqueId, clientOrderId: uuid }),
  replies: { 200: order },
  errors: ['OrderNotFound'],
});

export const forceSell = defineRoute({
  method: 'POST',
  path: '/order/force-sell/accounts/{accountId}/by-contract',
  access: 'account',
  purpose: "Liquidates all lots of one contract of the caller's own sub-account at market; working orders stay.",
  params: accountParams,
  body: z.strictObject({ contractCode, clientOrderId: uuid }).meta({ id: 'ForceSellRequest' }),
  replies: { 200: orderReply, 201: orderReply },
  errors: [...TRADING, 'OpenPositionNotFound', 'IDEMPOTENCY_MISMATCH'],
});
