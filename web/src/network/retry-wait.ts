/** Decides when a connection that is down is tried again (record 96). */
import { LIMITS } from '@mua/contract/limits';

/** Returns the wait after this many failures in a row: between half of it and all of it, so that clients spread out. */
export function retryWaitMs(failures: number, random: () => number): number {
  const slower = Math.max(0, failures - LIMITS.socketReconnectAttempts + 1);
  const longest = Math.min(LIMITS.socketSlowRetryCapMs, LIMITS.socketReconnectDelayMs * 2 ** slower);
  return longest / 2 + (random() * longest) / 2;
}
