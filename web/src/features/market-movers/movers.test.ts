import { expect, test } from 'vitest';
import { type MoverQuote, moversOf } from '#features/market-movers/movers.ts';

const quote = (code: string, last: number | null, settlement: number | null, volume: number | null = 0): MoverQuote => {
  return { code, last, settlement, volume };
};

test('ranks by percentage change, not by ticks', () => {
  const movers = moversOf(
    [quote('BIG', 10_100, 10_000), quote('SMALL', 55, 50), quote('LOSER', 90, 100), quote('LEAST', 99, 100)],
    5,
  );
  expect(movers.rising).toEqual(['SMALL', 'BIG']);
  expect(movers.falling).toEqual(['LOSER', 'LEAST']);
});

test('a contract that is paused, has no price or settled at zero or below is in neither list', () => {
  const movers = moversOf(
    [quote('REST', 100, 100), quote('NEW', null, 100), quote('UNKNOWN', 100, null), quote('BELOW', -20, -37)],
    5,
  );
  expect(movers).toEqual({ rising: [], falling: [], traded: [] });
});

test('ranks the busiest by lots, limited to the requested number, ties by code', () => {
  const quotes = [quote('B', 1, 1, 7), quote('A', 1, 1, 7), quote('C', 1, 1, 900), quote('D', 1, 1, null)];
  expect(moversOf(quotes, 2).traded).toEqual(['C', 'A']);
});
