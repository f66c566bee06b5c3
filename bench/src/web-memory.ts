/**
 * Measures the page's memory over minutes of a full market: at the end it must hold what it held when it was warm. Both
 * full screens are used by hand before each reading. Part of `npm run prove`; fails when either grows.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '@mua/contract/limits';
import type { CDPSession, Page } from '@playwright/test';
import { median } from '#figure.ts';
import { closeScenes, openBoard, openDesk, useBoard, useDesk } from '#web-scenes.ts';

const MINUTES = Number(process.env.MEMORY_MINUTES ?? 10);
/**
 * Warms up until everything cached for a time has been cached for that time, and everything fetched again was: React
 * holds the generation before the newest too, so the list of contracts exists twice from its second fetch on.
 */
const WARM_UP_MS = LIMITS.queryGcMs + 60_000;
const READING_MS = 30_000;
/** Rest after the last interaction, in which its change is painted and its leftovers become garbage. */
const AT_REST_MS = 1_000;
/** Growth of the last quarter over the first one. */
const MOST_GROWTH = 0.1;
const FIELDS_PER_SECOND = 5_000;

interface Reading {
  readonly heapMb: number;
  readonly nodes: number;
  readonly listeners: number;
}

const SCREENS = [
  { name: `board of 500 at ${FIELDS_PER_SECOND} fields/s`, open: () => openBoard(FIELDS_PER_SECOND), use: useBoard },
  { name: 'desk at 50 updates/s, all else streaming', open: openDesk, use: useDesk },
];

try {
  let isFlat = true;
  for (const { name, open, use } of SCREENS) {
    const { page, close } = await open();
    try {
      const readings = await readMemory(page, () => use(page));
      isFlat = report(name, readings) && isFlat;
    } finally {
      await close();
    }
  }
  process.exitCode = isFlat ? 0 : 1;
} finally {
  await closeScenes();
}

/** Reads by the clock, so that both screens are read as often however long the interactions take. */
async function readMemory(page: Page, use: () => Promise<void>): Promise<Reading[]> {
  const session = await page.context().newCDPSession(page);
  const readings: Reading[] = [];
  const warmAt = performance.now() + WARM_UP_MS;
  for (let reading = 0; reading <= (MINUTES * 60_000) / READING_MS; reading += 1) {
    await sleep(Math.max(0, warmAt + reading * READING_MS - performance.now()));
    await use();
    await sleep(AT_REST_MS);
    readings.push(await readNow(session));
  }
  return readings;
}

async function readNow(session: CDPSession): Promise<Reading> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  return { heapMb: usedSize / 1e6, nodes, listeners: jsEventListeners };
}

function report(name: string, readings: readonly Reading[]): boolean {
  console.log(`\n${name}`);
  console.table(readings.map(({ heapMb, nodes, listeners }) => ({ 'heap MB': heapMb.toFixed(2), nodes, listeners })));
  const quarter = Math.ceil(readings.length / 4);
  const kinds = ['heapMb', 'nodes', 'listeners'] as const;
  const grown = kinds.map((kind) => {
    const values = readings.map((reading) => reading[kind]);
    const growth = median(values.slice(-quarter)) / median(values.slice(0, quarter)) - 1;
    console.log(`${kind}: ${(growth * 100).toFixed(1)} % in ${MINUTES} minutes`);
    return growth > MOST_GROWTH;
  });
  return !grown.includes(true);
}
