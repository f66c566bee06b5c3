/**
 * The error catalogue: the specification's codes in its spelling, and the project's own
 * (docs/rules/refusals.md#catalogue). Everything about an error on the wire is here; its texts are in web/i18n, in both
 * languages. A test compares codes and placeholders with those texts.
 * Of whoever is signed in a wrong code or password is never 401: it must not look like a lost session.
 */
import { z } from 'zod';

/**
 * What a fact is, so that the client writes it in its reader's language. Facts are never formatted here.
 * - `vnd` whole dong, `price` in the contract's price unit, `percent` in percent (`"7"` is 7 %): decimal text
 * - `lots`, `count`, `bytes`: JSON integers
 * - `time`: ISO 8601 UTC with ms; `date`: YYYY-MM-DD; `timeOfDay`: HH:mm in Vietnam
 * - `code`: a name of a closed list (status, order type, another code of this catalogue) that has a text of its own
 * - `account`: the number of a sub-account, which privacy mode masks
 * - `text`: shown as it is
 */
export type FactKind =
  | 'vnd'
  | 'price'
  | 'percent'
  | 'lots'
  | 'count'
  | 'bytes'
  | 'time'
  | 'date'
  | 'timeOfDay'
  | 'code'
  | 'account'
  | 'text';

/** The button beside the text; `fix` focuses the field, `op` means that only operators see the code. */
export type NextStep =
  | 'retry'
  | 'reload'
  | 'back'
  | 'fix'
  | 'signin'
  | 'reset'
  | 'support'
  | 'topup'
  | 'orders'
  | 'positions'
  | 'useLots'
  | 'usePrice'
  | 'useLimit'
  | 'ekyc'
  | 'security'
  | 'sign'
  | 'resend'
  | 'op';

/**
 * The part of the product that raises a code; `platform` is sign-in, board, desk and orders. `nobody`: the
 * specification names it, but the calls return an empty list or another code instead.
 */
export type RaisedBy =
  | 'platform'
  | 'registration'
  | 'security'
  | 'ekyc'
  | 'money'
  | 'conditional-orders'
  | 'margin-ladder'
  | 'own-limits'
  | 'copy-trading'
  | 'signatures'
  | 'operator'
  | 'operator-console'
  | 'nobody';

export interface ErrorEntry {
  /** HTTP status; null for a row's reason. */
  readonly status: number | null;
  readonly next: NextStep | null;
  readonly raisedBy: RaisedBy;
  readonly facts: Readonly<Record<string, FactKind>>;
  /** For useLots and usePrice: the facts whose values the button offers. */
  readonly offers?: readonly string[];
}

