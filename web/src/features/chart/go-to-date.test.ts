/** Checks which bar of a date is shown, how older bars are read for it, and what is said where there are none. */
import { tradeDateAt } from '@mua/core/values';
import { expect, test, vi } from 'vitest';
import { goToDate } from '#features/chart/go-to-date.ts';

const HOUR_MS = 3_600_000;
/** 09:00 in Vietnam. */
const open = (date: string) => Date.parse(`${date}T02:00:00Z`);
/** Three hourly bars of each date. */
const hours = (...dates: readonly string[]) =>
  dates.flatMap((date) => [0, 1, 2].map((at) => open(date) + at * HOUR_MS));

const MON = '2026-11-23';
const TUE = '2026-11-24';
const WED = '2026-11-25';
const FRI = '2026-11-27';

function charted(timesMs: readonly number[], older: (readonly number[])[] = [], interval: '1h' | '1w' = '1h') {
  const shown = vi.fn();
  const bars = { interval, timesMs };
  const plane = { bars };
  const chart = {
    plane,
    get hasOlderBars() {
      return older.length > 0;
    },
    readOlderBars: vi.fn(async () => {
      const page = older.shift() ?? [];
      plane.bars = { interval, timesMs: [...page, ...plane.bars.timesMs] };
      return true;
    }),
    showBar: (index: number) => shown(new Date(plane.bars.timesMs[index] ?? 0).toISOString().slice(0, 13)),
    tradeDateOf: tradeDateAt,
  };
  const go = (date: string, signal = new AbortController().signal) => goToDate(chart, date, signal);
  return { chart, go, shown };
}

test('the first bar of the date is shown; of a day without trading, the newest before it', async () => {
  const { go, shown, chart } = charted(hours(MON, TUE, WED, FRI));
  expect(await go(TUE)).toEqual({ kind: 'shown' });
  expect(shown).toHaveBeenLastCalledWith('2026-11-24T02');
  expect(await go('2026-11-26')).toEqual({ kind: 'shown' });
  expect(shown).toHaveBeenLastCalledWith('2026-11-25T04');
  expect(chart.readOlderBars).not.toHaveBeenCalled();
});

test('the week in which a date is, is its bar', async () => {
  const { go, shown } = charted([open('2026-11-16'), open(MON)], [], '1w');
  expect(await go('2026-11-28')).toEqual({ kind: 'shown' });
  expect(shown).toHaveBeenLastCalledWith('2026-11-23T02');
});

test('older bars are read until the whole date is there', async () => {
  const [one, two, three] = hours(TUE);
  const { go, shown, chart } = charted(
    [three ?? 0, ...hours(WED)],
    [hours('2026-11-20'), hours(MON), [one ?? 0, two ?? 0]].reverse(),
  );
  expect(await go(TUE)).toEqual({ kind: 'shown' });
  expect(shown).toHaveBeenLastCalledWith('2026-11-24T02');
  expect(chart.readOlderBars).toHaveBeenCalledTimes(2);
});

test('before the first bar and after the newest there is nothing, and both are named', async () => {
  const { go, shown } = charted(hours(WED), [hours(TUE)]);
  expect(await go(MON)).toEqual({ kind: 'tooOld', date: TUE });
  expect(await go(FRI)).toEqual({ kind: 'tooNew', date: WED });
  expect(shown).not.toHaveBeenCalled();
  expect(await charted([]).go(MON)).toEqual({ kind: 'noBars' });
});

test('of very many bars only some are read', async () => {
  const days = Array.from({ length: 40 }, (_, at) =>
    new Date(open(MON) - at * 24 * HOUR_MS).toISOString().slice(0, 10),
  );
  const [newest = MON, ...older] = days;
  const { go, chart } = charted(
    hours(newest),
    older.map((date) => hours(date)),
  );
  expect(await go('2020-01-01')).toEqual({ kind: 'tooFar', date: days[20] });
  expect(chart.readOlderBars).toHaveBeenCalledTimes(20);
});

test('what could not be read is said, and who has left is left alone', async () => {
  const failing = charted(hours(WED), [hours(TUE)]);
  failing.chart.readOlderBars.mockResolvedValueOnce(false);
  expect(await failing.go(TUE)).toEqual({ kind: 'unread' });
  const left = new AbortController();
  const { go, shown } = charted(hours(WED), [hours(TUE)]);
  const going = go(TUE, left.signal);
  left.abort();
  expect(await going).toEqual({ kind: 'left' });
  expect(shown).not.toHaveBeenCalled();
});
