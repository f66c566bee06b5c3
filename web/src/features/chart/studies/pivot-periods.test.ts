import { beforeEach, expect, test, vi } from 'vitest';
import { PivotPeriods } from '#features/chart/studies/pivot-periods.ts';

const DAY = 86_400_000;
const fetchBars = vi.hoisted(() => vi.fn());
vi.mock('#features/chart/bars/bar-pages.ts', () => ({ fetchBars }));

const bar = (day: number) => ({ timeMs: day * DAY, open: 1, high: 3, low: 1, close: 2, volume: 1 });
const page = (...days: number[]) => ({ bars: days.map(bar), older: null, openings: [] });
const onChange = vi.fn();

function periodsOf(interval: '15m' | '1d' | '1w') {
  return new PivotPeriods({
    charted: () => ({ code: 'ZCEZ26', decimalFormat: { scale: 2, tickUnits: 25, display: 'decimal' } }),
    tradeDates: { dateAt: (timeMs) => new Date(timeMs).toISOString().slice(0, 10) as never, learn: () => {} },
    priceOf: (ticks) => ticks * 10,
    interval: () => interval,
    onChange,
  });
}

beforeEach(() => {
  fetchBars.mockReset();
  onChange.mockReset();
});

test('days are read once, and again when the newest bar is in a later one', async () => {
  fetchBars.mockResolvedValueOnce(page(1, 2)).mockResolvedValueOnce(page(1, 2, 3));
  const periods = periodsOf('15m');
  expect(periods.upTo(2 * DAY).periods).toEqual([]);
  periods.upTo(2 * DAY + 1);
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(1));
  expect(fetchBars).toHaveBeenCalledTimes(1);
  expect(periods.upTo(2 * DAY).periods.map(({ high }) => high)).toEqual([30, 30]);
  periods.upTo(3 * DAY);
  periods.upTo(3 * DAY + 1);
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(2));
  expect(fetchBars).toHaveBeenCalledTimes(2);
  expect(periods.upTo(3 * DAY).periods).toHaveLength(3);
});

test('days have the months around them; a week has none', async () => {
  fetchBars.mockResolvedValue(page(1));
  periodsOf('1d').upTo(DAY);
  expect(fetchBars.mock.calls[0]?.[1]).toEqual({ interval: '1M', before: null });
  expect(periodsOf('1w').upTo(DAY).periods).toEqual([]);
  expect(fetchBars).toHaveBeenCalledTimes(1);
});

test('what could not be read is read again later, not with every trade', async () => {
  vi.useFakeTimers();
  fetchBars.mockRejectedValueOnce(new Error('away')).mockResolvedValueOnce(page(1, 2));
  const periods = periodsOf('15m');
  periods.upTo(2 * DAY);
  await vi.advanceTimersByTimeAsync(10_000);
  periods.upTo(2 * DAY);
  expect(fetchBars).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(onChange).toHaveBeenCalledTimes(1);
  periods.upTo(2 * DAY);
  expect(fetchBars).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});
