/**
 * Everything that can be asked of the engine, as a closed list. Every input is a stamped command, so the journal
 * tells the whole story and replay is exact. Prices in requests are wire text, because only the contract knows its
 * ticks and a wrong tick is a refusal with numbers, not a parse error.
 */

import type { Commodity, Contract } from '#instruments/commodity.ts';
import type { InvestorKind, TradingRules } from '#instruments/trading-rules.ts';
import type { Order } from '#orders/order.ts';
import type { VenueOrderView, VenueReport } from '#orders/venue-messages.ts';
import type { SelfLimits } from '#self-limits/self-limits.ts';
import type { Currency } from '#values/money.ts';
import type { AlertDirection, Duration, OrderType, SessionState, Side } from '#values/trading-words.ts';
import type { Lots, Ticks, Vnd } from '#values/units.ts';

/** Whoever orders the commands stamps them: seq strictly +1, time never going back. */
export interface Stamp {
  readonly seq: number;
  readonly timeMs: number;
}

/** What the sender's screen showed, as it says: kept in the journal for the order's story and read by no rule. */
export interface Witnessed {
  readonly sighting?: object;
}

export interface PlaceOrder extends Witnessed {
  readonly kind: 'placeOrder';
  readonly accountId: string;
  /** Made by whoever stamps the command: random, so that it can't be guessed. */
  readonly orderId: string;
  readonly clientOrderId: string;
  readonly contractCode: string;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly duration: Duration;
  readonly quantityLots: Lots;
  readonly limitPrice?: string;
  /** Of a trailing stop: where it begins, when not at its distance from the last trade. */
  readonly stopPrice?: string;
  readonly expirationDate?: string;
  readonly isReduceOnly?: boolean;
  /** Of a trailing stop, one of the two: a distance in the price's unit, or percent of the price with two decimals. */
  readonly trailAmount?: string;
  readonly trailPercent?: string;
  /** Of a TPSL, or of an entry order that carries one. */
  readonly takeProfit?: string;
  readonly stopLoss?: string;
  /** Names the exit pair that comes with an entry order. Made by whoever stamps the command. */
  readonly exitOrderId?: string;
}

/** Names an order by either id. */
export interface OrderName {
  readonly accountId: string;
  readonly orderId?: string;
  readonly clientOrderId?: string;
}

export interface ModifyOrder extends OrderName {
  readonly kind: 'modifyOrder';
  /** Total, what is filled included (FIX OrderQty). Fields left out keep their value. */
  readonly quantityLots?: Lots;
  readonly limitPrice?: string;
  readonly stopPrice?: string;
  readonly duration?: Duration;
  readonly expirationDate?: string;
}

export interface CancelOrder extends OrderName {
  readonly kind: 'cancelOrder';
}

/** Every live order of the sub-account, or of one contract of it; conditional ones too. */
export interface CancelOrders {
  readonly kind: 'cancelOrders';
  readonly accountId: string;
  readonly contractCode?: string;
  /** Stops and conditional orders that only reduce stay. */
  readonly keepStops?: boolean;
}

/** Names a conditional order by either id. */
export interface ConditionalName {
  readonly accountId: string;
  readonly conditionalOrderId?: string;
  readonly clientOrderId?: string;
}

export interface ModifyConditional extends ConditionalName {
  readonly kind: 'modifyConditional';
  /** Fields left out keep their value. */
  readonly quantityLots?: Lots;
  readonly trailAmount?: string;
  readonly trailPercent?: string;
  readonly takeProfit?: string;
  readonly stopLoss?: string;
}

export interface CancelConditional extends ConditionalName {
  readonly kind: 'cancelConditional';
}

/** Whoever of the broker acts for an account: named in the audit row. */
export interface Operator {
  readonly operatorId: string;
  readonly reason: string;
}

/**
 * Force-sell by contract (docs/rules/orders.md#liquidation-by-contract): closes all lots at market and leaves working
 * orders. `goFlat` cancels those first. By the investor, or by an operator who gives a reason.
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

/** Turns the position round: a market order of twice its lots, which must pass like any other. */
export interface ReversePosition extends Witnessed {
  readonly kind: 'reversePosition';
  readonly accountId: string;
  readonly orderId: string;
  readonly clientOrderId: string;
  readonly contractCode: string;
}

/** The investor's own limits: what is tighter holds at once, what is looser from the next trade date on. */
export interface SetSelfLimits {
  readonly kind: 'setBrakes';
  readonly accountId: string;
  readonly brakes: SelfLimits;
}

