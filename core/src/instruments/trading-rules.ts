/**
 * The broker's figures: thresholds, fees, factors and limits. They change by notice, so they are dated configuration
 * that is entered by command and never constants in code.
 */

import type { ServicePackage } from '#instruments/service-packages.ts';
import type { Duration, FeeClass, OrderType } from '#values/trading-words.ts';
import type { Lots, Ticks, Vnd } from '#values/units.ts';

export const INVESTOR_KINDS = ['individual', 'business'] as const;
export type InvestorKind = (typeof INVESTOR_KINDS)[number];

export interface TradingRules {
  /**
   * The broker's margin as a percentage of the exchange's (docs/rules/margin-and-money.md#margin). LME contracts always
   * take 100.
   */
  readonly marginPercent: Readonly<Record<InvestorKind, number>>;
  /** Dong for one lot and side. */
  readonly feeVnd: Readonly<Record<FeeClass, Vnd>>;
  /** The price band around the reference price: the larger of a share and a number of ticks. */
  readonly bandBasisPoints: number;
  readonly bandMinTicks: Ticks;
  /** The distance beyond which a price causes a warning, not a refusal. */
  readonly warnBasisPoints: number;
  readonly warnMinTicks: Ticks;
  readonly maxLotsPerOrder: Lots;
  /** Worst case of position and working orders of one sub-account in one contract. */
  readonly maxLotsPerContract: Lots;
  /** Order types the exchange takes, and the times in force of each. */
  readonly durationsByType: Readonly<Partial<Record<OrderType, readonly Duration[]>>>;
  /** Exchanges that take no stops: the broker holds them. */
  readonly exchangesWithoutStops?: readonly string[];
  /** When an answer of the exchange is overdue and the order's state is requested. Absent in older journals: never. */
  readonly venueAnswerMs?: number;
  /** The margin levels; absent in journals from before them: every account is healthy. */
  readonly ladder?: MarginLevelRules;
  /** The expiry guard (docs/rules/margin-and-money.md#expiry-guard); absent in journals from before it. */
  readonly expiry?: ExpiryRules;
  /** What is offered for a price, the cheapest first; absent in journals from before service packages. */
  readonly packages?: readonly ServicePackage[];
}

export interface ExpiryRules {
  /** Sessions before the close-out day on which holders are notified: 10, 5, 3, 1. */
  readonly noticeSessions: readonly number[];
  /** From this many sessions before the close-out day on, no position may be opened. */
  readonly reduceOnlySessions: number;
  /** How long before the end of the close-out day's session the broker begins to close positions. */
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
  /** A countdown is lifted at or above this ratio, whatever the cause. */
  readonly liftPercent: number;
  /** Below it: forced liquidation at once. */
  readonly liquidationPercent: number;
  /** A liquidation continues until this ratio is reached. */
  readonly targetPercent: number;
  /** When a liquidation that found no price is tried again. */
  readonly retryMs: number;
}
