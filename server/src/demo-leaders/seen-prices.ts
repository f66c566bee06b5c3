/** The prices of one contract as a simulated leader sees them: taken at equal times, and read at a pace. */
import type { Ticks } from '@mua/core/values';
import { LOOK_BACK } from '#demo-leaders/tempers.ts';

/** At the slow pace every so manieth price is read. */
export const SLOW = 8;

export class SeenPrices {
  readonly #prices: Ticks[];
  #taken = 0;

  /** `minutes` are the closing prices before the first one that is taken, oldest first. */
  constructor(minutes: readonly Ticks[], pricesAMinute: number) {
    this.#prices = minutes.flatMap((price) => Array.from({ length: pricesAMinute }, () => price));
  }

  take(price: Ticks): void {
    this.#taken += 1;
    this.#prices.push(price);
    if (this.#prices.length > LOOK_BACK * SLOW) this.#prices.shift();
  }

  /** Oldest first; null where it is not the turn of that pace. */
  at(pace: 'slow' | 'fast'): readonly Ticks[] | null {
    if (pace === 'fast') return this.#prices.slice(-LOOK_BACK);
    if (this.#taken % SLOW !== 0) return null;
    const newest = this.#prices.length - 1;
    return this.#prices.filter((_, place) => (newest - place) % SLOW === 0);
  }
}
