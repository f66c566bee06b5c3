/**
 * The price at which an account reaches a margin level if only one contract moves: found by trying prices
 * with the engine's own sums, so that the level is reached at this price and not one tick before.
 */
import { isBelow, type Solvency } from '#margin/margin-level.ts';
import { estimatedProfit, type MoneyTerms } from '#positions/position.ts';
import type { Lots, Ticks } from '#values/units.ts';

export interface MarginLevelInput {
  readonly position: { readonly netLots: Lots; readonly openNotional: number };
  readonly terms: MoneyTerms;
  /** The price that `solvency` was reckoned at. */
  readonly markTicks: Ticks;
  /** Of the whole account; what is required does not depend on prices. */
  readonly solvency: Solvency;
}

/** Further away a price means nothing. */
const FAR_TICKS = 2 ** 30;

/**
 * Of a long the highest price, of a short the lowest, at which the ratio is below so many percent; it is behind the mark
 * where the account is below already. Null without a position or required margin, and where no price leads there.
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
