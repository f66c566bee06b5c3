/**
 * Cancels orders when a sender is not heard any more: the dead man's switch of each browser session and each program's
 * grant.
 */
import { z } from 'zod';
import { accountParams } from '#http/investors.ts';
import { defineRoute } from '#route.ts';
import { instant } from '#wire.ts';

/** Seconds without a word from the sender. */
const CANCEL_AFTER_SECONDS = { least: 15, most: 3_600 } as const;

export const cancelAfterRequest = z
  .strictObject({
    /** 0 ends it; from a browser, that of every sender of the sub-account: who is still there says it again. */
    seconds: z.union([z.literal(0), z.int().min(CANCEL_AFTER_SECONDS.least).max(CANCEL_AFTER_SECONDS.most)]),
    /** Orders good till cancelled or till a date are cancelled as well. */
    includesGoodTill: z.boolean().optional(),
  })
  .meta({ id: 'CancelAfterRequest' });
export type CancelAfterRequest = z.infer<typeof cancelAfterRequest>;

export const cancelAfter = z
  .object({
    /** 0 while the caller is not waited for. */
    seconds: z.int().min(0),
    includesGoodTill: z.boolean(),
    cancelsAt: instant.nullable(),
  })
  .meta({ id: 'CancelAfter' });
export type CancelAfter = z.infer<typeof cancelAfter>;

export const setCancelAfter = defineRoute({
  method: 'POST',
  path: '/order/{accountId}/cancel-after',
  access: 'account',
  scope: 'trade',
  audit: 'none',
  purpose:
    "Cancels a sub-account's day orders, but no protective ones, unless the same sender (a browser session, or a program's grant) calls this again within so many seconds: once, and never for the server's own silence.",
  params: accountParams,
  body: cancelAfterRequest,
  replies: { 200: cancelAfter },
  errors: ['InvestorTradingAccountNotFound', 'JOURNAL_UNAVAILABLE'],
});

export const readCancelAfter = defineRoute({
  method: 'GET',
  path: '/order/{accountId}/cancel-after',
  access: 'account',
  scope: 'account',
  purpose: "Returns whether and when a sub-account's orders are cancelled unless the caller is heard before.",
  params: accountParams,
  replies: { 200: cancelAfter },
  errors: [],
});
