/** A planned position is sized as in the ticket: by the loss at its stop, and by what the account can carry. */
import { expect, test } from 'vitest';
import { positionSums } from '#features/chart/drawings/position-sums.ts';
import { CORN_TERMS } from '#mock/sample-records.ts';
import { TICKET_ACCOUNT } from '#test/ticket-sample.ts';

/** A stop of 8 ticks: one lot loses 3,342,000 dong, fees of both sides included; its margin is 36,618,120. */
const PLAN = { side: 'BUY', entry: 1_792, target: 1_808, stop: 1_784 } as const;

test.each([
  ['margin for 26 lots, risk for 20', { equityVnd: 1_000_000_000n }, '67.000.000', 20, null],
  ['margin for 2 lots', { equityVnd: 80_000_000n }, '67.000.000', 2, null],
  ['an own limit of 5 lots', { ownMaxLots: 5 }, '67.000.000', 5, null],
  ['margin for none', { equityVnd: 1_000_000n }, '67.000.000', 0, 'account'],
  ['risk for none', {}, '3.000.000', 0, 'risk'],
] as const)('%s', (_what, part, riskText, lots, obstacle) => {
  const account = { ...TICKET_ACCOUNT, ...part };
  expect(positionSums(PLAN, { terms: CORN_TERMS, account, riskText, ticketLots: 1 })).toMatchObject({ lots, obstacle });
});

test('while margin is not known the contract’s limit on one order counts', () => {
  const sized = { terms: CORN_TERMS, account: null, riskText: '9.000.000.000', ticketLots: 1 };
  expect(positionSums(PLAN, sized)?.lots).toBe(100);
});
