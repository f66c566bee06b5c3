import { expect, test } from 'vitest';
import {
  begunPair,
  leavesExits,
  legPrices,
  offeredPairDurations,
  readPair,
  type TypedLeg,
  type TypedPair,
  turnedLeg,
} from '#features/order-ticket/oco-pair.ts';
import { CORN, CORN_TERMS } from '#mock/sample-records.ts';
import { type DraftValues, useTicketDraft } from '#orders/ticket-draft.ts';
import { CALM, TICKET_ACCOUNT } from '#test/ticket-sample.ts';

const TERMS = {
  ...CORN_TERMS,
  durations: {
    ...CORN_TERMS.durations,
    STOP: ['DAY' as const, 'GTC' as const, 'GTD' as const],
    LIMIT: ['DAY' as const],
  },
};
const GROUND = { ...CALM, terms: TERMS };
const ACCOUNT = { ...TICKET_ACCOUNT, equityVnd: 200_000_000n };

function ticketOf(draft: Partial<DraftValues> = {}) {
  return {
    contract: { ...CORN, terms: TERMS },
    draft: { ...useTicketDraft.getState(), ...draft },
    market: { bid: 1_830, ask: 1_831, last: 1_829 },
    markTicks: 1_829,
    held: null,
    account: ACCOUNT,
    ground: GROUND,
  };
}

function pairOf(lots: readonly [string, string], sides: readonly ['BUY', 'BUY' | 'SELL'] = ['BUY', 'SELL']): TypedPair {
  const { legs, ...both } = begunPair(ticketOf());
  const [one, other] = legs;
  return {
    legs: [
      { ...one, lotsText: lots[0] },
      { ...other, lotsText: lots[1], side: sides[1] },
    ],
    ...both,
  };
}

function warningsOf(leg: TypedLeg) {
  const { legs, ...both } = begunPair(ticketOf());
  return readPair({ legs: [leg, legs[1]], ...both }, ticketOf()).legs[0]?.warnings;
}

test('begins as a way out of the range: a buy stop above the market and a sell stop below', () => {
  const { legs } = begunPair(ticketOf());
  expect(legs).toMatchObject([
    { side: 'BUY', orderType: 'STOP' },
    { side: 'SELL', orderType: 'STOP' },
  ]);
  expect(legs.map((leg) => legPrices(leg).stopText)).toEqual(["462'6", "452'4"]);
});

test.each([
  ['BUY', 'LIMIT', "452'4"],
  ['SELL', 'LIMIT', "462'6"],
  ['SELL', 'STOP', "452'4"],
  ['BUY', 'STOP_LIMIT', "462'6"],
] as const)('turned into %s %s, a leg begins where it rests: at %s', (side, orderType, begins) => {
  const [one] = begunPair(ticketOf()).legs;
  const turned = turnedLeg(one, { side, orderType }, ticketOf());
  expect(legPrices(turned)).toEqual({ stopText: begins, limitText: begins });
  expect(warningsOf(turned)).toEqual([]);
});

test('a price that was typed stays, and it is said what it would do now', () => {
  const [one] = begunPair(ticketOf()).legs;
  const stop = { ...one, own: { stopText: "461'0" } };
  const sell = turnedLeg(stop, { side: 'SELL' }, ticketOf());
  expect(legPrices(sell).stopText).toBe("461'0");
  expect(warningsOf(sell)).toEqual([{ code: 'stopReached' }]);
  // The limit beside it was not typed: of a limit order it begins anew, of a stop limit it follows the stop.
  expect(legPrices(turnedLeg(stop, { orderType: 'LIMIT' }, ticketOf())).limitText).toBe("452'4");
  expect(legPrices(turnedLeg(stop, { orderType: 'STOP_LIMIT' }, ticketOf())).limitText).toBe("461'0");
  const limit = turnedLeg({ ...one, own: { limitText: "457'6" } }, { orderType: 'LIMIT' }, ticketOf());
  expect(warningsOf(limit)).toEqual([{ code: 'fillsAtOnce', orders: 1, of: 1 }]);
  expect(warningsOf({ ...limit, own: { limitText: "457'4" } })).toEqual([]);
});

