/**
 * General request rates: 600 requests a minute for a browser session, and ten times as many for an address, because a
 * whole office may share one. Orders and cancels have their own rates by sub-account and are not counted here.
 */
import type { IncomingMessage } from 'node:http';
import { LIMITS } from '@mua/contract/limits';
import type { Clock } from '#ground/clock.ts';
import { type AddressReader, isLoopback } from '#http/client-address.ts';
import { createTokenBuckets } from '#http/token-buckets.ts';

export interface RequestRates {
  /** Both throw TooManyRequests once the minute's requests are used up; a dear request counts as several. */
  countAddress(request: IncomingMessage, cost?: number): void;
  countBrowserSession(browserSessionId: string, request: IncomingMessage): void;
}

const BROWSER_SESSIONS_PER_ADDRESS = 10;

export function createRequestRates(
  clock: Clock,
  addressOf: AddressReader,
  perMinute: number = LIMITS.requestsPerMinute,
): RequestRates {
  const browserSessions = createTokenBuckets(clock, aMinute(perMinute));
  const addresses = createTokenBuckets(clock, aMinute(perMinute * BROWSER_SESSIONS_PER_ADDRESS));
  return {
    countAddress(request, cost) {
      // Local programs need no limit.
      if (!isLoopback(request)) addresses.demand(addressOf(request), cost);
    },
    countBrowserSession(browserSessionId, request) {
      if (!isLoopback(request)) browserSessions.demand(browserSessionId);
    },
  };
}

/** A page starts with many requests at once, so a minute's requests may come in a burst. */
function aMinute(requests: number): { readonly perSecond: number; readonly burst: number } {
  return { perSecond: requests / 60, burst: requests };
}
