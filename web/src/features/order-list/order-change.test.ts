import { describe, expect, test } from 'vitest';
import { pricesToChange, readChange } from '#features/order-list/order-change.ts';
import { CORN_GRID, sampleOrder } from '#mock/sample-records.ts';

const order = sampleOrder({ quantity: 5, filledQuantity: 2, limitPrice: '454.00' });

describe('only what changes is sent', () => {
  test.each([
    ["454'0", '6', { quantity: 6 }],
    ["454'2", '5', { limitPrice: '454.25' }],
    ['455,5', '3', { limitPrice: '455.50', quantity: 3 }],
  ])('%s, %s lots', (priceText, lotsText, sent) => {
    const change = readChange(order, { prices: { stop: '', limit: priceText }, lotsText }, CORN_GRID);
    expect(change).toMatchObject({ kind: 'change', wanted: { quantity: Number(lotsText) } });
    expect(change.kind === 'change' && change.request).toEqual({ orderId: 'order-1', ...sent });
  });
});

test.each([
  ["454'0", '5', { field: null, code: 'unchanged' }],
  ['454.1', '5', { field: 'limit', code: 'tick', lowerTicks: 1816, upperTicks: 1817 }],
  ['x', '5', { field: 'limit', code: 'notANumber' }],
  ["454'0", '', { field: 'quantity', code: 'quantity' }],
  ["454'0", '2', { field: 'quantity', code: 'filled', filled: 2 }],
])('%s, %s lots can’t be requested', (priceText, lotsText, fault) =>
  expect(readChange(order, { prices: { stop: '', limit: priceText }, lotsText }, CORN_GRID)).toEqual({
    kind: 'fault',
    fault,
  }),
);

describe('an order with a stop', () => {
  const waiting = sampleOrder({ orderType: 'STOP_LIMIT', quantity: 5, limitPrice: '455.00', stopPrice: '454.00' });
  const changed = (part: Partial<typeof waiting>, prices: { stop: string; limit: string }) =>
    readChange({ ...waiting, ...part }, { prices, lotsText: '5' }, CORN_GRID);

  test('both prices may change, each sent when it does', () => {
    const change = changed({}, { stop: "453'0", limit: "455'0" });
    expect(change).toMatchObject({ request: { orderId: 'order-1', stopPrice: '453.00' } });
    expect(change.kind === 'change' && Object.keys(change.request)).not.toContain('limitPrice');
  });

  test('once it has triggered, its stop price is history', () => {
    const fired = { triggeredAt: '2026-11-20T06:00:00.000Z' };
    expect(pricesToChange({ ...waiting, ...fired })).toEqual(['limit']);
    expect(changed(fired, { stop: 'whatever', limit: "456'0" })).toMatchObject({ request: { limitPrice: '456.00' } });
  });

  test('a stop without a limit has one price', () => {
    expect(pricesToChange(sampleOrder({ orderType: 'STOP', limitPrice: null, stopPrice: '454.00' }))).toEqual(['stop']);
  });
});
