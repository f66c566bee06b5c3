import { expect, test } from 'vitest';
import { readTypedDate } from '#i18n/typed-date.ts';

test.each([
  ['01/12/2026', '2026-12-01'],
  ['1.12.2026', '2026-12-01'],
  [' 31-12-2026 ', '2026-12-31'],
  ['2026-12-01', '2026-12-01'],
  ['31/02/2026', undefined],
  ['12/31/2026', undefined],
  ['01/12/26', undefined],
  ['', undefined],
])('the date %j is %j: the day comes first', (text, iso) => expect(readTypedDate(text)).toBe(iso));
