/**
 * Everything that can be asked of the engine, as a closed list. Every input is a stamped command, so the journal
 * tells the whole story and replay is exact. Prices in requests are wire text, because only the contract knows its
 * ticks and a wrong tick is a refusal with numbers, not a parse error.
 */
import type { Commodity, Contract } from '#instruments/commodity';
import type { InvestorKind, TradingRules } from '#instruments/trading-rules';
import type { VenueReport } from '#orders/venue-messages';
import type { Currency } from '#values/money';
import type { Duration, OrderType, SessionState, Side } from '#values/trading-words';

/** Whoever orders the commands stamps them: seq strictly +1, time never going back. */
export interface Stamp {
  readonly seq: number;
  readonly timeMs: number;
}

export interface PlaceOrder {
  readonly kind: 'placeOrder';
  readonly accountId: string;
  /** Made by whoever stamps the command: random, so that it can't be guessed. */
  readonly orderId: string;
  readonly clientOrderId: string;
  readonly contractCode: string;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly duration: Duration;
  readonly quantityLots: number;
  readonly limitPrice?: string;
  readonly stopPrice?: string;
  readonly expirationDate?: string;
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
  readonly quantityLots?: number;
  readonly limitPrice?: string;
  readonly duration?: Duration;
  readonly expirationDate?: string;
}

export interface CancelOrder extends OrderName {
  readonly kind: 'cancelOrder';
}

/** The investor's own force-sell by contract (spec 7): closes all lots at market, leaves working orders. */
export interface LiquidateContract {
  readonly kind: 'liquidateContract';
  readonly accountId: string;
  readonly orderId: string;
  readonly clientOrderId: string;
  readonly contractCode: string;
}

export type InvestorCommand = PlaceOrder | ModifyOrder | CancelOrder | LiquidateContract;

export interface ReportExecution {
  readonly kind: 'reportExecution';
  readonly report: VenueReport;
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
  | { readonly kind: 'listContract'; readonly contract: Contract; readonly settlementTicks: number | null }
  | {
      readonly kind: 'openAccount';
      readonly accountId: string;
      readonly investorId: string;
      readonly investorKind: InvestorKind;
      readonly isDemo: boolean;
      readonly isActivated: boolean;
    }
  | {
      readonly kind: 'deposit';
      readonly accountId: string;
      readonly amountVnd: bigint;
      readonly reference: string;
    }
  | { readonly kind: 'markPrices'; readonly prices: readonly PriceMark[] }
  | {
      readonly kind: 'changeSession';
      readonly contractCodes: readonly string[];
      readonly state: SessionState;
      readonly opensAtMs: number | null;
    }
  | {
      readonly kind: 'endTradeDate';
      /** The date that begins. The engine's first one comes the same way. */
      readonly nextTradeDate: string;
    }
  | {
      /** The exchange's settlement prices, as they become known: at the roll, or after a start that missed it. */
      readonly kind: 'settleContracts';
      readonly settlements: readonly { readonly contractCode: string; readonly settlementTicks: number }[];
    }
  | { readonly kind: 'restartVenue'; readonly epoch: string }
  | ReportExecution;

/** Last, highest and lowest price of one contract since the mark before. */
export interface PriceMark {
  readonly contractCode: string;
  readonly lastTicks: number;
  readonly highTicks: number;
  readonly lowTicks: number;
}

export type CommandBody = InvestorCommand | SystemCommand;
export type Command = Stamp & CommandBody;
