/** What a demo would have sent by mail and SMS, readable in the browser. In MODE=live this call does not exist. */
import { z } from 'zod';
import { otpChannel } from '#entities/security.ts';
import { LIMITS } from '#limits.ts';
import { defineRoute } from '#route.ts';
import { instant, listOf, opaqueId } from '#wire.ts';

export const outboxMessage = z
  .object({
    messageId: opaqueId,
    sentAt: instant,
    channel: otpChannel,
    /** The full address or number: a demo has no real people. */
    to: z.string().max(254),
    language: z.enum(LIMITS.languages),
    /** Null of an SMS. */
    subject: z.string().max(200).nullable(),
    text: z.string().max(4000),
  })
  .meta({ id: 'OutboxMessage' });
export type OutboxMessage = z.infer<typeof outboxMessage>;

export const readOutbox = defineRoute({
  method: 'GET',
  path: '/dev/outbox',
  access: 'public',
  purpose: 'Lists the newest hundred messages of a demo, newest first, all in one page.',
  replies: { 200: listOf(outboxMessage) },
  errors: [],
});
