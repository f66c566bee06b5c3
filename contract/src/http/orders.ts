/**
 * Placing, changing and finding orders (docs/rules/orders.md#types-and-times-in-force).
 * Malformed and unauthorised orders are answered 400 to 404 and leave no trace. A well-formed order that a trading rule
 * refuses is answered 422 and stored as REJECTED; its clientOrderId is used up.
 */
import { GROUP_KINDS, GROUP_SIZES, type OrderType } from '@mua/core/values';
import { z } from 'zod';
import { conditionalOrder } from '#entities/conditional-order.ts';
import { decisionQuote } from '#entities/decision-quote.ts';
import { order, orderHistory } from '#entities/order.ts';
import { ORDER_TABS, orderFilterQuery, queryTable } from '#entities/order-filter.ts';
import type { ReplyCode } from '#errors.ts';
import { accountParams } from '#http/investors.ts';
import { defineRoute } from '#route.ts';
import {
  contractCode,
  count,
  countedListOf,
  cursor,
  durationFromWire,
  durationIn,
  instant,
  limitText,
  listingCode,
  listOf,
  lots,
  moneyText,
  opaqueId,
  orderTypeFromWire,
  orderTypeIn,
  percentText,
  priceText,
  quantityIn,
  seq,
  sideIn,
  tradeDate,
  uuid,
} from '#wire.ts';

/**
 * `seq` is the journal position of the order's state. A conditional order is included as itself, and `order` is its
 * view as a working order; an entry's exit pair is included too.
 */
export const orderReply = z
  .object({ order, conditionalOrder: conditionalOrder.optional(), seq })
  .meta({ id: 'OrderReply' });
export type OrderReply = z.infer<typeof orderReply>;

/** Refusals of any change of an account's risk. */
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
  'OrderTooLate',
];

const TERMS: readonly ReplyCode[] = [
  'PapersNotSigned',
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
  'BrakeMaxLots',
  'BrakeDailyLoss',
  'BrakeHours',
  'BrakeCoolOff',
  'ReduceOnlyExceeded',
];

/** Refusals of a conditional order's prices. */
const CONDITIONS: readonly ReplyCode[] = ['TrailInvalid', 'TakeProfitWrongSide', 'StopLossWrongSide'];

/**
 * Not a term: what the sender wants executed until then or not at all, by the server's clock (`engineTime` of its
 * extra info); a program's by the time of day, where that clock is ahead of it. Without it ten seconds after it came.
 */
const validUntil = instant.optional();

type Presence = 'needed' | 'allowed' | 'none';

interface TermsOfType {
  readonly limitPrice: Presence;
  /** A trailing stop may name its first stop price. */
  readonly stopPrice: Presence;
  /** The distance from the best price. */
  readonly trail: Presence;
  /** Take profit and stop loss: optional exits of an entry, the order itself for a TPSL. */
  readonly exits: Presence;
  /** Whether reduce-only is optional or implied. */
  readonly reducing: 'allowed' | 'always';
}

/** How the order types differ in their terms: all that request, ticket and chart know of a type. */
export const TERMS_OF_TYPE = {
  MARKET: { limitPrice: 'none', stopPrice: 'none', trail: 'none', exits: 'allowed', reducing: 'allowed' },
  LIMIT: { limitPrice: 'needed', stopPrice: 'none', trail: 'none', exits: 'allowed', reducing: 'allowed' },
  STOP: { limitPrice: 'none', stopPrice: 'needed', trail: 'none', exits: 'allowed', reducing: 'allowed' },
  STOP_LIMIT: { limitPrice: 'needed', stopPrice: 'needed', trail: 'none', exits: 'allowed', reducing: 'allowed' },
  TRAILING_STOP: { limitPrice: 'none', stopPrice: 'allowed', trail: 'needed', exits: 'none', reducing: 'allowed' },
  TPSL: { limitPrice: 'none', stopPrice: 'none', trail: 'none', exits: 'needed', reducing: 'always' },
} as const satisfies Record<OrderType, TermsOfType>;

