import { expect, test } from 'vitest';
import { limitFaults } from '#limit-settings.ts';

test.each<[string, unknown, readonly string[]]>([
  ['nothing set', {}, []],
  ['limits in their range', { ordersPerSecond: 5, otpTries: 3 }, []],
  ['too little', { ordersPerSecond: 1 }, ['ordersPerSecond has to be a whole number from 2 to 200']],
  ['too much', { ordersPerSecond: 201 }, ['ordersPerSecond has to be a whole number from 2 to 200']],
  ['half an order', { ordersPerSecond: 2.5 }, ['ordersPerSecond has to be a whole number from 2 to 200']],
  ['a word', { otpTries: 'many' }, ['otpTries has to be a whole number from 1 to 50']],
  ['an unknown name', { ordersPerSec: 5 }, ['ordersPerSec is no limit of this product']],
  [
    'a name of the client',
    { passwordMin: 6 },
    ['passwordMin is part of the client and can not be set: it is the same in every installation'],
  ],
  ['no object', [1], ['the file has to hold one object: {"ordersPerSecond": 10}']],
  [
    'both at once',
    { ordersPerSec: 5, otpTries: 0 },
    ['otpTries has to be a whole number from 1 to 50', 'ordersPerSec is no limit of this product'],
  ],
])('%s', (_name, settings, faults) => {
  expect(limitFaults(settings)).toEqual(faults);
});
