/**
 * Measures the cost of a first visit until the first price is painted, on the board and on a linked trading page:
 * JavaScript, requests, and time since navigation. Product and browser are on one machine, so the time is work and not
 * network.
 */
import { brotliCompressSync, constants } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';
import { type BenchProduct, startBenchProduct } from '#bench-product.ts';
import { launchBrowser, openFreshPage } from '#browser.ts';
import type { Figure } from '#figure.ts';

const INVESTORS = 1;
const ANSWER_MS = 10_000;
const BOARD = { path: '/', price: '[data-testid^="last-"]' };
const DESK = { path: '/trading/ZCEH27', price: '[data-slot="desk-price"]' };

let product: BenchProduct | undefined;
let browser: Browser | undefined;

export async function measureFirstLoad(): Promise<Figure[]> {
  product ??= await startBenchProduct(INVESTORS);
  browser ??= await launchBrowser();
  const board = await visitFresh(browser, product.url, BOARD);
  const desk = await visitFresh(browser, product.url, DESK);
  return [
    { id: 'first-load.javascript', unit: 'kB', value: board.kB, target: 250, better: 'min' },
    { id: 'first-load.first-price', unit: 'ms', value: board.paintedMs, target: 1_500, better: 'min' },
    { id: 'first-load.desk-javascript', unit: 'kB', value: desk.kB, target: 300, better: 'min' },
    { id: 'first-load.desk-requests', unit: 'requests', value: desk.requests, target: 25, better: 'min' },
    {
      id: 'first-load.desk-first-price',
      unit: 'times the board',
      value: desk.paintedMs / board.paintedMs,
      target: 1.2,
      better: 'min',
    },
  ];
}

export async function finishFirstLoad(): Promise<void> {
  await browser?.close();
  browser = undefined;
  await product?.stop();
  product = undefined;
}

interface Visit {
  /** Milliseconds since the navigation began. */
  readonly paintedMs: number;
  /** Compressed size of the scripts requested until then. */
  readonly kB: number;
  /** Number of requests until then, the page included. */
  readonly requests: number;
}

async function visitFresh(browser: Browser, url: string, to: typeof BOARD): Promise<Visit> {
  const { page, close } = await openFreshPage(browser);
  try {
    return await visit(page, url, to);
  } finally {
    await close();
  }
}

async function visit(page: Page, url: string, { path, price }: typeof BOARD): Promise<Visit> {
  await page.addInitScript(noteFirstPrice, price);
  await page.goto(url + path, { waitUntil: 'commit' });
  const painted = await page.waitForFunction(() => Number(document.documentElement.dataset.benchPainted ?? 0));
  const paintedMs = await painted.jsonValue();
  const asked = await page.evaluate(
    (untilMs) =>
      performance
        .getEntriesByType('resource')
        .filter(({ startTime }) => startTime <= untilMs)
        .map(({ name }) => name),
    paintedMs,
  );
  const scripts = [...new Set(asked.filter((name) => new URL(name).pathname.endsWith('.js')))];
  if (scripts.length === 0) throw new Error('no script was asked for: this is not our client');
  const sizes = await Promise.all(scripts.map(brotliBytes));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  return { paintedMs, kB: bytes / 1000, requests: asked.length + 1 };
}

/**
 * Runs in the page before its own scripts. An element in the document is painted with the next frame; the task after
 * that frame's callbacks is the first after the paint.
 */
function noteFirstPrice(selector: string): void {
  const observer = new MutationObserver(() => {
    const hasPrice = [...document.querySelectorAll(selector)].some(({ textContent }) => /\d/.test(textContent ?? ''));
    if (!hasPrice) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      setTimeout(() => {
        document.documentElement.dataset.benchPainted = String(performance.now());
      });
    });
  });
  observer.observe(document, { childList: true, subtree: true, characterData: true });
}

/** Compresses at the highest level, whatever encoding the server chose for the browser. */
async function brotliBytes(address: string): Promise<number> {
  const headers = { 'accept-encoding': 'identity' };
  const reply = await fetch(address, { headers, signal: AbortSignal.timeout(ANSWER_MS) });
  if (!reply.ok) throw new Error(`${address}: ${reply.status}`);
  const body = Buffer.from(await reply.arrayBuffer());
  return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}
