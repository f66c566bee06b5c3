// @vitest-environment jsdom
/** Checks how often the list of contracts is fetched, and how often the screens that show it render. */
import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useMarketMemory } from '#market/cached-market.ts';
import { contractsQuery, useContracts } from '#market/contracts.ts';
import { CORN } from '#mock/sample-records.ts';

let client: QueryClient;
const LIST = JSON.stringify({ items: [CORN], nextCursor: null });
/** Is parsed here: what Node's own `Response` parses has another realm's `Object`, which no query finds plain. */
const asked = vi.fn(async () => Object.assign(new Response(LIST), { json: async () => JSON.parse(LIST) }));

// By default what a query found is told a timer later, which can be after the last look at the count.
notifyManager.setScheduler(queueMicrotask);

beforeEach(() => {
  vi.stubEnv('VITE_APP_NAME', 'Mùa');
  vi.stubGlobal('fetch', asked);
  asked.mockClear();
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
});

afterEach(() => {
  cleanup();
  client.clear();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  useMarketMemory.getState().forget();
});

function show() {
  let renders = 0;
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const use = () => {
    renders += 1;
    return useContracts();
  };
  return { ...renderHook(use, { wrapper }), renders: () => renders };
}

test('another screen that shows the list gets the one already loaded', async () => {
  const { result } = show();
  await waitFor(() => expect(result.current.contracts).toHaveLength(1));
  expect(show().result.current.contracts).toEqual([CORN]);
  expect(asked).toHaveBeenCalledTimes(1);
});

test('a refetch that finds it unchanged renders nothing', async () => {
  const { result, renders } = show();
  await waitFor(() => expect(result.current.contracts).toHaveLength(1));
  const before = renders();
  await act(() => client.refetchQueries({ queryKey: contractsQuery().queryKey }));
  expect(asked).toHaveBeenCalledTimes(2);
  expect(renders()).toBe(before);
});
