import { expect, test } from 'vitest';
import {
  isRiskReducing,
  judgeMargin,
  type MarginSituation,
  marginRatioBasisPoints,
  maxLots,
  withdrawableVnd,
  worstCaseLots,
} from '#margin/margin.ts';

test.each([
  [1n, 3n, 3_333n],
  [-1n, 3n, -3_334n],
  [-3n, 3n, -10_000n],
  [0n, 3n, 0n],
  [2n, 1n, 20_000n],
])('a ratio of %d to %d is %d hundredths of a percent, rounded down', (equity, required, ratio) => {
  expect(marginRatioBasisPoints(equity, required)).toBe(ratio);
});

test('without required margin there is no ratio', () => {
  expect([marginRatioBasisPoints(5n, 0n), marginRatioBasisPoints(5n, 1n)]).toEqual([null, 50_000n]);
});

test.each([
  [{ netLots: 2, workingBuyLots: 3, workingSellLots: 1 }, 5],
  [{ netLots: 2, workingBuyLots: 0, workingSellLots: 9 }, 7],
  [{ netLots: -2, workingBuyLots: 9, workingSellLots: 3 }, 7],
  [{ netLots: -2, workingBuyLots: 1, workingSellLots: 3 }, 5],
])('the worst case of %o is %i lots', (exposure, lots) => {
  expect(worstCaseLots(exposure)).toBe(lots);
});

test.each([
  ['SELL', 2, 5, 3, true],
  ['SELL', 3, 5, 3, false],
  ['BUY', 2, -5, 3, true],
  ['BUY', 3, -5, 3, false],
  ['BUY', 1, 5, 0, false],
  ['SELL', 1, -5, 0, false],
  ['SELL', 0, 0, 0, false],
] as const)('to %s %i of net %i behind %i reduces risk: %s', (side, lots, net, earlier, reduces) => {
  expect(isRiskReducing(side, lots, net, earlier)).toBe(reduces);
});

test.each([
  [100n, 100n, 30n, 70n],
  [50n, 100n, 30n, 50n],
  [-1n, 100n, 30n, 0n],
  [100n, 20n, 30n, 0n],
])('of available %d, cash %d and held %d may leave %d', (availableVnd, cashVnd, heldVnd, free) => {
  expect(withdrawableVnd({ availableVnd, cashVnd, heldVnd })).toBe(free);
});

const FLAT: MarginSituation = {
  equityVnd: 1_020n,
  requiredVnd: 0n,
  exposure: { netLots: 0, workingBuyLots: 0, workingSellLots: 0 },
  marginPerLotVnd: 100n,
  feeVnd: 1n,
  earlierLots: 0,
};

test.each(['BUY', 'SELL'] as const)('to %s may use the last dong, fees both ways included, and no more', (side) => {
  expect(judgeMargin(FLAT, side, 10)).toEqual({
    accepted: true,
    requiredAfterVnd: 1_000n,
    feesVnd: 20n,
    availableAfterVnd: 0n,
  });
  expect(judgeMargin({ ...FLAT, equityVnd: 1_019n }, side, 10)).toMatchObject({
    accepted: false,
    availableAfterVnd: -1n,
  });
  expect([maxLots(FLAT, side, 50), maxLots(FLAT, side, 4), maxLots(FLAT, side, -1)]).toEqual([10, 4, 0]);
});

test('an order that reduces risk passes without money', () => {
  const long = { ...FLAT, equityVnd: -500n, exposure: { ...FLAT.exposure, netLots: 3 }, requiredVnd: 300n };
  expect(judgeMargin(long, 'SELL', 3).accepted).toBe(true);
  expect(judgeMargin(long, 'SELL', 4).accepted).toBe(false);
  expect(maxLots(long, 'SELL', 50)).toBe(3);
  // Only the side that grows counts anew: three long against seven to sell are four short.
  expect(judgeMargin(long, 'SELL', 7).requiredAfterVnd).toBe(400n);
  expect(judgeMargin(long, 'BUY', 2).requiredAfterVnd).toBe(500n);
  const short = { ...FLAT, exposure: { ...FLAT.exposure, netLots: -3 }, requiredVnd: 300n };
  expect(judgeMargin(short, 'BUY', 2).requiredAfterVnd).toBe(300n);
  expect(judgeMargin(short, 'SELL', 2).requiredAfterVnd).toBe(500n);
});
