/**
 * The machine room, composed from top to bottom: settings, database, recovery, sequencer, world, venue, HTTP.
 * Every start is a recovery. Whatever can't be mended by starting again ends with HOPELESS, so that the supervisor
 * does not try for ever.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { readClientBuild } from './client-build.ts';
import { ConfigError, readConfig } from './config.ts';
import { claimDataHome, enterDataHome, leaveDataHome, tellAddress, WrongHomeError } from './data-home.ts';
import { openDatabase, WriterBusyError } from './db/database.ts';
import { startEmbeddedPostgres } from './db/embedded-postgres.ts';
import { createLog } from './http/log.ts';
import { createHttpServer } from './http/server.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE, seedDemoPeople } from './identity/demo-people.ts';
import { holdToKey, sealKey, WrongKeyError } from './identity/key-seal.ts';
import { createSecrets, readIdentityKey } from './identity/secrets.ts';
import { createProductClock } from './product-clock.ts';
import { EngineTooNewError, JournalDamagedError, recover } from './trading/recovery.ts';
import { openTradingFloor } from './trading/trading-floor.ts';
import type { NewAccount } from './trading/world.ts';
import { RecordingError } from './venue/recorded/recording.ts';

const HOPELESS = 78;
const CRASHED = 70;
const STARTED_AT = performance.now();

function say(message: string): void {
  console.log(`· ${message}`);
}

const HOPELESS_KINDS = [
  ConfigError,
  WrongHomeError,
  WrongKeyError,
  WriterBusyError,
  JournalDamagedError,
  EngineTooNewError,
  RecordingError,
];

function isHopeless(error: unknown): boolean {
  return HOPELESS_KINDS.some((kind) => error instanceof kind);
}

/** What this start opened, in the order of closing: neither a stop nor a start that is refused leaves it behind. */
const opened: (() => unknown)[] = [];

/** What stands is closed by a stop from now on; a start that was asked to stop goes no further. */
function stands(close: () => unknown): void {
  opened.unshift(close);
  if (isStopAsked) throw new StopAskedError();
}

async function closeAll(): Promise<void> {
  for (const close of opened.splice(0)) await close();
}

class StopAskedError extends Error {}

let isStopAsked = false;
/** Until it is ready, the step that is under way ends first. */
let onStopAsked = (): void => {};

function askToStop(): void {
  if (isStopAsked) return;
  isStopAsked = true;
  say('Stopping');
  onStopAsked();
}

