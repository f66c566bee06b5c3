// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { CORN } from '#mock/sample-records.ts';
import type { MarketFeedName } from '#network/connection-store.ts';

const AT_MS = Date.parse('2026-11-20T07:00:00.000Z');
const [SOON_MS, LATER_MS] = [AT_MS + 5_000, AT_MS + 60_000];

/** Loads the modules anew, as a page does: what a page has seen is module state. */
async function newPage(atMs = AT_MS) {
  vi.resetModules();
  const { setClock } = await import('#session/clock.ts');
  const { priceStore } = await import('#market/price-store.ts');
  const { useConnections } = await import('#network/connection-store.ts');
  const page = await import('#market/cached-market.ts');
  const at = (ms: number) => void setClock(() => ms);
  const { recall, forget, receive } = page.useMarketMemory.getState();
  const shownFromMs = () => page.useMarketMemory.getState().shownFromMs;
  at(atMs);
  return { ...page, priceStore, note: useConnections.getState().note, at, recall, forget, receive, shownFromMs };
}

/** Returns the time that a new page gives for the stored market it shows. */
async function rememberedFromMs(): Promise<number | null> {
  const { recall, shownFromMs } = await newPage(LATER_MS);
  recall();
  return shownFromMs();
}

beforeEach(() => localStorage.clear());

describe('the market as it was last seen', () => {
  test('returns with the prices of the moment it was stored', async () => {
    const { keepMarket, priceStore, forget } = await newPage();
    const contract = CORN;
    forget();
    priceStore.register([{ code: contract.code, grid: contract.decimalFormat }]);
    priceStore.apply([{ code: contract.code, last: '455.25', volume: 77, session: 'OPEN' }], 'update');
    keepMarket([contract]);

    const { recall, shownFromMs } = await newPage();
    expect(recall()).toMatchObject([{ code: contract.code, matchPrice: '455.25', volume: 77, bidPrice: null }]);
    expect(shownFromMs()).toBe(AT_MS);
  });

  test('never appears on a page that has seen the market itself', async () => {
    const { keepMarket, recall, forget, shownFromMs } = await newPage();
    forget();
    keepMarket([CORN]);
    expect(recall()).toBeNull();
    expect(shownFromMs()).toBeNull();
  });

  test('is not stored again as if it were new, and not without contracts', async () => {
    const first = await newPage();
    first.forget();
    first.keepMarket([]);
    expect(localStorage.getItem('kept-market')).toBeNull();
    first.keepMarket([CORN]);
    const kept = localStorage.getItem('kept-market');
    const { keepMarket, recall } = await newPage(LATER_MS);
    recall();
    keepMarket([{ ...CORN, code: 'ZCEH27' }]);
    expect(localStorage.getItem('kept-market')).toBe(kept);
  });

  test('stores no prices before the first one arrived', async () => {
    const { keepMarket } = await newPage();
    keepMarket([CORN]);
    expect(localStorage.getItem('kept-market')).toBeNull();
  });

  test.each<[string, Partial<Record<MarketFeedName, number | null>>, number | null, number]>([
    ['the list', {}, null, AT_MS],
    ['a feed that was heard since', { market: SOON_MS }, null, SOON_MS],
    ['the older of two feeds', { market: LATER_MS, exchange: SOON_MS }, null, SOON_MS],
    ['the list, where one feed never came', { market: SOON_MS, exchange: null }, null, AT_MS],
    ['a call, where no feed comes', { market: null }, SOON_MS, SOON_MS],
  ])('is as old as %s, however late it is stored', async (_which, received, calledMs, isFromMs) => {
    const { keepMarket, forget, receive, note, at } = await newPage();
    forget();
    if (received.market !== undefined) note('market', { lastMessageMs: received.market });
    if (received.exchange !== undefined) note('exchange', { lastMessageMs: received.exchange });
    if (calledMs !== null) receive(calledMs);
    at(LATER_MS);
    keepMarket([CORN]);
    expect(await rememberedFromMs()).toBe(isFromMs);
  });

  test('remembered prices keep their age until a feed reports newer ones', async () => {
    const first = await newPage();
    first.forget();
    first.keepMarket([CORN]);
    const { keepMarket, recall, forget, note } = await newPage(LATER_MS);
    recall();
    forget();
    keepMarket([CORN]);
    expect(await rememberedFromMs()).toBe(AT_MS);
    note('market', { lastMessageMs: LATER_MS });
    keepMarket([CORN]);
    expect(await rememberedFromMs()).toBe(LATER_MS);
  });

  test.each(['', '{', '[]', '{"atMs":1,"items":[{"code":"X"}]}', '{"items":[]}'])(
    'ignores the stored value %j',
    async (text) => {
      localStorage.setItem('kept-market', text);
      const { recall } = await newPage();
      expect(recall()).toBeNull();
    },
  );
});
