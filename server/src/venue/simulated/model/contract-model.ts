/**
 * The model of one delivery month: fair price and traded volume at any instant, bars of any interval. Each interval's
 * bar equals the aggregate of its minutes in all five fields: both are read from the same path, every later step
 * (spread allowance, rounding to ticks) is monotone, and minutes without volume, which have no bar, count in neither.
 */

import type { Lots, Ticks } from '@mua/core/values';
import { DAY_MS, MINUTE_MS } from '@mua/core/values';
import type { Bar } from '#venue/port/market-data.ts';
import { type Key, keyOf, sign } from '#venue/simulated/model/draws.ts';
import { exponential } from '#venue/simulated/model/exponential.ts';
import type { ContractFacts, UnderlyingModel } from '#venue/simulated/model/model-facts.ts';
import { type Extremes, PricePath } from '#venue/simulated/model/price-path.ts';
import { HISTORY_DEPTH, LIVE_DEPTH } from '#venue/simulated/model/time-tree.ts';
import { VolumePath } from '#venue/simulated/model/volume-path.ts';

/** Trades happen on both sides of the path: half a spread away, less the share of prices between the quotes. */
const SPREAD_ALLOWANCE = 0.3;
/** Open interest is a fifth of the volume of this time: about four days' trading, as in large futures. */
const HELD_MS = 28 * DAY_MS;
const HELD_OF_TRADED = 0.2;
const GIVEN_UP_MS = 21 * DAY_MS;
const KEPT_LEAST = 0.02;

export class ContractModel {
  readonly #facts: ContractFacts;
  readonly #path: PricePath;
  readonly #volume: VolumePath;
  readonly #sigma: number;
  readonly #minutesADay: number;
  /** Price at the anchor in ticks, and the path there. */
  readonly #anchorTicks: Ticks;
  readonly #anchorValue: number;
  readonly #openKey: Key;
  readonly #closeKey: Key;
  /** Daily volume at each step of its share, and the step's size in lots a day. */
  readonly #steps: readonly { readonly from: number; readonly lots: Lots }[];

