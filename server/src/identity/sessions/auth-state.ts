/**
 * The investors signed in in one browser, as the client sees them: handles that name slots and authenticate nothing.
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
