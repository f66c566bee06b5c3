/**
 * The structure that price and volume share: one binary tree over time, 2^40 ms (34.8 years) from 2010. A node of depth
 * d is 2^(40-d) ms long and its heap index (root 1, children 2n and 2n+1) is a 32-bit number, which is hashed. Nodes
 * are in plain time for all contracts, so that one factor's news reaches every market at the same instant.
 */
import { gauss, type Key } from '#venue/simulated/model/draws.ts';

/** 2010-01-01 00:00 UTC. */
export const TREE_START_MS = 1_262_304_000_000;
/** Depth of live prices: 0.26 s. Deeper nodes would not fit the hash. */
export const LIVE_DEPTH = 32;
/** Depth of history: 16 s, then linear. Real trades sample the path; a finer one gives too tall minute bars. */
export const HISTORY_DEPTH = 26;

/** Length of a node in milliseconds, by depth. */
export const NODE_MS = Float64Array.from({ length: LIVE_DEPTH + 2 }, (_, depth) => 2 ** (40 - depth));

/**
 * Dispersion of the shares of variance, by depth: volatility clusters at every scale
 * (docs/rules/market.md#fair-prices).
 */
export const CLUSTERING = Float64Array.from({ length: LIVE_DEPTH + 1 }, (_, depth) => {
  const exponent = 40 - depth;
  if (exponent > 35.5) return 0;
  if (exponent >= 29) return 0.25;
  return exponent >= 26 ? 0.36 : 0.2;
});

const GROUP_WEIGHT = Math.sqrt(0.7);
const OWN_WEIGHT = Math.sqrt(0.3);
const WILDEST = 0.9;

/** Both keys of the clock's randomness: shared in the group, so that crude and Brent are volatile on the same days. */
export interface ClockKeys {
  readonly group: Key;
  readonly underlying: Key;
}

export function clockNoise(keys: ClockKeys, node: number): number {
  return GROUP_WEIGHT * gauss(keys.group, node) + OWN_WEIGHT * gauss(keys.underlying, node);
}

/** The left half's share after a disturbance: conserves the whole and needs no exponential. */
export function disturbedShare(share: number, disturbance: number): number {
  const y = Math.min(WILDEST, Math.max(-WILDEST, disturbance));
  const left = share * (1 + y);
  return left / (left + (1 - share) * (1 - y));
}
