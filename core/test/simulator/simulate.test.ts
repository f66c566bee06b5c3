/** Many seeds of the simulation, which break nothing; seeded-bugs.test.ts shows that they could. */
import { describe, expect, test } from 'vitest';
import { BEHAVIOURS } from '#test/simulator/exchange-behaviour.ts';
import { simulate } from '#test/simulator/simulate.ts';

const SEEDS = 300;
const STEPS = 1_000;

/** Each a test of its own that takes seconds; what ends by the clock is a loop without end, not a busy machine. */
const UNHURRIED = { timeout: 1_800_000 };
const BATCH = 20;
const BATCHES = Array.from({ length: SEEDS / BATCH }, (_, at) => [at * BATCH + 1, (at + 1) * BATCH] as const);

describe('the simulation', () => {
  test.each(BATCHES)(`seeds %i to %i, ${STEPS} steps each, break no invariant`, UNHURRIED, (first, last) => {
    for (let seed = first; seed <= last; seed += 1) {
      expect(simulate(seed, STEPS)).toMatchObject({ seed, steps: STEPS, violations: [] });
    }
  });

  /** Seeds that found something, and what. */
  test.each([
    [1364, 'a cancel that overtook a lost order made it look as if it had arrived'],
    [11_934, 'a closing order that waited kept its size when its position was settled'],
    [21_676, 'an order taken while the link was down kept an unanswered modify for ever'],
  ])('seed %i: %s', (seed) => {
    expect(simulate(seed, 1_500, { behaviour: 'plain' })).toMatchObject({ seed, violations: [] });
  });

  test.each(BEHAVIOURS)('the same seed gives the same run, %s behaviour', (behaviour) => {
    expect(simulate(77, STEPS, { behaviour })).toEqual(simulate(77, STEPS, { behaviour }));
  });
});
