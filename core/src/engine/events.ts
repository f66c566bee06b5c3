/**
 * Every event, as a closed list. Events carry whole records, so that a read table or a screen keeps the newest and
 * forgets the rest.
 */

import type { ConditionalOrder } from '#conditional/conditional-order.ts';
import type { CopyWeek, WeekSums } from '#copying/copy-week.ts';
import type { StrategyStatus, StrategyTerms } from '#copying/strategy.ts';
import type { LeaderFill } from '#engine/copy-records.ts';
import type { CancelAfter } from '#engine/state.ts';
import type { HaltScope, NoteAlert, NoteVenueAct, Operator } from '#engine/system-commands.ts';
import type { Subscription } from '#instruments/service-packages.ts';
import type { InvestorKind } from '#instruments/trading-rules.ts';
import type { BrokerAccount, Posting } from '#ledger/ledger.ts';
import type { MarginState } from '#margin/margin-level.ts';
import type { Order } from '#orders/order.ts';
import type { VenueReport, VenueRequest } from '#orders/venue-messages.ts';
import type { OpenLotList } from '#positions/open-lots.ts';
import type { RoundTurn } from '#positions/position.ts';
import type { SelfLimits } from '#self-limits/self-limits.ts';
import type { Currency } from '#values/money.ts';
import type { Refusal } from '#values/refusals.ts';
import type { CopyEnd, CopySkip, CopyState, Side } from '#values/trading-words.ts';
import type { Lots, Ticks, Vnd } from '#values/units.ts';

/** One execution of one order; of an order in a spread one for each leg, in the leg's contract. Prices in ticks, money in dong. */
export interface OrderFill {
  readonly execId: string;
  readonly tradeId: string;
  readonly orderId: string;
  readonly accountId: string;
  readonly contractCode: string;
  /** Of a leg: the spread that was traded. Its price is a convention, not a last price of the contract. */
  readonly spreadCode?: string;
  readonly side: Side;
  readonly priceTicks: Ticks;
  readonly lots: Lots;
  readonly feeVnd: Vnd;
  readonly timeMs: number;
}

export interface OpenPosition {
  readonly contractCode: string;
  readonly netLots: Lots;
  readonly openNotional: number;
  /** Oldest first. Shared, not copied: a fill costs the same however many lots are open. */
  readonly openLots: OpenLotList;
}

/** A sub-account's own figures; whoever displays it computes those that depend on prices. */
export interface AccountFigures {
  readonly accountId: string;
  readonly investorId: string;
  readonly investorKind: InvestorKind;
  readonly isDemo: boolean;
  readonly isActivated: boolean;
  readonly cashVnd: Vnd;
  readonly heldVnd: Vnd;
  readonly requiredVnd: Vnd;
  /** Working lots per contract with exposure: inputs of the worst-case margin rule. */
  readonly working: readonly { readonly contractCode: string; readonly buyLots: Lots; readonly sellLots: Lots }[];
  readonly ladder: MarginState;
  readonly brakes: SelfLimits;
  readonly nextBrakes: SelfLimits | null;
  readonly dayBaseVnd: Vnd;
  /** Absent without a service package. */
  readonly subscription?: Subscription;
}

/** An account's margin level changed, or its countdown began or was lifted. */
export interface MarginStateChange {
  readonly accountId: string;
  readonly before: MarginState;
  readonly after: MarginState;
  readonly equityVnd: Vnd;
  readonly requiredVnd: Vnd;
  /** Working orders that the step cancels because they increase risk. */
  readonly cancelledOrders: number;
  /** Set if the account had a margin call on the same trade date before. */
  readonly isRepeated?: true;
}

/** A withdrawal after a step. */
export interface WithdrawalChange {
  readonly accountId: string;
  readonly withdrawalId: string;
  readonly amountVnd: Vnd;
  readonly status: 'HELD' | 'APPROVED' | 'PAID' | 'RELEASED';
  /** Of a release. `MarginNeeded`: it was not approved yet, and a position would have been closed by force. */
  readonly reason?: 'Cancelled' | 'Refused' | 'MarginNeeded';
  /** The bank's, of a payment. */
  readonly reference?: string;
}

/** A service package of an account began, was paid for another month, is to end, goes on after all, or ended. */
export interface PackageChange {
  readonly accountId: string;
  readonly status: 'BEGAN' | 'RENEWED' | 'ENDING' | 'CONTINUED' | 'ENDED';
  /** After the change; of an ended one the last. */
  readonly subscription: Subscription;
  /** Why it ended. */
  readonly reason?: 'Asked' | 'Replaced' | 'NotPaid' | 'NotOffered';
  /** What the next month's price lacked. */
  readonly shortfallVnd?: Vnd;
}

