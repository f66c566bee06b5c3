import { beforeEach, expect, test, vi } from 'vitest';
import { fetchPage, joined, partOf } from '#features/chart/bars/joined-pages.ts';
import { startLive, withMinute } from '#features/chart/bars/live-bar.ts';
import { TradeDates } from '#features/chart/bars/trade-dates.ts';
import type { ChartInterval } from '#features/chart/settings/chart-interval.ts';
import type { Bar } from '#market/candles.ts';

const MINUTE = 60_000;
const fetchBars = vi.hoisted(() => vi.fn());
vi.mock('#features/chart/bars/bar-pages.ts', () => ({ fetchBars }));

const CORN = { code: 'ZCEZ26', decimalFormat: { scale: 2, tickUnits: 25, display: 'eighths' } } as const;
const at = (text: string) => Date.parse(`${text}:00Z`);
const iso = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 16);

/** Corn of Chicago in winter: an evening session, a break of 45 minutes, a day session. */
const OPENINGS = ['2026-11-19', '2026-11-20', '2026-11-23', '2026-11-24'].map((date) => {
  const day = Date.parse(`${date}T00:00:00Z`);
  const sessions = [
    { opensMs: day + 60 * MINUTE, closesMs: day + (13 * 60 + 45) * MINUTE },
    { opensMs: day + (14 * 60 + 30) * MINUTE, closesMs: day + (19 * 60 + 20) * MINUTE },
  ];
  return { date: date as `${number}-${number}-${number}`, opensMs: day + 60 * MINUTE, sessions };
});

/** A trade in most minutes of the sessions, repeatable. */
const MINUTES: readonly Bar[] = OPENINGS.slice(0, 3).flatMap(({ sessions }, day) =>
  sessions.flatMap(({ opensMs, closesMs }) =>
    Array.from({ length: (closesMs - opensMs) / MINUTE }, (_, minute) => minute)
      .filter((minute) => (minute * 7 + day) % 5 !== 0)
      .map((minute) => {
        const open = 1_800 + ((minute * 37 + day * 11) % 23);
        const close = 1_800 + ((minute * 53 + day * 5) % 23);
        const wide = minute % 4;
        const [high, low] = [Math.max(open, close) + wide, Math.min(open, close) - wide];
        return { timeMs: opensMs + minute * MINUTE, open, high, low, close, volume: 1 + ((minute * 13) % 9) };
      }),
  ),
);

const LENGTHS: Record<string, number> = { '1m': 1, '5m': 5, '15m': 15, '30m': 30, '1h': 60 };

/** The server's own bars: counted by the clock, at most five hundred before an instant. */
function serve(openings = OPENINGS, limit = 500) {
  fetchBars.mockImplementation(
    async (_contract: unknown, { interval, before }: { interval: string; before: string | null }) => {
      const lengthMs = (LENGTHS[interval] ?? 0) * MINUTE;
      const bars = joined(MINUTES, (timeMs) => Math.floor(timeMs / lengthMs) * lengthMs);
      const untilMs = before === null ? Number.POSITIVE_INFINITY : Date.parse(before);
      const page = bars.filter(({ timeMs }) => timeMs < untilMs).slice(-limit);
      const [oldest] = page;
      const isLast = page.length < limit || oldest?.timeMs === bars[0]?.timeMs;
      return { bars: page, older: oldest && !isLast ? new Date(oldest.timeMs).toISOString() : null, openings };
    },
  );
}

/** The obvious way: every minute goes to the bar that its session's clock says. */
function expected(minutes: number): Bar[] {
  const bars: Bar[] = [];
  for (const { sessions } of OPENINGS) {
    for (const { opensMs, closesMs } of sessions) {
      for (let from = opensMs; from < closesMs; from += minutes * MINUTE) {
        const inside = MINUTES.filter(
          ({ timeMs }) => timeMs >= from && timeMs < Math.min(from + minutes * MINUTE, closesMs),
        );
        const [first] = inside;
        const last = inside.at(-1);
        if (!first || !last) continue;
        bars.push({
          timeMs: from,
          open: first.open,
          high: Math.max(...inside.map(({ high }) => high)),
          low: Math.min(...inside.map(({ low }) => low)),
          close: last.close,
          volume: inside.reduce((sum, { volume }) => sum + volume, 0),
        });
      }
    }
  }
  return bars;
}

