/** Checks who waits for figures that are worked out anew, and who gets those that are there. */
import type { EngineState } from '@mua/core/engine';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { createStrategyList } from '#copying/strategy-list.ts';
import type { EndedResult } from '#copying/strategy-result.ts';
import { manualClock } from '#ground/clock.ts';

/** A list of no strategies whose readings end when they are told to. */
function listOfNothing() {
  const clock = manualClock(1_000_000);
  const state = { tradeDate: '2026-11-20' };
  const ends: ((found: EndedResult[]) => void)[] = [];
  const list = createStrategyList({
    pool: { query: async () => ({ rows: [] }) } as unknown as pg.Pool,
    state: state as EngineState,
    clock,
    results: {
      of: () =>
        new Promise((resolve) => {
          ends.push(resolve);
        }),
      one: async () => undefined,
    },
    isSimulatedLeader: () => false,
  });
  const readings = () => ends.length;
  const endLast = (): void => ends.at(-1)?.([]);
  return { list, clock, state, readings, endLast };
}

const isOver = async (asked: Promise<unknown>): Promise<boolean> => {
  let over = false;
  void asked.then(() => {
    over = true;
  });
  await new Promise(setImmediate);
  return over;
};

test('who asks after a start that has worked them out does not wait', async () => {
  const { list, readings, endLast } = listOfNothing();
  const warmed = list.warm();
  await new Promise(setImmediate);
  endLast();
  await warmed;
  expect(await isOver(list.page({}))).toBe(true);
  expect(readings()).toBe(1);
});

test('all who ask meanwhile wait for the same reading', async () => {
  const { list, readings, endLast } = listOfNothing();
  const asked = [list.warm(), list.page({}), list.page({})];
  expect(await isOver(Promise.race(asked))).toBe(false);
  expect(readings()).toBe(1);
  endLast();
  await Promise.all(asked);
});

test.each([
  ['are there', 2_000, '2026-11-20', true, 1],
  ['are renewed behind', 10_000, '2026-11-20', true, 2],
  ['are too old', 10_001, '2026-11-20', false, 2],
  ['are of the date before, which nobody waits for', 60_000, '2026-11-21', true, 2],
])('figures %s', async (_what, ageMs, tradeDate, isAnswered, readingsThen) => {
  const { list, clock, state, readings, endLast } = listOfNothing();
  const first = list.page({});
  await new Promise(setImmediate);
  endLast();
  await first;
  clock.advanceTo(clock.nowMs() + ageMs);
  state.tradeDate = tradeDate;
  const asked = list.page({});
  expect(await isOver(asked)).toBe(isAnswered);
  expect(readings()).toBe(readingsThen);
  endLast();
  await asked;
});
