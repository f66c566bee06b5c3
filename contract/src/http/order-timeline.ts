/** The timeline of one order. */
import { z } from 'zod';
import { orderTimeline } from '#entities/order-timeline.ts';
import { defineRoute } from '#route.ts';
import { opaqueId } from '#wire.ts';

export const readOrderTimeline = defineRoute({
  method: 'GET',
  path: '/order/{accountId}/orders/{orderId}/timeline',
  access: 'account',
  scope: 'account',
  purpose:
    'Returns the timeline of an order or conditional order of a sub-account, oldest first, and what its sender saw.',
  params: z.strictObject({ accountId: opaqueId, orderId: opaqueId }),
  replies: { 200: orderTimeline },
  errors: ['OrderNotFound'],
});
