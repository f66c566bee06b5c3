/**
 * An unauthorized event (spec 4) carries the investor and the handle it is about. One that names a handle which is no
 * longer that investor's is stale and ignored (decision "Unauthorized event"); a true one signs everybody out here.
 */
import type { QueryClient } from '@tanstack/react-query';
import { useAuth } from '#session/auth-store.ts';
import { forgetSession } from './account-switch.ts';

export interface Unauthorized {
  readonly userId: string;
  readonly value: string;
}

const listeners = new Set<(event: Unauthorized) => void>();

export function reportUnauthorized(event: Unauthorized): void {
  for (const listener of listeners) listener(event);
}

/** Ends the session when it is really over; returns how to stop listening. */
export function endSessionWhenUnauthorized(queryClient: QueryClient): () => void {
  const listener = (event: Unauthorized) => {
    if (isCurrent(event)) void forgetSession(queryClient);
  };
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function isCurrent({ userId, value }: Unauthorized): boolean {
  return useAuth
    .getState()
    .accounts.some((account) => account.user.userId === userId && account.accessToken.value === value);
}
