/** Signing in and out of the browser session (docs/rules/people.md#sessions; record 7). */
import { z } from 'zod';
import { authState } from '#entities/auth-state.ts';
import { LIMITS } from '#limits.ts';
import { defineRoute } from '#route.ts';

/** A call without content beyond its headers. */
const nothing = z.strictObject({});

export const login = defineRoute({
  method: 'POST',
  path: '/investor/login',
  access: 'public',
  purpose:
    'Signs an investor in beside those who are, makes them the active one, and renews the browser session cookie.',
  body: z
    .strictObject({
      /** Phone number, email or account number. */
      username: z.string().min(1).max(LIMITS.usernameMax),
      password: z.string().min(1).max(LIMITS.passwordInputMax),
      /** Of the authenticator app, if it is on. */
      sotpCode: z.string().min(1).max(16).optional(),
    })
    .meta({ id: 'LoginRequest' }),
  replies: { 200: authState },
  errors: ['LoginWrongInfo', 'LoginAccountIsSupended', 'LoginLocked', 'InvestorDeleted', 'SotpRequired', 'InvalidSotp'],
});

export const logout = defineRoute({
  method: 'POST',
  path: '/investor/logout',
  access: 'investor',
  purpose:
    'Removes the acting investor from the browser session and closes their sockets; the first who remains becomes active.',
  body: nothing,
  replies: { 200: authState },
  errors: [],
});

export const logoutAll = defineRoute({
  method: 'POST',
  path: '/investor/logout-all',
  access: 'public',
  purpose:
    'Empties the browser session, closes all its sockets and drops the cookie; also fine when nobody is signed in.',
  body: nothing,
  replies: { 200: authState },
  errors: [],
});

export const restoreSession = defineRoute({
  method: 'GET',
  path: '/investor/session',
  access: 'public',
  purpose: 'Says who is signed in in this browser session, so that a page load can restore its state.',
  replies: { 200: authState },
  errors: [],
});
