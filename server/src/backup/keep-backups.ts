/**
 * Keeps the place of backups up with the database, for as long as the server runs: the log as it is written, a first
 * base backup where a series begins, and new pictures. The place may go away and come back; meanwhile nothing but the
 * backup waits.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { compact, logReaches, type MadeBackup } from '#backup/base-backup.ts';
import { beginSeries, demandBegun, logPrefix, newestBase } from '#backup/catalog.ts';
import { createFirstBase } from '#backup/first-base.ts';
import { segmentName } from '#backup/log-position.ts';
import { type LogStream, readSegmentBytes, SLOT, slotPosition, streamLog } from '#backup/log-stream.ts';
import { addPictures } from '#backup/pictures.ts';
import { BackupError, type BackupPlace } from '#backup/place.ts';
import { LET_IN_WITHIN_MS } from '#db/await-database.ts';
import { openReplication, type Replication } from '#db/replication.ts';
import { type Clock, steadyClock } from '#ground/clock.ts';
import { keep, readPersisted } from '#ground/data-dir.ts';

export interface BackupJob {
  /** Of the database, as a role that may stream its log. */
  readonly url: string;
  readonly dataDir: string;
  /** As the setting names it. */
  readonly placeName: string;
}

export interface BackupReport {
  readonly isFault: boolean;
  readonly text: string;
}

/** What there is to restore from, in ms since 1970. */
export interface BackupTimes {
  /**
   * What was committed by then is in the place, after a base backup that it can be restored with, and the place was
   * there.
   */
  readonly confirmedMs: number;
  /** When the newest base backup ended. */
  readonly baseMs: number;
}

/** From the thread that keeps them. */
export type BackupNews = { readonly report: BackupReport } | { readonly times: BackupTimes };

export interface BackupKeeper {
  /** 0 before there was any. */
  times(): BackupTimes;
  /** What was committed before is in the place, unless the place is away. */
  stop(): Promise<void>;
}

const RETRY_MS = 5_000;
const ROUND_MS = 10_000;
/** A stop of the server doesn't wait longer for a place that is away. */
const STOP_WITHIN_MS = 3_000;

export function keepBackups(
  place: BackupPlace,
  job: BackupJob,
  report: (report: BackupReport) => void,
  clock: Pick<Clock, 'nowMs' | 'at'> = steadyClock(),
): BackupKeeper {
  const stopping = new AbortController();
  const { onMade, onFailed } = reportsOf(place, report);
  const firstBase = createFirstBase(place, { source: job, clock, onMade, onFailed });
  let streaming: LogStream | undefined;
  let hasBase = false;
  let [confirmedMs, baseMs] = [0, 0];

  function times(): BackupTimes {
    if (streaming && hasBase) confirmedMs = streaming.confirmedMs ?? confirmedMs;
    return { confirmedMs, baseMs };
  }

  /** What else is done while the log streams. */
  async function goRounds(series: string, signal: AbortSignal): Promise<never> {
    for (;;) {
      const base = await firstBase.look(series, signal);
      hasBase = base !== undefined;
      if (base) baseMs = Date.parse(base.finishedAt);
      await addPictures(place, job.dataDir);
      await pause(clock, ROUND_MS, signal);
    }
  }

  async function follow(): Promise<void> {
    const { series, from } = await openSeries(place, job);
    const stream = await streamLog(await openReplication(job.url), place.openLog(logPrefix(series)), from);
    const over = new AbortController();
    streaming = stream;
    hasBase = false;
    const rounds = goRounds(series, AbortSignal.any([stopping.signal, over.signal]));
    try {
      await Promise.race([stream.ended, rounds]);
    } finally {
      times();
      streaming = undefined;
      over.abort();
      await Promise.allSettled([stream.stop(), rounds]);
    }
  }

  async function followForever(): Promise<void> {
    while (!stopping.signal.aborted) {
      await follow().catch((error: unknown) => stopping.signal.aborted || onFailed(error));
      await pause(clock, RETRY_MS, stopping.signal).catch(() => {});
    }
  }

  const following = followForever();
  return {
    times,
    async stop() {
      streaming?.hurry();
      if (streaming) await catchUp(job.url).catch(() => {});
      stopping.abort();
      const ended = Promise.all([streaming?.stop(), following]);
      await Promise.race([ended, sleep(STOP_WITHIN_MS, undefined, { ref: false })]);
    },
  };
}

