/** Open and settled positions of a sub-account (docs/rules/entities.md#position). */
import { z } from 'zod';
import { openPosition, settledPosition } from '#entities/position.ts';
import { accountParams } from '#http/investors.ts';
import { defineRoute } from '#route.ts';
import { contractCode, count, countedListOf, currencyText, cursor, limitText, listOf, moneyText } from '#wire.ts';

export const listOpenPositions = defineRoute({
  method: 'GET',
  path: '/order/{accountId}/open-positions',
  access: 'account',
  scope: 'account',
  purpose: 'Lists the open positions of a sub-account by contract code, all in one page.',
  params: accountParams,
  replies: { 200: listOf(openPosition) },
  errors: [],
});

/** Over every round turn of the list, whatever the page; in USD those of contracts in USD. */
const settledSums = z.object({ actualProfitVnd: moneyText, actualProfitUsd: currencyText }).meta({ id: 'SettledSums' });

const settledPage = countedListOf(settledPosition)
  .extend({
    /** Round turns of the sub-account in contracts other than the requested one. */
    hidden: count,
    sums: settledSums,
  })
  .meta({ id: 'SettledPage' });
export type SettledPage = z.infer<typeof settledPage>;

export const listSettledPositions = defineRoute({
  method: 'GET',
  path: '/order/{accountId}/settle-positions',
  access: 'account',
  scope: 'account',
  purpose: 'Lists the settled pairs of a sub-account, last settled first, with count and sums of the whole list.',
  params: accountParams,
  query: z.strictObject({
    contractCode: contractCode.optional(),
    cursor: cursor.optional(),
    limit: limitText.optional(),
  }),
  replies: { 200: settledPage },
  errors: [],
});
