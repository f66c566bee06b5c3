/**
 * Days, weeks and months of an exchange with trade dates of its own: a day is a trade date from its first session's
 * opening, so that a Sunday evening in Chicago is Monday's, whatever daylight saving does. They are summed from parts
 * that begin in the closed hours before each date, so that no part spans two.
 */
import { type BarInterval, barOpenMs, civilFromDays, nextOpenMs } from '@mua/core/values';
import type { CandleQuery, TradeDateOpening } from '#market/market-view.ts';
import type { MarketCalendar, TradeDay } from '#schedule/calendar/market-calendar.ts';
import { joinBars } from '#venue/port/bar-time.ts';
import type { Bar } from '#venue/port/market-data.ts';

export type DateInterval = Extract<BarInterval, '1d' | '1w' | '1M'>;

/** Longest first: fewer parts to add up. */
const PARTS = ['4h', '1h', '30m', '15m', '5m', '1m'] as const;
/** Spans read at once, about a thousand dates; missing bars of a page are found in further rounds. */
const MOST_SPANS = { '1d': 1_000, '1w': 200, '1M': 45 } as const satisfies Record<DateInterval, number>;
/** Future dates included, so that a chart that stays open for a week knows where its days end. */
const DATES_AHEAD = 6;
/** 1970-01-05 was a Monday. */
const FIRST_MONDAY = 4;

export function isDateInterval(interval: BarInterval): interval is DateInterval {
  return interval === '1d' || interval === '1w' || interval === '1M';
}

type Parts = (query: CandleQuery) => Promise<readonly Bar[]>;

/**
 * Oldest first, at most `limit`; fewer only if nothing was traded before. The calendar is consulted only where there
 * are trades, because a date costs time and memory and a visitor may send any `beforeMs`.
 */
export async function tradeDateBars(
  { contractCode, interval, beforeMs, limit }: CandleQuery & { readonly interval: DateInterval },
  { calendar, parts }: { calendar: MarketCalendar; parts: Parts },
): Promise<readonly Bar[]> {
  let bars: readonly Bar[] = [];
  for (let untilMs = beforeMs; bars.length < limit; ) {
    const [last] = await parts({ contractCode, interval: '1h', beforeMs: untilMs, limit: 1 });
    if (!last) break;
    const days = datesBefore(calendar, {
      interval,
      beforeMs: Math.min(untilMs, nextOpenMs('1h', last.openMs)),
      limit: Math.min(limit, MOST_SPANS[interval]),
    });
    const [oldest] = days;
    const newest = days.at(-1);
    if (!oldest || !newest) break;
    const part = partOf(days);
    const wanted = days.reduce((sum, day) => sum + partsIn(day, part), 0);
    const found = await parts({ contractCode, interval: part, beforeMs: newest.endsMs, limit: wanted });
    bars = [...summed(found, { days, part, interval }), ...bars];
    untilMs = opensMsOf(oldest);
  }
  return bars.slice(-limit);
}

/** Whole spans, oldest first, up to the date that opened last before an instant. */
function datesBefore(
  calendar: MarketCalendar,
  { interval, beforeMs, limit }: Pick<CandleQuery, 'beforeMs' | 'limit'> & { interval: DateInterval },
): TradeDay[] {
  const days: TradeDay[] = [];
  const spans = new Set<string | number>();
  for (let day = openedBefore(calendar, beforeMs); ; day = calendar.dayOf(calendar.dayBefore(day.day))) {
    spans.add(spanOf(interval, day.day));
    if (spans.size > limit) return days.reverse();
    days.push(day);
  }
}

function openedBefore(calendar: MarketCalendar, beforeMs: number): TradeDay {
  const running = calendar.dayAt(beforeMs - 1);
  return opensMsOf(running) < beforeMs ? running : calendar.dayOf(calendar.dayBefore(running.day));
}

function opensMsOf({ sessions, beginsMs }: TradeDay): number {
  return sessions[0]?.opensMs ?? beginsMs;
}