function reportsOf(place: BackupPlace, report: (report: BackupReport) => void) {
  return {
    onMade: ({ key, bytes }: MadeBackup): void =>
      report({ isFault: false, text: `A base backup of ${bytes} bytes is in ${place.name}/${key}` }),
    onFailed: (error: unknown): void =>
      report({ isFault: true, text: error instanceof Error ? error.message : String(error) }),
  };
}

/** Rejects when it is called off. */
function pause({ nowMs, at }: Pick<Clock, 'nowMs' | 'at'>, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const callOff = (): void => {
      cancel();
      reject(signal.reason);
    };
    const cancel = at(nowMs() + ms, () => {
      signal.removeEventListener('abort', callOff);
      resolve();
    });
    signal.addEventListener('abort', callOff);
  });
}

async function catchUp(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: LET_IN_WITHIN_MS });
  await client.connect();
  try {
    const { rows } = await client.query<{ end: string }>('select pg_current_wal_flush_lsn()::text as end');
    await logReaches(client, rows[0]?.end ?? '0/0', { withinMs: STOP_WITHIN_MS });
  } finally {
    await client.end();
  }
}

/** What this data folder writes, and where: DATA_DIR/backup.json. */
export interface OwnSeries {
  readonly place: string;
  readonly series: string;
}

export function readOwnSeries(dataDir: string): OwnSeries | undefined {
  const text = readPersisted(seriesFile(dataDir));
  return text === '' ? undefined : JSON.parse(text);
}

export function seriesFile(dataDir: string): string {
  return join(dataDir, 'backup.json');
}

/** The series that goes on, or a new one where its log would have a hole. */
async function openSeries(
  place: BackupPlace,
  { url, dataDir, placeName }: BackupJob,
): Promise<{ readonly series: string; readonly from: bigint }> {
  const replication = await openReplication(url);
  try {
    const [system] = await replication.rows('IDENTIFY_SYSTEM');
    await demandOwnPlace(place, system?.systemid ?? '');
    const own = readOwnSeries(dataDir);
    if (own?.place === placeName) await demandBegun(place, own.series);
    const from = await slotPosition(replication);
    if (own?.place === placeName && from !== undefined && (await canGoOn(place, own.series, from, replication)))
      return { series: own.series, from };
    const series = `${system?.systemid}-${compact(new Date())}`;
    await beginSeries(place, series);
    const begin = await makeSlot(replication);
    keep(seriesFile(dataDir), JSON.stringify({ place: placeName, series } satisfies OwnSeries));
    return { series, from: begin };
  } finally {
    await replication.end();
  }
}

async function demandOwnPlace(place: BackupPlace, system: string): Promise<void> {
  const other = (await place.list('')).find((key) => /^\d+-\d{8}T\d{6}Z\//.test(key) && !key.startsWith(`${system}-`));
  if (other) throw new BackupError(`${place.name} has backups of another installation (${other}): name another place`);
}

/** The log before the first base is of no use, so a hole in it does no harm. */
async function canGoOn(place: BackupPlace, series: string, from: bigint, replication: Replication): Promise<boolean> {
  return (await newestBase(place, series)) === undefined || (await reaches(place, series, from, replication));
}

/** Whether the place has the log up to this position. */
async function reaches(place: BackupPlace, series: string, from: bigint, replication: Replication): Promise<boolean> {
  const segmentBytes = await readSegmentBytes(replication);
  const [system] = await replication.rows('IDENTIFY_SYSTEM');
  // A position at the end of a segment is that of the next, which may not have begun.
  const names = [from, from - 1n].map((at) => segmentName(Number(system?.timeline), at, segmentBytes));
  const found = await Promise.all(names.map((name) => place.list(`${logPrefix(series)}/${name}`)));
  return found.some((keys) => keys.length > 0);
}

/** Anew, from now on. */
async function makeSlot(replication: Replication): Promise<bigint> {
  const [old] = await replication.rows(`READ_REPLICATION_SLOT ${SLOT}`);
  if (old?.slot_type) await replication.rows(`DROP_REPLICATION_SLOT ${SLOT} WAIT`);
  await replication.rows(`CREATE_REPLICATION_SLOT ${SLOT} PHYSICAL RESERVE_WAL`);
  const begin = await slotPosition(replication);
  if (begin === undefined) throw new Error(`the slot ${SLOT} has no position`);
  return begin;
}
