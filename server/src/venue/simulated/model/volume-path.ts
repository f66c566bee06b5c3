/**
 * Cumulative volume of one market, in days' worth of lots: a second tree on the same clock, so that busy hours and
 * volatile hours coincide. Monotone and additive; a bar's volume is a difference.
 */
import { gauss, type Key } from '#venue/simulated/model/draws.ts';
import {
  CLUSTERING,
  type ClockKeys,
  clockNoise,
  disturbedShare,
  NODE_MS,
  TREE_START_MS,
} from '#venue/simulated/model/time-tree.ts';
import type { TradingClock } from '#venue/simulated/model/trading-clock.ts';

/** 66 s; linear below. */
const DEPTH = 24;

/** How strongly volume follows the price's volatility, and its own dispersion (docs/rules/market.md#volume). */
function strengths(depth: number): { readonly following: number; readonly own: number } {
  if (depth < 15) return { following: 0.45, own: 0.07 };
  return depth <= 20 ? { following: 0.75, own: 0.22 } : { following: 1.5, own: 0.34 };
}

const FOLLOWING = Float64Array.from(
  { length: DEPTH + 1 },
  (_, depth) => strengths(depth).following * (CLUSTERING[depth] ?? 0),
);
const OWN = Float64Array.from({ length: DEPTH + 1 }, (_, depth) => strengths(depth).own);

export class VolumePath {
  readonly #clock: TradingClock;
  readonly #clockKeys: ClockKeys;
  readonly #key: Key;
  readonly #node = new Float64Array(DEPTH + 1);
  readonly #start = new Float64Array(DEPTH + 1);
  readonly #clockStart = new Float64Array(DEPTH + 1);
  readonly #clockEnd = new Float64Array(DEPTH + 1);
  readonly #volumeStart = new Float64Array(DEPTH + 1);
  readonly #mass = new Float64Array(DEPTH + 1);
  readonly #clockMiddle = new Float64Array(DEPTH + 1);
  readonly #leftMass = new Float64Array(DEPTH + 1);
  readonly #isSplit = new Uint8Array(DEPTH + 1);
  #depth = 0;

  constructor(clock: TradingClock, clockKeys: ClockKeys, key: Key) {
    this.#clock = clock;
    this.#clockKeys = clockKeys;
    this.#key = key;
    this.#node[0] = 1;
    this.#start[0] = TREE_START_MS;
    this.#clockStart[0] = clock.tradedAt(TREE_START_MS);
    this.#clockEnd[0] = clock.tradedAt(TREE_START_MS + at(NODE_MS, 0));
    this.#mass[0] = at(this.#clockEnd, 0) - at(this.#clockStart, 0);
  }

  /** Days' worth of volume since the beginning of the tree. */
  at(timeMs: number): number {
    let depth = this.#depth;
    while (depth > 0 && !this.#holds(depth, timeMs)) depth -= 1;
    for (; depth < DEPTH; depth += 1) {
      this.#split(depth);
      this.#enter(depth, timeMs >= at(this.#start, depth) + at(NODE_MS, depth + 1));
    }
    this.#depth = DEPTH;
    return at(this.#volumeStart, DEPTH) + at(this.#mass, DEPTH) * this.#elapsedAt(timeMs);
  }

  /** The elapsed share of the leaf: linear in time, but excluding closed hours. */
  #elapsedAt(timeMs: number): number {
    if (!this.#clock.hasClosedHours) return (timeMs - at(this.#start, DEPTH)) / at(NODE_MS, DEPTH);
    const clockStart = at(this.#clockStart, DEPTH);
    const length = at(this.#clockEnd, DEPTH) - clockStart;
    return length > 0 ? (this.#clock.tradedAt(timeMs) - clockStart) / length : 0;
  }

  #holds(depth: number, timeMs: number): boolean {
    const start = at(this.#start, depth);
    return timeMs >= start && timeMs < start + at(NODE_MS, depth);
  }

  #enter(depth: number, isRight: boolean): void {
    const below = depth + 1;
    const node = at(this.#node, depth) * 2 + (isRight ? 1 : 0);
    if (this.#node[below] === node) return;
    this.#node[below] = node;
    this.#isSplit[below] = 0;
    const start = at(this.#start, depth);
    const leftMass = at(this.#leftMass, depth);
    this.#start[below] = isRight ? start + at(NODE_MS, below) : start;
    this.#clockStart[below] = at(isRight ? this.#clockMiddle : this.#clockStart, depth);
    this.#clockEnd[below] = at(isRight ? this.#clockEnd : this.#clockMiddle, depth);
    this.#volumeStart[below] = at(this.#volumeStart, depth) + (isRight ? leftMass : 0);
    this.#mass[below] = isRight ? at(this.#mass, depth) - leftMass : leftMass;
  }

  #split(depth: number): void {
    if (this.#isSplit[depth] === 1) return;
    this.#isSplit[depth] = 1;
    const node = at(this.#node, depth);
    const clockStart = at(this.#clockStart, depth);
    const clockMiddle = this.#clock.tradedAt(at(this.#start, depth) + at(NODE_MS, depth + 1));
    const clockLength = at(this.#clockEnd, depth) - clockStart;
    // A node in closed hours has no volume.
    const fair = clockLength > 0 ? (clockMiddle - clockStart) / clockLength : 0.5;
    const following = at(FOLLOWING, depth) * clockNoise(this.#clockKeys, node);
    this.#clockMiddle[depth] = clockMiddle;
    this.#leftMass[depth] =
      at(this.#mass, depth) * disturbedShare(fair, following + at(OWN, depth) * gauss(this.#key, node));
  }
}

function at(array: Float64Array, index: number): number {
  return array[index] ?? 0;
}
