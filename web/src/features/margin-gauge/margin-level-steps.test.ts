import { isBelow } from '@mua/core/preview';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gaugePlace, marginLevelSteps } from '#features/margin-gauge/margin-level-steps.ts';

const LEVELS = { call: 100, cancel: 70, countdown: 40, lift: 70, liquidation: 20, target: 100 };

describe('how far equity may fall until each level', () => {
  test('to the dong', () => {
    const steps = marginLevelSteps({ equityVnd: 1_950_680_075n, requiredVnd: 1_292_445_264n }, LEVELS);
    expect(
      steps.map(({ name, percent, thresholdVnd, roomVnd, isReached }) => [
        name,
        percent,
        thresholdVnd,
        roomVnd,
        isReached,
      ]),
    ).toEqual([
      ['call', 100, 1_292_445_264n, 658_234_811n, false],
      ['cancel', 70, 904_711_685n, 1_045_968_390n, false],
      ['countdown', 40, 516_978_106n, 1_433_701_969n, false],
      ['liquidation', 20, 258_489_053n, 1_692_191_022n, false],
    ]);
  });

  test('exactly at a level it is not reached, one dong below it is', () => {
    const [call] = marginLevelSteps({ equityVnd: 100n, requiredVnd: 100n }, LEVELS);
    expect(call).toMatchObject({ roomVnd: 0n, isReached: false });
    const [below] = marginLevelSteps({ equityVnd: 99n, requiredVnd: 100n }, LEVELS);
    expect(below).toMatchObject({ roomVnd: -1n, isReached: true });
  });

  test('without required margin there are no sums', () => {
    for (const { thresholdVnd, roomVnd, isReached } of marginLevelSteps({ equityVnd: 5n, requiredVnd: 0n }, LEVELS)) {
      expect([thresholdVnd, roomVnd, isReached]).toEqual([null, null, false]);
    }
  });

  test('matches the engine: losing exactly the room does not reach the level, one dong more does', () =>
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        (equityVnd, requiredVnd) => {
          for (const { roomVnd, percent } of marginLevelSteps({ equityVnd, requiredVnd }, LEVELS)) {
            if (roomVnd === null) throw new Error('required margin without a level');
            expect(isBelow({ equityVnd: equityVnd - roomVnd, requiredVnd }, percent)).toBe(false);
            expect(isBelow({ equityVnd: equityVnd - roomVnd - 1n, requiredVnd }, percent)).toBe(true);
          }
        },
      ),
    ));
});

test.each([
  [15_093n, 49.052_25],
  [0n, 0],
  [-500n, 0],
  [20_000n, 65],
  [70_000n, 84.042_381_54],
  [200_000n, 100],
  [1_362_700n, 100],
])('a ratio of %s hundredths of a percent is placed at %s', (ratio, place) =>
  expect(gaugePlace(ratio)).toBeCloseTo(place, 6),
);
