/** The acting investor's sub-accounts and their margins (spec 7, "Accounts"). */
import { listAccounts, listMarginStatus, readAccount, readMarginStatus } from '@mua/contract/http/investors';
import type pg from 'pg';
import { type Bind, ok } from '#http/bind-route';
import { replyError } from '#http/reply-error';
import { readAccountRecord, readAccountRecords } from './account-records.ts';
import { marginEntryOf, marginStatusOf, overviewOf, type Valuation } from './margin-status.ts';

export function bindAccountRoutes(bind: Bind, deps: { readonly pool: pg.Pool; readonly valuation: Valuation }): void {
  const { pool, valuation } = deps;

  bind(listAccounts, async ({ actor }) => {
    const records = await readAccountRecords(pool, actor.investorId, valuation.tradeDateSeq());
    return ok({ items: records.map((record) => overviewOf(record, actor.fullName, valuation)), nextCursor: null });
  });
  bind(readAccount, async ({ actor, params }) => {
    const record = await readAccountRecord(pool, params.accountId, valuation.tradeDateSeq());
    if (!record) throw replyError('NotFound', {});
    return ok(overviewOf(record, actor.fullName, valuation));
  });
  bind(listMarginStatus, async ({ actor }) => {
    const records = await readAccountRecords(pool, actor.investorId, valuation.tradeDateSeq());
    return ok({ items: records.map((record) => marginEntryOf(record, valuation)), nextCursor: null });
  });
  bind(readMarginStatus, async ({ params }) => {
    const record = await readAccountRecord(pool, params.accountId, valuation.tradeDateSeq());
    if (!record) throw replyError('MarginStatusNotFound', {});
    return ok(marginStatusOf(record, valuation));
  });
}
