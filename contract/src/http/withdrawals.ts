/** Withdrawals of an investor (docs/rules/margin-and-money.md#withdrawals). No program is ever granted them. */
import { z } from 'zod';
import { taskflow } from '#entities/security.ts';
import { withdrawRequest } from '#entities/withdraw-request.ts';
import { accountParams } from '#http/investors.ts';
import { defineRoute } from '#route.ts';
import { cursor, limitText, listOf, moneyText, opaqueId, ownWords } from '#wire.ts';

export const withdraw = defineRoute({
  method: 'POST',
  path: '/investor/accounts/{accountId}/withdraw',
  access: 'account',
  purpose: 'Asks for the code that confirms this sum to this beneficiary; with the code the money is held.',
  params: accountParams,
  body: z
    .strictObject({ amount: moneyText, beneficiaryAccountId: opaqueId, note: ownWords(100).optional() })
    .meta({ id: 'WithdrawForm' }),
  replies: { 202: taskflow },
  errors: [
    'AmountTooSmall',
    'NotWithdrawMargin',
    'WithdrawAmountExceeded',
    'AmountExceededRemainingMargin',
    'BeneficiaryAccountNotFound',
    'BeneficiaryOnHold',
    'InvestorTradingAccountNotAllowed',
  ],
});

export const listWithdrawRequests = defineRoute({
  method: 'GET',
  path: '/investor/accounts/{accountId}/withdraw-requests',
  access: 'account',
  purpose: 'Lists the withdrawals of a sub-account, newest first.',
  params: accountParams,
  query: z.strictObject({ cursor: cursor.optional(), limit: limitText.optional() }),
  replies: { 200: listOf(withdrawRequest) },
  errors: [],
});

const requestParams = z.strictObject({ accountId: opaqueId, requestId: opaqueId });

export const readWithdrawRequest = defineRoute({
  method: 'GET',
  path: '/investor/accounts/{accountId}/withdraw-requests/{requestId}',
  access: 'account',
  purpose: 'Reads one withdrawal.',
  params: requestParams,
  replies: { 200: withdrawRequest },
  errors: [],
});

export const cancelWithdrawRequest = defineRoute({
  method: 'DELETE',
  path: '/investor/accounts/{accountId}/withdraw-requests/{requestId}',
  access: 'account',
  purpose: 'Takes a withdrawal back while it waits for approval; one that has ended is answered as it is.',
  params: requestParams,
  replies: { 200: withdrawRequest },
  errors: ['WithdrawMarginApproved'],
});
