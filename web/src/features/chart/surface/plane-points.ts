/** Describes points of the price pane: their time and price, and their position on the screen. */
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

/** Returns the index of the nearest height within reach, or -1. */
export function nearest(value: number, heights: readonly number[], reach: number): number {
  const away = heights.map((height) => Math.abs(height - value));
  const least = Math.min(...away);
  return least <= reach ? away.indexOf(least) : -1;
}
