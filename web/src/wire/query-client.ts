/** Configures the cache of what the server said (docs/rules/connections.md#calls). Prices never go through it. */
import { LIMITS } from '@mua/contract/limits';
import { onlineManager, QueryClient } from '@tanstack/react-query';
import { browser } from '#network/surroundings.ts';
import { CallError } from '#wire/call.ts';

/** Allows up to three retries of failures that may pass; a missing answer and a refusal are final. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (failures >= LIMITS.queryRetries || !(error instanceof CallError) || error.status === null) return false;
  return error.status >= 500 || error.status === 408 || error.status === 429;
}

/**
 * Returns an exponential wait from 1 s, capped at 30 s; jitter keeps a thousand clients from returning in the same
 * second.
 */
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
      // An order is never sent again automatically.
      mutations: { retry: false },
    },
  });
}

/**
 * Tells the library about the browser's network. It hears of changes only, and takes a page that starts without a
 * network for online: its queries would fail with a false timeout, where those of a page that lost its network wait and
 * continue.
 */
function followBrowser(): void {
  onlineManager.setEventListener((notify) => {
    notify(browser.isOnline());
    return browser.onOnlineChange(() => notify(browser.isOnline()));
  });
}
