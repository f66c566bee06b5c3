/**
 * The client under a full market, in a real browser: the board of 500 contracts at 2,000 and 5,000 changed fields a
 * second, and the whole desk with 10,000 bars and three indicators while all else streams behind it. The market is
 * played inside the page, so that only the page is measured. Then what a first visit costs on a slow phone.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Candle } from '@mua/contract/entities/candle';
import type { Contract } from '@mua/contract/entities/contract';
import { NAMESPACES } from '@mua/contract/feeds/messages';
import { priceFromText, priceToText } from '@mua/core/values';
import type { Browser, Page } from '@playwright/test';
import { type BenchProduct, startBenchProduct } from './bench-product.ts';
import { launchBrowser, openFreshPage } from './browser.ts';
import type { Figure } from './figure.ts';
import { type PageReading, readWhile } from './page-readings.ts';
import { NOW, type PlayedEvent, playFeed } from './played-feed.ts';
import { createSyntheticMarket, type SyntheticMarket, walkListed } from './synthetic-market.ts';
import { type SyntheticServer, startSyntheticServer } from './synthetic-server.ts';

const CONTRACTS = 500;
const FRAME_MS = 50;
const FRAMES_PER_SECOND = 1000 / FRAME_MS;
const WARM_UP_MS = 4_000;
const MEASURE_MS = 8_000;
const FRAMES = ((WARM_UP_MS + MEASURE_MS) / FRAME_MS) * 2;
const BACKGROUND_FIELDS = 2_000;
/** Of the contract on the desk. */
const DESK_UPDATES = 50;
const BARS = 10_000;
const MINUTE_MS = 60_000;
const LAST_PRICE = '[data-testid^="last-"]';
/** Between two things that a hand does. */
const HAND_MS = 180;
/** Fast 3G as Chromium's own tools have it, and a processor a quarter as fast. */
const PHONE = { downloadBytes: 180_000, uploadBytes: 84_000, latencyMs: 562, slowdown: 4 };
const SETTLED_MS = 12_000;

let browser: Browser | undefined;
let server: SyntheticServer | undefined;
let product: BenchProduct | undefined;

export async function measureWeb(): Promise<Figure[]> {
  browser ??= await launchBrowser();
  return [
    ...(await boardFigures(2_000)),
    ...(await boardFigures(5_000)),
    ...(await deskFigures()),
    ...(await phoneFigures()),
  ];
}

export async function finishWeb(): Promise<void> {
  await browser?.close();
  browser = undefined;
  await server?.close();
  server = undefined;
  await product?.stop();
  product = undefined;
}

async function boardFigures(fieldsPerSecond: number): Promise<Figure[]> {
  const market = createSyntheticMarket({ count: CONTRACTS, seed: 1 });
  // It answers calls only: the frames are the page's own.
  server ??= await startSyntheticServer(market, 0);
  server.freeze();
  const { page, close } = await openFreshPage(launched());
  try {
    await playFeed(page, { frameMs: FRAME_MS, feeds: priceFeeds(market, fieldsPerSecond) });
    await page.goto(server.url);
    await page.waitForSelector(LAST_PRICE);
    await sleep(WARM_UP_MS);
    const before = await pricesShown(page);
    const reading = await readWhile(page, MEASURE_MS, () => useBoard(page));
    assertMoved(before, await pricesShown(page));
    return figuresOf(`web.board-${fieldsPerSecond}`, reading, 58);
  } finally {
    await close();
  }
}

async function deskFigures(): Promise<Figure[]> {
  product ??= await startBenchProduct(1);
  const { url } = product;
  const { page, close } = await openFreshPage(launched());
  try {
    const contracts = await listed(url);
    const contract = busiest(contracts);
    const market = walkListed(contracts, 2);
    const feeds = priceFeeds(market, BACKGROUND_FIELDS);
    const deskFeed = deskEvents(contract);
    const space = NAMESPACES.market;
    await playFeed(page, { frameMs: FRAME_MS, feeds: { ...feeds, [space]: { ...feeds[space], ...deskFeed } } });
    await page.route('**/candles**', (route) =>
      route.fulfill({ json: { items: barsOf(contract), nextCursor: null, tradeDates: null } }),
    );
    await page.addInitScript(() => {
      const state = {
        interval: '1m',
        type: 'candles',
        scale: 'price',
        volume: true,
        indicators: ['MA', 'BOLL', 'RSI'],
      };
      localStorage.setItem('chart', JSON.stringify({ state, version: 0 }));
    });
    await page.goto(`${url}/login`);
    await page.getByRole('textbox').first().fill('BENCH00000');
    await page.locator('input[type="password"]').fill('Bench@2026');
    await page.locator('button[type="submit"]').click();
    await page.waitForURL((address) => !address.pathname.startsWith('/login'));
    await page.goto(`${url}/trading/${contract.code}`);
    await page.waitForSelector('[data-testid="send-order"]');
    await buyOne(page);
    await sleep(WARM_UP_MS);
    const reading = await readWhile(page, MEASURE_MS, () => useDesk(page));
    return figuresOf('web.desk', reading, 50);
  } finally {
    await close();
  }
}

