/**
 * Checks what the queue takes when too much waits, with a journal whose commits a test holds and a clock that it moves:
 * what opens is refused first, then what reduces; what ends something, and facts, never.
 */
import { type CommandBody, createEngineState } from '@mua/core/engine';
import { expect, test } from 'vitest';
import { createSequencer, type Sender, type StorageSpace } from '#journal/sequencer.ts';
import { JournalBusyError } from '#refusals/journal-busy.ts';
import { holdableJournal } from '#test/fixtures/holdable-journal.ts';
import { stageLoad } from '#test/fixtures/load.ts';
import { enterReferenceData } from '../../../bench/src/reference-data.ts';

const ACCOUNT = 'account-0';

type Placed = Extract<CommandBody, { kind: 'placeOrder' }>;

const order = (id: string, more: Partial<Placed> = {}): CommandBody => ({
  ...{ kind: 'placeOrder', accountId: ACCOUNT, orderId: `order-${id}`, clientOrderId: `client-${id}` },
  ...{
    contractCode: 'ZCEZ26',
    side: 'BUY',
    orderType: 'LIMIT',
    duration: 'GTC',
    quantityLots: 1,
    limitPrice: '450.00',
  },
  ...more,
});
const reducing = (id: string): CommandBody => order(id, { isReduceOnly: true, side: 'SELL' });
const roll = (id: string): CommandBody =>
  order(id, { isReduceOnly: true, side: 'SELL', duration: 'IOC', rollInto: { contractCode: 'ZCEH27' } });
const CANCEL: CommandBody = { kind: 'cancelOrders', accountId: ACCOUNT };
const FACT: CommandBody = { kind: 'passTime' };

async function stage(space?: StorageSpace) {
  const load = stageLoad();
  const state = createEngineState();
  const { journal, hold, release } = holdableJournal();
  const projector = { lagMs: 0, take: () => {} };
  const sequencer = createSequencer({
    ...{ state, load, journal, now: load.nowMs },
    projecting: { noticesOf: () => [], projector },
    ...(space ? { space } : {}),
    onFatal(error) {
      throw error;
    },
  });
  enterReferenceData((body) => void sequencer.submit(body), 1);
  await sequencer.settled();
  const sender = (more: Partial<Sender> = {}): Sender => ({
    ...{ untilMs: load.nowMs() + 10_000, isGone: () => false },
    ...more,
  });
  return {
    ...{ load, state, sequencer, sender, projector, hold, release },
    /** Whether it is taken; what is taken is not waited for. */
    async isTaken(body: CommandBody, from: Sender | undefined = sender()): Promise<boolean> {
      const before = state.seq;
      const answered = sequencer.submit(body, from);
      if (state.seq > before) return true;
      await expect(answered).rejects.toThrow(JournalBusyError);
      return false;
    },
  };
}

test('while a commit hangs, what opens is refused after a second, what reduces after four, the rest never', async () => {
  const { load, sequencer, isTaken, hold, release } = await stage();
  const made = order('made');
  await sequencer.submit(made);
  hold();
  expect(await isTaken(order('first'))).toBe(true);
  load.advanceBy(1_000);
  expect(await isTaken(order('in time'))).toBe(true);
  load.advanceBy(1);
  expect([await isTaken(order('late')), await isTaken(reducing('early'))]).toEqual([false, true]);
  // To ask again changes nothing, and is not told that nothing was taken.
  expect((await sequencer.submit(made)).events).toMatchObject([{ kind: 'orderRepeated', orderId: 'order-made' }]);
  load.advanceBy(3_000);
  expect(await isTaken(reducing('late'))).toBe(false);
  const taken = [CANCEL, FACT].map((body) => sequencer.submit(body));
  expect([...load.shed].filter(([, count]) => count > 0)).toEqual([
    ['opening', 1],
    ['reducing', 1],
  ]);
  expect(sequencer.refusal('opening')?.why).toBe('SILENT');
  release();
  const steps = await Promise.all(taken);
  expect(steps.map(({ command: { kind } }) => kind)).toEqual(['cancelOrders', 'passTime']);
  expect(await isTaken(order('afterwards'))).toBe(true);
});

test('while read tables are four seconds behind, what opens is refused, and nothing else', async () => {
  const { load, projector, sequencer, isTaken } = await stage();
  projector.lagMs = 4_000;
  expect(await isTaken(order('seen'))).toBe(true);
  projector.lagMs = 4_001;
  // A roll opens in another month what it closes.
  expect([await isTaken(order('unseen')), await isTaken(roll('unseen'))]).toEqual([false, false]);
  expect(load.shed.get('behind')).toBe(2);
  expect(sequencer.refusal('opening')?.why).toBe('BEHIND');
  for (const body of [reducing('reduces'), CANCEL, FACT]) expect(await isTaken(body)).toBe(true);
  projector.lagMs = 0;
  expect(await isTaken(order('seen again'))).toBe(true);
});

