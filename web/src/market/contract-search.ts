/** Finds things as people type them: without marks, by the beginnings of words, contracts in either language. */
import type { Contract } from '@mua/contract/entities/contract';

/** The fields by which a contract is found. */
export type FoundBy = Pick<Contract, 'code' | 'commodityName' | 'exchange'>;

/** Every typed word must begin a word of the code, the names or the exchange, in any order. */
export function contractSearch(query: string): (contract: FoundBy) => boolean {
  const isFound = wordSearch(query);
  return (contract) => isFound(textOf(contract));
}

/** Every typed word must be a whole word of the text: "bạc" is not part of "bạch kim". */
export function wholeWordSearch(query: string): (contract: FoundBy) => boolean {
  const words = plainText(query).split(/\s+/).filter(Boolean);
  return (contract) => {
    const has = new Set(plainText(textOf(contract)).split(/\s+/));
    return words.every((word) => has.has(word));
  };
}

function textOf({ code, commodityName, exchange }: FoundBy): string {
  return `${code} ${commodityName.vi} ${commodityName.en} ${exchange}`;
}

/** Every typed word must begin a word of the text, in any order; an empty query finds everything. */
export function wordSearch(query: string): (text: string) => boolean {
  const words = plainText(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return () => true;
  return (text) => {
    const searched = ` ${plainText(text)}`;
    return words.every((word) => searched.includes(` ${word}`));
  };
}

/**
 * Converts to lower case without Vietnamese marks: "Cà phê" and "ca phe" become one; đ has no mark to drop, so it is
 * named.
 */
export function plainText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .replace(/[đĐ]/g, 'd')
    .toLowerCase();
}