/** The month that a roll opens: at market, or with a limit order for the day. */
const rollTarget = z.strictObject({ contractCode, limitPrice: priceText.optional() });

const placeOrderFields = z.strictObject({
  /** Created and stored by the client before sending: the same id with the same terms is the same order for ever. */
  clientOrderId: uuid,
  /** A contract, or a spread: a limit order (DAY, GTC, IOC) at near month less far month, for both legs or neither. */
  contractCode: listingCode,
  side: sideIn,
  orderType: orderTypeIn,
  duration: durationIn,
  quantity: quantityIn,
  limitPrice: priceText.optional(),
  stopPrice: priceText.optional(),
  expirationDate: tradeDate.optional(),
  /** Never larger than the open position on the other side. Always true for a TPSL. */
  isReduceOnly: z.boolean().optional(),
  /** A trailing stop has one of the two: a distance in the price unit, or in percent of the price. */
  trailAmount: priceText.optional(),
  trailPercent: percentText.optional(),
  /** For a TPSL, or an entry order with exits: armed by its fills, one cancels the other. */
  takeProfit: priceText.optional(),
  stopLoss: priceText.optional(),
  /**
   * For an entry order, each instead of its price: a distance in the price unit, of a tick or more, kept from the
   * average price of what is filled.
   */
  takeProfitDistance: priceText.optional(),
  stopLossDistance: priceText.optional(),
  /** The stop at its distance follows the price from the first fill on, in its owner's favour only. */
  trailsStop: z.boolean().optional(),
  /**
   * For a reduce-only order at market or with a limit, good at once (IOC): what it has closed when it ends is opened in
   * another month of the commodity, by an order with its id and `-r`. Refused whole where that order would be.
   */
  rollInto: rollTarget.optional(),
  /** What the client showed at the click. Not a term: an order repeated with another one is the same order. */
  sighting: decisionQuote.optional(),
  validUntil,
});

export const placeOrderRequest = placeOrderFields
  .superRefine((request, context) => {
    for (const field of misplacedFields(request)) context.addIssue({ code: 'custom', path: [field] });
  })
  .meta({ id: 'PlaceOrderRequest' });
export type PlaceOrderRequest = z.infer<typeof placeOrderRequest>;

/** One order of a group. */
const groupedOrder = placeOrderFields
  .omit({ contractCode: true, trailAmount: true, trailPercent: true, rollInto: true, sighting: true, validUntil: true })
  .superRefine((request, context) => {
    const isForExchange = TERMS_OF_TYPE[orderTypeFromWire(request.orderType)].exits === 'allowed';
    const misplaced = isForExchange ? misplacedFields(request) : ['orderType'];
    for (const field of misplaced) context.addIssue({ code: 'custom', path: [field] });
  });

/**
 * Orders of one contract that belong together. `OCO`: two resting orders, limits or stops, of which the first to be filled
 * or to end cancels the other. `SCALE`: limit orders of one side.
 */
export const placeGroupRequest = z
  .strictObject({
    kind: z.enum(GROUP_KINDS),
    contractCode,
    /** Each with an id of its own, sent again with the same ids in the same order. */
    orders: z.array(groupedOrder).min(GROUP_SIZES.OCO.least).max(GROUP_SIZES.SCALE.most),
    sighting: decisionQuote.optional(),
    validUntil,
  })
  .meta({ id: 'PlaceGroupRequest' });
export type PlaceGroupRequest = z.infer<typeof placeGroupRequest>;

/** The orders as they were asked for, with the exits that came with them. */
export const groupReply = z
  .object({ groupId: opaqueId, orders: z.array(order), conditionalOrders: z.array(conditionalOrder), seq })
  .meta({ id: 'GroupReply' });
export type GroupReply = z.infer<typeof groupReply>;

type OrderFields = Omit<
  z.infer<typeof placeOrderFields>,
  'clientOrderId' | 'contractCode' | 'quantity' | 'sighting' | 'validUntil'
