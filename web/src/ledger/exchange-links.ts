/**
 * Holds whether the exchange of each sub-account can be reached, as its feed last reported. This is the server's link,
 * not this page's: while it is down, prices may arrive and orders be accepted, and those wait with the broker until it
 * is back.
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

/** Returns false before the feed has reported, and when there is no account. */
export function useExchangeDown(accountId: string | undefined): boolean {
  return useExchangeLinks(({ isUpOf }) => accountId !== undefined && isUpOf.get(accountId) === false);
}
