/** The favourite contracts of a sub-account (docs/rules/entities.md#favourites). */
import { z } from 'zod';
import { accountParams } from '#http/investors.ts';
import { defineRoute } from '#route.ts';
import { contractCode, listOf, opaqueId } from '#wire.ts';

export const wish = z.object({ contractCode }).meta({ id: 'Wish' });
export type Wish = z.infer<typeof wish>;

export const listWishes = defineRoute({
  method: 'GET',
  path: '/market/{accountId}/wishlist',
  access: 'account',
  purpose: 'Lists the favourite contracts of a sub-account in the order they were added, all in one page.',
  params: accountParams,
  replies: { 200: listOf(wish) },
  errors: [],
});

export const addWish = defineRoute({
  method: 'POST',
  path: '/market/{accountId}/wishlist',
  access: 'account',
  audit: 'none',
  purpose: 'Adds a contract to the favourites: 201 when it is new there, 200 when it was there already.',
  params: accountParams,
  body: z.strictObject({ contractCode }),
  replies: { 200: wish, 201: wish },
  errors: ['ContractNotFound'],
});

export const removeWish = defineRoute({
  method: 'DELETE',
  path: '/market/{accountId}/wishlist/contracts/{contractCode}',
  access: 'account',
  audit: 'none',
  purpose: 'Takes a contract off the favourites; also fine when it was not there.',
  params: z.strictObject({ accountId: opaqueId, contractCode }),
  replies: { 200: wish },
  errors: [],
});
