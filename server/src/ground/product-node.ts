/**
 * The Node that the product runs on: its own, which is one of its packages where there is one for the platform (record
 * 209), and otherwise the one that runs this.
 */
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { packageFile } from '#ground/server-files.ts';

const RUNS_WITHIN_MS = 10_000;

let known: string | undefined;

/** The program's file. */
export function productNode(): string {
  known ??= [packagedNode()].find((file) => file !== undefined && runs(file)) ?? process.execPath;
  return known;
}

/** A Linux without glibc has the package, and can't run it. */
function runs(file: string): boolean {
  return spawnSync(file, ['--version'], { stdio: 'ignore', timeout: RUNS_WITHIN_MS }).status === 0;
}

function packagedNode(): string | undefined {
  try {
    return join(dirname(packageFile(`node-${process.platform}-${process.arch}/package.json`)), 'bin', 'node');
  } catch {
    return undefined;
  }
}
