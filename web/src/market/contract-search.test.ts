import { expect, test } from 'vitest';
import { contractSearch } from '#market/contract-search.ts';

const contract = (code: string, vi: string, en: string, exchange: string) => ({
  code,
  commodityName: { vi, en },
  exchange,
});
const ALL = [
  contract('LRCF27', 'Cà phê Robusta', 'Robusta coffee', 'ICE EU'),
  contract('ZCEZ26', 'Ngô', 'Corn', 'CBOT'),
  contract('ZSEF27', 'Đậu tương', 'Soybean', 'CBOT'),
  contract('CPEZ26', 'Đồng', 'Copper', 'COMEX'),
];
const found = (query: string) => ALL.filter(contractSearch(query)).map(({ code }) => code);

test.each([
  ['ca phe', ['LRCF27']],
  ['cà phê', ['LRCF27']],
  ['CÀ PHÊ', ['LRCF27']],
  ['robusta ca', ['LRCF27']],
  ['coffee ice', ['LRCF27']],
  ['dau', ['ZSEF27']],
  ['đậu t', ['ZSEF27']],
  ['dong', ['CPEZ26']],
  ['zs', ['ZSEF27']],
  ['cbot corn', ['ZCEZ26']],
  ['cbot', ['ZCEZ26', 'ZSEF27']],
  ['  ', ['LRCF27', 'ZCEZ26', 'ZSEF27', 'CPEZ26']],
  ['phe ngo', []],
  ['orn', []],
])('%j finds %j', (query, codes) => expect(found(query)).toEqual(codes));

test('treats composed and decomposed letters as one', () => {
  expect(found('cà phê'.normalize('NFC'))).toEqual(found('cà phê'.normalize('NFD')));
});
