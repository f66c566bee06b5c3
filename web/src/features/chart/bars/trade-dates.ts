/**
 * Assigns an instant to its trade date and its bar on this chart. The contract's own dates come with its bars, as the
 * openings of their first sessions: a Sunday evening in Chicago belongs to Monday. Where the exchange has no dates of
 * its own, and beyond the known ones, the broker's apply, which roll at 05:00 in Vietnam.
 */
import type { CandleInterval } from '@mua/contract/entities/candle';
import { barOpenMs, type CivilDate, dayNumber, tradeDateAt } from '@mua/core/values';

export interface TradeDateOpening {
  readonly date: CivilDate;
  readonly opensMs: number;
}

export class TradeDates {
  /** In chronological order. */
  #openings: readonly TradeDateOpening[] = [];

  /** Adds the dates that came with a page of bars. */
  learn(openings: readonly TradeDateOpening[]): void {
    const all = new Map(this.#openings.map((opening) => [opening.date, opening]));
    for (const opening of openings) all.set(opening.date, opening);
    this.#openings = [...all.values()].sort((a, b) => a.opensMs - b.opensMs);
  }

  dateAt(timeMs: number): CivilDate {
    return this.#openingAt(timeMs)?.date ?? tradeDateAt(timeMs);
  }

  /**
   * Returns when the bar that contains an instant opens. Days, weeks and months open with their first trade date's
   * session.
   */
  barOpenMs(interval: CandleInterval, timeMs: number): number {
    const opening = interval === '1d' || interval === '1w' || interval === '1M' ? this.#openingAt(timeMs) : undefined;
    if (!opening) return barOpenMs(interval, timeMs);
    const span = spanOf(interval, opening.date);
    const first = this.#openings.find(({ date }) => spanOf(interval, date) === span);
    return first?.opensMs ?? opening.opensMs;
  }

  /** Returns the newest date that has opened, unless the next is unknown, as its end is then unknown too. */
  #openingAt(timeMs: number): TradeDateOpening | undefined {
    let low = 0;
    let high = this.#openings.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#openings[middle]?.opensMs ?? 0) <= timeMs) low = middle;
      else high = middle - 1;
    }
    const found = this.#openings[low];
    return found && found.opensMs <= timeMs && low < this.#openings.length - 1 ? found : undefined;
  }
}

/** Dates with the same key share one bar. */
function spanOf(interval: CandleInterval, date: CivilDate): string {
  if (interval === '1M') return date.slice(0, 7);
  // 1970-01-05 was a Monday.
  return interval === '1w' ? String(Math.floor((dayNumber(date) - 4) / 7)) : date;
}
