/** Opens PostgreSQL, embedded or external, and the one connection that may write the journal. */
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Shutdown } from '#app/shutdown.ts';
import { type Database, openDatabase } from '#db/database.ts';
import { startEmbeddedPostgres } from '#db/embedded-postgres.ts';
import type { Config } from '#ground/config.ts';
import { createLog } from '#ground/log.ts';
import { openRollingFile } from '#ground/rolling-file.ts';

/** Four files of it, at most. */
const LOG_BOUNDS = { bytes: 10 * 1024 * 1024, kept: 3 };

export function openLogFile({ dataDir }: Config): Logger {
  return createLog('info', openRollingFile(join(dataDir, 'server.log'), LOG_BOUNDS));
}

export async function openStorage(
  { databaseUrl, dataDir }: Config,
  shutdown: Shutdown,
  { say, onLost }: { readonly say: (message: string) => void; readonly onLost: (error: Error) => void },
): Promise<{ readonly database: Database; readonly url: string }> {
  if (!databaseUrl) say('Starting PostgreSQL');
  const postgres = databaseUrl ? undefined : await startEmbeddedPostgres(dataDir, say);
  if (postgres) shutdown.opened(() => postgres.stop());
  const url = databaseUrl ?? postgres?.url ?? '';
  const database = await openDatabase(url, onLost);
  shutdown.opened(() => database.close());
  return { database, url };
}
