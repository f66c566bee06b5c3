/**
 * The engine with everything around it: database, recovery, trading, jobs and HTTP. Every start is a recovery. Alone it is
 * the whole product; with a bus it serves gateways too, and may first wait for its turn.
 */
import { awaitReadTables } from '#app/await-read-tables.ts';
import { demoAccounts, sayDemoPeople, sayScenarios } from '#app/demo.ts';
import { openEngineBus } from '#app/engine-bus.ts';
import { blameForListening } from '#app/failed-start.ts';
import { createHttpServer } from '#app/http-server.ts';
import { openStorage } from '#app/open-storage.ts';
import { openTables, projectedBy } from '#app/open-tables.ts';
import { prepareVenue } from '#app/open-venue.ts';
import { holdKeys } from '#app/own-keys.ts';
import type { ProcessStart } from '#app/process-start.ts';
import { createProductClock } from '#app/product-clock.ts';
import { hoursOf, startTrading } from '#app/start-trading.ts';
import { demandNotedRow } from '#audit/noted-end.ts';
import { type Backups, openBackups, stopKeepingLog } from '#backup/open-backups.ts';
import type { Database } from '#db/database.ts';
import { openLeaderTrading } from '#demo-leaders/leader-trading.ts';
import { seedSimulatedLeaders } from '#demo-leaders/simulated-leaders.ts';
import type { Clock } from '#ground/clock.ts';
import type { Config } from '#ground/config.ts';
import { enterDataDir, leaveDataDir, writeAddress } from '#ground/data-dir.ts';
import { watchLoad } from '#ground/load.ts';
import { readBankSecret } from '#ground/secrets.ts';
import { seedDemoPeople } from '#identity/demo-people.ts';
import { demandNoLaterEngine } from '#journal/engine-version.ts';
import type { Projector } from '#journal/projector.ts';
import {
  type DamagedSnapshots,
  demandReplayable,
  demandWholeJournal,
  type Recovered,
  recover,
} from '#journal/recovery.ts';
import { seedDemoAgent } from '#registration/agents.ts';
import { watchHealth } from '#system/health.ts';
import type { OrderTraces } from '#traces/order-traces.ts';

/** Resolves with its address once it serves. */
export async function runEngine(start: ProcessStart): Promise<string> {
  const { config, banks, shutdown, log, say, crash } = start;
  const bus = await openEngineBus(config, shutdown, { say, log, onFatal: crash });
  const prepared = bus ? undefined : prepareVenue(config, hoursOf(config).tradeDateAt);
  const opening = { say, log, onLost: crash, turn: bus?.turn, demandReadable: demandReplayable };
  const { database, backupUrl, space } = await openStorage(config, shutdown, opening);
  const keys = await holdKeys(config, database.pool);
  const bankSecret = readBankSecret(config);
  const operatorToken = enterDataDir(config);
  // While this process's pid is stored there, the next supervisor waits.
  shutdown.closeLast(() => leaveDataDir(config));

  const followed = bus?.followed;
  const { recovered, recoverySeconds, projector } = await recoverJournal(start, database, followed);
  const backups = backupUrl ? await keepBackups(start, backupUrl) : undefined;
  const journalEndedMs = recovered.state.timeMs;
  const clock = createProductClock(config, journalEndedMs);
  if (config.mode === 'demo') await seedDemo(config, database, clock);

  say(bus ? 'Joining the exchange' : openingOf(config));
  const accounts = config.mode === 'demo' ? demoAccounts(config) : [];
  const load = watchLoad();
  let [hasEntered, isReady] = [false, false];
  const trading = await startTrading({
    ...{ config, database, recovered, projector, clock, load, accounts, log, onFatal: crash },
    hear: await bus?.prepare(database, recovered.state.seq, load),
    ...{ bus: bus?.bus, isSuccessor: followed !== undefined, prepared },
    canBeHeard: bus ? bus.canBeHeard : () => isReady,
    // A start enters what was there before, and it is not much.
    space: { isShort: () => hasEntered && space.isShort(), roomAgain: space.roomAgain },
  });
  hasEntered = true;
  shutdown.opened(() => trading.close());
  const candidate = bus?.open(trading, { waitsForSpace: space.isShort });

  const health = watchHealth({ url: database.url, sequencer: trading.sequencer, space, isOpen: () => isReady });
  shutdown.opened(() => health.close());
  const traces = await openTraces(start);
  const { sequencer, reads, market, remoteMarket, contractStatusOf, player, scenarios, setLink, moveClock } = trading;
  await awaitReadTables(start, reads, space);
  const http = await createHttpServer({
    ...{ config, clock, load, database, sequencer, reads, market },
    ...{ contractStatusOf, setLink, log, operatorToken, identityKey: keys.identityKey },
    ...{ bankSecret, banks, recoverySeconds, journalEndedMs },
    ...{ webFolder: start.webFolder, version: start.version, trouble: health.trouble, space },
    ...(projector ? { projector } : {}),
    ...(traces ? { traces } : {}),
    ...(backups ? { backups } : {}),
    ...(bus ? { neighbours: bus.neighbours } : {}),
    ...(candidate ? { candidate } : {}),
    ...(remoteMarket ? { remoteMarket } : {}),
    ...(player ? { player } : {}),
    ...(scenarios ? { scenarios } : {}),
    ...(clock.move ? { moveClock } : {}),
  });
  shutdown.opened(() => http.close());
  const address = await http.listen().catch(blameForListening);
  await keys.seal();
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
  if (config.mode === 'demo') sayDemo(say, bankSecret);
  // Of another process an exchange that is away has none.
  if (scenarios && !bus) await sayScenarios(scenarios, clock.nowMs(), say);
  say(`Ready after ${(performance.now() / 1000).toFixed(1)} s, seq ${sequencer.durableSeq}`);
  return address;
}

