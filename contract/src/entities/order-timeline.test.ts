import { expect, test } from 'vitest';
import { MOMENT_KINDS, orderMoment, orderTimeline } from '#entities/order-timeline.ts';

const at = { seq: 7, time: '2026-11-20T05:00:00.000Z' };

test('every kind of moment is one of the union, and no other', () => {
  const told = orderMoment.options.map(({ shape }) => shape.kind.value);
  expect([...told].sort()).toEqual([...MOMENT_KINDS].sort());
  expect(orderMoment.safeParse({ ...at, kind: 'vanished', facts: {} }).success).toBe(false);
});

test('a moment has the facts of its kind', () => {
  const filled = { fillId: 'f-1', price: '450.00', lots: 2, fee: '700000', filledQuantity: 2, isLate: false };
  expect(orderMoment.safeParse({ ...at, kind: 'filled', facts: filled }).success).toBe(true);
  expect(orderMoment.safeParse({ ...at, kind: 'filled', facts: { lots: 2 } }).success).toBe(false);
  expect(orderMoment.safeParse({ ...at, kind: 'sent', facts: { lots: -1 } }).success).toBe(false);
});

test('a timeline without steps is one', () => {
  expect(orderTimeline.safeParse({ orderId: 'o', sighting: null, moments: [], omittedSteps: 0 }).success).toBe(true);
});
