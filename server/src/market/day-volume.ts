/**
 * Lots traded at each price on a contract's current trade date, counted from its trades. What was traded before the
 * first trade that is known here is missing: whoever shows this compares its sum with the day's volume (record 175).
 */
import type { Lots, Ticks } from '@mua/core/values';
import type { ContractUpdate, QuotedLevel, Trade } from '#venue/port/market-data.ts';

/** More than a day's limits leave room for; lots at prices beyond are not counted. */
const MOST_PRICES = 2_000;

export class DayVolume {
  readonly #lots = new Map<Ticks, Lots>();
  #sum: Lots = 0;

  /** `tape` is what is known of the trades, oldest first, this update's included. */
  take({ hasGap, trades = [], volumeAtPrice, day }: ContractUpdate, tape: readonly Trade[]): void {
    if (hasGap || volumeAtPrice) this.#clear();
    for (const { priceTicks, lots } of volumeAtPrice ?? trades) this.#add(priceTicks, lots);
    if (day && !volumeAtPrice && this.#sum > day.volumeLots) this.#beginAnew(day.volumeLots, tape);
  }

  /** From the highest price down. */
  get rows(): readonly QuotedLevel[] {
    return [...this.#lots]
      .map(([priceTicks, lots]) => ({ priceTicks, lots }))
      .sort((one, other) => other.priceTicks - one.priceTicks);
  }

  /** More than the day has: another date has begun, of which the newest trades are. */
  #beginAnew(volumeLots: Lots, tape: readonly Trade[]): void {
    this.#clear();
    for (const { priceTicks, lots } of tape.toReversed()) {
      if (this.#sum + lots > volumeLots) return;
      this.#add(priceTicks, lots);
    }
  }

  #add(priceTicks: Ticks, lots: Lots): void {
    const before = this.#lots.get(priceTicks);
    if (before === undefined && this.#lots.size >= MOST_PRICES) return;
    this.#lots.set(priceTicks, (before ?? 0) + lots);
    this.#sum += lots;
  }

  #clear(): void {
    this.#lots.clear();
    this.#sum = 0;
  }
}

/** Those of an earlier update, and what a later one adds to them; undefined where they are not known. */
export function joinedVolume(earlier: ContractUpdate, later: ContractUpdate): ContractUpdate['volumeAtPrice'] {
  if (later.volumeAtPrice || later.hasGap || !earlier.volumeAtPrice) return later.volumeAtPrice;
  const volume = new DayVolume();
  volume.take(earlier, []);
  volume.take(later, later.trades ?? []);
  return volume.rows;
}
