/** The favourite contracts of a sub-account (docs/rules/entities.md#favourites). */

import { addWish, listWishes, removeWish, type Wish } from '@mua/contract/http/wishlist';
import { LIMITS } from '@mua/contract/limits';
import type pg from 'pg';
import { type Bind, ok } from '#http/bind-route.ts';
import { replyError } from '#refusals/reply-error.ts';

export function bindWishlistRoutes(
  bind: Bind,
  deps: { readonly pool: pg.Pool; readonly isListed: (contractCode: string) => boolean },
): void {
  const { pool, isListed } = deps;

  bind(listWishes, async ({ params }) => ok({ items: await wishesOf(pool, params.accountId), nextCursor: null }));
  bind(addWish, async ({ params, body }) => {
    const { contractCode } = body;
    if (!isListed(contractCode)) throw replyError('ContractNotFound', { code: contractCode });
    const added = await add(pool, params.accountId, contractCode);
    return added ? { status: 201 as const, body: { contractCode } } : ok({ contractCode });
  });
  bind(removeWish, async ({ params }) => {
    const { accountId, contractCode } = params;
    await pool.query('delete from wishlist where account_id = $1 and contract_code = $2', [accountId, contractCode]);
    return ok({ contractCode });
  });
}

async function wishesOf(pool: pg.Pool, accountId: string): Promise<Wish[]> {
  const found = await pool.query<{ contract_code: string }>(
    `select contract_code from wishlist where account_id = $1 order by position limit ${LIMITS.wishlistMax}`,
    [accountId],
  );
  return found.rows.map((row) => ({ contractCode: row.contract_code }));
}

/** True if it was added. Only listed contracts are accepted, which bounds the list. */
async function add(pool: pg.Pool, accountId: string, contractCode: string): Promise<boolean> {
  const added = await pool.query(
    'insert into wishlist (account_id, contract_code) values ($1, $2) on conflict do nothing',
    [accountId, contractCode],
  );
  return added.rowCount === 1;
}
