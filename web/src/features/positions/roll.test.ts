import { openingIdOf } from '@mua/core/preview/roll';
import { expect, test } from 'vitest';
import { readRoll, rollOutcome, rollRequest, rollTargets } from '#features/positions/roll.ts';
import { CORN, sampleOrder } from '#mock/sample-records.ts';

const HELD = { contractCode: CORN.code, side: 'BUY', lots: 5 } as const;
const GRID = CORN.decimalFormat;
const month = (code: string, lastTradeDay: string, part: object = {}) => ({
  ...CORN,
  code,
  lastTradeDay,
  sessionsLeft: { long: 60, short: 70 },
  ...part,
});

test('later months of the commodity are offered, the nearest first, and none that may only be reduced', () => {
  const listed = [
    month('ZCEK27', '2027-05-14'),
    CORN,
    month('ZCEH27', '2027-03-12'),
    month('ZCEU26', '2026-09-14'),
    month('ZCEF27', '2027-01-14', { sessionsLeft: { long: 2, short: 12 } }),
    month('ZWAH27', '2027-03-12', { commodityCode: 'ZWA' }),
    month('ZCEN27', '2027-07-14', { terms: null }),
  ];
  expect(rollTargets(listed, CORN, 'BUY').map(({ code }) => code)).toEqual(['ZCEH27', 'ZCEK27']);
  expect(rollTargets(listed, CORN, 'SELL').map(({ code }) => code)).toEqual(['ZCEF27', 'ZCEH27', 'ZCEK27']);
});

test('at market, and with a price for each of the two orders', () => {
  const send = { clientOrderId: 'c', farCode: 'ZCEH27', grid: GRID };
  const market = readRoll({ lotsText: '3', nearText: '', farText: '' }, HELD, GRID).terms;
  expect(market && rollRequest(HELD, market, send)).toMatchObject({
    side: 'SELL',
    orderType: 'MARKET',
    duration: 'IOC',
    quantity: 3,
    isReduceOnly: true,
    rollInto: { contractCode: 'ZCEH27' },
  });
  const limits = readRoll({ lotsText: '5', nearText: "448'0", farText: "462'4" }, HELD, GRID).terms;
  expect(limits && rollRequest(HELD, limits, send)).toMatchObject({
    orderType: 'LIMIT',
    duration: 'IOC',
    limitPrice: '448.00',
    rollInto: { contractCode: 'ZCEH27', limitPrice: '462.50' },
  });
});

test.each([
  ['more than is open', '6', '', ''],
  ['no lots', '0', '', ''],
  ['a near price between two ticks', '1', '448.1', ''],
  ['a far price that is none', '1', '', 'x'],
])('%s is not sent', (_what, lotsText, nearText, farText) => {
  expect(readRoll({ lotsText, nearText, farText }, HELD, GRID).terms).toBeNull();
});

test.each([
  ['closing', { status: 'WORKING', filledQuantity: 0 }, undefined],
  ['closing', { status: 'PARTIALLY_FILLED', filledQuantity: 1 }, undefined],
  ['notClosed', { status: 'CANCELLED', filledQuantity: 0 }, undefined],
  ['opening', { status: 'FILLED', filledQuantity: 2 }, undefined],
  ['opening', { status: 'FILLED', filledQuantity: 2 }, { status: 'IN_TRANSIT', filledQuantity: 0 }],
  ['notOpened', { status: 'CANCELLED', filledQuantity: 1 }, null],
  ['refused', { status: 'FILLED', filledQuantity: 2 }, { status: 'REJECTED', filledQuantity: 0 }],
  ['rests', { status: 'FILLED', filledQuantity: 2 }, { status: 'PARTIALLY_FILLED', filledQuantity: 1 }],
  ['partly', { status: 'FILLED', filledQuantity: 2 }, { status: 'CANCELLED', filledQuantity: 1 }],
  ['rolled', { status: 'CANCELLED', filledQuantity: 1 }, { status: 'FILLED', filledQuantity: 1 }],
] as const)('is told as %s', (outcome, closing, opening) => {
  expect(rollOutcome(sampleOrder(closing), opening && sampleOrder(opening))).toBe(outcome);
});

test('the order that opens has the closing one’s id', () => {
  expect(openingIdOf('abc')).toBe('abc-r');
});
