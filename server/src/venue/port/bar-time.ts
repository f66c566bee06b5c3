/** Bars joined: several of a shorter interval are one of a longer. */
import { type BarInterval, barOpenMs } from '@mua/core/values';
import type { Bar } from '#venue/port/market-data.ts';

/** One bar of two that follow each other; it opens where the first does. */
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

/** Bars of a longer interval from shorter ones in order of time; a parent is absent when it has no part. */
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
