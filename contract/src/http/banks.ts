/** Banks, an investor's own accounts at them, and those that are paid (docs/rules/margin-and-money.md#beneficiaries). */
import { z } from 'zod';
import { bank, bankCode } from '#entities/bank.ts';
import { bankAccount } from '#entities/bank-account.ts';
import { beneficiaryAccount } from '#entities/beneficiary-account.ts';
import { taskflow } from '#entities/security.ts';
import { defineRoute } from '#route.ts';
import { listOf, moneyText, opaqueId, ownWords } from '#wire.ts';

export const listBanks = defineRoute({
  method: 'GET',
  path: '/investor/vietqr/banks',
  access: 'investor',
  purpose: 'Lists the banks that money can be sent to, all in one page.',
  replies: { 200: listOf(bank) },
  errors: [],
});

/** As people copy it, without spaces: most banks have 6 to 19 digits. */
const accountNumber = z.string().regex(/^\d{6,19}$/);
const holder = ownWords(200).min(1);

// --- the investor's own accounts ---

export const listRegistrationBanks = defineRoute({
  method: 'GET',
  path: '/investor/registration-banks',
  access: 'investor',
  purpose: 'Lists the bank accounts that the acting investor has registered as their own, all in one page.',
  replies: { 200: listOf(bankAccount) },
  errors: [],
});

export const bankAccountFields = z
  .strictObject({ accountNumber, holderName: holder, bank: bankCode, branch: ownWords(200).nullable().default(null) })
  .meta({ id: 'BankAccountFields' });

export const addRegistrationBank = defineRoute({
  method: 'POST',
  path: '/investor/registration-banks',
  access: 'investor',
  purpose: 'Asks for the code that registers a bank account of the investor’s own.',
  body: bankAccountFields,
  replies: { 202: taskflow },
  errors: ['BankCodeInvalid', 'HolderNameMismatch', 'MemberBankAccountExisted', 'TooManyBankAccounts'],
});

export const changeRegistrationBank = defineRoute({
  method: 'POST',
  path: '/investor/registration-banks/{bankAccountId}',
  access: 'investor',
  purpose: 'Asks for the code that changes a registered bank account.',
  params: z.strictObject({ bankAccountId: opaqueId }),
  body: bankAccountFields,
  replies: { 202: taskflow },
  errors: ['BankCodeInvalid', 'HolderNameMismatch', 'MemberBankAccountExisted', 'MemberBankAccountNotFound'],
});

// --- accounts that are paid ---

export const listBeneficiaries = defineRoute({
  method: 'GET',
  path: '/investor/beneficiary-accounts',
  access: 'investor',
  purpose: 'Lists the accounts that withdrawals can be paid to, all in one page.',
  replies: { 200: listOf(beneficiaryAccount) },
  errors: [],
});

export const beneficiaryFields = z
  .strictObject({ beneficiaryAccountNumber: accountNumber, accountName: holder, bankCode })
  .meta({ id: 'BeneficiaryFields' });

export const addBeneficiary = defineRoute({
  method: 'POST',
  path: '/investor/beneficiary-accounts',
  access: 'investor',
  purpose: 'Asks for the code that adds an account to be paid; it can be used a day later.',
  body: beneficiaryFields,
  replies: { 202: taskflow },
  errors: ['BankCodeInvalid', 'HolderNameMismatch', 'BeneficiaryAccountExisted', 'TooManyBankAccounts'],
});

const beneficiaryParams = z.strictObject({ beneficiaryAccountId: opaqueId });

export const changeBeneficiary = defineRoute({
  method: 'POST',
  path: '/investor/beneficiary-accounts/{beneficiaryAccountId}',
  access: 'investor',
  purpose: 'Asks for the code that changes an account to be paid; it can be used a day later.',
  params: beneficiaryParams,
  body: beneficiaryFields,
  replies: { 202: taskflow },
  errors: ['BankCodeInvalid', 'HolderNameMismatch', 'BeneficiaryAccountExisted', 'BeneficiaryAccountNotFound'],
});

export const removeBeneficiary = defineRoute({
  method: 'DELETE',
  path: '/investor/beneficiary-accounts/{beneficiaryAccountId}',
  access: 'investor',
  purpose: 'Asks for the code that removes an account to be paid.',
  params: beneficiaryParams,
  replies: { 202: taskflow },
  errors: ['BeneficiaryAccountNotFound'],
});

// --- what a withdrawal is told beforehand ---

export const withdrawNote = z
  .object({
    /** For the bank's statement, where the investor writes nothing. */
    note: z.string().max(100),
    /** In whose name every beneficiary is, as banks print it. */
    holderName: z.string().max(200),
    least: moneyText,
    fee: moneyText,
    /** Two people approve what is above it, with all else that was asked for within a day. */
    secondApprovalAbove: moneyText,
    /** How long a new or changed beneficiary waits. */
    beneficiaryHoldHours: z.int().min(0),
  })
  .meta({ id: 'WithdrawNote' });
export type WithdrawNote = z.infer<typeof withdrawNote>;

export const readWithdrawNote = defineRoute({
  method: 'GET',
  path: '/investor/withdraw-note',
  access: 'investor',
  purpose: 'Tells the acting investor what holds for every withdrawal: the note, the least sum, who approves.',
  replies: { 200: withdrawNote },
  errors: [],
});
