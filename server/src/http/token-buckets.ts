/** Token buckets by key: a rate per second with a burst, for orders, requests and socket messages. */
import type { Clock } from '#ground/clock.ts';
import { replyError } from '#refusals/reply-error.ts';

export interface TokenBuckets {
  /** Takes a token, or as many as it costs; false if the bucket has fewer. */
  take(key: string, cost?: number): boolean;
  /** Takes a token or throws TooManyRequests with the seconds to wait. */
  demand(key: string, cost?: number): void;
}

interface Bucket {
  tokens: number;
  filledMs: number;
}

const SWEEP_ABOVE = 10_000;

export function createTokenBuckets(
  clock: Clock,
  rate: { readonly perSecond: number; readonly burst: number },
): TokenBuckets {
  const { perSecond, burst } = rate;
  const fillMs = (burst / perSecond) * 1000;
  const buckets = new Map<string, Bucket>();
  let sweptMs = Number.NEGATIVE_INFINITY;

  /** Removes full buckets, which are the same as missing ones. */
  function sweep(nowMs: number): void {
    // A later sweep would find hardly any full bucket: a caller with many addresses must not cause a scan each time.
    if (buckets.size <= SWEEP_ABOVE || nowMs - sweptMs < fillMs) return;
    sweptMs = nowMs;
    for (const [key, bucket] of buckets) {
      if (bucket.tokens + ((nowMs - bucket.filledMs) / 1000) * perSecond >= burst) buckets.delete(key);
    }
  }

  function take(key: string, cost = 1): boolean {
    const nowMs = clock.nowMs();
    sweep(nowMs);
    const known = buckets.get(key) ?? { tokens: burst, filledMs: nowMs };
    const elapsedMs = Math.max(0, nowMs - known.filledMs);
    const tokens = Math.min(burst, known.tokens + (elapsedMs / 1000) * perSecond);
    buckets.set(key, { tokens: tokens >= cost ? tokens - cost : tokens, filledMs: nowMs });
    return tokens >= cost;
  }

  return {
    take,
    demand(key, cost = 1) {
      if (!take(key, cost)) throw replyError('TooManyRequests', { seconds: Math.max(1, Math.ceil(cost / perSecond)) });
    },
  };
}