/** A first visit of the board, cold, on a phone that is four times slower and far from a mast. */
async function phoneFigures(): Promise<Figure[]> {
  product ??= await startBenchProduct(1);
  const { page, close } = await openFreshPage(launched());
  try {
    await page.setViewportSize({ width: 390, height: 844 });
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      downloadThroughput: PHONE.downloadBytes,
      uploadThroughput: PHONE.uploadBytes,
      latency: PHONE.latencyMs,
    });
    await session.send('Emulation.setCPUThrottlingRate', { rate: PHONE.slowdown });
    await page.addInitScript(notePaints);
    await page.goto(product.url, { waitUntil: 'commit' });
    await page.waitForSelector(LAST_PRICE, { timeout: SETTLED_MS * 2 });
    await sleep(SETTLED_MS / 3);
    const { paintMs, shift } = await page.evaluate(() => (globalThis as unknown as { paints: Paints }).paints);
    return [
      { id: 'web.phone.largest-paint', unit: 'ms', value: paintMs, target: 4_500, better: 'min' },
      { id: 'web.phone.layout-shift', unit: '', value: shift, target: 0.05, better: 'min' },
    ];
  } finally {
    await close();
  }
}

interface Paints {
  paintMs: number;
  shift: number;
}

/** Runs in the page. */
function notePaints(): void {
  const paints = { paintMs: 0, shift: 0 };
  Object.assign(globalThis, { paints });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) paints.paintMs = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
      if (!hadRecentInput) paints.shift += value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

function figuresOf(id: string, { fps, longestTaskMs, interactionMs }: PageReading, fpsTarget: number): Figure[] {
  return [
    { id: `${id}.fps`, unit: 'frames/s', value: fps, target: fpsTarget, better: 'max' },
    { id: `${id}.longest-task`, unit: 'ms', value: longestTaskMs, target: 50, better: 'min' },
    { id: `${id}.interaction-p98`, unit: 'ms', value: interactionMs, target: 100, better: 'min' },
  ];
}

function launched(): Browser {
  if (!browser) throw new Error('no browser');
  return browser;
}

// --- the market, written down

/** Quotes of all contracts, on the feed that carries each. */
function priceFeeds(market: SyntheticMarket, fieldsPerSecond: number): Record<string, Record<string, PlayedEvent>> {
  const acm = new Set(market.contracts.filter(({ productType }) => productType === 'ACM').map(({ code }) => code));
  const frames = Array.from({ length: FRAMES }, () => market.move(fieldsPerSecond / FRAMES_PER_SECOND));
  const quotes = market.quotes();
  const feed = (isOurs: (code: string) => boolean): Record<string, PlayedEvent> => {
    const ours = <T extends { readonly code: string }>(items: readonly T[]) =>
      items.filter(({ code }) => isOurs(code)).map((item) => ({ ...item, time: NOW }));
    return {
      prices: {
        snapshot: { event: 'prices', seq: 0, items: ours(quotes) },
        frames: frames.map((items) => {
          const mine = ours(items);
          return mine.length === 0 ? null : { event: 'prices', seq: 0, items: mine };
        }),
      },
    };
  };
  return {
    [NAMESPACES.market]: feed((code) => !acm.has(code)),
    [NAMESPACES.exchange]: feed((code) => acm.has(code)),
  };
}

