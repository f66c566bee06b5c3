/** Money in (docs/rules/margin-and-money.md#deposits): where it is paid to, and what is asked for. */
import { z } from 'zod';
import { bankId, deposit, depositBank } from '#entities/deposit.ts';
import { accountParams } from '#http/investors.ts';
import { LIMITS } from '#limits.ts';
import { defineRoute } from '#route.ts';
import { cursor, limitText, listOf, moneyText, opaqueId } from '#wire.ts';

export const listDepositBanks = defineRoute({
  method: 'GET',
  path: '/investor/deposit-banks',
  access: 'investor',
  purpose: 'Lists the accounts that take deposits; isOpen is false where this installation has none.',
  replies: { 200: z.object({ ...listOf(depositBank).shape, isOpen: z.boolean() }) },
  errors: [],
});

/** Below the least sum the answer says which it is. */
const sum = moneyText.refine((text) => /^\d+$/.test(text) && BigInt(text) <= BigInt(LIMITS.depositMaxVnd));

export const createDeposit = defineRoute({
  method: 'POST',
  path: '/investor/accounts/{accountId}/deposits',
  access: 'account',
  purpose: 'Asks for a memo and a VietQR under which a sum is paid in.',
  params: accountParams,
  body: z.strictObject({ amount: sum, bankId }).meta({ id: 'CreateDepositRequest' }),
  replies: { 201: deposit },
  /** DepositAccountFailed: the same sum has come already and is being looked at. */
  errors: ['BankCodeInvalid', 'AmountTooSmall', 'DepositAccountFailed', 'InvestorTradingAccountNotAllowed'],
});

export const readDeposit = defineRoute({
  method: 'GET',
  path: '/investor/accounts/{accountId}/deposits/{depositId}',
  access: 'account',
  purpose: 'Reads one deposit with how it stands.',
  params: accountParams.extend({ depositId: opaqueId }),
  replies: { 200: deposit },
  errors: [],
});

export const listDeposits = defineRoute({
  method: 'GET',
  path: '/investor/accounts/{accountId}/deposits',
  access: 'account',
  purpose: 'Lists the deposits of a sub-account, newest first.',
  params: accountParams,
  query: z.strictObject({ cursor: cursor.optional(), limit: limitText.optional() }),
  replies: { 200: listOf(deposit) },
  errors: [],
});
