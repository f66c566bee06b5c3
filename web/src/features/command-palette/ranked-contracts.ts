/** Which contracts a typed text means, the likeliest first. */
import type { Contract } from '@mua/contract/entities/contract';
import { isClosingOut } from '#market/close-out.ts';
import { contractSearch, type FoundBy, wholeWordSearch } from '#market/contract-search.ts';

/** More than any place. */
const BEHIND = 10;

type Listed = FoundBy & Pick<Contract, 'expiryMonth' | 'sessionsLeft'>;

/**
 * Nothing typed: those that are near, in their order. Otherwise: a code that begins with the text, then names that have
 * the typed words whole ("bac" is silver before platinum, "bạch kim"), then what is near, then what is traded most, for
 * the month that ends first is often the one that everybody has left; where nothing has traded, by expiry. What is near its
 * close-out comes behind all others, unless its code was typed out.
 */
export function rankedContracts<C extends Listed>(
  contracts: readonly C[],
  query: string,
  nearest: readonly string[],
  volumeOf: (code: string) => number = () => 0,
): readonly C[] {
  const typed = query.trim().toUpperCase();
  if (typed === '') return nearest.flatMap((code) => contracts.find((contract) => contract.code === code) ?? []);
  const isWhole = wholeWordSearch(query);
  const rank = (contract: C) => {
    if (contract.code === typed) return -1;
    return placeOf(contract) + (isClosingOut(contract) ? BEHIND : 0);
  };
  const placeOf = (contract: C) => {
    if (contract.code.startsWith(typed)) return 0;
    return (isWhole(contract) ? 1 : 3) + (nearest.includes(contract.code) ? 0 : 1);
  };
  return contracts
    .filter(contractSearch(query))
    .toSorted(
      (a, b) =>
        rank(a) - rank(b) ||
        volumeOf(b.code) - volumeOf(a.code) ||
        a.expiryMonth.localeCompare(b.expiryMonth) ||
        a.code.localeCompare(b.code),
    );
}
