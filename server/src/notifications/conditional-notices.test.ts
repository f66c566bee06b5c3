/** What is told of conditional orders that end with their day, and whether a position is left without a stop. */
import type { CommandBody } from '@mua/core/engine';
import { describe, expect, test } from 'vitest';
import type { Notice } from '#notifications/notice.ts';
import { noticesOf } from '#notifications/notices.ts';
import { AN, Broker, CODE, FULL_RULES } from '../../../core/test/scenarios/broker.ts';

type PlaceOrder = Extract<CommandBody, { readonly kind: 'placeOrder' }>;

const TRAILING = { orderType: 'TRAILING_STOP', duration: 'DAY', isReduceOnly: true, trailAmount: '2.5' } as const;
const PAIR = { orderType: 'TPSL', duration: 'DAY', takeProfit: '460', stopLoss: '445' } as const;

/** Two lots, bought at 450. */
function long(): Broker {
  const broker = new Broker(1_000_000_000n, FULL_RULES);
  broker.trade('BUY 2 @ 450', 1800);
  return broker;
}

/** What the step tells. */
function toldBy(broker: Broker, body: CommandBody): Notice[] {
  const events = broker.do(body);
  return noticesOf({ command: { ...body, seq: broker.state.seq, timeMs: broker.timeMs }, events }, broker.state);
}

function afterTheDay(broker: Broker, nextTradeDate = '2026-11-23'): Notice[] {
  return toldBy(broker, { kind: 'endTradeDate', nextTradeDate });
}

describe('a conditional order that ends with its trade date', () => {
  test('is told with its prices, and that no stop is left', () => {
    const broker = long();
    broker.place('SELL 2', TRAILING);
    broker.mark(1804);
    expect(afterTheDay(broker)).toMatchObject([
      {
        ...{ accountId: AN, code: 'ProtectionExpired', contractCode: CODE, reason: { code: 'DayEnded', facts: {} } },
        facts: {
          ...{ contract: CODE, side: 'SELL', lots: 2, orderType: 'TRAILING_STOP' },
          ...{ stop: '448.50', takeProfit: '' },
        },
      },
    ]);
  });

  test('with its date is told with the date', () => {
    const broker = long();
    broker.place('SELL 2', { ...PAIR, duration: 'GTD', expirationDate: '2026-11-20' });
    expect(afterTheDay(broker)).toMatchObject([
      {
        code: 'ProtectionExpired',
        facts: { orderType: 'TPSL', stop: '445.00', takeProfit: '460.00' },
        reason: { code: 'DateReached', facts: { date: '2026-11-20' } },
      },
    ]);
  });

  test.each<[string, Partial<PlaceOrder>]>([
    ['an exit pair', { ...PAIR, duration: 'GTC' }],
    ['a trailing stop', { ...TRAILING, duration: 'GTC' }],
    ['a stop', { orderType: 'STOP', duration: 'GTC', stopPrice: '440' }],
  ])('leaves the position protected where %s stays', (_what, other) => {
    const broker = long();
    broker.place('SELL 2', PAIR);
    broker.place('SELL 2', other);
    expect(afterTheDay(broker).map(({ code }) => code)).toEqual(['ConditionalExpired']);
  });

  test.each<[string, string, Partial<PlaceOrder>]>([
    ['a take profit', 'SELL 2', { orderType: 'TPSL', duration: 'DAY', takeProfit: '460' }],
    ['what would have opened', 'BUY 1', { ...TRAILING, isReduceOnly: false }],
  ])('that was %s has protected nothing', (_what, text, more) => {
    const broker = long();
    broker.place(text, more);
    expect(afterTheDay(broker).map(({ code }) => code)).toEqual(['ConditionalExpired']);
  });

  test('a take profit that stays is no protection', () => {
    const broker = long();
    broker.place('SELL 2', PAIR);
    broker.place('SELL 2', { orderType: 'TPSL', duration: 'GTC', takeProfit: '460' });
    expect(afterTheDay(broker).map(({ code }) => code)).toEqual(['ProtectionExpired']);
  });
});

test('whoever cancels a conditional order is told nothing', () => {
  const broker = long();
  const { orderId } = broker.place('SELL 2', PAIR);
  expect(toldBy(broker, { kind: 'cancelConditional', accountId: AN, conditionalOrderId: orderId })).toEqual([]);
});
