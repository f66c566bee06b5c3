/**
 * An order's lifetime as one word: DAY, GTC, IOC, FOK, or the last trade date of a GTD order. One field instead of two
 * in each of many thousand orders.
 */
import type { Duration, RowReason } from '#values/trading-words.ts';
import { assert } from '#values/whole-numbers.ts';

interface DurationTerms {
  readonly duration: Duration;
  readonly expirationDate?: string;
}

export function goodUntil({ duration, expirationDate }: DurationTerms): string {
  if (duration !== 'GTD') return duration;
  assert(expirationDate !== undefined, 'a GTD order without a date reached the book');
  return expirationDate;
}

/** Whether an order may rest: IOC and FOK never do, nor does a market order. */
export function mayStay(until: string): boolean {
  return until !== 'IOC' && until !== 'FOK';
}

/** The duration terms of a resting order. */
export function durationTerms(until: string): DurationTerms {
  if (until === 'DAY' || until === 'GTC') return { duration: until };
  return { duration: 'GTD', expirationDate: until };
}

/** Why a resting order ends with a trade date; null if it continues. */
export function expiryReason(until: string, tradeDate: string): RowReason | null {
  if (until === 'DAY') return 'DayEnded';
  // ISO dates sort as text.
  return until !== 'GTC' && until <= tradeDate ? 'DateReached' : null;
}
