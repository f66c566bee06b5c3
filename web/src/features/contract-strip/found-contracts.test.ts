import { expect, test } from 'vitest';
import { foundContracts } from '#features/contract-strip/found-contracts.ts';

const contract = (code: string, vi: string, en: string, exchange: string) => ({
  code,
  commodityCode: code.slice(0, 3),
  commodityName: { vi, en },
  exchange,
});
const ALL = [
  contract('KCEH27', 'Cà phê Arabica', 'Arabica coffee', 'ICE US'),
  contract('KCEK27', 'Cà phê Arabica', 'Arabica coffee', 'ICE US'),
  contract('ZCEZ26', 'Ngô', 'Corn', 'CBOT'),
  contract('CPEZ26', 'Đồng', 'Copper', 'COMEX'),
];
const find = (query: string, current = 'ZCEZ26') => foundContracts(ALL, query, current).map(({ code }) => code);

test('a typed text narrows the list', () => {
  expect(find('ca phe')).toEqual(['KCEH27', 'KCEK27']);
  expect(find('xyz')).toEqual([]);
});

test('the other months of the current contract’s commodity come first', () => {
  expect(find('', 'KCEK27')).toEqual(['KCEH27', 'KCEK27', 'ZCEZ26', 'CPEZ26']);
  expect(find('')).toEqual(['ZCEZ26', 'KCEH27', 'KCEK27', 'CPEZ26']);
});
