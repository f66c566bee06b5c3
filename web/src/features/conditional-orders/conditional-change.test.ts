import { describe, expect, test } from 'vitest';
import {
  fieldsOfConditional,
  readConditionalChange,
  type TypedConditional,
} from '#features/conditional-orders/conditional-change.ts';
import { CORN_GRID, sampleConditional } from '#mock/sample-records.ts';

const trailing = sampleConditional({ trailAmount: '3.75', quantity: 2 });
const percent = sampleConditional({ trailAmount: null, trailPercent: '1.50', quantity: 2 });
const pair = sampleConditional({
  orderType: 'TPSL',
  trailAmount: null,
  takeProfit: '470.00',
  stopLoss: null,
  quantity: 2,
});
const trailingPair = { ...pair, trailAmount: '2.00', parentOrderCode: 'order-1' };
const attached = { ...pair, parentOrderCode: 'order-1' };

const asShown = (order: typeof pair): TypedConditional => ({
  trail: order.trailPercent ?? "3'6",
  takeProfit: order.takeProfit === null ? '' : "470'0",
  stopLoss: '',
  quantity: '2',
});
const read = (order: typeof pair, part: Partial<TypedConditional>) =>
  readConditionalChange(order, { ...asShown(order), ...part }, CORN_GRID);

test('lists the editable fields', () => {
  expect(fieldsOfConditional(trailing)).toEqual(['trail', 'quantity']);
  expect(fieldsOfConditional(pair)).toEqual(['takeProfit', 'stopLoss', 'quantity']);
  expect(fieldsOfConditional(attached)).toEqual(['takeProfit', 'stopLoss']);
  expect(fieldsOfConditional(trailingPair)).toEqual(['trail', 'takeProfit']);
});

describe('only what changes is sent', () => {
  test.each([
    [trailing, { trail: '2' }, { trailAmount: '2.00' }],
    [trailing, { quantity: '1' }, { quantity: 1 }],
    [percent, { trail: '2,25' }, { trailPercent: '2.25' }],
    [pair, { stopLoss: "448'2" }, { stopLoss: '448.25' }],
    [attached, { takeProfit: '471' }, { takeProfit: '471.00' }],
  ])('%#', (order, part, sent) => {
    const change = read(order, part);
    expect(change.kind === 'change' && change.request).toEqual({ conditionalOrderId: 'conditional-1', ...sent });
  });
});

test.each([
  [trailing, {}, { field: null, code: 'unchanged' }],
  [trailing, { trail: '0' }, { field: 'trail', code: 'outOfRange' }],
  [trailing, { trail: 'x' }, { field: 'trail', code: 'notANumber' }],
  [percent, { trail: '51' }, { field: 'trail', code: 'outOfRange' }],
  [pair, { takeProfit: '470.1' }, { field: 'takeProfit', code: 'tick', lowerTicks: 1880, upperTicks: 1881 }],
  [pair, { takeProfit: '' }, { field: 'takeProfit', code: 'notANumber' }],
  [pair, { quantity: '0' }, { field: 'quantity', code: 'notANumber' }],
])('can’t be requested: %#', (order, part, fault) => expect(read(order, part)).toEqual({ kind: 'fault', fault }));
