/** How late a price is: in an open session every quote is confirmed within seconds (docs/rules/market.md#quotes). */
import { LIMITS } from '@mua/contract/limits';
import { quoteAgeMs, useEverySecond } from '#clock/market-clock.ts';
import { priceStore } from '#market/price-store.ts';

/** Whole seconds, once they are too many; null while a price is fresh. */
export function lateBy(ageMs: number): number | null {
  return ageMs > LIMITS.quoteStaleMs ? Math.floor(ageMs / 1000) : null;
}

/** Of a contract's quote; null too while its market is paused. */
export function lateSeconds(code: string): number | null {
  return priceStore.sessionOf(code) === 'OPEN' ? lateBy(quoteAgeMs(priceStore.read(code, 'timeMs'))) : null;
}

/** Of the latest of several. */
export function useLateSeconds(codes: readonly string[]): number | null {
  return useEverySecond(() => Math.max(0, ...codes.map((code) => lateSeconds(code) ?? 0)) || null);
}