async function main(): Promise<void> {
  const webFolder = fileURLToPath(new URL('../../web/dist/', import.meta.url));
  const config = readConfig(process.argv.slice(2), process.env, readClientBuild(webFolder));
  claimDataHome(config);
  const logFile = pino.destination(join(config.dataDir, 'server.log'));
  // It is flushed when the process exits, which fails where it is not open yet.
  await once(logFile, 'ready');
  const log = createLog('info', logFile);
  const crash = (error: unknown): never => {
    console.error(error instanceof Error ? `${error.message}${error.cause ? `: ${String(error.cause)}` : ''}` : error);
    log.fatal({ err: error }, 'the server ends');
    process.exit(CRASHED);
  };
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
  // From the beginning: a supervisor that is killed while we start says so only once.
  for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.on(signal, askToStop);

  if (!config.databaseUrl) say('Starting PostgreSQL');
  const postgres = config.databaseUrl ? undefined : await startEmbeddedPostgres(config.dataDir, say);
  if (postgres) stands(() => postgres.stop());
  const url = config.databaseUrl ?? postgres?.url ?? '';
  const database = await openDatabase(url, crash);
  stands(() => database.close());
  const identityKey = readIdentityKey(config);
  const secrets = createSecrets(identityKey);
  await holdToKey(database.pool, secrets);
  const operatorToken = enterDataHome(config);
  // Left last of all: as long as our pid stands there, the next supervisor waits for us.
  opened.push(() => leaveDataHome(config));
  say('Recovering the journal');
  const recovered = await recover(database.writer);
  const clock = createProductClock(config, recovered.state.timeMs);
  if (config.mode === 'demo') await seedDemoPeople(database.pool);
  say(
    config.venue.kind === 'simulated' ? 'Opening the simulated exchange' : `Opening the recording ${config.venue.file}`,
  );
  const accounts = config.mode === 'demo' ? demoAccounts() : [];
  const floor = await openTradingFloor({ config, database, url, recovered, clock, accounts, log, onFatal: crash });
  stands(() => floor.close());
  let isReady = false;
  const http = await createHttpServer({
    config,
    clock,
    database,
    sequencer: floor.sequencer,
    market: floor.market,
    standingOf: floor.standingOf,
    log,
    version: productVersion(),
    isReady: () => isReady,
    operatorToken,
    identityKey,
    webFolder,
    ...(floor.player ? { player: floor.player } : {}),
    ...(floor.scenarios ? { scenarios: floor.scenarios } : {}),
    ...(clock.move ? { moveClock: (toMs: number) => floor.moveClock(toMs) } : {}),
  });
  stands(() => http.close());
  const address = await http.listen().catch((error: unknown) => {
    throw blamedForListening(error);
  });
  await sealKey(database.pool, secrets);
  tellAddress(config, address);
  if (isStopAsked) throw new StopAskedError();
  isReady = true;
  onStopAsked = () => {
    isReady = false;
    closeAll().then(() => process.exit(0), crash);
  };

  if (config.mode === 'demo') tellDemoPeople();
  for (const { name, contractCode, beginsMs } of floor.scenarios?.list() ?? []) {
    const seconds = Math.max(0, Math.round((beginsMs - clock.nowMs()) / 1000));
    say(`Scenario ${name} begins in ${contractCode} in ${seconds} s`);
  }
  say(`Ready after ${((performance.now() - STARTED_AT) / 1000).toFixed(1)} s, seq ${floor.sequencer.durableSeq}`);
  console.log(`READY ${config.publicUrl?.origin ?? address.replace('[::1]', '127.0.0.1')}`);
}

/** The setting at fault when nothing can listen at that address; whatever else went wrong may pass. */
const BLAMED: Readonly<Record<string, string>> = {
  EADDRINUSE: 'PORT',
  EACCES: 'PORT',
  EADDRNOTAVAIL: 'HOST',
  ENOTFOUND: 'HOST',
};

function blamedForListening(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error)) return error;
  const setting = BLAMED[String(error.code)];
  return setting === undefined ? error : new ConfigError(`${setting}: ${error.message}`, { cause: error });
}

function demoAccounts(): NewAccount[] {
  return DEMO_PEOPLE.flatMap(({ investorId, kind, subAccounts }) =>
    subAccounts.map(({ accountId, isActivated, depositVnd }) => ({
      accountId,
      investorId,
      investorKind: kind,
      isActivated,
      cashVnd: depositVnd,
    })),
  );
}

function tellDemoPeople(): void {
  say(`Demo sign-ins (password ${DEMO_PASSWORD}):`);
  for (const { fullName, email, phoneNumber, investorId } of DEMO_PEOPLE) {
    say(`  ${email.padEnd(16)} ${phoneNumber}  ${investorId}  ${fullName}`);
  }
}

function productVersion(): string {
  const file = fileURLToPath(new URL('../package.json', import.meta.url));
  return String(JSON.parse(readFileSync(file, 'utf8')).version);
}

main().catch(async (error: unknown) => {
  if (error instanceof StopAskedError) {
    await closeAll();
    process.exit(0);
  }
  console.error(error instanceof Error ? error.message : error);
  if (!isHopeless(error) && error instanceof Error && error.stack) console.error(error.stack);
  // Where another server is the writer, the PostgreSQL below is that server's too.
  if (!(error instanceof WriterBusyError)) await closeAll().catch((fault: unknown) => console.error(fault));
  process.exit(isHopeless(error) ? HOPELESS : CRASHED);
});
