/** The cache of what the server said (docs/rules/connections.md#calls). Prices never go through it. */
import { LIMITS } from '@mua/contract/limits';
import { onlineManager, QueryClient } from '@tanstack/react-query';
import { browser } from '#network/surroundings.ts';
import { CallError } from '#wire/call.ts';

/** Up to three retries of what may go better next time; no answer at all and a refusal are final. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (failures >= LIMITS.queryRetries || !(error instanceof CallError) || error.status === null) return false;
  return error.status >= 500 || error.status === 408 || error.status === 429;
}

/** Exponential from 1 s, capped at 30 s; jitter keeps a thousand clients from coming back in the same second. */
export function retryDelayMs(failures: number, random: () => number = Math.random): number {
  const full = Math.min(LIMITS.queryRetryCapMs, LIMITS.queryRetryBaseMs * 2 ** failures);
  return full / 2 + (random() * full) / 2;
}

export function createQueryClient(): QueryClient {
  followBrowser();
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: LIMITS.queryStaleMs,
        gcTime: LIMITS.queryGcMs,
        refetchOnWindowFocus: LIMITS.queryRefetchOnFocus,
        retry: shouldRetry,
        retryDelay: (failures) => retryDelayMs(failures),
      },
      // An order is never sent again by itself.
      mutations: { retry: false },
    },
  });
}

/**
 * The library hears of changes only and takes a page for online that starts without a network: its questions would fail
 * with a timeout that was none, where those of a page that lost its network wait and go on by themselves.
 */
function followBrowser(): void {
  onlineManager.setEventListener((notify) => {
    notify(browser.isOnline());
    return browser.onOnlineChange(() => notify(browser.isOnline()));
  });
}
