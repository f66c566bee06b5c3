/** Converts a recording to the trades it plays, in order of time. */
import { DAY_MS, MINUTE_MS } from '@mua/core/values';
import { priceStops, type RecordedBar, type RecordedTrade, type Recording } from '#venue/recorded/recording.ts';

export function playedTrades(recording: Recording): readonly RecordedTrade[] {
  if (recording.kind === 'trades') return recording.trades;
  const lengthMs = barLengthMs(recording.bars);
  return recording.bars.flatMap((bar) => tradesOfBar(bar, lengthMs));
}

/** The end of the last trade's minute, where the recording is over. */
export function endOfTrades(trades: readonly RecordedTrade[]): number {
  return (Math.floor((trades.at(-1)?.timeMs ?? 0) / MINUTE_MS) + 1) * MINUTE_MS;
}

/** The stops of a bar at equal distances; each has an equal part of the volume, the close also the remainder. */
function tradesOfBar(bar: RecordedBar, lengthMs: number): RecordedTrade[] {
  const stops = priceStops(bar);
  const part = Math.floor(bar.volumeLots / stops.length);
  return stops.map((priceTicks, index) => ({
    timeMs: bar.timeMs + Math.floor((index * lengthMs) / stops.length),
    priceTicks,
    lots: index === stops.length - 1 ? bar.volumeLots - part * index : part,
  }));
}

/** The smallest distance between two bars; at most a day, and a minute if there is only one bar. */
function barLengthMs(bars: readonly RecordedBar[]): number {
  let smallest = Number.POSITIVE_INFINITY;
  for (const [index, { timeMs }] of bars.entries()) {
    const before = bars[index - 1];
    if (before) smallest = Math.min(smallest, timeMs - before.timeMs);
  }
  return smallest === Number.POSITIVE_INFINITY ? MINUTE_MS : Math.min(smallest, DAY_MS);
}
