/**
 * Handles unauthorized events (docs/rules/people.md#programs), which carry the investor and the handle they are about.
 * An event about a handle that is no longer that investor's is stale and ignored (record 8); so is one whose handle the
 * browser session still knows, because its call crossed a change of the browser session (record 108). If another tab of
 * this browser has renewed the handle or signed it out, this page follows; a true event signs everybody out here.
 */
import { logoutAll, restoreSession } from '@mua/contract/http/sign-in';
import type { QueryClient } from '@tanstack/react-query';
import { useAuth } from '#session/auth-store.ts';
import { forgetFigures, forgetSession } from '#signed-in/account-switch.ts';
import { type TurnCall, withBrowserSessionLock } from '#signed-in/browser-session-lock.ts';
import { call } from '#wire/call.ts';

export interface Unauthorized {
  readonly userId: string;
  readonly value: string;
}

const listeners = new Set<(event: Unauthorized) => Promise<void>>();

/** Resolves once the event's meaning is settled. */
export async function reportUnauthorized(event: Unauthorized): Promise<void> {
  await Promise.all([...listeners].map((listener) => listener(event)));
}

/** Ends the session when it is really over, and reports it; returns a function that stops listening. */
export function endSessionWhenUnauthorized(queryClient: QueryClient, onEnded: () => void): () => void {
  const listener = async (event: Unauthorized) => {
    if (!isCurrent(event)) return;
    const { activeUserId } = useAuth.getState();
    const isEnded = await withBrowserSessionLock(async (turn) => {
      if (!(await isOver(event, turn))) return false;
      // Within the lock, or it would forget whoever signs in meanwhile in another tab.
      await forgetSession(queryClient);
      return true;
    });
    if (isEnded) onEnded();
    else if (useAuth.getState().activeUserId !== activeUserId) await forgetFigures(queryClient);
  };
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Tells whether the session is over. Another tab of this browser may have signed this account out, which it writes down
 * before it asks the server, or have a new handle for it, which the server returns for everybody still in the browser
 * session; both are taken over. Without the server's word nothing is over. When it is, the browser session is dropped
 * too: anybody else in it would return with the next sign-in here.
 */
async function isOver(event: Unauthorized, turn: TurnCall): Promise<boolean> {
  if (!isCurrent(event) || useAuth.getState().followOtherTab(event)) return false;
  try {
    const browserSession = await call(restoreSession, turn);
    const now = browserSession.accounts.find(({ user }) => user.userId === event.userId)?.accessToken.value;
    if (now !== undefined) {
      if (now !== event.value) useAuth.getState().follow(browserSession);
      return false;
    }
  } catch {
    return false;
  }
  // The result does not matter: the figures are cleared whether it is answered or not.
  await call(logoutAll, { body: {}, ...turn }).catch(() => undefined);
  return true;
}

function isCurrent({ userId, value }: Unauthorized): boolean {
  return useAuth
    .getState()
    .accounts.some((account) => account.user.userId === userId && account.accessToken.value === value);
}
