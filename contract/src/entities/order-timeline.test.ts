import { expect, test } from 'vitest';
import { orderTimeline, TIMELINE_EVENT_KINDS, timelineEvent } from '#entities/order-timeline.ts';

const at = { seq: 7, time: '2026-11-20T05:00:00.000Z' };

test('every kind of event is one of the union, and no other', () => {
  const reported = timelineEvent.options.map(({ shape }) => shape.kind.value);
  expect([...reported].sort()).toEqual([...TIMELINE_EVENT_KINDS].sort());
  expect(timelineEvent.safeParse({ ...at, kind: 'vanished', facts: {} }).success).toBe(false);
});

test('an event has the facts of its kind', () => {
  const filled = { fillId: 'f-1', price: '450.00', lots: 2, fee: '700000', filledQuantity: 2, isLate: false };
  expect(timelineEvent.safeParse({ ...at, kind: 'filled', facts: filled }).success).toBe(true);
  expect(timelineEvent.safeParse({ ...at, kind: 'filled', facts: { lots: 2 } }).success).toBe(false);
  expect(timelineEvent.safeParse({ ...at, kind: 'sent', facts: { lots: -1 } }).success).toBe(false);
});

test('a timeline without steps is one', () => {
  expect(orderTimeline.safeParse({ orderId: 'o', sighting: null, moments: [], omittedSteps: 0 }).success).toBe(true);
});