/** Depth, trades and the growing minute of one contract, fifty times a second in all. */
function deskEvents(contract: Contract): Record<string, PlayedEvent> {
  const { code, decimalFormat: grid } = contract;
  const base = lastTicks(contract);
  const price = (ticks: number) => priceToText(ticks, grid);
  const swing = (frame: number) => Math.round(6 * Math.sin(frame / 17)) + (frame % 3);
  const side = (from: number, step: number, frame: number) =>
    Array.from({ length: 10 }, (_, level) => ({
      price: price(from + level * step),
      lots: 1 + ((frame * 7 + level * 13) % 90),
    }));
  const depth = (frame: number) => ({
    code,
    bids: side(base + swing(frame) - 1, -1, frame),
    asks: side(base + swing(frame) + 1, 1, frame),
    time: NOW,
  });
  const trade = (frame: number) => ({
    ...{ tradeId: `t${frame}`, code, price: price(base + swing(frame)), lots: 1 + (frame % 20), time: NOW },
    ...(frame % 2 === 0 ? { side: 'BUY', sideCode: 1 } : { side: 'SELL', sideCode: 2 }),
  });
  const minute = (frame: number) => ({
    ...{ code, time: new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS).toISOString() },
    ...{ open: price(base), high: price(base + 8), low: price(base - 8), close: price(base + swing(frame)) },
    volume: 100 + frame,
  });
  const event = (name: string, itemOf: (frame: number) => object, isDue: (frame: number) => boolean): PlayedEvent => ({
    snapshot: { event: name, seq: 0, items: [itemOf(0)] },
    frames: Array.from({ length: FRAMES }, (_, frame) =>
      isDue(frame) ? { event: name, seq: 0, items: [itemOf(frame)] } : null,
    ),
  });
  const perSecond = DESK_UPDATES - FRAMES_PER_SECOND * 2;
  return {
    depth: event('depth', depth, () => true),
    trades: event('trades', trade, () => true),
    candles: event('candles', minute, (frame) => frame % (FRAMES_PER_SECOND / perSecond) === 0),
  };
}

function barsOf(contract: Contract): Candle[] {
  const { decimalFormat: grid } = contract;
  const base = lastTicks(contract);
  const until = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  const at = (bar: number) => base + Math.round(30 * Math.sin(bar / 240) + 8 * Math.sin(bar / 13));
  return Array.from({ length: BARS }, (_, bar) => {
    const [open, close] = [at(bar), at(bar + 1)];
    return {
      time: new Date(until - (BARS - bar) * MINUTE_MS).toISOString(),
      open: priceToText(open, grid),
      high: priceToText(Math.max(open, close) + (bar % 4), grid),
      low: priceToText(Math.min(open, close) - (bar % 3), grid),
      close: priceToText(close, grid),
      volume: 50 + ((bar * 31) % 400),
    };
  });
}

function lastTicks({ matchPrice, settlementPrice, decimalFormat }: Contract): number {
  const reading = priceFromText(matchPrice ?? settlementPrice ?? '', decimalFormat);
  if (reading.kind !== 'price') throw new Error('the contract has no price');
  return reading.ticks;
}

async function listed(url: string): Promise<readonly Contract[]> {
  const reply = await fetch(`${url}/api/market/contracts`, { signal: AbortSignal.timeout(10_000) });
  return ((await reply.json()) as { items: readonly Contract[] }).items;
}

/** Far enough from its close-out to be bought, and quoted. */
function busiest(contracts: readonly Contract[]): Contract {
  const open = contracts.filter(
    ({ productType, matchPrice, sessionsLeft }) =>
      productType === 'FUTURES' && matchPrice !== null && (sessionsLeft?.long ?? 0) > 20,
  );
  const [first, ...others] = open;
  if (!first) throw new Error('nothing is listed');
  return others.reduce((best, each) => (each.volume > best.volume ? each : best), first);
}

// --- what a person does meanwhile

async function useBoard(page: Page): Promise<void> {
  const field = page.getByRole('searchbox').or(page.getByRole('textbox')).first();
  for (const text of ['m', 'ma', 'mat', '']) {
    await field.fill(text);
    await sleep(HAND_MS);
  }
  for (let step = 0; step < 16; step += 1) {
    await page.mouse.click(300, 420 + (step % 8) * 32);
    await sleep(HAND_MS);
    await page.keyboard.press('ArrowDown');
    await sleep(HAND_MS);
  }
}

async function useDesk(page: Page): Promise<void> {
  for (let step = 0; step < 10; step += 1) {
    await page.keyboard.press(step % 2 === 0 ? 's' : 'b');
    await sleep(HAND_MS);
    await page.getByTestId('ticket-quantity').fill(String(1 + (step % 5)));
    await sleep(HAND_MS);
    await page
      .getByRole('tablist')
      .first()
      .getByRole('tab')
      .nth(step % 3)
      .click();
    await sleep(HAND_MS);
  }
}

async function buyOne(page: Page): Promise<void> {
  await page.getByTestId('ticket-type').getByRole('radio').first().click();
  await page.getByTestId('send-order').click();
  await page.getByTestId('send-order').click();
}

// --- the page must have followed

async function pricesShown(page: Page): Promise<string> {
  return (await page.locator(LAST_PRICE).allTextContents()).join(' ');
}

function assertMoved(before: string, after: string): void {
  if (before === after) throw new Error('the board stood still: the played feed did not reach it');
}
