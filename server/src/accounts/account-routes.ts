/** The acting investor's sub-accounts and their margins (docs/rules/people.md#sub-accounts). */
import { listAccountDays, readAccountProfit } from '@mua/contract/http/account-days';
import { listAccounts, listMarginStatus, readAccount, readMarginStatus } from '@mua/contract/http/investors';
import { pageSize } from '@mua/contract/wire';
import type pg from 'pg';
import { readAccountDays } from '#accounts/account-days.ts';
import { type AccountRecord, readAccountRecord, readAccountRecords } from '#accounts/account-records.ts';
import { marginEntryOf, marginStatusOf, overviewOf, type Valuation } from '#accounts/margin-status.ts';
import { readProfit } from '#accounts/profit-sums.ts';
import { type Actor, ownsAccount } from '#http/actor.ts';
import { type Bind, ok } from '#http/bind-route.ts';
import { replyError } from '#refusals/reply-error.ts';

export function bindAccountRoutes(bind: Bind, deps: { readonly pool: pg.Pool; readonly valuation: Valuation }): void {
  const { pool, valuation } = deps;

  /** The records of all sub-accounts that the actor may see. */
  async function recordsOf(actor: Actor): Promise<AccountRecord[]> {
    const records = await readAccountRecords(pool, actor.investorId, valuation.tradeDateSeq());
    return records.filter(({ accountId }) => ownsAccount(actor, accountId, actor.investorId));
  }

  bind(listAccounts, async ({ actor }) => {
    const records = await recordsOf(actor);
    return ok({ items: records.map((record) => overviewOf(record, actor.fullName, valuation)), nextCursor: null });
  });
  bind(readAccount, async ({ actor, params }) => {
    const record = await readAccountRecord(pool, params.accountId, valuation.tradeDateSeq());
    if (!record) throw replyError('NotFound', {});
    return ok(overviewOf(record, actor.fullName, valuation));
  });
  bind(listAccountDays, async ({ params, query: { from, to, cursor, limit } }) => {
    const query = { from, to, cursor, limit: pageSize(limit) };
    const days = await readAccountDays(pool, params.accountId, { query, valuation });
    if (!days) throw replyError('NotFound', {});
    return ok(days);
  });
  bind(readAccountProfit, async ({ params, query }) =>
    ok(await readProfit(pool, params.accountId, { query, state: valuation.state })),
  );
  bind(listMarginStatus, async ({ actor }) => {
    const records = await recordsOf(actor);
    return ok({ items: records.map((record) => marginEntryOf(record, valuation)), nextCursor: null });
  });
  bind(readMarginStatus, async ({ params }) => {
    const record = await readAccountRecord(pool, params.accountId, valuation.tradeDateSeq());
    if (!record) throw replyError('MarginStatusNotFound', {});
    return ok(marginStatusOf(record, valuation));
  });
}
