/** Checks that colours do not reveal what the privacy mode hides. */
import { expect, test } from 'vitest';
import { createFormat, MASKED } from '#i18n/use-format.ts';

test('a masked profit has no tone, and a missing one stays missing', () => {
  const [open, hidden] = [createFormat('en'), createFormat('en', true)];
  expect(open.profit('-1250').tone).toBe('down');
  expect(hidden.profit('-1250')).toEqual({ text: MASKED, tone: 'plain' });
  expect(hidden.profit(null)).toEqual(open.profit(null));
});
