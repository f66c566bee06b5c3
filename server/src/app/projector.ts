/**
 * A projector, from top to bottom: it follows the journal and fills the read tables, for an installation whose engine has
 * better to do. A second one looks on, and writes what the first does not.
 */
import { Registry } from 'prom-client';
import { awaitFirstStart } from '#app/await-first-start.ts';
import { openBus } from '#app/engine-bus.ts';
import { openTables, projectedBy } from '#app/open-tables.ts';
import { ownPool } from '#app/own-pool.ts';
import type { ProcessStart } from '#app/process-start.ts';
import { openRoleHttp } from '#app/role-http.ts';
import { awaitDatabase } from '#db/await-database.ts';
import { PROJECTOR_ALIVE } from '#gateway/engine-messages.ts';
import { watchEngine } from '#gateway/engine-watch.ts';
import { steadyClock } from '#ground/clock.ts';
import { enterDataDir, leaveDataDir, writeAddress } from '#ground/data-dir.ts';
import { readProjectedSeq } from '#journal/projector.ts';
import { openReplica } from '#journal/replica.ts';
import { replyError } from '#refusals/reply-error.ts';
import { watchDatabase } from '#system/health.ts';
import { gaugeProjector } from '#system/metrics.ts';

const POOL_SIZE = 2;
const ALIVE_MS = 250;
const SILENT_MS = 1_000;

export async function runProjector(start: ProcessStart): Promise<string> {
  const { config, shutdown, log, say, crash } = start;
  const url = config.databaseAppUrl ?? '';
  const pool = ownPool(start, url, POOL_SIZE);
  enterDataDir(config);
  shutdown.closeLast(() => leaveDataDir(config));
  const bus = await openBus(config, shutdown, start);
  await awaitDatabase(url, { say, assertNotAsked: shutdown.assertNotAsked });
  await awaitFirstStart(start, async () => {
    await readProjectedSeq(pool);
    return true;
  });

  say('Following the journal');
  const projector = await openTables(start, url);
  const onError = (err: unknown): void => log.error({ err }, 'the engine was not followed, it will be tried again');
  const replica = await openReplica(pool, crash, onError, projectedBy(projector));
  const steady = steadyClock();
  const engine = watchEngine({ bus, replica, steady, onNew: () => {}, onError });
  shutdown.opened(() => engine.close());
  // Nobody who is cut off from the bus is told how far the journal is: then it is looked at.
  const follow = (): void => void (engine.silentMs > SILENT_MS && replica.catchUp());
  shutdown.opened(steady.every(SILENT_MS, follow));
  shutdown.opened(steady.every(ALIVE_MS, () => bus.publish(PROJECTOR_ALIVE, JSON.stringify({ seq: projector.seq }))));

  const registry = new Registry();
  gaugeProjector(registry, projector);
  const database = watchDatabase(url);
  shutdown.opened(() => database.close());
  const trouble = () => {
    if (projector.isStuck || database.isAway()) return replyError('DatabaseConnectionError', {});
    return bus.isAway ? replyError('JOURNAL_UNAVAILABLE', { why: 'SILENT' }) : undefined;
  };
  const http = await openRoleHttp(config, { trouble, waitsFor: () => undefined }, registry);
  shutdown.opened(() => http.close());
  writeAddress(config, http.address);
  shutdown.actOnStop(() => void shutdown.closeAll().then(() => process.exit(0), crash));
  return http.address;
}
