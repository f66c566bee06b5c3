/**
 * Whether the exchange where each sub-account trades can be reached, as its feed last told. It is the server's link, not
 * this page's: prices may come and orders be taken while it is down, and those wait with the broker until it is back.
 */
import { create } from 'zustand';

interface ExchangeLinks {
  readonly isUpOf: ReadonlyMap<string, boolean>;
  note(accountId: string, isUp: boolean): void;
}

export const useExchangeLinks = create<ExchangeLinks>()((set) => ({
  isUpOf: new Map(),
  note: (accountId, isUp) => set(({ isUpOf }) => ({ isUpOf: new Map(isUpOf).set(accountId, isUp) })),
}));

/** False before the feed has told, and of nobody's account. */
export function useExchangeDown(accountId: string | undefined): boolean {
  return useExchangeLinks(({ isUpOf }) => accountId !== undefined && isUpOf.get(accountId) === false);
}
