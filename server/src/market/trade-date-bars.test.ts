/** Checks trade dates over both clock changes of the year, which America and Europe make in different weeks. */
import { REFERENCE_COMMODITIES } from '@mua/core/engine';
import { MINUTE_MS } from '@mua/core/values';
import { describe, expect, test } from 'vitest';
import type { CandleQuery } from '#market/market-view.ts';
import { type DateInterval, dateBarAt, openingsOf, tradeDateBars } from '#market/trade-date-bars.ts';
import type { MarketCalendar } from '#schedule/calendar/market-calendar.ts';
import { createRealHours } from '#schedule/calendar/trading-hours.ts';
import { aggregateBars, joinBars } from '#venue/port/bar-time.ts';
import type { Bar } from '#venue/port/market-data.ts';

const hours = createRealHours();

function calendarOf(code: string) {
  const found = REFERENCE_COMMODITIES.find((reference) => reference.commodity.code === code);
  const calendar = found && hours.calendarOf(found.commodity);
  if (!calendar) throw new Error(`no calendar of ${code}`);
  return calendar;
}

/** Bars of one lot in every fifth minute in which the commodity trades; the price encodes the minute. */
function traded(code: string, from: string, to: string): Bar[] {
  const calendar = calendarOf(code);
  const bars: Bar[] = [];
  for (let openMs = Date.parse(from); openMs < Date.parse(to); openMs += 5 * MINUTE_MS) {
    if (calendar.sessionAt(openMs).state !== 'OPEN') continue;
    const price = Math.round(openMs / MINUTE_MS) % 100_000;
    bars.push({ openMs, openTicks: price, highTicks: price, lowTicks: price, closeTicks: price, volumeLots: 1 });
  }
  return bars;
}

function read(
  code: string,
  bars: readonly Bar[],
  query: Partial<CandleQuery> & { interval: DateInterval },
  calendar = calendarOf(code),
) {
  const beforeMs = (bars.at(-1)?.openMs ?? 0) + 1;
  return tradeDateBars(
    { contractCode: code, limit: 500, beforeMs, ...query },
    {
      calendar,
      parts: async ({ interval, beforeMs: until, limit }) =>
        aggregateBars(interval, bars)
          .filter(({ openMs }) => openMs < until)
          .slice(-limit),
    },
  );
}

const minute = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 16);

/** The sums of each trade date's own minutes, from the calendar alone. */
function byCalendar(code: string, bars: readonly Bar[]): Map<number, Bar> {
  const calendar = calendarOf(code);
  const days = new Map<number, Bar>();
  for (const bar of bars) {
    const { day } = calendar.dayAt(bar.openMs);
    const before = days.get(day);
    days.set(day, before ? joinBars(before, bar) : bar);
  }
  return days;
}

describe('daily bars', () => {
  test('a Sunday evening in Chicago belongs to Monday, an hour later once the clocks have gone back', async () => {
    // American clocks go back on 1 November 2026, Europe's went back on 25 October.
    const days = await read('CLE', traded('CLE', '2026-10-22T00:00Z', '2026-11-04T22:00Z'), { interval: '1d' });
    expect(days.slice(-8).map(({ openMs }) => minute(openMs))).toEqual([
      '2026-10-25T22:00',
      '2026-10-26T22:00',
      '2026-10-27T22:00',
      '2026-10-28T22:00',
      '2026-10-29T22:00',
      '2026-11-01T23:00',
      '2026-11-02T23:00',
      '2026-11-03T23:00',
    ]);
  });

  test('days in London change with London’s clocks', async () => {
    const bars = traded('QP', '2026-10-20T00:00Z', '2026-11-04T00:00Z');
    const opens = (await read('QP', bars, { interval: '1d' })).map(({ openMs }) => new Date(openMs).getUTCHours());
    const [summer] = opens;
    const changesAt = opens.findIndex((hour) => hour !== summer);
    expect(changesAt).toBeGreaterThan(0);
    expect(opens.slice(changesAt).every((hour) => hour === (summer ?? 0) + 1)).toBe(true);
  });

  test.each([
    ['CLE', '2026-10-20', '2026-11-10'],
    ['ZCE', '2026-10-20', '2026-11-10'],
    ['ZRE', '2026-10-20', '2026-11-10'],
    ['CLE', '2027-03-08', '2027-04-05'],
    ['ZCE', '2027-03-08', '2027-04-05'],
    ['QP', '2027-03-08', '2027-04-05'],
    ['CLE', '2026-11-16', '2026-12-03'],
  ])('of %s from %s on contain exactly the minutes of their trade dates', async (code, from, to) => {
    const bars = traded(code, `${from}T00:00Z`, `${to}T00:00Z`);
    const days = await read(code, bars, { interval: '1d' });
    const expected = [...byCalendar(code, bars).values()];
    expect(days.length).toBeGreaterThan(5);
    // The oldest date may have begun before the first of these minutes.
    expect(days.slice(1).map(({ openMs: _open, ...sums }) => sums)).toEqual(
      expected.slice(1).map(({ openMs: _open, ...sums }) => sums),
    );
  });

  test('pages join without gaps or overlaps', async () => {
    const bars = traded('ZCE', '2026-10-05T00:00Z', '2026-11-10T00:00Z');
    const all = await read('ZCE', bars, { interval: '1d', limit: 12 });
    const newest = await read('ZCE', bars, { interval: '1d', limit: 5 });
    const older = await read('ZCE', bars, { interval: '1d', limit: 7, beforeMs: newest[0]?.openMs ?? 0 });
    expect([...older, ...newest]).toEqual(all);
  });

  test.each(['1d', '1w'] as const)(
    'a page of %s bars is complete even over a month without trades',
    async (interval) => {
      const [august, october] = [
        traded('CLE', '2026-08-01T00:00Z', '2026-09-01T00:00Z'),
        traded('CLE', '2026-10-05T00:00Z', '2026-10-20T00:00Z'),
      ];
      const bars = [...august, ...october];
      const all = await read('CLE', bars, { interval });
      const limit = all.length - 2;
      expect(all.reduce((sum, { volumeLots }) => sum + volumeLots, 0)).toBe(bars.length);
      expect(await read('CLE', bars, { interval, limit })).toEqual(all.slice(-limit));
    },
  );

  test.each(['0001-01-01T00:00Z', '9999-06-01T00:00Z'])(
    'before %s look up no dates of years without trades',
    async (at) => {
      const bars = traded('CLE', '2026-10-05T00:00Z', '2026-10-20T00:00Z');
      const asked = new Set<number>();
      const calendar: MarketCalendar = {
        ...calendarOf('CLE'),
        dayAt(timeMs) {
          asked.add(new Date(timeMs).getUTCFullYear());
          return calendarOf('CLE').dayAt(timeMs);
        },
      };
      const days = await read('CLE', bars, { interval: '1d', limit: 3, beforeMs: Date.parse(at) }, calendar);
      expect(days).toHaveLength(at < '2026' ? 0 : 3);
      expect([...asked]).toEqual(at < '2026' ? [] : [2026]);
    },
  );
});