export const ERRORS = {
  // --- the specification: generic and HTTP kinds ---
  DefaultError: { status: 500, next: 'retry', raisedBy: 'platform', facts: { requestId: 'text' } },
  ServerError: { status: 500, next: 'retry', raisedBy: 'platform', facts: { requestId: 'text' } },
  BadGateway: { status: 502, next: 'retry', raisedBy: 'platform', facts: { requestId: 'text' } },
  ServiceUnavailable: { status: 503, next: 'retry', raisedBy: 'platform', facts: { requestId: 'text' } },
  RequestTimeout: { status: 408, next: 'retry', raisedBy: 'platform', facts: {} },
  RpcTimeoutError: { status: 504, next: 'orders', raisedBy: 'platform', facts: {} },
  /** `field` is the dotted path of the first invalid field, or the name of a header. */
  BadRequest: { status: 400, next: 'fix', raisedBy: 'platform', facts: { field: 'text' } },
  /** A name or note with characters that nobody sees; `field` as above. */
  UnreadableText: { status: 400, next: 'fix', raisedBy: 'platform', facts: { field: 'text' } },
  Unauthorized: { status: 401, next: 'signin', raisedBy: 'platform', facts: {} },
  Forbidden: { status: 403, next: 'back', raisedBy: 'platform', facts: {} },
  NotFound: { status: 404, next: 'back', raisedBy: 'platform', facts: {} },
  Unprocessable: { status: 422, next: 'fix', raisedBy: 'platform', facts: {} },
  TooManyRequests: { status: 429, next: 'retry', raisedBy: 'platform', facts: { seconds: 'count' } },
  GatewayTimeout: { status: 504, next: 'orders', raisedBy: 'platform', facts: {} },
  DatabaseDuplicateKey: { status: 409, next: 'fix', raisedBy: 'platform', facts: {} },
  DatabaseConnectionError: { status: 503, next: 'retry', raisedBy: 'platform', facts: {} },
  RpcRequestError: { status: 502, next: 'retry', raisedBy: 'platform', facts: {} },

  // --- the specification: login ---
  LoginAccountIsSupended: { status: 403, next: 'support', raisedBy: 'platform', facts: {} },
  LoginWrongInfo: { status: 401, next: 'reset', raisedBy: 'platform', facts: { left: 'count' } },
  InvestorPasswordInvalid: { status: 403, next: 'fix', raisedBy: 'security', facts: { left: 'count' } },

  // --- the specification: investor ---
  InvestorEmailExisted: { status: 409, next: 'signin', raisedBy: 'registration', facts: {} },
  InvestorPhoneExisted: { status: 409, next: 'signin', raisedBy: 'registration', facts: {} },
  InvestorNotFound: { status: 404, next: 'fix', raisedBy: 'registration', facts: {} },
  InvestorNotVerified: { status: 403, next: 'ekyc', raisedBy: 'ekyc', facts: {} },
  InvestorForgotPasswordSessionInvalid: { status: 409, next: 'reset', raisedBy: 'registration', facts: {} },
  InvestorForgotPasswordOtpInvalid: { status: 403, next: 'resend', raisedBy: 'registration', facts: { left: 'count' } },
  InvestorTradingAccountNotFound: { status: 403, next: 'ekyc', raisedBy: 'platform', facts: {} },
  InvestorTradingAccountNotAllowed: { status: 403, next: 'ekyc', raisedBy: 'platform', facts: {} },
  InvestorTradingAccountLoginFailed: { status: 503, next: 'retry', raisedBy: 'registration', facts: {} },
  InvestorCodeGenerationFailed: { status: 503, next: 'retry', raisedBy: 'registration', facts: {} },
  AccountDeletionNotAllowed: {
    status: 409,
    next: 'positions',
    raisedBy: 'security',
    facts: { positions: 'count', orders: 'count', strategies: 'count', copies: 'count', balance: 'vnd' },
  },
  AccountDeletionNotPending: { status: 409, next: 'back', raisedBy: 'security', facts: {} },
  InvestorDeleted: { status: 403, next: 'support', raisedBy: 'security', facts: {} },

  // --- the specification: withdrawal and money ---
  WithdrawMarginApproved: { status: 409, next: 'back', raisedBy: 'money', facts: {} },
  WithdrawAmountExceeded: { status: 422, next: 'fix', raisedBy: 'money', facts: { amount: 'vnd', available: 'vnd' } },
  NotWithdrawMargin: { status: 422, next: 'positions', raisedBy: 'money', facts: {} },
  AmountExceededRemainingMargin: {
    status: 422,
    next: 'fix',
    raisedBy: 'money',
    facts: { withdrawable: 'vnd', amount: 'vnd' },
  },
  WithdrawAccountFailed: { status: 503, next: 'retry', raisedBy: 'money', facts: {} },
  DepositAccountFailed: { status: 503, next: 'support', raisedBy: 'money', facts: { amount: 'vnd' } },
  SyncAccountFailed: { status: 503, next: 'retry', raisedBy: 'money', facts: { asOf: 'time' } },

  // --- the specification: bank ---
  MemberBankAccountNotFound: { status: 404, next: 'back', raisedBy: 'money', facts: {} },
  TooManyBankAccounts: { status: 409, next: 'fix', raisedBy: 'money', facts: { max: 'count' } },
  MemberBankAccountExisted: { status: 409, next: 'back', raisedBy: 'money', facts: {} },
  MarginStatusNotFound: { status: 404, next: 'retry', raisedBy: 'platform', facts: {} },
  BankCodeInvalid: { status: 400, next: 'fix', raisedBy: 'money', facts: {} },
  BeneficiaryAccountNotFound: { status: 404, next: 'back', raisedBy: 'money', facts: {} },
  BeneficiaryAccountExisted: { status: 409, next: 'back', raisedBy: 'money', facts: {} },

  // --- the specification: OTP ---
  VerifyTaskflowFailed: { status: 403, next: 'resend', raisedBy: 'security', facts: { left: 'count' } },
  ResendTaskflowOtpFailed: { status: 429, next: 'resend', raisedBy: 'security', facts: { seconds: 'count' } },
  InvalidPinOtp: { status: 403, next: 'fix', raisedBy: 'security', facts: { left: 'count' } },
  SotpWasNotSetting: { status: 409, next: 'security', raisedBy: 'security', facts: {} },
  /** The project's own: another authenticator app can't replace one without a code of it. */
  SotpAlreadyOn: { status: 409, next: 'security', raisedBy: 'security', facts: {} },
  /** The project's own: an authenticator app is on, and the sign-in had no code of it. */
  SotpRequired: { status: 403, next: 'fix', raisedBy: 'security', facts: {} },
  InvalidSotp: { status: 403, next: 'fix', raisedBy: 'security', facts: { left: 'count' } },
  PinNotSet: { status: 409, next: 'security', raisedBy: 'security', facts: {} },
  PinTooSimple: { status: 422, next: 'fix', raisedBy: 'security', facts: {} },

  // --- the specification: orders ---
  OrderHistoryNotFound: { status: 404, next: 'orders', raisedBy: 'nobody', facts: {} },
  OpenPositionNotFound: { status: 404, next: 'positions', raisedBy: 'platform', facts: {} },
  SettlePositionNotFound: { status: 404, next: 'positions', raisedBy: 'nobody', facts: {} },
  OrderNotFound: { status: 404, next: 'orders', raisedBy: 'platform', facts: {} },
  OrderCancelNotAllowed: { status: 409, next: 'orders', raisedBy: 'platform', facts: { status: 'code' } },
  CommodityNotFound: { status: 404, next: 'back', raisedBy: 'platform', facts: { code: 'text' } },
  ContractNotFound: { status: 404, next: 'back', raisedBy: 'platform', facts: { code: 'text' } },

  // --- the specification: broker and user ---
  UsernameExisted: { status: 409, next: 'op', raisedBy: 'operator-console', facts: {} },
  BrokerEmailExisted: { status: 409, next: 'op', raisedBy: 'operator-console', facts: {} },
  BrokerPhoneExisted: { status: 409, next: 'op', raisedBy: 'operator-console', facts: {} },
  BrokerCodeExisted: { status: 409, next: 'op', raisedBy: 'operator-console', facts: {} },
  BrokerNotFound: { status: 404, next: 'fix', raisedBy: 'registration', facts: {} },
  ComodityFeeNotPending: { status: 409, next: 'op', raisedBy: 'operator-console', facts: {} },
  UserNotFound: { status: 404, next: 'op', raisedBy: 'operator', facts: {} },
  EmailExisted: { status: 409, next: 'fix', raisedBy: 'security', facts: {} },
  PhoneNumberExisted: { status: 409, next: 'fix', raisedBy: 'security', facts: {} },
  UserChangePasswordIncorrect: { status: 403, next: 'fix', raisedBy: 'security', facts: {} },

  // --- the specification: eKYC and files ---
  EkycApproved: { status: 409, next: 'support', raisedBy: 'ekyc', facts: {} },
  IdCardNumberExisted: { status: 409, next: 'support', raisedBy: 'ekyc', facts: {} },
  /** `free` is the nearest account number that nobody has. */
  IdInvestorCodeExisted: { status: 409, next: 'fix', raisedBy: 'registration', facts: { free: 'text' } },
  EkycRecordNotFound: { status: 404, next: 'ekyc', raisedBy: 'ekyc', facts: {} },
  FileNotFound: { status: 404, next: 'ekyc', raisedBy: 'ekyc', facts: {} },
  InvalidType: { status: 400, next: 'fix', raisedBy: 'ekyc', facts: { allowed: 'text' } },
  maxSizeFileUpload: { status: 413, next: 'fix', raisedBy: 'ekyc', facts: { max: 'bytes' } },

  // --- ours: trading refusals ---
  ACCOUNT_MISMATCH: { status: 409, next: 'back', raisedBy: 'platform', facts: { account: 'account' } },
  IDEMPOTENCY_MISMATCH: { status: 409, next: 'orders', raisedBy: 'platform', facts: {} },
  OrderTooLate: { status: 409, next: 'retry', raisedBy: 'platform', facts: {} },
  /** `why` is one of STOPPAGES. */
  JOURNAL_UNAVAILABLE: { status: 503, next: 'retry', raisedBy: 'platform', facts: { why: 'code' } },
  /** What was done is done; lists and figures that are read do not show it yet. */
  RecordsBehind: { status: 503, next: 'retry', raisedBy: 'platform', facts: {} },
  /** What keeps a server from being ready. `neededBytes`: with so much free space orders are taken. */
  DiskNearlyFull: {
    status: 503,
    next: 'op',
    raisedBy: 'platform',
    facts: { freeBytes: 'bytes', neededBytes: 'bytes' },
  },
  LiveVenueMissing: { status: 422, next: 'support', raisedBy: 'platform', facts: {} },
  RecordingOnlyForward: { status: 422, next: 'op', raisedBy: 'platform', facts: { position: 'time', end: 'time' } },
  ScenarioNotFound: { status: 404, next: 'op', raisedBy: 'operator', facts: { name: 'text', names: 'text' } },
  SimulatedVenueOnly: { status: 409, next: 'op', raisedBy: 'operator', facts: {} },
  TRADING_HALTED: { status: 422, next: 'orders', raisedBy: 'platform', facts: { scope: 'code', reason: 'code' } },
  PinRequired: { status: 403, next: 'fix', raisedBy: 'security', facts: {} },
  StepUpRequired: { status: 403, next: 'fix', raisedBy: 'security', facts: {} },
  ContractExpired: { status: 422, next: 'back', raisedBy: 'platform', facts: { contract: 'text', date: 'date' } },
  ExpiryWindowReduceOnly: {
    status: 422,
    next: 'positions',
    raisedBy: 'platform',
    facts: { contract: 'text', date: 'date' },
  },
  MarketClosed: { status: 422, next: 'useLimit', raisedBy: 'platform', facts: { opensAt: 'time', state: 'code' } },
  OrderTypeNotSupported: {
    status: 422,
    next: 'fix',
    raisedBy: 'platform',
    facts: { exchange: 'text', orderType: 'code' },
  },
  DurationNotAllowed: {
    status: 422,
    next: 'fix',
    raisedBy: 'platform',
    facts: { orderType: 'code', duration: 'code' },
  },
  ExpirationDateInvalid: { status: 422, next: 'fix', raisedBy: 'platform', facts: { from: 'date', to: 'date' } },
  QuantityInvalid: { status: 422, next: 'fix', raisedBy: 'platform', facts: { lots: 'lots' } },
  MaxLotsPerOrder: {
    status: 422,
    next: 'useLots',
    raisedBy: 'platform',
    facts: { max: 'lots', lots: 'lots' },
    offers: ['max'],
  },
  /** `max` limits position and working orders together, so the button offers the rest. */
  MaxLotsPerContract: { status: 422, next: 'useLots', raisedBy: 'platform', facts: { max: 'lots', lots: 'lots' } },
  WrongTick: {
    status: 422,
    next: 'usePrice',
    raisedBy: 'platform',
    /** `field` names the price if it is not the limit. */
    facts: { tick: 'price', lower: 'price', upper: 'price', price: 'price', field: 'text' },
    offers: ['lower', 'upper'],
  },
  PriceOutsideBand: {
    status: 422,
    next: 'usePrice',
    raisedBy: 'platform',
    facts: { percent: 'percent', reference: 'price', bound: 'price', price: 'price' },
    offers: ['bound'],
  },
  StopLimitTooFar: {
    status: 422,
    next: 'usePrice',
    raisedBy: 'platform',
    facts: { percent: 'percent', reference: 'price', bound: 'price', price: 'price' },
    offers: ['bound'],
  },
  PriceOutsideDailyLimit: {
    status: 422,
    next: 'fix',
    raisedBy: 'platform',
    facts: { floor: 'price', ceiling: 'price', price: 'price' },
  },
  InsufficientMargin: {
    status: 422,
    next: 'topup',
    raisedBy: 'platform',
    facts: { required: 'vnd', available: 'vnd', missing: 'vnd', maxLots: 'lots', fee: 'vnd' },
    offers: ['maxLots'],
  },
  BrakeMaxLots: { status: 422, next: 'security', raisedBy: 'own-limits', facts: { max: 'lots' }, offers: ['max'] },
  BrakeDailyLoss: { status: 422, next: 'security', raisedBy: 'own-limits', facts: { max: 'vnd', loss: 'vnd' } },
  BrakeHours: { status: 422, next: 'security', raisedBy: 'own-limits', facts: { from: 'timeOfDay', to: 'timeOfDay' } },
  BrakeCoolOff: { status: 422, next: 'security', raisedBy: 'own-limits', facts: { until: 'time' } },
  TrailInvalid: { status: 422, next: 'fix', raisedBy: 'conditional-orders', facts: { min: 'price', tick: 'price' } },
  TakeProfitWrongSide: { status: 422, next: 'fix', raisedBy: 'conditional-orders', facts: { price: 'price' } },
  StopLossWrongSide: { status: 422, next: 'fix', raisedBy: 'conditional-orders', facts: { price: 'price' } },
  ReduceOnlyExceeded: {
    status: 422,
    next: 'useLots',
    raisedBy: 'conditional-orders',
    facts: { open: 'lots' },
    offers: ['open'],
  },
  OrderModifyNotAllowed: { status: 409, next: 'orders', raisedBy: 'platform', facts: { status: 'code' } },
  ModifyPending: { status: 409, next: 'orders', raisedBy: 'platform', facts: {} },
  ConditionalOrderNotFound: { status: 404, next: 'orders', raisedBy: 'conditional-orders', facts: {} },
  ConditionalOrderNotAllowed: {
    status: 409,
    next: 'orders',
    raisedBy: 'conditional-orders',
    facts: { status: 'code' },
  },
  PriceAlertNotFound: { status: 404, next: 'back', raisedBy: 'platform', facts: {} },
  /**
   * The market has reached the price already: `last` is its last price, or before the first trade the settlement price.
   */
  PriceAlertReached: { status: 422, next: 'fix', raisedBy: 'platform', facts: { price: 'price', last: 'price' } },
  /** Too far from the market (core/values, alert-range). */
  PriceAlertTooFar: {
    status: 422,
    next: 'fix',
    raisedBy: 'platform',
    facts: { price: 'price', lower: 'price', upper: 'price' },
  },
  /** A line that an alert follows begins too long ago. */
  AlertLineTooOld: { status: 422, next: 'fix', raisedBy: 'platform', facts: { max: 'count' } },
  /** It begins later, has ended, or has both points in one bar. */
  AlertLineNoPrice: { status: 422, next: 'fix', raisedBy: 'platform', facts: {} },
  AlertLineGone: { status: 409, next: 'back', raisedBy: 'platform', facts: {} },
  AlertAverageTooShort: { status: 422, next: 'fix', raisedBy: 'platform', facts: { period: 'count', bars: 'count' } },
  TooManyPriceAlerts: { status: 409, next: 'fix', raisedBy: 'platform', facts: { max: 'count' } },
  WatchlistNotFound: { status: 404, next: 'back', raisedBy: 'platform', facts: {} },
  WatchlistNameTaken: { status: 409, next: 'fix', raisedBy: 'platform', facts: { name: 'text' } },
  WatchlistFull: { status: 409, next: 'fix', raisedBy: 'platform', facts: { max: 'count' } },
  TooManyWatchlists: { status: 409, next: 'fix', raisedBy: 'platform', facts: { max: 'count' } },
  KeepsakesFull: { status: 409, next: 'fix', raisedBy: 'platform', facts: { max: 'count', maxBytes: 'bytes' } },
  PayloadTooLarge: { status: 413, next: 'back', raisedBy: 'platform', facts: { max: 'bytes' } },
  /** A body in which one object has two members of this name. */
  DuplicateField: { status: 400, next: 'fix', raisedBy: 'platform', facts: { field: 'text' } },
  /** The request is addressed to a name that is not this installation's. */
  MisdirectedRequest: { status: 421, next: 'back', raisedBy: 'platform', facts: { host: 'text' } },

  // --- ours: copy trading, money, identity ---
  StrategyNotFound: { status: 404, next: 'back', raisedBy: 'copy-trading', facts: {} },
  StrategyNotApproved: { status: 409, next: 'back', raisedBy: 'copy-trading', facts: {} },
  StrategyNotRunning: { status: 409, next: 'back', raisedBy: 'copy-trading', facts: {} },
  StrategyFull: { status: 409, next: 'back', raisedBy: 'copy-trading', facts: { max: 'count' } },
  FollowAmountTooSmall: { status: 422, next: 'topup', raisedBy: 'copy-trading', facts: { min: 'vnd', equity: 'vnd' } },
  SubAccountFollows: { status: 409, next: 'fix', raisedBy: 'copy-trading', facts: { strategy: 'text' } },
  StrategyChanged: { status: 409, next: 'back', raisedBy: 'copy-trading', facts: {} },
  StrategyMoveNotAllowed: {
    ...{ status: 409, next: 'back', raisedBy: 'copy-trading' },
    facts: { approval: 'code', running: 'code' },
  },
  SubAccountLeads: { status: 409, next: 'fix', raisedBy: 'copy-trading', facts: { strategy: 'text' } },
  SubAccountInUse: { status: 409, next: 'fix', raisedBy: 'copy-trading', facts: {} },
  CopyFeeTooDear: {
    ...{ status: 422, next: 'topup', raisedBy: 'copy-trading' },
    facts: { amount: 'vnd', available: 'vnd', missing: 'vnd' },
  },
  CopyMoveNotAllowed: { status: 409, next: 'back', raisedBy: 'copy-trading', facts: { state: 'code' } },
  OwnStrategy: { status: 422, next: 'fix', raisedBy: 'copy-trading', facts: {} },
  DemoLiveMismatch: { status: 422, next: 'fix', raisedBy: 'copy-trading', facts: {} },
  HolderNameMismatch: { status: 422, next: 'fix', raisedBy: 'money', facts: { name: 'text' } },
  BeneficiaryOnHold: { status: 422, next: 'fix', raisedBy: 'money', facts: { until: 'time' } },
  AmountTooSmall: { status: 422, next: 'fix', raisedBy: 'money', facts: { min: 'vnd' } },
  ServicePackageTooDear: {
    status: 422,
    next: 'topup',
    raisedBy: 'money',
    facts: { amount: 'vnd', available: 'vnd', missing: 'vnd' },
  },
  /** What an operator decides about is decided, or has ended. */
  WithdrawalNotWaiting: { status: 409, next: 'op', raisedBy: 'money', facts: { status: 'text' } },
  /** The bank may have been told to pay it. */
  WithdrawalBeingSent: { status: 409, next: 'op', raisedBy: 'money', facts: { operator: 'text' } },
  // --- ours: programs of third parties ---
  OAuthClientUnknown: { status: 404, next: 'back', raisedBy: 'security', facts: {} },
  OAuthRequestInvalid: { status: 400, next: 'back', raisedBy: 'security', facts: { parameter: 'text' } },
  GrantContractNotAllowed: { status: 403, next: 'back', raisedBy: 'security', facts: { contract: 'text' } },
  GrantLotsExceeded: { status: 422, next: 'fix', raisedBy: 'security', facts: { max: 'lots', lots: 'lots' } },
  /** The application is not one that waits for a decision. */
  RegistrationNotPending: { status: 409, next: 'op', raisedBy: 'registration', facts: { status: 'code' } },
  /** An application that was sent in stays as it was sent until somebody has decided. */
  RegistrationUnderReview: { status: 409, next: 'support', raisedBy: 'registration', facts: {} },
  /** Two people decide: who approved already can't be the second. */
  SecondPersonRequired: { status: 409, next: 'op', raisedBy: 'registration', facts: {} },
  /** The papers that must be signed before trading are not. */
  PapersNotSigned: { status: 403, next: 'sign', raisedBy: 'signatures', facts: {} },
  DocumentAlreadySigned: { status: 409, next: 'back', raisedBy: 'signatures', facts: {} },
  DocumentChanged: { status: 409, next: 'sign', raisedBy: 'signatures', facts: {} },
  PasswordTooCommon: { status: 422, next: 'fix', raisedBy: 'registration', facts: {} },
  PinLocked: { status: 429, next: 'security', raisedBy: 'platform', facts: { minutes: 'count' } },
  LoginLocked: { status: 429, next: 'reset', raisedBy: 'platform', facts: { minutes: 'count' } },

  // --- ours: reasons in a row ---
  EmptyBook: { status: null, next: null, raisedBy: 'platform', facts: {} },
  CollarReached: { status: null, next: null, raisedBy: 'platform', facts: { bound: 'price' } },
  SelfTrade: { status: null, next: null, raisedBy: 'platform', facts: {} },
  IocRemainder: { status: null, next: null, raisedBy: 'platform', facts: {} },
  FokNotFilled: { status: null, next: null, raisedBy: 'platform', facts: {} },
  DayEnded: { status: null, next: null, raisedBy: 'platform', facts: {} },
  DateReached: { status: null, next: null, raisedBy: 'platform', facts: { date: 'date' } },
  AlertLineDeleted: { status: null, next: null, raisedBy: 'platform', facts: {} },
  /** At its second point, or more bars ago than are counted. */
  AlertLineEnded: { status: null, next: null, raisedBy: 'platform', facts: {} },
  ContractEnded: { status: null, next: null, raisedBy: 'platform', facts: {} },
  SiblingFilled: { status: null, next: null, raisedBy: 'conditional-orders', facts: {} },
  SiblingEnded: { status: null, next: null, raisedBy: 'platform', facts: {} },
  PositionGone: { status: null, next: null, raisedBy: 'conditional-orders', facts: {} },
  MarginLevel: { status: null, next: null, raisedBy: 'margin-ladder', facts: { level: 'percent' } },
  ForceSell: { status: null, next: null, raisedBy: 'margin-ladder', facts: {} },
  ExpiryGuard: { status: null, next: null, raisedBy: 'margin-ladder', facts: {} },
  ExchangeRejected: { status: null, next: null, raisedBy: 'platform', facts: { reason: 'code' } },
  ExchangeCancelled: { status: null, next: null, raisedBy: 'platform', facts: { reason: 'text' } },
  LateFill: { status: null, next: null, raisedBy: 'platform', facts: {} },
  CopyMaxLoss: { status: null, next: null, raisedBy: 'copy-trading', facts: {} },
  CopyStopped: { status: null, next: null, raisedBy: 'copy-trading', facts: {} },
  SenderGone: { status: null, next: null, raisedBy: 'platform', facts: {} },
  NotSentInTime: { status: null, next: null, raisedBy: 'platform', facts: {} },
  SlippageExceeded: { status: null, next: null, raisedBy: 'copy-trading', facts: { ticks: 'count' } },
  RoundedToZero: { status: null, next: null, raisedBy: 'copy-trading', facts: {} },
  NoMargin: { status: null, next: null, raisedBy: 'nobody', facts: {} },
  NoSession: { status: null, next: null, raisedBy: 'nobody', facts: {} },
  LinkDown: { status: null, next: null, raisedBy: 'copy-trading', facts: {} },
  Paused: { status: null, next: null, raisedBy: 'copy-trading', facts: {} },
} as const satisfies Readonly<Record<string, ErrorEntry>>;

