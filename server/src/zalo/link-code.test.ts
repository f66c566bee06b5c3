import { expect, test } from 'vitest';
import { drawCode, readCode } from '#zalo/link-code.ts';

test('a code is read however it is typed', () => {
  for (let drawn = 0; drawn < 200; drawn++) {
    const code = drawCode();
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/);
    expect(readCode(code)).toBe(code);
    expect(readCode(`  ${code.toLowerCase().replace('-', ' – ')}\n`)).toBe(code);
  }
});

test.each(['', 'K7QF2M9X', 'K7QF-2M9', 'K7QF-2M9X?', 'KOQF-2M9X', 'mua-hàng', 'xin chào'])('%j is no code', (text) =>
  expect(readCode(text)).toBeUndefined(),
);
