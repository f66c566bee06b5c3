/** Finding contracts as people type them: without marks, in either language, by code, name or exchange. */
import type { Contract } from '@mua/contract/entities/contract';

/** What a contract is found by. */
export type FoundBy = Pick<Contract, 'code' | 'commodityName' | 'exchange'>;

/** Every typed word must begin a word of the code, the names or the exchange, in any order. */
export function contractSearch(query: string): (contract: FoundBy) => boolean {
  const words = plainText(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return () => true;
  return ({ code, commodityName, exchange }) => {
    const text = ` ${plainText(`${code} ${commodityName.vi} ${commodityName.en} ${exchange}`)}`;
    return words.every((word) => text.includes(` ${word}`));
  };
}

/** Lower case without Vietnamese marks: "Cà phê" and "ca phe" are one; đ has no mark to drop, so it is named. */
function plainText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .replace(/[đĐ]/g, 'd')
    .toLowerCase();
}
