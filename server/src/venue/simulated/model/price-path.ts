/**
 * The path of one contract's log price, in units of one day's sigma: f(seed, contract, time), evaluated anywhere.
 * A pinned bridge (0 at both ends of the tree), so there is no drift over the years.
 */
import { gauss, type Key } from '#venue/simulated/model/draws.ts';
import {
  CLUSTERING,
  type ClockKeys,
  clockNoise,
  disturbedShare,
  HISTORY_DEPTH,
  LIVE_DEPTH,
  NODE_MS,
  TREE_START_MS,
} from '#venue/simulated/model/time-tree.ts';
import type { TradingClock } from '#venue/simulated/model/trading-clock.ts';

export const MONTH_MS = 30.4375 * 86_400_000;
/** A delivery month's own part of the variance. */
const CONTRACT_WEIGHT = 0.06;
/** A node is pruned from a search if its bridge passes the bound with a probability below e^-16. */
const PRUNE = 8;

export interface PathTerms {
  readonly clock: TradingClock;
  readonly clockKeys: ClockKeys;
  /** Factors that the underlying shares with others. */
  readonly factors: readonly { readonly key: Key; readonly loading: number }[];
  readonly underlyingKey: Key;
  readonly contractKey: Key;
  readonly expiryMs: number;
  /** A straight line added to the path, per millisecond: the movement along the forward curve. */
  readonly slope: number;
}

/** Whether the minute of an instant counts in a search. */
export type Counts = (timeMs: number) => boolean;

export interface Extremes {
  lowest: number;
  highest: number;
  /** An instant in the minute of each extreme. */
  lowestMs: number;
  highestMs: number;
}

export class PricePath {
  readonly #terms: PathTerms;
  readonly #factorKeys: Int32Array;
  readonly #loadings: Float64Array;
  readonly #ownLoading: number;
  // The walk from the root to the node last asked for, by depth; beside it the result of splitting each node.
  readonly #node = new Float64Array(LIVE_DEPTH + 2);
  readonly #start = new Float64Array(LIVE_DEPTH + 2);
  readonly #clockStart = new Float64Array(LIVE_DEPTH + 2);
  readonly #clockEnd = new Float64Array(LIVE_DEPTH + 2);
  readonly #valueStart = new Float64Array(LIVE_DEPTH + 2);
  readonly #valueEnd = new Float64Array(LIVE_DEPTH + 2);
  readonly #mass = new Float64Array(LIVE_DEPTH + 2);
  readonly #clockMiddle = new Float64Array(LIVE_DEPTH + 2);
  readonly #valueMiddle = new Float64Array(LIVE_DEPTH + 2);
  readonly #leftMass = new Float64Array(LIVE_DEPTH + 2);
  readonly #isSplit = new Uint8Array(LIVE_DEPTH + 2);
  #depth = 0;

  constructor(terms: PathTerms) {
    this.#terms = terms;
    this.#factorKeys = Int32Array.from(terms.factors, ({ key }) => key);
    this.#loadings = Float64Array.from(terms.factors, ({ loading }) => loading);
    const shared = terms.factors.reduce((sum, { loading }) => sum + loading * loading, 0);
    this.#ownLoading = Math.sqrt(1 - shared);
    this.#node[0] = 1;
    this.#start[0] = TREE_START_MS;
    this.#clockStart[0] = terms.clock.at(TREE_START_MS);
    this.#clockEnd[0] = terms.clock.at(TREE_START_MS + at(NODE_MS, 0));
    this.#mass[0] = at(this.#clockEnd, 0) - at(this.#clockStart, 0);
  }

