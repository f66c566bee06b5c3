/**
 * Restores a base backup and the log after it, up to a time or to the end, and has the journal replayed once, so that
 * whoever restores knows what came back before anybody trades on it.
 *
 * The log goes where PostgreSQL looks for it by itself; a segment that had not been complete is filled up with zeros,
 * which is where PostgreSQL then ends.
 */
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { compact } from '#backup/base-backup.ts';
import { INVENTORY, type KeptBase, listBases, logAfter, logPrefix } from '#backup/catalog.ts';
import { seriesFile } from '#backup/keep-backups.ts';
import { bringPicturesBack } from '#backup/pictures.ts';
import { BackupError, type BackupPlace, PARTIAL } from '#backup/place.ts';
import { LET_IN_WITHIN_MS } from '#db/await-database.ts';
import { unpackBase, writeOwned } from '#db/base-copy.ts';
import { foundDamage } from '#db/damaged-data.ts';
import {
  type EmbeddedPostgres,
  type FolderToFill,
  fillEmbeddedPostgres,
  hasEmbeddedPostgres,
  packagedVersion,
  startEmbeddedPostgres,
  takeBackEmbeddedPostgres,
} from '#db/embedded-postgres.ts';
import { keep, makeFolder, readPersisted, WrongDataDirError } from '#ground/data-dir.ts';
import { type AtWork, noteProcess, processAtWork, removeNote } from '#ground/process-notes.ts';
import { JournalDamagedError } from '#journal/journal.ts';
import { readProjectedSeq } from '#journal/projector.ts';
import { demandWholeJournal, recover } from '#journal/recovery.ts';

export interface RestoreOrder {
  readonly place: BackupPlace;
  readonly dataDir: string;
  readonly to: Date | 'latest';
  /** Whether a database that is in the data folder gets another name; otherwise it is in the way. */
  readonly putAside: boolean;
  readonly say: (message: string) => void;
  /** Whoever stops it finds everything as it was before. Its reason is told. */
  readonly signal: AbortSignal;
}

export interface Restored {
  readonly seq: number;
  /** Of the last step; null of a journal that has none. */
  readonly time: string | null;
  readonly orders: number;
  readonly accounts: number;
  /** Of all balances, in dong. */
  readonly balances: string;
  readonly pictures: number;
  readonly asideAs: string | undefined;
}

const SETTINGS = 'postgresql.auto.conf';

export async function restore(order: RestoreOrder): Promise<Restored> {
  const { place, dataDir, say } = order;
  demandOwner(dataDir);
  demandStopped(dataDir);
  if (hasEmbeddedPostgres(dataDir) && !order.putAside)
    throw new BackupError(
      `${dataDir} has a database: add --put-aside to give it another name, or name another --data-dir`,
    );
  const chosen = await chooseBase(place, order.to);
  demandVersion(chosen);
  demandPassword(place, chosen);
  const log = await logAfter(place, chosen);
  say(`From ${place.name}/${chosen.key}, with ${log.length} segments of log`);
  makeFolder(join(dataDir, 'run'));
  // Whoever starts from now on meets it.
  noteProcess(dataDir, 'restore');
  try {
    demandStopped(dataDir);
    return await putInPlace(order, chosen, log);
  } finally {
    removeNote(dataDir, 'restore');
  }
}

async function putInPlace(order: RestoreOrder, chosen: KeptBase, log: readonly string[]): Promise<Restored> {
  const { place, dataDir, say } = order;
  const { 'postgres-password': password = '', ...files } = chosen.base.files;
  const filesBefore = readFiles(dataDir, [...Object.keys(files), basename(seriesFile(dataDir))]);
  const aside = await fillEmbeddedPostgres(dataDir, {
    ...{ password, mark: `before-${compact(new Date())}`, demandStopped: () => demandNoServer(dataDir) },
    async fill(to) {
      await unpackParts(order, chosen, to);
      await bringLog(order, chosen, log, to);
      askForRecovery(to, order.to);
    },
  });
  let postgres: EmbeddedPostgres | undefined;
  let isWhole = false;
  try {
    say('PostgreSQL replays its log');
    postgres = await startRestored(order);
    writeFiles(dataDir, files);
    // Its log goes on differently from now on: the next start begins a series.
    rmSync(seriesFile(dataDir), { force: true });
    settle(postgres.folder);
    say('The journal is replayed');
    const facts = await checkJournal(postgres.url, chosen);
    order.signal.throwIfAborted();
    const pictures = await bringPicturesBack(place, dataDir);
    isWhole = true;
    return { ...facts, pictures, asideAs: aside.folder };
  } catch (error) {
    throw withWayOut(error, order, aside.folder);
  } finally {
    if (isWhole) await postgres?.stop();
    else {
      await takeBackEmbeddedPostgres(dataDir, aside);
      writeFiles(dataDir, filesBefore);
    }
  }
}

