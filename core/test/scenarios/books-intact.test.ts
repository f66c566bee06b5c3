/** The link comes back and the exchange still has its books: its view of open orders is right. */
import { describe, expect, test } from 'vitest';
import { type Broker, CODE, CORN_MARGIN_VND, requestsOf } from '#test/scenarios/broker.ts';
import {
  cancel,
  doubts,
  full,
  HALT,
  modify,
  statusAndLots,
  waiting,
  working,
} from '#test/scenarios/foreign-exchange.ts';

describe('back with its books intact', () => {
  const VIEW = { filledLots: 0, leavesLots: 10, limitPriceTicks: 1800, duration: 'DAY' } as const;

  test('the exchange’s terms apply: a modify that it accepted while the link was down is applied', () => {
    const broker = full();
    const orderId = working(broker);
    modify(broker, orderId, 8);
    broker.do({ kind: 'loseVenue' });
    expect(broker.order(orderId).status).toBe('DISCONNECTED');
    broker.do({ kind: 'resyncVenue', epoch: 'e1', orders: [{ orderId, ...VIEW, leavesLots: 8 }] });
    expect(statusAndLots(broker, orderId)).toBe('WORKING 0/8');
    expect(broker.account().requiredVnd).toBe(8n * CORN_MARGIN_VND);
  });

  test('reports from in between are booked once: its view includes a fill reported while the link was down', () => {
    const broker = full();
    const orderId = working(broker);
    broker.do({ kind: 'loseVenue' });
    broker.fill(orderId, 4, 1800);
    broker.do({
      kind: 'resyncVenue',
      epoch: 'e1',
      orders: [{ orderId, ...VIEW, filledLots: 4, leavesLots: 6 }],
    });
    expect(statusAndLots(broker, orderId)).toBe('PARTIALLY_FILLED 4/10');
    expect(broker.account().positions.get(CODE)?.netLots).toBe(4);
  });

  test.each([
    ['by a view', (orderId: string) => ({ orders: [{ orderId, ...VIEW, filledLots: 9, leavesLots: 1 }] }), 1],
    ['by its id', (orderId: string) => ({ orderIds: [orderId] }), 0],
  ])('an order that is over with us and lives there, listed %s, is an operator’s', (_, listed, lots) => {
    const broker = full();
    const orderId = working(broker);
    broker.fill(orderId, 9, 1800);
    // Of a trade that its books do not have.
    broker.fill(orderId, 1, 1800);
    broker.do({ kind: 'loseVenue' });
    const events = broker.do({ kind: 'resyncVenue', epoch: 'e1', ...listed(orderId) });
    expect(doubts(events)).toEqual([{ why: 'stillLive', lots }]);
    expect(statusAndLots(broker, orderId)).toBe('FILLED 10/10');
  });

  test.each([
    ['by a view', { orders: [{ orderId: 'stranger', ...VIEW, leavesLots: 3 }] }, 3],
    ['by its id', { orderIds: ['stranger'] }, 0],
  ])('an order that nobody here knows, listed %s, is an operator’s', (_, listed, lots) => {
    const broker = full();
    broker.do({ kind: 'loseVenue' });
    const events = broker.do({ kind: 'resyncVenue', epoch: 'e1', ...listed });
    expect(doubts(events)).toEqual([{ why: 'notOurs', lots }]);
  });

  test.each(['lives', 'is not there'])(
    'an answer how an order stands that comes while the link is down is old: it %s, and the resync says anew',
    (how) => {
      const broker = waiting();
      const orderId = working(broker);
      cancel(broker, orderId);
      broker.wait(5_000);
      broker.do({ kind: 'loseVenue' });
      const order = how === 'lives' ? { orderId, ...VIEW } : null;
      expect(requestsOf(broker.report(orderId, { kind: 'orderStatus', order }))).toEqual([]);
      expect(broker.order(orderId).status).toBe('DISCONNECTED');
      const events = broker.do({ kind: 'resyncVenue', epoch: 'e1', orders: [{ orderId, ...VIEW }] });
      expect(requestsOf(events)).toMatchObject([{ kind: 'cancel', orderId }]);
      expect(broker.order(orderId).status).toBe('IN_CANCEL');
    },
  );

  describe('a modify to no more than is filled went to the exchange as a cancel, and the link is lost before its answer', () => {
    /** Six of ten were filled before the exchange restarted: it has the other four only. */
    function reduced(): { broker: Broker; orderId: string } {
      const broker = full();
      const orderId = working(broker);
      broker.fill(orderId, 6, 1800);
      broker.do({ kind: 'restartVenue', epoch: 'e2' });
      broker.accept(orderId);
      modify(broker, orderId, 6);
      broker.do({ kind: 'loseVenue' });
      return { broker, orderId };
    }

    test('the exchange received it: the order is filled', () => {
      const { broker, orderId } = reduced();
      broker.report(orderId, { kind: 'cancelled', reason: 'UserRequest' });
      expect(statusAndLots(broker, orderId)).toBe('FILLED 6/6');
    });

    test.each([
      ['by a view', (orderId: string) => ({ orders: [{ orderId, ...VIEW, leavesLots: 4 }] })],
      ['by its id', (orderId: string) => ({ orderIds: [orderId] })],
    ])('it has not, and lists the order %s: it is asked again, and then the order is filled', (_, listed) => {
      const { broker, orderId } = reduced();
      const events = broker.do({ kind: 'resyncVenue', epoch: 'e2', ...listed(orderId) });
      expect(requestsOf(events)).toEqual([{ kind: 'cancel', orderId, contractCode: CODE }]);
      expect(broker.order(orderId).status).toBe('IN_MODIFY');
      broker.report(orderId, { kind: 'cancelled', reason: 'UserRequest' });
      expect(statusAndLots(broker, orderId)).toBe('FILLED 6/6');
    });

    test('it has forgotten everything: there is nothing left to be sent, the order is filled', () => {
      const { broker, orderId } = reduced();
      expect(requestsOf(broker.do({ kind: 'restartVenue', epoch: 'e3' }))).toEqual([]);
      expect(statusAndLots(broker, orderId)).toBe('FILLED 6/6');
    });
  });

  test('a stop that fired meanwhile is what it became', () => {
    const broker = full();
    broker.trade('BUY 3 @ 450', 1800);
    const orderId = working(broker, 'SELL 3', {
      orderType: 'STOP_LIMIT',
      duration: 'DAY',
      stopPrice: '445',
      limitPrice: '444',
    });
    broker.do({ kind: 'loseVenue' });
    const view = { orderId, ...VIEW, leavesLots: 3, limitPriceTicks: 1776 };
    broker.do({ kind: 'resyncVenue', epoch: 'e1', orders: [view] });
    expect(broker.order(orderId).triggeredMs).not.toBeNull();
  });

  test('an order that it no longer lists is unknown, and a later reconciliation can settle it either way', () => {
    const broker = full();
    const orderId = working(broker);
    broker.do({ kind: 'loseVenue' });
    expect(doubts(broker.do({ kind: 'resyncVenue', epoch: 'e1', orders: [] }))).toEqual([
      { why: 'notListed', lots: 0 },
    ]);
    expect(broker.order(orderId).status).toBe('UNKNOWN');
    broker.do({ kind: 'loseVenue' });
    broker.do(HALT);
    broker.do({ kind: 'resyncVenue', epoch: 'e1', orders: [{ orderId, ...VIEW }] });
    expect(statusAndLots(broker, orderId)).toBe('SUSPENDED 0/10');
  });
});
