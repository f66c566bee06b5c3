/** The periods that a copy fee is paid for, counted from the day of the follow (docs/rules/copying.md#fees). */
import { addDays, type CivilDate, monthsAfter } from '#values/civil-date.ts';
import type { FeePeriod } from '#values/trading-words.ts';

/** A week is seven days, the others are months. */
const LENGTHS = { WEEKLY: 7, MONTHLY: 1, QUARTERLY: 3, YEARLY: 12 } as const;

/** The day on which the period after so many begins. */
export function periodStart(since: CivilDate, periods: number, feePeriod: FeePeriod): CivilDate {
  const length = periods * LENGTHS[feePeriod];
  return feePeriod === 'WEEKLY' ? addDays(since, length) : monthsAfter(since, length);
}

/** How many have begun on a day, the one that it belongs to included. */
export function periodsBegun(since: CivilDate, day: CivilDate, feePeriod: FeePeriod): number {
  let periods = 1;
  while (periodStart(since, periods, feePeriod) <= day) periods += 1;
  return periods;
}
