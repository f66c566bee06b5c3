import { expect, test } from 'vitest';
import { withoutBigints } from '#values/without-bigints.ts';

const asText = (value: unknown): string => JSON.stringify(withoutBigints(value, String));
const byReplacer = (value: unknown): string =>
  JSON.stringify(value, (_key, part) => (typeof part === 'bigint' ? String(part) : part));

test.each<[string, unknown]>([
  ['a bigint', 12n],
  ['nothing', null],
  ['a text', '12'],
  ['an object', { cashVnd: -5n, name: 'An', none: undefined, lots: 0 }],
  ['an array', [1n, [2, { deep: [3n, undefined, null] }], 'x']],
  ['what says itself how it is written', [{ sum: 7n, parts: [1], toJSON: () => ({ all: [5n] }) }, new Date(0)]],
  ['more than a number holds', { z: 1, a: { b: 9_007_199_254_740_993n }, c: [{}, []] }],
])('%s is spelled as a replacer would have it', (_name, value) => {
  expect(asText(value)).toBe(byReplacer(value));
});

test('what is given stays as it is, and parts without bigints are the same objects', () => {
  const orders = [{ lots: 1 }, { lots: 2 }];
  const account = { cashVnd: 7n, orders };
  const spelled = withoutBigints(account, (bigint) => `${bigint}n`);
  expect(spelled).toEqual({ cashVnd: '7n', orders });
  expect((spelled as typeof account).orders).toBe(orders);
  expect(account.cashVnd).toBe(7n);
  expect(withoutBigints(orders, String)).toBe(orders);
});
