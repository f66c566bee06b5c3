/** The book-keeper's money is exact: nothing in its file can be a float. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('the book-keeper knows no number but whole ones without end', () => {
  const text = readFileSync(new URL('./book-keeper.ts', import.meta.url), 'utf8');
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/'[^']*'/g, "''");
  // A place in a list and how many there are of something are no money.
  const money = code.replace(/queue\[0\]|queue\.length > 0|splice\(0, 1,/g, '');
  expect(
    money.match(/\bnumber\b|\bNumber\b|\bparse(?:Int|Float)\b|\bMath\b|\b\d[\d_]*(?:\.\d+)?(?![\d_n])\b/g),
  ).toBeNull();
  expect(money).toMatch(/1_000_000n/);
});
