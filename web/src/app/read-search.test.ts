import { expect, test } from 'vitest';
import { decimal, oneOf, positiveWhole, readSearch, text } from '#app/read-search.ts';

const read = readSearch({ side: oneOf(['BUY', 'SELL']), amount: positiveWhole, price: decimal, returnUrl: text });
const NOTHING = { side: undefined, amount: undefined, price: undefined, returnUrl: undefined };

test('what an address asks is read, digits as text too', () => {
  expect(read({ side: 'SELL', amount: '50000000', price: '-0.05', returnUrl: '/x', other: '1' })).toStrictEqual({
    ...{ side: 'SELL', amount: 50_000_000, price: '-0.05', returnUrl: '/x' },
  });
  expect(read({ amount: 7 })).toStrictEqual({ ...NOTHING, amount: 7 });
});

test.each([
  ...[{ side: 'zzz' }, { side: 'toString' }, { side: ['BUY'] }],
  ...[{ amount: 'abc' }, { amount: '-5e9' }, { amount: '0' }, { amount: '1.5' }, { amount: '9'.repeat(17) }],
  ...[{ price: "462'4" }, { price: '1e5' }, { price: 'Infinity' }, { price: '' }, { price: ['1'] }],
  ...[{ returnUrl: 1 }, {}],
])('%j is as if it was not there, and says so', (search) => expect(read(search)).toStrictEqual(NOTHING));
