/**
 * Who is signed in in a browser session, as the client keeps it: handles that name slots; nothing in it authenticates.
 */
import { type AuthState, SIGNED_OUT } from '@mua/contract/entities/auth-state';
import type { Actor, BrowserSession } from '#http/actor.ts';

export function authStateOf(browserSession: BrowserSession | undefined, active: Actor | undefined): AuthState {
  if (!browserSession || !active) return SIGNED_OUT;
  return {
    isAuth: true,
    accessToken: { value: active.handle },
    accounts: browserSession.actors.map((actor) => ({
      user: { userId: actor.investorId },
      accessToken: { value: actor.handle },
    })),
    activeUserId: active.investorId,
  };
}
