/**
 * Everything that can have happened, as a closed list. Events carry whole records, so that a read table or a
 * screen can take the newest and forget the rest.
 */

import type { Brakes } from '#brakes/brakes';
import type { ConditionalOrder } from '#conditional/conditional-order';
import type { InvestorKind } from '#instruments/trading-rules';
import type { Posting } from '#ledger/ledger';
import type { LadderStanding } from '#margin/ladder';
import type { Order } from '#orders/order';
import type { VenueRequest } from '#orders/venue-messages';
import type { SettledPair } from '#positions/position';
import type { Refusal } from '#values/refusals';
import type { Side } from '#values/trading-words';
import type { HaltScope, NoteAlert, NoteVenueAct, Operator } from './commands.ts';

/** One execution of one order. Prices in ticks, money in dong. */
export interface OrderFill {
  readonly execId: string;
  readonly tradeId: string;
  readonly orderId: string;
  readonly accountId: string;
  readonly contractCode: string;
  readonly side: Side;
  readonly priceTicks: number;
  readonly lots: number;
  readonly feeVnd: bigint;
  readonly timeMs: number;
}

export interface OpenPosition {
  readonly contractCode: string;
  readonly netLots: number;
  readonly openNotional: number;
  /** Oldest first. */
  readonly openLots: readonly {
    readonly fillId: string;
    readonly priceTicks: number;
    readonly lots: number;
    readonly timeMs: number;
  }[];
}

/** A sub-account's own figures; what depends on prices is computed by whoever shows it. */
export interface AccountFigures {
  readonly accountId: string;
  readonly investorId: string;
  readonly investorKind: InvestorKind;
  readonly isDemo: boolean;
  readonly isActivated: boolean;
  readonly cashVnd: bigint;
  readonly heldVnd: bigint;
  readonly requiredVnd: bigint;
  /** Per contract with exposure: worst-case inputs of the margin rule. */
  readonly working: readonly { readonly contractCode: string; readonly buyLots: number; readonly sellLots: number }[];
  readonly ladder: LadderStanding;
  readonly brakes: Brakes;
  readonly nextBrakes: Brakes | null;
  readonly dayBaseVnd: bigint;
}

/** An account moved on the margin ladder, or its countdown began or was lifted. */
export interface LadderMove {
  readonly accountId: string;
  readonly before: LadderStanding;
  readonly after: LadderStanding;
  readonly equityVnd: bigint;
  readonly requiredVnd: bigint;
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
  | { readonly kind: 'positionChanged'; readonly accountId: string; readonly position: OpenPosition }
  | {
      readonly kind: 'positionSettled';
      readonly accountId: string;
      readonly contractCode: string;
      readonly pair: SettledPair;
    }
  | { readonly kind: 'moneyPosted'; readonly posting: Posting }
  | { readonly kind: 'accountChanged'; readonly figures: AccountFigures }
  /**
   * To be sent to the exchange once this step is durable, and only while the exchange is still of this epoch: after
   * a restart the same order is routed again, and sending both would trade it twice.
   */
  | { readonly kind: 'venueRequested'; readonly epoch: string | null; readonly request: VenueRequest }
  /** A doubled, late or unknown report: told to nobody but the log. */
  | { readonly kind: 'reportDropped'; readonly execId: string; readonly why: 'double' | 'oldEpoch' | 'unknownOrder' }
  /** To be told to the exchange after the requests of earlier steps and before those of later ones. */
  | {
      readonly kind: 'tradeDateBegan';
      readonly endedDate: string;
      readonly tradeDate: string;
      /** Absent: of every exchange without a date of its own. */
      readonly exchanges?: readonly string[];
    }
  | { readonly kind: 'conditionalChanged'; readonly conditional: Readonly<ConditionalOrder> }
  | { readonly kind: 'ladderMoved'; readonly move: LadderMove }
  /** Losses went beyond the money: what is owed stands in the deficit account. */
  | { readonly kind: 'deficitPosted'; readonly accountId: string; readonly amountVnd: bigint }
  | { readonly kind: 'closeOutNeared'; readonly notice: CloseOutNotice }
  | {
      readonly kind: 'tradingHaltChanged';
      readonly scope: HaltScope;
      readonly reason: string | null;
      readonly liftReason?: string;
      readonly operatorId: string;
    }
  | { readonly kind: 'sessionChanged'; readonly contractCodes: readonly string[] }
  /** Somebody of the house closed a position of an investor: an audit row. */
  | {
      readonly kind: 'operatorActed';
      readonly operator: Operator;
      readonly accountId: string;
      readonly contractCode: string;
      readonly orderId: string;
    }
  /** Somebody of the house did something at the exchange: an audit row. */
  | ({ readonly kind: 'venueActNoted' } & Omit<NoteVenueAct, 'kind'>)
  /** A price alert was reached: told to its owner. */
  | ({ readonly kind: 'alertReached' } & Omit<NoteAlert, 'kind'>);

/** A holder's position nears its close-out. */
export interface CloseOutNotice {
  readonly accountId: string;
  readonly contractCode: string;
  readonly netLots: number;
  readonly sessionsLeft: number;
  readonly deadlineMs: number;
}
