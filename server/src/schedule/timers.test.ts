/** What the engine is told while the way to it is lost: that no silence counts, as long as somebody is waited for. */
import { type CommandBody, createEngineState } from '@mua/core/engine';
import { expect, test } from 'vitest';
import { manualClock } from '#ground/clock.ts';
import { tellWhenDeaf } from '#schedule/timers.ts';

test('it is told every second while nobody can be heard and somebody is waited for', () => {
  const clock = manualClock(0);
  const state = createEngineState();
  const told: CommandBody[] = [];
  let isDeaf = true;
  const submit = async (body: CommandBody): Promise<never> => {
    told.push(body);
    throw new Error('it is closing');
  };
  const stop = tellWhenDeaf({ state, submit }, clock, () => isDeaf);
  clock.advanceTo(5_000);
  expect(told).toEqual([]);
  state.cancelAfters.set('an-1', new Map([['desk', { timeoutMs: 15_000, includesGoodTill: false, dueMs: 20_000 }]]));
  clock.advanceTo(7_000);
  expect(told).toEqual(Array(2).fill({ kind: 'passTime', isDeaf: true }));
  isDeaf = false;
  clock.advanceTo(8_000);
  isDeaf = true;
  // Once is not yet: what was said may be yet to be read.
  clock.advanceTo(9_000);
  expect(told).toHaveLength(2);
  isDeaf = false;
  clock.advanceTo(9_000);
  isDeaf = true;
  stop();
  clock.advanceTo(12_000);
  expect(told).toHaveLength(2);
});
