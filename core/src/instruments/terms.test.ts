import { expect, test } from 'vitest';
import { marginPerLotVnd } from '#instruments/terms.ts';

/** One cent of margin at 26,100 dong a dollar is 261 dong; 120 % of it 313.2. */
test.each([
  [100, 100, 261_000_000n, 26_100n],
  [1, 100, 261_000_000n, 261n],
  [1, 120, 261_000_000n, 314n],
  [2, 120, 261_000_000n, 627n],
  [3, 120, 261_000_000n, 940n],
  [5, 120, 261_000_000n, 1_566n],
  [1, 100, 261_000_001n, 262n],
])('margin of %s minor units at %s %% and rate %s is %s dong a lot: rounded up', (minor, percent, rateE4, vnd) => {
  expect(marginPerLotVnd({ marginMinor: BigInt(minor), rateE4, percent })).toBe(vnd);
});
