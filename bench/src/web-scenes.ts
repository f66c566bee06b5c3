/**
 * Opens the two full screens under a full market, for the figures and the proof of memory: the board of 500 contracts,
 * and the desk of one contract with 10,000 bars and three indicators while all else streams behind it. The market is
 * played inside the page, so that only the page is measured.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Contract } from '@mua/contract/entities/contract';
import { NAMESPACES } from '@mua/contract/feeds/messages';
import type { Browser, Page } from '@playwright/test';
import { type BenchProduct, startBenchProduct } from '#bench-product.ts';
import { type FreshPage, launchBrowser, openFreshPage } from '#browser.ts';
import { playFeed } from '#played-feed.ts';
import { barsOf, deskEvents, FRAME_MS, priceFeeds } from '#played-market.ts';
import { createSyntheticMarket, walkListed } from '#synthetic-market.ts';
import { type SyntheticServer, startSyntheticServer } from '#synthetic-server.ts';

const CONTRACTS = 500;
const BACKGROUND_FIELDS = 2_000;
export const LAST_PRICE = '[data-testid^="last-"]';
/** Pause between two interactions. */
const HAND_MS = 180;

let browser: Browser | undefined;
let server: SyntheticServer | undefined;
let product: BenchProduct | undefined;

/** Opens the board, with this many of its fields changing each second; it shows prices when it is returned. */
export async function openBoard(fieldsPerSecond: number): Promise<FreshPage> {
  const market = createSyntheticMarket({ count: CONTRACTS, seed: 1 });
  // The server answers calls only: the frames are the page's own.
  server ??= await startSyntheticServer(market, 0);
  server.freeze();
  const scene = await openPage();
  try {
    const { page } = scene;
    await playFeed(page, { frameMs: FRAME_MS, feeds: priceFeeds(market, fieldsPerSecond) });
    await page.goto(server.url);
    await page.waitForSelector(LAST_PRICE);
    return scene;
  } catch (error) {
    await scene.close();
    throw error;
  }
}

/**
 * What the chart of the desk shows: three indicators, or ten in four panes under a hundred lines drawn by hand; or four
 * charts with three indicators each, all of which grow with every trade.
 */
export type ChartLoad = 'usual' | 'hardest' | 'four';

const INDICATORS: Readonly<Record<ChartLoad, readonly string[]>> = {
  usual: ['MA', 'BOLL', 'RSI'],
  four: ['MA', 'BOLL', 'RSI'],
  hardest: ['MA', 'EMA', 'BOLL', 'ICHIMOKU', 'VWAP', 'PROFILE', 'SUPERTREND', 'RSI', 'MACD', 'STOCHRSI'],
};
const DRAWN_LINES: Readonly<Record<ChartLoad, number>> = { usual: 0, hardest: 100, four: 0 };

/** Opens the desk of the busiest contract, signed in, with one lot bought. */
export async function openDesk(load: ChartLoad = 'usual'): Promise<FreshPage> {
  const { url } = await benchProduct();
  const scene = await openPage();
  try {
    const { page } = scene;
    const contracts = await listed(url);
    const contract = busiest(contracts);
    const feeds = priceFeeds(walkListed(contracts, 2), BACKGROUND_FIELDS);
    const space = NAMESPACES.market;
    const deskFeed = { ...feeds[space], ...deskEvents(contract) };
    await playFeed(page, { frameMs: FRAME_MS, feeds: { ...feeds, [space]: deskFeed } });
    await page.route('**/candles**', (route) =>
      route.fulfill({ json: { items: barsOf(contract), nextCursor: null, tradeDates: null } }),
    );
    await page.addInitScript(keepChart, INDICATORS[load]);
    if (load === 'four') await page.addInitScript(keepFourCharts);
    const userId = await signIn(page, url);
    await page.addInitScript(keepDrawings, {
      sheet: `${userId} ${contract.commodityCode}`,
      lines: linesOver(contract, DRAWN_LINES[load]),
    });
    await page.goto(`${url}/trading/${contract.code}`);
    await page.waitForSelector('[data-testid="send-order"]');
    await buyOne(page);
    return scene;
  } catch (error) {
    await scene.close();
    throw error;
  }
}

export async function openPage(): Promise<FreshPage> {
  browser ??= await launchBrowser();
  return openFreshPage(browser);
}

