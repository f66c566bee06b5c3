// @vitest-environment jsdom
/** docs/rules/connections.md#sockets: the investor socket follows the session. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useInvestorFeed } from '#app/use-investor-feed.ts';
import { TOKEN_REQUIRED, useConnections } from '#network/connection-store.ts';
import { useAuth } from '#session/auth-store.ts';

const { openInvestor } = vi.hoisted(() => ({ openInvestor: vi.fn() }));
vi.mock('#feeds/live-feeds.ts', () => ({ openInvestor }));
vi.mock('#market/first-price.ts', () => ({
  afterFirstPrice: (listener: () => void) => {
    listener();
    return () => undefined;
  },
}));

const client = new QueryClient();
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);
const follow = (...accountIds: string[]) => renderHook(() => useInvestorFeed(accountIds), { wrapper });
const signIn = (value: string) => useAuth.getState().addAccount({ user: { userId: 'u1' }, accessToken: { value } });
const record = () => useConnections.getState().connections.investor;

let feeds: { follow: ReturnType<typeof vi.fn>; close: ReturnType<typeof vi.fn> }[] = [];
beforeEach(() => {
  feeds = [];
  openInvestor.mockReset().mockImplementation(() => {
    const feed = { follow: vi.fn(), close: vi.fn() };
    feeds.push(feed);
    return feed;
  });
});
afterEach(() => {
  cleanup();
  useAuth.getState().signOutAll();
  useConnections.setState({ connections: {} });
});

test('without a token no socket is opened, and the record says why for as long as that lasts', async () => {
  const { unmount } = follow('a1');
  expect(record()).toMatchObject({ socket: null, isConnected: false, error: TOKEN_REQUIRED });
  expect(TOKEN_REQUIRED).toBe('Authentication token is required for this connection.');
  act(() => signIn('handle-1'));
  expect(record()).toBeUndefined();
  await waitFor(() => expect(feeds).toHaveLength(1));
  expect(feeds[0]?.follow).toHaveBeenLastCalledWith(['a1']);
  unmount();
  expect(feeds[0]?.close).toHaveBeenCalledTimes(1);
});

test('a new token opens a new connection', async () => {
  signIn('handle-1');
  follow('a1', 'a2');
  await waitFor(() => expect(feeds).toHaveLength(1));
  act(() => signIn('handle-2'));
  await waitFor(() => expect(feeds).toHaveLength(2));
  expect(feeds[0]?.close).toHaveBeenCalledTimes(1);
  expect(feeds[1]?.follow).toHaveBeenLastCalledWith(['a1', 'a2']);
});

test('signing out before the socket’s code has loaded opens nothing', async () => {
  signIn('handle-1');
  follow('a1');
  act(() => useAuth.getState().signOutAll());
  await vi.dynamicImportSettled();
  expect(openInvestor).not.toHaveBeenCalled();
});
