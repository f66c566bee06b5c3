// @vitest-environment jsdom
/** Tests what on a page is being written, and what is only read. */
import { afterEach, expect, test } from 'vitest';
import { isBeingWritten } from '#desk/being-written.ts';
import { askOfTrading } from '#desk/trading-question.ts';

afterEach(() => {
  document.body.replaceChildren();
  askOfTrading(null);
});

test.each([
  ['a question', '<div role="alertdialog"><button>x</button></div>', true],
  ['a dialog with a field', '<div role="dialog"><form><input></form></div>', true],
  ['a dialog with a choice', '<div role="dialog"><button role="combobox">x</button></div>', true],
  ['a field that is open in a row', '<td><input data-written></td>', true],
  ['a list that is read in a popover', '<div role="dialog"><ul><li><a href="/">x</a></li></ul></div>', false],
  ['a field of the page', '<input>', false],
])('%s', (_what, html, is) => {
  document.body.innerHTML = html;
  expect(isBeingWritten()).toBe(is);
});

test('a question whose dialog is still being loaded', () => {
  expect(isBeingWritten()).toBe(false);
  askOfTrading({ kind: 'closePart', actor: { userId: 'u', accountId: 'a' }, contractCode: 'ZCEZ26' });
  expect(isBeingWritten()).toBe(true);
});
