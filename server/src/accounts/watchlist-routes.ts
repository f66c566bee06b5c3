/** Named lists of contracts (contract/http/watchlists): one row per list, so that each change is one statement. */
import { randomBytes } from 'node:crypto';
import {
  addToWatchlist,
  arrangeWatchlist,
  createWatchlist,
  deleteWatchlist,
  listWatchlists,
  removeFromWatchlist,
  renameWatchlist,
  type Watchlist,
} from '@mua/contract/http/watchlists';
import { LIMITS } from '@mua/contract/limits';
import type pg from 'pg';
import type { KeyedMutex } from '#ground/keyed-mutex.ts';
import { type Bind, ok } from '#http/bind-route.ts';
import { type ReplyError, replyError } from '#refusals/reply-error.ts';

interface Row {
  readonly watchlist_id: string;
  readonly name: string;
  readonly contract_codes: string[];
}

const COLUMNS = 'watchlist_id, name, contract_codes';

export function bindWatchlistRoutes(
  bind: Bind,
  deps: {
    readonly pool: pg.Pool;
    readonly isListed: (contractCode: string) => boolean;
    readonly exclusively: KeyedMutex;
  },
): void {
  const { pool, isListed, exclusively } = deps;

  /** Runs a statement about one list of one account; a duplicate name is reported as such. */
  async function one(text: string, values: readonly unknown[], name = ''): Promise<Watchlist | undefined> {
    try {
      const found = await pool.query<Row>(`${text} returning ${COLUMNS}`, [...values]);
      return found.rows.map(watchlistOf)[0];
    } catch (error) {
      throw isDuplicate(error) ? replyError('WatchlistNameTaken', { name }) : error;
    }
  }

  async function listsOf(accountId: string): Promise<Watchlist[]> {
    const found = await pool.query<Row>(`select ${COLUMNS} from watchlist where account_id = $1 order by position`, [
      accountId,
    ]);
    return found.rows.map(watchlistOf);
  }

  bind(listWatchlists, async ({ params }) => ok({ items: await listsOf(params.accountId), nextCursor: null }));
  bind(createWatchlist, ({ params: { accountId }, body: { name, contractCodes = [] } }) =>
    exclusively(accountId, async () => {
      const codes = [...new Set(contractCodes)];
      for (const code of codes) if (!isListed(code)) throw replyError('ContractNotFound', { code });
      const max = LIMITS.watchlists;
      if ((await listsOf(accountId)).length >= max) throw replyError('TooManyWatchlists', { max });
      const values = [randomBytes(12).toString('base64url'), accountId, name, codes];
      const text = 'insert into watchlist (watchlist_id, account_id, name, contract_codes) values ($1, $2, $3, $4)';
      return { status: 201 as const, body: orMissing(await one(text, values, name)) };
    }),
  );
  bind(renameWatchlist, async ({ params: { accountId, watchlistId }, body: { name } }) =>
    ok(orMissing(await one(`update watchlist set name = $3 where ${MINE}`, [accountId, watchlistId, name], name))),
  );
  bind(arrangeWatchlist, async ({ params: { accountId, watchlistId }, body: { contractCodes } }) =>
    ok(orMissing(await one(ARRANGE, [accountId, watchlistId, [...new Set(contractCodes)]]))),
  );
  bind(addToWatchlist, ({ params: { accountId, watchlistId }, body: { contractCode } }) =>
    exclusively(accountId, async () => {
      if (!isListed(contractCode)) throw replyError('ContractNotFound', { code: contractCode });
      const list = orMissing((await listsOf(accountId)).find((each) => each.watchlistId === watchlistId));
      if (list.contractCodes.includes(contractCode)) return ok(list);
      const max = LIMITS.watchlistContracts;
      if (list.contractCodes.length >= max) throw replyError('WatchlistFull', { max });
      const text = `update watchlist set contract_codes = array_append(contract_codes, $3) where ${MINE}`;
      return ok(orMissing(await one(text, [accountId, watchlistId, contractCode])));
    }),
  );
  bind(removeFromWatchlist, async ({ params: { accountId, watchlistId, contractCode } }) => {
    const text = `update watchlist set contract_codes = array_remove(contract_codes, $3) where ${MINE}`;
    return ok(orMissing(await one(text, [accountId, watchlistId, contractCode])));
  });
  bind(deleteWatchlist, async ({ params: { accountId, watchlistId } }) => {
    await pool.query(`delete from watchlist where ${MINE}`, [accountId, watchlistId]);
    return ok({ watchlistId });
  });
}

const MINE = 'account_id = $1 and watchlist_id = $2';

/** Only reorders: unknown codes are skipped, codes that are not named follow the others. */
const ARRANGE = `
  update watchlist set contract_codes = array(
    select code from unnest(contract_codes) with ordinality as listed(code, place)
    order by array_position($3::text[], code) nulls last, place)
  where ${MINE}`;

function orMissing(list: Watchlist | undefined): Watchlist {
  if (!list) throw missing();
  return list;
}

function missing(): ReplyError {
  return replyError('WatchlistNotFound', {});
}

function isDuplicate(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === '23505';
}

function watchlistOf({ watchlist_id: watchlistId, name, contract_codes: contractCodes }: Row): Watchlist {
  return { watchlistId, name, contractCodes };
}
