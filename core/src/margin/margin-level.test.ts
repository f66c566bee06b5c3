import { describe, expect, test } from 'vitest';
import type { MarginLevelRules } from '#instruments/trading-rules.ts';
import {
  HEALTHY,
  liquidationPlan,
  type MarginLevel,
  type MarginState,
  marginLevelOf,
  nextMarginState,
  shortfallVnd,
} from '#margin/margin-level.ts';

const RULES: MarginLevelRules = {
  callPercent: 100,
  cancelPercent: 70,
  countdownPercent: 40,
  countdownMs: 1_000,
  liftPercent: 60,
  liquidationPercent: 20,
  targetPercent: 80,
  retryMs: 10,
};

/** A solvency with 1,000 dong of required margin, so that equity reads as tenths of a percent. */
function with1000(equityVnd: bigint): { equityVnd: bigint; requiredVnd: bigint } {
  return { equityVnd, requiredVnd: 1_000n };
}

test.each<[bigint, MarginLevel]>([
  [1_000n, 'NONE'],
  [999n, 'CALL'],
  [700n, 'CALL'],
  [699n, 'CANCEL'],
  [400n, 'CANCEL'],
  [399n, 'COUNTDOWN'],
  [200n, 'COUNTDOWN'],
  [199n, 'LIQUIDATION'],
  [-1n, 'LIQUIDATION'],
])('equity of %d for a required 1,000 is %s: at a ratio is not below it', (equityVnd, level) => {
  expect(marginLevelOf(with1000(equityVnd), RULES)).toBe(level);
});

test('without required margin there is no level at any equity', () => {
  expect(marginLevelOf({ equityVnd: -1n, requiredVnd: 0n }, RULES)).toBe('NONE');
});

describe('from one look to the next', () => {
  const counting: MarginState = { rung: 'COUNTDOWN', deadlineMs: 5_000, isLiquidating: false };
  const liquidating: MarginState = { rung: 'LIQUIDATION', deadlineMs: 5_000, isLiquidating: true };

  test.each<[string, MarginState, bigint, number, MarginState]>([
    ['a countdown begins', HEALTHY, 399n, 4_000, counting],
    ['nothing is counted above it', HEALTHY, 400n, 0, { rung: 'CANCEL', deadlineMs: null, isLiquidating: false }],
    ['a countdown runs on where it stood', counting, 300n, 4_999, counting],
    ['it runs on below the lifting ratio', counting, 599n, 9_000, { ...counting, rung: 'CANCEL' }],
    ['it is lifted at that ratio', counting, 600n, 4_999, { ...counting, rung: 'CANCEL', deadlineMs: null }],
    [
      'at the same level as well',
      { ...counting, rung: 'CANCEL' },
      600n,
      4_999,
      { ...counting, rung: 'CANCEL', deadlineMs: null },
    ],
    ['when it is over liquidation begins', counting, 300n, 5_000, { ...counting, isLiquidating: true }],
    ['at the lowest level at once', HEALTHY, 199n, 4_000, liquidating],
    ['it goes on to its target', liquidating, 799n, 4_100, { rung: 'CALL', deadlineMs: null, isLiquidating: true }],
    ['and ends there', liquidating, 800n, 4_100, { rung: 'CALL', deadlineMs: null, isLiquidating: false }],
  ])('%s', (_what, before, equityVnd, timeMs, after) => {
    expect(nextMarginState(before, with1000(equityVnd), RULES, timeMs)).toEqual(after);
  });

  test('the same state is the same object: nothing changed', () => {
    expect(nextMarginState(counting, with1000(300n), RULES, 4_999)).toBe(counting);
    expect(nextMarginState(counting, with1000(1_000n), RULES, 4_999)).toBe(HEALTHY);
    expect(nextMarginState(HEALTHY, with1000(1_000n), RULES, 0)).toBe(HEALTHY);
  });

  test('when healthy a target above the call is still worked for', () => {
    const far = { ...RULES, targetPercent: 120 };
    expect(nextMarginState(liquidating, with1000(1_100n), far, 0)).toEqual({
      rung: 'NONE',
      deadlineMs: null,
      isLiquidating: true,
    });
  });

  test('above every level a countdown that is not lifted runs on', () => {
    const far = { ...RULES, liftPercent: 120 };
    expect(nextMarginState(counting, with1000(1_100n), far, 0)).toEqual({ ...counting, rung: 'NONE' });
  });
});

