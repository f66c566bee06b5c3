import { createExchange } from '@mua/core/exchange';
import { expect, test } from 'vitest';
import { MakerQuotes } from '#venue/simulated/maker-quotes.ts';

test('a maker whose price passes the daily limit leaves no stale quotes on that side', () => {
  const exchange = createExchange({ epoch: 'x', rules: { collarBasisPoints: 200, collarMinimumTicks: 10 } });
  const contractCode = 'ZCEZ26';
  exchange.listContract(contractCode, { session: 'OPEN' });
  const quotes = new MakerQuotes({ exchange, contractCode, ownerId: 'maker-1', key: 1, topLots: 5, spreadTicks: 1 });
  const limits = { lowestTicks: 900, highestTicks: 1_100 };
  exchange.setDailyLimits(contractCode, limits);
  quotes.limits = limits;
  quotes.stand(1_094, 1_096, 1, () => {});
  // Asks from 1,096 to 1,100 are within the limit.
  expect(exchange.depth(contractCode, 20).asks.map(({ priceTicks }) => priceTicks)).toEqual([
    1096, 1097, 1098, 1099, 1100,
  ]);
  quotes.stand(1_110, 1_112, 2, () => {});
  expect(exchange.depth(contractCode, 20).asks).toEqual([]);
  expect(exchange.depth(contractCode, 20).bids.every(({ priceTicks }) => priceTicks <= 1_100)).toBe(true);
  expect(exchange.audit()).toEqual([]);
});
