import type { EngineEvent, Order } from '@mua/core/engine';
import { expect, test } from 'vitest';
import { orderRecord } from '#journal/projections/order-record.ts';
import { Broker, FULL_RULES } from '../../../../core/test/scenarios/broker.ts';

/** As a replacer spells what the engine emits: that is what the digests of all journals are of. */
function emitted(order: Order): string {
  const { seenExecIds: _kept, ...record } = order;
  return JSON.stringify(record, (_key, part) => (typeof part === 'bigint' ? String(part) : part));
}

test('has every field of an order, in the order in which the engine emits them', () => {
  const broker = new Broker(1_000_000_000n, FULL_RULES);
  const { orderId, events: placed } = broker.place('BUY 2 @ 450');
  const accepted = broker.report(orderId, { kind: 'accepted' });
  const events: readonly EngineEvent[] = [...placed, ...accepted, ...broker.fill(orderId, 1, 1800)];
  const orders = events.flatMap((event) => (event.kind === 'orderChanged' ? [event.order] : []));
  expect(orders.length).toBeGreaterThan(1);
  expect(orders.some(({ feeVnd }) => feeVnd > 0n)).toBe(true);
  const [first] = orders;
  const group = { groupId: 'g', kind: 'OCO', size: 2, place: 0 } as unknown as NonNullable<Order['group']>;
  const rare = first ? [{ ...first, group, shrinkRefusal: { reason: 'late', refusedMs: 5 } }] : [];
  for (const order of [...orders, ...rare]) expect(JSON.stringify(orderRecord(order))).toBe(emitted(order));
});