test.each([
  [{ equityVnd: 700n, requiredVnd: 1_000n }, 70, 0n],
  [{ equityVnd: 699n, requiredVnd: 1_000n }, 70, 1n],
  [{ equityVnd: 0n, requiredVnd: 33n }, 70, 24n],
  [{ equityVnd: 900n, requiredVnd: 1_000n }, 70, 0n],
  [{ equityVnd: -50n, requiredVnd: 0n }, 70, 0n],
])('of %o to %i percent are missing %i, rounded up', (solvency, percent, missing) => {
  expect(shortfallVnd(solvency, percent)).toBe(missing);
});

describe('what is sold', () => {
  const corn = { contractCode: 'ZCEZ26', heldLots: 4, marginPerLotVnd: 100n, requiredVnd: 400n };
  const crude = { contractCode: 'CLEF27', heldLots: 6, marginPerLotVnd: 100n, requiredVnd: 600n };

  test.each<[string, bigint, [string, number][]]>([
    ['nothing at the target', 800n, []],
    ['a lot for one dong below it', 799n, [['CLEF27', 1]]],
    ['as many as bring exactly the target', 720n, [['CLEF27', 1]]],
    ['one more for one dong less', 719n, [['CLEF27', 2]]],
    [
      'the largest margin whole, then the next',
      240n,
      [
        ['CLEF27', 6],
        ['ZCEZ26', 1],
      ],
    ],
    [
      'all without equity',
      0n,
      [
        ['CLEF27', 6],
        ['ZCEZ26', 4],
      ],
    ],
    [
      'no more than is held',
      -500n,
      [
        ['CLEF27', 6],
        ['ZCEZ26', 4],
      ],
    ],
  ])('%s', (_what, equityVnd, sold) => {
    const plan = liquidationPlan([corn, crude], with1000(equityVnd), RULES);
    expect(plan.map(({ contractCode, lots }) => [contractCode, lots])).toEqual(sold);
  });

  test('what needs no margin is left alone: closing it frees none', () => {
    const free = { contractCode: 'SI5COZ26', heldLots: 3, marginPerLotVnd: 0n, requiredVnd: 0n };
    const plan = liquidationPlan([free, corn], { equityVnd: 0n, requiredVnd: 400n }, RULES);
    expect(plan).toEqual([{ contractCode: 'ZCEZ26', lots: 4 }]);
  });

  test('ties go by code', () => {
    const twin = { ...corn, contractCode: 'AAAZ26' };
    const solvency = { equityVnd: 0n, requiredVnd: 800n };
    for (const candidates of [
      [corn, twin],
      [twin, corn],
    ])
      expect(liquidationPlan(candidates, solvency, RULES).map(({ contractCode }) => contractCode)).toEqual([
        'AAAZ26',
        'ZCEZ26',
      ]);
  });

  test('working orders of a contract go first: what they add is freed, and may be enough', () => {
    const busy = { ...crude, requiredVnd: 700n };
    const freed = liquidationPlan([busy, corn], { equityVnd: 800n, requiredVnd: 1_100n }, RULES);
    expect(freed).toEqual([{ contractCode: 'CLEF27', lots: 0 }]);
    const notQuite = liquidationPlan([busy, corn], { equityVnd: 799n, requiredVnd: 1_100n }, RULES);
    expect(notQuite).toEqual([{ contractCode: 'CLEF27', lots: 1 }]);
  });
});
