/** Named lists of contracts of a sub-account, besides the specification's favourites. */
import { z } from 'zod';
import { accountParams } from '#http/investors.ts';
import { LIMITS } from '#limits.ts';
import { defineRoute } from '#route.ts';
import { contractCode, listOf, opaqueId, ownWords } from '#wire.ts';

export const watchlist = z
  .object({
    watchlistId: opaqueId,
    name: z.string(),
    /** In the investor's order. */
    contractCodes: z.array(contractCode),
  })
  .meta({ id: 'Watchlist' });
export type Watchlist = z.infer<typeof watchlist>;

const name = ownWords(LIMITS.watchlistNameMax).min(1);
const listParams = z.strictObject({ accountId: opaqueId, watchlistId: opaqueId });
const codes = z.array(contractCode).max(LIMITS.watchlistContracts);

export const listWatchlists = defineRoute({
  method: 'GET',
  path: '/market/{accountId}/watchlists',
  access: 'account',
  purpose: 'Lists the watchlists of a sub-account with their contracts, oldest first, all in one page.',
  params: accountParams,
  replies: { 200: listOf(watchlist) },
  errors: [],
});

export const createWatchlist = defineRoute({
  method: 'POST',
  path: '/market/{accountId}/watchlists',
  access: 'account',
  audit: 'none',
  purpose: 'Creates a watchlist, empty or with contracts.',
  params: accountParams,
  body: z.strictObject({ name, contractCodes: codes.optional() }),
  replies: { 201: watchlist },
  errors: ['WatchlistNameTaken', 'TooManyWatchlists', 'ContractNotFound'],
});

export const renameWatchlist = defineRoute({
  method: 'POST',
  path: '/market/{accountId}/watchlists/{watchlistId}/rename',
  access: 'account',
  audit: 'none',
  purpose: 'Renames a watchlist.',
  params: listParams,
  body: z.strictObject({ name }),
  replies: { 200: watchlist },
  errors: ['WatchlistNotFound', 'WatchlistNameTaken'],
});

export const arrangeWatchlist = defineRoute({
  method: 'POST',
  path: '/market/{accountId}/watchlists/{watchlistId}/arrange',
  access: 'account',
  audit: 'none',
  purpose: 'Puts the contracts of a watchlist in this order; one that is not named keeps its place behind them.',
  params: listParams,
  body: z.strictObject({ contractCodes: codes }),
  replies: { 200: watchlist },
  errors: ['WatchlistNotFound'],
});

export const addToWatchlist = defineRoute({
  method: 'POST',
  path: '/market/{accountId}/watchlists/{watchlistId}/contracts',
  access: 'account',
  audit: 'none',
  purpose: 'Adds a contract to the end of a watchlist; also fine when it is there.',
  params: listParams,
  body: z.strictObject({ contractCode }),
  replies: { 200: watchlist },
  errors: ['WatchlistNotFound', 'WatchlistFull', 'ContractNotFound'],
});

export const removeFromWatchlist = defineRoute({
  method: 'DELETE',
  path: '/market/{accountId}/watchlists/{watchlistId}/contracts/{contractCode}',
  access: 'account',
  audit: 'none',
  purpose: 'Takes a contract off a watchlist; also fine when it was not there.',
  params: z.strictObject({ accountId: opaqueId, watchlistId: opaqueId, contractCode }),
  replies: { 200: watchlist },
  errors: ['WatchlistNotFound'],
});

export const deleteWatchlist = defineRoute({
  method: 'DELETE',
  path: '/market/{accountId}/watchlists/{watchlistId}',
  access: 'account',
  audit: 'none',
  purpose: 'Deletes a watchlist; also fine when it was not there.',
  params: listParams,
  replies: { 200: z.object({ watchlistId: opaqueId }).meta({ id: 'WatchlistName' }) },
  errors: [],
});
