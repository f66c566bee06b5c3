/**
 * A process of the product: settings, data folder, and then what its role is (engine.ts, gateway.ts, exchange.ts,
 * market.ts, projector.ts). Failures that a
 * restart can't fix end with a specific exit code (failed-start.ts), so that the supervisor stops retrying.
 */

// Must be first: limits are read when modules are loaded.
import '#ground/limits-file.ts';
// Must come next: /openapi.json lists its schemas in the order in which the contract's modules are loaded.
import '#ground/config.ts';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runEngine } from '#app/engine.ts';
import { runExchange } from '#app/exchange.ts';
import { endFailedStart, endOnCrash } from '#app/failed-start.ts';
import { runGateway } from '#app/gateway.ts';
import { runMarket } from '#app/market.ts';
import { awaitSpace, openLogFile } from '#app/open-storage.ts';
import type { ProcessStart } from '#app/process-start.ts';
import { runProjector } from '#app/projector.ts';
import { createShutdown } from '#app/shutdown.ts';
import { readDepositBanks } from '#deposits/banks.ts';
import { readClientBuild } from '#ground/client-build.ts';
import { type Role, readConfig } from '#ground/config.ts';
import { claimDataDir, demandOnlyServer, keepFilesPrivate } from '#ground/data-dir.ts';
import { removeNote } from '#ground/process-notes.ts';
import { SERVER_FOLDER } from '#ground/server-files.ts';

const WEB_FOLDER = fileURLToPath(new URL('../web/dist/', SERVER_FOLDER));

const RUN: Readonly<Record<Role, (start: ProcessStart) => Promise<string>>> = {
  all: runEngine,
  engine: runEngine,
  gateway: runGateway,
  exchange: runExchange,
  market: runMarket,
  projector: runProjector,
};

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
  process.once('exit', () => removeNote(config.dataDir, 'start'));
  const log = openLogFile(config);
  const crash = endOnCrash(log);
  const start = { config, banks, shutdown, log, say, crash, webFolder: WEB_FOLDER, version: productVersion() };
  const address = await RUN[config.role](start);
  // Where there are several processes, the public address is that of the door before them.
  const origin = config.role === 'all' ? config.publicUrl?.origin : undefined;
  console.log(`READY ${origin ?? address.replace('[::1]', '127.0.0.1')}`);
}

function productVersion(): string {
  return String(JSON.parse(readFileSync(new URL('package.json', SERVER_FOLDER), 'utf8')).version);
}

main().catch((error: unknown) => endFailedStart(error, shutdown.closeAll));
