// @vitest-environment jsdom
/** Checks what a page that starts without a network says about its user, and how its queries wait. */
import { onlineManager, type QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useIsSimulated } from '#market/system.ts';
import { useAuth } from '#session/auth-store.ts';
import { rememberAccounts, rememberName } from '#session/known-investors-store.ts';
import { accountsQuery, useAccountNames, useInvestorNames } from '#signed-in/accounts.ts';
import { createQueryClient } from '#wire/query-client.ts';

const NAME = { fullName: 'Nguyễn Văn An', investorCode: '108C000001' };
const ACCOUNT = { accountId: '108C000001-01', subAccountCode: '108C000001-01', isActivated: true, isDemo: true };
const fetched = vi.fn<typeof fetch>();
let client: QueryClient;

beforeEach(() => {
  vi.stubEnv('VITE_APP_NAME', 'Mùa');
  vi.stubGlobal('fetch', fetched);
  fetched.mockReset().mockRejectedValue(new TypeError('Failed to fetch'));
  useAuth.getState().addAccount({ user: { userId: 'an' }, accessToken: { value: 'h'.repeat(22) } });
  rememberName('an', NAME);
  rememberAccounts('an', [ACCOUNT]);
  localStorage.setItem('kept-venue', 'simulated');
});

afterEach(() => {
  cleanup();
  client.clear();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  useAuth.getState().signOutAll();
  localStorage.clear();
  setOnline(true);
});

function setOnline(isOnline: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
}

/** Starts a page: the library has been notified of no change. */
function start<T>(use: () => T, isOnline: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  onlineManager.setOnline(true);
  client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(use, { wrapper }).result;
}

const says = () => ({
  names: useInvestorNames(['an']),
  accounts: useAccountNames(),
  isSimulated: useIsSimulated(),
});

test('shows who trades, that it is demo, and that the market is simulated', () => {
  expect(start(says, false).current).toEqual({ names: [NAME], accounts: [ACCOUNT], isSimulated: true });
});

test('shows nothing remembered while there is a network', () => {
  expect(start(says, true).current).toEqual({ names: [undefined], accounts: [], isSimulated: false });
});

test('its queries do not fail with a timeout: they wait for the network and are sent then', async () => {
  const result = start(() => useQuery(accountsQuery('an')), false);
  expect(result.current).toMatchObject({ fetchStatus: 'paused', error: null });
  expect(fetched).not.toHaveBeenCalled();
  fetched.mockImplementation(async () => new Response(JSON.stringify({ items: [ACCOUNT] })));
  act(() => setOnline(true));
  await waitFor(() => expect(result.current.data).toEqual([ACCOUNT]));
});
