/**
 * When a market trades, in its local time: sessions of a trade date, breaks, holidays, early closes. Pure data and date
 * arithmetic; server/schedule/calendar converts it to instants. A day with trading that is no trade date joins the next
 * one, as with CME's metals and energies on Thanksgiving.
 */

import { type HolidayRule, holidayIn, observedDay, weekdayOf } from '#instruments/holidays.ts';
import { type CivilDate, civilFromDays, daysFromCivil } from '#values/civil-date.ts';
import { assert } from '#values/whole-numbers.ts';

/** `HH:MM`; from 24:00 on it is on the next day: `29:15` is 05:15. */
export type ClockTime = string;

/** The day on which a session opens, relative to its trade date. */
export type OpeningDay =
  | 'day'
  /** The calendar day before: Sunday for Monday. */
  | 'eve'
  /** The trade date before: Friday for Monday. */
  | 'dateBefore'
  /** The calendar day before, if that is a trade date; otherwise the session is omitted. */
  | 'tradingEve';

export interface SessionHours {
  readonly opensOn: OpeningDay;
  readonly opensAt: ClockTime;
  /** Counted from the opening day. */
  readonly closesAt: ClockTime;
}

/** The effect of a holiday on its day. Times are of that day. */
export type DayChange =
  | { readonly kind: 'closed' }
  /** It trades until then, as a part of the next trade date. */
  | { readonly kind: 'joinsNext'; readonly closesAt: ClockTime; readonly closesOnFridayAt?: ClockTime }
  | { readonly kind: 'short'; readonly opensAt?: ClockTime; readonly closesAt?: ClockTime };

export interface Holiday {
  readonly rule: HolidayRule;
  readonly change: DayChange;
  readonly fromYear?: number;
}

export interface Calendar {
  /** IANA name. */
  readonly zone: string;
  /** In order of date; each holds until the next. */
  readonly hours: readonly { readonly from: CivilDate; readonly sessions: readonly SessionHours[] }[];
  /** If two fall on one day, the closing one wins. */
  readonly holidays: readonly Holiday[];
  /** A weekday between two holidays is a holiday too (Japan). */
  readonly hasBridgeDays?: boolean;
}

/** Minutes of local time since 1970-01-01 00:00, the close excluded. */
export interface LocalSession {
  readonly opensAt: number;
  readonly closesAt: number;
}

const DAY_MINUTES = 1_440;

/** Whether the day is a trade date: Monday to Friday, unless a holiday closes it or joins it to the next. */
export function isTradeDay(calendar: Calendar, day: number): boolean {
  if (weekdayOf(day) > 5) return false;
  const change = changeOn(calendar, day);
  return change === undefined || change.kind === 'short';
}

export function tradeDayAfter(calendar: Calendar, day: number): number {
  let next = day + 1;
  while (!isTradeDay(calendar, next)) next += 1;
  return next;
}

export function tradeDayBefore(calendar: Calendar, day: number): number {
  let before = day - 1;
  while (!isTradeDay(calendar, before)) before -= 1;
  return before;
}

/** The sessions of a trade date in order, those of days that join it first; empty if the day is no trade date. */
export function sessionsOf(calendar: Calendar, day: number): readonly LocalSession[] {
  if (!isTradeDay(calendar, day)) return [];
  const sessions = piecesOf(calendar, day);
  for (let joined = day - 1; joinsNext(calendar, joined) || weekdayOf(joined) > 5; joined -= 1) {
    if (weekdayOf(joined) < 6) sessions.unshift(...piecesOf(calendar, joined));
  }
  return sessions;
}

function joinsNext(calendar: Calendar, day: number): boolean {
  return weekdayOf(day) < 6 && changeOn(calendar, day)?.kind === 'joinsNext';
}

