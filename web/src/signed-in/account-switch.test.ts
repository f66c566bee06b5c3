// @vitest-environment jsdom
import type { InvestorMarginEntry } from '@mua/contract/entities/margin';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { PUBLIC } from '#market/contracts.ts';
import { AUTH_COOKIE, useAuth } from '#session/auth-store.ts';
import { browserCookieHost, createCookieStorage } from '#session/cookie-storage.ts';
import { useMargins } from '#session/margin-store.ts';
import { useOrderFilter } from '#session/order-filter-store.ts';
import { useRedirect } from '#session/redirect-store.ts';
import { useSelectedAccount } from '#session/selected-account-store.ts';
import { forgetRemoved, forgetSession, switchAccount } from '#signed-in/account-switch.ts';

const queryClient = new QueryClient();
const MARGIN: InvestorMarginEntry = {
  ...{ accountId: '108C000002-01', isDemo: true, seq: 1, equity: '1000', requiredMargin: '0' },
  ...{ availableMargin: '1000', transactionFee: '0', marginRatio: null },
};

beforeEach(() => {
  useAuth.getState().signOutAll();
  for (const userId of ['an', 'binh'])
    useAuth.getState().addAccount({ user: { userId }, accessToken: { value: userId } });
  useSelectedAccount.getState().select('108C000002-01');
  useOrderFilter.getState().setContractCode('ZC');
  useMargins.getState().merge([MARGIN]);
  queryClient.setQueryData(['orders'], ['of binh']);
});

test('switching forgets the previous account’s figures and suppresses one redirect', async () => {
  await switchAccount(queryClient, 'an');
  expect(useAuth.getState().activeUserId).toBe('an');
  expect(queryClient.getQueryData(['orders'])).toBeUndefined();
  expect(useSelectedAccount.getState().selectedAccount).toBeNull();
  expect(useMargins.getState().entries.size).toBe(0);
  expect(useRedirect.getState().takeSkip()).toBe(true);
  expect(useOrderFilter.getState().isFilter).toBe(true);
});

test('switching to the active account changes nothing', async () => {
  await switchAccount(queryClient, 'binh');
  expect(queryClient.getQueryData(['orders'])).toEqual(['of binh']);
});

test('a lost session clears auth, accounts, filters and cache', async () => {
  await forgetSession(queryClient);
  expect(useAuth.getState()).toMatchObject({ isAuth: false, accounts: [], activeUserId: null });
  expect(queryClient.getQueryData(['orders'])).toBeUndefined();
  expect(useOrderFilter.getState().isFilter).toBe(false);
});

test('removing an account that is not active removes its figures only', async () => {
  queryClient.setQueryData(['an', 'accounts'], ['of an']);
  queryClient.setQueryData(['binh', 'accounts'], ['of binh']);
  await forgetRemoved(queryClient, 'an', false);
  expect(queryClient.getQueryData(['an', 'accounts'])).toBeUndefined();
  expect(queryClient.getQueryData(['binh', 'accounts'])).toEqual(['of binh']);
  expect(useSelectedAccount.getState().selectedAccount).toBe('108C000002-01');
  expect(useMargins.getState().entries.size).toBe(1);
});

test('removing the active account removes everything that was on screen', async () => {
  queryClient.setQueryData(['an', 'accounts'], ['of an']);
  await forgetRemoved(queryClient, 'binh', true);
  expect(queryClient.getQueryData(['an', 'accounts'])).toBeUndefined();
  expect(useSelectedAccount.getState().selectedAccount).toBeNull();
});

test('after a switch, what the new account has requested stays and arrives; so does public data', async () => {
  const client = new QueryClient();
  let answer = (_figures: string) => {};
  const asked = vi.fn(
    () =>
      new Promise<string>((resolve) => {
        answer = resolve;
      }),
  );
  client.setQueryData(['binh', 'accounts'], ['of binh']);
  client.setQueryData([PUBLIC, 'contracts'], ['ZCEZ26']);
  useAuth.getState().removeAccount('binh');
  const observer = new QueryObserver(client, { queryKey: ['an', 'security'], queryFn: asked });
  const stop = observer.subscribe(() => {});
  await forgetRemoved(client, 'binh', true);
  answer('of an');
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('of an'));
  expect(asked).toHaveBeenCalledOnce();
  expect(client.getQueryData(['binh', 'accounts'])).toBeUndefined();
  expect(client.getQueryData([PUBLIC, 'contracts'])).toEqual(['ZCEZ26']);
  stop();
});

test('an account that another tab signed out is not switched to: it leaves the list, and the screen stays', async () => {
  queryClient.setQueryData(['binh', 'accounts'], ['of binh']);
  const [, binh] = useAuth.getState().accounts;
  const kept = { isAuth: true, accessToken: binh?.accessToken, accounts: [binh], activeUserId: 'binh' };
  createCookieStorage(browserCookieHost, 7).write(AUTH_COOKIE, JSON.stringify(kept));
  await switchAccount(queryClient, 'an');
  expect(useAuth.getState()).toMatchObject({ activeUserId: 'binh', accounts: [binh] });
  expect(queryClient.getQueryData(['binh', 'accounts'])).toEqual(['of binh']);
});
