// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { useAuth } from '#session/auth-store.ts';
import { useMargins } from '#session/margin-store.ts';
import { useOrderFilter } from '#session/order-filter-store.ts';
import { useRedirect } from '#session/redirect-store.ts';
import { useSelectedAccount } from '#session/selected-account-store.ts';
import { forgetRemoved, forgetSession, switchAccount } from './account-switch.ts';

const queryClient = new QueryClient();

beforeEach(() => {
  useAuth.getState().signOutAll();
  for (const userId of ['an', 'binh'])
    useAuth.getState().addAccount({ user: { userId }, accessToken: { value: userId } });
  useSelectedAccount.getState().select('108C000002-01');
  useOrderFilter.getState().setContractCode('ZC');
  queryClient.setQueryData(['orders'], ['of binh']);
});

test('switching forgets the last account’s figures and suppresses one redirect', async () => {
  await switchAccount(queryClient, 'an');
  expect(useAuth.getState().activeUserId).toBe('an');
  expect(queryClient.getQueryData(['orders'])).toBeUndefined();
  expect(useSelectedAccount.getState().selectedAccount).toBeNull();
  expect(useMargins.getState().entries.size).toBe(0);
  expect(useRedirect.getState().takeSkip()).toBe(true);
  expect(useOrderFilter.getState().isFilter).toBe(true);
});

test('switching to the one who is active changes nothing', async () => {
  await switchAccount(queryClient, 'binh');
  expect(queryClient.getQueryData(['orders'])).toEqual(['of binh']);
});

test('a lost session clears auth, accounts, filters and cache', async () => {
  await forgetSession(queryClient);
  expect(useAuth.getState()).toMatchObject({ isAuth: false, accounts: [], activeUserId: null });
  expect(queryClient.getQueryData(['orders'])).toBeUndefined();
  expect(useOrderFilter.getState().isFilter).toBe(false);
});

test('removing an account that is not active takes its figures only', async () => {
  queryClient.setQueryData(['an', 'accounts'], ['of an']);
  queryClient.setQueryData(['binh', 'accounts'], ['of binh']);
  await forgetRemoved(queryClient, 'an', false);
  expect(queryClient.getQueryData(['an', 'accounts'])).toBeUndefined();
  expect(queryClient.getQueryData(['binh', 'accounts'])).toEqual(['of binh']);
  expect(useSelectedAccount.getState().selectedAccount).toBe('108C000002-01');
});

test('removing the active one takes all that was on screen', async () => {
  queryClient.setQueryData(['an', 'accounts'], ['of an']);
  await forgetRemoved(queryClient, 'binh', true);
  expect(queryClient.getQueryData(['an', 'accounts'])).toBeUndefined();
  expect(useSelectedAccount.getState().selectedAccount).toBeNull();
});
