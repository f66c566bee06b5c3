// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useFreshContracts } from '#app/use-fresh-contracts.ts';
import { contractsQuery } from '#market/contracts.ts';
import { priceStore } from '#market/price-store.ts';
import { seedPrices } from '#market/seed-prices.ts';
import { CORN } from '#mock/sample-records.ts';

afterEach(cleanup);

const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));

test('a pushed session or settlement refetches the contracts, a price does not', async () => {
  const contracts = [CORN];
  seedPrices(contracts);
  const client = new QueryClient();
  const asked = vi.spyOn(client, 'invalidateQueries');
  renderHook(() => useFreshContracts(contracts), {
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
