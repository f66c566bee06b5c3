/** Every change of a sub-account's cash (docs/rules/margin-and-money.md#ledger), newest first. */
import { z } from 'zod';
import { TRANSACTION_TYPES, transaction } from '#entities/transaction.ts';
import { accountParams } from '#http/investors.ts';
import { defineRoute } from '#route.ts';
import { cursor, limitText, listOf, tradeDate } from '#wire.ts';

export const listTransactions = defineRoute({
  method: 'GET',
  path: '/investor/accounts/{accountId}/transactions',
  access: 'account',
  purpose: 'Lists the changes of a sub-account’s cash, newest first, each with the cash after it.',
  params: accountParams,
  /** Of one type, and of days in Vietnam; both ends are included. */
  query: z.strictObject({
    type: z.enum(TRANSACTION_TYPES).optional(),
    from: tradeDate.optional(),
    to: tradeDate.optional(),
    cursor: cursor.optional(),
    limit: limitText.optional(),
  }),
  replies: { 200: listOf(transaction) },
  errors: [],
});
