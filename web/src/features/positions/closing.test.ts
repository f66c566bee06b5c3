import { describe, expect, test } from 'vitest';
import { closingOrder, isWhole, readClosing, untyped } from '#features/positions/closing.ts';
import { CLIENT_ORDER_ID, CORN_GRID } from '#mock/sample-records.ts';

const held = { contractCode: 'ZCEZ26', side: 'BUY', lots: 3 } as const;
const read = (lotsText: string, priceText: string) => readClosing({ lotsText, priceText }, held, CORN_GRID);

test('untouched, it is the whole position at market', () => {
  const reading = readClosing(untyped(3), held, CORN_GRID);
  expect(reading).toEqual({ kind: 'close', lots: 3, limitTicks: null });
  expect(isWhole(reading, held)).toBe(true);
});

test.each([
  ['2', '', { kind: 'close', lots: 2, limitTicks: null }],
  ['3', "458'2", { kind: 'close', lots: 3, limitTicks: 1833 }],
  ['4', '', { kind: 'fault', fault: { field: 'lots', code: 'lots' } }],
  ['0', '', { kind: 'fault', fault: { field: 'lots', code: 'lots' } }],
  ['', '', { kind: 'fault', fault: { field: 'lots', code: 'lots' } }],
  ['1', 'x', { kind: 'fault', fault: { field: 'price', code: 'notANumber' } }],
  ['1', '458.1', { kind: 'fault', fault: { field: 'price', code: 'tick', lowerTicks: 1832, upperTicks: 1833 } }],
])('%s lots at "%s"', (lots, price, reading) => {
  expect(read(lots, price)).toEqual(reading);
  expect(isWhole(read(lots, price), held)).toBe(false);
});

describe('the request only reduces, on the other side', () => {
  const sent = (limitTicks: number | null) =>
    closingOrder(held, { lots: 2, limitTicks }, { clientOrderId: CLIENT_ORDER_ID, grid: CORN_GRID });

  test('at market', () => {
    const order = sent(null);
    expect(order).toMatchObject({ side: 'SELL', orderType: 'MARKET', quantity: 2, isReduceOnly: true });
    expect(order).not.toHaveProperty('limitPrice');
  });

  test('with a limit', () => expect(sent(1833)).toMatchObject({ orderType: 'LIMIT', limitPrice: '458.25' }));
});