type Catalogue = typeof ERRORS;

/** Every code that an error or a row can carry. */
export type ErrorCode = keyof Catalogue;

/** The codes that appear in a row and are never an HTTP error. */
export type ReasonCode = { [C in ErrorCode]: Catalogue[C]['status'] extends null ? C : never }[ErrorCode];

/** The codes that an HTTP reply or a refused order can carry. */
export type ReplyCode = Exclude<ErrorCode, ReasonCode>;

type FactValue<K> = K extends 'lots' | 'count' | 'bytes' ? number : string;

/** The facts that a code requires: `FactsOf<'WrongTick'>` is `{tick: string, lower: string, …}`. */
export type FactsOf<C extends ErrorCode> = {
  readonly [F in keyof Catalogue[C]['facts']]: FactValue<Catalogue[C]['facts'][F]>;
};

function isKnown(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}

function isReason(code: ErrorCode): code is ReasonCode {
  return ERRORS[code].status === null;
}

function isReply(code: ErrorCode): code is ReplyCode {
  return ERRORS[code].status !== null;
}

export const ERROR_CODES: readonly ErrorCode[] = Object.keys(ERRORS).filter(isKnown);
export const REASON_CODES: readonly ReasonCode[] = ERROR_CODES.filter(isReason);
export const REPLY_CODES: readonly ReplyCode[] = ERROR_CODES.filter(isReply);

