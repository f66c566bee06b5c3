/**
 * Every command of the engine, as a closed list. Each input is a stamped command, so the journal is complete and replay
 * is exact. Prices in requests are wire text, because only the contract knows its tick size: a price between two ticks
 * is a refusal with numbers, not a parse error.
 */

import type { StrategyTerms } from '#copying/strategy.ts';
import type { Commodity, Contract } from '#instruments/commodity.ts';
import type { InvestorKind, TradingRules } from '#instruments/trading-rules.ts';
import type { Order } from '#orders/order.ts';
import type { RollTarget } from '#orders/roll.ts';
import type { VenueOrderView, VenueReport } from '#orders/venue-messages.ts';
import type { SelfLimits } from '#self-limits/self-limits.ts';
import type { Currency } from '#values/money.ts';
import type {
  AlertDirection,
  Duration,
  ExchangeOrderType,
  GroupKind,
  OrderType,
  SessionState,
  Side,
} from '#values/trading-words.ts';
import type { Lots, Ticks, Vnd } from '#values/units.ts';

/** The sequencer stamps commands: seq is strictly +1, time never goes back. */
export interface Stamp {
  readonly seq: number;
  readonly timeMs: number;
  /** Of whoever sent it from another process: it recognises its own, and a successor executes none again. No rule reads it. */
  readonly submissionId?: string;
}

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
 * Cancels the sub-account's day orders unless the sender says the same again within the timeout; 0 ends it. The start of
 * the timeout is the step's own time.
 */
