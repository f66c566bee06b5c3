/** What investors and their operators ask for. Prices are wire text, because only the contract knows its tick size: a price
 * between two ticks is a refusal with numbers, not a parse error.
 */
import type { StrategyTerms } from '#copying/strategy.ts';
import type { Operator } from '#engine/system-commands.ts';
import type { RollTarget } from '#orders/roll.ts';
import type { SelfLimits } from '#self-limits/self-limits.ts';
import type { Duration, ExchangeOrderType, GroupKind, OrderType, Side } from '#values/trading-words.ts';
import type { Lots, Vnd } from '#values/units.ts';

/**
 * What the sender's screen showed, according to the client. Stored in the journal for the order's timeline and read by
 * no rule.
 */
export interface Witnessed {
  readonly sighting?: object;
}

export interface PlaceOrder extends Witnessed {
  readonly kind: 'placeOrder';
  readonly accountId: string;
  /** Created by the server when it stamps the command: random, so that it can't be guessed. */
  readonly orderId: string;
  readonly clientOrderId: string;
  /** Or the code of a spread, for a limit order of DAY, GTC or IOC at near month less far month. */
  readonly contractCode: string;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly duration: Duration;
  readonly quantityLots: Lots;
  readonly limitPrice?: string;
  /** For a trailing stop: its first stop price, if not at its distance from the last trade. */
  readonly stopPrice?: string;
  readonly expirationDate?: string;
  readonly isReduceOnly?: boolean;
  /**
   * For a trailing stop, exactly one of the two: a distance in the price's unit, or percent of the price with two
   * decimals.
   */
  readonly trailAmount?: string;
  readonly trailPercent?: string;
  /** For a TPSL, or an entry order with exits. */
  readonly takeProfit?: string;
  readonly stopLoss?: string;
  /**
   * For an entry order, each instead of its price: a distance in the price's unit, kept from the average price of what
   * is filled.
   */
  readonly takeProfitDistance?: string;
  readonly stopLossDistance?: string;
  /** The stop at its distance follows the price from the first fill on, as a trailing stop. */
  readonly trailsStop?: boolean;
  /** Id of the exit pair that comes with an entry order, created by the server. */
  readonly exitOrderId?: string;
  /** For a reduce-only order that never rests: what it closes is opened in another month of the commodity (rolls.ts). */
  readonly rollInto?: RollTarget;
}

/** An order of a group. It is for an exchange, and rolls nothing. */
export interface GroupedOrder
  extends Omit<
    PlaceOrder,
    | 'kind'
    | 'accountId'
    | 'orderId'
    | 'contractCode'
    | 'orderType'
    | 'trailAmount'
    | 'trailPercent'
    | 'rollInto'
    | 'sighting'
  > {
  readonly orderType: ExchangeOrderType;
}

/**
 * Places orders of one contract that belong together, all or none: a group of which one would be refused leaves no trace.
 */
export interface PlaceGroup extends Witnessed {
  readonly kind: 'placeGroup';
  readonly accountId: string;
  /** Created by the server; those of its orders follow from it. */
  readonly groupId: string;
  readonly groupKind: GroupKind;
  readonly contractCode: string;
  readonly orders: readonly GroupedOrder[];
}

/** Identifies an order by either id. */
export interface OrderName {
  readonly accountId: string;
  readonly orderId?: string;
  readonly clientOrderId?: string;
}

export interface ModifyOrder extends OrderName {
  readonly kind: 'modifyOrder';
  /** Total quantity, filled lots included (FIX OrderQty). Omitted fields keep their value. */
  readonly quantityLots?: Lots;
  readonly limitPrice?: string;
  readonly stopPrice?: string;
  readonly duration?: Duration;
  readonly expirationDate?: string;
}

export interface CancelOrder extends OrderName {
  readonly kind: 'cancelOrder';
}

/**
 * Cancels every live order of the sub-account, or of one of its contracts, conditional orders included; or those of one
 * group, with the exits that they have not armed.
 */
export interface CancelOrders {
  readonly kind: 'cancelOrders';
  readonly accountId: string;
  readonly contractCode?: string;
  readonly groupId?: string;
  /** Keeps reduce-only stops and conditional orders. */
  readonly keepStops?: boolean;
}

/**
 * Cancels the sub-account's day orders unless the sender says the same again within the timeout; 0 ends it. Each sender
 * is waited for alone. The start of the timeout is the step's own time.
 */
export interface SetCancelAfter {
  readonly kind: 'setCancelAfter';
  readonly accountId: string;
  /** Absent in commands from before there were several. */
  readonly sender?: string;
  /** Nobody is waited for any more, also whose session is over and who can't end it themselves. Who lives says so again. */
  readonly endsAll?: true;
  readonly timeoutMs: number;
  /** Orders good till cancelled or till a date are cancelled as well. */
  readonly includesGoodTill: boolean;
}