>;

/** Fields that the order's type requires and that are missing, or that it does not have. */
function misplacedFields(request: OrderFields): string[] {
  const { limitPrice, stopPrice, trailAmount, trailPercent, takeProfit, stopLoss } = request;
  const terms: TermsOfType = TERMS_OF_TYPE[orderTypeFromWire(request.orderType)];
  const isDated = durationFromWire(request.duration) === 'GTD';
  const misplaced = [
    ...misplacedField('limitPrice', terms.limitPrice, [limitPrice]),
    ...misplacedField('stopPrice', terms.stopPrice, [stopPrice]),
    ...misplacedField('expirationDate', isDated ? 'needed' : 'none', [request.expirationDate]),
    ...misplacedField('trailAmount', terms.trail, [trailAmount, trailPercent]),
    ...misplacedField('takeProfit', terms.exits, [takeProfit, stopLoss]),
  ];
  const isEntry = terms.exits === 'allowed';
  for (const leg of ['takeProfit', 'stopLoss'] as const) {
    const distance = request[`${leg}Distance`];
    if (distance !== undefined && (!isEntry || request[leg] !== undefined)) misplaced.push(`${leg}Distance`);
  }
  if (request.trailsStop && request.stopLossDistance === undefined) misplaced.push('trailsStop');
  if (request.rollInto && !(isEntry && request.isReduceOnly === true)) misplaced.push('rollInto');
  // A distance is given in one of two ways.
  if (trailAmount !== undefined && trailPercent !== undefined) misplaced.push('trailAmount');
  return [...new Set(misplaced)];
}

function misplacedField(field: string, presence: Presence, values: readonly unknown[]): string[] {
  const isThere = values.some((value) => value !== undefined);
  return presence === 'allowed' || isThere === (presence === 'needed') ? [] : [field];
}

/** Exactly one of the two ids identifies the order. */
const whichOrder = { orderId: opaqueId.optional(), clientOrderId: uuid.optional() };

function namesOneOrder(request: { orderId?: string | undefined; clientOrderId?: string | undefined }): boolean {
  return (request.orderId === undefined) !== (request.clientOrderId === undefined);
}

/** Omitted fields keep their value. `quantity` is the total, filled lots included (FIX OrderQty). */
export const modifyOrderRequest = z
  .strictObject({
    ...whichOrder,
    quantity: quantityIn.optional(),
    limitPrice: priceText.optional(),
    stopPrice: priceText.optional(),
    duration: durationIn.optional(),
    expirationDate: tradeDate.optional(),
    validUntil,
  })
  .refine(namesOneOrder, { path: ['orderId'] })
  .meta({ id: 'ModifyOrderRequest' });
export type ModifyOrderRequest = z.infer<typeof modifyOrderRequest>;

export const cancelOrderRequest = z
  .strictObject(whichOrder)
  .refine(namesOneOrder, { path: ['orderId'] })
  .meta({ id: 'CancelOrderRequest' });
export type CancelOrderRequest = z.infer<typeof cancelOrderRequest>;

/** `goFlat` cancels the contract's working and conditional orders first. */
export const liquidationRequest = z
  .strictObject({
    contractCode,
    clientOrderId: uuid,
    goFlat: z.boolean().optional(),
    sighting: decisionQuote.optional(),
    validUntil,
  })
  .meta({ id: 'ForceSellRequest' });
export type LiquidationRequest = z.infer<typeof liquidationRequest>;

export const placeOrder = defineRoute({
  method: 'POST',
  path: '/order/{accountId}/place',
  access: 'account',
  scope: 'trade',
  audit: 'soon',
  needs: 'pin',
  purpose: 'Places an order once for each clientOrderId: 201 when it is new, 200 when the same was sent before.',
  params: accountParams,
  body: placeOrderRequest,
  replies: { 200: orderReply, 201: orderReply },
  errors: [...TRADING, ...TERMS, ...CONDITIONS, 'IDEMPOTENCY_MISMATCH'],
});

