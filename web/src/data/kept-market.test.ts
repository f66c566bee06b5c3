// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { setClock } from '#session/clock.ts';
import { CORN } from './sample-records.ts';

const AT_MS = Date.parse('2026-11-20T07:00:00.000Z');

/** Each test is a page of its own: what a page has seen is module state. */
async function newPage() {
  vi.resetModules();
  const { setClock: set } = await import('#session/clock.ts');
  set(() => AT_MS);
  const { priceStore } = await import('./price-store.ts');
  return { ...(await import('./kept-market.ts')), priceStore };
}

beforeEach(() => {
  localStorage.clear();
  return setClock(() => AT_MS);
});

describe('the market as it was last seen', () => {
  test('comes back with the prices of the moment it was put away', async () => {
    const { keepMarket, priceStore } = await newPage();
    const contract = CORN;
    priceStore.register([{ code: contract.code, grid: contract.decimalFormat }]);
    priceStore.apply([{ code: contract.code, last: '455.25', volume: 77, session: 'OPEN' }], 'update');
    keepMarket([contract]);

    const { useMarketMemory } = await newPage();
    expect(useMarketMemory.getState().recall()).toMatchObject([
      { code: contract.code, matchPrice: '455.25', volume: 77, bidPrice: null },
    ]);
    expect(useMarketMemory.getState().shownFromMs).toBe(AT_MS);
  });

  test('is never shown to a page that has seen the market itself', async () => {
    const { keepMarket, useMarketMemory } = await newPage();
    keepMarket([CORN]);
    useMarketMemory.getState().forget();
    expect(useMarketMemory.getState().recall()).toBeNull();
    expect(useMarketMemory.getState().shownFromMs).toBeNull();
  });

  test('is not kept again as if it were new, and not without contracts', async () => {
    const first = await newPage();
    first.keepMarket([]);
    expect(first.useMarketMemory.getState().recall()).toBeNull();
    first.keepMarket([CORN]);
    const kept = localStorage.getItem('kept-market');
    const { keepMarket, useMarketMemory } = await newPage();
    useMarketMemory.getState().recall();
    keepMarket([{ ...CORN, code: 'ZCEH27' }]);
    expect(localStorage.getItem('kept-market')).toBe(kept);
  });

  test.each(['', '{', '[]', '{"atMs":1,"items":[{"code":"X"}]}', '{"items":[]}'])('%j is none', async (text) => {
    localStorage.setItem('kept-market', text);
    const { useMarketMemory } = await newPage();
    expect(useMarketMemory.getState().recall()).toBeNull();
  });
});