  constructor(seed: number, underlying: UnderlyingModel, facts: ContractFacts) {
    this.#facts = facts;
    this.#sigma = underlying.dailySigma;
    this.#minutesADay = underlying.clock.minutesADay;
    const month = `${underlying.code}:${facts.expiryYear}-${facts.expiryMonth}`;
    this.#path = new PricePath({
      clock: underlying.clock,
      clockKeys: underlying.clockKeys,
      factors: underlying.factors,
      underlyingKey: underlying.key,
      contractKey: keyOf(seed, 'contract', month),
      expiryMs: facts.expiryMs,
      slope: underlying.slope,
    });
    this.#volume = new VolumePath(underlying.clock, underlying.clockKeys, keyOf(seed, 'volume', facts.code));
    this.#openKey = keyOf(seed, 'open', facts.code);
    this.#closeKey = keyOf(seed, 'close', facts.code);
    this.#anchorTicks = facts.anchorTicks;
    this.#anchorValue = this.#path.at(underlying.anchorMs, HISTORY_DEPTH);
    this.#steps = facts.volumeSteps.map(({ fromMs, lots }) => ({
      from: fromMs === null ? 0 : this.#volume.at(fromMs),
      lots,
    }));
  }

  /** Standard deviation of one minute's move at a price, in ticks. */
  get minuteSigmaTicks(): Ticks {
    return (this.#sigma * this.#anchorTicks) / Math.sqrt(this.#minutesADay);
  }

  /** Unrounded, in ticks. Read at a resolution of 0.26 s for trading, it passes through the points of history. */
  fairTicks(timeMs: number): Ticks {
    return this.#ticksOf(this.#path.at(timeMs, LIVE_DEPTH));
  }

  /** Lots traded since the beginning of the model, unrounded; only differences matter. */
  lotsUntil(timeMs: number): number {
    const days = this.#volume.at(timeMs);
    let lots = 0;
    for (const step of this.#steps) if (days > step.from) lots += (days - step.from) * step.lots;
    return lots;
  }

  /** The bar between two instants, from a whole minute on; null without trades. */
  bar(fromMs: number, toMs: number): Bar | null {
    const volumeLots = this.#lotsBetween(fromMs, toMs);
    if (volumeLots <= 0) return null;
    const start = this.#firstTradedMs(fromMs, toMs);
    const end = this.#lastTradedMs(fromMs, toMs);
    const opening = this.#path.at(start, HISTORY_DEPTH);
    const closing = this.#path.at(end, HISTORY_DEPTH);
    const extremes = this.#extremes(start, end, opening, closing);
    const allowance = SPREAD_ALLOWANCE * this.#facts.spreadTicks;
    return {
      openMs: fromMs,
      openTicks: Math.round(this.#ticksOf(opening) + allowance * sign(this.#openKey, start / MINUTE_MS)),
      highTicks: Math.round(this.#ticksOf(extremes.highest) + allowance),
      lowTicks: Math.round(this.#ticksOf(extremes.lowest) - allowance),
      closeTicks: Math.round(this.#ticksOf(closing) + allowance * sign(this.#closeKey, end / MINUTE_MS)),
      volumeLots,
    };
  }

  /**
   * Open interest at an instant: in proportion to the previous month's volume, and falling over the last weeks, as
   * positions are rolled before a contract expires.
   */
  openInterestLots(timeMs: number): Lots {
    const traded = this.lotsUntil(timeMs) - this.lotsUntil(timeMs - HELD_MS);
    const kept = Math.min(1, Math.max(KEPT_LEAST, (this.#facts.expiryMs - timeMs) / GIVEN_UP_MS));
    return Math.round(traded * HELD_OF_TRADED * kept);
  }

  /** Extremes of the traded minutes: nearly always those of all minutes, which are far quicker to find. */
  #extremes(start: number, end: number, opening: number, closing: number): Extremes {
    const ends = (): Extremes => ({
      lowest: Math.min(opening, closing),
      highest: Math.max(opening, closing),
      lowestMs: opening < closing ? start : end - 1,
      highestMs: opening > closing ? start : end - 1,
    });
    const ofAll = ends();
    this.#path.widen(ofAll, start, end, () => true);
    if (this.#isTraded(ofAll.lowestMs, end) && this.#isTraded(ofAll.highestMs, end)) return ofAll;
    const ofTraded = ends();
    this.#path.widen(ofTraded, start, end, (from) => this.#isTraded(from, end));
    return ofTraded;
  }

  #ticksOf(value: number): number {
    return this.#anchorTicks * exponential(this.#sigma * (value - this.#anchorValue));
  }

  #lotsBetween(fromMs: number, toMs: number): number {
    return Math.floor(this.lotsUntil(toMs)) - Math.floor(this.lotsUntil(fromMs));
  }

  /** Whether the minute of the instant has a bar. `endMs` cuts the current minute. */
  #isTraded(timeMs: number, endMs: number): boolean {
    const minute = Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;
    return this.#lotsBetween(minute, Math.min(minute + MINUTE_MS, endMs)) > 0;
  }

  /** Start of the first minute with volume. */
  #firstTradedMs(fromMs: number, toMs: number): number {
    const before = Math.floor(this.lotsUntil(fromMs));
    let low = 1;
    let high = Math.ceil((toMs - fromMs) / MINUTE_MS);
    // Nearly always the first minute; bisection for markets that were closed.
    if (high > 1 && Math.floor(this.lotsUntil(fromMs + MINUTE_MS)) > before) return fromMs;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (Math.floor(this.lotsUntil(Math.min(toMs, fromMs + middle * MINUTE_MS))) > before) high = middle;
      else low = middle + 1;
    }
    return fromMs + (low - 1) * MINUTE_MS;
  }

  /** End of the last minute with volume. */
  #lastTradedMs(fromMs: number, toMs: number): number {
    const after = Math.floor(this.lotsUntil(toMs));
    const minutes = Math.ceil((toMs - fromMs) / MINUTE_MS);
    let low = 0;
    let high = minutes - 1;
    if (high > 0 && Math.floor(this.lotsUntil(fromMs + high * MINUTE_MS)) < after) return toMs;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (Math.floor(this.lotsUntil(fromMs + middle * MINUTE_MS)) < after) low = middle;
      else high = middle - 1;
    }
    return Math.min(toMs, fromMs + (low + 1) * MINUTE_MS);
  }
}
