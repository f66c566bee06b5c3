import { contract } from '@mua/contract/entities/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  AN_1,
  AN_2,
  type Browser,
  CODE,
  NANO,
  type Platform,
  START_MS,
  signedIn,
  startPlatform,
} from '#test/fixtures/platform.ts';

let platform: Platform;
let an: Browser;

beforeAll(async () => {
  platform = await startPlatform();
  an = await signedIn(platform, 'an@mua.demo');
});
afterAll(() => platform.close());

describe('contracts', () => {
  test('carry facts, terms of trade and prices', async () => {
    platform.market.move(CODE, { lastTicks: 1777, lastLots: 4, highTicks: 1810, lowTicks: 1770, volumeLots: 99 });
    const corn = (await an.get(`/api/market/contracts/${CODE}`)).json();
    expect(contract.parse(corn)).toMatchObject({
      code: CODE,
      commodityCode: 'ZCE',
      group: 'grain',
      expiryMonth: '2026-12',
      tickSize: '0.25',
      decimalFormat: { scale: 2, tickUnits: 25, display: 'eighths' },
      initialMargin: '30145500',
      terms: {
        tickValue: '12.50',
        fxRate: '26100.0000',
        fxRateFrom: expect.any(String),
        exchangeMargin: '1155.00',
        exchangeMarginFrom: expect.any(String),
        marginPercent: { individual: 120, business: 100 },
        feePerLot: '350000',
        marginPerLot: { individual: '36174600', business: '30145500' },
        marginLevels: { call: 100, cancel: 70, countdown: 40, lift: 70, liquidation: 20, target: 100 },
        bandPercent: '7.00',
      },
      session: { state: 'OPEN', changesAt: null, reason: null },
      closeOutAt: { long: '2026-11-27T21:00:00.000Z', short: '2026-12-11T21:00:00.000Z' },
      sessionsLeft: { long: 5, short: 15 },
      tradeDate: '2026-11-20',
      dailyLimits: null,
      settlementPrice: '450.00',
      matchPrice: '444.25',
      change: '-5.75',
      changePercent: '-1.28',
      volume: 99,
    });
  });

  test('have no change in percent for a missing or zero reference, and a zero one for an unchanged price', async () => {
    const read = async () => (await an.get(`/api/market/contracts/${NANO}`)).json();
    expect(await read()).toMatchObject({ matchPrice: null, change: null, changePercent: null });
    platform.market.move(NANO, { lastTicks: 1800 });
    expect(await read()).toMatchObject({ change: '0.00', changePercent: '0.00' });
    await platform.sequencer.submit({
      kind: 'settleContracts',
      settlements: [{ contractCode: NANO, settlementTicks: 0 }],
    });
    expect(await read()).toMatchObject({ settlementPrice: '0.00', change: '450.00', changePercent: null });
  });

  test.each([
    { session: 'a break', change: { state: 'PAUSED', isHalt: false }, reported: { state: 'PAUSED', reason: 'break' } },
    { session: 'a halt', change: { state: 'PAUSED', isHalt: true }, reported: { state: 'PAUSED', reason: 'halt' } },
    { session: 'an open market', change: { state: 'OPEN', isHalt: false }, reported: { state: 'OPEN', reason: null } },
  ] as const)('give the reason for their session state: $session', async ({ change, reported }) => {
    const contractCodes = [NANO];
    await platform.sequencer.submit({ kind: 'changeSession', contractCodes, opensAtMs: null, ...change });
    const { session } = (await an.get(`/api/market/contracts/${NANO}`)).json();
    expect(session).toMatchObject(reported);
  });

  test('page by commodity as listed, then expiry', async () => {
    const first = (await an.get('/api/market/contracts?limit=1')).json();
    const second = (await an.get(`/api/market/contracts?limit=1&cursor=${first.nextCursor}`)).json();
    expect([first.items[0].code, second.items[0].code, second.nextCursor]).toEqual([CODE, NANO, null]);
    const corn = (await an.get('/api/market/contracts?commodityCode=ZCE')).json();
    expect(corn.items.map((one: { code: string }) => one.code)).toEqual([CODE]);
  });

  test.each([
    ['/api/market/contracts/NOPE99', 'ContractNotFound'],
    ['/api/market/contracts/NOPE99/candles?interval=1d', 'ContractNotFound'],
    ['/api/market/contracts/NOPE99/volume-at-price', 'ContractNotFound'],
    ['/api/market/contracts/NOPE99/open-interest', 'ContractNotFound'],
    ['/api/trade/histories?contractCode=NOPE99', 'ContractNotFound'],
    ['/api/market/commodities/NOPE', 'CommodityNotFound'],
    ['/api/market/commodities/NOPE/continuous-candles?interval=1d', 'CommodityNotFound'],
  ])('%s is 404', async (url, code) => {
    const response = await an.get(url);
    expect([response.statusCode, response.json().code]).toEqual([404, code]);
  });
});