/** Identifies a conditional order by either id. */
export interface ConditionalName {
  readonly accountId: string;
  readonly conditionalOrderId?: string;
  readonly clientOrderId?: string;
}

export interface ModifyConditional extends ConditionalName {
  readonly kind: 'modifyConditional';
  /** Omitted fields keep their value. */
  readonly quantityLots?: Lots;
  readonly trailAmount?: string;
  readonly trailPercent?: string;
  readonly takeProfit?: string;
  readonly stopLoss?: string;
}

export interface CancelConditional extends ConditionalName {
  readonly kind: 'cancelConditional';
}

/**
 * Liquidation by contract (docs/rules/orders.md#liquidation-by-contract): closes all lots at market and leaves working
 * orders; with `goFlat` they are cancelled first. Sent by the investor, or by an operator with a reason.
 */
export interface LiquidateContract extends Witnessed {
  readonly kind: 'liquidateContract';
  readonly accountId: string;
  readonly orderId: string;
  readonly clientOrderId: string;
  readonly contractCode: string;
  readonly goFlat?: boolean;
  readonly operator?: Operator;
}

/** Reverses the position: a market order of twice its lots, subject to all checks. */
export interface ReversePosition extends Witnessed {
  readonly kind: 'reversePosition';
  readonly accountId: string;
  readonly orderId: string;
  readonly clientOrderId: string;
  readonly contractCode: string;
}

/** Sets the investor's own limits: tighter ones apply at once, looser ones from the next trade date. */
export interface SetSelfLimits {
  readonly kind: 'setBrakes';
  readonly accountId: string;
  readonly brakes: SelfLimits;
}

/** Holds money for a withdrawal, if the account can spare it. The id is the request's, unique for ever. */
export interface HoldWithdrawal {
  readonly kind: 'holdWithdrawal';
  readonly accountId: string;
  readonly withdrawalId: string;
  readonly amountVnd: Vnd;
}

/** `Cancelled` is its owner's, `Refused` an operator's. */
export interface ReleaseWithdrawal {
  readonly kind: 'releaseWithdrawal';
  readonly accountId: string;
  readonly withdrawalId: string;
  readonly reason: 'Cancelled' | 'Refused';
}

/** Begins a package, or goes on with the one that would have ended. The request's id is unique for ever. */
export interface SubscribePackage {
  readonly kind: 'subscribePackage';
  readonly accountId: string;
  readonly packageName: string;
  readonly requestId: string;
}

/** No other month after the paid one. */
export interface EndPackage {
  readonly kind: 'endPackage';
  readonly accountId: string;
  readonly packageName: string;
}

/**
 * Publishes a strategy on a sub-account; its id is unique for ever. Older journals change one by publishing it again; a
 * change by its own name never makes one: what has ended is forgotten, and would begin anew.
 */
export interface PublishStrategy {
  readonly kind: 'publishStrategy' | 'changeStrategy';
  readonly accountId: string;
  readonly strategyId: string;
  readonly terms: StrategyTerms;
}

export interface MoveStrategy {
  readonly kind: 'runStrategy' | 'stopStrategy';
  readonly accountId: string;
  readonly strategyId: string;
}

/** Dedicates an empty sub-account to a strategy. The copy's id is unique for ever. */
export interface FollowStrategy {
  readonly kind: 'followStrategy';
  readonly accountId: string;
  readonly strategyId: string;
  readonly copyId: string;
  /** Of the leader's lots, in hundredths of a percent. */
  readonly ratioBasisPoints: number;
  readonly maxLossVnd: Vnd;
  /** Whether the leader's open positions are copied as well. */
  readonly copiesOpenPositions: boolean;
}

/** `leaveCopy` keeps what was copied, `closeCopy` closes it. */
export interface MoveCopy {
  readonly kind: 'pauseCopy' | 'resumeCopy' | 'leaveCopy' | 'closeCopy';
  readonly accountId: string;
  readonly copyId: string;
}

/** Closes one copied position. */
export interface CloseCopied {
  readonly kind: 'closeCopied';
  readonly accountId: string;
  readonly copyId: string;
  readonly contractCode: string;
}

/** Moves money between sub-accounts of one investor: above zero into the copy. The move's id is unique for ever. */
export interface FundCopy {
  readonly kind: 'fundCopy';
  readonly accountId: string;
  readonly copyId: string;
  readonly moveId: string;
  readonly otherAccountId: string;
  readonly amountVnd: Vnd;
}

export type InvestorCommand =
  | PlaceOrder
  | PlaceGroup
  | ModifyOrder
  | CancelOrder
  | CancelOrders
  | SetCancelAfter
  | ModifyConditional
  | CancelConditional
  | LiquidateContract
  | ReversePosition
  | SetSelfLimits
  | HoldWithdrawal
  | ReleaseWithdrawal
  | SubscribePackage
  | EndPackage
  | PublishStrategy
  | MoveStrategy
  | FollowStrategy
  | MoveCopy
  | CloseCopied
  | FundCopy;
