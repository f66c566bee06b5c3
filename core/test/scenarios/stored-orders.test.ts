/** What a snapshot keeps of an order is the whole order. */
import { restoreState, snapshotState } from '@mua/core/engine';
import { expect, test } from 'vitest';
import { Broker, FULL_RULES } from '#test/scenarios/broker.ts';
import { UNUSUAL } from '#test/scenarios/unusual-order.ts';

test.each([
  ['with nothing unusual', {}],
  ['with all that is unusual', UNUSUAL],
])('an order %s comes back from a snapshot as it was', (_which, more) => {
  const broker = new Broker(1_000_000_000n, FULL_RULES);
  const { orderId } = broker.place('BUY 2 @ 450');
  broker.accept(orderId);
  const order = Object.assign(broker.order(orderId), more);
  expect(restoreState(snapshotState(broker.state)).orders.get(orderId)).toEqual(order);
});
