import { expect, test } from 'vitest';
import { readAlert, stepFrom } from '#features/price-alerts/alert-draft.ts';
import { CORN_GRID } from '#mock/sample-records.ts';

test.each([
  ["460'0", 1831, { kind: 'ready', ticks: 1840, direction: 'ABOVE' }],
  ['450,25', 1831, { kind: 'ready', ticks: 1801, direction: 'BELOW' }],
  ["457'6", 1831, { kind: 'reached' }],
  ['460.10', 1831, { kind: 'offGrid', lowerTicks: 1840, upperTicks: 1841 }],
  ['  ', 1831, { kind: 'empty' }],
  ['corn', 1831, { kind: 'notANumber' }],
  ['99999', 1831, { kind: 'tooFar', ticks: 399_996, lowerTicks: -5493, upperTicks: 9155 }],
  ['-1', null, { kind: 'ready', ticks: -4, direction: 'ABOVE' }],
] as const)('%j with the market at %s', (typed, lastTicks, reading) => {
  expect(readAlert(typed, { grid: CORN_GRID, lastTicks })).toEqual(reading);
});

test('an alert may stay where it waits, even if the market has arrived there', () => {
  const kept = { ticks: 1831, direction: 'BELOW' } as const;
  expect(readAlert("457'6", { grid: CORN_GRID, lastTicks: 1831, kept })).toEqual({ kind: 'ready', ...kept });
  expect(readAlert("457'4", { grid: CORN_GRID, lastTicks: 1830, kept })).toEqual({ kind: 'reached' });
});

test('a step starts at the typed price, otherwise at the market', () => {
  expect(stepFrom({ kind: 'ready', ticks: 5, direction: 'ABOVE' }, 1)).toBe(5);
  expect(stepFrom({ kind: 'offGrid', lowerTicks: 7, upperTicks: 8 }, 1)).toBe(7);
  expect([stepFrom({ kind: 'empty' }, 1), stepFrom({ kind: 'reached' }, null)]).toEqual([1, null]);
});