test('weeks and months are sums of complete trade dates and open with their first', async () => {
  const bars = traded('CLE', '2026-10-01T00:00Z', '2026-12-05T00:00Z');
  const volume = (list: readonly Bar[]) => list.reduce((sum, bar) => sum + bar.volumeLots, 0);
  const days = await read('CLE', bars, { interval: '1d' });
  for (const interval of ['1w', '1M'] as const) {
    const longer = await read('CLE', bars, { interval });
    const opens = longer.map(({ openMs }) => openMs);
    expect(volume(longer)).toBe(volume(days));
    // Except the oldest, whose first date lies before these minutes.
    expect(opens.slice(1).every((openMs) => days.some((day) => day.openMs === openMs))).toBe(true);
  }
  const months = await read('CLE', bars, { interval: '1M' });
  expect(months.slice(-2).map(({ openMs }) => minute(openMs))).toEqual(['2026-11-01T23:00', '2026-11-30T23:00']);
});

test('the newest page has the dates of its bars and the following ones, each with its opening', () => {
  const bars = traded('CLE', '2026-10-29T00:00Z', '2026-10-30T21:00Z');
  const calendar = calendarOf('CLE');
  const newestMs = Date.parse('2026-10-30T21:30Z');
  const reported = openingsOf(bars, { calendar, interval: '15m', newestMs }).map(
    ({ date, opensMs }) => `${date} ${minute(opensMs)}`,
  );
  expect(reported).toEqual([
    '2026-10-29 2026-10-28T22:00',
    '2026-10-30 2026-10-29T22:00',
    '2026-11-02 2026-11-01T23:00',
    '2026-11-03 2026-11-02T23:00',
    '2026-11-04 2026-11-03T23:00',
    '2026-11-05 2026-11-04T23:00',
    '2026-11-06 2026-11-05T23:00',
    '2026-11-09 2026-11-08T23:00',
  ]);
});

test('a date tells its sessions, with the break between them', () => {
  const calendar = calendarOf('ZCE');
  const bars = traded('ZCE', '2026-10-29T14:00Z', '2026-10-29T15:00Z');
  const [date] = openingsOf(bars, { calendar, interval: '15m', newestMs: null });
  expect(date?.sessions.map(({ opensMs, closesMs }) => `${minute(opensMs)} ${minute(closesMs)}`)).toEqual([
    '2026-10-29T00:00 2026-10-29T12:45',
    '2026-10-29T13:30 2026-10-29T18:20',
  ]);
});

test.each([
  ['CLE', '1d'],
  ['ZCE', '1d'],
  ['ZRE', '1d'],
  ['CLE', '1w'],
  ['CLE', '1M'],
] as const)('a bar of %s by %s, growing by trades, is the one that is summed later', async (code, interval) => {
  const trades = traded(code, '2026-10-01T00:00Z', '2026-11-30T00:00Z');
  const summed = (await read(code, trades, { interval })).map(({ openMs }) => openMs);
  const calendar = calendarOf(code);
  const grown: number[] = [];
  let untilMs = 0;
  for (const { openMs } of trades) {
    if (openMs < untilMs) continue;
    const bar = dateBarAt(calendar, interval, openMs);
    untilMs = bar.untilMs;
    if (bar.opensMs > (grown.at(-1) ?? 0)) grown.push(bar.opensMs);
  }
  // The oldest may have begun before the first trade here.
  expect(grown.slice(1).map(minute)).toEqual(summed.slice(1).map(minute));
});