/** A strategy after a step. */
export interface StrategyRecord extends StrategyStatus {
  readonly strategyId: string;
  readonly accountId: string;
  readonly investorId: string;
  readonly isDemo: boolean;
  readonly terms: StrategyTerms;
  /** Of the last verdict. */
  readonly reason: string | null;
  readonly createdMs: number;
  readonly startedMs: number | null;
  readonly endedMs: number | null;
  /** Copies that have not closed. */
  readonly followers: number;
}

/** A copy after a step. */
export interface CopyRecord {
  readonly copyId: string;
  readonly strategyId: string;
  readonly strategyName: string;
  readonly accountId: string;
  readonly ratioBasisPoints: number;
  readonly maxLossVnd: Vnd;
  readonly startedMs: number;
  readonly state: CopyState;
  /** Why it is closing or closed. */
  readonly end: CopyEnd | null;
  /** Equity at the start with what was put in and taken out since. */
  readonly fundsVnd: Vnd;
  /** The result of a copy that has closed, after all fees. */
  readonly profitVnd: Vnd | null;
  /** The last day that the copy fee is paid for. */
  readonly paidUntil: string;
  /** The week under way. */
  readonly week: Readonly<CopyWeek>;
}

/** What followed from a leader's fill for one follower: an order, a reason why not, or both where it was sent in part. */
export interface CopyDecision {
  readonly copyId: string;
  readonly strategyId: string;
  readonly accountId: string;
  readonly fill: LeaderFill;
  /** Signed. */
  readonly targetLots: Lots;
  /** The limit is null for an order at market, which only reduces. */
  readonly order: {
    readonly orderId: string;
    readonly side: Side;
    readonly lots: Lots;
    readonly limitTicks: Ticks | null;
  } | null;
  readonly skip: { readonly why: CopySkip; readonly refusal?: Refusal } | null;
}

/** A week of a copy that has ended; the last one ends with the copy. */
export interface CopyWeekReport extends Readonly<CopyWeek>, WeekSums {
  readonly copyId: string;
  readonly strategyId: string;
  readonly endMs: number;
  readonly endEquityVnd: Vnd;
}

/** The order whose change was refused. */
export interface Refused {
  readonly orderId: string;
  readonly receivedSeq: number;
}

/** The broker's side of the books at the end of its trade date. Lists in order of code and name. */
export interface BrokerClose {
  readonly house: readonly {
    readonly isDemo: boolean;
    /** A broker account, or `deficit`: what the sub-accounts of that kind owe, all together; 0 or less. */
    readonly account: BrokerAccount | 'deficit';
    readonly balanceVnd: Vnd;
  }[];
  readonly settlements: readonly { readonly contractCode: string; readonly settlementTicks: Ticks }[];
  readonly rates: readonly { readonly currency: Currency; readonly rateE4: bigint }[];
}

