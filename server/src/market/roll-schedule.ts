/**
 * When each delivery month of a commodity leads its continuous series. A month takes the lead at the start of a trade
 * date, and what decides it is known by then: dates from the rules, or the volumes of finished trade dates.
 */
import type { Contract } from '@mua/core/engine';
import { addDays, type CivilDate, DAY_MS, dayNumber, tradeDateAt, tradeDateStartMs } from '@mua/core/values';
import type { MarketView } from '#market/market-view.ts';
import type { MarketCalendar } from '#schedule/calendar/market-calendar.ts';
import type { Bar } from '#venue/port/market-data.ts';

export type RollBy =
  /** Calendar days before the first notice or the last trading day, whichever is earlier. */
  | { readonly kind: 'days'; readonly days: number }
  /** After the first finished trade date on which the next month was traded more. */
  | { readonly kind: 'volume' };

export interface RollSchedule {
  /**
   * When the month at this place takes the lead. Negative infinity for the first one; null if it is not decided yet:
   * `undecidedUntilMs` says how long at least.
   */
  leadsFromMs(place: number): Promise<number | null>;
  /** The earliest instant at which the month at this place may take the lead, while that is not decided. */
  undecidedUntilMs(place: number): number;
}

export interface RollScheduleOptions {
  /** In order of expiry. */
  readonly months: readonly Contract[];
  readonly by: RollBy;
  readonly market: Pick<MarketView, 'candles' | 'nowMs'>;
  readonly calendar: MarketCalendar | null;
}

/** The days before a month's end whose volumes may roll it, where no earlier month is known. */
const FIRST_WINDOW_DAYS = 90;
/** More than any two delivery months are apart. */
const MOST_DAYS_APART = 400;

export function createRollSchedule({ months, by, market, calendar }: RollScheduleOptions): RollSchedule {
  const ending = (place: number): Contract | undefined => months[place - 1];

  /** From when the month before can't be traded any more. */
  function latestMs(place: number): number {
    const before = ending(place);
    return before ? dateStartMs(calendar, addDays(before.lastTradeDay, 1)) : Number.NEGATIVE_INFINITY;
  }

  /** Trade dates that decide by volume: those since the month before the ending one could be traded last. */
  function windowStartMs(place: number): number {
    const before = ending(place);
    if (!before) return Number.NEGATIVE_INFINITY;
    const windowed = dateStartMs(calendar, addDays(before.lastTradeDay, -FIRST_WINDOW_DAYS));
    return ending(place - 1) ? latestMs(place - 1) : windowed;
  }

  async function byVolume(place: number, before: Contract, next: Contract): Promise<number | null> {
    const endMs = latestMs(place);
    const fromMs = windowStartMs(place);
    const finishedMs = Math.min(endMs, dateAt(calendar, market.nowMs()).beginsMs);
    if (finishedMs <= fromMs) return null;
    const limit = Math.min(MOST_DAYS_APART, Math.ceil((finishedMs - fromMs) / DAY_MS) + 1);
    const read = (contractCode: string) =>
      market.candles({ contractCode, interval: '1d', beforeMs: finishedMs, limit });
    const [old, young] = await Promise.all([read(before.code), read(next.code)]);
    const day = firstDayTradedMore(old, young, fromMs);
    if (day) return dateAt(calendar, day.openMs).endsMs;
    return finishedMs === endMs ? endMs : null;
  }

  async function decide(place: number): Promise<number | null> {
    const before = ending(place);
    const next = months[place];
    if (!before || !next) return Number.NEGATIVE_INFINITY;
    if (by.kind === 'days') return dateStartMs(calendar, addDays(endOf(before), -by.days));
    return byVolume(place, before, next);
  }

  const decided = new Map<number, Promise<number | null>>();
  return {
    leadsFromMs(place) {
      const known = decided.get(place) ?? decide(place);
      decided.set(place, known);
      return known;
    },
    undecidedUntilMs: (place) => Math.min(latestMs(place), dateAt(calendar, market.nowMs()).endsMs),
  };
}

/** The first day from an instant on whose volume is larger than that of the other month on the same day. */
function firstDayTradedMore(old: readonly Bar[], young: readonly Bar[], fromMs: number): Bar | undefined {
  const oldLots = new Map(old.map(({ openMs, volumeLots }) => [openMs, volumeLots]));
  return young.find(({ openMs, volumeLots }) => openMs >= fromMs && volumeLots > (oldLots.get(openMs) ?? 0));
}

/** The first notice or the last trading day. */
function endOf({ firstNotificationDate, lastTradeDay }: Contract): CivilDate {
  return firstNotificationDate !== null && firstNotificationDate < lastTradeDay ? firstNotificationDate : lastTradeDay;
}

/** When the trade date of a day begins, or the next one where that is none. */
function dateStartMs(calendar: MarketCalendar | null, date: CivilDate): number {
  if (!calendar) return tradeDateStartMs(date);
  const day = dayNumber(date);
  return calendar.dayOf(calendar.isTradeDay(day) ? day : calendar.dayAfter(day)).beginsMs;
}

function dateAt(
  calendar: MarketCalendar | null,
  timeMs: number,
): { readonly beginsMs: number; readonly endsMs: number } {
  if (calendar) return calendar.dayAt(timeMs);
  const beginsMs = tradeDateStartMs(tradeDateAt(timeMs));
  return { beginsMs, endsMs: beginsMs + DAY_MS };
}