  /** The path with its slope. Neighbouring instants share most of the walk, so moving forward is cheap. */
  at(timeMs: number, depth: number): number {
    this.#walkTo(timeMs, depth);
    const start = at(this.#start, depth);
    const from = at(this.#valueStart, depth);
    const value = from + ((at(this.#valueEnd, depth) - from) * (timeMs - start)) / at(NODE_MS, depth);
    return this.#sloped(value, timeMs);
  }

  /**
   * Widens the given extremes to those of the path between two instants, exactly, at the depth of history: branch and
   * bound over the nodes that meet the interval.
   */
  widen(extremes: Extremes, fromMs: number, toMs: number, counts: Counts): void {
    // The deepest node of the walk that contains the whole interval is a valid root.
    this.#walkTo(fromMs, HISTORY_DEPTH);
    let depth = HISTORY_DEPTH;
    while (depth > 0 && at(this.#start, depth) + at(NODE_MS, depth) < toMs) depth -= 1;
    this.#search(depth, extremes, fromMs, toMs, counts);
  }

  /** Searches below the walk's node at `depth`, extending the walk. */
  #search(depth: number, extremes: Extremes, fromMs: number, toMs: number, counts: Counts): void {
    const start = at(this.#start, depth);
    const end = start + at(NODE_MS, depth);
    if (end <= fromMs || start >= toMs) return;
    const valueStart = this.#sloped(at(this.#valueStart, depth), start);
    const valueEnd = this.#sloped(at(this.#valueEnd, depth), end);
    const { highest, lowest } = extremes;
    const bound = PRUNE * at(this.#mass, depth);
    const isBelow = highest > valueStart && highest > valueEnd && (highest - valueStart) * (highest - valueEnd) > bound;
    const isAbove = lowest < valueStart && lowest < valueEnd && (valueStart - lowest) * (valueEnd - lowest) > bound;
    if (isBelow && isAbove) return;
    if (depth === HISTORY_DEPTH) {
      const isInside = valueStart <= highest && valueEnd <= highest && valueStart >= lowest && valueEnd >= lowest;
      if (!isInside) this.#searchLeaf(extremes, Math.max(start, fromMs), Math.min(end, toMs), counts);
      return;
    }
    this.#split(depth);
    this.#enter(depth, false);
    this.#search(depth + 1, extremes, fromMs, toMs, counts);
    this.#enter(depth, true);
    this.#search(depth + 1, extremes, fromMs, toMs, counts);
  }

  /** A leaf is a straight line; only its counting minutes, and those at their ends, may give an extreme. */
  #searchLeaf(extremes: Extremes, fromMs: number, toMs: number, counts: Counts): void {
    for (let start = fromMs; start < toMs; ) {
      const end = Math.min(toMs, (Math.floor(start / 60_000) + 1) * 60_000);
      if (counts(start)) {
        this.#consider(extremes, start, start);
        this.#consider(extremes, end, start);
      }
      start = end;
    }
  }

  #consider(extremes: Extremes, timeMs: number, minuteMs: number): void {
    const start = at(this.#start, HISTORY_DEPTH);
    const length = at(NODE_MS, HISTORY_DEPTH);
    const from = at(this.#valueStart, HISTORY_DEPTH);
    const to = at(this.#valueEnd, HISTORY_DEPTH);
    // At the very end the next leaf's start must match to the last bit.
    const raw = timeMs === start + length ? to : from + ((to - from) * (timeMs - start)) / length;
    const value = this.#sloped(raw, timeMs);
    if (value > extremes.highest) {
      extremes.highest = value;
      extremes.highestMs = minuteMs;
    }
    if (value < extremes.lowest) {
      extremes.lowest = value;
      extremes.lowestMs = minuteMs;
    }
  }

  #sloped(value: number, timeMs: number): number {
    return value + this.#terms.slope * (timeMs - TREE_START_MS);
  }

  #walkTo(timeMs: number, depth: number): void {
    let current = this.#depth;
    while (current > 0 && !this.#holds(current, timeMs)) current -= 1;
    while (current < depth) {
      this.#split(current);
      this.#enter(current, timeMs >= at(this.#start, current) + at(NODE_MS, current + 1));
      current += 1;
    }
  }

  #holds(depth: number, timeMs: number): boolean {
    const start = at(this.#start, depth);
    return timeMs >= start && timeMs < start + at(NODE_MS, depth);
  }

  /** Makes the left or right half of the split node the walk's next node. */
  #enter(depth: number, isRight: boolean): void {
    const below = depth + 1;
    const node = at(this.#node, depth) * 2 + (isRight ? 1 : 0);
    this.#depth = below;
    if (this.#node[below] === node) return;
    this.#node[below] = node;
    this.#isSplit[below] = 0;
    const middle = at(this.#start, depth) + at(NODE_MS, below);
    if (isRight) {
      this.#start[below] = middle;
      this.#clockStart[below] = at(this.#clockMiddle, depth);
      this.#clockEnd[below] = at(this.#clockEnd, depth);
      this.#valueStart[below] = at(this.#valueMiddle, depth);
      this.#valueEnd[below] = at(this.#valueEnd, depth);
      this.#mass[below] = at(this.#mass, depth) - at(this.#leftMass, depth);
    } else {
      this.#start[below] = at(this.#start, depth);
      this.#clockStart[below] = at(this.#clockStart, depth);
      this.#clockEnd[below] = at(this.#clockMiddle, depth);
      this.#valueStart[below] = at(this.#valueStart, depth);
      this.#valueEnd[below] = at(this.#valueMiddle, depth);
      this.#mass[below] = at(this.#leftMass, depth);
    }
  }

  #split(depth: number): void {
    if (this.#isSplit[depth] === 1) return;
    this.#isSplit[depth] = 1;
    const node = at(this.#node, depth);
    const middleMs = at(this.#start, depth) + at(NODE_MS, depth + 1);
    const clockStart = at(this.#clockStart, depth);
    const clockMiddle = this.#terms.clock.at(middleMs);
    const fair = (clockMiddle - clockStart) / (at(this.#clockEnd, depth) - clockStart);
    const share = disturbedShare(fair, at(CLUSTERING, depth) * clockNoise(this.#terms.clockKeys, node));
    const mass = at(this.#mass, depth);
    const from = at(this.#valueStart, depth);
    const bend = Math.sqrt(mass * share * (1 - share)) * this.#shock(node, middleMs);
    this.#clockMiddle[depth] = clockMiddle;
    this.#leftMass[depth] = mass * share;
    this.#valueMiddle[depth] = from + share * (at(this.#valueEnd, depth) - from) + bend;
  }

  /**
   * The node's shock: shared factors and the underlying's own part, both decreasing with the distance of the delivery,
   * and the contract's own part.
   */
  #shock(node: number, timeMs: number): number {
    const { underlyingKey, contractKey, expiryMs } = this.#terms;
    let sum = this.#ownLoading * gauss(underlyingKey, node);
    for (let i = 0; i < this.#factorKeys.length; i += 1) {
      sum += at(this.#loadings, i) * gauss(at(this.#factorKeys, i), node);
    }
    const months = Math.max(0, (expiryMs - timeMs) / MONTH_MS);
    const nearness = 0.6 + 0.4 / (1 + months / 6);
    return nearness * sum + CONTRACT_WEIGHT * gauss(contractKey, node);
  }
}

/** Reads a typed array inside its bounds. */
function at(array: Float64Array | Int32Array, index: number): number {
  return array[index] ?? 0;
}