/** The entry of a code with its general type, for callers that do not know the code statically. */
export function errorEntry(code: ErrorCode): ErrorEntry {
  return ERRORS[code];
}

/** HTTP status of an error reply's code. */
export function statusOf(code: ReplyCode): number {
  return ERRORS[code].status;
}

/** The code for a reply without the server's body, from a proxy for instance (docs/rules/refusals.md#catalogue). */
export function codeForStatus(status: number): ReplyCode {
  switch (status) {
    case 400:
      return 'BadRequest';
    case 401:
      return 'Unauthorized';
    case 403:
      return 'Forbidden';
    case 404:
      return 'NotFound';
    case 408:
      return 'RequestTimeout';
    case 413:
      return 'PayloadTooLarge';
    case 421:
      return 'MisdirectedRequest';
    case 422:
      return 'Unprocessable';
    case 429:
      return 'TooManyRequests';
    case 500:
      return 'ServerError';
    case 502:
      return 'BadGateway';
    case 503:
      return 'ServiceUnavailable';
    case 504:
      return 'GatewayTimeout';
    default:
      return 'DefaultError';
  }
}

/** Facts on the wire: decimal text, ISO text, names, or whole numbers. */
export const facts = z.record(z.string().max(64), z.union([z.string().max(1000), z.int()])).meta({ id: 'Facts' });
export type Facts = z.infer<typeof facts>;

export const errorCode = z.enum(REPLY_CODES).meta({ id: 'ErrorCode' });

/** The body of every reply outside 2xx. */
export const errorReply = z
  .object({ code: errorCode, facts, requestId: z.string().max(64) })
  .meta({ id: 'ErrorReply' });
export type ErrorReply = z.infer<typeof errorReply>;

/** Why an order was refused: code and facts of the 422 reply to its sender. */
export const rejection = z.object({ code: errorCode, facts }).meta({ id: 'Rejection' });
export type Rejection = z.infer<typeof rejection>;

/** Why a row ended or lost its remainder other than by its owner. */
export const rowReason = z.object({ code: z.enum(REASON_CODES), facts }).meta({ id: 'RowReason' });
export type RowReasonReply = z.infer<typeof rowReason>;
