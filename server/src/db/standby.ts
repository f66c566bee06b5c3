/**
 * The standby of the embedded PostgreSQL: a second database, in a data folder of its own, that has the first one's log
 * as it is written and can take its place. The packaged binaries have neither pg_basebackup nor pg_rewind: a standby is
 * made by the replication protocol, and a primary that was superseded is cloned anew, never brought back.
 *
 * What a promotion changes stands in `postgresql.auto.conf`. What is on the command line would win over it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseAwayError } from '#db/await-database.ts';
import { copyBase, unpackBase, writeOwned } from '#db/base-copy.ts';
import { databaseRole } from '#db/database-role.ts';
import {
  type EmbeddedPostgres,
  type FolderToFill,
  fillEmbeddedPostgres,
  hasEmbeddedPostgres,
  isStandby,
  runningPostgresUrl,
  startEmbeddedPostgres,
  timelineOnDisk,
} from '#db/embedded-postgres.ts';
import { openReplication } from '#db/replication.ts';
import { overConnection } from '#db/short-connection.ts';

/** It can't be made or can't go on, and the message says what helps. */
export class StandbyError extends Error {}

/** How the standby calls itself, how the primary waits for it, and the slot that keeps log for it. */
export const STANDBY = 'mua_standby';

const SETTINGS = 'postgresql.auto.conf';
const CONNECT_WITHIN_MS = 2_000;
/** It has to catch up first with what was written while it was copied or away. */
const STREAMS_WITHIN_MS = 60_000;
/** Until it is as its primary once was: one that lacks the log for that, of a primary that is gone, never is. */
const CONSISTENT_WITHIN_MS = 30_000;
/** A standby that was killed holds its slot until the primary notices. */
const FREE_WITHIN_MS = 10_000;
const RELOADED_WITHIN_MS = 5_000;
const PROMOTED_WITHIN_S = 60;
const PAUSE_MS = 50;
/** A connection that is cut without a word is given up by both sides after so long. */
const SILENCE = '5s';

/** What only a standby has, and what it must not inherit from a primary that waits for one. */
const OF_A_STANDBY = ['primary_conninfo', 'primary_slot_name', 'wal_retrieve_retry_interval', 'wal_receiver_timeout'];
const CHANGED_BY_PROMOTION = [...OF_A_STANDBY, 'synchronous_standby_names'];

/**
 * Copies the running primary into `dataDir` and starts the copy; resolves when it streams. A database that was there,
 * an old primary above all, is stopped and stays as `postgres.superseded` until the next clone.
 * @param primaryUrl as the owner of the database
 * @throws StandbyError if `dataDir` holds a primary that was not superseded by this one, or a standby already streams
 */
export async function cloneStandby(primaryUrl: string, dataDir: string): Promise<EmbeddedPostgres> {
  await demandOther(primaryUrl, dataDir);
  await overConnection(primaryUrl, { connectWithinMs: CONNECT_WITHIN_MS }, makeSlot);
  const password = decodeURIComponent(new URL(primaryUrl).password);
  const replication = await openReplication(primaryUrl);
  try {
    await fillEmbeddedPostgres(dataDir, {
      ...{ password, mark: 'superseded' },
      async fill(to) {
        const { tar, fault } = unpackBase(to);
        await copyBase(replication, tar);
        const wrong = await fault;
        if (wrong !== undefined) throw new StandbyError(`the copy of the primary could not be unpacked: ${wrong}`);
        makeStandby(to, primaryUrl);
      },
    });
  } finally {
    await replication.end();
  }
  return startStandby(primaryUrl, dataDir);
}

/**
 * Starts the standby that is in `dataDir`, or attaches to it, and points it at the primary, whose port changes when it
 * is started. Resolves when it streams.
 * @throws StandbyError if there is none, or the primary no longer has the log that it needs: it is cloned anew
 */
export async function startStandby(primaryUrl: string, dataDir: string): Promise<EmbeddedPostgres> {
  if (!isStandby(dataDir)) throw new StandbyError(`${dataDir} holds no standby: clone one`);
  await demandSlot(primaryUrl);
  const ranBefore = runningPostgresUrl(dataDir) !== undefined;
  const deadlineMs = performance.now() + CONSISTENT_WITHIN_MS;
  const postgres = await startEmbeddedPostgres(dataDir, () => {}, {
    assertNotAsked() {
      if (performance.now() > deadlineMs)
        throw new DatabaseAwayError(`the standby in ${dataDir} still recovers, after ${CONSISTENT_WITHIN_MS / 1000} s`);
    },
  });
  try {
    await overConnection(postgres.url, { connectWithinMs: CONNECT_WITHIN_MS }, (client) =>
      change(client, { primary_conninfo: connectionTo(primaryUrl) }),
    );
    await streams(primaryUrl);
  } catch (error) {
    if (!ranBefore) await postgres.stop();
    throw error;
  }
  return postgres;
}

/**
 * Makes the standby the primary; resolves when it takes writes, at once if it does already. It waits for no standby of
 * its own: whoever it would wait for does not exist yet.
 *
 * Only a standby that is known to have everything may be promoted, which is for whoever calls this to know: see
 * standby-watch.ts.
 */
