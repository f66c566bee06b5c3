/**
 * Signs investors in to and out of this browser's session with the server (docs/rules/people.md#sessions). The stores
 * follow the server's answers.
 */
import type { AuthState } from '@mua/contract/entities/auth-state';
import { login, logout, logoutAll, restoreSession } from '@mua/contract/http/sign-in';
import { slotOf, useAuth, usersKnown } from '#session/auth-store.ts';
import { useRedirect } from '#session/redirect-store.ts';
import { withBrowserSessionLock } from '#signed-in/browser-session-lock.ts';
import { call, isAnswerLost, refusalIn } from '#wire/call.ts';

export interface Credentials {
  readonly username: string;
  readonly password: string;
  /** Code of the authenticator app, once the server has asked for it. */
  readonly totpCode?: string | undefined;
}

/** Adds the investor to those signed in and makes them the active one. Throws `CallError`. */
export async function signIn({ username, password, totpCode }: Credentials): Promise<void> {
  const body = { username, password, ...(totpCode === undefined ? {} : { sotpCode: totpCode }) };
  await enter((signal) => call(login, { body, signal }));
}

/**
 * Runs `come`, the call that brings an investor in. Anybody else found in the browser session whom no tab knows (their
 * page closed before it could write them down) is signed out: nobody here has their password.
 */
export async function enter(come: (signal: AbortSignal) => Promise<AuthState>): Promise<void> {
  await withBrowserSessionLock(async ({ signal }) => {
    const known = usersKnown();
    let state = await come(signal);
    for (const { user, accessToken } of state.accounts) {
      if (user.userId === state.activeUserId || known.has(user.userId)) continue;
      state = await call(logout, { body: {}, slot: accessToken.value, signal });
    }
    useAuth.getState().replace(state);
  });
}

/**
 * Signs one investor out of this browser; if it was the active one, the first that remains becomes active. An investor
 * signed out elsewhere meanwhile is simply removed. Without an answer, other tabs find out by their next call.
 */
export async function signOut(userId: string): Promise<void> {
  await withBrowserSessionLock(async (turn) => {
    const slot = slotOf(userId);
    if (slot === undefined) return;
    useAuth.getState().publishLeaving(userId);
    const state = await call(logout, { body: {}, slot, ...turn }).catch((error: unknown) => {
      if (refusalIn(error).code === 'Unauthorized') return call(restoreSession, turn);
      if (!isAnswerLost(error)) useAuth.getState().publishLeaving(null);
      throw error;
    });
    useRedirect.getState().skipNextRedirect();
    useAuth.getState().follow(state);
  });
}

export async function signOutAll(): Promise<void> {
  await withBrowserSessionLock(async (turn) => {
    await call(logoutAll, { body: {}, ...turn });
    useRedirect.getState().skipNextRedirect();
    useAuth.getState().signOutAll();
  });
}
