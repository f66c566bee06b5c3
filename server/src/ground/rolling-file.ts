/**
 * A file of lines that never outgrows its bounds: when it is full it becomes `<file>.1`, what was `.1` becomes `.2`, and
 * the oldest goes. Lines are written at once, so that those before a crash are there; the log has hardly a line in a
 * quiet day. A line that can't be written, because the disk is full, is left out: no reason to end anything.
 */
import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';

export interface RollingFile {
  write(line: string): void;
}

export interface RollingBounds {
  /** A file that has as many bytes takes no further line. */
  readonly bytes: number;
  /** Of earlier files. */
  readonly kept: number;
}

export function openRollingFile(file: string, { bytes, kept }: RollingBounds): RollingFile {
  let handle = openSync(file, 'a', 0o600);
  let size = fstatSync(handle).size;
  let leftOut = 0;

  function roll(): void {
    rollFile(file, kept);
    const next = openSync(file, 'a', 0o600);
    closeSync(handle);
    handle = next;
    size = fstatSync(handle).size;
  }

  return {
    write(line) {
      try {
        if (size >= bytes) roll();
        const note = leftOut > 0 ? `{"level":40,"msg":"lines that could not be written: ${leftOut}"}\n` : '';
        size += writeSync(handle, note + line);
        leftOut = 0;
      } catch {
        leftOut += 1;
      }
    },
  };
}

/** Moves a file out of the way, keeping as many earlier ones. */
function rollFile(file: string, kept: number): void {
  for (let number = kept - 1; number >= 1; number -= 1) moveIfThere(`${file}.${number}`, `${file}.${number + 1}`);
  moveIfThere(file, `${file}.1`);
}

function moveIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
