/** Whether an engine that waits ends the connections of the one that serves: only one that hangs, and only who is not cut off. */
import { ENGINE_VERSION } from '@mua/core/engine';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createInProcessBus } from '#bus/in-process-bus.ts';
import { followAsCandidate } from '#gateway/engine-candidate.ts';
import { EngineTooOldError } from '#journal/engine-version.ts';
import { stageClock } from '#test/fixtures/clock.ts';
import { order, tradedDatabase } from '#test/fixtures/journal.ts';

function fail(error: unknown): never {
  throw error;
}

async function stage() {
  const { url, sequencer } = await tradedDatabase();
  const bus = { ...createInProcessBus(), isAway: false };
  const steady = stageClock(0);
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  onTestFinished(() => pool.end());
  const writer = { epoch: 1, answers: Promise.resolve() };
  let [fenced, asks] = [0, 0];
  /** As the database does it: an epoch that is over has nobody to be ended. */
  const fence = async (epoch: number): Promise<void> => {
    asks += 1;
    await writer.answers;
    if (epoch === writer.epoch) fenced += 1;
  };
  const fatal: unknown[] = [];
  // What the test's end takes away from under it is no failure.
  const onError = (error: unknown): unknown => pool.ending || fail(error);
  const signs: unknown[] = [];
  bus.subscribe('engine.candidate', (text) => signs.push(JSON.parse(text)));
  const asked = { commitsWait: false };
  const follow = () =>
    followAsCandidate({
      ...{ bus, pool, steady, fence, onError },
      writerEpoch: async () => writer.epoch,
      commitsWait: async () => asked.commitsWait,
      onFatal: (error) => fatal.push(error),
    });
  const candidate = await follow();
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  return {
    fencedTimes: () => fenced,
    askedTimes: () => asks,
    ...{ bus, steady, writer, sequencer, candidate, follow, fatal, pool, signs, asked },
    /** Ten seconds, in which the engine and one gateway, or each of several, say what they say. */
    async pass(engineLives: boolean, silentMs: number | readonly number[], startsAnother = false): Promise<number> {
      const before = fenced;
      for (let passed = 0; passed < 50; passed += 1) {
        if (startsAnother) bus.publish('engine.starting', '');
        if (engineLives) bus.publish('engine.alive', JSON.stringify({ epoch: 1, seq: sequencer.durableSeq }));
        for (const gatewaysMs of [silentMs].flat())
          bus.publish('gateway.alive', JSON.stringify({ silentMs: gatewaysMs }));
        await turn();
        await turn();
        steady.advanceBy(200);
      }
      return fenced - before;
    },
  };
}

test('an engine that nobody hears any more is fenced; one that gateways hear is not, nor by who hears nobody', async () => {
  const { pass } = await stage();
  // It has never heard an engine: there may be none yet.
  expect(await pass(false, 9_000)).toBe(0);
  expect(await pass(true, 0)).toBe(0);
  expect(await pass(false, 100)).toBe(0);
  expect(await pass(false, [])).toBe(0);
  expect(await pass(false, 9_000)).toBeGreaterThan(0);
  expect(await pass(true, 0)).toBe(0);
});

test('one that a single gateway still hears is not fenced, whatever the others say', async () => {
  const { pass } = await stage();
  await pass(true, [0, 0, 0]);
  expect(await pass(false, [9_000, 100, 9_000])).toBe(0);
  expect(await pass(false, [100, 9_000])).toBe(0);
  expect(await pass(false, [9_000, 9_000])).toBeGreaterThan(0);
});

test('a gateway that could not hear is no witness, neither for the engine nor against it', async () => {
  const { bus, steady, pass } = await stage();
  await pass(true, 0);
  const say = (silentMs: number, hearingMs: number): void =>
    bus.publish('gateway.alive', JSON.stringify({ silentMs, hearingMs }));
  const tell = (silentMs: number, hearingMs: number): (() => void) => steady.every(100, () => say(silentMs, hearingMs));
  // Frozen again and again, it never hears for long.
  const stopDeaf = tell(300, 300);
  expect(await pass(false, [])).toBe(0);
  expect(await pass(false, 9_000)).toBeGreaterThan(0);
  stopDeaf();
  await pass(true, 0);
  // One that has heard for long enough, and nobody.
  const stopHearing = tell(9_000, 9_000);
  expect(await pass(false, [])).toBeGreaterThan(0);
  stopHearing();
  await pass(true, 0);
  tell(300, 9_000);
  expect(await pass(false, 9_000)).toBe(0);
});

