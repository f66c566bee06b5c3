/** Checks that core mixes no units. `npm run prove` checks the other chapters, which takes a minute. */
import { expect, test } from 'vitest';
import { unitFaults } from './unit-check.ts';

const MIXED = `
import type { Lots, Ticks, Vnd } from '#values/units.ts';
declare const priceTicks: Ticks;
declare const openLots: Lots | null;
declare const equityVnd: Vnd;
declare function take(lots: Lots): void;
export const sum = priceTicks + (openLots ?? 0);
export const isBelow = priceTicks - 1 < Math.abs(openLots ?? 0);
const further = priceTicks + 5;
take(further);
take(Math.max(1, -priceTicks));
export const owed: Vnd = -equityVnd;
export const notional = priceTicks * (openLots ?? 0);
take(1);
`;

test('finds two units in one sum, one comparison or one place, and nothing else', { timeout: 120_000 }, () => {
  const faults = unitFaults('core', { path: 'core/src/values/mixed.ts', text: MIXED });
  expect(faults.map((fault) => fault.replace(/^.*mixed\.ts:/, ''))).toEqual([
    '7: ticks and lots: priceTicks + (openLots ?? 0)',
    '8: ticks and lots: priceTicks - 1 < Math.abs(openLots ?? 0)',
    '10: ticks for lots: further',
    '11: ticks for lots: Math.max(1, -priceTicks)',
  ]);
});

test('core mixes no units', { timeout: 120_000 }, () => {
  expect(unitFaults('core')).toEqual([]);
});
