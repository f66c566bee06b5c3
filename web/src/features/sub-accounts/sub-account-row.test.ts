// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { type LiveAccount, liveAccountOf } from '#accounts/live-accounts.ts';
import { sumAccounts } from '#features/sub-accounts/sub-account-row.ts';
import { ACCOUNT, CORN, MARGIN } from '#mock/sample-records.ts';

const contracts = new Map([[CORN.code, CORN]]);
const held = {
  contractCode: CORN.code,
  netLots: 2,
  workingBuyLots: 0,
  workingSellLots: 0,
  marginPerLot: '36618120',
  requiredMargin: '73236240',
  marketPrice: '451.50',
  openLots: [{ lots: 2, price: '451.50', time: '2026-11-20T02:00:00.000Z' }],
  estimatedProfit: '0',
};
const status = { ...MARGIN, requiredMargin: '73236240', contracts: [held] };
/** 457'6 is 25 ticks above 451'4: 25 x 2 lots x 12.50 USD x 26,420. */
const marks = new Map([[CORN.code, 1831]]);
const live: LiveAccount = liveAccountOf(status, contracts, marks);

test('a sub-account is valued at its positions’ current worth', () => {
  expect(live).toMatchObject({
    estimatedProfitVnd: 16_512_500n,
    equityVnd: 1_016_512_500n,
    requiredVnd: 73_236_240n,
    availableVnd: 943_276_260n,
    ratioBasisPoints: 138_799n,
  });
});

test('sub-accounts add up', () => {
  const rows = [
    { account: { ...ACCOUNT, realizedProfitLoss: '-5' }, live },
    { account: { ...ACCOUNT, realizedProfitLoss: '9' }, live },
  ];
  expect(sumAccounts(rows)).toEqual({
    equityVnd: 2_033_025_000n,
    requiredVnd: 146_472_480n,
    availableVnd: 1_886_552_520n,
    estimatedVnd: 33_025_000n,
    actualVnd: 4n,
  });
});

test('a partial sum is never shown as the total', () => {
  const rows = [
    { account: ACCOUNT, live },
    { account: ACCOUNT, live: undefined },
  ];
  expect(sumAccounts(rows)).toBeNull();
});
