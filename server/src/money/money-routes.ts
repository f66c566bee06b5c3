/** Money of a sub-account (docs/rules/margin-and-money.md#ledger). */
import { listTransactions } from '@mua/contract/http/transactions';
import { pageSize } from '@mua/contract/wire';
import { type Bind, ok } from '#http/bind-route.ts';
import { readTransactions, type TransactionsDeps } from '#money/transactions.ts';

export function bindMoneyRoutes(bind: Bind, deps: TransactionsDeps): void {
  bind(listTransactions, async ({ params, query }) =>
    ok(
      await readTransactions(deps, params.accountId, { ...query, cursor: query.cursor, limit: pageSize(query.limit) }),
    ),
  );
}
