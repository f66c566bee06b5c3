/** Opens PostgreSQL, embedded or external, and the one connection that may write the journal. */
import { once } from 'node:events';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import type { Shutdown } from '#app/shutdown.ts';
import { type Database, openDatabase } from '#db/database.ts';
import { startEmbeddedPostgres } from '#db/embedded-postgres.ts';
import type { Config } from '#ground/config.ts';
import { createLog } from '#ground/log.ts';

export async function openLogFile({ dataDir }: Config): Promise<Logger> {
  const file = pino.destination(join(dataDir, 'server.log'));
  // Flushed when the process exits, which fails if it is not open yet.
  await once(file, 'ready');
  return createLog('info', file);
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
