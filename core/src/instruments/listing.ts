/**
 * The listed delivery months of a commodity, and the dates that its rules give each of them. Rules are data: small
 * closed unions over weekdays. Exchange holidays are not considered, so a "business day" is a weekday.
 */

import type { Commodity, Contract } from '#instruments/commodity.ts';
import {
  addDays,
  addMonths,
  addWeekdays,
  type CivilDate,
  civilFromDays,
  dayNumber,
  daysFromCivil,
  firstDayOfMonth,
  isWeekday,
  lastDayOfMonth,
  nearestWeekday,
  type YearMonth,
} from '#values/civil-date.ts';
import { contractCode } from '#values/contract-code.ts';
import { assert } from '#values/whole-numbers.ts';

/** A date of a delivery month. `month` counts from it: 0 is the delivery month, -1 the one before. */
export type DeliveryDateRule =
  /** 1 is the last weekday of that month, 3 the third-last. */
  | { readonly kind: 'nthLastWeekday'; readonly nth: number; readonly month: number }
  /** Strictly before the day: the business day before the 15th is `count` 1. */
  | { readonly kind: 'weekdaysBeforeDay'; readonly count: number; readonly day: number; readonly month: number }
  /** Before the first weekday of the delivery month; 0 is that weekday itself. */
  | { readonly kind: 'weekdaysBeforeFirstWeekday'; readonly count: number }
  /** The day itself, or the weekday before it. */
  | { readonly kind: 'dayOrWeekdayBefore'; readonly day: number; readonly month: number }
  /** Calendar days before the first day of the delivery month; the weekday before when it is none. */
  | { readonly kind: 'calendarDaysBeforeMonth'; readonly days: number }
  /** LME: the prompt date is the third Wednesday. */
  | { readonly kind: 'weekdaysBeforeThirdWednesday'; readonly count: number };

export type NoticeRule =
  | DeliveryDateRule
  /** After the last trading day, or before it when negative. */
  | { readonly kind: 'weekdaysFromLastTrade'; readonly count: number };

/** A different rule in December (OSE rubber). */
export type LastTradeRule = DeliveryDateRule & { readonly inDecember?: DeliveryDateRule };

export interface ListingRule {
  /** Delivery months, 1 to 12, ascending. */
  readonly months: readonly number[];
  /** How many are listed at once: the next three to five. */
  readonly listedAtOnce: number;
  /** Null: unknown, or there is none (cash settled). */
  readonly firstNotice: NoticeRule | null;
  /** Absent: unknown, or there is none. */
  readonly lastNotice?: NoticeRule;
  readonly lastTrade: LastTradeRule;
}

/**
 * Used if no source gives the last trading day: the last weekday before the delivery month, the earliest of the common
 * rules, so that nobody holds a position into an unforeseen delivery.
 */
export const ASSUMED_LAST_TRADE: LastTradeRule = { kind: 'nthLastWeekday', nth: 1, month: -1 };

/** The next `count` delivery months that may still be traded on `today`, nearest first. */
export function listContracts(
  commodity: Commodity,
  rule: ListingRule,
  today: CivilDate,
  count = rule.listedAtOnce,
): Contract[] {
  assert(rule.months.length > 0, `${commodity.code} has no delivery months`);
  const contracts: Contract[] = [];
  // Some contracts end two months before delivery, none after: start at the current month.
  for (let expiry = monthOf(today); contracts.length < count; expiry = addMonths(expiry, 1)) {
    if (!rule.months.includes(expiry.month)) continue;
    const contract = contractOf(commodity, rule, expiry);
    if (contract.lastTradeDay >= today) contracts.push(contract);
  }
  return contracts;
}

/** The listed contract of one delivery month. */
export function contractOf(commodity: Commodity, rule: ListingRule, expiry: YearMonth): Contract {
  const lastTradeDay = lastTradeDayOf(rule, expiry);
  return {
    code: contractCode(commodity.code, expiry),
    commodityCode: commodity.code,
    expiryYear: expiry.year,
    expiryMonth: expiry.month,
    firstNotificationDate: noticeDay(rule.firstNotice, expiry, lastTradeDay),
    lastNotificationDate: noticeDay(rule.lastNotice, expiry, lastTradeDay),
    lastTradeDay,
  };
}

/** The delivery months before this one, newest first: each one's expiry made the next the front month. */
export function earlierDeliveryMonths(rule: ListingRule, expiry: YearMonth, count: number): YearMonth[] {
  const earlier: YearMonth[] = [];
  for (let month = addMonths(expiry, -1); earlier.length < count; month = addMonths(month, -1)) {
    if (rule.months.includes(month.month)) earlier.push(month);
  }
  return earlier;
}

export function lastTradeDayOf(rule: ListingRule, expiry: YearMonth): CivilDate {
  const { inDecember } = rule.lastTrade;
  return dateOf(expiry.month === 12 && inDecember ? inDecember : rule.lastTrade, expiry);
}

function noticeDay(rule: NoticeRule | null | undefined, expiry: YearMonth, lastTradeDay: CivilDate): CivilDate | null {
  if (!rule) return null;
  if (rule.kind !== 'weekdaysFromLastTrade') return dateOf(rule, expiry);
  return addWeekdays(lastTradeDay, rule.count);
}

function dateOf(rule: DeliveryDateRule, expiry: YearMonth): CivilDate {
  switch (rule.kind) {
    case 'nthLastWeekday':
      return addWeekdays(lastWeekday(addMonths(expiry, rule.month)), 1 - rule.nth);
    case 'weekdaysBeforeDay':
      return addWeekdays(dayOf(addMonths(expiry, rule.month), rule.day), -rule.count);
    case 'weekdaysBeforeFirstWeekday':
      return addWeekdays(nearestWeekday(firstDayOfMonth(expiry), 1), -rule.count);
    case 'dayOrWeekdayBefore':
      return nearestWeekday(dayOf(addMonths(expiry, rule.month), rule.day), -1);
    case 'calendarDaysBeforeMonth':
      return nearestWeekday(addDays(firstDayOfMonth(expiry), -rule.days), -1);
    case 'weekdaysBeforeThirdWednesday':
      return addWeekdays(thirdWednesday(expiry), -rule.count);
  }
}

function lastWeekday(at: YearMonth): CivilDate {
  return nearestWeekday(lastDayOfMonth(at), -1);
}

function dayOf(at: YearMonth, day: number): CivilDate {
  return civilFromDays(daysFromCivil(at.year, at.month, day));
}

function thirdWednesday(at: YearMonth): CivilDate {
  let days = dayNumber(firstDayOfMonth(at));
  // Day 0 of the count, 1970-01-01, was a Thursday.
  while ((((days + 4) % 7) + 7) % 7 !== 3) days += 1;
  assert(isWeekday(days), 'a Wednesday is a weekday');
  return civilFromDays(days + 14);
}

function monthOf(date: CivilDate): YearMonth {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)) };
}
