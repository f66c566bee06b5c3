/** The labels of the time axis and of the crosshair's time, in Vietnam's time and the language's format. */
import type { CandleInterval } from '@mua/contract/entities/candle';
import type { AxisCreateTicksParams, AxisTick, Chart } from 'klinecharts';
import type { Format } from '#i18n/use-format.ts';
import { isIntraday } from './bar-time.ts';
import { type TimeTick, timeTicks } from './time-ticks.ts';

/** What a label takes with the room around it. */
const LABEL_PX = 84;

export function timeAxisTicks(
  chart: Chart,
  { range }: AxisCreateTicksParams,
  { interval, format }: { interval: CandleInterval; format: Format },
): AxisTick[] {
  const timesMs = chart.getDataList().map(({ timestamp }) => timestamp);
  const gap = Math.ceil(LABEL_PX / chart.getBarSpace().bar);
  const marks = timeTicks({ interval, timesMs, from: range.from, to: range.to, gap });
  const pixels = chart.convertToPixel(marks.map(({ index }) => ({ dataIndex: index })));
  return marks.map(({ timeMs, kind }, place) => ({
    value: timeMs,
    coord: (Array.isArray(pixels) ? pixels[place]?.x : undefined) ?? 0,
    text: axisTime(timeMs, kind, format),
  }));
}

function axisTime(timeMs: number, kind: TimeTick['kind'], format: Format): string {
  const date = format.date(timeMs);
  return { date: date.slice(0, 5), hour: format.hour(timeMs), month: date.slice(3), year: date.slice(6) }[kind];
}

export function crosshairTime(timeMs: number, interval: CandleInterval, format: Format): string {
  const date = format.date(timeMs);
  return isIntraday(interval) ? `${date.slice(0, 5)} ${format.hour(timeMs)}` : date;
}