export type InvestorCommand =
  | PlaceOrder
  | ModifyOrder
  | CancelOrder
  | CancelOrders
  | ModifyConditional
  | CancelConditional
  | LiquidateContract
  | ReversePosition
  | SetSelfLimits;

/** What a halt of the broker concerns. */
export type HaltScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'contract'; readonly contractCode: string }
  | { readonly kind: 'account'; readonly accountId: string };

/** Names the exchange that something is said of; absent: the one of the demo accounts. */
export interface AtVenue {
  readonly venue?: string;
}

export interface ReportExecution extends AtVenue {
  readonly kind: 'reportExecution';
  readonly report: VenueReport;
  /** The order, where it ended on an earlier trade date and is no more in memory: whoever keeps it hands it back. */
  readonly recalled?: EndedOrder;
}

/** What a late fill must know of an order that has left memory. */
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
>;

/** Of the two kinds of accounts, which trade at an exchange: they never share a book. */
export type AccountKind = 'demo' | 'live';

/** An operator did something at the exchange, not in our books: nothing changes, the record of it is kept. */
export interface NoteVenueAct {
  readonly kind: 'noteVenueAct';
  readonly act: 'startScenario' | 'stopScenario' | 'cutLink' | 'mendLink';
  readonly operator: Operator;
  /** Absent where the act concerns the whole exchange. */
  readonly contractCode?: string;
  /** What was started or stopped. */
  readonly subject: string;
}

/** The market came to a price that an investor wanted to hear of: nothing changes, the record of it is kept and told. */
export interface NoteAlert {
  readonly kind: 'noteAlert';
  readonly accountId: string;
  readonly alertId: string;
  readonly contractCode: string;
  readonly direction: AlertDirection;
  /** Where it waited, and the last price that reached it. */
  readonly priceTicks: Ticks;
  readonly lastTicks: Ticks;
  /** The investor's own words, for the message. */
  readonly note: string;
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
      /** The date that begins. The engine's first one comes the same way. */
      readonly nextTradeDate: string;
      /** Only of these exchanges, which from then on have a date of their own; absent: the broker's. */
      readonly exchanges?: readonly string[];
    }
  | {
      /** The exchange's settlement prices, as they become known: at the roll, or after a start that missed it. */
      readonly kind: 'settleContracts';
      readonly settlements: readonly { readonly contractCode: string; readonly settlementTicks: Ticks }[];
    }
  /** An exchange came up empty: for the first time, or having forgotten everything. */
  | ({ readonly kind: 'restartVenue'; readonly epoch: string; readonly accounts?: AccountKind } & AtVenue)
  /** The link is down: what the exchange has is not known until it is resynced. */
  | ({ readonly kind: 'loseVenue'; readonly reason?: string } & AtVenue)
  /**
   * The link is up again and the same exchange says how every open order stands; what it reported meanwhile was told
   * before. Journals from before it told more have the ids alone.
   */
  | ({
      readonly kind: 'resyncVenue';
      readonly epoch: string;
      readonly orders?: readonly VenueOrderView[];
      readonly orderIds?: readonly string[];
    } & AtVenue)
  | ReportExecution
  /** Nothing but time: what has become due happens. */
  | { readonly kind: 'passTime' }
  /** A null reason lifts the halt. */
  | {
      readonly kind: 'setTradingHalt';
      readonly scope: HaltScope;
      /** Of the halt in force; null lifts it. */
      readonly reason: string | null;
      /** Why it was lifted; journals from before it was kept have none. */
      readonly liftReason?: string;
      readonly operatorId: string;
    }
  | NoteVenueAct
  | NoteAlert
  | {
      readonly kind: 'nearCloseOut';
      readonly contractCode: string;
      readonly position: 'long' | 'short';
      /** The close-out day. */
      readonly date: string;
      readonly sessionsLeft: number;
      readonly deadlineMs: number;
    }
  /** The deadline has come: working orders are cancelled and positions of that kind closed at market. */
  | { readonly kind: 'closeOut'; readonly contractCode: string; readonly position: 'long' | 'short' }
  /** What is left of these positions settles at the settlement price; no trade happens. */
  | {
      readonly kind: 'settlePositions';
      readonly contractCode: string;
      readonly position: 'long' | 'short';
      readonly settlementTicks: Ticks;
    };

/** Last, highest and lowest price of one contract since the mark before. */
export interface PriceMark {
  readonly contractCode: string;
  readonly lastTicks: Ticks;
  readonly highTicks: Ticks;
  readonly lowTicks: Ticks;
}

export type CommandBody = InvestorCommand | SystemCommand;
export type Command = Stamp & CommandBody;
