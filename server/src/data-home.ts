/** One DATA_DIR belongs to one venue and seed: prices of another past would contradict the positions in it. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';

export class WrongHomeError extends Error {}

export function claimDataHome(config: Config): void {
  mkdirSync(join(config.dataDir, 'run'), { recursive: true });
  const file = join(config.dataDir, 'home.json');
  const wanted = JSON.stringify({ venue: venueName(config), seed: config.seed, mode: config.mode });
  if (!existsSync(file)) writeFileSync(file, wanted);
  const found = readFileSync(file, 'utf8');
  if (found !== wanted) {
    throw new WrongHomeError(
      `One DATA_DIR belongs to one venue and seed: ${config.dataDir} was made with ${found}, this start asks for ${wanted}. ` +
        'Choose another --data-dir, or empty this one with --reset.',
    );
  }
}

/** Written once this process is the writer: a second server that is refused must not leave its own. */
export function enterDataHome(config: Config): void {
  writeFileSync(join(config.dataDir, 'run', 'server.pid'), String(process.pid));
}

export function leaveDataHome(config: Config): void {
  rmSync(join(config.dataDir, 'run', 'server.pid'), { force: true });
}

export function venueName({ venue }: Config): string {
  return venue.kind === 'simulated' ? 'simulated' : `recorded:${venue.contractCode}`;
}
