/**
 * The engine of the benchmark `cluster`, in a process of its own: sequencer, journal on its own PostgreSQL, and the door
 * to the bus. It also sends itself orders at the same pace, without a bus, and tells when each batch was on disk.
 */
import './end-with-parent.mjs';
import { join } from 'node:path';
import { type CommandBody, createEngineState } from '@mua/core/engine';
import { connectNats } from '@mua/server/bus/nats-bus';
import { openDatabase } from '@mua/server/db/database';
import { startEmbeddedPostgres } from '@mua/server/db/embedded-postgres';
import { cloneStandby, STANDBY, waitForStandbys } from '@mua/server/db/standby';
import { createEngineDoor } from '@mua/server/gateway/engine-door';
import { steadyClock } from '@mua/server/ground/clock';
import { watchLoad } from '@mua/server/ground/load';
import { GENESIS_HASH, openJournal } from '@mua/server/journal/journal';
import { createSequencer } from '@mua/server/journal/sequencer';
import pg from 'pg';
import { steadyCommands } from '#cluster-commands.ts';
import { enterReferenceData } from '#reference-data.ts';

const ACCOUNTS = 200;

function crash(error: unknown): never {
  console.error(error);
  process.exit(70);
}

/** Of every process of the machine. */
const nowMs = (): number => performance.timeOrigin + performance.now();

const postgres = await startEmbeddedPostgres(process.env.BENCH_HOME ?? '');
const database = await openDatabase(postgres.url, crash);
const bus = await connectNats({ url: process.env.BENCH_BUS ?? '', name: 'engine' });
const load = watchLoad();
const door = createEngineDoor({
  ...{ bus, epoch: database.epoch, load, steady: steadyClock(), executed: [], onError: crash },
});
const sequencer = createSequencer({
  ...{ state: createEngineState(), load, now: Date.now, onFatal: crash },
  journal: openJournal(database.writer, database.epoch, GENESIS_HASH, (batch) => {
    bus.publish('bench.written', JSON.stringify({ seq: batch.lastSeq, atMs: nowMs() }));
    door.hear(batch);
  }),
});
const entered: Promise<unknown>[] = [];
enterReferenceData((body) => entered.push(sequencer.submit(body)), ACCOUNTS);
await Promise.all(entered);
door.open(sequencer);
let directs = 0;
bus.serve('bench.direct', async (seconds) => {
  directs += 1;
  const submit = (body: CommandBody) => sequencer.submit(body);
  return JSON.stringify(await steadyCommands(submit, `direct-${directs}`, Number(seconds)));
});
const stops: (() => Promise<void>)[] = [];

const standbyHome = join(process.env.BENCH_HOME ?? '', 'standby');
bus.serve('bench.standby', async () => {
  const standby = await cloneStandby(postgres.url, standbyHome);
  stops.push(() => standby.stop());
  const owner = new pg.Client({ connectionString: postgres.url });
  await owner.connect();
  await waitForStandbys(owner, `ANY 1 (${STANDBY})`);
  stops.push(async () => {
    await waitForStandbys(owner, '');
    await owner.end();
  });
  return '';
});

process.on('SIGTERM', async () => {
  door.close();
  await sequencer.drain();
  await bus.close();
  await database.close();
  for (const stop of stops.toReversed()) await stop();
  await postgres.stop();
  process.exit(0);
});
console.log(`READY ${postgres.url}`);