/** The longest interval whose bars never span two of these dates. */
function partOf(days: readonly TradeDay[]): (typeof PARTS)[number] {
  return PARTS.find((part) => days.every((day) => barOpenMs(part, opensMsOf(day)) >= day.beginsMs)) ?? '1m';
}

function partsIn({ sessions }: TradeDay, part: BarInterval): number {
  const lengthMs = nextOpenMs(part, 0);
  return sessions.reduce((sum, { opensMs, closesMs }) => sum + Math.ceil((closesMs - opensMs) / lengthMs) + 1, 0);
}

function summed(
  parts: readonly Bar[],
  { days, part, interval }: { days: readonly TradeDay[]; part: BarInterval; interval: DateInterval },
): Bar[] {
  const bars: Bar[] = [];
  let next = 0;
  let span: string | number | undefined;
  let spanOpensMs = 0;
  let summedSpan: string | number | undefined;
  for (const bar of parts) {
    for (let day = days[next]; day && barOpenMs(part, opensMsOf(day)) <= bar.openMs; day = days[next]) {
      // A week opens with its first date, with or without trades.
      if (spanOf(interval, day.day) !== span) spanOpensMs = opensMsOf(day);
      span = spanOf(interval, day.day);
      next += 1;
    }
    if (span === undefined) continue;
    const running = bars.at(-1);
    if (running && summedSpan === span) bars[bars.length - 1] = joinBars(running, bar);
    else bars.push({ ...bar, openMs: spanOpensMs });
    summedSpan = span;
  }
  return bars;
}

/** Dates of the same span form one bar. */
function spanOf(interval: DateInterval, day: number): string | number {
  if (interval === '1M') return civilFromDays(day).slice(0, 7);
  return interval === '1w' ? Math.floor((day - FIRST_MONDAY) / 7) : day;
}

/**
 * The trade dates of bars, for drawing them. With the newest bars also those of the current span, from its first on,
 * and some future ones.
 */
export function openingsOf(
  bars: readonly Bar[],
  { calendar, interval, newestMs }: { calendar: MarketCalendar; interval: BarInterval; newestMs: number | null },
): TradeDateOpening[] {
  const days = new Map<number, TradeDay>();
  const add = (day: TradeDay) => days.set(day.day, day);
  for (const { openMs } of bars) add(dateOfBar(calendar, openMs, interval));
  if (newestMs !== null) {
    const running = openedBefore(calendar, newestMs + 1);
    const span = isDateInterval(interval) ? interval : '1d';
    for (let day = running; spanOf(span, day.day) === spanOf(span, running.day); ) {
      add(day);
      day = calendar.dayOf(calendar.dayBefore(day.day));
    }
    for (let ahead = 0, day = running.day; ahead < DATES_AHEAD; ahead += 1) {
      day = calendar.dayAfter(day);
      add(calendar.dayOf(day));
    }
  }
  return [...days.values()]
    .sort((a, b) => a.day - b.day)
    .map((day) => ({
      date: civilFromDays(day.day),
      opensMs: opensMsOf(day),
      sessions: day.sessions.map(({ opensMs, closesMs }) => ({ opensMs, closesMs })),
    }));
}

/** The bar that holds an instant: when it opens, with or without trades, and until when no other one can. */
export function dateBarAt(
  calendar: MarketCalendar,
  interval: DateInterval,
  timeMs: number,
): { readonly opensMs: number; readonly untilMs: number } {
  const today = calendar.dayAt(timeMs);
  let first = today;
  for (let day = today; spanOf(interval, day.day) === spanOf(interval, today.day); ) {
    first = day;
    day = calendar.dayOf(calendar.dayBefore(day.day));
  }
  return { opensMs: opensMsOf(first), untilMs: today.endsMs };
}

/** An hourly bar may open in the pause before its date does. */
function dateOfBar(calendar: MarketCalendar, openMs: number, interval: BarInterval): TradeDay {
  return isDateInterval(interval) ? openedBefore(calendar, openMs + 1) : calendar.dayAt(openMs);
}
