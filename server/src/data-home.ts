/** One DATA_DIR belongs to one venue and seed: prices of another past would contradict the positions in it. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';

export class WrongHomeError extends Error {}

function makeRoom(dataDir: string): void {
  try {
    mkdirSync(join(dataDir, 'run'), { recursive: true });
  } catch (error) {
    throw new WrongHomeError(`DATA_DIR: ${dataDir} can't be a folder of ours: ${(error as Error).message}`);
  }
}

export function claimDataHome(config: Config): void {
  makeRoom(config.dataDir);
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

/**
 * Written once this process is the writer: a second server that is refused must not leave its own. Returns the operator
 * token, new at every start and readable by the server's own user only (conventions, "Commands").
 */
export function enterDataHome(config: Config): string {
  const run = join(config.dataDir, 'run');
  writeFileSync(join(run, 'server.pid'), String(process.pid));
  const token = randomBytes(32).toString('base64url');
  // A new file, so that the mode is ours and not that of one that stood there.
  rmSync(join(run, 'operator-token'), { force: true });
  writeFileSync(join(run, 'operator-token'), token, { mode: 0o600 });
  return token;
}

/** Where the operator's commands find the server that is running from this folder. */
export function tellAddress(config: Config, address: string): void {
  writeFileSync(join(config.dataDir, 'run', 'address'), address);
}

export function leaveDataHome(config: Config): void {
  for (const name of ['server.pid', 'operator-token', 'address'])
    rmSync(join(config.dataDir, 'run', name), { force: true });
}

export function venueName({ venue }: Config): string {
  return venue.kind === 'simulated' ? 'simulated' : `recorded:${venue.contractCode}`;
}
