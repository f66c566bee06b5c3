/**
 * The stored form of the engine's state: plain data without derived values; an order has only the fields that are
 * unusual.
 */

import type { ConditionalOrder } from '#conditional/conditional-order.ts';
import type { LeaderLots } from '#copying/strategy.ts';
import type { Copy, CopyErrand, FundMove, Strategy } from '#engine/copy-records.ts';
import type { AuditEnd, CancelAfter, CloseOutWindow, HeldWithdrawal } from '#engine/state.ts';
import type { Venue } from '#engine/venues.ts';
import type { Commodity, Contract } from '#instruments/commodity.ts';
import type { Dated } from '#instruments/dated.ts';
import type { Subscription } from '#instruments/service-packages.ts';
import type { Spread } from '#instruments/spread.ts';
import type { InvestorKind, TradingRules } from '#instruments/trading-rules.ts';
import type { MarginState } from '#margin/margin-level.ts';
import type { Order, OrderTerms } from '#orders/order.ts';
import type { RollTarget } from '#orders/roll.ts';
import type { OpenLot } from '#positions/open-lots.ts';
import type { SelfLimits } from '#self-limits/self-limits.ts';
import type { Currency } from '#values/money.ts';
import type { SessionState } from '#values/trading-words.ts';
import type { Lots, Ticks, Vnd } from '#values/units.ts';

export interface EngineSnapshot {
  readonly seq: number;
  readonly timeMs: number;
  readonly tradeDate: string;
  readonly venues: readonly Venue[];
  readonly rules: Dated<TradingRules>;
  readonly rates: readonly (readonly [Currency, Dated<bigint>])[];
  readonly commodities: readonly Commodity[];
  readonly contracts: readonly {
    readonly contract: Contract;
    readonly settlementTicks: Ticks | null;
    readonly settledMs?: number;
    readonly lastTicks: Ticks | null;
    readonly session: SessionState;
    readonly opensAtMs: number | null;
    readonly isHalted?: true;
    readonly tradeDate?: string;
    readonly closeOut?: { readonly long: CloseOutWindow | null; readonly short: CloseOutWindow | null };
  }[];
  readonly spreads?: readonly Spread[];
  readonly accounts: readonly {
    readonly accountId: string;
    readonly investorId: string;
    readonly investorKind: InvestorKind;
    readonly isDemo: boolean;
    readonly isActivated: boolean;
    readonly heldVnd: Vnd;
    readonly withdrawals?: readonly Readonly<HeldWithdrawal>[];
    readonly subscription?: Subscription;
    readonly packageRequests?: readonly (readonly [requestId: string, packageName: string])[];
    readonly positions: readonly {
      readonly contractCode: string;
      readonly openLots: readonly OpenLot[];
      readonly netLots: Lots;
    }[];
    readonly clientOrders: readonly (readonly [clientOrderId: string, orderId: string, terms: string])[];
    readonly ladder?: MarginState;
    readonly calledOn?: string;
    readonly liquidationRetryMs?: number;
    readonly brakes?: SelfLimits;
    readonly nextBrakes?: SelfLimits;
    readonly dayBaseVnd?: Vnd;
  }[];
  readonly orders: readonly StoredOrder[];
  readonly balances: readonly (readonly [string, Vnd])[];
  readonly conditionals?: readonly ConditionalOrder[];
  readonly copying?: {
    readonly strategies: readonly (Omit<Readonly<Strategy>, 'leaderLots' | 'copies'> & {
      readonly leaderLots: readonly (readonly [contractCode: string, lots: Readonly<LeaderLots>])[];
      readonly copies: readonly (Omit<Readonly<Copy>, 'strategy' | 'baseLots' | 'fundMoves'> & {
        readonly baseLots: readonly (readonly [contractCode: string, lots: Lots])[];
        /** Engines before 6 kept the ids only. */
        readonly fundMoves: readonly (FundMove | string)[];
      })[];
    })[];
    readonly errands: readonly CopyErrand[];
    /** Ids of copies, in the order in which they have their turn. */
    readonly closing: readonly string[];
  };
  /** Owners of triggers that were set since the last price of their contract (core/conditional/trigger-index). */
  readonly freshTriggers?: readonly (readonly [contractCode: string, ownerIds: readonly string[]])[];
  readonly rolls?: readonly (readonly [orderId: string, RollTarget])[];
  readonly cancelAfters?: readonly (readonly [
    accountId: string,
    cancelAfter: Readonly<CancelAfter>,
    sender?: string,
  ])[];
  readonly auditEnd?: AuditEnd;
  readonly halts?: {
    readonly all: string | null;
    readonly contracts: readonly (readonly [string, string])[];
    readonly accounts: readonly (readonly [string, string])[];
  };
}

/** Default values of an order's fields, which most orders have: they are left out of a snapshot. */
export const USUAL_ORDER = {
  isReduceOnly: false,
  exitOrderId: null,
  conditionalOrderId: null,
  isHeldByUs: false,
  triggeredMs: null,
  awaitsCancels: false,
  cancelReason: null,
  reasonPercent: null,
  cancelRefusedMs: null,
  cancelWish: null,
  openRequests: [],
  routedEpoch: null,
  answerDueMs: null,
} as const satisfies Partial<Order>;

export type StoredTerms = Omit<OrderTerms, 'stopPriceTicks'> & { readonly stopPriceTicks?: Ticks };
export type StoredOrder = Omit<Order, keyof typeof USUAL_ORDER | 'pendingTerms'> &
  Partial<Pick<Order, keyof typeof USUAL_ORDER>> & { readonly pendingTerms: StoredTerms | null };
