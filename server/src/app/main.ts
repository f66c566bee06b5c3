/**
 * The server, from top to bottom: settings, database, recovery, trading, HTTP. Every start is a recovery. Failures that
 * a restart can't fix end with a specific exit code (failed-start.ts), so that the supervisor stops retrying.
 */

// Must be first: limits are read when modules are loaded.
import '#ground/limits-file.ts';
// Must come next: /openapi.json lists its schemas in the order in which the contract's modules are loaded.
import '#ground/config.ts';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { demoAccounts, sayDemoPeople, sayScenarios } from '#app/demo.ts';
import { blameForListening, endFailedStart, endOnCrash } from '#app/failed-start.ts';
import { createHttpServer } from '#app/http-server.ts';
import { awaitSpace, openLogFile, openStorage } from '#app/open-storage.ts';
import { createProductClock } from '#app/product-clock.ts';
import { createShutdown } from '#app/shutdown.ts';
import { startTrading } from '#app/start-trading.ts';
import { demandNotedRow } from '#audit/noted-end.ts';
import { type Backups, openBackups, stopKeepingLog } from '#backup/open-backups.ts';
import type { Database } from '#db/database.ts';
import { openLeaderTrading } from '#demo-leaders/leader-trading.ts';
import { seedSimulatedLeaders } from '#demo-leaders/simulated-leaders.ts';
import { readDepositBanks } from '#deposits/banks.ts';
import { readClientBuild } from '#ground/client-build.ts';
import { type Config, readConfig } from '#ground/config.ts';
import {
  claimDataDir,
  demandOnlyServer,
  enterDataDir,
  keepFilesPrivate,
  leaveDataDir,
  writeAddress,
} from '#ground/data-dir.ts';
import { watchLoad } from '#ground/load.ts';
import { createSecrets, readBankSecret, readIdentityKey } from '#ground/secrets.ts';
import { SERVER_FOLDER } from '#ground/server-files.ts';
import { seedDemoPeople } from '#identity/demo-people.ts';
import { holdToKey, sealKey } from '#identity/security/key-seal.ts';
import { demandWholeJournal, type Recovered, recover } from '#journal/recovery.ts';
import { seedDemoAgent } from '#registration/agents.ts';
import { watchHealth } from '#system/health.ts';
import type { OrderTraces } from '#traces/order-traces.ts';

const STARTED_AT = performance.now();
const WEB_FOLDER = fileURLToPath(new URL('../web/dist/', SERVER_FOLDER));

const say = (message: string): void => console.log(`· ${message}`);
const shutdown = createShutdown(say);

