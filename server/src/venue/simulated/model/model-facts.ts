/** The model's constants of an underlying and of one of its contracts. */

import type { Lots, Ticks } from '@mua/core/values';
import type { Key } from '#venue/simulated/model/draws.ts';
import type { ClockKeys } from '#venue/simulated/model/time-tree.ts';
import type { TradingClock } from '#venue/simulated/model/trading-clock.ts';

export interface UnderlyingModel {
  readonly code: string;
  readonly clock: TradingClock;
  readonly clockKeys: ClockKeys;
  readonly key: Key;
  readonly factors: readonly { readonly key: Key; readonly loading: number }[];
  readonly dailySigma: number;
  /**
   * Slope of the path, in daily sigmas per millisecond: a contract moves along the forward curve as its delivery nears.
   */
  readonly slope: number;
  readonly anchorMs: number;
}

export interface ContractFacts {
  readonly code: string;
  readonly expiryYear: number;
  readonly expiryMonth: number;
  readonly expiryMs: number;
  /** Price at the anchor, on the curve. */
  readonly anchorTicks: Ticks;
  readonly spreadTicks: Ticks;
  /** When its share of volume grows, and by how many lots a day; null: from the beginning. */
  readonly volumeSteps: readonly { readonly fromMs: number | null; readonly lots: Lots }[];
}
