/** Checks that what an application may say can be drawn in its contracts: every letter is in both of their typefaces. */
import { createRequire } from 'node:module';
import { faultOf, PRINTED } from '@mua/contract/registration-rules';
import { expect, test } from 'vitest';
import { FONTS } from '#signed-contracts/paper-pdf.ts';

/** The library that the PDF library draws with. */
const { openSync }: { openSync: (file: string) => { hasGlyphForCodePoint: (codePoint: number) => boolean } } =
  createRequire(createRequire(import.meta.url).resolve('pdfkit'))('fontkit');

test.each(Object.entries(FONTS))('the %s typeface has every letter that is let through', (_name, file) => {
  const font = openSync(file);
  const gaps: string[] = [];
  for (let codePoint = 0; codePoint <= 0xffff; codePoint += 1)
    if (PRINTED.test(String.fromCharCode(codePoint)) && !font.hasGlyphForCodePoint(codePoint))
      gaps.push(codePoint.toString(16));
  expect(gaps).toEqual([]);
});

test.each(['NGUYỄN VĂN Ổn', 'Trần Thị Quỳnh-Như', 'D’Angelo', 'Łukasz Żółć', 'Sœur Zoë', 'e\u0302\u0301'.repeat(3)])(
  '“%s” is a name',
  (fullName) => {
    expect(faultOf('fullName', { fullName }, '2026-11-25')).toBeNull();
  },
);