test('one that was never heard here is not fenced while a gateway hears it', async () => {
  const { pass } = await stage();
  for (let round = 0; round < 3; round += 1) expect(await pass(false, [9_000, 100])).toBe(0);
});

test('a bus that was away for longer than an engine may be silent costs no engine its turn', async () => {
  const { bus, steady, pass, fencedTimes } = await stage();
  await pass(true, 0);
  bus.isAway = true;
  expect(await pass(false, [])).toBe(0);
  bus.isAway = false;
  // A gateway is back first, and has heard nobody either.
  bus.publish('gateway.alive', JSON.stringify({ silentMs: 9_000 }));
  await new Promise((resolve) => setImmediate(resolve));
  steady.advanceBy(500);
  expect(fencedTimes()).toBe(0);
  expect(await pass(true, 0)).toBe(0);
  expect(await pass(false, 9_000)).toBeGreaterThan(0);
});

test('one that was never heard may be starting: it has longer, and so has whoever comes next', async () => {
  const { pass } = await stage();
  for (let round = 0; round < 2; round += 1)
    expect([await pass(false, 9_000), await pass(false, 9_000)]).toEqual([0, 1]);
});

test('one that says that it starts is let be; one that falls silent before it serves is fenced', async () => {
  const { pass } = await stage();
  await pass(true, 0);
  for (let round = 0; round < 3; round += 1) expect(await pass(false, 9_000, true)).toBe(0);
  expect([await pass(false, 9_000), await pass(false, 9_000)]).toEqual([0, 1]);
});

test('one that began since another was heard, and hangs before it says anything, has as long and is fenced', async () => {
  const { writer, pass } = await stage();
  await pass(true, 0);
  writer.epoch = 2;
  expect([await pass(false, 9_000), await pass(false, 9_000)]).toEqual([0, 1]);
});

test('while the database does not answer, one fence waits for it and no more', async () => {
  const { writer, pass, askedTimes } = await stage();
  await pass(true, 0);
  let thaw = (): void => {};
  writer.answers = new Promise((resolve) => {
    thaw = resolve;
  });
  expect(await pass(false, 9_000)).toBe(0);
  expect(askedTimes()).toBe(1);
  thaw();
  expect(await pass(false, 9_000)).toBeGreaterThan(0);
});

test('a candidate ends when a later engine has begun to write, and none begins to follow it', async () => {
  const { follow, fatal, pass, pool } = await stage();
  await pass(true, 0);
  await vi.waitUntil(() => pool.idleCount === 1);
  expect(fatal).toEqual([]);
  await pool.query('update journal_batch set engine_version = $1', [ENGINE_VERSION + 1]);
  // A look that is under way may have read what was so before.
  await vi.waitUntil(async () => {
    await pass(true, 0);
    return fatal.length > 0;
  });
  expect(fatal[0]).toBeInstanceOf(EngineTooOldError);
  await expect(follow()).rejects.toThrow(EngineTooOldError);
});

test('a candidate says how far it is, and whether commits wait for everybody', async () => {
  const { sequencer, pass, pool, signs, asked } = await stage();
  for (const commitsWait of [false, true]) {
    asked.commitsWait = commitsWait;
    // A look that was under way told what was so before.
    for (let looks = 0; looks < 2; looks += 1) {
      await pass(true, 0);
      await vi.waitUntil(() => pool.idleCount === 1);
    }
    await vi.waitFor(() => expect(signs.at(-1)).toEqual({ seq: sequencer.durableSeq, commitsWait }));
  }
});

test('a candidate that has followed what the database has no more does not take over', async () => {
  const { sequencer, candidate, pass, pool } = await stage();
  await sequencer.submit(order(901));
  await pass(true, 0);
  await vi.waitUntil(() => candidate.replica.state.seq === sequencer.durableSeq);
  await pool.query('delete from journal_batch where last_seq = (select max(last_seq) from journal_batch)');
  await expect(candidate.takeOver()).rejects.toThrow(/does not end where it was followed to/);
});

test('a candidate whose turn it is has everything, and follows and fences no more', async () => {
  const { sequencer, candidate, pass } = await stage();
  await pass(true, 0);
  const { command } = await sequencer.submit(order(900));
  await candidate.takeOver();
  expect(candidate.replica.state.seq).toBe(command.seq);
  expect(await pass(false, 9_000)).toBe(0);
});
