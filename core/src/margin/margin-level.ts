/**
 * The margin levels (docs/rules/margin-and-money.md#margin and docs/rules/margin-and-money.md#margin-levels): an
 * account's level by its ratio of equity to required margin, and its next margin state. Pure sums; the engine acts on
 * them.
 */

import type { MarginLevelRules } from '#instruments/trading-rules.ts';
import type { Lots, Vnd } from '#values/units.ts';

/** From healthy to worst. */
export const MARGIN_LEVELS = ['NONE', 'CALL', 'CANCEL', 'COUNTDOWN', 'LIQUIDATION'] as const;
export type MarginLevel = (typeof MARGIN_LEVELS)[number];

/** An account's margin state, kept between two checks. */
export interface MarginState {
  readonly rung: MarginLevel;
  /** When forced liquidation begins; the countdown continues whatever the price does, until lifted. */
  readonly deadlineMs: number | null;
  readonly isLiquidating: boolean;
}

export const HEALTHY: MarginState = { rung: 'NONE', deadlineMs: null, isLiquidating: false };

export interface Solvency {
  readonly equityVnd: Vnd;
  readonly requiredVnd: Vnd;
}

/**
 * Whether the ratio is strictly below a percentage. Without required margin there is no ratio, and the answer is false.
 */
export function isBelow({ equityVnd, requiredVnd }: Solvency, percent: number): boolean {
  // Shortcut without a product, for nearly all accounts: full cover is below no level up to 100 %.
  if (percent <= 100 && equityVnd >= requiredVnd) return false;
  return requiredVnd > 0n && equityVnd * 100n < requiredVnd * BigInt(percent);
}

export function marginLevelOf(solvency: Solvency, rules: MarginLevelRules): MarginLevel {
  if (!isBelow(solvency, rules.callPercent)) return 'NONE';
  if (!isBelow(solvency, rules.cancelPercent)) return 'CALL';
  if (!isBelow(solvency, rules.countdownPercent)) return 'CANCEL';
  return isBelow(solvency, rules.liquidationPercent) ? 'LIQUIDATION' : 'COUNTDOWN';
}

/** The state that follows from these figures at this time. The same object is returned if nothing changed. */
export function nextMarginState(
  before: MarginState,
  solvency: Solvency,
  rules: MarginLevelRules,
  timeMs: number,
): MarginState {
  const rung = marginLevelOf(solvency, rules);
  if (rung === 'NONE' && before === HEALTHY) return before;
  const isCounting = rung === 'COUNTDOWN' || rung === 'LIQUIDATION';
  const isLifted = !isBelow(solvency, rules.liftPercent);
  const deadlineMs = isLifted ? null : (before.deadlineMs ?? (isCounting ? timeMs + rules.countdownMs : null));
  const hasRunOut = isCounting && deadlineMs !== null && timeMs >= deadlineMs;
  const isLiquidating =
    rung === 'LIQUIDATION' || hasRunOut || (before.isLiquidating && isBelow(solvency, rules.targetPercent));
  if (rung === 'NONE' && deadlineMs === null && !isLiquidating) return HEALTHY;
  const isSame = rung === before.rung && deadlineMs === before.deadlineMs && isLiquidating === before.isLiquidating;
  return isSame ? before : { rung, deadlineMs, isLiquidating };
}

/** The deposit needed to reach a ratio, rounded up to the dong; 0 if it is reached. */
export function shortfallVnd({ equityVnd, requiredVnd }: Solvency, percent: number): Vnd {
  if (requiredVnd <= 0n) return 0n;
  const scaled = requiredVnd * BigInt(percent) - equityVnd * 100n;
  return scaled <= 0n ? 0n : (scaled + 99n) / 100n;
}

/** One contract of an account that is being liquidated. */
export interface LiquidationCandidate {
  readonly contractCode: string;
  /** Lots held, without sign. */
  readonly heldLots: Lots;
  readonly marginPerLotVnd: Vnd;
  /** The account's required margin for this contract, working orders included. */
  readonly requiredVnd: Vnd;
}

/**
 * How many lots of which contracts to close to bring the ratio to the target on paper: at the mark, fees ignored, the
 * contract with the largest required margin first, ties by code. Working orders of a contract are cancelled before it
 * is closed, so their margin counts as freed.
 */
export function liquidationPlan(
  candidates: readonly LiquidationCandidate[],
  solvency: Solvency,
  rules: MarginLevelRules,
): { readonly contractCode: string; readonly lots: Lots }[] {
  const target = BigInt(rules.targetPercent);
  const plan: { contractCode: string; lots: Lots }[] = [];
  let { requiredVnd } = solvency;
  for (const candidate of [...candidates].sort(byRequiredMargin)) {
    if (!isBelow({ equityVnd: solvency.equityVnd, requiredVnd }, rules.targetPercent)) break;
    const { contractCode, heldLots, marginPerLotVnd } = candidate;
    // Closing a position without required margin frees none.
    if (marginPerLotVnd === 0n) continue;
    requiredVnd -= candidate.requiredVnd - BigInt(heldLots) * marginPerLotVnd;
    // After closing n lots required - n x perLot is left, which the equity must cover at the target.
    const excess = requiredVnd * target - solvency.equityVnd * 100n;
    const perLot = marginPerLotVnd * target;
    const needed = excess <= 0n ? 0n : (excess + perLot - 1n) / perLot;
    const lots = needed < BigInt(heldLots) ? Number(needed) : heldLots;
    requiredVnd -= BigInt(lots) * marginPerLotVnd;
    plan.push({ contractCode, lots });
  }
  return plan;
}

function byRequiredMargin(a: LiquidationCandidate, b: LiquidationCandidate): number {
  if (a.requiredVnd !== b.requiredVnd) return a.requiredVnd > b.requiredVnd ? -1 : 1;
  return a.contractCode < b.contractCode ? -1 : 1;
}
