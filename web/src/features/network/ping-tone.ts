/** Defines the colours of pings (docs/rules/connections.md#ping). The number is always shown beside the colour. */
import { LIMITS } from '@mua/contract/limits';

export type PingTone = 'quick' | 'fair' | 'slow';

export function pingTone(ms: number): PingTone {
  if (ms < LIMITS.pingGreenBelowMs) return 'quick';
  return ms < LIMITS.pingAmberBelowMs ? 'fair' : 'slow';
}

/** The mean in whole milliseconds; null without any. */
export function averagePing(pings: readonly number[]): number | null {
  return pings.length === 0 ? null : Math.round(pings.reduce((sum, ms) => sum + ms, 0) / pings.length);
}
