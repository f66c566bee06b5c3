/**
 * Measures the cost of the built product without connections while the simulated market runs: processor time of the
 * server and its PostgreSQL, the server's memory, and the growth of the database.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchProduct, startBuiltProduct } from '#bench-product.ts';
import type { Figure } from '#figure.ts';
import { cpuSeconds, pidsBelow, residentMb } from '#processes.ts';

const SETTLE_MS = 5_000;
const MEASURE_MS = 20_000;
const MS_PER_HOUR = 3_600_000;
/** The target in MB an hour; it comes to 100 MB a day. */
const GROWTH_TARGET = 4.2;

interface Settled {
  readonly product: BenchProduct;
  readonly databaseMb: number;
  readonly atMs: number;
}

let settled: Settled | undefined;

async function prepare(): Promise<Settled> {
  const product = await startBuiltProduct();
  // Stored at once, so that `finish` stops it even if settling fails.
  settled = { product, databaseMb: 0, atMs: 0 };
  await sleep(SETTLE_MS);
  settled = { product, databaseMb: databaseMb(product.home), atMs: performance.now() };
  return settled;
}

export async function measureIdle(): Promise<Figure[]> {
  const { product, databaseMb: mbBefore, atMs: settledAt } = settled ?? (await prepare());
  const startedAt = performance.now();
  const cpuBefore = cpuOf(product);
  await sleep(MEASURE_MS);
  const seconds = (performance.now() - startedAt) / 1000;
  const share = ((cpuOf(product) - cpuBefore) / seconds) * 100;
  // Bars are written by the minute and files grow by pages, so growth counts from the first run's start.
  const hours = (performance.now() - settledAt) / MS_PER_HOUR;
  const growth = (databaseMb(product.home) - mbBefore) / hours;
  return [
    { id: 'idle.processor', unit: '% of a core', value: share, target: 30, better: 'min' },
    { id: 'idle.memory', unit: 'MB', value: residentMb(product.pid), target: 600, better: 'min' },
    { id: 'idle.database-growth', unit: 'MB/h', value: growth, target: GROWTH_TARGET, better: 'min' },
  ];
}

export async function finishIdle(): Promise<void> {
  await settled?.product.stop();
  settled = undefined;
}

/** Returns the processor seconds so far of the server and all processes of its database. */
function cpuOf({ pid, home }: BenchProduct): number {
  return cpuSeconds([pid, ...pidsBelow(home)]);
}

/**
 * Returns the size of tables and indexes, as pg_database_size counts it. The write-ahead log is left out: it is reused
 * and bounded.
 */
function databaseMb(home: string): number {
  return bytesBelow(join(home, 'postgres', 'base')) / 1e6;
}

function bytesBelow(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sum + bytesBelow(path);
    // A temporary file can be gone by now.
    return sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0);
  }, 0);
}
