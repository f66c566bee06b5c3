import { beforeEach, expect, test, vi } from 'vitest';
import { HeldLotsHistory, openInterestAt } from '#features/chart/studies/open-interest.ts';

const DAY = 86_400_000;
const call = vi.hoisted(() => vi.fn());
vi.mock('#wire/call.ts', () => ({ call }));
const onChange = vi.fn();

const iso = (day: number) => new Date(day * DAY).toISOString();
const page = (days: readonly number[], nextCursor: string | null = null) => ({
  items: days.map((day) => ({ date: '2026-11-20', endedAt: iso(day), openInterest: day * 10 })),
  nextCursor,
});

function history(code: string | null = 'ZCEZ26') {
  return new HeldLotsHistory({
    contractCode: () => code,
    tradeDates: { dateAt: (timeMs) => new Date(timeMs).toISOString().slice(0, 10) as never },
    onChange,
  });
}

beforeEach(() => {
  call.mockReset();
  onChange.mockReset();
});

test('a bar shows what was told by the time it closed; the growing one the newest', () => {
  const held = [3, 4, 5].map((day) => ({ endsMs: day * DAY, lots: day * 10 }));
  const days = [1, 2, 3, 4, 5].map((day) => ({ timestamp: day * DAY }));
  expect(openInterestAt(days, held, 0)).toEqual([{}, { oi: 30 }, { oi: 40 }, { oi: 50 }, { oi: 50 }]);
  const hours = [4.5, 4.75, 5.25].map((day) => ({ timestamp: day * DAY }));
  expect(openInterestAt(hours, held, 0)).toEqual([{ oi: 40 }, { oi: 50 }, { oi: 50 }]);
  expect(openInterestAt(hours, [], 0)).toEqual([{}, {}, {}]);
});

test('bars of another month have none', () => {
  const held = [{ endsMs: DAY, lots: 7 }];
  const bars = [2, 3].map((day) => ({ timestamp: day * DAY }));
  expect(openInterestAt(bars, held, 3 * DAY)).toEqual([{}, { oi: 7 }]);
});

test('it is read once for a trade date, as far back as the bars, and again on the next date', async () => {
  call
    .mockResolvedValueOnce(page([8, 9], iso(8)))
    .mockResolvedValueOnce(page([6, 7]))
    .mockResolvedValue(page([9, 10]));
  const lots = history();
  expect(lots.between(6 * DAY, 9.5 * DAY)).toEqual([]);
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(1));
  expect(lots.between(6 * DAY, 9.6 * DAY).map((one) => one.lots)).toEqual([60, 70, 80, 90]);
  expect(call).toHaveBeenCalledTimes(2);
  lots.between(9 * DAY, 10.1 * DAY);
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(2));
  expect(lots.between(9 * DAY, 10.1 * DAY).at(-1)).toEqual({ endsMs: 10 * DAY, lots: 100 });
});

test('what could not be read is read again later, not with every trade', async () => {
  vi.useFakeTimers();
  call.mockRejectedValueOnce(new Error('away')).mockResolvedValue(page([1]));
  const lots = history();
  lots.between(DAY, DAY);
  await vi.advanceTimersByTimeAsync(10_000);
  lots.between(DAY, DAY);
  expect(call).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(20_000);
  lots.between(DAY, DAY);
  expect(call).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});

test('nothing is read while the month is unknown', () => {
  expect(history(null).between(0, DAY)).toEqual([]);
  expect(call).not.toHaveBeenCalled();
});
