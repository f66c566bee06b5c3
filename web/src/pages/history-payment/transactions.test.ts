// @vitest-environment jsdom
/** What is asked for: days in Vietnam, the kind, and nothing where nothing is narrowed. */
import { expect, test } from 'vitest';
import { askedFor } from '#pages/history-payment/transactions.ts';

/** 23:30 of the 25th in Vietnam. */
const NOW = Date.parse('2026-11-25T16:30:00Z');

test.each([
  [{ type: null, period: 'all' }, {}],
  [
    { type: 'DEPOSIT', period: 'week' },
    { type: 'DEPOSIT', from: '2026-11-19', to: '2026-11-25' },
  ],
  [
    { type: null, period: 'month' },
    { from: '2026-10-25', to: '2026-11-25' },
  ],
] as const)('%j', (filter, asked) => {
  expect(askedFor(filter, NOW)).toEqual(asked);
  // Half an hour later it is the next day there, and still the same one in London.
  if (filter.period !== 'all') expect(askedFor(filter, NOW + 1_800_000)).toMatchObject({ to: '2026-11-26' });
});
