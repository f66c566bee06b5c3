import { describe, expect, expectTypeOf, test } from 'vitest';
import type { z } from 'zod';
import type { Order } from '#entities/order.ts';
import { listCandles } from '#http/market.ts';
import { type OrderReply, placeOrder, type placeOrderRequest, type readOrderByClientId } from '#http/orders.ts';
import { readLive } from '#http/system.ts';
import {
  addressOf,
  type BodyOf,
  colonPathOf,
  errorsOf,
  type ParamsOf,
  pathOf,
  type QueryOf,
  type ReplyOf,
  replySchemas,
  type StatusReplyOf,
} from '#route.ts';

describe('addresses', () => {
  test('are under the API base, parameters in braces or colons', () => {
    expect(pathOf(placeOrder)).toBe('/api/order/{accountId}/place');
    expect(colonPathOf(placeOrder)).toBe('/api/order/:accountId/place');
    expect(pathOf(readLive)).toBe('/health/live');
  });

  test('encode what they are given and leave out what is undefined', () => {
    expect(
      addressOf(listCandles, {
        params: { contractCode: 'ZCE/Z26' },
        query: { interval: '1m', before: '2026-11-20T05:31:07.250Z', limit: undefined },
      }),
    ).toBe('/api/market/contracts/ZCE%2FZ26/candles?interval=1m&before=2026-11-20T05%3A31%3A07.250Z');
  });

  test('need every parameter', () => {
    expect(() => addressOf(placeOrder)).toThrow('accountId');
  });
});

describe('replies', () => {
  test('list errors of the route, of its access and of every route', () => {
    const codes = errorsOf(placeOrder);
    for (const code of ['InsufficientMargin', 'ACCOUNT_MISMATCH', 'Unauthorized', 'Forbidden', 'NotFound'] as const) {
      expect(codes).toContain(code);
    }
    expect(new Set(codes).size).toBe(codes.length);
    expect(errorsOf(readLive)).not.toContain('Unauthorized');
  });

  test('have a schema for every status', () => {
    expect(Object.keys(replySchemas(placeOrder)).map(Number)).toEqual([
      200, 201, 400, 401, 403, 404, 409, 413, 421, 422, 429, 500, 502, 503, 504,
    ]);
  });
});

test('a definition types its handler and its call', () => {
  expectTypeOf<ParamsOf<typeof placeOrder>>().toEqualTypeOf<{ accountId: string }>();
  expectTypeOf<BodyOf<typeof placeOrder>>().toEqualTypeOf<z.infer<typeof placeOrderRequest>>();
  expectTypeOf<QueryOf<typeof placeOrder>>().toEqualTypeOf<undefined>();
  expectTypeOf<ReplyOf<typeof readOrderByClientId>>().toEqualTypeOf<Order>();
  expectTypeOf<ReplyOf<typeof placeOrder>>().toEqualTypeOf<OrderReply>();
  expectTypeOf<StatusReplyOf<typeof placeOrder>['status']>().toEqualTypeOf<200 | 201>();
});
