/**
 * What a first visit costs before the first price stands on the board: JavaScript asked for until then, and time since
 * the navigation began. The product and the browser are on one machine, so the time is work and not network.
 */
import { brotliCompressSync, constants } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';
import { type BenchProduct, startBenchProduct } from '#bench-product.ts';
import { launchBrowser, openFreshPage } from '#browser.ts';
import type { Figure } from '#figure.ts';

const INVESTORS = 1;
const ANSWER_MS = 10_000;
const LAST_PRICE = '[data-testid^="last-"]';

let product: BenchProduct | undefined;
let browser: Browser | undefined;

export async function measureFirstLoad(): Promise<Figure[]> {
  product ??= await startBenchProduct(INVESTORS);
  browser ??= await launchBrowser();
  const { page, close } = await openFreshPage(browser);
  try {
    const { paintedMs, scripts } = await visit(page, product.url);
    const sizes = await Promise.all(scripts.map(brotliBytes));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    return [
      { id: 'first-load.javascript', unit: 'kB', value: bytes / 1000, target: 250, better: 'min' },
      { id: 'first-load.first-price', unit: 'ms', value: paintedMs, target: 1_500, better: 'min' },
    ];
  } finally {
    await close();
  }
}

export async function finishFirstLoad(): Promise<void> {
  await browser?.close();
  browser = undefined;
  await product?.stop();
  product = undefined;
}

interface Visit {
  /** Since the navigation began. */
  readonly paintedMs: number;
  /** Addresses of the scripts that were asked for until then. */
  readonly scripts: readonly string[];
}

async function visit(page: Page, url: string): Promise<Visit> {
  await page.addInitScript(noteFirstPrice, LAST_PRICE);
  await page.goto(url, { waitUntil: 'commit' });
  const painted = await page.waitForFunction(() => Number(document.documentElement.dataset.benchPainted ?? 0));
  const paintedMs = await painted.jsonValue();
  const scripts = await page.evaluate(
    (untilMs) =>
      performance
        .getEntriesByType('resource')
        .filter(({ name, startTime }) => startTime <= untilMs && new URL(name).pathname.endsWith('.js'))
        .map(({ name }) => name),
    paintedMs,
  );
  if (scripts.length === 0) throw new Error('no script was asked for: this is not our client');
  return { paintedMs, scripts: [...new Set(scripts)] };
}

/**
 * Runs in the page before anything of its own. An element in the document is painted with the next frame; the task
 * after that frame's callbacks is the first that comes behind it.
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

/** Packed by ourselves as tightly as it goes, whatever encoding the server chose for the browser. */
async function brotliBytes(address: string): Promise<number> {
  const headers = { 'accept-encoding': 'identity' };
  const reply = await fetch(address, { headers, signal: AbortSignal.timeout(ANSWER_MS) });
  if (!reply.ok) throw new Error(`${address}: ${reply.status}`);
  const body = Buffer.from(await reply.arrayBuffer());
  return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}
