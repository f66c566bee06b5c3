/**
 * A sub-account that was opened before its owner's papers were signed: it sees everything and orders nothing until it
 * is activated.
 */
import { describe, expect, test } from 'vitest';
import { Broker } from '#test/scenarios/broker.ts';

const CHAU = 'chau-1';

function order(broker: Broker, orderId: string) {
  return broker.place('BUY 1 @ 450', { accountId: CHAU, orderId }).events;
}

describe('activation', () => {
  test('takes orders from the next command on, and tells the account once', () => {
    const broker = new Broker();
    broker.open(CHAU, 1_000_000_000n, false);
    expect(order(broker, 'early')).toMatchObject([
      { kind: 'commandRefused', refusal: { code: 'InvestorTradingAccountNotAllowed' } },
    ]);
    expect(broker.do({ kind: 'activateAccount', accountId: CHAU })).toMatchObject([
      { kind: 'accountChanged', figures: { accountId: CHAU, isActivated: true } },
    ]);
    order(broker, 'later');
    expect(broker.state.orders.get('later')).toMatchObject({ refusal: null, status: 'IN_TRANSIT' });
  });

  test('again is no mistake and no news', () => {
    const broker = new Broker();
    broker.open(CHAU, 0n, false);
    broker.do({ kind: 'activateAccount', accountId: CHAU });
    expect(broker.do({ kind: 'activateAccount', accountId: CHAU })).toEqual([]);
  });

  test('nobody activates an account that is not there', () => {
    expect(() => new Broker().do({ kind: 'activateAccount', accountId: CHAU })).toThrow();
  });
});
