import type { EngineEvent, Order } from '@mua/core/engine';
import { expect, test } from 'vitest';
import { rowWriter } from '#db/column-arrays.ts';
import { orderRecord } from '#journal/projections/order-record.ts';
import { Broker, FULL_RULES } from '../../../../core/test/scenarios/broker.ts';
import { UNUSUAL } from '../../../../core/test/scenarios/unusual-order.ts';

/** As a replacer spells what the engine emits: that is what the digests of all journals are of. */
function emitted(order: Order): string {
  const { seenExecIds: _kept, ...record } = order;
  return JSON.stringify(record, (_key, part) => (typeof part === 'bigint' ? String(part) : part));
}

function ordersOf(events: readonly EngineEvent[]): Order[] {
  return events.flatMap((event) => (event.kind === 'orderChanged' ? [event.order] : []));
}

function traded(): Order[] {
  const broker = new Broker(1_000_000_000n, FULL_RULES);
  const { orderId, events } = broker.place('BUY 2 @ 450');
  const accepted = broker.report(orderId, { kind: 'accepted' });
  return ordersOf([...events, ...accepted, ...broker.fill(orderId, 1, 1800)]);
}

test.each<[string, () => Order[]]>([
  ['an order at work and filled', traded],
  ['one with all that most lack', () => traded().map((order) => ({ ...order, ...UNUSUAL }))],
  ['one that was refused for its margin', () => ordersOf(new Broker(1_000n, FULL_RULES).place('BUY 2 @ 450').events)],
])('%s has the text of what the engine emits', (_which, made) => {
  const orders = made();
  expect(orders.length).toBeGreaterThan(0);
  for (const order of orders) expect(rowWriter()(orderRecord(order))).toBe(emitted(order));
});

test('the orders tried have a fee, and a refusal with dong', () => {
  expect(traded().some(({ feeVnd }) => feeVnd > 0n)).toBe(true);
  const [refused] = ordersOf(new Broker(1_000n, FULL_RULES).place('BUY 2 @ 450').events);
  expect(refused?.refusal?.code).toBe('InsufficientMargin');
});