export interface SetCancelAfter {
  readonly kind: 'setCancelAfter';
  readonly accountId: string;
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

/** The operator who acts for an account, for the audit row. */
export interface Operator {
  readonly operatorId: string;
  readonly reason: string;
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

export interface ApproveWithdrawal {
  readonly kind: 'approveWithdrawal';
  readonly accountId: string;
  readonly withdrawalId: string;
}

export interface PayWithdrawal {
  readonly kind: 'payWithdrawal';
  readonly accountId: string;
  readonly withdrawalId: string;
  /** The bank's. */
  readonly reference: string;
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

/** A verdict on a strategy, by an operator or by a demo's own policy; stopped: an operator ends it against its leader. */
export interface ReviewStrategy {
  readonly kind: 'reviewStrategy';
  readonly strategyId: string;
  readonly verdict: 'APPROVED' | 'REJECTED' | 'STOPPED';
  readonly reason: string;
  readonly operatorId: string;
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

/** The scope of a broker's trading halt. */
export type HaltScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'contract'; readonly contractCode: string }
  | { readonly kind: 'account'; readonly accountId: string };

/** Names the exchange that the command is about; by default that of the demo accounts. */
export interface AtVenue {
  readonly venue?: string;
}

export interface ReportExecution extends AtVenue {
  readonly kind: 'reportExecution';
  readonly report: VenueReport;
  /** The order, if it ended and has left memory: the server restores it from the database. */
  readonly recalled?: EndedOrder;
}

/** The fields of an ended order that booking a late fill needs. */
export type EndedOrder = Pick<
  Order,
  | 'orderId'
  | 'clientOrderId'
  | 'accountId'
  | 'contractCode'
  | 'side'
  | 'orderType'
  | 'duration'
  | 'expirationDate'
  | 'quantityLots'
  | 'limitPriceTicks'
  | 'stopPriceTicks'
  | 'status'
  | 'reason'
  | 'isForceSell'
  | 'isReduceOnly'
  | 'filledLots'
  | 'filledNotional'
  | 'feeVnd'
  | 'receivedSeq'
  | 'receivedMs'
  | 'sessionDate'
  | 'closedMs'
  | 'seenExecIds'
  | 'group'
>;

/** Demo and live accounts trade at different exchanges and never share a book. */
export type AccountKind = 'demo' | 'live';

/** Records that an operator acted at the exchange. The engine's state does not change. */
export interface NoteVenueAct {
  readonly kind: 'noteVenueAct';
  readonly act: 'startScenario' | 'stopScenario' | 'cutLink' | 'mendLink';
  readonly operator: Operator;
  /** Omitted if the act concerns the whole exchange. */
  readonly contractCode?: string;
  /** The scenario or setting that was started or stopped. */
  readonly subject: string;
}

/**
 * Records that the market reached the price of an investor's alert, for the journal and the notification. The engine's
 * state does not change.
 */
export interface NoteAlert {
  readonly kind: 'noteAlert';
  readonly accountId: string;
  readonly alertId: string;
  readonly contractCode: string;
  readonly direction: AlertDirection;
  /** The alert's price, and the last price that reached it. */
  readonly priceTicks: Ticks;
  readonly lastTicks: Ticks;
  /** The investor's note, for the message. */
  readonly note: string;
}

/** Records which row of the audit log was the last on disk. The journal then knows if it is ever missing. */
export interface NoteAuditEnd {
  readonly kind: 'noteAuditEnd';
  /** Rows are numbered from 1 without a gap. */
  readonly auditId: number;
  /** The row's, which stands for all before it. */
  readonly hash: string;
}

export type SystemCommand =
  | { readonly kind: 'setTradingRules'; readonly fromMs: number; readonly rules: TradingRules }
  | {
      readonly kind: 'setConversionRate';
      readonly currency: Currency;
      readonly fromMs: number;
      /** Dong per whole unit, in ten-thousandths. */
      readonly rateE4: bigint;
    }
  | { readonly kind: 'defineCommodity'; readonly commodity: Commodity }
  | { readonly kind: 'listContract'; readonly contract: Contract; readonly settlementTicks: Ticks | null }
  /** Codes of two listed contracts of one commodity. */
  | { readonly kind: 'listSpread'; readonly near: string; readonly far: string }
  | {
      readonly kind: 'openAccount';
      readonly accountId: string;
      readonly investorId: string;
      readonly investorKind: InvestorKind;
      readonly isDemo: boolean;
      readonly isActivated: boolean;
    }
  /** Orders are taken from now on; again is no mistake. */
  | { readonly kind: 'activateAccount'; readonly accountId: string }
  | {
      readonly kind: 'deposit';
      readonly accountId: string;
      readonly amountVnd: Vnd;
      readonly reference: string;
    }
  | ApproveWithdrawal
  | PayWithdrawal
  | ReviewStrategy
  | { readonly kind: 'markPrices'; readonly prices: readonly PriceMark[] }
  | {
      readonly kind: 'changeSession';
      readonly contractCodes: readonly string[];
      readonly state: SessionState;
      readonly opensAtMs: number | null;
      /** The exchange stops trading outside its calendar: working orders are suspended there until it opens again. */
      readonly isHalt?: boolean;
    }
  | {
      readonly kind: 'endTradeDate';
      /** The trade date that begins; the engine's first one is set the same way. */
      readonly nextTradeDate: string;
      /** Rolls only these exchanges, which from then on have their own trade date; omitted: the broker's. */
      readonly exchanges?: readonly string[];
    }
  | {
      /**
       * The exchange's settlement prices, entered when they are published: at the roll, or after a start that missed
       * it.
       */
      readonly kind: 'settleContracts';
      readonly settlements: readonly { readonly contractCode: string; readonly settlementTicks: Ticks }[];
    }
  /** The exchange has no orders: at its first start, or after losing its state. */
  | ({ readonly kind: 'restartVenue'; readonly epoch: string; readonly accounts?: AccountKind } & AtVenue)
  /** The link is down: the state of orders at the exchange is unknown until they are reconciled. */
  | ({ readonly kind: 'loseVenue'; readonly reason?: string } & AtVenue)
  /**
   * The link is up again and the same exchange lists the state of every open order; its reports from the meantime were
   * entered before. Older journals have only the ids.
   */
  | ({
      readonly kind: 'resyncVenue';
      readonly epoch: string;
      readonly orders?: readonly VenueOrderView[];
      readonly orderIds?: readonly string[];
    } & AtVenue)
  | ReportExecution
  /** Advances time only: whatever has become due happens. */
  | { readonly kind: 'passTime' }
  /** A null reason lifts the halt. */
  | {
      readonly kind: 'setTradingHalt';
      readonly scope: HaltScope;
      /** Reason of the halt in force; null lifts it. */
      readonly reason: string | null;
      /** Why it was lifted; absent in older journals. */
      readonly liftReason?: string;
      readonly operatorId: string;
    }
  | NoteVenueAct
  | NoteAlert
  | NoteAuditEnd
  | {
      readonly kind: 'nearCloseOut';
      readonly contractCode: string;
      readonly position: 'long' | 'short';
      /** The close-out day. */
      readonly date: string;
      readonly sessionsLeft: number;
      readonly deadlineMs: number;
    }
  /** The close-out deadline is reached: working orders are cancelled and positions on that side closed at market. */
  | { readonly kind: 'closeOut'; readonly contractCode: string; readonly position: 'long' | 'short' }
  /** Settles the remaining positions at the settlement price, without a trade. */
  | {
      readonly kind: 'settlePositions';
      readonly contractCode: string;
      readonly position: 'long' | 'short';
      readonly settlementTicks: Ticks;
    };

/** Last, highest and lowest price of one contract since the previous mark. */
export interface PriceMark {
  readonly contractCode: string;
  readonly lastTicks: Ticks;
  readonly highTicks: Ticks;
  readonly lowTicks: Ticks;
}

export type CommandBody = InvestorCommand | SystemCommand;
export type Command = Stamp & CommandBody;
