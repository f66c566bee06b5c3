import { expect, test } from 'vitest';
import { rankedContracts } from '#features/command-palette/ranked-contracts.ts';

const listed = (code: string, vi: string, en: string, expiryMonth: string) => ({
  code,
  commodityName: { vi, en },
  exchange: 'CBOT',
  expiryMonth,
  sessionsLeft: null,
});
const CONTRACTS = [
  listed('ZCEH27', 'Ngô', 'Corn', '2027-03'),
  listed('ZCEZ26', 'Ngô', 'Corn', '2026-12'),
  listed('KCEH27', 'Cà phê Arabica', 'Coffee C', '2027-03'),
  listed('CTEH27', 'Bông', 'Cotton', '2027-03'),
];
const codes = (query: string, nearest: readonly string[] = []) =>
  rankedContracts(CONTRACTS, query, nearest).map(({ code }) => code);

test.each([
  ['ngo', ['ZCEZ26', 'ZCEH27']],
  ['ca phe', ['KCEH27']],
  ['co', ['ZCEZ26', 'CTEH27', 'KCEH27', 'ZCEH27']],
  ['zceh', ['ZCEH27']],
  ['xx', []],
])('%s finds %o', (query, found) => expect(codes(query)).toEqual(found));

test('nearby contracts come before the rest, and an exact code before both', () => {
  expect(codes('co', ['KCEH27'])).toEqual(['KCEH27', 'ZCEZ26', 'CTEH27', 'ZCEH27']);
  expect(codes('c', ['ZCEH27'])[0]).toBe('CTEH27');
});

test('before anything is typed, nearby contracts are listed in their order, without delisted ones', () => {
  expect(codes('', ['KCEH27', 'GONE', 'ZCEZ26'])).toEqual(['KCEH27', 'ZCEZ26']);
});

test('whole words come before prefixes, and the most traded month before the expiring one', () => {
  const metals = [
    listed('PLEF27', 'Bạch kim', 'Platinum', '2027-01'),
    listed('SIEH27', 'Bạc', 'Silver', '2027-03'),
    listed('SIEF27', 'Bạc', 'Silver', '2027-01'),
  ];
  const volumes: Record<string, number> = { PLEF27: 900, SIEH27: 500, SIEF27: 3 };
  const found = rankedContracts(metals, 'bac', [], (code) => volumes[code] ?? 0);
  expect(found.map(({ code }) => code)).toEqual(['SIEH27', 'SIEF27', 'PLEF27']);
});

test('a contract near its close-out deadline comes last, unless its code is typed in full', () => {
  const ending = {
    ...listed('LRCX26', 'Cà phê Robusta', 'Robusta coffee', '2026-11'),
    sessionsLeft: { long: 0, short: 0 },
  };
  const next = {
    ...listed('LRCF27', 'Cà phê Robusta', 'Robusta coffee', '2027-01'),
    sessionsLeft: { long: 28, short: 40 },
  };
  const found = (query: string) => rankedContracts([ending, next], query, ['LRCX26'], () => 1).map(({ code }) => code);
  expect(found('robusta')).toEqual(['LRCF27', 'LRCX26']);
  expect(found('lrc')).toEqual(['LRCF27', 'LRCX26']);
  expect(found('lrcx26')).toEqual(['LRCX26']);
});
