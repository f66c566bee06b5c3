/** The points of the price's pane: where something lies in time and price, and where that is on the screen. */
import type { Ticks } from '@mua/core/values';

export interface Pixel {
  readonly x: number;
  readonly y: number;
}

export interface Box {
  readonly width: number;
  readonly height: number;
}

export interface Place {
  readonly timeMs: number;
  readonly ticks: Ticks;
}

/** Which of some heights is nearest, when it is no further than the reach; else -1. */
export function nearest(value: number, heights: readonly number[], reach: number): number {
  const away = heights.map((height) => Math.abs(height - value));
  const least = Math.min(...away);
  return least <= reach ? away.indexOf(least) : -1;
}