function openingOf({ venue }: Config): string {
  return venue.kind === 'simulated' ? 'Opening the simulated exchange' : `Opening the recording ${venue.file}`;
}

function sayDemo(say: (message: string) => void, bankSecret: string): void {
  sayDemoPeople(say);
  say(`The demo's bank, /dev/bank, signs with BANK_WEBHOOK_SECRET ${bankSecret}`);
}

async function seedDemo(config: Config, { pool }: Database, clock: Clock): Promise<void> {
  await seedDemoPeople(pool);
  await seedDemoAgent(pool, clock);
  if (config.hasSimulatedLeaders) await seedSimulatedLeaders(pool);
}

/** `followed`: the state of an engine that has followed its predecessor. Where it is alone, it fills the read tables. */
async function recoverJournal(
  start: ProcessStart,
  { writer, url }: Database,
  followed: Recovered | undefined,
): Promise<{ recovered: Recovered; recoverySeconds: number; projector: Projector | undefined }> {
  const { config, say } = start;
  const startedAt = performance.now();
  await demandNoLaterEngine(writer);
  if (!followed) say('Recovering the journal');
  const projector = config.role === 'all' ? await openTables(start, url) : undefined;
  const recovered = followed ?? (await recover(writer, projector ? projectedBy(projector) : {}));
  const recoverySeconds = (performance.now() - startedAt) / 1000;
  await demandWholeJournal(writer, recovered.state.seq);
  await demandNotedRow(writer, recovered.state.auditEnd);
  sayDamaged(recovered.damagedSnapshots, say);
  return { recovered, recoverySeconds, projector };
}

function sayDamaged(snapshots: DamagedSnapshots, say: (message: string) => void): void {
  const wayOn = 'damaged and was passed over: the journal has everything';
  if (snapshots === 'all') say(`The table of snapshots is ${wayOn}`);
  else for (const seq of snapshots) say(`The snapshot at seq ${seq} is ${wayOn}`);
}

/** Loaded where it is wanted only. */
async function openTraces({ config, shutdown, say }: ProcessStart): Promise<OrderTraces | undefined> {
  const { traces: wanted, publicUrl } = config;
  if (!wanted) return undefined;
  say(`Traces of orders go to ${wanted.endpoint}`);
  const { openOrderTraces } = await import('#traces/order-traces.ts');
  const traces = openOrderTraces({ ...wanted, hasProxy: publicUrl !== undefined });
  shutdown.opened(() => traces.close());
  return traces;
}

async function keepBackups({ config, shutdown, log, say }: ProcessStart, url: string): Promise<Backups | undefined> {
  const { backupPlace, dataDir } = config;
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