export const placeGroup = defineRoute({
  method: 'POST',
  path: '/order/{accountId}/place-group',
  access: 'account',
  scope: 'trade',
  audit: 'soon',
  needs: 'pin',
  purpose:
    'Places orders that belong together (a pair of which one cancels the other, or a scale), all of them or none: 201 when they are new, 200 when they were sent before.',
  params: accountParams,
  body: placeGroupRequest,
  replies: { 200: groupReply, 201: groupReply },
  errors: [...TRADING, ...TERMS, 'TakeProfitWrongSide', 'StopLossWrongSide', 'IDEMPOTENCY_MISMATCH'],
});

export const modifyOrder = defineRoute({
  method: 'POST',
  path: '/order/{accountId}/modify',
  access: 'account',
  scope: 'trade',
  audit: 'soon',
  needs: 'pin',
  purpose: 'Asks for new terms of a live order; the reply shows it in modification, or changed when it was held by us.',
  params: accountParams,
  body: modifyOrderRequest,
  replies: { 200: orderReply },
  errors: [
    ...TRADING,
    ...TERMS,
    'TakeProfitWrongSide',
    'StopLossWrongSide',
    'OrderNotFound',
    'OrderModifyNotAllowed',
    'ModifyPending',
  ],
});

export const cancelOrder = defineRoute({
  method: 'POST',
  path: '/order/{accountId}/cancel',
  access: 'account',
  scope: 'trade',
  audit: 'soon',
  purpose: 'Asks for the end of a live order; the reply shows it in cancellation, or cancelled when it was held by us.',
  params: accountParams,
  body: cancelOrderRequest,
  replies: { 200: orderReply },
  errors: ['OrderNotFound', 'OrderCancelNotAllowed', 'JOURNAL_UNAVAILABLE'],
});

export const cancelAllRequest = z
  .strictObject({
    /** Of a leg its spreads' orders too, of a spread those in it alone. */
    contractCode: listingCode.optional(),
    /** Of that group alone, without the others. */
    groupId: opaqueId.optional(),
    /** Keeps stops and conditional orders that only reduce a position, with the other order of a pair. */
    keepStops: z.boolean().optional(),
  })
  .refine(({ groupId, contractCode: code, keepStops }) => groupId === undefined || (code ?? keepStops) === undefined, {
    path: ['groupId'],
  })
  .meta({ id: 'CancelAllRequest' });
export type CancelAllRequest = z.infer<typeof cancelAllRequest>;

const cancelAllReply = z
  .object({
    /** Orders that are cancelled now, that the exchange is asked to cancel, or will be as soon as it has taken them. */
    orders: count,
    conditionalOrders: count,
    seq,
  })
  .meta({ id: 'CancelAllReply' });
export type CancelAllReply = z.infer<typeof cancelAllReply>;

export const cancelAllOrders = defineRoute({
  method: 'POST',
  path: '/order/{accountId}/cancel-all',
  access: 'account',
  scope: 'trade',
  audit: 'soon',
  purpose:
    'Asks for the end of every live order of a sub-account, or of one contract of it, conditional ones too; or of one group.',
  params: accountParams,
  body: cancelAllRequest,
  replies: { 200: cancelAllReply },
  errors: ['InvestorTradingAccountNotFound', 'ContractNotFound', 'OrderNotFound', 'JOURNAL_UNAVAILABLE'],
});

export const reversePositionRequest = z
  .strictObject({ contractCode, clientOrderId: uuid, sighting: decisionQuote.optional(), validUntil })
  .meta({ id: 'ReversePositionRequest' });
export type ReversePositionRequest = z.infer<typeof reversePositionRequest>;

export const reversePosition = defineRoute({
  method: 'POST',
  path: '/order/{accountId}/reverse',
  access: 'account',
  audit: 'soon',
  needs: 'pin',
  purpose: 'Turns the position in a contract round by a market order of twice its lots, checked like any order.',
  params: accountParams,
  body: reversePositionRequest,
  replies: { 200: orderReply, 201: orderReply },
  errors: [...TRADING, ...TERMS, 'OpenPositionNotFound', 'IDEMPOTENCY_MISMATCH'],
});

