/**
 * An order that a gateway carries, or that the engine has executed, and whose commit or engine is away: nobody is told
 * that it is not there, and whoever sends it again is not told that nothing was taken.
 */
import type { CommandBody } from '@mua/core/engine';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { type Bus, NoAnswerError } from '#bus/bus.ts';
import { createInProcessBus } from '#bus/in-process-bus.ts';
import { openDatabase } from '#db/database.ts';
import { createEngineDoor } from '#gateway/engine-door.ts';
import { createRemoteSequencer, type RemoteSequencer } from '#gateway/remote-sequencer.ts';
import { openJournal } from '#journal/journal.ts';
import { recover } from '#journal/recovery.ts';
import { openReplica } from '#journal/replica.ts';
import { createSequencer, type DurableStep } from '#journal/sequencer.ts';
import { JournalBusyError } from '#refusals/journal-busy.ts';
import { stageClock } from '#test/fixtures/clock.ts';
import { freshDatabaseUrl } from '#test/fixtures/database.ts';
import { order } from '#test/fixtures/journal.ts';
import { stageLoad } from '#test/fixtures/load.ts';
import { enterReferenceData } from '../../../bench/src/reference-data.ts';

function fail(error: unknown): never {
  throw error;
}

type Placed = Extract<CommandBody, { kind: 'placeOrder' }>;

const nameOf = (body: CommandBody) => body as Placed;

async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
}

/** An engine whose commits a test holds, and that it freezes; two gateways. */
async function stage() {
  const url = await freshDatabaseUrl();
  const wire = createInProcessBus();
  const steady = stageClock(0);
  const database = await openDatabase(url, fail);
  onTestFinished(() => database.close());
  const { state, headHash } = await recover(database.writer);
  const engineLoad = stageLoad();
  const { epoch } = database;
  const door = createEngineDoor({ bus: wire, epoch, load: engineLoad, steady, executed: [], onError: fail });
  onTestFinished(door.close);
  const journal = openJournal(database.writer, epoch, headHash, door.hear);
  let held: Promise<void> | undefined;
  let { timeMs } = state;
  const engine = createSequencer({
    ...{ state, load: engineLoad, now: () => ++timeMs, onFatal: fail },
    journal: {
      ...journal,
      async append(...batch) {
        await held;
        await journal.append(...batch);
      },
    },
  });
  const entered: Promise<unknown>[] = [];
  enterReferenceData((body) => entered.push(engine.submit(body)), 3);
  await Promise.all(entered);
  door.open(engine);

  let isFrozen = false;
  // What is sent to a frozen engine lies in its socket, and it says nothing.
  const bus: Bus = {
    ...wire,
    subscribe: (subject, listener) => wire.subscribe(subject, (text) => isFrozen || listener(text)),
    async request(subject, text, withinMs) {
      if (isFrozen) throw new NoAnswerError(subject);
      return wire.request(subject, text, withinMs);
    },
  };
  const load = stageLoad();
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  onTestFinished(() => pool.end());

  async function gateway(): Promise<RemoteSequencer> {
    const remote = createRemoteSequencer({ bus, replica: await openReplica(pool, fail), load, steady, onError: fail });
    onTestFinished(remote.close);
    const ready = remote.ready();
    steady.advanceBy(200);
    await ready;
    return remote;
  }

  return {
    ...{ engine, engineLoad, steady, gateway: await gateway(), neighbour: await gateway() },
    sender: (isGone: () => boolean = () => false) => ({ untilMs: load.nowMs() + 10_000, isGone }),
    freeze(isSo: boolean) {
      isFrozen = isSo;
    },
    /** Returns how to let commits go on. */
    hold(): () => void {
      let release = (): void => {};
      held = new Promise<void>((resolve) => {
        release = resolve;
      });
      return release;
    },
  };
}

const kindsOf = (sent: Promise<DurableStep>): Promise<string> =>
  sent.then(({ events }) => events.map(({ kind }) => kind).join());

test('nobody knows what becomes of an order that goes to a frozen engine, though its sender has gone', async () => {
  const { gateway, steady, sender, freeze } = await stage();
  freeze(true);
  const placing = order(1);
  let isGone = false;
  const placed = gateway.submit(
    placing,
    sender(() => isGone),
  );
  await turns();
  isGone = true;
  steady.advanceBy(1_500);
  await turns();
  expect(await gateway.fateOf(nameOf(placing))).toBe('unsure');
  freeze(false);
  // It is sent again, and told of.
  steady.advanceBy(2_000);
  await placed;
  expect(await gateway.fateOf(nameOf(placing))).toBe('executed');
});

