/**
 * PostgreSQL's data folder as a tar: taken from a running server, which goes on writing, and unpacked where another one
 * will start from it. A copy alone is no database: it becomes one with the log from its start to its end.
 */
import { spawn } from 'node:child_process';
import { chownSync, writeFileSync } from 'node:fs';
import type { Writable } from 'node:stream';
import type { FolderToFill } from '#db/embedded-postgres.ts';
import { plainEnvironment } from '#db/plain-environment.ts';
import type { Replication } from '#db/replication.ts';

/** Of the log. */
export interface LogEnd {
  readonly recptr: string;
  readonly tli: string;
}

export interface BaseCopy {
  /** The log from here on belongs to the copy. */
  readonly start: LogEnd;
  /** Only with the log up to here is it whole. */
  readonly end: LogEnd;
  /** PostgreSQL's list of its files, with their sums. */
  readonly manifest: Buffer;
}

/** Writes the tar into `tar` and ends it, also after an error. */
export async function copyBase(replication: Replication, tar: Writable): Promise<BaseCopy> {
  const manifest: Buffer[] = [];
  let into: 'tar' | 'manifest' = 'tar';
  const resume = (): void => replication.resume();
  // A reader that is gone takes no more, and nobody waits for it.
  tar.on('drain', resume).on('close', resume);
  const results = await replication
    .copy(
      "BASE_BACKUP (LABEL 'mua', CHECKPOINT 'fast', WAIT false, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')",
      (chunk) => {
        const kind = String.fromCharCode(chunk[0] ?? 0);
        if (kind === 'm') into = 'manifest';
        if (kind !== 'd') return;
        const bytes = Buffer.from(chunk.subarray(1));
        if (into === 'manifest') manifest.push(bytes);
        else if (!tar.destroyed && !tar.write(bytes)) replication.pause();
      },
    )
    .finally(() => tar.end());
  const [start, , end] = results.map(({ rows }) => rows[0]);
  return { start, end, manifest: Buffer.concat(manifest) };
}

export interface Unpacking {
  readonly tar: Writable;
  /** When everything has been read: what was wrong, or undefined. */
  readonly fault: Promise<string | undefined>;
}

export function unpackBase({ folder, as }: FolderToFill): Unpacking {
  const tar = spawn('tar', ['-x', '-f', '-', '-C', folder], {
    ...{ ...as, cwd: folder, env: plainEnvironment() },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let said = '';
  tar.stderr.on('data', (text: Buffer) => {
    said += text.toString();
  });
  // A tar that ends early says why itself.
  tar.stdin.on('error', () => {});
  const fault = new Promise<string | undefined>((resolve) => {
    tar.on('error', (error) => resolve(`tar: ${error.message}`));
    tar.on('close', (code) => resolve(code === 0 ? undefined : `tar ended with ${code}: ${said.trim()}`));
  });
  return { tar: tar.stdin, fault };
}

/** As a file that PostgreSQL may read and change. */
export function writeOwned(file: string, content: Buffer | string, { uid, gid }: FolderToFill['as']): void {
  writeFileSync(file, content, { mode: 0o600 });
  if (uid !== undefined && gid !== undefined) chownSync(file, uid, gid);
}
