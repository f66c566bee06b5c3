/**
 * Trailing stops and exit pairs (docs/rules/orders.md#conditional-orders). They are placed like any order, by
 * `/order/{accountId}/place`; these calls list, modify and cancel them.
 */
import { z } from 'zod';
import { conditionalOrder } from '#entities/conditional-order.ts';
import { accountParams } from '#http/investors.ts';
import { defineRoute } from '#route.ts';
import {
  contractCode,
  countedListOf,
  cursor,
  limitText,
  opaqueId,
  percentText,
  priceText,
  quantityIn,
  seq,
  uuid,
} from '#wire.ts';

/** The two lists (docs/rules/orders.md#conditional-orders). */
export const CONDITIONAL_VIEWS = ['pending', 'activated'] as const;

export const listConditionalOrders = defineRoute({
  method: 'GET',
  path: '/order/{accountId}/conditional-orders',
  access: 'account',
  scope: 'account',
  purpose:
    'Lists the conditional orders of a sub-account, newest first: those that wait, those that have fired, or all.',
  params: accountParams,
  query: z.strictObject({
    view: z.enum(CONDITIONAL_VIEWS).optional(),
    contractCode: contractCode.optional(),
    cursor: cursor.optional(),
    limit: limitText.optional(),
  }),
  replies: { 200: countedListOf(conditionalOrder) },
  errors: [],
});

const whichConditional = { conditionalOrderId: opaqueId.optional(), clientOrderId: uuid.optional() };

function namesOne(request: { conditionalOrderId?: string | undefined; clientOrderId?: string | undefined }): boolean {
  return (request.conditionalOrderId === undefined) !== (request.clientOrderId === undefined);
}

/** Omitted fields keep their value. */
export const modifyConditionalRequest = z
  .strictObject({
    ...whichConditional,
    quantity: quantityIn.optional(),
    trailAmount: priceText.optional(),
    trailPercent: percentText.optional(),
    takeProfit: priceText.optional(),
    stopLoss: priceText.optional(),
  })
  .refine(namesOne, { path: ['conditionalOrderId'] })
  .meta({ id: 'ModifyConditionalRequest' });
export type ModifyConditionalRequest = z.infer<typeof modifyConditionalRequest>;

export const cancelConditionalRequest = z
  .strictObject(whichConditional)
  .refine(namesOne, { path: ['conditionalOrderId'] })
  .meta({ id: 'CancelConditionalRequest' });
export type CancelConditionalRequest = z.infer<typeof cancelConditionalRequest>;

const conditionalReply = z.object({ conditionalOrder, seq }).meta({ id: 'ConditionalOrderReply' });
export type ConditionalOrderReply = z.infer<typeof conditionalReply>;

export const modifyConditionalOrder = defineRoute({
  method: 'POST',
  path: '/order/{accountId}/conditional-orders/modify',
  access: 'account',
  audit: 'soon',
  needs: 'pin',
  purpose: 'Changes the prices or the lots of a conditional order that has not fired.',
  params: accountParams,
  body: modifyConditionalRequest,
  replies: { 200: conditionalReply },
  errors: [
    'ConditionalOrderNotFound',
    'ConditionalOrderNotAllowed',
    'QuantityInvalid',
    'MaxLotsPerOrder',
    'WrongTick',
    'TrailInvalid',
    'TakeProfitWrongSide',
    'StopLossWrongSide',
    'ReduceOnlyExceeded',
    'PapersNotSigned',
    'JOURNAL_UNAVAILABLE',
  ],
});

export const cancelConditionalOrder = defineRoute({
  method: 'POST',
  path: '/order/{accountId}/conditional-orders/cancel',
  access: 'account',
  scope: 'trade',
  audit: 'soon',
  purpose: 'Ends a conditional order that has not fired.',
  params: accountParams,
  body: cancelConditionalRequest,
  replies: { 200: conditionalReply },
  errors: ['ConditionalOrderNotFound', 'ConditionalOrderNotAllowed', 'JOURNAL_UNAVAILABLE'],
});