export async function promote(standbyUrl: string): Promise<void> {
  await overConnection(standbyUrl, { connectWithinMs: CONNECT_WITHIN_MS }, async (client) => {
    // Before it takes its first write, which would wait for ever.
    await waitForStandbys(client, '');
    const { rows } = await client.query<{ done: boolean }>(
      'select case when pg_is_in_recovery() then pg_promote(true, $1) else true end as done',
      [PROMOTED_WITHIN_S],
    );
    if (!rows[0]?.done) throw new StandbyError(`the standby was not promoted within ${PROMOTED_WITHIN_S} s`);
    await change(client, Object.fromEntries(OF_A_STANDBY.map((name) => [name, undefined])));
  });
}

/**
 * Makes commits wait for the standbys of this list, or for none when it is empty. It resolves when a new connection
 * would see it; the process that tells the others may be a moment later (standby-watch.ts).
 */
export async function waitForStandbys(client: pg.Client, names: string): Promise<void> {
  await change(client, { synchronous_standby_names: names === '' ? undefined : names });
  const deadline = performance.now() + RELOADED_WITHIN_MS;
  while ((await readNames(client)) !== names) {
    if (performance.now() > deadline)
      throw new StandbyError(
        'synchronous_standby_names is not what was set: it stands on the command line of PostgreSQL, or in its role',
      );
    await sleep(PAUSE_MS);
  }
}

async function readNames(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ names: string }>(
    `select current_setting('synchronous_standby_names') as names`,
  );
  return rows[0]?.names;
}

/** Of `postgresql.auto.conf`; undefined takes a setting out. PostgreSQL reads them when it comes to it. */
async function change(client: pg.Client, settings: Readonly<Record<string, string | undefined>>): Promise<void> {
  for (const [name, value] of Object.entries(settings))
    await client.query(
      value === undefined ? `alter system reset ${name}` : `alter system set ${name} = ${pg.escapeLiteral(value)}`,
    );
  await client.query('select pg_reload_conf()');
}

/** Nothing may take the place of the primary, nor of one that was promoted later, nor of a stranger's database. */
async function demandOther(primaryUrl: string, dataDir: string): Promise<void> {
  const primary = await databaseRole(primaryUrl);
  if (primary.is === 'standby') throw new StandbyError('a standby is cloned from the primary, not from a standby');
  if (hasEmbeddedPostgres(dataDir) && !isStandby(dataDir) && timelineOnDisk(dataDir) >= primary.timeline)
    throw new StandbyError(
      `${dataDir} holds a database that was not superseded by this primary: a standby needs a data folder of its own`,
    );
}

/** Anew, so that the log is kept from now on. */
async function makeSlot(primary: pg.Client): Promise<void> {
  const deadline = performance.now() + FREE_WITHIN_MS;
  for (;;) {
    const { rows } = await primary.query<{ active: boolean }>(
      'select active from pg_replication_slots where slot_name = $1',
      [STANDBY],
    );
    if (rows[0] && !rows[0].active) await primary.query('select pg_drop_replication_slot($1)', [STANDBY]);
    if (!rows[0]?.active) break;
    if (performance.now() > deadline) throw new StandbyError('the primary has a standby that streams: stop it first');
    await sleep(PAUSE_MS);
  }
  await primary.query('select pg_create_physical_replication_slot($1, true)', [STANDBY]);
}

async function demandSlot(primaryUrl: string): Promise<void> {
  const { rows } = await overConnection(primaryUrl, { connectWithinMs: CONNECT_WITHIN_MS }, (client) =>
    client.query<{ status: string }>('select wal_status as status from pg_replication_slots where slot_name = $1', [
      STANDBY,
    ]),
  );
  if (rows[0] && rows[0].status !== 'lost') return;
  throw new StandbyError('the primary no longer has the log that this standby needs: clone it anew');
}

function connectionTo(primaryUrl: string): string {
  const url = new URL(primaryUrl);
  url.search = '';
  url.searchParams.set('application_name', STANDBY);
  // libpq takes a plus for what it is.
  return `${url.href}&options=${encodeURIComponent(`-c wal_sender_timeout=${SILENCE}`)}`;
}

function makeStandby({ folder, as }: FolderToFill, primaryUrl: string): void {
  const file = join(folder, SETTINGS);
  const inherited = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !CHANGED_BY_PROMOTION.some((name) => line.startsWith(`${name} =`)));
  const own = [
    `primary_conninfo = '${connectionTo(primaryUrl).replaceAll("'", "''")}'`,
    `primary_slot_name = '${STANDBY}'`,
    // Commits wait meanwhile; five seconds would be usual.
    `wal_retrieve_retry_interval = '250ms'`,
    `wal_receiver_timeout = '${SILENCE}'`,
  ];
  writeOwned(file, `${[...inherited, ...own].join('\n')}\n`, as);
  writeOwned(join(folder, 'standby.signal'), '', as);
}

async function streams(primaryUrl: string): Promise<void> {
  const deadline = performance.now() + STREAMS_WITHIN_MS;
  await overConnection(primaryUrl, { connectWithinMs: CONNECT_WITHIN_MS }, async (client) => {
    for (;;) {
      const found = await client.query(
        `select 1 from pg_stat_replication where application_name = $1 and state = 'streaming'`,
        [STANDBY],
      );
      if (found.rowCount) return;
      if (performance.now() > deadline)
        throw new StandbyError(`the standby does not stream: postgres.log of its data folder says why`);
      await sleep(PAUSE_MS);
    }
  });
}
