/** Money of a sub-account (docs/rules/margin-and-money.md#ledger). */
import { listTransactions } from '@mua/contract/http/transactions';
import { pageSize } from '@mua/contract/wire';
import type pg from 'pg';
import { type Bind, ok } from '#http/bind-route.ts';
import { readTransactions } from '#money/transactions.ts';

export function bindMoneyRoutes(bind: Bind, { pool }: { readonly pool: pg.Pool }): void {
  bind(listTransactions, async ({ params, query }) =>
    ok(
      await readTransactions(pool, params.accountId, { ...query, cursor: query.cursor, limit: pageSize(query.limit) }),
    ),
  );
}
