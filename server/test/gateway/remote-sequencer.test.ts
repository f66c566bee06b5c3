/**
 * Commands over a bus that loses, doubles and delays by a seed: each is executed once, or its sender is told that it was
 * not, whatever becomes of the engine meanwhile.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type CommandBody, cashVnd, stateHash } from '@mua/core/engine';
import fc from 'fast-check';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { type Bus, MESSAGE_LIMIT } from '#bus/bus.ts';
import { createInProcessBus } from '#bus/in-process-bus.ts';
import { openDatabase } from '#db/database.ts';
import { createEngineDoor, readExecuted } from '#gateway/engine-door.ts';
import { ENGINE_ALIVE, encodeSubmission, submitTo } from '#gateway/engine-messages.ts';
import { createRemoteSequencer, type RemoteSequencer } from '#gateway/remote-sequencer.ts';
import type { Crowd } from '#journal/crowd.ts';
import { openJournal } from '#journal/journal.ts';
import { recover } from '#journal/recovery.ts';
import { openReplica, type Replica } from '#journal/replica.ts';
import { createSequencer, type Sequencer } from '#journal/sequencer.ts';
import { JournalBusyError } from '#refusals/journal-busy.ts';
import { type StageClock, stageClock } from '#test/fixtures/clock.ts';
import { stageCrowd } from '#test/fixtures/crowd.ts';
import { freshDatabaseUrl } from '#test/fixtures/database.ts';
import { createFaultyBus, type FaultyBus } from '#test/fixtures/faulty-bus.ts';
import { order } from '#test/fixtures/journal.ts';
import { type StageLoad, stageLoad } from '#test/fixtures/load.ts';
import { enterReferenceData } from '../../../bench/src/reference-data.ts';

function fail(error: unknown): never {
  throw error;
}

interface Engine {
  readonly epoch: number;
  readonly load: StageLoad;
  readonly sequencer: Sequencer;
  /** From here on it writes nothing, and says that it lives. */
  stall(): void;
  /** From here on it writes nothing and says nothing. */
  hang(): void;
  /** From here on it takes nothing, and says that it lives. */
  shut(): void;
  /** Its connection and its door end, whatever it was at. */
  kill(): Promise<void>;
}

async function openEngine(url: string, bus: Bus, steady: StageClock, crowd?: Crowd): Promise<Engine> {
  let isDead = false;
  const unlessDead = (error: unknown): void => {
    if (!isDead) throw error;
  };
  const database = await openDatabase(url, unlessDead);
  const { state, headHash } = await recover(database.writer);
  const load = stageLoad();
  const executed = await readExecuted(database.writer, state.seq);
  const door = createEngineDoor({ bus, epoch: database.epoch, load, steady, executed, onError: unlessDead });
  const journal = openJournal(database.writer, database.epoch, headHash, door.hear);
  let { timeMs } = state;
  const sequencer = createSequencer({
    ...{ state, load, now: () => ++timeMs, onFatal: unlessDead },
    ...(crowd ? { crowd } : {}),
    journal: { ...journal, append: (...batch) => (isDead ? new Promise(() => {}) : journal.append(...batch)) },
  });
  door.open(sequencer);
  let isOpen = true;
  const kill = async (): Promise<void> => {
    if (!isOpen) return;
    [isDead, isOpen] = [true, false];
    door.close();
    await database.close();
  };
  onTestFinished(kill);
  return {
    ...{ epoch: database.epoch, sequencer, load },
    stall() {
      isDead = true;
    },
    hang() {
      isDead = true;
      door.close();
    },
    shut: door.shut,
    kill,
  };
}

