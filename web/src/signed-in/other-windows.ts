/**
 * Tells the other windows of this browser at once that somebody has signed in or out here. They look for themselves what
 * is true, as when the server says so: the message carries nothing.
 */
import type { AuthState } from '@mua/contract/entities/auth-state';
import { useAuth } from '#session/auth-store.ts';
import { reportUnauthorized } from '#signed-in/unauthorized.ts';

/** Returns a function that stops it. In a browser without channels, windows hear of it from the server. */
export function followOtherWindows(): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined;
  const channel = new BroadcastChannel('signed-in');
  channel.onmessage = lookWhoIsSignedIn;
  let told = handlesIn(useAuth.getState());
  const stop = useAuth.subscribe((state) => {
    const handles = handlesIn(state);
    if (handles === told) return;
    told = handles;
    channel.postMessage(null);
  });
  return () => {
    stop();
    channel.close();
  };
}

function lookWhoIsSignedIn(): void {
  const { activeUserId, accessToken, followTabs } = useAuth.getState();
  if (activeUserId === null || accessToken === null || followTabs()) return;
  void reportUnauthorized({ userId: activeUserId, value: accessToken.value });
}

function handlesIn({ accounts }: Pick<AuthState, 'accounts'>): string {
  return accounts.map(({ user, accessToken }) => `${user.userId} ${accessToken.value}`).join('\n');
}