export async function benchProduct(): Promise<BenchProduct> {
  product ??= await startBenchProduct(1);
  return product;
}

export async function closeScenes(): Promise<void> {
  await browser?.close();
  browser = undefined;
  await server?.close();
  server = undefined;
  await product?.stop();
  product = undefined;
}

/** Runs in the page. */
function keepChart(indicators: readonly string[]): void {
  const state = {
    interval: '1m',
    type: 'candles',
    scale: 'price',
    volume: true,
    indicators,
  };
  localStorage.setItem('chart', JSON.stringify({ state, version: 0 }));
}

/** Runs in the page. */
function keepFourCharts(): void {
  const charts = { shape: 'four', others: [], isSameInterval: true, isSameTime: true };
  localStorage.setItem('desk-layout', JSON.stringify({ state: { charts }, version: 0 }));
}

interface KeptDrawings {
  readonly sheet: string;
  readonly lines: readonly object[];
}

/** Runs in the page. */
function keepDrawings({ sheet, lines }: KeptDrawings): void {
  localStorage.setItem('chart-drawings', JSON.stringify({ state: { sheets: { [sheet]: lines } }, version: 0 }));
}

/** Trend lines over the bars in view, each an hour long. */
function linesOver(contract: Contract, count: number): object[] {
  const bars = barsOf(contract);
  return Array.from({ length: count }, (_, line) => {
    const ends = [bars.at(-line - 61), bars.at(-line - 1)];
    const points = ends.map((bar) => ({ timeMs: Date.parse(bar?.time ?? ''), price: bar?.close }));
    return { id: `line ${line}`, tool: 'trend', slot: line % 7, text: '', points };
  });
}

/** Returns who is signed in. */
async function signIn(page: Page, url: string): Promise<string> {
  await page.goto(`${url}/login`);
  await page.getByRole('textbox').first().fill('BENCH00000');
  await page.locator('input[type="password"]').fill('Bench@2026');
  const reply = page.waitForResponse((response) => response.url().endsWith('/investor/login'));
  await page.locator('button[type="submit"]').click();
  const { activeUserId } = (await (await reply).json()) as { activeUserId: string };
  await page.waitForURL((address) => !address.pathname.startsWith('/login'));
  return activeUserId;
}

async function listed(url: string): Promise<readonly Contract[]> {
  const reply = await fetch(`${url}/api/market/contracts`, { signal: AbortSignal.timeout(10_000) });
  return ((await reply.json()) as { items: readonly Contract[] }).items;
}

/** Picks a contract far enough from its close-out to be bought, and quoted. */
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

export async function useBoard(page: Page): Promise<void> {
  const field = page.getByRole('searchbox').or(page.getByRole('textbox')).first();
  for (const text of ['m', 'ma', 'mat', '']) {
    await field.fill(text);
    await sleep(HAND_MS);
  }
  for (let step = 0; step < 16; step += 1) {
    // The click hits a row's name: further right are the buttons that a row shows to a pointer.
    await page.mouse.click(160, 420 + (step % 8) * 32);
    await sleep(HAND_MS);
    await page.keyboard.press('ArrowDown');
    await sleep(HAND_MS);
  }
}

export async function useDesk(page: Page): Promise<void> {
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

/** Moves the pointer to and fro over the first chart, and scrolls it. */
export async function pointAt(page: Page): Promise<void> {
  const chart = page.getByRole('application').first();
  await chart.focus();
  const box = await chart.boundingBox();
  if (!box) throw new Error('there is no chart');
  for (let step = 0; step < 40; step += 1) {
    await page.mouse.move(box.x + 40 + (step % 20) * 12, box.y + 60 + (step % 7) * 8);
    if (step % 8 === 7) await page.keyboard.press(step % 16 === 7 ? 'ArrowLeft' : 'ArrowRight');
    await sleep(HAND_MS);
  }
}

/** Scrolls the bars to and fro. */
export async function useChart(page: Page): Promise<void> {
  await page.getByRole('application').first().focus();
  for (let step = 0; step < 24; step += 1) {
    await page.keyboard.press(step % 8 < 4 ? 'ArrowLeft' : 'ArrowRight');
    await sleep(HAND_MS);
  }
}

async function buyOne(page: Page): Promise<void> {
  await page.getByTestId('ticket-type').getByRole('radio').first().click();
  await page.getByTestId('send-order').click();
  await page.getByTestId('send-order').click();
}
