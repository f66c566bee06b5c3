/** Joins bars: several of a shorter interval are one of a longer. */
import { type BarInterval, barOpenMs } from '@mua/core/values';
import type { Bar } from '#venue/port/market-data.ts';

/** Joins two consecutive bars; the result opens with the first. */
export function joinBars(earlier: Bar, later: Bar): Bar {
  return {
    openMs: earlier.openMs,
    openTicks: earlier.openTicks,
    highTicks: Math.max(earlier.highTicks, later.highTicks),
    lowTicks: Math.min(earlier.lowTicks, later.lowTicks),
    closeTicks: later.closeTicks,
    volumeLots: earlier.volumeLots + later.volumeLots,
  };
}

/** Bars of a longer interval from shorter ones in order of time; intervals without a part have no bar. */
export function aggregateBars(interval: BarInterval, parts: readonly Bar[]): Bar[] {
  const bars: Bar[] = [];
  for (const part of parts) {
    const openMs = barOpenMs(interval, part.openMs);
    const running = bars.at(-1);
    if (running?.openMs === openMs) bars[bars.length - 1] = joinBars(running, part);
    else bars.push({ ...part, openMs });
  }
  return bars;
}
