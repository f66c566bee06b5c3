/** Finding contracts as people type them: without marks, in either language, by code or name. */
import type { Contract } from '@mua/contract/entities/contract';

/** Lower case without Vietnamese marks: "Cà phê" and "ca phe" are one; đ has no mark to drop, so it is named. */
export function plainText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .replace(/[đĐ]/g, 'd')
    .toLowerCase()
    .trim();
}

type Named = Pick<Contract, 'code' | 'commodityCode' | 'commodityName' | 'exchange'>;

/** Every typed word must begin a word of the code, the names or the exchange, in any order. */
export function matchesSearch(contract: Named, query: string): boolean {
  const typed = plainText(query);
  if (typed === '') return true;
  const { code, commodityName, exchange } = contract;
  const text = ` ${plainText(`${code} ${commodityName.vi} ${commodityName.en} ${exchange}`)}`;
  return typed.split(/\s+/).every((word) => text.includes(` ${word}`));
}
