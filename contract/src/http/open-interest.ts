/** The public call for open interest of the past; apart, because only charts load it. */
import { z } from 'zod';
import { defineRoute } from '#route.ts';
import { contractCode, instant, limitText, lots, tradeDate } from '#wire.ts';

export const listOpenInterest = defineRoute({
  method: 'GET',
  path: '/market/contracts/{contractCode}/open-interest',
  access: 'public',
  scope: 'market',
  purpose: 'Reads the open interest of trade dates that are over, before an instant or the newest, in order of time.',
  params: z.strictObject({ contractCode }),
  query: z.strictObject({
    /** Only dates that ended before it. */
    before: instant.optional(),
    /** Dates wanted: LIMITS.candlesDefault, at most LIMITS.candlesMax. */
    limit: limitText.optional(),
  }),
  replies: {
    200: z
      .object({
        /** As of the end of each date, which is when it is told. Empty if the exchange does not publish it. */
        items: z.array(z.object({ date: tradeDate, endedAt: instant, openInterest: lots })),
        /** `before` of the page of older dates; null if there are none. */
        nextCursor: instant.nullable(),
      })
      .meta({ id: 'OpenInterestPage' }),
  },
  errors: ['ContractNotFound'],
});