test('says what keeps orders from being taken while that lasts, and counts nobody as refused', async () => {
  let isShort = false;
  const { load, projector, sequencer, sender, hold, release } = await stage({
    isShort: () => isShort,
    roomAgain: () => Promise.resolve(),
  });
  expect(sequencer.stoppage).toBeUndefined();
  hold();
  const waiting = sequencer.submit(order('waits'), sender());
  load.advanceBy(2_000);
  expect(sequencer.stoppage).toBeUndefined();
  load.advanceBy(1);
  expect(sequencer.stoppage).toBe('SILENT');
  isShort = true;
  expect(sequencer.stoppage).toBe('SPACE');
  release();
  await waiting;
  expect(sequencer.stoppage).toBe('SPACE');
  isShort = false;
  projector.lagMs = 4_001;
  expect(sequencer.stoppage).toBe('BEHIND');
  projector.lagMs = 4_000;
  expect(sequencer.stoppage).toBeUndefined();
  expect([...load.shed].filter(([, count]) => count > 0)).toEqual([]);
});

test('what nobody waits for any more is not executed', async () => {
  const { load, state, sequencer, sender } = await stage();
  const { seq } = state;
  await expect(sequencer.submit(order('gone'), sender({ isGone: () => true }))).rejects.toThrow(JournalBusyError);
  const until = (untilMs: number) => sender({ untilMs });
  await expect(sequencer.submit(order('late'), until(load.nowMs() - 1))).rejects.toThrow('OrderTooLate');
  expect(state.seq).toBe(seq);
  await sequencer.submit(order('late'), until(load.nowMs()));
  // It is there: the same request again is answered with it.
  const again = await sequencer.submit(order('late'), until(load.nowMs() - 1));
  expect(again.events.map(({ kind }) => kind)).toEqual(['orderRepeated']);
});

test('a repetition is answered when what it speaks of is on disk, and is not written down', async () => {
  const { state, sequencer, sender, hold, release } = await stage();
  hold();
  const first = sequencer.submit(order('it'), sender());
  await new Promise(setImmediate);
  const next = sequencer.submit(order('next'), sender());
  const { seq } = state;
  const told: string[] = [];
  const again = [order('it'), order('it', { quantityLots: 2 }), order('next')].map(async (body, index) => {
    const { events } = await sequencer.submit(body, sender());
    told.push(`${index} ${events.map(({ kind }) => kind)}`);
  });
  await new Promise(setImmediate);
  expect([told, state.seq]).toEqual([[], seq]);
  release();
  hold();
  await first;
  await new Promise(setImmediate);
  expect(told).toEqual(['0 orderRepeated', '1 commandRefused']);
  release();
  await Promise.all([next, ...again]);
  expect([told[2], state.seq]).toEqual(['2 orderRepeated', seq]);
});

test('a group that is sent again is answered when it is on disk', async () => {
  const { sequencer, hold, release } = await stage();
  hold();
  const group: CommandBody = {
    ...{ kind: 'placeGroup', accountId: ACCOUNT, groupId: 'group', groupKind: 'SCALE', contractCode: 'ZCEZ26' },
    orders: ['one', 'other'].map((id) => ({
      ...{ clientOrderId: `client-${id}`, side: 'BUY', orderType: 'LIMIT', duration: 'GTC' },
      ...{ quantityLots: 1, limitPrice: '450.00' },
    })),
  };
  const told: string[] = [];
  const sent = ['made', 'repeated'].map(async (name) => {
    await sequencer.submit(group);
    told.push(name);
  });
  await new Promise(setImmediate);
  expect(told).toEqual([]);
  release();
  await Promise.all(sent);
  expect(told).toEqual(['made', 'repeated']);
});

test('what waits in a full batch is looked at again when its turn comes', async () => {
  const { load, state, sequencer, sender, hold, release } = await stage();
  hold();
  const batches = Array.from({ length: 4_001 }, () => sequencer.submit(FACT));
  await new Promise(setImmediate);
  let isGone = false;
  const waiting = [
    sequencer.submit(order('leaves'), sender({ isGone: () => isGone })),
    sequencer.submit(order('expires'), sender({ untilMs: load.nowMs() })),
    sequencer.submit(order('stays'), sender()),
  ];
  isGone = true;
  load.advanceBy(1);
  release();
  const outcomes = await Promise.allSettled(waiting);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  await Promise.all(batches);
  expect([...state.orders.keys()]).toEqual(['order-stays']);
});
