/** Checks what the ticket derives from the contract's facts of each type: a table that a trader can read. */
import { ORDER_TYPES, type OrderType } from '@mua/core/values';
import { expect, test } from 'vitest';
import { fieldsOf, isConditionalType, TICKET_TYPES, type TypeFields } from '#orders/order-types.ts';

const NONE = { hasLimit: false, hasStop: false, hasTrail: false, exits: 'optional', reduceOnly: 'optional' } as const;

test.each<[OrderType, Partial<TypeFields>, { isConditional: boolean }]>([
  ['MARKET', {}, { isConditional: false }],
  ['LIMIT', { hasLimit: true }, { isConditional: false }],
  ['STOP', { hasStop: true }, { isConditional: false }],
  ['STOP_LIMIT', { hasLimit: true, hasStop: true }, { isConditional: false }],
  ['TRAILING_STOP', { hasTrail: true, exits: 'none' }, { isConditional: true }],
  ['TPSL', { exits: 'own', reduceOnly: 'always' }, { isConditional: true }],
])('%s', (orderType, fields, { isConditional }) => {
  expect(fieldsOf(orderType)).toEqual({ ...NONE, ...fields });
  expect(isConditionalType(orderType)).toBe(isConditional);
});

test('the ticket offers every type', () => expect([...TICKET_TYPES].sort()).toEqual(Object.keys(ORDER_TYPES).sort()));
