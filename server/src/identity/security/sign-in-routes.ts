/** Routes for signing in and out, for the list of who is signed in, and for the acting investor. */
import type { AuthState } from '@mua/contract/entities/auth-state';
import { readMe } from '@mua/contract/http/investors';
import { login, logout, logoutAll, restoreSession } from '@mua/contract/http/sign-in';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { BrowserSession } from '#http/actor.ts';
import { type Bind, ok } from '#http/bind-route.ts';
import { readInvestor } from '#identity/accounts/investors.ts';
import type { SignIn } from '#identity/security/sign-in.ts';
import { authStateOf } from '#identity/sessions/auth-state.ts';
import type { BrowserSessionCookie } from '#identity/sessions/browser-session-cookie.ts';
import type { BrowserSessions } from '#identity/sessions/browser-sessions.ts';
import { requesterOf } from '#identity/sessions/requester.ts';

export function bindIdentityRoutes(
  bind: Bind,
  deps: {
    readonly pool: pg.Pool;
    readonly browserSessions: BrowserSessions;
    readonly signIn: SignIn;
    readonly browserSessionCookie: BrowserSessionCookie;
  },
): void {
  const { pool, browserSessions, signIn, browserSessionCookie } = deps;

  bind(login, async ({ body, request, reply }) => {
    const entered = await signIn({ ...body, ...requesterOf(request), cookie: browserSessionCookie.read(request) });
    browserSessionCookie.write(reply, entered.cookie);
    // The audit log's actor.
    request.actor = entered.actor;
    return ok(authStateOf(entered.browserSession, entered.actor));
  });
  bind(logout, async ({ actor, request, reply }) => {
    const cookie = browserSessionCookie.read(request);
    const browserSession = cookie === undefined ? undefined : await browserSessions.signOut(cookie, actor);
    return ok(stateOrSignedOut(browserSession, reply, browserSessionCookie));
  });
  bind(logoutAll, async ({ request, reply }) => {
    await dropBrowserSession(browserSessions, browserSessionCookie, request);
    return ok(stateOrSignedOut(undefined, reply, browserSessionCookie));
  });
  bind(restoreSession, async ({ request }) => {
    const cookie = browserSessionCookie.read(request);
    const browserSession = cookie === undefined ? undefined : await browserSessions.find(cookie);
    return ok(authStateOf(browserSession, browserSession?.actors[0]));
  });
  bind(readMe, async ({ actor }) => ok(await readInvestor(pool, actor.investorId)));
}

async function dropBrowserSession(
  browserSessions: BrowserSessions,
  browserSessionCookie: BrowserSessionCookie,
  request: FastifyRequest,
): Promise<void> {
  const cookie = browserSessionCookie.read(request);
  if (cookie === undefined) return;
  request.actor = (await browserSessions.find(cookie))?.actors[0] ?? null;
  await browserSessions.drop(cookie);
}

/**
 * After a log-out the first remaining investor becomes active (docs/rules/people.md#sessions); with none left the
 * cookie is removed too.
 */
function stateOrSignedOut(
  browserSession: BrowserSession | undefined,
  reply: FastifyReply,
  browserSessionCookie: BrowserSessionCookie,
): AuthState {
  if (!browserSession) browserSessionCookie.clear(reply);
  return authStateOf(browserSession, browserSession?.actors[0]);
}
