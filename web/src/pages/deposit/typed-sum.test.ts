import { expect, test } from 'vitest';
import { faultOf, quickSums } from '#pages/deposit/typed-sum.ts';

test.each([
  ['50000000', null],
  ['50.000.000', null],
  ['50,000,000 ₫', null],
  ['100000', null],
  ['99.999', 'below'],
  ['0', 'below'],
  ['10.000.000.000', null],
  ['10.000.000.001', 'above'],
  ['', 'typed'],
  ['-5', 'typed'],
  ['nhiều', 'typed'],
])('%s', (typed, fault) => {
  expect(faultOf(typed)).toBe(fault);
});

test('every suggested sum can be paid', () => {
  expect(quickSums().map(({ vnd }) => faultOf(String(vnd)))).toEqual(quickSums().map(() => null));
});
