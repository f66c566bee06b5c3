import { describe, expect, test } from 'vitest';
import { BREAKS, type BreakName } from './breaks.ts';
import { simulate } from './simulate.ts';

const SEEDS = 200;
const STEPS = 1_000;

describe('the simulated world', () => {
  test(`${SEEDS} seeds of ${STEPS} steps break no invariant`, () => {
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      expect(simulate(seed, STEPS)).toMatchObject({ seed, steps: STEPS, violations: [] });
    }
  });

  test('the same seed gives the same run', () => {
    expect(simulate(77, STEPS)).toEqual(simulate(77, STEPS));
  });

  /** The name of the invariant that must go red, so that a break is not "caught" by accident elsewhere. */
  const caughtBy: Record<BreakName, RegExp> = {
    'ack-before-commit': /an acknowledged order survives|seq|unanswered|agree|late fill|sides/,
    'forget-client-orders': /acknowledged order survives|another state/,
    'book-doubles': /booked once|late fill|filled/,
    'release-margin-twice': /required margin equals the rule/,
    'snapshot-without-last-seq': /another state|engine threw/,
    'no-price-below-zero': /the mark is the last price told/,
    'self-trade': /two sides of different owners/,
    'one-sided-posting': /entries sum to zero/,
  };

  test.each(Object.keys(BREAKS) as BreakName[])('the seeded bug "%s" is caught', (name) => {
    const found = Array.from({ length: 20 }, (_, index) => simulate(index + 1, 2_000, name)).find(
      (result) => 'invariant' in result,
    );
    expect(found).toMatchObject({ invariant: expect.stringMatching(caughtBy[name]) });
  });
});
