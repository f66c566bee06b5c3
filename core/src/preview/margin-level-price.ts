/**
 * The price at which an account reaches a margin level if only one contract moves. It is found by bisection with the
 * engine's own sums, so that the level is reached at this price and not one tick before.
 */
import { isBelow, type Solvency } from '#margin/margin-level.ts';
import { estimatedProfit, type MoneyTerms } from '#positions/position.ts';
import type { Lots, Ticks } from '#values/units.ts';

export interface MarginLevelInput {
  readonly position: { readonly netLots: Lots; readonly openNotional: number };
  readonly terms: MoneyTerms;
  /** The mark at which `solvency` was computed. */
  readonly markTicks: Ticks;
  /** Of the whole account; required margin does not depend on prices. */
  readonly solvency: Solvency;
}

/** Search limit: farther prices are meaningless. */
const FAR_TICKS = 2 ** 30;

/**
 * The highest price for a long position, the lowest for a short one, at which the ratio is below the percentage; beyond
 * the mark if it is below already. Null without a position or required margin, or if no price leads there.
 */
export function marginLevelPriceTicks(
  { position, terms, markTicks, solvency }: MarginLevelInput,
  percent: number,
): Ticks | null {
  const { netLots } = position;
  if (netLots === 0 || solvency.requiredVnd <= 0n || terms.tickValueMinor <= 0n || terms.rateE4 <= 0n) return null;
  const others = solvency.equityVnd - estimatedProfit(position, markTicks, terms).vnd;
  /** Steps count in the losing direction: more of them, less equity. */
  const losing = netLots > 0 ? -1 : 1;
  const priceAt = (steps: number) => markTicks + losing * steps;
  const isReachedAt = (steps: number) => {
    const equityVnd = others + estimatedProfit(position, priceAt(steps), terms).vnd;
    return isBelow({ equityVnd, requiredVnd: solvency.requiredVnd }, percent);
  };
  let [safe, reached] = isReachedAt(0) ? [-1, 0] : [0, 1];
  while (safe >= -FAR_TICKS && isReachedAt(safe)) [safe, reached] = [safe * 2, safe];
  while (!isReachedAt(reached) && reached <= FAR_TICKS) [safe, reached] = [reached, reached * 2];
  if (!isReachedAt(reached) || safe < -FAR_TICKS) return null;
  while (reached - safe > 1) {
    const middle = Math.floor((safe + reached) / 2);
    if (isReachedAt(middle)) reached = middle;
    else safe = middle;
  }
  return priceAt(reached);
}
