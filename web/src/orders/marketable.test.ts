import { expect, test } from 'vitest';
import { isMarketable } from '#orders/marketable.ts';

const BOOK = { bid: 1_830, ask: 1_831 };

test.each([
  ['BUY', 1_831, true],
  ['BUY', 1_830, false],
  ['SELL', 1_830, true],
  ['SELL', 1_831, false],
] as const)('%s at %s meets the other side: %s', (side, ticks, isMet) => {
  expect(isMarketable(side, ticks, BOOK)).toBe(isMet);
  expect(isMarketable(side, ticks, { bid: null, ask: null })).toBe(false);
});
