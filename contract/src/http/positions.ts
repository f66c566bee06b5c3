/** Open and settled positions of a sub-account (spec 7, "Orders"). */
import { z } from 'zod';
import { openPosition, settledPosition } from '#entities/position.ts';
import { accountParams } from '#http/investors.ts';
import { defineRoute } from '#route.ts';
import { contractCode, cursor, limitText, listOf } from '#wire.ts';

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

export const listSettledPositions = defineRoute({
  method: 'GET',
  path: '/order/{accountId}/settle-positions',
  access: 'account',
  scope: 'account',
  purpose: 'Lists the settled pairs of a sub-account, last settled first.',
  params: accountParams,
  query: z.strictObject({
    contractCode: contractCode.optional(),
    cursor: cursor.optional(),
    limit: limitText.optional(),
  }),
  replies: { 200: listOf(settledPosition) },
  errors: [],
});
