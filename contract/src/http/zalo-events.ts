/** What Zalo tells of the broker's Official Account (docs/operating/README.md#zalo): who writes to it, and who leaves it. */
import { z } from 'zod';
import { defineRoute } from '#route.ts';
import { opaqueId } from '#wire.ts';

/** `mac=` and the SHA-256 of app id, raw body, timestamp and the account's secret key in hex. */
export const ZALO_SIGNATURE_HEADER = 'x-zevent-signature';

const person = z.looseObject({ id: opaqueId });

/** Zalo's own form, of which only this is read; there are events of which nothing concerns us. */
const zaloEvent = z
  .looseObject({
    event_name: z.string().max(100),
    /** Milliseconds. */
    timestamp: z.union([z.string().regex(/^\d{1,15}$/), z.int().nonnegative()]),
    /** Of a message: who wrote it. */
    sender: person.optional(),
    /** Of `follow` and `unfollow`. */
    follower: person.optional(),
    message: z.looseObject({ text: z.string().max(10_000).optional() }).optional(),
  })
  .meta({ id: 'ZaloEvent' });
export type ZaloEvent = z.infer<typeof zaloEvent>;

export const hearZalo = defineRoute({
  method: 'POST',
  path: '/hooks/zalo',
  access: 'zalo',
  /** Whoever finds the account can write to it: what they change is a row of its own, and strangers fill no log. */
  audit: 'none',
  purpose: 'Takes an event of the Official Account; the same again changes nothing.',
  body: zaloEvent,
  replies: { 200: z.object({}).meta({ id: 'ZaloEventTaken' }) },
  errors: [],
});
