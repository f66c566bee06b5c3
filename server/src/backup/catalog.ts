/**
 * What lies in a place of backups, and what of it is kept.
 *
 * `<system>-<since>/` is a series: `series.json`, an unbroken log, `wal/<segment>`, with the base backups that it follows,
 * `base-<time>/`. A restored database begins another one, because its log goes on differently. `pictures/` are those of
 * identity documents, sealed as they lie in the data folder. A base backup without its `backup.json` was interrupted and
 * counts for nothing.
 *
 * What is newer than what is told by nothing that a clock sets: series are numbered, and within one the log goes on.
 * Their names have the time for people.
 */
import { z } from 'zod';
import { readPosition, segmentName } from '#backup/log-position.ts';
import { BackupError, type BackupPlace, PARTIAL } from '#backup/place.ts';

const baseBackup = z.object({
  format: z.literal(1),
  /** ISO instants: the base can be restored to any time from `finishedAt` on. */
  startedAt: z.string(),
  finishedAt: z.string(),
  postgres: z.string(),
  timeline: z.number(),
  segmentBytes: z.number(),
  startPosition: z.string(),
  endPosition: z.string(),
  /** The journal's head when it began: a restored journal has to hold it. */
  seq: z.number(),
  journalHash: z.string(),
  /** Of `base.tar.gz`, cut into parts. */
  parts: z.array(z.object({ name: z.string(), bytes: z.number(), sha256: z.string() })),
  /** Small files of the data folder, by name. */
  files: z.record(z.string(), z.string()),
});

export type BaseBackup = z.infer<typeof baseBackup>;

export interface KeptBase {
  readonly series: string;
  readonly seriesNumber: number;
  /** `<series>/base-<time>`. */
  readonly key: string;
  readonly base: BaseBackup;
}

export const INVENTORY = 'backup.json';

/** Oldest first. */
export async function listBases(place: BackupPlace): Promise<readonly KeptBase[]> {
  const keys = await place.list('');
  return readBases(place, keys.filter(isInventory), await readNumbers(place, keys));
}

/** Of the series; undefined before its first. An older one may be damaged, or be removed at this moment. */
export async function newestBase(
  place: BackupPlace,
  series: string,
): Promise<Pick<KeptBase, 'key' | 'base'> | undefined> {
  const inventories = (await place.list(basePrefix(series))).filter(isInventory);
  const read = await Promise.allSettled(inventories.map((inventory) => readBase(place, inventory, new Map())));
  const bases = read.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const [failed] = read.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  if (bases.length === 0 && failed !== undefined) throw failed;
  return bases.sort(byAge).at(-1);
}

async function readBases(
  place: BackupPlace,
  inventories: readonly string[],
  numbers: SeriesNumbers,
): Promise<readonly KeptBase[]> {
  const bases = await Promise.all(inventories.map((inventory) => readBase(place, inventory, numbers)));
  return bases.sort(byAge);
}

/** The timeline tells apart series of before they were numbered. */
function byAge(a: KeptBase, b: KeptBase): number {
  const isShorter = readPosition(a.base.startPosition) < readPosition(b.base.startPosition);
  return a.seriesNumber - b.seriesNumber || a.base.timeline - b.base.timeline || (isShorter ? -1 : 1);
}

/** Removes what interrupted base backups of the series have left. None may be under way. */
export async function removeUnfinished(place: BackupPlace, series: string): Promise<void> {
  const keys = await place.list(basePrefix(series));
  const whole = new Set(keys.filter(isInventory).map(baseOf));
  for (const key of keys) if (!whole.has(baseOf(key))) await place.remove(key);
}

function basePrefix(series: string): string {
  return `${series}/base-`;
}

function isInventory(key: string): boolean {
  return /^[^/]+\/base-[^/]+\/backup\.json$/.test(key);
}

/** The key of the base that a file belongs to. */
function baseOf(key: string): string {
  return key.slice(0, key.lastIndexOf('/'));
}

async function readBase(place: BackupPlace, inventory: string, numbers: SeriesNumbers): Promise<KeptBase> {
  const base = readInventory(`${place.name}/${inventory}`, await place.read(inventory));
  const series = inventory.split('/')[0] ?? '';
  return { series, seriesNumber: numberOf(numbers, series), key: baseOf(inventory), base };
}

function readInventory(name: string, bytes: Buffer): BaseBackup {
  try {
    return baseBackup.parse(JSON.parse(bytes.toString()));
  } catch {
    throw new BackupError(
      `${name} is not what a backup of this version writes: restore with the version that wrote it`,
    );
  }
}

const SERIES = 'series.json';

/** By their names. Each that begins has the next one. */
type SeriesNumbers = ReadonlyMap<string, number>;

/** Until November 2026 they had none. */
const numbered = z.object({ number: z.number().default(0) });

function numberOf(numbers: SeriesNumbers, series: string): number {
  return numbers.get(series) ?? 0;
}

async function readNumbers(place: BackupPlace, keys: readonly string[]): Promise<SeriesNumbers> {
  const files = keys.filter((key) => /^[^/]+\/series\.json$/.test(key));
  const found = files.map(async (key): Promise<[string, number]> => {
    return [key.split('/')[0] ?? '', readNumber(`${place.name}/${key}`, await place.read(key))];
  });
  return new Map(await Promise.all(found));
}

