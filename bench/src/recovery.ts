/**
 * Measures the time from a dead machine to trading: the journal has a million commands, and the newest snapshot is as
 * old as it may get. The data are created once by the product's own journal and snapshots; each run starts the product
 * on them until READY, and kills all its processes.
 */
import { type Command, type CommandBody, createEngineState, execute, stateHash } from '@mua/core/engine';
import { openDatabase } from '@mua/server/db/database';
import { startEmbeddedPostgres } from '@mua/server/db/embedded-postgres';
import { GENESIS_HASH, openJournal } from '@mua/server/journal/journal';
import { collectRows } from '@mua/server/journal/projections/collect-rows';
import { emptyRows } from '@mua/server/journal/projections/rows';
import { recover, writeSnapshot } from '@mua/server/journal/recovery';
import { newHome, removeHome, startBuiltProduct } from '#bench-product.ts';
import type { Figure } from '#figure.ts';
import { orderCommands } from '#order-commands.ts';
import { enterReferenceData } from '#reference-data.ts';

const ACCOUNTS = 1_000;
const COMMANDS = 1_000_000;
/** As many as a full load makes while snapshots rest and one is written. */
const SNAPSHOT_AT = COMMANDS - 45_000;
/** Batch size of a busy server. */
const BATCH = 1_000;
/** One trade date's worth: what ended with it has left the engine's memory. */
const COMMANDS_PER_DATE = 200_000;
const FIRST_MS = Date.UTC(2026, 10, 14);
const DAY_MS = 86_400_000;

/** Stored before it is filled, so that `finish` removes it in any case. */
let home: string | undefined;
/** Hash of the state that a recovery must reach. */
let storedHash: string | undefined;

export async function measureRecovery(): Promise<Figure[]> {
  home ??= newHome();
  storedHash ??= await storeJournal(home);
  const replaySeconds = await measureReplay(home, storedHash);
  const startedAt = performance.now();
  const product = await startBuiltProduct(home);
  const readySeconds = (performance.now() - startedAt) / 1000;
  await product.crash();
  return [
    { id: 'recovery.to-ready', unit: 's', value: readySeconds, target: 10, better: 'min' },
    { id: 'recovery.snapshot-and-replay', unit: 's', value: replaySeconds, target: 10, better: 'min' },
  ];
}

export async function finishRecovery(): Promise<void> {
  if (home) removeHome(home);
  home = undefined;
}

/**
 * Stores the journal as the product writes it: batches with their rows, and at the end nothing that was not committed.
 * Returns the hash of the state that it leads to.
 */
export async function storeJournal(folder: string): Promise<string> {
  const postgres = await startEmbeddedPostgres(folder);
  const database = await openDatabase(postgres.url, fail);
  // This is preparation, not measured.
  await database.writer.query('set synchronous_commit = off');
  const journal = openJournal(database.writer, database.epoch, GENESIS_HASH);
  const state = createEngineState();
  let commands: Command[] = [];
  let rows = emptyRows();
  const write = async (): Promise<void> => {
    await journal.append(commands, rows);
    commands = [];
    rows = emptyRows();
  };
  for (const body of story()) {
    const seq = state.seq + 1;
    const command: Command = { ...body, seq, timeMs: FIRST_MS + Math.floor((seq * DAY_MS) / COMMANDS_PER_DATE) };
    collectRows(rows, command, execute(state, command));
    commands.push(command);
    if (commands.length === BATCH || seq === SNAPSHOT_AT || seq === COMMANDS) await write();
    if (seq === SNAPSHOT_AT) await writeSnapshot(database.writer, state, journal.headHash);
    if (seq === COMMANDS) break;
  }
  // The read tables follow within a second, so that a start finds nothing left to write; without rows, they cost nothing.
  await database.writer.query('update projected set seq = $1', [COMMANDS]);
  await database.close();
  await postgres.stop();
  return stateHash(state);
}

/** Yields five days of orders; none is live beyond its day. */
function* story(): Generator<CommandBody> {
  const opening: CommandBody[] = [];
  enterReferenceData((body) => opening.push(body), ACCOUNTS, dateAfter(0));
  yield* opening;
  let made = opening.length;
  for (const body of orderCommands(ACCOUNTS)) {
    yield body;
    made += 1;
    if (made % COMMANDS_PER_DATE !== 0) continue;
    yield { kind: 'endTradeDate', nextTradeDate: dateAfter(made / COMMANDS_PER_DATE) };
    made += 1;
  }
}

function dateAfter(days: number): string {
  return new Date(FIRST_MS + days * DAY_MS).toISOString().slice(0, 10);
}

/** Does the work of a start before serving, and checks that it reaches the lost state. */
async function measureReplay(folder: string, lost: string): Promise<number> {
  const postgres = await startEmbeddedPostgres(folder);
  const database = await openDatabase(postgres.url, fail);
  // Removes what the previous run's start has added.
  await database.writer.query('delete from journal_batch where first_seq > $1', [COMMANDS]);
  await database.writer.query('delete from engine_snapshot where seq > $1', [SNAPSHOT_AT]);
  for (const books of ['trading_account', 'ledger_posting'])
    await database.writer.query(`delete from ${books} where seq > $1`, [COMMANDS]);
  await database.writer.query('update projected set seq = $1', [COMMANDS]);
  const startedAt = performance.now();
  const { state, replayed } = await recover(database.writer);
  const seconds = (performance.now() - startedAt) / 1000;
  await database.close();
  await postgres.stop();
  if (replayed !== COMMANDS - SNAPSHOT_AT) throw new Error(`${replayed} commands were replayed`);
  if (stateHash(state) !== lost) throw new Error('recovery gives another state than was stored');
  return seconds;
}

function fail(error: Error): never {
  throw error;
}
