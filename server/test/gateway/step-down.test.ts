/** When an engine makes way: its journal does not answer, and that of the one who waits does. */
import { expect, test } from 'vitest';
import { createInProcessBus } from '#bus/in-process-bus.ts';
import { watchCandidate } from '#gateway/candidate-watch.ts';
import { makeWayWhenCutOff } from '#gateway/step-down.ts';
import { stageClock } from '#test/fixtures/clock.ts';

async function stepsDown(waitingMs: number, heard: string | null): Promise<boolean> {
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
    if (heard !== null) bus.publish('engine.candidate', heard);
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    steady.advanceBy(250);
  }
  expect(hasSteppedDown).toBeLessThanOrEqual(1);
  return hasSteppedDown === 1;
}

test.each([
  { waitingMs: 5_001, heard: '', makesWay: true },
  { waitingMs: 5_000, heard: '', makesWay: false },
  // The database answers nobody, nobody waits, or everybody's commits wait: it is waited for.
  { waitingMs: 60_000, heard: null, makesWay: false },
  { waitingMs: 60_000, heard: 'commits wait', makesWay: false },
])('after $waitingMs ms, a candidate that says $heard -> $makesWay', async (of) => {
  expect(await stepsDown(of.waitingMs, of.heard)).toBe(of.makesWay);
});

test('for how long no candidate was heard is known from the beginning', async () => {
  const bus = createInProcessBus();
  const steady = stageClock(0);
  const candidate = watchCandidate({ bus, steady });
  steady.advanceBy(7_000);
  expect([candidate.silentMs, candidate.isBetterOff]).toEqual([7_000, false]);
  bus.publish('engine.candidate', '');
  await new Promise(setImmediate);
  expect([candidate.silentMs, candidate.isBetterOff]).toEqual([0, true]);
  steady.advanceBy(1_001);
  expect([candidate.silentMs, candidate.isBetterOff]).toEqual([1_001, false]);
});
