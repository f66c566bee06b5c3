/** When an engine makes way: its journal does not answer, and that of the one who waits does. */
import { expect, test } from 'vitest';
import { createInProcessBus } from '#bus/in-process-bus.ts';
import { watchCandidate } from '#gateway/candidate-watch.ts';
import { makeWayWhenCutOff } from '#gateway/step-down.ts';
import { stageClock } from '#test/fixtures/clock.ts';

/** What a candidate says, 4 times a second. */
const says = (commitsWait: boolean): string => JSON.stringify({ seq: 7, commitsWait });

async function stepsDown(waitingMs: number, commitsWait: boolean | null): Promise<boolean> {
  const bus = createInProcessBus();
  const steady = stageClock(0);
  const candidate = watchCandidate({ bus, steady });
  let hasSteppedDown = 0;
  makeWayWhenCutOff({
    ...{ candidate, steady, waitingMs: () => waitingMs },
    stepDown: () => {
      hasSteppedDown += 1;
    },
  });
  for (let passed = 0; passed < 20; passed += 1) {
    if (commitsWait !== null) bus.publish('engine.candidate', says(commitsWait));
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    steady.advanceBy(250);
  }
  expect(hasSteppedDown).toBeLessThanOrEqual(1);
  return hasSteppedDown === 1;
}

test.each([
  { waitingMs: 5_001, commitsWait: false, makesWay: true },
  { waitingMs: 5_000, commitsWait: false, makesWay: false },
  // The database answers nobody, nobody waits, or everybody's commits wait: it is waited for.
  { waitingMs: 60_000, commitsWait: null, makesWay: false },
  { waitingMs: 60_000, commitsWait: true, makesWay: false },
])('after $waitingMs ms, a candidate whose commits wait: $commitsWait -> $makesWay', async (of) => {
  expect(await stepsDown(of.waitingMs, of.commitsWait)).toBe(of.makesWay);
});

test('for how long no candidate was heard is known from the beginning', async () => {
  const bus = createInProcessBus();
  const steady = stageClock(0);
  const candidate = watchCandidate({ bus, steady });
  steady.advanceBy(7_000);
  expect([candidate.silentMs, candidate.isBetterOff]).toEqual([7_000, false]);
  bus.publish('engine.candidate', says(false));
  await new Promise(setImmediate);
  expect([candidate.silentMs, candidate.isBetterOff]).toEqual([0, true]);
  steady.advanceBy(1_001);
  expect([candidate.silentMs, candidate.isBetterOff]).toEqual([1_001, false]);
  // One of the release before says nothing more than that it is there.
  bus.publish('engine.candidate', '');
  await new Promise(setImmediate);
  expect([candidate.silentMs, candidate.isBetterOff]).toEqual([0, true]);
});
