/**
 * How often anybody may ask: 600 requests a minute for a browser session of signed-in investors, and ten times as many
 * for an address in all, because a whole office may stand behind one. Orders and cancels have rates of their own, by
 * sub-account, and are not counted here: who may order twenty times a second shall be able to.
 */
import type { IncomingMessage } from 'node:http';
import { LIMITS } from '@mua/contract/limits';
import type { Clock } from '#ground/clock.ts';
import { type AddressReader, isLoopback } from '#http/client-address.ts';
import { createTokenBuckets } from '#http/token-buckets.ts';

export interface RequestRates {
  /** Each throws TooManyRequests when the minute's requests are used up. */
  countAddress(request: IncomingMessage): void;
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
    countAddress(request) {
      // Who works on this machine needs no fence against the world.
      if (!isLoopback(request)) addresses.demand(addressOf(request));
    },
    countBrowserSession(browserSessionId, request) {
      if (!isLoopback(request)) browserSessions.demand(browserSessionId);
    },
  };
}

/** A page opens with many requests at once, so a minute's may come in one moment. */
function aMinute(requests: number): { readonly perSecond: number; readonly burst: number } {
  return { perSecond: requests / 60, burst: requests };
}
