/**
 * A sub-account over time: its account days, and its results by commodity or by date. Weeks and months are sums of
 * days.
 */
import { z } from 'zod';
import { accountDay } from '#entities/account-day.ts';
import { profitSums } from '#entities/profit-sums.ts';
import { accountParams } from '#http/investors.ts';
import { defineRoute } from '#route.ts';
import { commodityCode, cursor, limitText, listOf, tradeDate } from '#wire.ts';

/** Both ends are included; a missing end is open. */
const range = { from: tradeDate.optional(), to: tradeDate.optional() };

export const listAccountDays = defineRoute({
  method: 'GET',
  path: '/investor/accounts/{accountId}/days',
  access: 'account',
  purpose: 'Lists the trade dates of a sub-account since its first deposit, oldest first, the running one as the last.',
  params: accountParams,
  query: z.strictObject({ ...range, cursor: cursor.optional(), limit: limitText.optional() }),
  replies: { 200: listOf(accountDay) },
  errors: [],
});

export const PROFIT_GROUPS = ['commodity', 'date'] as const;

export const profitGroup = profitSums
  .extend({
    /** Present when grouped by commodity. */
    commodityCode: commodityCode.optional(),
    /** Present when grouped by date. */
    tradeDate: tradeDate.optional(),
  })
  .meta({ id: 'ProfitGroup' });
export type ProfitGroup = z.infer<typeof profitGroup>;

const accountProfit = z
  .object({
    /** By code or by date, only those with a trade or a settled row; a date also with a service package that was paid. */
    items: z.array(profitGroup),
    /** Of all groups, and of what belongs to none of them. */
    total: profitSums,
    /** The summed dates: at most LIMITS.profitDates, the newest of the range. Null without any date. */
    from: tradeDate.nullable(),
    to: tradeDate.nullable(),
  })
  .meta({ id: 'AccountProfit' });
export type AccountProfit = z.infer<typeof accountProfit>;

export const readAccountProfit = defineRoute({
  method: 'GET',
  path: '/investor/accounts/{accountId}/profit',
  access: 'account',
  purpose: 'Sums what a sub-account earned, paid and traded in a range of trade dates, by commodity or by date.',
  params: accountParams,
  query: z.strictObject({ ...range, by: z.enum(PROFIT_GROUPS) }),
  replies: { 200: accountProfit },
  errors: [],
});
