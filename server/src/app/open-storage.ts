/** Opens PostgreSQL, embedded or external, and the one connection that may write the journal. */
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Shutdown } from '#app/shutdown.ts';
import { awaitDatabase } from '#db/await-database.ts';
import { type Database, type DemandReadable, openDatabase, type WritersTurn } from '#db/database.ts';
import { foldersOfDatabase, startEmbeddedPostgres } from '#db/embedded-postgres.ts';
import { ownRoles, type RoleUrls } from '#db/roles.ts';
import type { Config } from '#ground/config.ts';
import { createLog } from '#ground/log.ts';
import { openRollingFile } from '#ground/rolling-file.ts';
import { awaitSpaceToStart, type FreeSpace, watchFreeSpace } from '#system/free-space.ts';

/** Four files of it, at most. */
const LOG_BOUNDS = { bytes: 10 * 1024 * 1024, kept: 3 };

export function openLogFile({ dataDir, logLevel }: Config): Logger {
  return createLog(logLevel, openRollingFile(join(dataDir, 'server.log'), LOG_BOUNDS));
}

const MB = 1024 * 1024;

/** Folders on whose file systems everything is that this server writes; that of an embedded database comes last. */
function foldersOf({ dataDir, databaseUrl }: Config): string[] {
  return databaseUrl ? [dataDir] : foldersOfDatabase(dataDir);
}

/** Resolves when there is space enough to start. */
export function awaitSpace(config: Config, shutdown: Shutdown, say: (message: string) => void): Promise<void> {
  return awaitSpaceToStart(foldersOf(config), { say, assertNotAsked: shutdown.assertNotAsked });
}

export interface Storage {
  readonly database: Database;
  /** Of the role that may stream the log; undefined of a PostgreSQL that is not ours. */
  readonly backupUrl: string | undefined;
  readonly space: FreeSpace;
}

const UNGUARDED =
  'The server may change the books: PostgreSQL does not keep it from that, because it connects as their owner. ' +
  'Name a role in DATABASE_APP_URL (docs/operating/README.md#roles-of-the-database)';

export async function openStorage(
  config: Config,
  shutdown: Shutdown,
  {
    say,
    log,
    onLost,
    turn,
    demandReadable,
  }: {
    readonly say: (message: string) => void;
    readonly log: Logger;
    readonly onLost: (error: Error) => void;
    /** Of an engine beside others. */
    readonly turn?: WritersTurn | undefined;
    readonly demandReadable: DemandReadable;
  },
): Promise<Storage> {
  const { databaseUrl, databaseAppUrl, dataDir, freeMb } = config;
  const { assertNotAsked } = shutdown;
  if (!databaseUrl) say('Starting PostgreSQL');
  const postgres = databaseUrl ? undefined : await startEmbeddedPostgres(dataDir, say, { assertNotAsked });
  if (postgres) shutdown.opened(() => postgres.stop());
  const ownerUrl = databaseUrl ?? postgres?.localUrl ?? '';
  const roles: RoleUrls = postgres
    ? { server: ownRoles(ownerUrl).server, backup: ownRoles(postgres.url).backup }
    : { server: databaseAppUrl ?? ownerUrl };
  if (databaseUrl) await awaitDatabase(databaseUrl, { say, assertNotAsked });
  const database = await openDatabase(ownerUrl, onLost, roles, turn, demandReadable);
  shutdown.opened(() => database.close());
  if (database.mayChangeEvidence) say(UNGUARDED);
  const space = await watchFreeSpace(foldersOf(config), {
    marks: { littleBytes: freeMb.forOrders * MB, leastBytes: freeMb.forChanges * MB },
    hasDatabase: postgres !== undefined,
    say(message) {
      say(message);
      log.warn(message);
    },
    onError: (err) => log.warn({ err }, 'free space is not known, or no reserve could be kept'),
  });
  shutdown.opened(() => space.close());
  return { database, backupUrl: roles.backup, space };
}
