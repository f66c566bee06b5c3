/** Finding contracts as people type them: without marks, in either language, by code, name or exchange. */
import type { Contract } from '@mua/contract/entities/contract';

type Named = Pick<Contract, 'code' | 'commodityCode' | 'commodityName' | 'exchange'>;

/** Those of the current contract's commodity first, because rolling to the next month is the commonest change. */
export function foundContracts<C extends Named>(contracts: readonly C[], query: string, current: string): C[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  const found = contracts.filter((contract) => words.every((word) => textOf(contract).includes(` ${word}`)));
  const commodity = contracts.find(({ code }) => code === current)?.commodityCode;
  const own = found.filter((contract) => contract.commodityCode === commodity);
  return [...own, ...found.filter((contract) => contract.commodityCode !== commodity)];
}

function textOf({ code, commodityName, exchange }: Named): string {
  return ` ${plain(`${code} ${commodityName.vi} ${commodityName.en} ${exchange}`)}`;
}

/** "Cà phê" and "ca phe" are one; đ has no mark to drop, so it is named. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .replace(/[đĐ]/g, 'd')
    .toLowerCase()
    .trim();
}
