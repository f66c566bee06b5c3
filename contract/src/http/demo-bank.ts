/** The bank of a demo: pays a code as an app would, and tells of it as a bank does, signed, over the same call. */
import { z } from 'zod';
import { notifyOfPayment, transferredSum } from '#http/bank-notifications.ts';
import { defineRoute } from '#route.ts';

export const payAtDemoBank = defineRoute({
  method: 'POST',
  path: '/dev/bank/transfers',
  access: 'public',
  audit: 'none',
  purpose: 'In a demo: pays a VietQR, or another sum or memo than it says.',
  body: z
    .strictObject({
      qrPayload: z.string().max(300),
      amount: transferredSum.optional(),
      memo: z.string().max(100).optional(),
    })
    .meta({ id: 'DemoTransferRequest' }),
  replies: { 200: notifyOfPayment.replies[200] },
  errors: [],
});
