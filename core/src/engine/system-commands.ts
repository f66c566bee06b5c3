/** What the exchange, the clock, the broker and operators tell the engine. */
import type { Commodity, Contract } from '#instruments/commodity.ts';
import type { InvestorKind, TradingRules } from '#instruments/trading-rules.ts';
import type { Order } from '#orders/order.ts';
import type { VenueOrderView, VenueReport } from '#orders/venue-messages.ts';
import type { Currency } from '#values/money.ts';
import type { AlertDirection, SessionState } from '#values/trading-words.ts';
import type { Ticks, Vnd } from '#values/units.ts';

/** The operator who acts for an account, for the audit row. */
export interface Operator {
  readonly operatorId: string;
  readonly reason: string;
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

/** A verdict on a strategy, by an operator or by a demo's own policy; stopped: an operator ends it against its leader. */
export interface ReviewStrategy {
  readonly kind: 'reviewStrategy';
  readonly strategyId: string;
  readonly verdict: 'APPROVED' | 'REJECTED' | 'STOPPED';
  readonly reason: string;
  readonly operatorId: string;
}

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
  /** Names what the alert waited for: another one once it was moved (record 192). */
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
  /** Advances time only: whatever has become due happens. `isDeaf`: nobody can be heard, and no silence counts. */
  | { readonly kind: 'passTime'; readonly isDeaf?: true }
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
      /** A position with lots that were opened then or later is not settled at this price. Absent: every position is. */
      readonly openedBeforeMs?: number;
    };

/** Last, highest and lowest price of one contract since the previous mark. */
export interface PriceMark {
  readonly contractCode: string;
  readonly lastTicks: Ticks;
  readonly highTicks: Ticks;
  readonly lowTicks: Ticks;
}
