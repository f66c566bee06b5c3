import { expect, test } from 'vitest';
import { movedCode, movedTo } from '#features/watchlists/move-in-list.ts';

const CODES = ['A', 'B', 'C', 'D'];

test.each([
  ['B', -1, 'BACD'],
  ['B', 1, 'ACBD'],
  ['A', -1, 'ABCD'],
  ['D', 1, 'ABCD'],
  ['X', 1, 'ABCD'],
] as const)('%s by %i', (code, by, expected) => expect(movedCode(CODES, code, by).join('')).toBe(expected));

test('to where it is dropped', () => {
  expect(movedTo(CODES, 'A', 3).join('')).toBe('BCDA');
  expect(movedTo(CODES, 'D', 0).join('')).toBe('DABC');
  expect(movedTo(CODES, 'D', -1)).toBe(CODES);
});
