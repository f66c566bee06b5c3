/** Which contracts a typed text means, the likeliest first. */
import type { Contract } from '@mua/contract/entities/contract';
import { contractSearch, type FoundBy } from '#market/contract-search.ts';

type Listed = FoundBy & Pick<Contract, 'expiryMonth'>;

/**
 * Nothing typed: those that are near, in their order. Otherwise: a code that begins with the text, then what is near,
 * then by expiry, because the front month is meant more often than the back one.
 */
export function rankedContracts<C extends Listed>(
  contracts: readonly C[],
  query: string,
  nearest: readonly string[],
): readonly C[] {
  const typed = query.trim().toUpperCase();
  if (typed === '') return nearest.flatMap((code) => contracts.find((contract) => contract.code === code) ?? []);
  const rank = ({ code }: C) => {
    if (code.startsWith(typed)) return 0;
    return nearest.includes(code) ? 1 : 2;
  };
  return contracts
    .filter(contractSearch(query))
    .toSorted(
      (a, b) => rank(a) - rank(b) || a.expiryMonth.localeCompare(b.expiryMonth) || a.code.localeCompare(b.code),
    );
}
