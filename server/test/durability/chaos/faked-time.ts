/**
 * The machine's clock as the product sees it, set by a file: libfaketime stands between a process and the kernel. What
 * measures how long something takes is left alone, as when somebody sets a clock.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const LIBRARY = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib', '/usr/local/lib']
  .map((folder) => join(folder, 'faketime', 'libfaketimeMT.so.1'))
  .find((path) => existsSync(path));

export class FakedTime {
  readonly #folder = mkdtempSync(join(tmpdir(), 'mua-time-'));
  readonly #file = join(this.#folder, 'offset');
  readonly #library: string;

  private constructor(library: string) {
    this.#library = library;
    this.set(0);
  }

  /** undefined where the library is not installed. */
  static make(): FakedTime | undefined {
    return LIBRARY === undefined ? undefined : new FakedTime(LIBRARY);
  }

  /** For the environment of a process, which hands it on to its children but PostgreSQL. They look at it every second. */
  get settings(): Readonly<Record<string, string>> {
    return {
      LD_PRELOAD: this.#library,
      FAKETIME_TIMESTAMP_FILE: this.#file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
    };
  }

  /** How far the clock is from the machine's own. */
  set(seconds: number): void {
    writeFileSync(this.#file, `${seconds < 0 ? '' : '+'}${seconds}\n`, { mode: 0o644 });
  }

  clear(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
