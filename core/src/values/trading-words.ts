/**
 * The closed lists of the trade, with the numeric codes of the wire.
 * The codes (docs/rules/orders.md#types-and-times-in-force) are the FIX 4.4 values of tags 54, 40 and 59.
 */

export const SIDES = { BUY: 1, SELL: 2 } as const;
export type Side = keyof typeof SIDES;

/** Of a position: who holds more than none is long. */
export const POSITION_SIDES = ['long', 'short'] as const;
export type PositionSide = (typeof POSITION_SIDES)[number];

/** TRAILING_STOP and TPSL are held by the server and never reach an exchange, so FIX has no code for them. */
export const ORDER_TYPES = { MARKET: 1, LIMIT: 2, STOP: 3, STOP_LIMIT: 4, TRAILING_STOP: null, TPSL: null } as const;
export type OrderType = keyof typeof ORDER_TYPES;

/** Types that reach an exchange: the others wait for a price with the broker, and then send one of these. */
export type ExchangeOrderType = Exclude<OrderType, 'TRAILING_STOP' | 'TPSL'>;

/** The prices that an order must have, and no others, here and at an exchange. */
export const PRICES_OF_TYPE: Readonly<
  Record<ExchangeOrderType, { readonly hasLimit: boolean; readonly hasStop: boolean }>
> = {
  MARKET: { hasLimit: false, hasStop: false },
  LIMIT: { hasLimit: true, hasStop: false },
  STOP: { hasLimit: false, hasStop: true },
  STOP_LIMIT: { hasLimit: true, hasStop: true },
};

export const DURATIONS = { DAY: 0, GTC: 1, IOC: 3, FOK: 4, GTD: 6 } as const;
export type Duration = keyof typeof DURATIONS;

