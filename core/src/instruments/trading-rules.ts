/**
 * The broker's numbers: thresholds, fees, factors and limits. All of them change by notice, so they are dated
 * configuration that enters by command and is never a constant in a rule.
 */

import type { FeeClass } from '#instruments/commodity.ts';
import type { Duration, OrderType } from '#values/trading-words.ts';
import type { Lots, Ticks, Vnd } from '#values/units.ts';

export const INVESTOR_KINDS = ['individual', 'business'] as const;
export type InvestorKind = (typeof INVESTOR_KINDS)[number];

export interface TradingRules {
  /**
   * Our margin as a percentage of the exchange's (docs/rules/margin-and-money.md#margin). LME contracts always take
   * 100.
   */
  readonly marginPercent: Readonly<Record<InvestorKind, number>>;
  /** Dong for one lot and side. */
  readonly feeVnd: Readonly<Record<FeeClass, Vnd>>;
  /** Hard band around the reference price: the larger of a share and a number of ticks. */
  readonly bandBasisPoints: number;
  readonly bandMinTicks: Ticks;
  /** The distance beyond which a price is warned of, not refused. */
  readonly warnBasisPoints: number;
  readonly warnMinTicks: Ticks;
  readonly maxLotsPerOrder: Lots;
  /** Position and working orders of one sub-account in one contract, at the worst case. */
  readonly maxLotsPerContract: Lots;
  /** Order types the exchange takes, and the times in force of each. */
  readonly durationsByType: Readonly<Partial<Record<OrderType, readonly Duration[]>>>;
  /** Exchanges that take no stops: they wait with us. */
  readonly exchangesWithoutStops?: readonly string[];
  /** An exchange that has not answered by then is asked how the order stands. Absent in older journals: never. */
  readonly venueAnswerMs?: number;
  /** Absent in journals from before the ladder: no account is on it. */
  readonly ladder?: MarginLevelRules;
  /** The expiry guard (docs/rules/margin-and-money.md#margin); absent in journals from before it. */
  readonly expiry?: ExpiryRules;
}

export interface ExpiryRules {
  /** Sessions before the close-out day on which holders are told: 10, 5, 3, 1. */
  readonly noticeSessions: readonly number[];
  /** So many sessions before the close-out day, and from then on, no position may be opened. */
  readonly reduceOnlySessions: number;
  /** So long before the close-out day's session ends the broker begins to close positions. */
  readonly deadlineBeforeEndMs?: number;
}

/** Percentages of required margin. A level is reached below its ratio and left at or above it. */
export interface MarginLevelRules {
  /** Below it: margin call. */
  readonly callPercent: number;
  /** Below it: working orders that increase risk are cancelled. */
  readonly cancelPercent: number;
  /** Below it: the countdown to forced liquidation runs. */
  readonly countdownPercent: number;
  readonly countdownMs: number;
  /** A countdown is lifted at or above this ratio, by whatever cause. */
  readonly liftPercent: number;
  /** Below it: forced liquidation at once. */
  readonly liquidationPercent: number;
  /** A forced liquidation goes on until this ratio is reached. */
  readonly targetPercent: number;
  /** A liquidation that found no price is tried again after so long. */
  readonly retryMs: number;
}
