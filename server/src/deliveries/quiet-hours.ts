/** Quiet hours by Vietnam's clock, which has no summer time. */

import type { QuietHours } from '@mua/contract/entities/notice-delivery';
import { DAY_MS, MINUTE_MS } from '@mua/core/values';

const AHEAD_MS = 7 * 60 * MINUTE_MS;

/** When the quiet hours that are on at that time end; undefined if none are. From is included, to is not. */
export function quietUntilMs({ isOn, from, to }: QuietHours, nowMs: number): number | undefined {
  if (!isOn) return undefined;
  const [fromMs, toMs] = [ofDayMs(from), ofDayMs(to)];
  const nowOfDayMs = (nowMs + AHEAD_MS) % DAY_MS;
  const isQuiet = fromMs < toMs ? nowOfDayMs >= fromMs && nowOfDayMs < toMs : nowOfDayMs >= fromMs || nowOfDayMs < toMs;
  return isQuiet ? nowMs + ((toMs - nowOfDayMs + DAY_MS) % DAY_MS) : undefined;
}

function ofDayMs(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return (hours * 60 + minutes) * MINUTE_MS;
}
