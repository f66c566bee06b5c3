/** Late, duplicate and out-of-order answers, and unsolicited acts of the exchange. */
import { describe, expect, test } from 'vitest';
import { AN, type Broker, CORN_MARGIN_VND, requestsOf } from '#test/scenarios/broker.ts';
import {
  cancel,
  doubts,
  full,
  idsOf,
  modify,
  statusAndLots,
  waiting,
  working,
} from '#test/scenarios/foreign-exchange.ts';

describe('answers late, twice and out of order', () => {
  test('ids are made from the step that asked', () => {
    const broker = full();
    const { events } = broker.place('BUY 2 @ 450');
    expect(idsOf(events)).toEqual([`${broker.state.seq}-1`]);
    const both = [working(broker), working(broker)];
    const cancels = broker.do({ kind: 'cancelOrders', accountId: AN });
    expect(idsOf(cancels)).toEqual(both.map((_, index) => `${broker.state.seq}-${index + 1}`));
  });

  test('the refusal of an earlier modify does not undo a later one', () => {
    const broker = full();
    const orderId = working(broker);
    const ask = (lots: number): string =>
      idsOf(broker.do({ kind: 'modifyOrder', accountId: AN, orderId, quantityLots: lots }))[0] ?? '';
    const first = ask(8);
    broker.report(orderId, { kind: 'modifyRejected', reason: 'TooLate', requestId: first });
    const second = ask(6);
    expect(broker.report(orderId, { kind: 'modifyRejected', reason: 'TooLate', requestId: first })).toMatchObject([
      { kind: 'reportDropped', why: 'notAsked' },
    ]);
    expect(statusAndLots(broker, orderId)).toBe('IN_MODIFY 0/10');
    const terms = { quantityLots: 6, limitPriceTicks: 1800, duration: 'DAY' } as const;
    broker.report(orderId, { kind: 'modified', ...terms, requestId: second });
    expect(statusAndLots(broker, orderId)).toBe('WORKING 0/6');
  });

  /** Five seconds after a modify without an answer the exchange was asked how the order stands. */
  function questioned(): { broker: Broker; orderId: string; modifyId: string; statusId: string } {
    const broker = waiting();
    const orderId = working(broker);
    const [modifyId = ''] = idsOf(modify(broker, orderId, 8));
    const [statusId = ''] = idsOf(broker.wait(5_000));
    return { broker, orderId, modifyId, statusId };
  }

  const TERMS = { limitPriceTicks: 1800, duration: 'DAY' } as const;

  test('a report of the order from before a later change does not undo the change', () => {
    const { broker, orderId, modifyId, statusId } = questioned();
    broker.report(orderId, { kind: 'modified', quantityLots: 8, ...TERMS, requestId: modifyId });
    const [later = ''] = idsOf(modify(broker, orderId, 12));
    broker.report(orderId, { kind: 'modified', quantityLots: 12, ...TERMS, requestId: later });
    const order = { orderId, filledLots: 0, leavesLots: 8, ...TERMS };
    expect(broker.report(orderId, { kind: 'orderStatus', order, requestId: statusId })).toMatchObject([
      { kind: 'reportDropped', why: 'notAsked' },
    ]);
    expect(statusAndLots(broker, orderId)).toBe('WORKING 0/12');
  });

  test('the answer to a change that a view has settled does not undo a later change', () => {
    const { broker, orderId, modifyId, statusId } = questioned();
    const order = { orderId, filledLots: 0, leavesLots: 8, ...TERMS };
    broker.report(orderId, { kind: 'orderStatus', order, requestId: statusId });
    const [later = ''] = idsOf(modify(broker, orderId, 12));
    broker.report(orderId, { kind: 'modified', quantityLots: 12, ...TERMS, requestId: later });
    expect(broker.report(orderId, { kind: 'modified', quantityLots: 8, ...TERMS, requestId: modifyId })).toMatchObject([
      { kind: 'reportDropped', why: 'notAsked' },
    ]);
    expect(statusAndLots(broker, orderId)).toBe('WORKING 0/12');
  });

  test('a change that was taken leaves nothing to be said of the ones before it', () => {
    const { broker, orderId, modifyId } = questioned();
    broker.wait(5_000);
    expect(broker.order(orderId).status).toBe('UNKNOWN');
    broker.fill(orderId, 1, 1800);
    const [later = ''] = idsOf(modify(broker, orderId, 12));
    broker.report(orderId, { kind: 'modified', quantityLots: 12, ...TERMS, requestId: later });
    expect(statusAndLots(broker, orderId)).toBe('PARTIALLY_FILLED 1/12');
    expect(broker.report(orderId, { kind: 'modified', quantityLots: 8, ...TERMS, requestId: modifyId })).toMatchObject([
      { kind: 'reportDropped', why: 'notAsked' },
    ]);
    expect(statusAndLots(broker, orderId)).toBe('PARTIALLY_FILLED 1/12');
  });

  test('a fill reported before an older view of the order is not requested again', () => {
    const { broker, orderId, statusId } = questioned();
    broker.fill(orderId, 3, 1800);
    const order = { orderId, filledLots: 0, leavesLots: 8, ...TERMS };
    expect(doubts(broker.report(orderId, { kind: 'orderStatus', order, requestId: statusId }))).toEqual([]);
    expect(statusAndLots(broker, orderId)).toBe('PARTIALLY_FILLED 3/8');
  });

  test('a stop that was never acknowledged and has fired is at the exchange', () => {
    const broker = full();
    const { orderId } = broker.place('BUY 2', {
      ...{ orderType: 'STOP_LIMIT', duration: 'DAY', stopPrice: '455', limitPrice: '456' },
    });
    broker.report(orderId, { kind: 'triggered', priceTicks: 1820 });
    expect(broker.order(orderId)).toMatchObject({ status: 'WORKING', openRequests: [] });
    expect(broker.order(orderId).triggeredMs).not.toBeNull();
  });

  test('terms that the exchange has set by itself hold', () => {
    const broker = full();
    const orderId = working(broker);
    broker.report(orderId, { kind: 'modified', quantityLots: 6, limitPriceTicks: 1796, duration: 'DAY' });
    expect(broker.order(orderId)).toMatchObject({ status: 'WORKING', quantityLots: 6, limitPriceTicks: 1796 });
    expect(broker.account().requiredVnd).toBe(6n * CORN_MARGIN_VND);
  });

  test('while a modify has no answer, terms of the exchange’s own leave it unanswered', () => {
    const broker = full();
    const orderId = working(broker);
    modify(broker, orderId, 8);
    const terms = { quantityLots: 9, limitPriceTicks: 1796, duration: 'DAY' } as const;
    broker.report(orderId, { kind: 'modified', ...terms, requestId: 'of nobody' });
    expect(statusAndLots(broker, orderId)).toBe('IN_MODIFY 0/9');
  });

  test('an order that the exchange ends by itself says so, in its words', () => {
    const broker = full();
    const orderId = working(broker);
    broker.report(orderId, { kind: 'cancelled', reason: 'ExchangeCancelled', text: 'Kill switch' });
    expect(broker.order(orderId)).toMatchObject({
      status: 'CANCELLED',
      reason: 'ExchangeCancelled',
      exchangeReason: 'Kill switch',
    });
  });

  test('a cancel refused as unknown order causes a status request', () => {
    const broker = full();
    const orderId = working(broker);
    cancel(broker, orderId);
    const events = broker.report(orderId, { kind: 'cancelRejected', reason: 'UnknownOrder' });
    expect(requestsOf(events)).toMatchObject([{ kind: 'status', orderId }]);
    broker.report(orderId, { kind: 'orderStatus', order: null });
    expect(broker.order(orderId).status).toBe('UNKNOWN');
  });

  test('after a restart, a modify to no more than was filled before it cancels the rest: the order is filled', () => {
    const broker = full();
    const orderId = working(broker);
    broker.fill(orderId, 6, 1800);
    broker.do({ kind: 'restartVenue', epoch: 'e2' });
    broker.accept(orderId);
    const asked = requestsOf(broker.do({ kind: 'modifyOrder', accountId: AN, orderId, quantityLots: 6 }));
    expect(asked).toMatchObject([{ kind: 'cancel', orderId }]);
    broker.report(orderId, { kind: 'cancelled', reason: 'UserRequest' });
    expect(statusAndLots(broker, orderId)).toBe('FILLED 6/6');
  });
});
