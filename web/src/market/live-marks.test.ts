import { expect, test } from 'vitest';
import { liveEquityVnd, profitAt } from '#market/live-marks.ts';
import { CORN, MARGIN, samplePosition } from '#mock/sample-records.ts';

test.each([
  ['long, up', 2, 1831, 62_500n, 16_512_500n],
  ['long, down', 2, 1800, -15_000n, -3_963_000n],
  ['short, up', -2, 1831, -62_500n, -16_512_500n],
  ['at the average', 2, 1806, 0n, 0n],
])('%s: the profit of the position page’s own example', (_name, netLots, mark, minor, vnd) => {
  const { openLots } = samplePosition();
  expect(profitAt({ netLots, openLots }, CORN, mark)).toEqual({ minor, vnd });
});

test('gives no figure without a mark, without terms or at a price off the grid', () => {
  const { openLots } = samplePosition();
  expect(profitAt({ netLots: 2, openLots }, CORN, null)).toBeNull();
  expect(profitAt({ netLots: 2, openLots }, { ...CORN, terms: null }, 1831)).toBeNull();
  expect(profitAt({ netLots: 2, openLots }, undefined, 1831)).toBeNull();
  expect(profitAt({ netLots: 2, openLots: [{ lots: 2, price: '451.60', time: '' }] }, CORN, 1831)).toBeNull();
});

test('moves equity with the mark and keeps the server’s figure where it can’t', () => {
  const { openLots } = samplePosition();
  const held = {
    contractCode: CORN.code,
    netLots: 2,
    workingBuyLots: 0,
    workingSellLots: 0,
    marginPerLot: '36618120',
    requiredMargin: '73236240',
    marketPrice: '457.75',
    openLots,
    estimatedProfit: '16512500',
  };
  const status = { ...MARGIN, contracts: [held] };
  const contracts = new Map([[CORN.code, CORN]]);
  expect(liveEquityVnd(status, contracts, new Map([[CORN.code, 1800]]))).toBe(996_037_000n);
  expect(liveEquityVnd(status, contracts, new Map([[CORN.code, null]]))).toBe(1_016_512_500n);
  expect(liveEquityVnd(status, new Map(), new Map())).toBe(1_016_512_500n);
});
