import { expect, test } from 'vitest';
import { amendedMargin } from '#features/order-list/amended-margin.ts';

/** Long 2, with 3 more waiting to buy: margin covers 5 lots. */
const held = {
  contractCode: 'ZCEZ26',
  netLots: 2,
  workingBuyLots: 3,
  workingSellLots: 1,
  marginPerLot: '1000',
  requiredMargin: '5000',
  marketPrice: null,
  openLots: [],
  estimatedProfit: '0',
};
const status = { requiredMargin: '9000', contracts: [held] };

test.each([
  ['BUY', 2, 11_000n],
  ['BUY', -1, 8_000n],
  ['BUY', 0, 9_000n],
  // Selling three against two held is one short: less than the five it may be long.
  ['SELL', 2, 9_000n],
  ['SELL', 7, 10_000n - 1_000n + 1_000n],
] as const)('%s by %d lots more', (side, change, afterVnd) =>
  expect(amendedMargin(status, { contractCode: 'ZCEZ26', side, change })).toEqual({ beforeVnd: 9_000n, afterVnd }),
);

test('nothing is shown for unknown values', () => {
  expect(amendedMargin(undefined, { contractCode: 'ZCEZ26', side: 'BUY', change: 1 })).toBeNull();
  expect(amendedMargin(status, { contractCode: 'KCEH27', side: 'BUY', change: 1 })).toBeNull();
});