test('once an order was given up, its fate is not known before an engine answers', async () => {
  const { gateway, neighbour, steady, sender, freeze } = await stage();
  freeze(true);
  const placing = order(1);
  const placed = expect(gateway.submit(placing, sender())).rejects.toMatchObject({ code: 'RpcTimeoutError' });
  await turns();
  for (let second = 0; second < 11; second += 1) steady.advanceBy(1_000);
  await placed;
  const fates = () => Promise.all([gateway, neighbour].map((one) => one.fateOf(nameOf(placing))));
  expect(await fates()).toEqual(['unsure', 'unsure']);
  freeze(false);
  steady.advanceBy(200);
  await turns();
  expect(await fates()).toEqual(['absent', 'absent']);
});

test('while its commit waits, an order is known wherever it is asked for, and no other is', async () => {
  const { engine, gateway, neighbour, sender, hold } = await stage();
  const release = hold();
  const placing = order(1);
  const placed = gateway.submit(placing, sender());
  await turns();
  const fates = (body: CommandBody) =>
    Promise.all([engine, gateway, neighbour].map((sequencer) => sequencer.fateOf(nameOf(body))));
  expect(await fates(placing)).toEqual(['executed', 'unsure', 'executed']);
  expect(await fates(order(2))).toEqual(['absent', 'absent', 'absent']);
  release();
  await placed;
  expect(await fates(placing)).toEqual(['executed', 'executed', 'executed']);
});

test('an order that is sent again while its commit waits is a repetition, though others are refused', async () => {
  const { engine, engineLoad, gateway, neighbour, sender, hold } = await stage();
  const release = hold();
  const placing = order(1);
  const first = kindsOf(gateway.submit(placing, sender()));
  await turns();
  engineLoad.advanceBy(1_001);
  const again = [engine, gateway, neighbour].map((sequencer) => kindsOf(sequencer.submit(placing, sender())));
  await turns();
  await expect(neighbour.submit(order(2), sender())).rejects.toBeInstanceOf(JournalBusyError);
  release();
  expect(await first).toContain('orderChanged');
  expect(await Promise.all(again)).toEqual(['orderRepeated', 'orderRepeated', 'orderRepeated']);
});

test('an order that waits for its turn is not refused when it is sent again', async () => {
  const { engine, engineLoad, neighbour, sender, hold } = await stage();
  const release = hold();
  const before = engine.submit(order(1));
  await turns();
  // Nothing is executed any more, and what only reduces is still taken.
  engineLoad.advanceBy(2_001);
  const reducing: CommandBody = { ...nameOf(order(2)), side: 'SELL', isReduceOnly: true };
  const first = engine.submit(reducing);
  engineLoad.advanceBy(2_000);
  const again = neighbour.submit(reducing, sender());
  await turns();
  expect(await engine.fateOf(nameOf(reducing))).toBe('unsure');
  release();
  await before;
  const told = await Promise.all([first, again]);
  expect(told.map(({ command: { kind } }) => kind)).toEqual(['placeOrder', 'placeOrder']);
});

test('a gateway carries an order once, and what came of it holds for whoever sends it again', async () => {
  const { engine, gateway, steady, sender, freeze } = await stage();
  freeze(true);
  const placing = order(1);
  const first = gateway.submit(placing, sender());
  await turns();
  // A gateway that hears nothing refuses what is new.
  steady.advanceBy(2_500);
  await expect(gateway.submit(order(2), sender())).rejects.toBeInstanceOf(JournalBusyError);
  expect([gateway.knows(nameOf(placing)), gateway.knows(nameOf(order(2)))]).toEqual([true, false]);
  const again = gateway.submit(placing, sender());
  const other = gateway.submit({ ...nameOf(placing), quantityLots: 2 }, sender());
  freeze(false);
  for (let second = 0; second < 3; second += 1) {
    steady.advanceBy(1_000);
    await turns();
  }
  const { seq } = (await first).command;
  expect((await again).events).toMatchObject([{ kind: 'orderRepeated' }]);
  expect((await other).events).toMatchObject([{ refusal: { code: 'IDEMPOTENCY_MISMATCH' } }]);
  expect(engine.state.seq).toBe(seq);
});
