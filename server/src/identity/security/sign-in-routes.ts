/** Signing in and out, who is in the jar, and who the acting investor is. */
import type { AuthState } from '@mua/contract/entities/auth-state';
import { readMe } from '@mua/contract/http/investors';
import { login, logout, logoutAll, restoreSession } from '@mua/contract/http/sign-in';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Jar } from '#http/actor.ts';
import { type Bind, ok } from '#http/bind-route.ts';
import { readInvestor } from '#identity/accounts/investors.ts';
import type { SignIn } from '#identity/security/sign-in.ts';
import { authStateOf } from '#identity/sessions/auth-state.ts';
import type { JarCookie } from '#identity/sessions/jar-cookie.ts';
import type { Jars } from '#identity/sessions/jars.ts';
import { requesterOf } from '#identity/sessions/requester.ts';

export function bindIdentityRoutes(
  bind: Bind,
  deps: { readonly pool: pg.Pool; readonly jars: Jars; readonly signIn: SignIn; readonly jarCookie: JarCookie },
): void {
  const { pool, jars, signIn, jarCookie } = deps;

  bind(login, async ({ body, request, reply }) => {
    const entered = await signIn({ ...body, ...requesterOf(request), cookie: jarCookie.read(request) });
    jarCookie.write(reply, entered.cookie);
    // Whom the audit log names.
    request.actor = entered.actor;
    return ok(authStateOf(entered.jar, entered.actor));
  });
  bind(logout, async ({ actor, request, reply }) => {
    const cookie = jarCookie.read(request);
    const jar = cookie === undefined ? undefined : await jars.signOut(cookie, actor);
    return ok(stateOrSignedOut(jar, reply, jarCookie));
  });
  bind(logoutAll, async ({ request, reply }) => {
    await dropJar(jars, jarCookie, request);
    return ok(stateOrSignedOut(undefined, reply, jarCookie));
  });
  bind(restoreSession, async ({ request }) => {
    const cookie = jarCookie.read(request);
    const jar = cookie === undefined ? undefined : await jars.find(cookie);
    return ok(authStateOf(jar, jar?.actors[0]));
  });
  bind(readMe, async ({ actor }) => ok(await readInvestor(pool, actor.investorId)));
}

async function dropJar(jars: Jars, jarCookie: JarCookie, request: FastifyRequest): Promise<void> {
  const cookie = jarCookie.read(request);
  if (cookie === undefined) return;
  request.actor = (await jars.find(cookie))?.actors[0] ?? null;
  await jars.drop(cookie);
}

/** After a log-out the first who remains becomes active (spec 4); with nobody left the cookie goes too. */
function stateOrSignedOut(jar: Jar | undefined, reply: FastifyReply, jarCookie: JarCookie): AuthState {
  if (!jar) jarCookie.clear(reply);
  return authStateOf(jar, jar?.actors[0]);
}
