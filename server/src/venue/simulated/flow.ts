/**
 * The order flow of one contract: at which prices four makers quote and which takers arrive, interval by interval.
 * There is no book here: flow follows from the seed and the time, not from investors' actions, so that fifteen minutes
 * of intervals can be replayed at a start and the market continues as if it had never stopped. Every draw is a hash of
 * (seed, contract, interval).
 */

import type { Lots, Ticks } from '@mua/core/values';
import { bits, gauss, type Key, keyOf, uniform } from '#venue/simulated/model/draws.ts';
import { exponential } from '#venue/simulated/model/exponential.ts';
import { TREE_START_MS } from '#venue/simulated/model/time-tree.ts';

export const MAKERS = 4;
/** Multiples of half the spread, by maker. */
const HALF_SPREADS = [0.6, 0.9, 1.2, 1.7];
/** Chance out of 256 that a maker updates its reference in an interval: .9 .6 .4 .25. */
const LOOKS = [230, 154, 102, 64];
const BIAS_TICKS = 0.3;
const BIAS_LIFE_MS = 9_000;
const REFRESH_EVERY_MS = 3_500;
const OFFSET_HALF_LIFE_MS = 90_000;
/** Price pressure of a trade in one-minute sigmas: a simulated taker's and an investor's. */
const TAKER_IMPACT = 0.015;
const INVESTOR_IMPACT = 0.1;
const LARGEST_OFFSET_SIGMAS = 4;
/** Out of 256: a taker takes the last trade's side with probability .72, else a random one. */
const KEEPS_SIDE = 184;
const SIZE_SIGMA = 1;
/** Great news brings hundreds into one interval. */
const MOST_TAKERS = 512;
/** From here on a Poisson number is practically Gaussian. */
const MANY_TAKERS = 25;

export interface FlowTerms {
  readonly seed: number;
  readonly contractCode: string;
  readonly intervalMs: number;
  /** Intervals end this long after whole multiples of their length, so that contracts are staggered. */
  readonly phaseMs: number;
  readonly spreadTicks: Ticks;
  readonly topLots: Lots;
  readonly minuteSigmaTicks: Ticks;
}

export interface Taker {
  readonly side: 1 | -1;
  readonly lots: Lots;
}