interface Gateway {
  readonly remote: RemoteSequencer;
  readonly replica: Replica;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

async function openGateway(url: string, bus: Bus, steady: StageClock, load = stageLoad()): Promise<Gateway> {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on('error', () => {});
  const replica = await openReplica(pool, fail);
  const remote = createRemoteSequencer({ bus, replica, load, steady, onError: fail });
  await until(steady, remote.ready());
  return {
    ...{ remote, replica, pool },
    async close() {
      remote.close();
      await pool.end();
    },
  };
}

/** For the rest of the test. */
async function stageGateway(url: string, bus: Bus, steady: StageClock, load?: StageLoad): Promise<RemoteSequencer> {
  const gateway = await openGateway(url, bus, steady, load);
  onTestFinished(gateway.close);
  return gateway.remote;
}

async function until(steady: StageClock, work: Promise<unknown>): Promise<void> {
  let isDone = false;
  const settled = work.finally(() => {
    isDone = true;
  });
  // The database's time is real: ours passes twenty times as fast.
  while (!isDone) {
    steady.advanceBy(20);
    await sleep(1);
  }
  await settled;
}

/** Nothing in it says that it was there before. */
const deposit = (amount: bigint, reference = 'the same'): CommandBody => ({
  ...{ kind: 'deposit', accountId: 'account-0', amountVnd: amount, reference },
});

async function enterBroker(sequencer: Sequencer): Promise<void> {
  const entered: Promise<unknown>[] = [];
  enterReferenceData((body) => entered.push(sequencer.submit(body)), 3);
  await Promise.all(entered);
}

function cash({ state }: Pick<Sequencer, 'state'>): bigint {
  const account = state.accounts.get('account-0');
  if (!account) throw new Error('the world is not entered');
  return cashVnd(state, account);
}

test('whoever writes reads what they wrote, and a refusal of the engine is theirs', async () => {
  const url = await freshDatabaseUrl();
  const bus = createInProcessBus();
  const steady = stageClock(0);
  const engine = await openEngine(url, bus, steady);
  await enterBroker(engine.sequencer);
  const remote = await stageGateway(url, bus, steady);
  const before = cash(remote);
  const step = await remote.submit(deposit(5n));
  expect([cash(remote) - before, remote.durableSeq, step.events.length > 0]).toEqual([5n, step.command.seq, true]);
  expect(stateHash(remote.state)).toBe(stateHash(engine.sequencer.state));

  const placed = order(1);
  await remote.submit(placed);
  const { seq } = engine.sequencer.state;
  expect((await remote.submit(placed)).events).toMatchObject([{ kind: 'orderRepeated' }]);
  expect(engine.sequencer.state.seq).toBe(seq);

  engine.sequencer.closeAccounts(['account-0']);
  await expect(remote.submit(deposit(1n))).rejects.toMatchObject({ code: 'InvestorDeleted' });
  const late = { untilMs: 0, isGone: () => false };
  await expect(remote.submit(order(2), late)).rejects.toMatchObject({ code: 'OrderTooLate' });
});

test('what one turn of the event loop brings goes in as few messages as it fits', async () => {
  const url = await freshDatabaseUrl();
  const bus = createInProcessBus();
  const steady = stageClock(0);
  const engine = await openEngine(url, bus, steady);
  await enterBroker(engine.sequencer);
  const sent: number[] = [];
  const weighed: Bus = {
    ...bus,
    request(subject, text, withinMs) {
      sent.push(Buffer.byteLength(text));
      return bus.request(subject, text, withinMs);
    },
  };
  const remote = await stageGateway(url, weighed, steady);
  const before = cash(remote);
  const long = 'ă'.repeat(1_000);
  const all = Array.from({ length: 200 }, (_, at) => remote.submit(deposit(1n, `${long} ${at}`)));
  await until(steady, Promise.all(all));
  expect(cash(remote) - before).toBe(200n);
  expect(stateHash(remote.state)).toBe(stateHash(engine.sequencer.state));
  // 400 kilobytes of references, in messages of 256 KiB at most.
  expect(sent).toHaveLength(2);
  expect(Math.max(...sent)).toBeLessThanOrEqual(MESSAGE_LIMIT);
});

test('what comes later than its sender waits is not executed, however it spent the time', async () => {
  const url = await freshDatabaseUrl();
  const bus = createInProcessBus();
  const steady = stageClock(0);
  const engine = await openEngine(url, bus, steady);
  await enterBroker(engine.sequencer);
  let arrive = (): void => {};
  const slow: Bus = {
    ...bus,
    async request(subject, text, withinMs) {
      await new Promise<void>((resolve) => {
        arrive = resolve;
      });
      return bus.request(subject, text, withinMs);
    },
  };
  const gatewayLoad = stageLoad();
  const remote = await stageGateway(url, slow, steady, gatewayLoad);
  const sender = { untilMs: gatewayLoad.nowMs() + 5_000, isGone: () => false };
  const late = expect(remote.submit(order(1), sender)).rejects.toMatchObject({ code: 'OrderTooLate' });
  await new Promise(setImmediate);
  engine.load.advanceBy(20_000);
  arrive();
  await late;
  expect(engine.sequencer.state.orders.size).toBe(0);
});

test('a repetition that another gateway has brought first is answered', async () => {
  const url = await freshDatabaseUrl();
  const bus = createInProcessBus();
  const steady = stageClock(0);
  const engine = await openEngine(url, bus, steady);
  await enterBroker(engine.sequencer);
  const [one, other] = [await stageGateway(url, bus, steady), await stageGateway(url, bus, steady)];
  const steps = await Promise.all([one.submit(order(1)), other.submit(order(1))]);
  expect(steps.map(({ events }) => events.some(({ kind }) => kind === 'orderRepeated'))).toEqual([false, true]);
});

test('what was refused stays refused, whenever a second copy of it comes', async () => {
  const url = await freshDatabaseUrl();
  const bus = createInProcessBus();
  const steady = stageClock(0);
  const { epoch, sequencer } = await openEngine(url, bus, steady);
  await enterBroker(sequencer);
  const before = cash(sequencer);
  const text = encodeSubmission({ submissionId: 'it', body: deposit(1n), withinMs: null });
  const send = () => bus.request(submitTo(epoch), `[${text}]`, 20_000);
  const open = sequencer.closeAccounts(['account-0']);
  const first = await send();
  open();
  expect([await send(), first]).toEqual([first, expect.stringContaining('InvestorDeleted')]);
  expect(cash(sequencer)).toBe(before);
});

test('a silent engine gets nothing new, and what is under way is not forgotten', async () => {
  const url = await freshDatabaseUrl();
  const bus = createInProcessBus();
  const steady = stageClock(0);
  const engine = await openEngine(url, bus, steady);
  await enterBroker(engine.sequencer);
  const remote = await stageGateway(url, bus, steady);
  engine.hang();
  const lost = remote.submit(deposit(1n));
  const told = expect(lost).rejects.toMatchObject({ code: 'RpcRequestError' });
  steady.advanceBy(2_001);
  await expect(remote.submit(deposit(1n))).rejects.toThrow(JournalBusyError);
  expect(remote.stoppage).toBe('SILENT');
  await until(steady, told);
});

test('a gateway knows what keeps a living engine from taking orders, and understands one of another release', async () => {
  const url = await freshDatabaseUrl();
  const bus = createInProcessBus();
  const steady = stageClock(0);
  const engine = await openEngine(url, bus, steady);
  await enterBroker(engine.sequencer);
  const remote = await stageGateway(url, bus, steady);
  const turns = async () => {
    for (let turn = 0; turn < 8; turn += 1) await new Promise(setImmediate);
  };
  engine.stall();
  void remote.submit(deposit(1n)).catch(() => {});
  await turns();
  expect(remote.stoppage).toBeUndefined();
  engine.load.advanceBy(2_001);
  steady.advanceBy(200);
  await turns();
  expect([remote.stoppage, remote.silentMs]).toEqual(['SILENT', 0]);

  const heard = async (more: object) => {
    bus.publish(ENGINE_ALIVE, JSON.stringify({ epoch: engine.epoch, seq: remote.state.seq, ...more }));
    await turns();
    return remote.stoppage;
  };
  expect([await heard({}), await heard({ stoppage: 'SPACE' }), await heard({ stoppage: 'of the next one' })]).toEqual([
    undefined,
    'SPACE',
    'SILENT',
  ]);
});

test('in an overload a gateway refuses at once what the engine would refuse, and leaves it enough to do', async () => {
  const url = await freshDatabaseUrl();
  const bus = createInProcessBus();
  const steady = stageClock(0);
  const crowd = stageCrowd();
  const engine = await openEngine(url, bus, steady, crowd);
  await enterBroker(engine.sequencer);
  const remote = await stageGateway(url, bus, steady);
  const isRefused = () => (['opening', 'reducing', 'ending'] as const).map((urgency) => !!remote.refusal(urgency));
  const turns = async () => {
    for (let turn = 0; turn < 4; turn += 1) await new Promise(setImmediate);
  };
  expect(remote.isCrowded).toBe(false);
  crowd.waitMs = 81;
  await expect(remote.submit(deposit(1n))).rejects.toThrow(JournalBusyError);
  // It is told with the first refusal, and when it is over.
  await turns();
  expect([remote.isCrowded, isRefused()]).toEqual([true, [false, false, false]]);
  crowd.waitMs = 0;
  steady.advanceBy(200);
  await turns();
  expect(remote.isCrowded).toBe(false);

  crowd.waitMs = 1;
  steady.advanceBy(200);
  await turns();
  engine.hang();
  const sent: Promise<unknown>[] = [];
  const send = (count: number): void => {
    for (let n = 0; n < count; n += 1) sent.push(remote.submit(deposit(1n)).catch(() => {}));
  };
  send(99);
  steady.advanceBy(81);
  expect(isRefused()).toEqual([false, false, false]);
  send(1);
  expect(isRefused()).toEqual([true, false, false]);
  steady.advanceBy(1_000);
  expect(isRefused()).toEqual([true, true, false]);
  await until(steady, Promise.all(sent));
});

let fulfilled = 0;

/** Sends deposits of powers of four: each digit of what came of them tells how often one was executed. */
function sendDeposits(
  steady: StageClock,
  { remote, replica }: Gateway,
  bus: FaultyBus,
  count: number,
): (engine: Engine) => Promise<void> {
  const before = cash(remote);
  const sums = Array.from({ length: count }, (_, index) => 4n ** BigInt(index));
  const sent = Promise.allSettled(
    sums.map(async (sum) => {
      const { command } = await remote.submit(deposit(sum));
      expect([command.kind === 'deposit' && command.amountVnd, remote.state.seq >= command.seq]).toEqual([sum, true]);
    }),
  );
  return async ({ sequencer }) => {
    await until(steady, sent);
    bus.heal();
    await sequencer.settled();
    await until(steady, replica.reached(sequencer.durableSeq));
    const times = (cash(remote) - before).toString(4).padStart(count, '0').split('').reverse().map(Number);
    const outcomes = await sent;
    outcomes.forEach((outcome, index) => {
      fulfilled += outcome.status === 'fulfilled' ? 1 : 0;
      const may = outcome.status === 'fulfilled' ? [1] : MAY_BE_EXECUTED[outcome.reason.code];
      expect(may, `${index}: ${outcome.status === 'rejected' && outcome.reason}`).toContain(times[index]);
    });
  };
}

/** How often a command may have been executed whose sender was told so. */
const MAY_BE_EXECUTED: Readonly<Record<string, readonly number[]>> = { RpcTimeoutError: [0, 1], RpcRequestError: [0] };

test('each command is executed once, or its sender is told, whatever the bus does to it', async () => {
  const url = await freshDatabaseUrl();
  const steady = stageClock(0);
  const wire = createInProcessBus();
  const engine = await openEngine(url, wire, steady);
  await enterBroker(engine.sequencer);
  await fc.assert(
    fc.asyncProperty(fc.nat(), async (seed) => {
      const bus = createFaultyBus(wire, { seed, lost: 0.3, doubled: 0.3, mostTurns: 5 });
      const gateway = await openGateway(url, bus, steady);
      try {
        await sendDeposits(steady, gateway, bus, 20)(engine);
        expect(stateHash(gateway.remote.state)).toBe(stateHash(engine.sequencer.state));
      } finally {
        await gateway.close();
      }
    }),
    { numRuns: 20 },
  );
  expect(fulfilled).toBeGreaterThan(0);
});

test('what comes while an engine stops is its successor’s, however long that takes, and nobody is refused', async () => {
  const url = await freshDatabaseUrl();
  const steady = stageClock(0);
  const bus = createInProcessBus();
  const engine = await openEngine(url, bus, steady);
  await enterBroker(engine.sequencer);
  const gateway = await stageGateway(url, bus, steady);
  const held = cash(gateway);
  engine.shut();
  const before = gateway.submit(deposit(1n, 'at once'));
  for (let passedMs = 0; passedMs < 4_000; passedMs += 200) {
    steady.advanceBy(200);
    await new Promise(setImmediate);
  }
  const after = gateway.submit(deposit(2n, 'after a while'));
  expect(gateway.refusal('opening')).toBeUndefined();
  await engine.kill();
  await openEngine(url, bus, steady);
  await until(steady, Promise.all([before, after]));
  expect(cash(gateway) - held).toBe(3n);
});

test('a successor executes what its predecessor has not, and nothing twice', async () => {
  const url = await freshDatabaseUrl();
  const steady = stageClock(0);
  const wire = createInProcessBus();
  let engine = await openEngine(url, wire, steady);
  await enterBroker(engine.sequencer);
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.array(fc.nat({ max: 6 }), { minLength: 1, maxLength: 4 }), async (seed, turns) => {
      const bus = createFaultyBus(wire, { seed, lost: 0.2, doubled: 0.2, mostTurns: 3 });
      const gateway = await openGateway(url, bus, steady);
      try {
        const done = sendDeposits(steady, gateway, bus, 20);
        for (const turn of turns) {
          for (let passed = 0; passed < turn; passed += 1) await new Promise(setImmediate);
          await engine.kill();
          engine = await openEngine(url, wire, steady);
        }
        await done(engine);
        expect(stateHash(gateway.remote.state)).toBe(stateHash(engine.sequencer.state));
        const { state } = await recover(gateway.pool, { afterSeq: 0 });
        expect(stateHash(state)).toBe(stateHash(gateway.remote.state));
      } finally {
        await gateway.close();
      }
    }),
    { numRuns: 5 },
  );
});
