import { expect, test } from 'vitest';
import { projecting } from '#journal/projections/projecting.ts';
import { WRITTEN, type WrittenRows } from '#journal/projections/read-tables.ts';
import { type BatchRows, emptyRows } from '#journal/projections/rows.ts';

const PLACE = { afterSeq: 6, lastSeq: 7 };

/** One row of each of these kinds, all of its columns null. */
function rowsOf(kinds: readonly WrittenRows[]): BatchRows {
  const one = { size: 1, length: 1, values: () => [{}].values() };
  return Object.assign(emptyRows(), Object.fromEntries(kinds.map((kind) => [kind, one])));
}

test.each<[string, readonly WrittenRows[], string]>([
  ['nothing but its place', [], 'project-orders'],
  ['an order at work', ['orders', 'orderSteps', 'accounts'], 'project-orders'],
  ['a fill with its message', ['orders', 'orderSteps', 'accounts', 'fills', 'positions', 'messages'], 'project-trades'],
  ['a round turn', ['settled', 'postings'], 'project-trades'],
  ['an alarm', ['venueAlarms'], 'project-all'],
  ['a fill and a copy’s decision', ['fills', 'copyDecisions'], 'project-all'],
])('%s goes by the narrowest statement', (_what, kinds, name) => {
  expect(projecting(PLACE, rowsOf(kinds)).name).toBe(name);
});

test.each(WRITTEN)('rows of %s are written by the statement that they go by', (kind) => {
  const { text, values } = projecting(PLACE, rowsOf([kind]));
  expect(text).toMatch(new RegExp(`\\b${kind} as \\(`));
  expect(values.slice(0, 2)).toEqual([PLACE.lastSeq, PLACE.afterSeq]);
  // An array of one row has elements, one of none has only the shortest header.
  const withRows = values.slice(2).filter((array) => Buffer.isBuffer(array) && array.length > 12);
  expect(withRows.length).toBeGreaterThan(0);
});
