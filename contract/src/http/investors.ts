/** The signed-in investor, their sub-accounts and margins (docs/rules/people.md#sub-accounts). */
import { z } from 'zod';
import { accountOverview } from '#entities/account-overview.ts';
import { investor } from '#entities/investor.ts';
import { investorMarginEntry, marginStatus } from '#entities/margin.ts';
import { defineRoute } from '#route.ts';
import { listOf, opaqueId } from '#wire.ts';

/** The path parameter of every call for one sub-account. */
export const accountParams = z.strictObject({ accountId: opaqueId });

export const readMe = defineRoute({
  method: 'GET',
  path: '/investor/me',
  access: 'investor',
  purpose: 'Returns the acting investor with status and contact data.',
  replies: { 200: investor },
  errors: [],
});

export const listAccounts = defineRoute({
  method: 'GET',
  path: '/investor/accounts',
  access: 'investor',
  scope: 'account',
  purpose: 'Lists the sub-accounts of the acting investor with their overview figures, all in one page.',
  replies: { 200: listOf(accountOverview) },
  errors: [],
});

export const readAccount = defineRoute({
  method: 'GET',
  path: '/investor/accounts/{accountId}',
  access: 'account',
  scope: 'account',
  purpose: 'Reads one sub-account with its overview figures.',
  params: accountParams,
  replies: { 200: accountOverview },
  errors: [],
});

export const listMarginStatus = defineRoute({
  method: 'GET',
  path: '/investor/margin-status',
  access: 'investor',
  scope: 'account',
  purpose: 'Lists the margin figures of every sub-account of the acting investor, all in one page.',
  replies: { 200: listOf(investorMarginEntry) },
  errors: [],
});

export const readMarginStatus = defineRoute({
  method: 'GET',
  path: '/investor/margin-status/{accountId}',
  access: 'account',
  scope: 'account',
  purpose: 'Reads the margin of one sub-account with all that core/preview needs to reckon an order on top of it.',
  params: accountParams,
  replies: { 200: marginStatus },
  errors: ['MarginStatusNotFound'],
});
