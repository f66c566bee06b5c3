/** Seeded bugs of the exchange: it gets distorted requests, or applies other rules. */
import { addDays } from '@mua/core/values';
import type { Break } from '#test/simulator/break.ts';

export const EXCHANGE_BREAKS = {
  /** What is good till a date is good till the next. */
  'good-till-date-too-long': {
    distorted(request) {
      if (request.kind !== 'submit' || request.order.expirationDate === undefined) return request;
      return { ...request, order: { ...request.order, expirationDate: addDays(request.order.expirationDate, 1) } };
    },
  },
  /** A tick farther than 2 %, as if rounded up. */
  'collar-too-wide': { collarBasisPoints: 205 },
  /** A stop-limit becomes a market order. */
  'stop-limits-at-market': {
    distorted(request) {
      if (request.kind !== 'submit' || request.order.orderType !== 'STOP_LIMIT') return request;
      const { limitPriceTicks: _limit, ...order } = request.order;
      return { ...request, order: { ...order, orderType: 'STOP' } };
    },
  },
} as const satisfies Record<string, Break>;
