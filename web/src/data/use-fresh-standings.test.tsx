// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { contractsQuery } from '#data/contracts.ts';
import { priceStore } from '#data/price-store.ts';
import { CORN } from '#data/sample-records.ts';
import { seedPrices } from '#data/seed-prices.ts';
import { useFreshStandings } from '#data/use-fresh-standings.ts';

afterEach(cleanup);

const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));

test('a pushed session or settlement asks for the contracts again, a price does not', async () => {
  const contracts = [CORN];
  seedPrices(contracts);
  const client = new QueryClient();
  const asked = vi.spyOn(client, 'invalidateQueries');
  renderHook(() => useFreshStandings(contracts), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  await frame();
  priceStore.apply([{ code: CORN.code, last: '458.00', session: 'OPEN' }], 'update');
  await frame();
  expect(asked).not.toHaveBeenCalled();
  priceStore.apply([{ code: CORN.code, session: 'PAUSED' }], 'update');
  await frame();
  expect(asked.mock.calls).toEqual([[{ queryKey: contractsQuery().queryKey }]]);
  priceStore.apply([{ code: CORN.code, settlement: '455.00' }], 'update');
  await frame();
  expect(asked).toHaveBeenCalledTimes(2);
});
