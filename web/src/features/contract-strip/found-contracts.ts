/** Finds what the contract menu lists for a typed text. */
import type { Contract } from '@mua/contract/entities/contract';
import { contractSearch, type FoundBy } from '#market/contract-search.ts';

type Listed = FoundBy & Pick<Contract, 'commodityCode'>;

/** The current contract's commodity comes first, because rolling to the next month is the commonest change. */
export function foundContracts<C extends Listed>(contracts: readonly C[], query: string, current: string): C[] {
  const found = contracts.filter(contractSearch(query));
  const commodity = contracts.find(({ code }) => code === current)?.commodityCode;
  const own = found.filter((contract) => contract.commodityCode === commodity);
  return [...own, ...found.filter((contract) => contract.commodityCode !== commodity)];
}
