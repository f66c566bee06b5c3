/**
 * Calculates the price at which the account reaches each margin level, if only this position's contract moves. Pure.
 */
import type { Contract } from '@mua/contract/entities/contract';
import type { MarginStatus } from '@mua/contract/entities/margin';
import type { OpenPosition } from '@mua/contract/entities/position';
import { marginLevelPriceTicks } from '@mua/core/preview';
import type { Ticks, Vnd } from '@mua/core/values';
import { holdingOf } from '#market/live-marks.ts';

export const MARGIN_LEVELS = ['call', 'cancel', 'countdown'] as const;
export type MarginLevel = (typeof MARGIN_LEVELS)[number];

/** If the broker has no margin levels of its own in force: the percentages of the trading rules. */
const USUAL_PERCENTS: Readonly<Record<MarginLevel, number>> = { call: 100, cancel: 70, countdown: 40 };

export type MarginLevelPrices = Readonly<Record<MarginLevel, number | null>>;
const NO_PRICES: MarginLevelPrices = { call: null, cancel: null, countdown: null };

export interface MarginLevelSituation {
  readonly contract: Contract | undefined;
  readonly markTicks: Ticks | null;
  /** At the current marks. */
  readonly equityVnd: Vnd | null;
  readonly status: Pick<MarginStatus, 'requiredMargin' | 'ladder'> | undefined;
}

export function marginLevelPercents(
  status: Pick<MarginStatus, 'ladder'> | undefined,
): Readonly<Record<MarginLevel, number>> {
  return status?.ladder?.levels ?? USUAL_PERCENTS;
}

export function marginLevelPrices(position: OpenPosition, situation: MarginLevelSituation): MarginLevelPrices {
  const { contract, markTicks, equityVnd, status } = situation;
  const holding = holdingOf(position, contract);
  if (!holding || markTicks === null || equityVnd === null || !status) return NO_PRICES;
  const solvency = { equityVnd, requiredVnd: BigInt(status.requiredMargin) };
  const percents = marginLevelPercents(status);
  const at = (level: MarginLevel) => marginLevelPriceTicks({ ...holding, markTicks, solvency }, percents[level]);
  return { call: at('call'), cancel: at('cancel'), countdown: at('countdown') };
}
