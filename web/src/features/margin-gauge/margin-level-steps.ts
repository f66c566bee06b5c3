/** Converts the margin levels to dong: how far equity may fall until each level, by the engine's own comparison. */
import type { MarginLevels } from '@mua/contract/entities/margin';
import { isBelow, shortfallVnd } from '@mua/core/preview';
import type { Vnd } from '@mua/core/values';

export const STEP_NAMES = ['call', 'cancel', 'countdown', 'liquidation'] as const;
export type StepName = (typeof STEP_NAMES)[number];

export interface Solvency {
  readonly equityVnd: Vnd;
  readonly requiredVnd: Vnd;
}

export interface MarginLevelStep {
  readonly name: StepName;
  readonly percent: number;
  /** The least equity that is not below the level; null without required margin, because then there is no level. */
  readonly thresholdVnd: Vnd | null;
  /** What equity may lose without falling below the level; if negative, the shortfall. */
  readonly roomVnd: Vnd | null;
  readonly isReached: boolean;
}

export function marginLevelSteps(solvency: Solvency, levels: MarginLevels): readonly MarginLevelStep[] {
  const { equityVnd, requiredVnd } = solvency;
  return STEP_NAMES.map((name) => {
    const percent = levels[name];
    const thresholdVnd = requiredVnd <= 0n ? null : shortfallVnd({ equityVnd: 0n, requiredVnd }, percent);
    const roomVnd = thresholdVnd === null ? null : equityVnd - thresholdVnd;
    return { name, percent, thresholdVnd, roomVnd, isReached: isBelow(solvency, percent) };
  });
}

/**
 * The gauge is linear up to twice the required margin, where the levels are; beyond it each equal step is a multiple,
 * so that 300 % and 700 % remain distinguishable. It ends at twenty times.
 */
export const EVEN_PERCENT = 200;
export const GAUGE_PERCENT = 2_000;
/** Share of the width used by the linear part, in percent. */
const EVEN_SHARE = 65;

/** Returns the position of a ratio on the gauge, in percent of its width. */
export function gaugePlace(ratioBasisPoints: bigint): number {
  const percent = Number(ratioBasisPoints) / 100;
  if (percent <= EVEN_PERCENT) return Math.max(0, (percent / EVEN_PERCENT) * EVEN_SHARE);
  const beyond = Math.log(percent / EVEN_PERCENT) / Math.log(GAUGE_PERCENT / EVEN_PERCENT);
  return Math.min(100, EVEN_SHARE + beyond * (100 - EVEN_SHARE));
}