export class ContractFlow {
  readonly #terms: FlowTerms;
  readonly #halves: readonly number[];
  readonly #keys: {
    readonly look: Key;
    readonly bias: Key;
    readonly news: Key;
    readonly taker: Key;
    readonly size: Key;
  };
  readonly #sizes: readonly number[];
  readonly #meanLots: Lots;
  readonly #decay: number;
  readonly #largestOffset: number;
  readonly #reference = new Float64Array(MAKERS);
  readonly #bias = new Float64Array(MAKERS);
  #hasQuotes = false;
  #lastSide: 1 | -1 = 1;
  #takerOffset = 0;
  #investorOffset = 0;
  /** Each maker's prices. */
  readonly bids = new Int32Array(MAKERS);
  readonly asks = new Int32Array(MAKERS);
  /** Bits of the makers whose best prices moved in the interval, and of those that refresh a level or two. */
  moved = 0;
  refreshed = 0;
  /** Takers of the interval; reused in the next. */
  readonly takers: Taker[] = [];

  constructor(terms: FlowTerms) {
    this.#terms = terms;
    const { seed, contractCode } = terms;
    this.#halves = HALF_SPREADS.map((share) => (share * terms.spreadTicks) / 2);
    this.#keys = {
      look: keyOf(seed, 'look', contractCode),
      bias: keyOf(seed, 'bias', contractCode),
      news: keyOf(seed, 'bias size', contractCode),
      taker: keyOf(seed, 'taker', contractCode),
      size: keyOf(seed, 'taker size', contractCode),
    };
    this.#sizes = takerSizes(terms.topLots);
    this.#meanLots = this.#sizes.reduce((sum, lots) => sum + lots, 0) / this.#sizes.length;
    this.#decay = exponential((-Math.LN2 * terms.intervalMs) / OFFSET_HALF_LIFE_MS);
    this.#largestOffset = LARGEST_OFFSET_SIGMAS * terms.minuteSigmaTicks;
  }

  /** Runs the interval that ends at an instant. `lots` is what the model trades in it. */
  runInterval(timeMs: number, fairTicks: Ticks, lots: Lots): void {
    const interval = Math.floor((timeMs - this.#terms.phaseMs - TREE_START_MS) / this.#terms.intervalMs);
    this.#takerOffset *= this.#decay;
    this.#investorOffset *= this.#decay;
    const reference = fairTicks + this.#bounded(this.#takerOffset + this.#investorOffset);
    this.#look(interval, reference);
    this.#call(interval, reference, lots / this.#meanLots);
  }

  /** An investor's trade moves the market more than a simulated one; both decay with the same half-life. */
  press(side: 1 | -1, lots: Lots): void {
    this.#investorOffset = this.#pressed(this.#investorOffset, side * INVESTOR_IMPACT, lots);
  }

  /** The mean size of a taker's order. */
  get meanLots(): Lots {
    return this.#meanLots;
  }

  get bestBid(): number {
    return this.bids.reduce((best, bid) => Math.max(best, bid));
  }

  get bestAsk(): number {
    return this.asks.reduce((best, ask) => Math.min(best, ask));
  }

  #look(interval: number, reference: number): void {
    const looks = bits(this.#keys.look, interval);
    const changes = bits(this.#keys.bias, interval);
    const changeBelow = Math.max(1, Math.round((256 * this.#terms.intervalMs) / BIAS_LIFE_MS));
    const refreshBelow = Math.max(1, Math.round((256 * this.#terms.intervalMs) / REFRESH_EVERY_MS));
    this.moved = 0;
    this.refreshed = 0;
    for (let maker = 0; maker < MAKERS; maker += 1) {
      const chance = (changes >>> (8 * maker)) & 0xff;
      if (chance < changeBelow) this.#bias[maker] = BIAS_TICKS * gauss(this.#keys.news, interval * MAKERS + maker);
      if (255 - chance < refreshBelow) this.refreshed |= 1 << maker;
      const isLooking = ((looks >>> (8 * maker)) & 0xff) < (LOOKS[maker] ?? 0);
      if (isLooking || !this.#hasQuotes) this.#reference[maker] = reference;
      this.#stand(maker);
    }
    this.#hasQuotes = true;
  }

  /** Sets a maker's quotes at its target, but never across another maker: quotes are post-only. */
  #stand(maker: number): void {
    const middle = (this.#reference[maker] ?? 0) + (this.#bias[maker] ?? 0);
    const half = this.#halves[maker] ?? 0;
    let bid = Math.floor(middle - half);
    let ask = Math.max(bid + 1, Math.ceil(middle + half));
    for (let other = 0; other < MAKERS; other += 1) {
      if (other === maker || (!this.#hasQuotes && other > maker)) continue;
      const otherAsk = this.asks[other] ?? 0;
      const otherBid = this.bids[other] ?? 0;
      if (bid >= otherAsk) bid = otherAsk - 1;
      if (ask <= otherBid) ask = otherBid + 1;
    }
    if (this.#hasQuotes && bid === this.bids[maker] && ask === this.asks[maker]) return;
    this.bids[maker] = bid;
    this.asks[maker] = ask;
    this.moved |= 1 << maker;
  }

  /** Draws takers by a Poisson process. A quote far from the reference attracts them. */
  #call(interval: number, reference: number, rate: number): void {
    this.takers.length = 0;
    if (rate <= 0) return;
    const middle = (this.bestBid + this.bestAsk) / 2;
    const pull = reference - middle;
    const count = this.#takersIn(interval, rate);
    for (let i = 0; i < count; i += 1) {
      const draw = bits(this.#keys.size, interval * MOST_TAKERS + i);
      if (pull > 1) this.#lastSide = 1;
      else if (pull < -1) this.#lastSide = -1;
      else if (((draw >>> 8) & 0xff) >= KEEPS_SIDE) this.#lastSide = (draw & 0x1_0000) === 0 ? 1 : -1;
      const lots = this.#sizes[draw & 0xff] ?? 1;
      this.takers.push({ side: this.#lastSide, lots });
      this.#takerOffset = this.#pressed(this.#takerOffset, this.#lastSide * TAKER_IMPACT, lots);
    }
  }

  #takersIn(interval: number, rate: number): number {
    if (rate < MANY_TAKERS) return poisson(uniform(this.#keys.taker, interval), rate);
    const count = Math.round(rate + Math.sqrt(rate) * gauss(this.#keys.taker, interval));
    return Math.min(MOST_TAKERS, count);
  }

  #pressed(offset: number, impact: number, lots: Lots): number {
    return this.#bounded(offset + impact * this.#terms.minuteSigmaTicks * Math.sqrt(lots / this.#meanLots));
  }

  #bounded(offset: number): number {
    return Math.min(this.#largestOffset, Math.max(-this.#largestOffset, offset));
  }
}

/** Number of events in an interval, by inversion. */
function poisson(draw: number, rate: number): number {
  let chance = exponential(-rate);
  let sum = chance;
  let count = 0;
  while (draw >= sum && count < MOST_TAKERS) {
    count += 1;
    chance *= rate / count;
    sum += chance;
  }
  return count;
}

/**
 * 256 equally likely order sizes: lognormal, sigma 1, about two to five lots by the depth of the market, at most five
 * times the best level. A table, so that its mean is exact and live volume agrees with the model's.
 */
function takerSizes(topLots: Lots): number[] {
  const median = Math.min(3, Math.max(1, Math.sqrt(topLots) / 2));
  return Array.from({ length: 256 }, (_, index) => {
    const size = median * exponential(SIZE_SIGMA * gauss(0x51e5, index));
    return Math.max(1, Math.min(Math.round(size), Math.max(1, Math.round(5 * topLots))));
  });
}
