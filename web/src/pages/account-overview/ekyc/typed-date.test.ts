/** Days as they are typed on papers' order, and as they are kept. */
import { expect, test } from 'vitest';
import { dateAsTyped, dateToKeep } from '#pages/account-overview/ekyc/typed-date.ts';

function typedOneByOne(keys: string): string {
  let kept = '';
  for (const key of keys) kept = dateToKeep(dateAsTyped(kept) + key, kept);
  return kept;
}

test.each([
  ['15011999', '1999-01-15'],
  ['15/01/1999', '1999-01-15'],
  ['15-01-1999', '1999-01-15'],
  ['1501', '15/01/'],
  ['15', '15/'],
  ['1', '1'],
  // No such day: it stays as it was typed, for its writer to mend.
  ['31022020', '31/02/2020'],
  ['15011999123', '1999-01-15'],
])('%s, key by key, is kept as %s', (keys, kept) => {
  expect(typedOneByOne(keys)).toBe(kept);
});

test.each([
  ['1/5/1999', '1999-05-01'],
  ['1999-05-01', '1999-05-01'],
  ['1.5.1999', '1999-05-01'],
])('pasted, %s is %s', (pasted, kept) => {
  expect(dateToKeep(pasted, '')).toBe(kept);
});

test('what is kept is shown as papers print it', () => {
  expect(dateAsTyped('1999-01-15')).toBe('15/01/1999');
  expect(dateAsTyped('15/0')).toBe('15/0');
});

test('a stroke goes with the digit before it', () => {
  expect(dateToKeep('15/01', '15/01/')).toBe('15/01');
  expect(dateToKeep('15/01/199', '1999-01-15')).toBe('15/01/199');
});
