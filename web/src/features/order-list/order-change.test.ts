import { describe, expect, test } from 'vitest';
import { CORN_GRID, sampleOrder } from '#data/sample-records.ts';
import { readChange } from './order-change.ts';

const order = sampleOrder({ quantity: 5, filledQuantity: 2, limitPrice: '454.00' });

describe('only what changes is sent', () => {
  test.each([
    ["454'0", '6', { quantity: 6 }],
    ["454'2", '5', { limitPrice: '454.25' }],
    ['455,5', '3', { limitPrice: '455.50', quantity: 3 }],
  ])('%s, %s lots', (priceText, lotsText, sent) => {
    const change = readChange(order, { priceText, lotsText }, CORN_GRID);
    expect(change).toMatchObject({ kind: 'change', old: { ticks: 1816, lots: 5 } });
    expect(change.kind === 'change' && change.request).toEqual({ orderId: 'order-1', ...sent });
  });
});

test.each([
  ["454'0", '5', { field: null, code: 'unchanged' }],
  ['454.1', '5', { field: 'price', code: 'tick', lowerTicks: 1816, upperTicks: 1817 }],
  ['x', '5', { field: 'price', code: 'notANumber' }],
  ["454'0", '', { field: 'quantity', code: 'quantity' }],
  ["454'0", '2', { field: 'quantity', code: 'filled', filled: 2 }],
])('%s, %s lots can’t be asked for', (priceText, lotsText, fault) =>
  expect(readChange(order, { priceText, lotsText }, CORN_GRID)).toEqual({ kind: 'fault', fault }),
);