test('opposite sides need margin for the larger, one side for both', () => {
  const opposite = readPair(pairOf(['2', '3']), ticketOf());
  expect(opposite.errors).toEqual([]);
  expect(opposite.preview?.requiredVnd.after).toBe(3n * ACCOUNT.marginPerLotVnd);
  const same = readPair(pairOf(['2', '3'], ['BUY', 'BUY']), ticketOf());
  expect(same.preview?.requiredVnd.after).toBe(5n * ACCOUNT.marginPerLotVnd);
  expect(same.preview?.feesVnd).toEqual([700_000n, 1_050_000n]);
});

test('what both lack together is told once, although each alone would pass', () => {
  const lacking = readPair(pairOf(['3', '3'], ['BUY', 'BUY']), ticketOf());
  expect(lacking.errors).toEqual([{ code: 'margin', shortfallVnd: lacking.preview?.shortfallVnd }]);
});

test('each order is judged: what is wrong with the second is told at it', () => {
  const [one, other] = pairOf(['1', '1']).legs;
  const read = readPair({ ...pairOf(['1', '1']), legs: [one, { ...other, own: { stopText: 'x' } }] }, ticketOf());
  expect(read.legs.map(({ errors }) => errors)).toEqual([[], [{ code: 'price', field: 'stop' }]]);
});

test('exits at a distance come with both, exits at prices of their own with neither', () => {
  const exits = { hasExits: true, stopLossText: '8' } as const;
  const at = (draft: Partial<DraftValues>) => readPair(pairOf(['1', '1']), ticketOf(draft)).legs;
  expect(at({ ...exits, exitUnit: 'ticks' }).map(({ read }) => read.exits?.areDistances)).toEqual([true, true]);
  expect(at({ ...exits, exitUnit: 'price' }).map(({ read }) => read.exits)).toEqual([null, null]);
});

test('a time in force is offered that both types take', () => {
  expect(offeredPairDurations(ticketOf(), ['STOP', 'STOP'])).toEqual(['DAY', 'GTC', 'GTD']);
  expect(offeredPairDurations(ticketOf(), ['STOP', 'LIMIT'])).toEqual(['DAY']);
});

test('one date is of both, and is judged like that of a single order', () => {
  const till = (expirationDate: string) =>
    readPair({ ...pairOf(['1', '1']), duration: 'GTD', expirationDate }, ticketOf());
  expect(till('2026-12-01').legs.map(({ read }) => [read.duration, read.expirationDate])).toEqual([
    ['GTD', '2026-12-01'],
    ['GTD', '2026-12-01'],
  ]);
  expect(till('2026-12-01').errors).toEqual([]);
  expect(till('').errors[0]).toEqual({ code: 'date' });
  expect(till('2026-12-15').errors[0]).toEqual({ code: 'dateRange', from: '2026-11-20', to: '2026-12-14' });
  expect(begunPair(ticketOf({ duration: 'GTD', expirationDate: '2026-12-01' }))).toMatchObject({
    duration: 'GTD',
    expirationDate: '2026-12-01',
  });
});

test('exits at prices of their own stay behind, and it is said', () => {
  const exits = { hasExits: true, takeProfitText: "460'0", stopLossText: "455'0" };
  const atPrices = ticketOf({ ...exits, exitUnit: 'price' });
  expect(leavesExits(atPrices.draft)).toBe(true);
  expect(readPair(pairOf(['1', '1']), atPrices).legs.map(({ read }) => read.exits)).toEqual([null, null]);
  const away = ticketOf({ hasExits: true, exitUnit: 'ticks', takeProfitText: '16', stopLossText: '8' });
  expect(leavesExits(away.draft)).toBe(false);
  expect(readPair(pairOf(['1', '1']), away).legs.every(({ read }) => read.exits !== null)).toBe(true);
});