export type EngineEvent =
  /** The command referred to something unknown or not permitted; nothing was stored. */
  | {
      readonly kind: 'commandRefused';
      readonly refusal: Refusal;
      /** The order or conditional order that the command was to change. */
      readonly about?: Refused;
    }
  /** Same client order id and same terms: the existing order is returned. */
  | { readonly kind: 'orderRepeated'; readonly accountId: string; readonly orderId: string }
  | { readonly kind: 'orderChanged'; readonly order: Readonly<Order> }
  /** Lots of an order that was being cancelled because the other one of its pair was filled first: both have filled. */
  | {
      readonly kind: 'siblingFilledToo';
      readonly accountId: string;
      readonly contractCode: string;
      readonly orderId: string;
      readonly lots: Lots;
    }
  | { readonly kind: 'orderFilled'; readonly fill: OrderFill }
  /**
   * The exchange reported a fill of a finished order, or beyond its quantity: it is booked, and an operator must look.
   */
  | { readonly kind: 'lateFillBooked'; readonly fill: OrderFill }
  /** A doubt about an order that no rule can settle: an operator is notified. */
  | { readonly kind: 'orderInDoubt'; readonly doubt: OrderDoubt }
  | { readonly kind: 'positionChanged'; readonly accountId: string; readonly position: OpenPosition }
  | {
      readonly kind: 'positionSettled';
      readonly accountId: string;
      readonly contractCode: string;
      readonly pair: RoundTurn;
    }
  | { readonly kind: 'moneyPosted'; readonly posting: Posting }
  | { readonly kind: 'withdrawalChanged'; readonly change: WithdrawalChange }
  | { readonly kind: 'packageChanged'; readonly change: PackageChange }
  | { readonly kind: 'strategyChanged'; readonly strategy: StrategyRecord }
  | { readonly kind: 'copyChanged'; readonly copy: CopyRecord }
  | { readonly kind: 'copyDecided'; readonly decision: CopyDecision }
  | { readonly kind: 'copyWeekEnded'; readonly report: CopyWeekReport }
  | { readonly kind: 'accountChanged'; readonly figures: AccountFigures }
  /**
   * A request to send to the exchange once this step is durable, and only in this epoch of the exchange: after its
   * restart live orders are routed again, and sending both would trade twice.
   */
  | {
      readonly kind: 'venueRequested';
      readonly venue: string;
      readonly epoch: string | null;
      readonly request: VenueRequest;
    }
  /** A report that changes nothing and has no lots: only logged. */
  | { readonly kind: 'reportDropped'; readonly execId: string; readonly why: WhyNotBooked }
  /** A report of lots that belong to no known order: an entry of the suspense list for operators. */
  | {
      readonly kind: 'reportSuspended';
      readonly venue: string;
      readonly report: VenueReport;
      readonly why: WhyNotBooked;
    }
  | { readonly kind: 'venueLinkChanged'; readonly venue: string; readonly change: VenueLinkChange }
  /**
   * The end of the exchange's trade date, to be sent after the requests of earlier steps and before those of later
   * ones.
   */
  | {
      readonly kind: 'tradeDateBegan';
      readonly endedDate: string;
      readonly tradeDate: string;
      /** Omitted: every exchange without a trade date of its own. */
      readonly exchanges?: readonly string[];
      /** Of the broker's own date: what stood in its books beside the sub-accounts when the date ended. */
      readonly close?: BrokerClose;
    }
  | { readonly kind: 'conditionalChanged'; readonly conditional: Readonly<ConditionalOrder> }
  | { readonly kind: 'ladderMoved'; readonly move: MarginStateChange }
  /** Losses exceeded the account's cash: the debt is posted to its deficit account. */
  | { readonly kind: 'deficitPosted'; readonly accountId: string; readonly amountVnd: Vnd }
  | { readonly kind: 'closeOutNeared'; readonly notice: CloseOutNotice }
  | {
      readonly kind: 'tradingHaltChanged';
      readonly scope: HaltScope;
      readonly reason: string | null;
      readonly liftReason?: string;
      readonly operatorId: string;
    }
  /** A sender is waited for; null: not any more, or they were not heard in time, when it is due. */
  | {
      readonly kind: 'cancelAfterChanged';
      readonly accountId: string;
      readonly sender?: string;
      readonly cancelAfter: Readonly<CancelAfter> | null;
      readonly isDue: boolean;
    }
  | { readonly kind: 'sessionChanged'; readonly contractCodes: readonly string[] }
  /** An operator closed an investor's position: an audit row. */
  | {
      readonly kind: 'operatorActed';
      readonly operator: Operator;
      readonly accountId: string;
      readonly contractCode: string;
      readonly orderId: string;
    }
  /** An operator acted at the exchange: an audit row. */
  | ({ readonly kind: 'venueActNoted' } & Omit<NoteVenueAct, 'kind'>)
  /** A price alert was reached: its owner is notified. */
  | ({ readonly kind: 'alertReached' } & Omit<NoteAlert, 'kind'>);

/**
 * Why a report was not booked: a duplicate, from before the exchange's restart, for an unknown order, for one that was
 * never sent, for one that has ended, an answer to a request that is no longer open, or a fill in a spread without the
 * prices of its legs.
 */
export type WhyNotBooked =
  | 'double'
  | 'oldEpoch'
  | 'unknownOrder'
  | 'neverSent'
  | 'tooLate'
  | 'notAsked'
  | 'legsUnclear';

export interface OrderDoubt {
  readonly orderId: string;
  /** Null, like the contract, if the broker does not know the order. */
  readonly accountId: string | null;
  readonly contractCode: string | null;
  /**
   * lateFill: filled after its end. overfilled: filled beyond its quantity. neverSent: filled although never sent.
   * unanswered: two status requests without an answer. notListed: the exchange had it and no longer lists it.
   * fillsMissing: the exchange's filled quantity exceeds its reported fills, or is below them (lots below zero).
   * stillLive: ended here, but among the exchange's open orders. notOurs: listed there, but sent by nobody here, or
   * ended so long ago that it has left memory.
   */
  readonly why:
    | 'lateFill'
    | 'overfilled'
    | 'neverSent'
    | 'unanswered'
    | 'notListed'
    | 'fillsMissing'
    | 'stillLive'
    | 'notOurs';
  /** The lots in doubt; 0 if none are. */
  readonly lots: Lots;
}

export type VenueLinkChange =
  /** The reason, as the link reports it. */
  | { readonly kind: 'lost'; readonly reason: string }
  /** The same exchange, its books intact. */
  | { readonly kind: 'back' }
  /** An exchange that has lost its state. */
  | { readonly kind: 'restarted' };

/** A position is near its contract's close-out. */
export interface CloseOutNotice {
  readonly accountId: string;
  readonly contractCode: string;
  readonly netLots: Lots;
  readonly sessionsLeft: number;
  readonly deadlineMs: number;
}