/** The sessions of one day, shortened by a holiday. */
function piecesOf(calendar: Calendar, day: number): LocalSession[] {
  const change = changeOn(calendar, day);
  const midnight = day * DAY_MINUTES;
  const cut = change && change.kind !== 'closed' ? change : undefined;
  const opening = cut?.kind === 'short' ? cut.opensAt : undefined;
  const closing =
    cut?.kind === 'joinsNext' && weekdayOf(day) === 5 ? (cut.closesOnFridayAt ?? cut.closesAt) : cut?.closesAt;
  const earliest = opening === undefined ? Number.NEGATIVE_INFINITY : midnight + minutesOf(opening);
  const latest = closing === undefined ? Number.POSITIVE_INFINITY : midnight + minutesOf(closing);
  const pieces: LocalSession[] = [];
  for (const { opensOn, opensAt, closesAt } of hoursOn(calendar, day)) {
    const from = openingDay(calendar, day, opensOn);
    if (from === undefined) continue;
    const opens = Math.max(from * DAY_MINUTES + minutesOf(opensAt), earliest);
    const closes = Math.min(from * DAY_MINUTES + minutesOf(closesAt), latest);
    if (opens < closes) pieces.push({ opensAt: opens, closesAt: closes });
  }
  return pieces;
}

function openingDay(calendar: Calendar, day: number, opensOn: OpeningDay): number | undefined {
  switch (opensOn) {
    case 'day':
      return day;
    case 'eve':
      return day - 1;
    case 'dateBefore':
      return tradeDayBefore(calendar, day);
    case 'tradingEve':
      return isTradeDay(calendar, day - 1) ? day - 1 : undefined;
  }
}

function hoursOn({ hours }: Calendar, day: number): readonly SessionHours[] {
  const [first] = hours;
  const date = hours.length > 1 ? civilFromDays(day) : '';
  const found = hours.findLast(({ from }) => from <= date) ?? first;
  assert(found !== undefined, 'a calendar has hours');
  return found.sessions;
}

function minutesOf(time: ClockTime): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

/** A year's holidays, by day. */
interface YearOfChanges {
  readonly from: number;
  readonly to: number;
  readonly changes: ReadonlyMap<number, DayChange>;
}

/** Each calendar's years already computed, newest request first: neighbouring days share a year. */
const yearsKnown = new WeakMap<Calendar, YearOfChanges[]>();

function changeOn(calendar: Calendar, day: number): DayChange | undefined {
  const years = yearsKnown.get(calendar) ?? [];
  const [latest] = years;
  if (latest && day >= latest.from && day < latest.to) return latest.changes.get(day);
  const index = years.findIndex(({ from, to }) => day >= from && day < to);
  const [year = changesIn(calendar, Number(civilFromDays(day).slice(0, 4)))] = index < 0 ? [] : years.splice(index, 1);
  years.unshift(year);
  yearsKnown.set(calendar, years);
  return year.changes.get(day);
}

/**
 * Holidays of a year by day. Those of the next January can be observed in December, so neighbouring years are included.
 */
function changesIn(calendar: Calendar, year: number): YearOfChanges {
  const kept = new Map<number, DayChange>();
  for (const ofYear of [year - 1, year, year + 1]) {
    for (const [day, change] of holidaysOf(calendar, ofYear)) {
      if (kept.get(day)?.kind !== 'closed') kept.set(day, change);
    }
  }
  const from = daysFromCivil(year, 1, 1);
  const to = daysFromCivil(year + 1, 1, 1);
  if (calendar.hasBridgeDays) {
    for (let day = from; day < to; day += 1)
      if (weekdayOf(day) < 6 && kept.has(day - 1) && kept.has(day + 1)) kept.set(day, { kind: 'closed' });
  }
  return { from, to, changes: kept };
}

function holidaysOf({ holidays }: Calendar, year: number): [number, DayChange][] {
  const inForce = holidays.flatMap(({ rule, change, fromYear = 0 }) => {
    const day = year >= fromYear ? holidayIn(year, rule) : undefined;
    return day === undefined ? [] : [{ rule, change, day }];
  });
  const taken = new Set(inForce.filter(({ change }) => change.kind === 'closed').map(({ day }) => day));
  return inForce.map(({ rule, change, day }) => {
    const observed = observedDay(day, rule, (other) => taken.has(other));
    if (change.kind === 'closed') taken.add(observed);
    return [observed, change];
  });
}
