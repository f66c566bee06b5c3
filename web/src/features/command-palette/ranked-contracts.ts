/** Finds the contracts that a typed text may mean, the likeliest first. */
import type { Contract } from '@mua/contract/entities/contract';
import { isClosingOut } from '#market/close-out.ts';
import { contractSearch, type FoundBy, wholeWordSearch } from '#market/contract-search.ts';

/** Greater than any index. */
const BEHIND = 10;

type Listed = FoundBy & Pick<Contract, 'expiryMonth' | 'sessionsLeft'>;

/**
 * Without a text: the nearby contracts, in their order. Otherwise: codes that start with the text, then names that
 * contain the typed words whole ("bac" is silver before platinum, "bạch kim"), then nearby contracts, then the most
 * traded, because the first month to end is often the one everybody has left; without volume, by expiry. Contracts near
 * their close-out deadline come last, unless their code was typed in full.
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
