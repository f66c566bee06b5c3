/** Labels the time axis and the crosshair's time, in Vietnam time and the language's format. */
import type { CivilDate } from '@mua/core/values';
import type { AxisCreateTicksParams, AxisTick, Chart } from 'klinecharts';
import { type TimeTick, timeTicks } from '#features/chart/axes/time-ticks.ts';
import { isIntraday } from '#features/chart/bars/bar-time.ts';
import type { BarPlaces } from '#features/chart/surface/bar-places.ts';
import type { Format } from '#i18n/use-format.ts';

/** Width of a label including its margins. */
const LABEL_PX = 84;

export interface TimeAxisView extends BarPlaces {
  /** Returns the trade date of an instant. */
  readonly dateOf: (timeMs: number) => CivilDate;
  readonly format: Format;
}

export function timeAxisTicks(
  chart: Chart,
  { range }: AxisCreateTicksParams,
  { interval, timesMs, dateOf, format }: TimeAxisView,
): AxisTick[] {
  const gap = Math.ceil(LABEL_PX / chart.getBarSpace().bar);
  const marks = timeTicks({ interval, timesMs, from: range.from, to: range.to, dateOf, gap });
  const pixels = chart.convertToPixel(marks.map(({ index }) => ({ dataIndex: index })));
  return marks.map((mark, place) => ({
    value: mark.timeMs,
    coord: (Array.isArray(pixels) ? pixels[place]?.x : undefined) ?? 0,
    text: axisTime(mark, format),
  }));
}

function axisTime({ timeMs, date, kind }: TimeTick, format: Format): string {
  const shown = format.civilDate(date);
  return { date: shown.slice(0, 5), hour: format.hour(timeMs), month: shown.slice(3), year: shown.slice(6) }[kind];
}

/** A daily bar is labelled with its trade date, whenever it opened. */
export function crosshairTime(timeMs: number, { interval, dateOf, format }: Omit<TimeAxisView, 'timesMs'>): string {
  if (!isIntraday(interval)) return format.civilDate(dateOf(timeMs));
  return `${format.date(timeMs).slice(0, 5)} ${format.hour(timeMs)}`;
}