async function everything(interval: ChartInterval): Promise<Bar[]> {
  const dates = new TradeDates();
  let bars: readonly Bar[] = [];
  let before: string | null = null;
  do {
    const page = await fetchPage(CORN, { interval, before }, dates);
    bars = [...page.bars, ...bars];
    before = page.older;
  } while (before !== null);
  return [...bars];
}

beforeEach(() => {
  fetchBars.mockReset();
  serve();
});

test.each([2, 3, 7, 10, 45, 90, 120, 360])(
  '%d minutes: exactly the minutes of their sessions, page by page',
  async (count) => {
    const interval: ChartInterval = `${count}m`;
    expect(await everything(interval)).toEqual(expected(count));
    serve(OPENINGS, 40);
    expect(await everything(interval)).toEqual(expected(count));
  },
);

test('a bar never crosses the start of a session, and holds all lots', async () => {
  const bars = await everything('90m');
  const ofDay = bars.filter(({ timeMs }) => iso(timeMs).startsWith('2026-11-20'));
  expect(ofDay.map(({ timeMs }) => iso(timeMs).slice(11))).toEqual([
    ...['01:00', '02:30', '04:00', '05:30', '07:00', '08:30', '10:00', '11:30', '13:00'],
    ...['14:30', '16:00', '17:30', '19:00'],
  ]);
  const lots = (some: readonly Bar[]) => some.reduce((sum, { volume }) => sum + volume, 0);
  expect(lots(bars)).toBe(lots(MINUTES));
});

test('parts are as long as the bars and every known session allow', () => {
  const dates = new TradeDates();
  expect(partOf('90m', null)).toBe('5m');
  expect(partOf('7m', dates)).toBe('1m');
  expect(partOf('90m', dates)).toBe('30m');
  expect(partOf('120m', dates)).toBe('1h');
  dates.learn(OPENINGS);
  // The day session opens at half past.
  expect(partOf('120m', dates)).toBe('30m');
  expect(partOf('3d', dates)).toBe('1d');
});

test('minutes of the feed extend the newest joined bar, and the next session starts another', async () => {
  const dates = new TradeDates();
  const page = await fetchPage(CORN, { interval: '90m', before: null }, dates);
  const readAt = at('2026-11-23T19:19');
  const minute = (time: string, price: number): Bar => ({
    timeMs: at(time),
    ...{ open: price, high: price, low: price, close: price },
    volume: 4,
  });
  const newest = page.bars.at(-1);
  expect(newest && iso(newest.timeMs)).toBe('2026-11-23T19:00');
  const live = withMinute(startLive('90m', newest, readAt), minute('2026-11-23T19:20', 2_000), dates);
  expect(live.bar).toMatchObject({ timeMs: newest?.timeMs, high: 2_000, close: 2_000 });
  expect(live.bar?.volume).toBe((newest?.volume ?? 0) + 4);
});

test('days are joined by the weekdays of their trade dates', () => {
  const dates = new TradeDates();
  dates.learn(OPENINGS);
  const opens = OPENINGS.slice(0, 3).map(({ opensMs }) => iso(dates.barOpenMs('2d', opensMs + MINUTE)));
  // Spans of two are counted over weekdays: Thursday and Friday are one, whatever the weekend.
  expect(opens).toEqual(['2026-11-19T01:00', '2026-11-19T01:00', '2026-11-23T01:00']);
  const broker = new TradeDates();
  const spans = [0, 1, 2, 3, 4, 5, 6].map((day) =>
    iso(broker.barOpenMs('5d', at('2026-11-23T12:00') + day * 24 * 60 * MINUTE)),
  );
  expect(new Set(spans)).toEqual(new Set(['2026-11-22T22:00']));
});