async function main(): Promise<void> {
  keepFilesPrivate();
  const config = readConfig(process.argv.slice(2), process.env, readClientBuild(WEB_FOLDER));
  const banks = readDepositBanks(config);
  demandOnlyServer(config);
  shutdown.onSignals();
  await awaitSpace(config, shutdown, say);
  claimDataDir(config);
  const log = openLogFile(config);
  const crash = endOnCrash(log);

  const { database, backupUrl, space } = await openStorage(config, shutdown, { say, log, onLost: crash });
  const identityKey = readIdentityKey(config);
  const bankSecret = readBankSecret(config);
  const secrets = createSecrets(identityKey);
  await holdToKey(database.pool, secrets);
  const operatorToken = enterDataDir(config);
  // While this process's pid is stored there, the next supervisor waits.
  shutdown.closeLast(() => leaveDataDir(config));

  const { recovered, recoverySeconds } = await recoverJournal(database);
  const backups = backupUrl ? await keepBackups(config, backupUrl, log) : undefined;
  const clock = createProductClock(config, recovered.state.timeMs);
  if (config.mode === 'demo') {
    await seedDemoPeople(database.pool);
    await seedDemoAgent(database.pool, clock);
    if (config.hasSimulatedLeaders) await seedSimulatedLeaders(database.pool);
  }

  const { venue } = config;
  say(venue.kind === 'simulated' ? 'Opening the simulated exchange' : `Opening the recording ${venue.file}`);
  const accounts = config.mode === 'demo' ? demoAccounts(config) : [];
  const load = watchLoad();
  let isReady = false;
  const trading = await startTrading({
    ...{ config, database, recovered, clock, load, accounts, log, onFatal: crash },
    // A start enters what was there before, and it is not much.
    space: { isShort: () => isReady && space.isShort(), roomAgain: space.roomAgain },
  });
  shutdown.opened(() => trading.close());

  const health = watchHealth({ url: database.url, sequencer: trading.sequencer, space, isOpen: () => isReady });
  shutdown.opened(() => health.close());
  const traces = await openTraces(config);
  const { sequencer, market, contractStatusOf, player, scenarios, setLink, moveClock } = trading;
  const http = await createHttpServer({
    ...{ config, clock, load, database, sequencer, market, contractStatusOf, setLink, log, operatorToken, identityKey },
    ...{ bankSecret, banks, recoverySeconds },
    ...{ webFolder: WEB_FOLDER, version: productVersion(), trouble: health.trouble, space },
    ...(traces ? { traces } : {}),
    ...(backups ? { backups } : {}),
    ...(player ? { player } : {}),
    ...(scenarios ? { scenarios } : {}),
    ...(clock.move ? { moveClock } : {}),
  });
  shutdown.opened(() => http.close());
  const address = await http.listen().catch(blameForListening);
  await sealKey(database.pool, secrets);
  if (config.hasSimulatedLeaders) {
    const leaders = await openLeaderTrading({ sequencer, market, clock, log });
    shutdown.opened(leaders.stop);
  }
  writeAddress(config, address);

  shutdown.assertNotAsked();
  isReady = true;
  shutdown.actOnStop(() => {
    isReady = false;
    shutdown.closeAll().then(() => process.exit(0), crash);
  });
  if (config.mode === 'demo') sayDemoPeople(say);
  if (config.mode === 'demo') say(`The demo's bank, /dev/bank, signs with BANK_WEBHOOK_SECRET ${bankSecret}`);
  if (scenarios) sayScenarios(scenarios, clock.nowMs(), say);
  say(`Ready after ${((performance.now() - STARTED_AT) / 1000).toFixed(1)} s, seq ${sequencer.durableSeq}`);
  console.log(`READY ${config.publicUrl?.origin ?? address.replace('[::1]', '127.0.0.1')}`);
}

async function recoverJournal({ writer }: Database): Promise<{ recovered: Recovered; recoverySeconds: number }> {
  say('Recovering the journal');
  const startedAt = performance.now();
  const recovered = await recover(writer);
  const recoverySeconds = (performance.now() - startedAt) / 1000;
  await demandWholeJournal(writer, recovered.state.seq);
  await demandNotedRow(writer, recovered.state.auditEnd);
  for (const seq of recovered.damagedSnapshots)
    say(`The snapshot at seq ${seq} is damaged and was passed over: the journal has everything`);
  return { recovered, recoverySeconds };
}

/** Loaded where it is wanted only. */
async function openTraces({ traces: wanted, publicUrl }: Config): Promise<OrderTraces | undefined> {
  if (!wanted) return undefined;
  say(`Traces of orders go to ${wanted.endpoint}`);
  const { openOrderTraces } = await import('#traces/order-traces.ts');
  const traces = openOrderTraces({ ...wanted, hasProxy: publicUrl !== undefined });
  shutdown.opened(() => traces.close());
  return traces;
}

async function keepBackups({ backupPlace, dataDir }: Config, url: string, log: Logger): Promise<Backups | undefined> {
  if (!backupPlace) {
    await stopKeepingLog(url);
    return undefined;
  }
  say(`Backups go to ${backupPlace}`);
  let isToldOfFault = false;
  const backups = openBackups({ url, dataDir, placeName: backupPlace }, ({ isFault, text }) => {
    log[isFault ? 'error' : 'info']({ text }, 'backups');
    // Tried again and again, and written to the log each time; where the start is watched, once.
    if (isFault && !isToldOfFault) say(`Nothing is backed up: ${text}`);
    isToldOfFault ||= isFault;
  });
  shutdown.opened(() => backups.close());
  return backups;
}

function productVersion(): string {
  return String(JSON.parse(readFileSync(new URL('package.json', SERVER_FOLDER), 'utf8')).version);
}

main().catch((error: unknown) => endFailedStart(error, shutdown.closeAll));