/** Every status (docs/rules/orders.md#statuses); transitions are in orders/order-status.ts. */
export const ORDER_STATUSES = [
  'NEW',
  'NOT_SENT',
  'PENDING',
  'IN_TRANSIT',
  'REJECTED',
  'WORKING',
  'EXPIRED',
  'IN_CANCEL',
  'IN_MODIFY',
  'CANCELLED',
  'FILLED',
  'PARTIALLY_FILLED',
  'SUSPENDED',
  'DISCONNECTED',
  'ACTIVEAT',
  'UNKNOWN',
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Statuses from which nothing follows: the order is in no book and holds no margin. */
export const FINAL_STATUSES: ReadonlySet<OrderStatus> = new Set<OrderStatus>([
  'REJECTED',
  'CANCELLED',
  'FILLED',
  'EXPIRED',
]);

/**
 * Status of a conditional order (failed, triggered and active are views of it: docs/rules/orders.md#statuses). ACTIVE:
 * its child order is in transit or has filled. FAILED: the child order was refused or found no price, so the position
 * is not protected.
 */
export const CONDITIONAL_STATUSES = ['PENDING_ACTIVATION', 'TRIGGERED', 'ACTIVE', 'FAILED', 'CANCELLED'] as const;
export type ConditionalStatus = (typeof CONDITIONAL_STATUSES)[number];

export const SESSION_STATES = ['OPEN', 'PAUSED', 'CLOSED'] as const;
export type SessionState = (typeof SESSION_STATES)[number];

/** Refusals of the simulated exchange, in order of precedence; a third-party one has its own texts. */
export const EXCHANGE_REFUSALS = [
  'UnknownContract',
  'MarketClosed',
  'InvalidOrder',
  'QuantityInvalid',
  'OutsideDailyLimit',
  'DuplicateOrder',
  'UnknownOrder',
  'StopNotWaiting',
] as const;
export type ExchangeRefusal = (typeof EXCHANGE_REFUSALS)[number];

/** The direction in which the last price reaches a price alert: up to or above it, down to or below it. */
export const ALERT_DIRECTIONS = ['ABOVE', 'BELOW'] as const;
export type AlertDirection = (typeof ALERT_DIRECTIONS)[number];

/** Averages of closing prices that an alert may follow. */
export const AVERAGES = ['MA', 'EMA'] as const;
export type Average = (typeof AVERAGES)[number];
export const AVERAGE_PERIODS = { least: 2, most: 500 } as const;

export const PRODUCT_TYPES = ['FUTURES', 'ACM'] as const;
export type ProductType = (typeof PRODUCT_TYPES)[number];

export const COMMODITY_GROUPS = ['grain', 'industrial', 'energy', 'metal'] as const;
export type CommodityGroup = (typeof COMMODITY_GROUPS)[number];

/**
 * Why an order ended or lost its remainder without the investor asking: a row's reason (docs/rules/words.md#reasons).
 * `UserRequest` is the investor's own cancel.
 */
export const ROW_REASONS = [
  'UserRequest',
  'EmptyBook',
  'CollarReached',
  'SelfTrade',
  'IocRemainder',
  'FokNotFilled',
  'DayEnded',
  'DateReached',
  'ContractEnded',
  'SiblingFilled',
  'SiblingEnded',
  'PositionGone',
  'MarginLevel',
  'ForceSell',
  'ExpiryGuard',
  'ExchangeRejected',
  'ExchangeCancelled',
  'LateFill',
  'CopyMaxLoss',
  'CopyStopped',
  'SenderGone',
  'NotSentInTime',
] as const;
export type RowReason = (typeof ROW_REASONS)[number];

/** OCO: the first of two to be filled, or to end, cancels the other. SCALE: limit orders from one price to another. */
export const GROUP_KINDS = ['OCO', 'SCALE'] as const;
export type GroupKind = (typeof GROUP_KINDS)[number];

/** Orders in a group. A scale is half of what a sub-account may send at once. */
export const GROUP_SIZES: Readonly<Record<GroupKind, { readonly least: number; readonly most: number }>> = {
  OCO: { least: 2, most: 2 },
  SCALE: { least: 2, most: 20 },
};

/** Copy trading (docs/rules/copying.md): a strategy's approval and run, a copy's state, and why a copy ended. */
export const APPROVALS = ['PENDING', 'APPROVED', 'REJECTED'] as const;
export type Approval = (typeof APPROVALS)[number];
export const RUNNINGS = ['NOT_STARTED', 'ACTIVE', 'ENDED'] as const;
export type Running = (typeof RUNNINGS)[number];
/** CLOSING: nothing is copied any more, and what is open is being closed. CLOSED is final. */
export const COPY_STATES = ['ACTIVE', 'PAUSED', 'CLOSING', 'CLOSED'] as const;
export type CopyState = (typeof COPY_STATES)[number];
/** Its follower's wish, its loss limit, the strategy's end, or a copy fee that could not be paid. */
export const COPY_ENDS = ['Follower', 'MaxLoss', 'StrategyEnded', 'FeeNotPaid'] as const;
export type CopyEnd = (typeof COPY_ENDS)[number];
/** Why a leader's fill was not copied, or not wholly. `Refused` comes with the broker's refusal. */
export const COPY_SKIPS = ['RoundedToZero', 'Paused', 'SlippageExceeded', 'LinkDown', 'Refused'] as const;
export type CopySkip = (typeof COPY_SKIPS)[number];
export const FEE_PERIODS = ['WEEKLY', 'MONTHLY', 'QUARTERLY', 'YEARLY'] as const;
export type FeePeriod = (typeof FEE_PERIODS)[number];

export function oppositeSide(side: Side): Side {
  return side === 'BUY' ? 'SELL' : 'BUY';
}

/** +1 for a buy, -1 for a sell: the sign a fill gives to a position. */
export function sideSign(side: Side): 1 | -1 {
  return side === 'BUY' ? 1 : -1;
}

/** Kinds of contracts that pay the same fee (docs/rules/margin-and-money.md#positions-and-profit). */
export const FEE_CLASSES = ['standard', 'mini', 'micro', 'nano', 'lme'] as const;
export type FeeClass = (typeof FEE_CLASSES)[number];
