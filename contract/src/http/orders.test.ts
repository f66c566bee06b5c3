import { describe, expect, test } from 'vitest';
import { cancelOrderRequest, modifyOrderRequest, placeOrderRequest } from '#http/orders.ts';

const clientOrderId = '0190163d-8694-739b-aea5-966c26f8ad91';
const base = { clientOrderId, contractCode: 'ZCEZ26', side: 'BUY', duration: 'DAY', quantity: 2 };
const limit = { ...base, orderType: 'LIMIT', limitPrice: '457.75' };

const DECISION_QUOTE = {
  seenAt: '2026-11-20T05:00:00.000Z',
  quote: { last: '457.75', bid: '457.50', ask: null },
  quoteAgeMs: 120,
  book: { bid: { price: '457.50', lots: 3 }, ask: null },
  connections: { market: 'CONNECTED', investor: 'STALLED' },
};
const trailing = { orderType: 'TRAILING_STOP' };

/** The first field found wrong, or `ok`. */
function verdict(
  schema: typeof placeOrderRequest | typeof modifyOrderRequest | typeof cancelOrderRequest,
  body: unknown,
) {
  const read = schema.safeParse(body);
  return read.success ? 'ok' : (read.error.issues[0]?.path.join('.') ?? '');
}

describe('an order to place', () => {
  test.each([
    ['limit', limit, 'ok'],
    ['by codes', { ...limit, side: 2, orderType: 2, duration: 0 }, 'ok'],
    ['market', { ...base, orderType: 'MARKET' }, 'ok'],
    ['stop', { ...base, orderType: 'STOP', stopPrice: '450.00' }, 'ok'],
    ['stop limit', { ...limit, orderType: 'STOP_LIMIT', stopPrice: '450.00' }, 'ok'],
    ['negative price', { ...limit, limitPrice: '-37.63' }, 'ok'],
    ['good till date', { ...limit, duration: 'GTD', expirationDate: '2026-12-01' }, 'ok'],
    ['no lots is a refusal of the trade, not of the form', { ...limit, quantity: 0 }, 'ok'],
    ['limit without price', { ...base, orderType: 'LIMIT' }, 'limitPrice'],
    ['market with price', { ...limit, orderType: 'MARKET' }, 'limitPrice'],
    ['stop without price', { ...base, orderType: 'STOP' }, 'stopPrice'],
    ['limit with stop price', { ...limit, stopPrice: '450.00' }, 'stopPrice'],
    ['GTD without date', { ...limit, duration: 'GTD' }, 'expirationDate'],
    ['day with date', { ...limit, expirationDate: '2026-12-01' }, 'expirationDate'],
    ['price as number', { ...limit, limitPrice: 457.75 }, 'limitPrice'],
    ['price with exponent', { ...limit, limitPrice: '1e3' }, 'limitPrice'],
    ['price in eighths', { ...limit, limitPrice: "457'6" }, 'limitPrice'],
    ['lots as text', { ...limit, quantity: '2' }, 'quantity'],
    ['half a lot', { ...limit, quantity: 0.5 }, 'quantity'],
    ['minus zero lots', { ...limit, quantity: -0 }, 'quantity'],
    ['2^53 lots', { ...limit, quantity: 2 ** 53 }, 'quantity'],
    ['wrong id', { ...limit, clientOrderId: '1' }, 'clientOrderId'],
    ['no id', { ...limit, clientOrderId: undefined }, 'clientOrderId'],
    ['null price', { ...base, orderType: 'MARKET', limitPrice: null }, 'limitPrice'],
    ['trailing stop', { ...base, orderType: 'TRAILING_STOP', trailAmount: '2.50' }, 'ok'],
    ['trailing stop by percent, from a price', { ...base, ...trailing, trailPercent: '1.25', stopPrice: '450' }, 'ok'],
    ['trailing stop without a distance', { ...base, ...trailing }, 'trailAmount'],
    ['trailing stop with two', { ...base, ...trailing, trailAmount: '2', trailPercent: '1' }, 'trailAmount'],
    ['trailing stop with a limit', { ...limit, ...trailing, trailAmount: '2' }, 'limitPrice'],
    ['limit with a trail', { ...limit, trailAmount: '2' }, 'trailAmount'],
    ['pair', { ...base, orderType: 'TPSL', takeProfit: '460' }, 'ok'],
    ['pair without a price', { ...base, orderType: 'TPSL' }, 'takeProfit'],
    ['a stop that trails', { ...limit, stopLossDistance: '2', trailsStop: true }, 'ok'],
    ['a stop at a price that trails', { ...limit, stopLoss: '440', trailsStop: true }, 'trailsStop'],
    ['limit with its exits', { ...limit, takeProfit: '460', stopLoss: '440', isReduceOnly: false }, 'ok'],
    ['what its sender saw', { ...limit, sighting: DECISION_QUOTE }, 'ok'],
    [
      'what was not shown',
      { ...limit, sighting: { ...DECISION_QUOTE, quote: null, quoteAgeMs: null, book: null } },
      'ok',
    ],
    ['more than can be seen', { ...limit, sighting: { ...DECISION_QUOTE, screen: 'x' } }, 'sighting'],
    [
      'a time without its zone',
      { ...limit, sighting: { ...DECISION_QUOTE, seenAt: '2026-11-20T05:00' } },
      'sighting.seenAt',
    ],
    [
      'a price that is none',
      { ...limit, sighting: { ...DECISION_QUOTE, quote: { last: '1e3' } } },
      'sighting.quote.last',
    ],
    ['an age below zero', { ...limit, sighting: { ...DECISION_QUOTE, quoteAgeMs: -1 } }, 'sighting.quoteAgeMs'],
    ['unknown field', { ...limit, isForceSell: true }, ''],
    ['prototype', JSON.parse(`{"__proto__":{"x":1},"quantity":1}`), 'clientOrderId'],
    ['nothing', null, ''],
    ['list', [limit], ''],
  ])('%s', (_case, body, field) => {
    expect(verdict(placeOrderRequest, body)).toBe(field);
  });
});

describe('an order to modify or cancel', () => {
  test.each([
    ['by order id', { orderId: 'o1' }, 'ok'],
    ['by client id', { clientOrderId }, 'ok'],
    ['by both', { orderId: 'o1', clientOrderId }, 'orderId'],
    ['by neither', {}, 'orderId'],
    ['unknown field', { orderId: 'o1', accountId: 'a2' }, ''],
  ])('named %s', (_case, body, field) => {
    expect(verdict(cancelOrderRequest, body)).toBe(field);
    expect(verdict(modifyOrderRequest, body)).toBe(field);
  });

  test('new terms', () => {
    expect(verdict(modifyOrderRequest, { orderId: 'o1', quantity: 3, limitPrice: '450', duration: 1 })).toBe('ok');
    expect(verdict(modifyOrderRequest, { orderId: 'o1', side: 'SELL' })).toBe('');
  });
});
