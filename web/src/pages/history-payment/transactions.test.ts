// @vitest-environment jsdom
/** Checks the parameters of the request: days in Vietnam, the type, and no parameter for a filter that is not set. */
import { expect, test } from 'vitest';
import { askedFor } from '#pages/history-payment/transactions.ts';

/** This is 23:30 on the 25th in Vietnam. */
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
  // Half an hour later it is the next day in Vietnam, and still the same day in UTC.
  if (filter.period !== 'all') expect(askedFor(filter, NOW + 1_800_000)).toMatchObject({ to: '2026-11-26' });
});
