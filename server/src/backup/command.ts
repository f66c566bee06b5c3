/**
 * `npm run operator -- backup`, `… backup list` and `… restore`: the commands that don't call the server. The first only
 * reads the database, by the way that PostgreSQL has for backups; for the last no server may run.
 */
import '#db/whole-numbers.ts';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { makeBaseBackup } from '#backup/base-backup.ts';
import { keepNewest, listBases, logAfter } from '#backup/catalog.ts';
import { readOwnSeries } from '#backup/keep-backups.ts';
import { openPlace } from '#backup/open-place.ts';
import { BackupError } from '#backup/place.ts';
import { restore } from '#backup/restore.ts';
import { DatabaseAwayError } from '#db/await-database.ts';
import { runningPostgresUrl } from '#db/embedded-postgres.ts';
import { keepFilesPrivate, WrongDataDirError } from '#ground/data-dir.ts';
import { EngineTooOldError } from '#journal/engine-version.ts';
import { JournalDamagedError } from '#journal/journal.ts';
import { EngineTooNewError } from '#journal/replay.ts';

/** Of the data folder; those of the settings are wherever the settings are. */
const KEYS =
  'identity-key, picture-key, bank-webhook-secret, signing-key.pem, signing-certificate.pem, proof-key.pem, or what the settings name in their place';

const startedAt = performance.now();
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'data-dir': { type: 'string', default: process.env.DATA_DIR?.trim() || './data' },
    keep: { type: 'string', default: '2' },
    to: { type: 'string' },
    from: { type: 'string', default: process.env.BACKUP_DIR || process.env.BACKUP_S3 || '' },
    'put-aside': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const dataDir = resolve(values['data-dir']);

function tell(facts: object, sentence: string): void {
  console.log(values.json ? JSON.stringify(facts) : sentence);
}

function seconds(): string {
  return ((performance.now() - startedAt) / 1000).toFixed(1);
}

async function backUp(): Promise<void> {
  const own = readOwnSeries(dataDir);
  const url = runningPostgresUrl(dataDir);
  if (!own)
    throw new BackupError(
      `Nothing of ${dataDir} is backed up: start the server with BACKUP_DIR or BACKUP_S3, or name its --data-dir`,
    );
  if (!url) throw new BackupError(`No server runs from ${dataDir}: a backup is made of one that runs`);
  const count = Number(values.keep);
  if (!Number.isInteger(count) || count < 1) throw new BackupError('--keep: how many backups stay, at least 1');
  const place = openPlace(own.place, process.env);
  const { key, base, bytes } = await makeBaseBackup(place, { url, dataDir, series: own.series });
  const removed = await keepNewest(place, { count, made: key });
  tell(
    { key, bytes, seq: base.seq, finishedAt: base.finishedAt, removed: removed.length },
    `${place.name}/${key}: ${bytes} bytes at seq ${base.seq}, ${seconds()} s; ${removed.length} older files removed\n` +
      `It holds no keys. Keep them elsewhere: ${KEYS}`,
  );
}

/** From each on, as far as its log reaches, any moment can be restored. */
async function listBackups(): Promise<void> {
  const place = openPlace(demandFrom(), process.env);
  const bases = await listBases(place);
  if (bases.length === 0) tell({ bases: [] }, `There is no backup in ${place.name}`);
  for (const { series, key, base } of bases) {
    const log = await logAfter(place, { series, base }).then(
      (names) => `${names.length} segments of log`,
      (error: Error) => `can't be restored: ${error.message}`,
    );
    const { finishedAt, seq } = base;
    tell({ key, finishedAt, seq, log }, `${finishedAt}  seq ${seq}, ${log}  ${key}`);
  }
}

function demandFrom(): string {
  if (!values.from) throw new BackupError('Say from where: --from PLACE, as BACKUP_DIR or BACKUP_S3 names it');
  return values.from;
}

/** Ctrl-C, the machine's end, or that of the terminal. What is under way is taken back. */
function stopped(): AbortSignal {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(name, () => {
      console.error('· Stopping');
      stop.abort(new BackupError('It was stopped before it was done'));
    });
  return stop.signal;
}

async function bringBack(): Promise<void> {
  const from = demandFrom();
  if (!values.to) throw new BackupError('Say to which time: --to latest, or --to 2026-11-27T01:59:30Z');
  const to = values.to === 'latest' ? values.to : new Date(values.to);
  if (to !== 'latest' && !/T.*(Z|[+-]\d\d:?\d\d)$/.test(values.to))
    throw new BackupError('--to: a time needs its zone: 2026-11-27T01:59:30Z or 2026-11-27T08:59:30+07:00');
  if (to !== 'latest' && Number.isNaN(to.getTime())) throw new BackupError(`--to: ${values.to} is no time`);
  const place = openPlace(from, process.env);
  const say = (message: string): void => console.error(`· ${message}`);
  const done = await restore({ place, dataDir, to, putAside: values['put-aside'], say, signal: stopped() });
  const { seq, time, orders, accounts, balances, pictures, asideAs } = done;
  tell(
    done,
    `Restored to seq ${seq} of ${time}: ${orders} orders, ${accounts} sub-accounts with ${balances} dong, ${pictures} pictures; ${seconds()} s\n` +
      (asideAs ? `What was there is now ${asideAs}\n` : '') +
      `Keys are not in a backup. Put yours back before the start: ${KEYS}`,
  );
}

function explain(error: unknown): void {
  const isKnown = [
    ...[BackupError, WrongDataDirError, DatabaseAwayError, JournalDamagedError],
    ...[EngineTooNewError, EngineTooOldError],
  ].some((kind) => error instanceof kind);
  const { message, stack, code } = error as NodeJS.ErrnoException;
  console.error(isKnown || code ? message : stack);
  process.exitCode = 1;
}

keepFilesPrivate();
const command = { backup: backUp, 'backup list': listBackups, restore: bringBack }[positionals.join(' ')];
if (command) await command().catch(explain);
else explain(new BackupError(`There is no command “${positionals.join(' ')}”`));
