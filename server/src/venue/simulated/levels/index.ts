/** Every underlying that the simulated exchange can price, and where a commodity finds its own. */
import { ENERGY_LEVELS } from '#venue/simulated/levels/energy.ts';
import { GRAIN_LEVELS } from '#venue/simulated/levels/grain.ts';
import type { MarketDepth, Underlying } from '#venue/simulated/levels/level.ts';
import { METAL_LEVELS } from '#venue/simulated/levels/metal.ts';
import { SOFT_LEVELS } from '#venue/simulated/levels/soft.ts';

export const UNDERLYINGS: readonly Underlying[] = [...GRAIN_LEVELS, ...SOFT_LEVELS, ...ENERGY_LEVELS, ...METAL_LEVELS];

export interface CommodityLevel {
  readonly underlying: Underlying;
  readonly depth: MarketDepth;
}

/** Undefined: the simulated exchange has no figures for it and can't trade it. */
export function levelOf(commodityCode: string): CommodityLevel | undefined {
  for (const underlying of UNDERLYINGS) {
    const depth = underlying.markets[commodityCode];
    if (depth) return { underlying, depth };
  }
  return undefined;
}