/** Number of orders in each tab: ALL is the sum of the others. */
export const orderTabCounts = z
  .object({ ALL: count, PENDING: count, CANCELLED: count, FILLED: count, REJECTED: count })
  .meta({ id: 'OrderTabCounts' });
export type OrderTabCounts = z.infer<typeof orderTabCounts>;

/** Of every order of the list, whatever the page. Refused orders do not count. */
export const orderSums = z.object({ quantity: lots, filledQuantity: lots, fee: moneyText }).meta({ id: 'OrderSums' });
export type OrderSums = z.infer<typeof orderSums>;

const orderPage = countedListOf(orderHistory)
  .extend({
    /** Orders of the sub-account that the filter excludes from every tab. */
    hidden: count,
    tabs: orderTabCounts,
    /** Sent with the first page; null with later ones. */
    sums: orderSums.nullable(),
  })
  .meta({ id: 'OrderPage' });
export type OrderPage = z.infer<typeof orderPage>;

/**
 * Without a tab only the filter decides, newest first. A tab shows the history by the filter and, besides, live orders
 * whatever their date and the excluded statuses, because a working order from last week must not depend on a date: live
 * orders first, then newest first. `contractCode` is the complete code, not a part of it.
 */
const listing = { tab: z.enum(ORDER_TABS).optional(), contractCode: listingCode.optional() };

export const queryOrders = defineRoute({
  method: 'GET',
  path: '/order/{accountId}/query',
  access: 'account',
  scope: 'account',
  purpose:
    'Lists the orders of a sub-account with their fills by the order filter state, newest first; a tab adds every live order and has these first, and counts and sums are of the whole list.',
  params: accountParams,
  query: orderFilterQuery.extend({ ...listing, cursor: cursor.optional(), limit: limitText.optional() }),
  replies: { 200: orderPage },
  errors: [],
});

export const searchOrders = defineRoute({
  method: 'POST',
  path: '/order/{accountId}/query',
  access: 'account',
  scope: 'account',
  audit: 'none',
  purpose: 'The same list for a caller that holds the order filter state as JSON.',
  params: accountParams,
  body: z
    .strictObject({
      queryTable: queryTable.optional(),
      ...listing,
      cursor: cursor.optional(),
      limit: z.int().min(1).optional(),
    })
    .meta({ id: 'SearchOrdersRequest' }),
  replies: { 200: orderPage },
  errors: [],
});

export const listOrderHistories = defineRoute({
  method: 'GET',
  path: '/order/{accountId}/histories',
  access: 'account',
  scope: 'account',
  purpose: 'Lists the final orders of a sub-account with their fills, last closed first.',
  params: accountParams,
  query: z.strictObject({
    contractCode: listingCode.optional(),
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
  scope: 'account',
  purpose:
    'Finds the order of a clientOrderId, so that a lost answer can be resolved: the order, or, ten seconds after it was sent, that it never existed.',
  params: z.strictObject({ accountId: opaqueId, clientOrderId: uuid }),
  replies: { 200: order },
  // While it is on its way, or what was executed is not on disk, nobody can say that there was no such order.
  errors: ['OrderNotFound', 'JOURNAL_UNAVAILABLE'],
});

export const liquidate = defineRoute({
  method: 'POST',
  path: '/order/force-sell/accounts/{accountId}/by-contract',
  access: 'account',
  audit: 'soon',
  purpose:
    "Liquidates all lots of one contract of the caller's own sub-account at market; working orders stay, unless it is to go flat.",
  params: accountParams,
  body: liquidationRequest,
  replies: { 200: orderReply, 201: orderReply },
  errors: [...TRADING, 'OpenPositionNotFound', 'IDEMPOTENCY_MISMATCH'],
});
