// @vitest-environment jsdom
/**
 * Checks favourites of a sub-account: shown at once, reverted when the server refuses, and never mixed with another's.
 */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { favouritesQuery, useFavourites } from '#lists/favourites.ts';
import { ACCOUNT, ACTOR } from '#mock/sample-records.ts';
import { useAuth } from '#session/auth-store.ts';
import { useSelectedAccount } from '#session/selected-account-store.ts';

const OTHER = { ...ACTOR, accountId: '108C000001-02' };

afterEach(() => {
  cleanup();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  useAuth.getState().signOutAll();
});

test('a refusal that arrives after another sub-account was chosen applies to the first one', async () => {
  vi.stubEnv('VITE_APP_NAME', 'Mùa');
  let refuse: () => void = () => undefined;
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise<Response>((resolve) => {
        refuse = () =>
          resolve(
            new Response(JSON.stringify({ code: 'PermissionDenied', facts: {}, requestId: 'r' }), { status: 403 }),
          );
      }),
  );
  useAuth.getState().addAccount({ user: { userId: ACTOR.userId }, accessToken: { value: 'h'.repeat(22) } });
  useSelectedAccount.getState().select(ACTOR.accountId);
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });
  client.setQueryData([ACTOR.userId, 'accounts'], [ACCOUNT, { ...ACCOUNT, accountId: OTHER.accountId }]);
  const [first, other] = [favouritesQuery(ACTOR).queryKey, favouritesQuery(OTHER).queryKey];
  client.setQueryData(first, ['ZCEZ26']);
  client.setQueryData(other, ['KCEH27']);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(useFavourites, { wrapper });
  act(() => result.current.toggle('CLEF27'));
  await waitFor(() => expect(client.getQueryData(first)).toEqual(['ZCEZ26', 'CLEF27']));
  act(() => useSelectedAccount.getState().select(OTHER.accountId));
  await act(async () => refuse());
  await waitFor(() => expect(client.getQueryData(first)).toEqual(['ZCEZ26']));
  expect(client.getQueryData(other)).toEqual(['KCEH27']);
});
