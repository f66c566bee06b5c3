/** A stop loss that comes with an entry and trails: corn of December at 450 (1800 ticks), ticks of a quarter cent. */
import { type CommandBody, restoreState, snapshotState, stateHash } from '@mua/core/engine';
import { describe, expect, test } from 'vitest';
import { AN, Broker, FULL_RULES, requestsOf } from '#test/scenarios/broker.ts';

type PlaceOrder = Extract<CommandBody, { kind: 'placeOrder' }>;

/** Two cents: eight ticks. */
const TRAIL: Partial<PlaceOrder> = { stopLossDistance: '2', trailsStop: true, exitOrderId: 'x' };

function entered(text: string, more: Partial<PlaceOrder> = {}): { broker: Broker; orderId: string } {
  const broker = new Broker(1_000_000_000n, FULL_RULES);
  broker.mark(1800);
  const { orderId } = broker.place(text, { ...TRAIL, ...more });
  broker.accept(orderId);
  return { broker, orderId };
}

const stop = (broker: Broker) => broker.conditional('x').currentStopTicks;

describe('a stop that trails from its entry', () => {
  test('stands at its distance from where the entry should fill, and follows nothing before a fill', () => {
    const { broker } = entered('BUY 2 @ 450');
    expect(broker.conditional('x')).toMatchObject({ kind: 'TPSL', stopLossTicks: null, currentStopTicks: 1792 });
    broker.mark(1840);
    expect(stop(broker)).toBe(1792);
    expect(requestsOf(broker.mark(1780))).toEqual([]);
  });

  test('begins at the fill, follows the price in its owner’s favour only, and closes what was filled', () => {
    const { broker, orderId } = entered('BUY 2 @ 450');
    broker.fill(orderId, 2, 1798);
    expect(broker.conditional('x')).toMatchObject({ initialStopTicks: 1790, currentStopTicks: 1790, armedLots: 2 });
    broker.mark(1810);
    expect(stop(broker)).toBe(1802);
    broker.mark(1804);
    expect(stop(broker)).toBe(1802);
    expect(requestsOf(broker.mark(1802))).toMatchObject([{ order: { side: 'SELL', quantityLots: 2 } }]);
    expect(broker.conditional('x')).toMatchObject({ triggeredLeg: 'TRAIL', status: 'ACTIVE', currentStopTicks: 1802 });
  });

  test('of a short trails above', () => {
    const { broker, orderId } = entered('SELL 1 @ 450');
    broker.fill(orderId, 1, 1800);
    broker.mark(1790);
    expect(stop(broker)).toBe(1798);
    expect(requestsOf(broker.mark(1798))).toMatchObject([{ order: { side: 'BUY', quantityLots: 1 } }]);
  });

  test.each([
    ['a worse average tightens it', [1790, 1800], 1787],
    ['a better one leaves it, because it never moves back', [1800, 1790], 1792],
  ])('as further parts fill: %s', (_what, [first = 0, second = 0], expected) => {
    const { broker, orderId } = entered('BUY 2 @ 450');
    broker.fill(orderId, 1, first);
    broker.fill(orderId, 1, second);
    expect(broker.conditional('x')).toMatchObject({ armedLots: 2, currentStopTicks: expected });
  });

  test('and its take profit cancel each other', () => {
    const { broker, orderId } = entered('BUY 1 @ 450', { takeProfitDistance: '10' });
    broker.fill(orderId, 1, 1800);
    expect(requestsOf(broker.mark(1840))).toHaveLength(1);
    expect(broker.conditional('x').triggeredLeg).toBe('TAKE_PROFIT');
    expect(requestsOf(broker.mark(1700))).toEqual([]);
  });

  test('moves with an entry whose price is changed before its first fill', () => {
    const { broker, orderId } = entered('BUY 1 @ 450');
    broker.do({ kind: 'modifyOrder', accountId: AN, orderId, limitPrice: '448' });
    broker.report(orderId, { kind: 'modified', quantityLots: 1, limitPriceTicks: 1792, duration: 'DAY' });
    expect(stop(broker)).toBe(1784);
  });

  test('may get another distance, or a price at which it stays', () => {
    const { broker, orderId } = entered('BUY 1 @ 450');
    broker.fill(orderId, 1, 1800);
    broker.mark(1810);
    broker.do({ kind: 'modifyConditional', accountId: AN, conditionalOrderId: 'x', trailAmount: '1' });
    expect(stop(broker)).toBe(1806);
    broker.do({ kind: 'modifyConditional', accountId: AN, conditionalOrderId: 'x', stopLoss: '451' });
    broker.mark(1830);
    expect(broker.conditional('x')).toMatchObject({ trail: null, stopLossTicks: 1804, currentStopTicks: null });
    expect(requestsOf(broker.mark(1804))).toHaveLength(1);
  });

  test('goes on after a restart', () => {
    const moments: ((broker: Broker) => unknown)[] = [
      (broker) => broker.fill('o1', 1, 1799),
      (broker) => broker.mark(1812),
      (broker) => broker.fill('o1', 1, 1800),
      (broker) => broker.mark(1804),
    ];
    for (const at of moments.keys()) {
      const [straight, restarted] = [entered('BUY 2 @ 450').broker, entered('BUY 2 @ 450').broker];
      for (const [index, moment] of moments.entries()) {
        if (index === at) Object.assign(restarted, { state: restoreState(snapshotState(restarted.state)) });
        expect(moment(restarted)).toEqual(moment(straight));
      }
      expect(stateHash(restarted.state)).toBe(stateHash(straight.state));
    }
  });

  test('without a distance is malformed', () => {
    const broker = new Broker(1_000_000_000n, FULL_RULES);
    const { events } = broker.place('BUY 1 @ 450', { stopLoss: '448', trailsStop: true, exitOrderId: 'x' });
    expect(events).toMatchObject([
      { kind: 'commandRefused', refusal: { code: 'BadRequest', facts: { field: 'trailsStop' } } },
    ]);
  });
});