/** By their names; empty texts of those that are not there. */
function readFiles(dataDir: string, names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, readPersisted(join(dataDir, name))]));
}

function writeFiles(dataDir: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    if (text === '') rmSync(join(dataDir, name), { force: true });
    else keep(join(dataDir, name), text);
  }
}

/** What came back and is no whole journal is gone again, and what was there before is there. */
function withWayOut(error: unknown, { signal }: RestoreOrder, asideAs: string | undefined): unknown {
  const isKnown = [BackupError, JournalDamagedError, WrongDataDirError].some((kind) => error instanceof kind);
  if (!isKnown && !foundDamage(error)) return error;
  const now = asideAs ? 'the database that was there before is back in its place' : 'the data folder has no database';
  const next =
    error === signal.reason
      ? 'the same command begins anew'
      : 'restore an earlier time with --to, or from another place';
  return new BackupError(`${(error as Error).message}. What was restored is removed again, ${now}: ${next}`);
}

/** What is restored has to be readable by whoever starts the server. */
function demandOwner(dataDir: string): void {
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid;
  if (owner !== undefined && owner !== process.getuid?.())
    throw new BackupError(
      `${dataDir} belongs to another user (uid ${owner}): restore as that one, who runs the server`,
    );
}

type InTheWay = readonly [AtWork, (dataDir: string, pid: number) => string];

const A_SERVER: InTheWay = ['server', (dataDir, pid) => `A server runs from ${dataDir} (pid ${pid}): stop it first`];
const IN_THE_WAY: readonly InTheWay[] = [
  ['supervisor', (dataDir, pid) => `npm start runs from ${dataDir} (pid ${pid}): stop it first`],
  A_SERVER,
  ['start', (dataDir, pid) => `A server starts from ${dataDir} (pid ${pid}): stop it first`],
  ['restore', (dataDir, pid) => `Another restore runs in ${dataDir} (pid ${pid}): wait until it is done`],
];

function demandStopped(dataDir: string): void {
  for (const one of IN_THE_WAY) demandAbsent(dataDir, one);
}

/** Of the moment before it takes its place: a supervisor that came meanwhile waits, and its starts end (`data-dir.ts`). */
function demandNoServer(dataDir: string): void {
  demandAbsent(dataDir, A_SERVER);
}

function demandAbsent(dataDir: string, [as, sentence]: InTheWay): void {
  const pid = processAtWork(dataDir, as);
  if (pid !== undefined) throw new BackupError(sentence(dataDir, pid));
}

async function chooseBase(place: BackupPlace, to: Date | 'latest'): Promise<KeptBase> {
  const bases = await listBases(place);
  const [oldest] = bases;
  if (!oldest) throw new BackupError(`There is no backup in ${place.name}${await whereOneIs(place)}`);
  const chosen = to === 'latest' ? bases.at(-1) : bases.findLast(({ base }) => base.finishedAt <= to.toISOString());
  if (!chosen)
    throw new BackupError(
      `The oldest backup in ${place.name} is of ${oldest.base.finishedAt}: no earlier time can be restored`,
    );
  return chosen;
}

/** A folder too high or too low is the likeliest mistake. */
async function whereOneIs(place: BackupPlace): Promise<string> {
  const keys = await place.list('');
  const below = keys.map((key) => /^(.+)\/\d+-\d{8}T\d{6}Z\/base-[^/]+\/backup\.json$/.exec(key)?.[1]).find(Boolean);
  if (below) return `: name ${place.name}/${below}, which has one`;
  return keys.some((key) => /^base-[^/]+\/backup\.json$/.test(key)) ? ': name what it lies in' : '';
}

function demandVersion({ key, base }: KeptBase): void {
  const major = (version: string): string => version.split('.')[0] ?? '';
  const packaged = packagedVersion();
  if (major(packaged) !== major(base.postgres))
    throw new BackupError(
      `${key} is of PostgreSQL ${base.postgres} and this release has ${packaged}: restore with the release that made it, then upgrade`,
    );
}

/** Whoever started as root in a folder that others can't enter made backups without it, until 30 November 2026. */
function demandPassword(place: BackupPlace, { key, base }: KeptBase): void {
  if (!base.files['postgres-password'])
    throw new BackupError(
      `${place.name}/${key} has no postgres-password, without which nobody opens it: ` +
        `if you have the one of then, write it into "files" of its ${INVENTORY}`,
    );
}

/** Each part is compared with its sum before its bytes are used. */
async function unpackParts({ place, signal }: RestoreOrder, { key, base }: KeptBase, to: FolderToFill): Promise<void> {
  const { tar, fault } = unpackBase(to);
  await pipeline(partsOf(place, { key, base }), createGunzip(), tar, { signal }).catch((error: unknown) => {
    if (error instanceof BackupError) throw error;
  });
  const wrong = await fault;
  signal.throwIfAborted();
  if (wrong !== undefined) throw new BackupError(wrong);
}

