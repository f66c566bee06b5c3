/** When an engine makes way: its journal does not answer, and that of the one who waits does. */
import { expect, test } from 'vitest';
import { createInProcessBus } from '#bus/in-process-bus.ts';
import { makeWayWhenCutOff } from '#gateway/step-down.ts';
import { stageClock } from '#test/fixtures/clock.ts';

async function stepsDown(waitingMs: number, isCandidateHeard: boolean): Promise<boolean> {
  const bus = createInProcessBus();
  const steady = stageClock(0);
  let hasSteppedDown = 0;
  makeWayWhenCutOff({
    ...{ bus, steady, waitingMs: () => waitingMs },
    stepDown: () => {
      hasSteppedDown += 1;
    },
  });
  for (let passed = 0; passed < 20; passed += 1) {
    if (isCandidateHeard) bus.publish('engine.candidate', '');
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    steady.advanceBy(250);
  }
  expect(hasSteppedDown).toBeLessThanOrEqual(1);
  return hasSteppedDown === 1;
}

test.each([
  { waitingMs: 5_001, isCandidateHeard: true, makesWay: true },
  { waitingMs: 5_000, isCandidateHeard: true, makesWay: false },
  // The database answers nobody, or nobody waits: it is waited for.
  { waitingMs: 60_000, isCandidateHeard: false, makesWay: false },
])('after $waitingMs ms, a candidate heard: $isCandidateHeard -> $makesWay', async (of) => {
  expect(await stepsDown(of.waitingMs, of.isCandidateHeard)).toBe(of.makesWay);
});
