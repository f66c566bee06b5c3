/**
 * Everything that can have happened, as a closed list. Events carry whole records, so that a read table or a
 * screen can take the newest and forget the rest.
 */

import type { ConditionalOrder } from '#conditional/conditional-order.ts';
import type { HaltScope, NoteAlert, NoteVenueAct, Operator } from '#engine/commands.ts';
import type { InvestorKind } from '#instruments/trading-rules.ts';
import type { Posting } from '#ledger/ledger.ts';
import type { MarginState } from '#margin/margin-level.ts';
import type { Order } from '#orders/order.ts';
import type { VenueReport, VenueRequest } from '#orders/venue-messages.ts';
import type { OpenLotList } from '#positions/open-lots.ts';
import type { RoundTurn } from '#positions/position.ts';
import type { SelfLimits } from '#self-limits/self-limits.ts';
import type { Refusal } from '#values/refusals.ts';
import type { Side } from '#values/trading-words.ts';
import type { Lots, Ticks, Vnd } from '#values/units.ts';

/** One execution of one order. Prices in ticks, money in dong. */
export interface OrderFill {
  readonly execId: string;
  readonly tradeId: string;
  readonly orderId: string;
  readonly accountId: string;
  readonly contractCode: string;
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
  /** Oldest first. Not copied for whoever is told: a fill costs the same however many lots are open. */
  readonly openLots: OpenLotList;
}

/** A sub-account's own figures; what depends on prices is computed by whoever shows it. */
export interface AccountFigures {
  readonly accountId: string;
  readonly investorId: string;
  readonly investorKind: InvestorKind;
  readonly isDemo: boolean;
  readonly isActivated: boolean;
  readonly cashVnd: Vnd;
  readonly heldVnd: Vnd;
  readonly requiredVnd: Vnd;
  /** Per contract with exposure: worst-case inputs of the margin rule. */
  readonly working: readonly { readonly contractCode: string; readonly buyLots: Lots; readonly sellLots: Lots }[];
  readonly ladder: MarginState;
  readonly brakes: SelfLimits;
  readonly nextBrakes: SelfLimits | null;
  readonly dayBaseVnd: Vnd;
}

/** An account moved on the margin levels, or its countdown began or was lifted. */
export interface MarginStateChange {
  readonly accountId: string;
  readonly before: MarginState;
  readonly after: MarginState;
  readonly equityVnd: Vnd;
  readonly requiredVnd: Vnd;
  /** Working orders that the step cancels because they increase risk. */
  readonly cancelledOrders: number;
  /** A margin call of a trade date that has had one. */
  readonly isRepeated?: true;
}

/** Whose change was refused. */
export interface Refused {
  readonly orderId: string;
  readonly receivedSeq: number;
}

