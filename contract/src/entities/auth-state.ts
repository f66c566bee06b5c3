/**
 * Who is signed in in this browser (docs/rules/people.md#sessions). Nothing in it authenticates: the credential is the
 * HttpOnly browser session cookie, and an `accessToken.value` only names a slot of that session and its version (record
 * 7).
 */
import { z } from 'zod';
import { opaqueId } from '#wire.ts';

/** Sent back in `X-Account-Slot`. It changes when the slot's session is renewed, so sockets know to reconnect. */
export const slotHandle = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[A-Za-z0-9:_-]+$/);

export const accessToken = z.object({ value: slotHandle }).meta({ id: 'AccessToken' });
export type AccessToken = z.infer<typeof accessToken>;

export const signedInAccount = z
  .object({ user: z.object({ userId: opaqueId }), accessToken })
  .meta({ id: 'SignedInAccount' });
export type SignedInAccount = z.infer<typeof signedInAccount>;

/** `accessToken` is that of the active user; both are null when nobody is signed in. */
export const authState = z
  .object({
    isAuth: z.boolean(),
    accessToken: accessToken.nullable(),
    accounts: z.array(signedInAccount),
    activeUserId: opaqueId.nullable(),
  })
  .meta({ id: 'AuthState' });
export type AuthState = z.infer<typeof authState>;

export const SIGNED_OUT: AuthState = { isAuth: false, accessToken: null, accounts: [], activeUserId: null };
