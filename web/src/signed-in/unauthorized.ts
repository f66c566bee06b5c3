/**
 * An unauthorized event (docs/rules/people.md#programs) carries the investor and the handle it is about. One that names
 * a handle which is no longer that investor's is stale and ignored (record 8); so is one whose handle the browser
 * session still knows, because what it is about crossed a change of the browser session (record 108); one that another
 * tab of this browser has renewed or signed out is followed; a true one signs everybody out here.
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

/** Resolves once it is settled what the event comes to. */
export async function reportUnauthorized(event: Unauthorized): Promise<void> {
  await Promise.all([...listeners].map((listener) => listener(event)));
}

/** Ends the session when it is really over, and says so; returns how to stop listening. */
export function endSessionWhenUnauthorized(queryClient: QueryClient, onEnded: () => void): () => void {
  const listener = async (event: Unauthorized) => {
    if (!isCurrent(event)) return;
    const { activeUserId } = useAuth.getState();
    if (await withBrowserSessionLock((turn) => isOver(event, turn))) {
      await forgetSession(queryClient);
      onEnded();
    } else if (useAuth.getState().activeUserId !== activeUserId) await forgetFigures(queryClient);
  };
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Another tab of this browser may have signed this account out, which it writes down before it asks for it, or have a
 * new handle for it, which the server tells of whoever is still in the browser session. Then that is taken over.
 * Without the server's word nothing is over. When it is, the browser session goes too: whoever else was in it would
 * come back with the next sign-in here.
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
  // Nobody waits for it: the figures go whether it is answered or not.
  await call(logoutAll, { body: {}, ...turn }).catch(() => undefined);
  return true;
}

function isCurrent({ userId, value }: Unauthorized): boolean {
  return useAuth
    .getState()
    .accounts.some((account) => account.user.userId === userId && account.accessToken.value === value);
}
