/** A halt of the exchange outlasts the answers received in it. */
import { describe, expect, test } from 'vitest';
import type { Broker } from '#test/scenarios/broker.ts';
import { cancel, full, HALT, modify, OPEN, statusAndLots, working } from '#test/scenarios/foreign-exchange.ts';

describe('a halt outlives the answers that come in it', () => {
  test.each<[string, (broker: Broker, orderId: string) => void, string]>([
    [
      'a modify that was asked after it is refused',
      (broker, orderId) => {
        broker.fill(orderId, 4, 1800);
        broker.do(HALT);
        modify(broker, orderId, 8);
        broker.report(orderId, { kind: 'modifyRejected', reason: 'MarketClosed' });
      },
      'SUSPENDED 4/10',
    ],
    [
      'a modify that was under way is taken, and the cancel after it refused',
      (broker, orderId) => {
        broker.do(HALT);
        modify(broker, orderId, 8);
        cancel(broker, orderId);
        broker.report(orderId, { kind: 'modified', quantityLots: 8, limitPriceTicks: 1800, duration: 'DAY' });
        broker.report(orderId, { kind: 'cancelRejected', reason: 'TooLate' });
      },
      'SUSPENDED 0/8',
    ],
    [
      'a modify was under way when it came: the order keeps its status until the answer',
      (broker, orderId) => {
        modify(broker, orderId, 8);
        broker.do(HALT);
        expect(statusAndLots(broker, orderId)).toBe('IN_MODIFY 0/10');
        broker.report(orderId, { kind: 'modified', quantityLots: 8, limitPriceTicks: 1800, duration: 'DAY' });
      },
      'SUSPENDED 0/8',
    ],
    [
      'a fill crosses it',
      (broker, orderId) => {
        broker.do(HALT);
        broker.fill(orderId, 3, 1800);
      },
      'SUSPENDED 3/10',
    ],
  ])('%s', (_, play, expected) => {
    const broker = full();
    const orderId = working(broker);
    play(broker, orderId);
    expect(statusAndLots(broker, orderId)).toBe(expected);
    broker.do(OPEN);
    expect(broker.order(orderId).status).toBe(broker.order(orderId).filledLots > 0 ? 'PARTIALLY_FILLED' : 'WORKING');
  });

  test('an order that is acknowledged in it is suspended', () => {
    const broker = full();
    const { orderId } = broker.place('BUY 10 @ 450');
    broker.do(HALT);
    broker.accept(orderId);
    expect(statusAndLots(broker, orderId)).toBe('SUSPENDED 0/10');
  });
});