test('candles come oldest first, with a cursor to older ones', async () => {
  for (const index of [0, 1, 2]) {
    const openMs = START_MS - 3600_000 + index * 60_000;
    const bar = { openMs, openTicks: 1800, highTicks: 1801 + index, lowTicks: -1, closeTicks: 0, volumeLots: index };
    platform.market.bars.push(bar);
  }
  platform.market.move(CODE, { timeMs: START_MS });
  const newest = (await an.get(`/api/market/contracts/${CODE}/candles?interval=1m&limit=2`)).json();
  expect(newest.items).toMatchObject([
    { high: '450.50', volume: 1 },
    { high: '450.75', low: '-0.25', close: '0.00' },
  ]);
  const older = await an.get(`/api/market/contracts/${CODE}/candles?interval=1m&limit=2&before=${newest.nextCursor}`);
  expect(older.json()).toMatchObject({ items: [{ volume: 0 }], nextCursor: null });
  expect((await an.get(`/api/market/contracts/${CODE}/candles?interval=2m`)).statusCode).toBe(400);
});

test('a continuous series says for which month it stands, and until when', async () => {
  const url = '/api/market/commodities/ZCE/continuous-candles?interval=1m';
  const before = new Date(START_MS).toISOString();
  const page = (await an.get(`${url}&limit=2&before=${before}&roll=days&rollDays=0&adjustment=ratio`)).json();
  expect(page).toMatchObject({ items: [{ volume: 1 }, { volume: 2 }], front: CODE, frontUntil: null, rolls: [] });
  expect(page.nextCursor).toBe(page.items[0].time);
  expect((await an.get(`${url}&rollDays=31`)).json()).toMatchObject({ facts: { field: 'rollDays' } });
  expect((await an.get(`${url}&roll=moon`)).statusCode).toBe(400);
});

test('open interest is told by trade date, oldest first, with a cursor to older ones', async () => {
  const url = `/api/market/contracts/${CODE}/open-interest`;
  expect((await an.get(url)).json()).toEqual({ items: [], nextCursor: null });
  const endsMs = (day: number) => Date.UTC(2026, 10, day, 22);
  platform.market.held.push({ endsMs: endsMs(12), lots: 90 }, { endsMs: endsMs(13), lots: 100 });
  expect((await an.get(`${url}?limit=1`)).json()).toEqual({
    items: [{ date: '2026-11-13', endedAt: '2026-11-13T22:00:00.000Z', openInterest: 100 }],
    nextCursor: '2026-11-13T22:00:00.000Z',
  });
  const older = (await an.get(`${url}?before=2026-11-13T22:00:00.000Z`)).json();
  expect(older).toMatchObject({ items: [{ date: '2026-11-12', openInterest: 90 }], nextCursor: null });
});

test('lots at each price of the day, and the trade they reach to', async () => {
  const read = async () => (await an.get(`/api/market/contracts/${NANO}/volume-at-price`)).json();
  expect(await read()).toEqual({ items: [], lastTradeId: null, volume: 0 });
  platform.market.move(NANO, { volumeLots: 12 });
  const traded = { timeMs: START_MS, aggressor: 'BUY' } as const;
  platform.market.trade(NANO, { tradeId: 'v-1', priceTicks: 1800, lots: 2, ...traded });
  platform.market.trade(NANO, { tradeId: 'v-2', priceTicks: 1801, lots: 3, ...traded });
  platform.market.trade(NANO, { tradeId: 'v-3', priceTicks: 1800, lots: 4, ...traded });
  expect(await read()).toEqual({
    items: [
      { price: '450.25', lots: 3 },
      { price: '450.00', lots: 6 },
    ],
    lastTradeId: 'v-3',
    volume: 12,
  });
});

test('sparklines hold the closes of many contracts in one call, in the requested order, each contract once', async () => {
  const read = (codes: string) => an.get(`/api/market/sparklines?contractCodes=${codes}`);
  const { items } = (await read(`${NANO},${CODE},${NANO}`)).json();
  expect(items.map((item: { contractCode: string }) => item.contractCode)).toEqual([NANO, CODE]);
  const candles = (await an.get(`/api/market/contracts/${CODE}/candles?interval=15m&limit=96`)).json().items;
  expect(items[1].times).toEqual(candles.map((bar: { time: string }) => bar.time));
  expect(items[1].closes).toEqual(candles.map((bar: { close: string }) => bar.close));
  expect((await read('NOPE99')).json()).toMatchObject({ code: 'ContractNotFound', facts: { code: 'NOPE99' } });
  expect((await read('')).json().facts).toEqual({ field: 'contractCodes' });
  expect((await read(Array.from({ length: 101 }, () => CODE).join(','))).statusCode).toBe(400);
});

describe('favourites', () => {
  test('are kept in order, added once, and belong to one sub-account', async () => {
    const url = `/api/market/${AN_1}/wishlist`;
    expect((await an.post(url, { contractCode: NANO })).statusCode).toBe(201);
    expect((await an.post(url, { contractCode: CODE })).statusCode).toBe(201);
    expect((await an.post(url, { contractCode: NANO })).statusCode).toBe(200);
    expect((await an.get(url)).json().items).toEqual([{ contractCode: NANO }, { contractCode: CODE }]);
    expect((await an.get(`/api/market/${AN_2}/wishlist`)).json().items).toEqual([]);
    const remove = () => an.send({ method: 'DELETE', url: `${url}/contracts/${NANO}` });
    expect([(await remove()).statusCode, (await remove()).statusCode]).toEqual([200, 200]);
    expect((await an.get(url)).json().items).toEqual([{ contractCode: CODE }]);
    expect((await an.post(url, { contractCode: 'NOPE99' })).json().code).toBe('ContractNotFound');
  });
});
