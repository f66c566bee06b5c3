/** Who is signed in in a jar, as the client keeps it: handles that name slots; nothing in it authenticates. */
import { type AuthState, SIGNED_OUT } from '@mua/contract/entities/auth-state';
import type { Actor, Jar } from '#http/actor.ts';

export function authStateOf(jar: Jar | undefined, active: Actor | undefined): AuthState {
  if (!jar || !active) return SIGNED_OUT;
  return {
    isAuth: true,
    accessToken: { value: active.handle },
    accounts: jar.actors.map((actor) => ({ user: { userId: actor.investorId }, accessToken: { value: actor.handle } })),
    activeUserId: active.investorId,
  };
}
