/**
 * What an engine does while nothing gets to the disk: nothing. Its time stands still, facts wait in their order, and its
 * own silence is nobody's.
 */
import { type CommandBody, createEngineState } from '@mua/core/engine';
import { expect, test } from 'vitest';
import { createSequencer } from '#journal/sequencer.ts';
import { holdableJournal } from '#test/fixtures/holdable-journal.ts';
import { stageLoad } from '#test/fixtures/load.ts';
import { enterReferenceData } from '../../../bench/src/reference-data.ts';

const ACCOUNT = 'account-0';
const CODE = 'ZCEZ26';
const FACT: CommandBody = { kind: 'passTime' };

const mark = (lastTicks: number): CommandBody => ({
  kind: 'markPrices',
  prices: [{ contractCode: CODE, lastTicks, highTicks: lastTicks, lowTicks: lastTicks }],
});

async function stage() {
  const load = stageLoad();
  const state = createEngineState();
  const { journal, hold, release } = holdableJournal();
  const sequencer = createSequencer({
    ...{ state, load, journal, now: load.nowMs },
    onFatal(error) {
      throw error;
    },
  });
  enterReferenceData((body) => void sequencer.submit(body), 1);
  await sequencer.settled();
  return {
    ...{ load, state, sequencer, release },
    /** One command is on its way to the disk. */
    async hang() {
      hold();
      void sequencer.submit(FACT);
      await new Promise(setImmediate);
    },
  };
}

test('after two seconds nothing is executed; then facts are, in the order in which they came', async () => {
  const { load, state, sequencer, hang, release } = await stage();
  await hang();
  load.advanceBy(2_000);
  void sequencer.submit(mark(1_801));
  const { seq, timeMs } = state;
  load.advanceBy(1);
  const waiting = [1_802, 1_803, 1_804].map((ticks) => sequencer.submit(mark(ticks)));
  const first = sequencer.submitFirst({ kind: 'loseVenue' });
  load.advanceBy(60_000);
  await new Promise(setImmediate);
  expect([state.seq, state.timeMs, state.contracts.get(CODE)?.lastTicks]).toEqual([seq, timeMs, 1_801]);
  release();
  const steps = await Promise.all([first, ...waiting]);
  expect(steps.map(({ command }) => command.seq - seq)).toEqual([1, 2, 3, 4]);
  expect(steps.map(({ command }) => command.timeMs)).toEqual(Array(4).fill(load.nowMs()));
  expect(state.contracts.get(CODE)?.lastTicks).toBe(1_804);
});

test('whoever could not be heard meanwhile is waited for anew, and not longer', async () => {
  const { load, state, sequencer, hang, release } = await stage();
  await sequencer.submit({
    ...{ kind: 'placeOrder', accountId: ACCOUNT, orderId: 'o', clientOrderId: 'c', contractCode: CODE, side: 'BUY' },
    ...{ orderType: 'LIMIT', duration: 'DAY', quantityLots: 1, limitPrice: '450.00' },
  });
  await sequencer.submit({ kind: 'setCancelAfter', accountId: ACCOUNT, timeoutMs: 15_000, includesGoodTill: false });
  await hang();
  for (let second = 0; second < 60; second += 1) {
    load.advanceBy(1_000);
    void sequencer.submit(mark(1_800 + second));
    await new Promise(setImmediate);
  }
  release();
  await sequencer.settled();
  expect(state.cancelAfters.get(ACCOUNT)?.get(undefined)?.dueMs).toBe(load.nowMs() + 15_000);
  expect(state.orders.get('o')?.cancelWish).toBeNull();
  for (let second = 0; second < 15; second += 1) {
    load.advanceBy(1_000);
    await sequencer.submit(FACT);
  }
  expect(state.orders.get('o')?.cancelWish).toBe('SenderGone');
});
