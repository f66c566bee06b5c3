/**
 * Everything the core can refuse, as a closed list of codes, each with the numbers a message needs. No sentences: the
 * texts in both languages are in web/i18n, by code (docs/rules/refusals.md#words). Codes keep the specification's
 * spelling (docs/rules/refusals.md#catalogue); the project's own are marked in the catalogue.
 */
import type { ConditionalStatus, Duration, OrderStatus, OrderType, SessionState } from '#values/trading-words.ts';
import type { Lots, Ticks, Vnd } from '#values/units.ts';

/** Facts by code. Prices are ticks, money is dong, times are milliseconds; the wire turns them into text. */
export interface RefusalFacts {
  InvestorTradingAccountNotFound: Record<never, never>;
  InvestorTradingAccountNotAllowed: Record<never, never>;
  ContractNotFound: { code: string };
  OrderNotFound: Record<never, never>;
  OpenPositionNotFound: Record<never, never>;
  IDEMPOTENCY_MISMATCH: Record<never, never>;
  LiveVenueMissing: Record<never, never>;
  TRADING_HALTED: { scope: string; reason: string };
  ContractExpired: { contract: string; date: string };
  ExpiryWindowReduceOnly: { contract: string; date: string };
  MarketClosed: { state: SessionState; opensAt: number | null };
  OrderTypeNotSupported: { exchange: string; orderType: OrderType };
  DurationNotAllowed: { orderType: OrderType; duration: Duration };
  ExpirationDateInvalid: { from: string; to: string };
  QuantityInvalid: { lots: Lots };
  MaxLotsPerOrder: { max: Lots; lots: Lots };
  MaxLotsPerContract: { max: Lots; lots: Lots };
  /** `field` names the price if it is not the limit. */
  WrongTick: { tick: Ticks; lower: Ticks; upper: Ticks; field?: string };
  PriceOutsideBand: { percent: string; reference: Ticks; bound: Ticks; price: Ticks };
  StopLimitTooFar: { percent: string; reference: Ticks; bound: Ticks; price: Ticks };
  PriceOutsideDailyLimit: { floor: Ticks; ceiling: Ticks; price: Ticks };
  InsufficientMargin: { required: Vnd; available: Vnd; missing: Vnd; maxLots: Lots; fee: Vnd };
  BrakeMaxLots: { max: Lots };
  BrakeDailyLoss: { max: Vnd; loss: Vnd };
  /** Times of day in Vietnam, `HH:mm`. */
  BrakeHours: { from: string; to: string };
  BrakeCoolOff: { until: number };
  TrailInvalid: { min: Ticks; tick: Ticks };
  TakeProfitWrongSide: { price: Ticks };
  StopLossWrongSide: { price: Ticks };
  ReduceOnlyExceeded: { open: Lots };
  ConditionalOrderNotFound: Record<never, never>;
  ConditionalOrderNotAllowed: { status: ConditionalStatus };
  OrderCancelNotAllowed: { status: OrderStatus };
  OrderModifyNotAllowed: { status: OrderStatus };
  ModifyPending: Record<never, never>;
  BadRequest: { field: string };
  NotFound: Record<never, never>;
  TooManyRequests: { seconds: number };
  /** More than the money that is there; `available` is what may be withdrawn. */
  WithdrawAmountExceeded: { amount: Vnd; available: Vnd };
  /** The money is there, but margin needs it. */
  AmountExceededRemainingMargin: { withdrawable: Vnd; amount: Vnd };
  NotWithdrawMargin: Record<never, never>;
  WithdrawMarginApproved: Record<never, never>;
  /** The price of a month is more than could be withdrawn. */
  ServicePackageTooDear: { amount: Vnd; available: Vnd; missing: Vnd };
  StrategyNotFound: Record<never, never>;
  StrategyNotApproved: Record<never, never>;
  StrategyNotRunning: Record<never, never>;
  StrategyMoveNotAllowed: { approval: string; running: string };
  StrategyFull: { max: number };
  OwnStrategy: Record<never, never>;
  DemoLiveMismatch: Record<never, never>;
  SubAccountFollows: { strategy: string };
  SubAccountLeads: { strategy: string };
  /** It holds positions or orders: a copy begins with an empty one. */
  SubAccountInUse: Record<never, never>;
  FollowAmountTooSmall: { min: Vnd; equity: Vnd };
  CopyFeeTooDear: { amount: Vnd; available: Vnd; missing: Vnd };
  CopyMoveNotAllowed: { state: string };
}

export type RefusalCode = keyof RefusalFacts;

export type Refusal = {
  [C in RefusalCode]: { readonly code: C; readonly facts: Readonly<RefusalFacts[C]> };
}[RefusalCode];

export type FactKind = 'text' | 'lots' | 'count' | 'price' | 'vnd' | 'time' | 'date' | 'percent' | 'word';

/** The unit of each fact, so that the wire and the screens format it without knowing the code. */
export const FACT_KINDS = {
  code: 'text',
  scope: 'text',
  reason: 'text',
  contract: 'text',
  date: 'date',
  state: 'word',
  opensAt: 'time',
  exchange: 'text',
  orderType: 'word',
  duration: 'word',
  from: 'date',
  to: 'date',
  lots: 'lots',
  max: 'lots',
  seconds: 'count',
  maxLots: 'lots',
  tick: 'price',
  lower: 'price',
  upper: 'price',
  percent: 'percent',
  reference: 'price',
  bound: 'price',
  price: 'price',
  floor: 'price',
  ceiling: 'price',
  min: 'price',
  loss: 'vnd',
  until: 'time',
  open: 'lots',
  required: 'vnd',
  available: 'vnd',
  missing: 'vnd',
  fee: 'vnd',
  amount: 'vnd',
  withdrawable: 'vnd',
  status: 'word',
  approval: 'word',
  running: 'word',
  strategy: 'text',
  equity: 'vnd',
  field: 'text',
} as const satisfies Record<string, FactKind>;

export function refusal<C extends RefusalCode>(code: C, facts: RefusalFacts[C]): { code: C; facts: RefusalFacts[C] } {
  return { code, facts };
}
