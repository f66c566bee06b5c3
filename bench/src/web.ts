/**
 * Measures the client under a full market, in a real browser: the board of 500 contracts at 2,000 and 5,000 changed
 * fields a second, the whole desk with 10,000 bars and three indicators while all else streams behind it, and that desk
 * with ten indicators and a hundred lines. The
 * market is played inside the page, so that only the page is measured; it is warm once it has been used by hand. Then
 * it measures the cost of a first visit on a slow phone.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { Figure } from '#figure.ts';
import { type PageReading, readWhile } from '#page-readings.ts';
import {
  benchProduct,
  closeScenes,
  LAST_PRICE,
  openBoard,
  openDesk,
  openPage,
  pointAt,
  useBoard,
  useChart,
  useDesk,
} from '#web-scenes.ts';

const MEASURE_MS = 8_000;
/** Fast 3G as Chromium's own tools define it, and a processor a quarter as fast. */
const PHONE = { downloadBytes: 180_000, uploadBytes: 84_000, latencyMs: 562, slowdown: 4 };
const SETTLED_MS = 12_000;

export async function measureWeb(): Promise<Figure[]> {
  return [
    ...(await boardFigures(2_000)),
    ...(await boardFigures(5_000)),
    ...(await deskFigures()),
    ...(await chartFigures()),
    ...(await phoneFigures()),
  ];
}

export const finishWeb = closeScenes;

async function boardFigures(fieldsPerSecond: number): Promise<Figure[]> {
  const { page, close } = await openBoard(fieldsPerSecond);
  try {
    await useBoard(page);
    const before = await pricesShown(page);
    const reading = await readWhile(page, MEASURE_MS, () => useBoard(page));
    assertMoved(before, await pricesShown(page));
    return figuresOf(`web.board-${fieldsPerSecond}`, reading, 58);
  } finally {
    await close();
  }
}

async function deskFigures(): Promise<Figure[]> {
  const { page, close } = await openDesk();
  try {
    await useDesk(page);
    const reading = await readWhile(page, MEASURE_MS, () => useDesk(page));
    return figuresOf('web.desk', reading, 50);
  } finally {
    await close();
  }
}

/** Measures the chart at its hardest, while its bars are scrolled and the same market streams behind it. */
async function chartFigures(): Promise<Figure[]> {
  const { page, close } = await openDesk('hardest');
  try {
    await useChart(page);
    const reading = await readWhile(page, MEASURE_MS, () => useChart(page));
    return figuresOf('web.chart', reading, 50);
  } finally {
    await close();
  }
}

/** Measures four charts, all moved by whoever scrolls one, while the same market streams behind them. */
export async function measureCharts(): Promise<Figure[]> {
  const { page, close } = await openDesk('four');
  try {
    await page.getByRole('application').nth(3).waitFor();
    await useChart(page);
    const reading = await readWhile(page, MEASURE_MS, () => pointAt(page));
    return figuresOf('web.four-charts', reading, 58);
  } finally {
    await close();
  }
}

/** Measures a first visit of the board, cold, on a phone that is four times slower and on a slow network. */
async function phoneFigures(): Promise<Figure[]> {
  const { url } = await benchProduct();
  const { page, close } = await openPage();
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
    await page.addInitScript(notePaints, LAST_PRICE);
    await page.goto(url, { waitUntil: 'commit' });
    await page.waitForSelector(LAST_PRICE, { timeout: SETTLED_MS * 2 });
    await sleep(SETTLED_MS / 3);
    const { paintMs, shift, priceMs } = await page.evaluate(() => (globalThis as unknown as { paints: Paints }).paints);
    return [
      { id: 'web.phone.largest-paint', unit: 'ms', value: paintMs, target: 4_500, better: 'min' },
      // The largest paint may be the logo: this is when there is something to read.
      { id: 'web.phone.first-price', unit: 'ms', value: priceMs, target: 6_000, better: 'min' },
      { id: 'web.phone.layout-shift', unit: '', value: shift, target: 0.05, better: 'min' },
    ];
  } finally {
    await close();
  }
}

interface Paints {
  paintMs: number;
  shift: number;
  priceMs: number;
}

/** Runs in the page. */
function notePaints(price: string): void {
  const paints = { paintMs: 0, shift: 0, priceMs: 0 };
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
  const look = () => {
    if (document.querySelector(price)) paints.priceMs = performance.now();
    else requestAnimationFrame(look);
  };
  look();
}

function figuresOf(id: string, { fps, longestTaskMs, interactionMs }: PageReading, fpsTarget: number): Figure[] {
  return [
    { id: `${id}.fps`, unit: 'frames/s', value: fps, target: fpsTarget, better: 'max' },
    { id: `${id}.longest-task`, unit: 'ms', value: longestTaskMs, target: 50, better: 'min' },
    { id: `${id}.interaction-p98`, unit: 'ms', value: interactionMs, target: 100, better: 'min' },
  ];
}

// --- the page must have followed

async function pricesShown(page: Page): Promise<string> {
  return (await page.locator(LAST_PRICE).allTextContents()).join(' ');
}

function assertMoved(before: string, after: string): void {
  if (before === after) throw new Error('the board stood still: the played feed did not reach it');
}
