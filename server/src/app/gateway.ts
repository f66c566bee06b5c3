/**
 * A gateway, from top to bottom: HTTP and sockets over a replica of the engine's state and the market as the engine tells
 * of it. There may be many; none decides anything, and none has the jobs.
 */
import type pg from 'pg';
import { awaitFirstStart } from '#app/await-first-start.ts';
import { openBus } from '#app/engine-bus.ts';
import { createHttpServer } from '#app/http-server.ts';
import { holdKeys } from '#app/own-keys.ts';
import { ownPool } from '#app/own-pool.ts';
import type { ProcessStart } from '#app/process-start.ts';
import { createProductClock, type ProductClock } from '#app/product-clock.ts';
import { hoursOf } from '#app/start-trading.ts';
import type { Bus } from '#bus/bus.ts';
import { createNeighbours } from '#bus/neighbours-on-bus.ts';
import { awaitDatabase } from '#db/await-database.ts';
import { createRemoteSequencer, type RemoteSequencer, SILENT_MS } from '#gateway/remote-sequencer.ts';
import { steadyClock } from '#ground/clock.ts';
import type { Config } from '#ground/config.ts';
import { enterDataDir, leaveDataDir, writeAddress } from '#ground/data-dir.ts';
import { type Load, watchLoad } from '#ground/load.ts';
import { readBankSecret } from '#ground/secrets.ts';
import { hasSeals } from '#identity/security/key-seal.ts';
import { openReadTables, watchProjection } from '#journal/read-pool.ts';
import { openReplica, type Replica } from '#journal/replica.ts';
import { createRemoteMarket, type RemoteMarket } from '#market/remote-market.ts';
import { type ReplyError, replyError } from '#refusals/reply-error.ts';
import { contractCalendars } from '#schedule/contract-calendars.ts';
import { contractStatus } from '#schedule/contract-status.ts';
import { watchDatabase } from '#system/health.ts';
import { createRemoteControls } from '#venue/remote-controls.ts';

const POOL_SIZE = 12;

export async function runGateway(start: ProcessStart): Promise<string> {
  const { config, shutdown, log, say } = start;
  const url = config.databaseAppUrl ?? '';
  const pool = ownPool(start, url, POOL_SIZE);
  await awaitDatabase(url, { say, assertNotAsked: shutdown.assertNotAsked });
  // Until there are seals any key would do, and what this process seals with its own nobody else could open.
  await awaitFirstStart(start, () => hasSeals(pool));
  const { identityKey } = await holdKeys(config, pool);
  const operatorToken = enterDataDir(config);
  shutdown.closeLast(() => leaveDataDir(config));

  const bus = await openBus(config, shutdown, start);
  const load = watchLoad();
  // Nothing has to be closed in order yet, and an engine or prices may be waited for without end.
  shutdown.actOnStop(() => process.exit(0));
  say('Following the journal');
  const { replica, sequencer } = await followEngine(start, { bus, pool, load });
  const projection = watchProjection(pool, () => sequencer.epoch);
  const reads = openReadTables({ url, projection, durableSeq: () => sequencer.durableSeq });
  shutdown.opened(() => reads.end());
  const clock = createProductClock(config, replica.state.timeMs);
  say('Waiting for prices');
  const market = await followMarket(start, { bus, pool, replica, clock });
  shutdown.actOnStop(() => {});
  const database = watchDatabase(url);
  shutdown.opened(() => database.close());

  let isReady = false;
  const trouble = (): ReplyError | undefined => {
    if (!isReady) return replyError('ServiceUnavailable', {});
    if (sequencer.silentMs > SILENT_MS) return replyError('JOURNAL_UNAVAILABLE', { why: 'SILENT' });
    return database.isAway() ? replyError('DatabaseConnectionError', {}) : undefined;
  };
  const hours = hoursOf(config);
  const { state } = replica;
  const http = await createHttpServer({
    ...{ config, clock, load, log, operatorToken, identityKey, sequencer, reads, market, trouble },
    ...{ engine: sequencer, remoteMarket: market },
    ...{ webFolder: start.webFolder, version: start.version, database: { url, pool } },
    ...{ bankSecret: readBankSecret(config), banks: start.banks, runsJobs: false },
    neighbours: createNeighbours(bus, (err) => log.error({ err }, 'bus')),
    contractStatusOf: (contractCode) => contractStatus({ state, hours, contractCode, timeMs: market.nowMs() }),
    ...controlsOf(config, bus, { replica, market }),
  });
  shutdown.opened(() => http.close());
  const address = await http.listen();
  writeAddress(config, address);
  isReady = true;
  shutdown.actOnStop(() => {
    isReady = false;
    shutdown.closeAll().then(() => process.exit(0), start.crash);
  });
  return address;
}

async function followEngine(
  { shutdown, log, crash }: ProcessStart,
  { bus, pool, load }: { readonly bus: Bus; readonly pool: pg.Pool; readonly load: Load },
): Promise<{ readonly replica: Replica; readonly sequencer: RemoteSequencer }> {
  const onError = (err: unknown): void => log.error({ err }, 'the engine was not followed, it will be tried again');
  const replica = await openReplica(pool, crash, onError);
  const sequencer = createRemoteSequencer({ bus, replica, load, steady: steadyClock(), onError });
  shutdown.opened(() => sequencer.close());
  await sequencer.ready();
  return { replica, sequencer };
}

async function followMarket(
  { config, shutdown, log }: ProcessStart,
  {
    bus,
    pool,
    replica,
    clock,
  }: { readonly bus: Bus; readonly pool: pg.Pool; readonly replica: Replica; readonly clock: ProductClock },
): Promise<RemoteMarket> {
  const hours = hoursOf(config);
  const market = createRemoteMarket({
    ...{ bus, pool, clock, steady: steadyClock() },
    calendarOf: contractCalendars({ state: replica.state, hours }),
    onError: (err) => log.error({ err }, 'the market was not followed, it will be tried again'),
  });
  shutdown.opened(() => market.close());
  await market.known();
  return market;
}

/** What a demo's market can be told, by its settings: the engine says whether it does. */
function controlsOf(
  config: Config,
  bus: Bus,
  { replica, market }: { readonly replica: Replica; readonly market: RemoteMarket },
) {
  const { setLink, moveClock, scenarios, player } = createRemoteControls(bus, async (moment) => {
    await Promise.all([replica.reached(moment.seq), market.reached(moment.market)]);
  });
  return {
    setLink,
    ...(config.clock === 'manual' ? { moveClock } : {}),
    ...(config.venue.kind === 'simulated' ? { scenarios } : { player }),
  };
}
