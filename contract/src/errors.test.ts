import type { RefusalCode, RowReason } from '@mua/core/values';
import { ROW_REASONS } from '@mua/core/values';
import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  codeForStatus,
  ERROR_CODES,
  ERRORS,
  errorEntry,
  errorReply,
  type FactsOf,
  REASON_CODES,
  REPLY_CODES,
  type ReasonCode,
  type ReplyCode,
  rejection,
  rowReason,
  statusOf,
} from '#errors.ts';

/** The specification's named codes, in its order and its spelling. */
const SPEC_8 = `
  DefaultError RpcRequestError RpcTimeoutError
  LoginAccountIsSupended LoginWrongInfo InvestorPasswordInvalid
  InvestorEmailExisted InvestorPhoneExisted InvestorNotFound InvestorNotVerified InvestorForgotPasswordSessionInvalid
  InvestorForgotPasswordOtpInvalid InvestorTradingAccountNotFound InvestorTradingAccountNotAllowed
  InvestorTradingAccountLoginFailed InvestorCodeGenerationFailed AccountDeletionNotAllowed AccountDeletionNotPending
  InvestorDeleted
  WithdrawMarginApproved WithdrawAmountExceeded NotWithdrawMargin AmountExceededRemainingMargin WithdrawAccountFailed
  DepositAccountFailed SyncAccountFailed
  MemberBankAccountNotFound MemberBankAccountExisted MarginStatusNotFound BankCodeInvalid BeneficiaryAccountNotFound
  BeneficiaryAccountExisted
  VerifyTaskflowFailed ResendTaskflowOtpFailed InvalidPinOtp SotpWasNotSetting
  OrderHistoryNotFound OpenPositionNotFound SettlePositionNotFound OrderNotFound OrderCancelNotAllowed
  CommodityNotFound ContractNotFound
  UsernameExisted BrokerEmailExisted BrokerPhoneExisted BrokerCodeExisted BrokerNotFound ComodityFeeNotPending
  UserNotFound EmailExisted PhoneNumberExisted UserChangePasswordIncorrect
  EkycApproved IdCardNumberExisted IdInvestorCodeExisted EkycRecordNotFound FileNotFound InvalidType maxSizeFileUpload
`
  .trim()
  .split(/\s+/);

const HTTP_STATUSES = [400, 401, 403, 404, 408, 409, 413, 421, 422, 429, 500, 502, 503, 504];

describe('error catalogue', () => {
  test('has every code of the specification, spelled as there', () => {
    expect(SPEC_8.filter((code) => !Object.hasOwn(ERRORS, code))).toEqual([]);
  });

  test('codes differ by more than their case', () => {
    expect(new Set(ERROR_CODES.map((code) => code.toLowerCase())).size).toBe(ERROR_CODES.length);
    expect(REPLY_CODES.length + REASON_CODES.length).toBe(ERROR_CODES.length);
  });

  test.each(ERROR_CODES)('%s is well formed', (code) => {
    const entry = errorEntry(code);
    if (entry.status === null) expect(entry.next).toBeNull();
    else expect(HTTP_STATUSES).toContain(entry.status);
    for (const name of Object.keys(entry.facts)) expect(name).toMatch(/^[a-z][A-Za-z]*$/);
    for (const name of entry.offers ?? []) expect(Object.keys(entry.facts)).toContain(name);
  });

  test('only a lost session and a wrong sign-in are 401', () => {
    expect(REPLY_CODES.filter((code) => statusOf(code) === 401)).toEqual(['Unauthorized', 'LoginWrongInfo']);
  });

  test('every status that a proxy can answer has a code of that status', () => {
    for (const status of HTTP_STATUSES.filter((each) => each !== 409)) {
      expect(statusOf(codeForStatus(status))).toBe(status);
    }
    expect(codeForStatus(418)).toBe('DefaultError');
  });

  test('knows every refusal and row reason of core', () => {
    expectTypeOf<RefusalCode>().toExtend<ReplyCode>();
    expectTypeOf<Exclude<RowReason, 'UserRequest'>>().toExtend<ReasonCode>();
    expect(ROW_REASONS.filter((code) => !Object.hasOwn(ERRORS, code))).toEqual(['UserRequest']);
  });

  test('facts are typed by their kind', () => {
    expectTypeOf<FactsOf<'MaxLotsPerOrder'>>().toEqualTypeOf<{ readonly max: number; readonly lots: number }>();
    expectTypeOf<FactsOf<'OrderCancelNotAllowed'>>().toEqualTypeOf<{ readonly status: string }>();
    expectTypeOf<keyof FactsOf<'Unauthorized'>>().toEqualTypeOf<never>();
  });
});

describe('error replies', () => {
  const good = { code: 'QuantityInvalid', facts: { lots: 0 }, requestId: 'r1' };

  test('are code, facts and request id', () => {
    expect(errorReply.safeParse(good).success).toBe(true);
    expect(errorReply.safeParse({ ...good, code: 'NoSuchCode' }).success).toBe(false);
    expect(errorReply.safeParse({ ...good, code: 'EmptyBook' }).success).toBe(false);
    expect(errorReply.safeParse({ ...good, facts: { lots: 1.5 } }).success).toBe(false);
    expect(errorReply.parse({ ...good, stack: 'at …' })).toEqual(good);
  });

  test('an order carries a reply code for its refusal and a row reason for its end', () => {
    expect(rejection.safeParse({ code: 'WrongTick', facts: { tick: '0.25' } }).success).toBe(true);
    expect(rowReason.safeParse({ code: 'CollarReached', facts: { bound: '457.75' } }).success).toBe(true);
    expect(rowReason.safeParse({ code: 'WrongTick', facts: {} }).success).toBe(false);
  });
});
