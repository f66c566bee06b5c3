/**
 * Watches how much space is left on the file systems of the data folder and of the embedded database. The database dies
 * of a full disk and can't start on one, because recovering writes: so new business ends while there is still space, and
 * a reserve, a file of no content, is given up when a start finds none. The space of a database elsewhere can't be seen.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { open, rename, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';
import type { SpaceLeft } from '#http/scarce-space.ts';
import type { StorageSpace } from '#journal/sequencer.ts';

export interface FreeSpace extends StorageSpace {
  readonly left: SpaceLeft;
  /** On the file system with the least. */
  readonly freeBytes: number;
  /** With so much everything is taken. */
  readonly neededBytes: number;
  close(): void;
}

export interface SpaceMarks {
  /** Below it nothing new is begun. */
  readonly littleBytes: number;
  /** Below it only cancels, reductions and the like are taken. */
  readonly leastBytes: number;
}

const MB = 1024 * 1024;
/** Parts of a small file system that the marks are at most, or nothing could be done on it at all. */
const LITTLE_PART = 1 / 4;
const LEAST_PART = 1 / 16;
/** PostgreSQL recovers into two segments of its log, of 16 MB each. */
const START_BYTES = 32 * MB;
const BACK = 1.1;
const LOOK_MS = 250;
/** A batch that found no space is tried again after this long: each try writes a little, of what is not there. */
const TRY_AGAIN_MS = 2_000;

interface Looked {
  readonly freeBytes: number;
  readonly wholeBytes: number;
}

/** What an unprivileged account may use, on the file system with the least. */
async function lookAt(folders: readonly string[]): Promise<Looked> {
  const looked = await Promise.all(
    folders.map(async (folder) => {
      const { bavail, blocks, bsize } = await statfs(nearestFolder(folder));
      return { freeBytes: bavail * bsize, wholeBytes: blocks * bsize };
    }),
  );
  return looked.reduce((least, one) => (one.freeBytes < least.freeBytes ? one : least));
}

/** A first start has none of its own yet. */
function nearestFolder(folder: string): string {
  return existsSync(folder) ? folder : nearestFolder(dirname(folder));
}

/** What a start, and the reserve for it, takes: less on a file system that is small. */
function startBytes({ wholeBytes }: Looked): number {
  return Math.min(START_BYTES, wholeBytes * LEAST_PART);
}

function reserveIn(folder: string): string {
  return join(folder, 'reserve');
}

/**
 * Waits until a start fits, and gives up the reserve for it. Starting again and again would help nobody.
 * @param folders of the data and of the embedded database, which comes last
 */
export async function awaitSpaceToStart(
  folders: readonly string[],
  { say, assertNotAsked }: { readonly say: (message: string) => void; readonly assertNotAsked: () => void },
): Promise<void> {
  const reserve = reserveIn(folders.at(-1) ?? '');
  for (let tries = 0; ; tries += 1) {
    const looked = await lookAt(folders);
    if (looked.freeBytes >= startBytes(looked)) return;
    if (existsSync(reserve)) {
      rmSync(reserve);
      say(`The disk is full (${mb(looked.freeBytes)} MB): the reserve is given up. Free some space now`);
      continue;
    }
    if (tries === 0) {
      const needed = `a start needs ${mb(startBytes(looked))} MB`;
      say(`The disk of ${folders.join(' or ')} is full: ${mb(looked.freeBytes)} MB are free, ${needed}.`);
      say('Free some space: then it starts by itself. Nothing of the data folder may be deleted but old logs');
    }
    assertNotAsked();
    await sleep(TRY_AGAIN_MS);
  }
}

function mb(bytes: number): number {
  return Math.floor(bytes / MB);
}

/** `folders` as above. `hasDatabase`: it is the embedded one, and gets a reserve. */
export async function watchFreeSpace(
  folders: readonly string[],
  options: {
    readonly marks: SpaceMarks;
    readonly hasDatabase: boolean;
    readonly say: (message: string) => void;
    readonly onError: (error: unknown) => void;
  },
): Promise<FreeSpace> {
  const { marks, hasDatabase, say, onError } = options;
  let looked = await lookAt(folders);
  let left: SpaceLeft = 'enough';
  /** Batches that wait for space. */
  let waiting = 0;
  let isLooking = false;

  function judge(): void {
    const before = left;
    left = leftOf(looked, marks, before);
    if (left !== before) say(`Free space: ${mb(looked.freeBytes)} MB. ${SENTENCES[left]}`);
  }

  async function look(): Promise<void> {
    looked = await lookAt(folders);
    judge();
    if (hasDatabase && left === 'enough') await reserve();
  }

  async function reserve(): Promise<void> {
    const file = reserveIn(folders.at(-1) ?? '');
    const bytes = startBytes(looked);
    if (!existsSync(file) && looked.freeBytes - bytes > littleOf(looked, marks)) await writeReserve(file, bytes);
  }

  judge();
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    look()
      .catch(onError)
      .finally(() => {
        isLooking = false;
      });
  }, LOOK_MS);
  return {
    get left() {
      return left;
    },
    get freeBytes() {
      return looked.freeBytes;
    },
    get neededBytes() {
      return Math.ceil(littleOf(looked, marks) * (left === 'enough' ? 1 : BACK));
    },
    isShort: () => left !== 'enough' || waiting > 0,
    async roomAgain() {
      waiting += 1;
      do await sleep(TRY_AGAIN_MS);
      while (hasDatabase && looked.freeBytes < startBytes(looked) / 2);
      waiting -= 1;
    },
    close: () => clearInterval(timer),
  };
}

export function gaugeSpace(registry: Registry, space: Pick<FreeSpace, 'freeBytes'>): void {
  new Gauge({
    name: 'mua_free_bytes',
    help: 'Free space where the data folder is',
    registers: [registry],
    collect() {
      this.set(space.freeBytes);
    },
  });
}

const SENTENCES: Readonly<Record<SpaceLeft, string>> = {
  enough: 'Orders are taken again',
  little: 'New orders and files are refused until there is more',
  least: 'Only cancels, reductions and sign-ins are taken until there is more',
};

function littleOf({ wholeBytes }: Looked, { littleBytes }: SpaceMarks): number {
  return Math.min(littleBytes, wholeBytes * LITTLE_PART);
}

/** Back above a mark only a tenth further up, so that nothing goes to and fro. */
function leftOf(looked: Looked, marks: SpaceMarks, before: SpaceLeft): SpaceLeft {
  const { freeBytes, wholeBytes } = looked;
  const leastBytes = Math.min(marks.leastBytes, wholeBytes * LEAST_PART);
  if (freeBytes < leastBytes * (before === 'least' ? BACK : 1)) return 'least';
  return freeBytes < littleOf(looked, marks) * (before === 'enough' ? 1 : BACK) ? 'little' : 'enough';
}

/** Not zeros: some file systems store none for them. */
async function writeReserve(file: string, bytes: number): Promise<void> {
  const block = randomBytes(MB);
  try {
    const handle = await open(`${file}.new`, 'w', 0o600);
    for (let written = 0; written < bytes; written += MB) await handle.write(block);
    await handle.close();
    await rename(`${file}.new`, file);
  } catch (error) {
    await rm(`${file}.new`, { force: true });
    throw error;
  }
}
