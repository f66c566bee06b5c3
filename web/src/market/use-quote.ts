/** Connects React to the prices: a cell subscribes to the fields it shows and renders when one of them changes. */
import type { SessionState } from '@mua/core/values';
import { useCallback, useSyncExternalStore } from 'react';
import { type PriceStore, priceStore, type QuoteField } from '#market/price-store.ts';

/** Returns one field of one contract: ticks, lots, milliseconds or a count. Null where there is none. */
export function useQuoteField(code: string, field: QuoteField): number | null {
  const subscribe = useCallback((listener: () => void) => priceStore.subscribe(code, [field], listener), [code, field]);
  return useSyncExternalStore(subscribe, () => priceStore.read(code, field));
}

const CHANGE_FIELDS = ['last', 'settlement'] as const;

/** Returns last less settlement, in ticks. */
export function useQuoteChange(code: string): number | null {
  const subscribe = useCallback((listener: () => void) => priceStore.subscribe(code, CHANGE_FIELDS, listener), [code]);
  return useSyncExternalStore(subscribe, () => changeOf(priceStore, code));
}

export function useQuoteSession(code: string): SessionState | null {
  useQuoteField(code, 'session');
  return priceStore.sessionOf(code);
}

export function changeOf(store: PriceStore, code: string): number | null {
  const last = store.read(code, 'last');
  const settlement = store.read(code, 'settlement');
  return last === null || settlement === null ? null : last - settlement;
}
