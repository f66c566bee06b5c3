// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { useAuth } from '#session/auth-store.ts';
import { useMargins } from '#session/margin-store.ts';
import { useOrderFilter } from '#session/order-filter-store.ts';
import { useRedirect } from '#session/redirect-store.ts';
import { useSelectedAccount } from '#session/selected-account-store.ts';
import { forgetSession, switchAccount } from './account-switch.ts';

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