export type EngineEvent =
  /** The command named something it may not or can't touch; nothing was stored. */
  | {
      readonly kind: 'commandRefused';
      readonly refusal: Refusal;
      /** The order or conditional order that it would have changed. */
      readonly about?: Refused;
    }
  /** Same client order id, same terms: the order that exists already. */
  | { readonly kind: 'orderRepeated'; readonly accountId: string; readonly orderId: string }
  | { readonly kind: 'orderChanged'; readonly order: Readonly<Order> }
  | { readonly kind: 'orderFilled'; readonly fill: OrderFill }
  /** The exchange reported a fill of an order that was over, or beyond its quantity: booked, and someone must look. */
  | { readonly kind: 'lateFillBooked'; readonly fill: OrderFill }
  /** What no rule can settle about an order: an operator is told. */
  | { readonly kind: 'orderInDoubt'; readonly doubt: OrderDoubt }
  | { readonly kind: 'positionChanged'; readonly accountId: string; readonly position: OpenPosition }
  | {
      readonly kind: 'positionSettled';
      readonly accountId: string;
      readonly contractCode: string;
      readonly pair: RoundTurn;
    }
  | { readonly kind: 'moneyPosted'; readonly posting: Posting }
  | { readonly kind: 'accountChanged'; readonly figures: AccountFigures }
  /**
   * To be sent to the exchange once this step is durable, and only while the exchange is still of this epoch: after
   * a restart the same order is routed again, and sending both would trade it twice.
   */
  | {
      readonly kind: 'venueRequested';
      readonly venue: string;
      readonly epoch: string | null;
      readonly request: VenueRequest;
    }
  /** A report that moves nothing and no lots: told to nobody but the log. */
  | { readonly kind: 'reportDropped'; readonly execId: string; readonly why: WhyNotBooked }
  /** A report of lots that no order of ours can take: an entry of the suspense list, which operators see. */
  | {
      readonly kind: 'reportSuspended';
      readonly venue: string;
      readonly report: VenueReport;
      readonly why: WhyNotBooked;
    }
  | { readonly kind: 'venueLinkChanged'; readonly venue: string; readonly change: VenueLinkChange }
  /** To be told to the exchange after the requests of earlier steps and before those of later ones. */
  | {
      readonly kind: 'tradeDateBegan';
      readonly endedDate: string;
      readonly tradeDate: string;
      /** Absent: of every exchange without a date of its own. */
      readonly exchanges?: readonly string[];
    }
  | { readonly kind: 'conditionalChanged'; readonly conditional: Readonly<ConditionalOrder> }
  | { readonly kind: 'ladderMoved'; readonly move: MarginStateChange }
  /** Losses went beyond the money: what is owed stands in the deficit account. */
  | { readonly kind: 'deficitPosted'; readonly accountId: string; readonly amountVnd: Vnd }
  | { readonly kind: 'closeOutNeared'; readonly notice: CloseOutNotice }
  | {
      readonly kind: 'tradingHaltChanged';
      readonly scope: HaltScope;
      readonly reason: string | null;
      readonly liftReason?: string;
      readonly operatorId: string;
    }
  | { readonly kind: 'sessionChanged'; readonly contractCodes: readonly string[] }
  /** Somebody of the broker closed a position of an investor: an audit row. */
  | {
      readonly kind: 'operatorActed';
      readonly operator: Operator;
      readonly accountId: string;
      readonly contractCode: string;
      readonly orderId: string;
    }
  /** Somebody of the broker did something at the exchange: an audit row. */
  | ({ readonly kind: 'venueActNoted' } & Omit<NoteVenueAct, 'kind'>)
  /** A price alert was reached: told to its owner. */
  | ({ readonly kind: 'alertReached' } & Omit<NoteAlert, 'kind'>);

/**
 * Why a report was not booked: told before, said before the exchange's restart, of an order that nobody knows, of one
 * that never left, of one that is over, or an answer to nothing that is still asked.
 */
export type WhyNotBooked = 'double' | 'oldEpoch' | 'unknownOrder' | 'neverSent' | 'tooLate' | 'notAsked';

export interface OrderDoubt {
  readonly orderId: string;
  /** Null, like its contract, where the order is none of ours. */
  readonly accountId: string | null;
  readonly contractCode: string | null;
  /**
   * lateFill: filled after its end. overfilled: filled beyond its quantity. neverSent: filled although it never left.
   * unanswered: two questions without an answer. notListed: the exchange had it and has it no more.
   * fillsMissing: the exchange says that it has filled more than it has reported, or with lots below zero less.
   * stillLive: over with us, and the exchange lists it among its open orders. notOurs: it lists one that nobody here
   * sent, or that ended on an earlier trade date.
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
  /** The lots that are in doubt; 0 where none are. */
  readonly lots: Lots;
}

export type VenueLinkChange =
  /** Why, in the link's own words. */
  | { readonly kind: 'lost'; readonly reason: string }
  /** The same exchange, its books intact. */
  | { readonly kind: 'back' }
  /** An exchange that has forgotten everything. */
  | { readonly kind: 'restarted' };

/** A holder's position nears its close-out. */
export interface CloseOutNotice {
  readonly accountId: string;
  readonly contractCode: string;
  readonly netLots: Lots;
  readonly sessionsLeft: number;
  readonly deadlineMs: number;
}