function readNumber(name: string, bytes: Buffer): number {
  try {
    return numbered.parse(JSON.parse(bytes.toString())).number;
  } catch {
    throw new BackupError(`${name} is damaged: write {"number":N} into it, N above those of all series before it`);
  }
}

/** Before anything else of it: whoever goes on with a series finds something of it. */
export async function beginSeries(place: BackupPlace, series: string): Promise<void> {
  const numbers = await readNumbers(place, await place.list(''));
  const number = Math.max(0, ...numbers.values()) + 1;
  await place.write(`${series}/${SERIES}`, Buffer.from(JSON.stringify({ number, begunAt: new Date().toISOString() })));
}

/** An empty folder under the place's name is where its disk is mounted when it is, and not the place. */
export async function demandBegun(place: BackupPlace, series: string): Promise<void> {
  if ((await place.list(`${series}/`)).length > 0) return;
  throw new BackupError(
    `${place.name} has nothing of ${series}, which was written there: is its disk mounted? ` +
      'If it was emptied on purpose, remove backup.json of DATA_DIR, and a new series begins',
  );
}

export function logPrefix(series: string): string {
  return `${series}/wal`;
}

/**
 * The segments of the log that follow a base, oldest first, the growing one last.
 * @throws BackupError if one is missing between others, because what comes after it can't be replayed, or one without
 * which the base itself can't be opened.
 */
export async function logAfter(
  place: BackupPlace,
  { series, base }: Pick<KeptBase, 'series' | 'base'>,
): Promise<readonly string[]> {
  const prefix = `${logPrefix(series)}/`;
  const first = nthSegment(base, 0);
  const present = (await place.list(prefix)).map((key) => key.slice(prefix.length));
  // An object store has both for a moment, or for ever where the disk was lost in it.
  const isOvertaken = (name: string): boolean => name.endsWith(PARTIAL) && present.includes(name.replace(PARTIAL, ''));
  const names = present.filter((name) => name >= first && !isOvertaken(name));
  for (const [index, name] of names.entries()) {
    const wanted = nthSegment(base, index);
    if (name.replace(PARTIAL, '') !== wanted)
      throw new BackupError(`${place.name}/${prefix}${wanted} is missing: the log after it can't be replayed`);
  }
  if (names.length === 0)
    throw new BackupError(`${place.name}/${prefix}${first} is missing, and with it the whole log`);
  const last = segmentName(base.timeline, readPosition(base.endPosition) - 1n, base.segmentBytes);
  if ((names.at(-1) ?? '').replace(PARTIAL, '') < last)
    throw new BackupError(`${place.name}/${prefix}${last} is missing: the backup ends in it`);
  return names;
}

/** Of those that the base needs, from the first on. */
function nthSegment({ timeline, startPosition, segmentBytes }: BaseBackup, index: number): string {
  return segmentName(timeline, readPosition(startPosition) + BigInt(index) * BigInt(segmentBytes), segmentBytes);
}

/**
 * Removes all but the newest base backups of the place, and the log that only they needed. The one just made (its key) is
 * among those that stay. Returns what it removed.
 */
export async function keepNewest(
  place: BackupPlace,
  { count, made }: { readonly count: number; readonly made: string },
): Promise<readonly string[]> {
  const keys = await place.list('');
  const numbers = await readNumbers(place, keys);
  const bases = await readBases(place, keys.filter(isInventory), numbers);
  const others = bases.filter(({ key }) => key !== made);
  const newest = new Set(others.slice(Math.max(0, others.length - (count - 1))));
  const kept = bases.filter((base) => base.key === made || newest.has(base));
  const isNeeded = needsOf(kept, keys, numbers);
  const doomed = keys.filter((key) => !isNeeded(key));
  // Inventories first: a base that is removed by half is none.
  doomed.sort((a, b) => Number(b.endsWith(INVENTORY)) - Number(a.endsWith(INVENTORY)));
  for (const key of doomed) await place.remove(key);
  return doomed;
}

/** Whatever is not ours stays, a series that has begun since, and what may be a base that is being written. */
function needsOf(kept: readonly KeptBase[], keys: readonly string[], numbers: SeriesNumbers): (key: string) => boolean {
  const newestNumber = kept.at(-1)?.seriesNumber ?? 0;
  const whole = new Set(keys.filter(isInventory).map(baseOf));
  return (key) => {
    const [, series = '', folder = '', name = ''] =
      /^(\d+-\d{8}T\d{6}Z)\/(?:(wal|base-[^/]+)\/(.+)|series\.json)$/.exec(key) ?? [];
    if (series === '' || kept.length === 0 || numberOf(numbers, series) > newestNumber) return true;
    const ofSeries = kept.filter((base) => base.series === series);
    const [oldest] = ofSeries;
    if (!oldest) return false;
    if (folder === 'wal') return name >= nthSegment(oldest.base, 0);
    return folder === '' || !whole.has(baseOf(key)) || ofSeries.some((base) => base.key === baseOf(key));
  };
}