async function* partsOf(place: BackupPlace, { key, base }: Pick<KeptBase, 'key' | 'base'>): AsyncGenerator<Buffer> {
  for (const { name, sha256 } of base.parts) {
    const bytes = await place.read(`${key}/${name}`);
    if (createHash('sha256').update(bytes).digest('hex') !== sha256)
      throw new BackupError(
        `${place.name}/${key}/${name} is not what was written: restore an earlier backup with --to`,
      );
    yield bytes;
  }
}

async function bringLog(
  { place, signal }: RestoreOrder,
  { series, base }: KeptBase,
  names: readonly string[],
  { folder, as }: FolderToFill,
): Promise<void> {
  for (const name of names) {
    signal.throwIfAborted();
    const bytes = await place.read(`${logPrefix(series)}/${name}`);
    const whole = bytes.length < base.segmentBytes ? Buffer.alloc(base.segmentBytes) : bytes;
    if (whole !== bytes) bytes.copy(whole);
    writeOwned(join(folder, 'pg_wal', name.replace(PARTIAL, '')), whole, as);
  }
}

const MARK = '# Until it is restored:';

function askForRecovery({ folder, as }: FolderToFill, to: Date | 'latest'): void {
  const settings = [
    MARK,
    // Everything lies in pg_wal already.
    `restore_command = 'false'`,
    `recovery_target_timeline = 'current'`,
    // Whoever connects finds it restored, or not at all.
    'hot_standby = off',
    ...(to === 'latest' ? [] : [`recovery_target_time = '${to.toISOString().replace('T', ' ').replace('Z', '+00')}'`]),
    `recovery_target_action = 'promote'`,
  ];
  const file = join(folder, SETTINGS);
  writeOwned(file, `${readFileSync(file, 'utf8')}${settings.join('\n')}\n`, as);
  writeOwned(join(folder, 'recovery.signal'), '', as);
}

/** From the next start on it is a database like any other. */
function settle(folder: string): void {
  const file = join(folder, SETTINGS);
  const [before = ''] = readFileSync(file, 'utf8').split(MARK);
  writeFileSync(file, before, { flush: true });
}

async function startRestored({ place, dataDir, to, signal }: RestoreOrder): Promise<EmbeddedPostgres> {
  try {
    return await startEmbeddedPostgres(dataDir, () => {}, { assertNotAsked: () => signal.throwIfAborted() });
  } catch (error) {
    const isEnd = error instanceof WrongDataDirError && to !== 'latest';
    if (isEnd && error.message.includes('before configured recovery target was reached'))
      throw new BackupError(
        `The log in ${place.name} ends before ${to.toISOString()}: nothing is known of that time. \`--to latest\` restores all there is`,
      );
    throw error;
  }
}

/** @throws JournalDamagedError if what came back is not a whole journal, or not the one that was backed up. */
async function checkJournal(url: string, { key, base }: KeptBase): Promise<Omit<Restored, 'pictures' | 'asideAs'>> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: LET_IN_WITHIN_MS });
  await client.connect();
  try {
    const projectedSeq = await readProjectedSeq(client);
    // The read tables follow: what they had not at that moment, the next start writes.
    const orders = new Set<string>();
    let postedVnd = 0n;
    const { state } = await recover(client, {
      afterSeq: projectedSeq,
      onBatch({ lastSeq, rows }) {
        if (lastSeq <= projectedSeq) return;
        for (const row of rows.orders.values()) if (row.received_seq > projectedSeq) orders.add(row.order_id);
        for (const { amount_vnd: amountVnd } of rows.postings) postedVnd += amountVnd;
      },
    });
    await demandWholeJournal(client, state.seq);
    const known = await client.query('select 1 from journal_batch where last_seq = $1 and hash = $2', [
      base.seq,
      base.journalHash,
    ]);
    if (base.seq > 0 && known.rowCount === 0)
      throw new BackupError(`${key} was made at seq ${base.seq}, which the restored journal does not have`);
    const sums = await client.query<{ orders: number; balances: string }>(
      `select (select count(*) from trading_order)::float8 as orders,
         (select coalesce(sum(amount_vnd), 0) from ledger_posting)::text as balances`,
    );
    const stored = sums.rows[0] ?? { orders: 0, balances: '0' };
    const time = state.seq > 0 ? new Date(state.timeMs).toISOString() : null;
    return {
      ...{ seq: state.seq, time, accounts: state.accounts.size },
      orders: stored.orders + orders.size,
      balances: String(BigInt(stored.balances) + postedVnd),
    };
  } finally {
    await client.end();
  }
}
