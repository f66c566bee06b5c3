/** Closes a panel's window when whoever it belongs to signs out, in whichever window that was. */
import { useEffect, useRef } from 'react';
import { useAuth } from '#session/auth-store.ts';

/**
 * Where somebody else is signed in in this browser the window closes too: they would find it full of orders that they
 * never arranged. Whoever is chosen in its own menu owns it from then on. One that no script opened can't be closed by
 * one: it stays.
 */
export function useClosedBySignOut(): void {
  const activeUserId = useAuth((state) => state.activeUserId);
  const accounts = useAuth((state) => state.accounts);
  const owner = useRef(activeUserId);
  useEffect(() => {
    const userId = owner.current;
    if (userId !== null && !accounts.some(({ user }) => user.userId === userId)) window.close();
    owner.current = activeUserId;
  }, [activeUserId, accounts]);
}
