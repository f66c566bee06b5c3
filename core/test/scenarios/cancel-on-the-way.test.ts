/** The cancel of an order in transit is a wish until the exchange has acknowledged the order. */
import type { EngineEvent } from '@mua/core/engine';
import { describe, expect, test } from 'vitest';
import { AN, type Broker, CODE, requestsOf } from '#test/scenarios/broker.ts';
import { cancel, full, statusAndLots } from '#test/scenarios/foreign-exchange.ts';

describe('cancelled while it is on its way', () => {
  test.each<[string, (broker: Broker, orderId: string) => EngineEvent[]]>([
    ['by its owner', cancel],
    ['with all others', (broker) => broker.do({ kind: 'cancelOrders', accountId: AN })],
  ])('%s: the wish is kept, and asked for on the acknowledgement', (_, wish) => {
    const broker = full();
    const { orderId } = broker.place('BUY 2 @ 440');
    const events = wish(broker, orderId);
    expect(requestsOf(events)).toEqual([]);
    expect(events.filter(({ kind }) => kind === 'orderChanged')).toHaveLength(1);
    expect(broker.order(orderId)).toMatchObject({ status: 'IN_TRANSIT', cancelWish: 'UserRequest' });
    expect(requestsOf(broker.report(orderId, { kind: 'accepted' }))).toMatchObject([{ kind: 'cancel', orderId }]);
    broker.report(orderId, { kind: 'cancelled', reason: 'UserRequest' });
    expect(broker.order(orderId)).toMatchObject({ status: 'CANCELLED', reason: 'UserRequest' });
  });

  test('asked twice it is refused the second time', () => {
    const broker = full();
    const { orderId } = broker.place('BUY 2 @ 440');
    cancel(broker, orderId);
    expect(cancel(broker, orderId)).toMatchObject([{ refusal: { code: 'OrderCancelNotAllowed' } }]);
  });

  test('a fill acknowledges it too', () => {
    const broker = full();
    const { orderId } = broker.place('BUY 2 @ 450');
    cancel(broker, orderId);
    expect(requestsOf(broker.fill(orderId, 1, 1800))).toMatchObject([{ kind: 'cancel' }]);
    expect(statusAndLots(broker, orderId)).toBe('IN_CANCEL 1/2');
  });

  test('the link is lost before the acknowledgement: found again it is cancelled, never arrived it is gone', () => {
    for (const listed of [true, false]) {
      const broker = full();
      const { orderId } = broker.place('BUY 2 @ 440');
      cancel(broker, orderId);
      broker.do({ kind: 'loseVenue' });
      const view = { orderId, filledLots: 0, leavesLots: 2, limitPriceTicks: 1760, duration: 'DAY' } as const;
      const events = broker.do({ kind: 'resyncVenue', epoch: 'e1', orders: listed ? [view] : [] });
      expect(requestsOf(events).map(({ kind }) => kind)).toEqual(listed ? ['cancel'] : []);
      expect(broker.order(orderId).status).toBe(listed ? 'IN_CANCEL' : 'CANCELLED');
    }
  });

  test('go flat waits for it, and closes the lots that were asked for', () => {
    const broker = full();
    broker.trade('BUY 3 @ 450', 1800);
    const { orderId } = broker.place('BUY 2 @ 450');
    const ids = { accountId: AN, orderId: 'flat', clientOrderId: 'flat', contractCode: CODE };
    expect(requestsOf(broker.do({ kind: 'liquidateContract', ...ids, goFlat: true }))).toEqual([]);
    broker.fill(orderId, 1, 1800);
    const events = broker.report(orderId, { kind: 'cancelled', reason: 'UserRequest' });
    expect(requestsOf(events)).toMatchObject([{ kind: 'submit', order: { side: 'SELL', quantityLots: 3 } }]);
  });
});
