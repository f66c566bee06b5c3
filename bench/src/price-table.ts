/**
 * Measures the board with 500 contracts and 5,000 changed fields a second, in a real browser: frames, long tasks, and
 * load of the page's main thread. It renders in software, so a graphics card only improves the figures.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { launchBrowser, openFreshPage } from '#browser.ts';
import type { Figure } from '#figure.ts';
import { createSyntheticMarket, type SyntheticMarket } from '#synthetic-market.ts';
import { type SyntheticServer, startSyntheticServer } from '#synthetic-server.ts';

const CONTRACTS = 500;
const CELLS_PER_SECOND = 5_000;
const FRAMES_PER_SECOND = 20;
const WARM_UP_MS = 3_000;
const MEASURE_MS = 8_000;
/** Time after the last frame for the page to paint it. */
const PAINT_MS = 500;
/** Minimum share of the nominal load for valid figures. */
const LEAST_SHARE = 0.95;
const LAST_PRICE = '[data-testid^="last-"]';

interface Stage {
  readonly market: SyntheticMarket;
  readonly server: SyntheticServer;
  readonly browser: Browser;
}

let server: SyntheticServer | undefined;
let browser: Browser | undefined;
let market: SyntheticMarket | undefined;

async function prepare(): Promise<Stage> {
  market ??= createSyntheticMarket({ count: CONTRACTS, seed: 1 });
  server ??= await startSyntheticServer(market, CELLS_PER_SECOND / FRAMES_PER_SECOND);
  browser ??= await launchBrowser();
  return { market, server, browser };
}

export async function measurePriceTable(): Promise<Figure[]> {
  const stage = await prepare();
  stage.server.thaw();
  const { page, close } = await openFreshPage(stage.browser);
  try {
    await page.goto(stage.server.url);
    await page.waitForSelector(LAST_PRICE);
    await sleep(WARM_UP_MS);
    const reading = await readPage(page, stage.server);
    if (reading.cells < CELLS_PER_SECOND * LEAST_SHARE) {
      throw new Error(`only ${reading.cells.toFixed(0)} fields a second were sent: the machine is too busy`);
    }
    stage.server.freeze();
    await sleep(PAINT_MS);
    await assertFollowed(page, stage.market);
    return [
      { id: 'price-table.fps', unit: 'frames/s', value: reading.fps, target: 58, better: 'max' },
      { id: 'price-table.longest-task', unit: 'ms', value: reading.longestTaskMs, target: 50, better: 'min' },
      { id: 'price-table.main-thread', unit: 'ms/s', value: reading.mainThread, target: 400, better: 'min' },
    ];
  } finally {
    await close();
  }
}

export async function finishPriceTable(): Promise<void> {
  await browser?.close();
  browser = undefined;
  await server?.close();
  server = undefined;
  market = undefined;
}

interface Reading {
  readonly fps: number;
  /** 0 if none was over 50 ms: shorter ones are not reported. */
  readonly longestTaskMs: number;
  /** Milliseconds of work per second. */
  readonly mainThread: number;
  /** Changed fields per second sent meanwhile. */
  readonly cells: number;
}

async function readPage(page: Page, sender: SyntheticServer): Promise<Reading> {
  const session = await page.context().newCDPSession(page);
  // Time is measured in thread time: by the wall clock a task would include time taken by other processes.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const cellsBefore = sender.cellsSent();
  const startedAt = performance.now();
  const busyBefore = await busySeconds(session);
  const { frames, seconds, longestTaskMs } = await page.evaluate(countFrames, MEASURE_MS);
  const busy = (await busySeconds(session)) - busyBefore;
  const elapsed = (performance.now() - startedAt) / 1000;
  return {
    fps: frames / seconds,
    longestTaskMs,
    mainThread: (busy * 1000) / elapsed,
    cells: (sender.cellsSent() - cellsBefore) / elapsed,
  };
}

/** Runs in the page. */
async function countFrames(durationMs: number): Promise<{ frames: number; seconds: number; longestTaskMs: number }> {
  let longestTaskMs = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestTaskMs = Math.max(longestTaskMs, duration);
  });
  observer.observe({ type: 'longtask' });
  const startedAt = performance.now();
  let frames = 0;
  while (performance.now() - startedAt < durationMs) {
    await new Promise((next) => requestAnimationFrame(next));
    frames += 1;
  }
  const seconds = (performance.now() - startedAt) / 1000;
  observer.disconnect();
  return { frames, seconds, longestTaskMs };
}

async function busySeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const busy = metrics.find(({ name }) => name === 'TaskDuration');
  if (!busy) throw new Error('the browser tells no TaskDuration');
  return busy.value;
}

/** Checks that the board followed the feed: a board without a feed has sixty frames a second too. */
async function assertFollowed(page: Page, truth: SyntheticMarket): Promise<void> {
  const shown = await page.$$eval(LAST_PRICE, (cells) =>
    cells.map((cell) => ({ id: cell.getAttribute('data-testid') ?? '', text: cell.textContent ?? '' })),
  );
  const late = shown.filter(({ id, text }) => digitsOf(text) !== digitsOf(truth.lastText(id.slice('last-'.length))));
  if (shown.length === 0 || late.length > 0) {
    throw new Error(
      `the board did not follow the feed: ${late.length} of ${shown.length} prices are not the last ones`,
    );
  }
}

/** Keeps only the digits, because languages differ in their separators. */
function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
