/**
 * Where sign-in returns to (docs/rules/screens.md#who-may-see-a-page); held by the client, returnUrl in a cookie of one
 * day.
 */
import { z } from 'zod';

/** `skipRedirectOnce` is set by log-out and account switch and suppresses one redirect. */
export const redirectState = z
  .object({ returnUrl: z.string().max(2048).nullable(), skipRedirectOnce: z.boolean() })
  .meta({ id: 'RedirectState' });
export type RedirectState = z.infer<typeof redirectState>;
