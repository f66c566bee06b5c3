import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';

/** Resolves once the product has the base backup that it makes by itself: meanwhile nobody can make another. */
export async function firstBackup(dataDir: string): Promise<void> {
  const log = join(dataDir, 'server.log');
  const isMade = (): boolean => /A base backup of \d+ bytes is in/.test(readFileSync(log, 'utf8'));
  await vi.waitUntil(isMade, { timeout: 60_000, interval: 20 });
}
