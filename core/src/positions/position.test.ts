import { expect, test } from 'vitest';
import { OpenLots } from '#positions/open-lots.ts';
import {
  applyFill,
  emptyPosition,
  estimatedProfit,
  type Fill,
  type MoneyTerms,
  ticksToVnd,
} from '#positions/position.ts';
import { toVnd } from '#values/money.ts';
import { seededRandom } from '#values/random.ts';

const TERMS: MoneyTerms = { tickValueMinor: 1_250n, rateE4: 261_000_000n };

function fill(side: Fill['side'], lots: number, priceTicks: number, fillId = `${side}-${priceTicks}`): Fill {
  return { fillId, side, priceTicks, lots, timeMs: 1 };
}

test('a fill beyond the position closes it, oldest lots first, and opens the rest', () => {
  const position = emptyPosition('ZCEZ26');
  applyFill(position, fill('BUY', 2, 100), TERMS);
  applyFill(position, fill('BUY', 1, 110), TERMS);
  const roundTurns = applyFill(position, fill('SELL', 4, 120), TERMS);
  expect(roundTurns.map(({ buyFillId, sellFillId, lots }) => [buyFillId, sellFillId, lots])).toEqual([
    ['BUY-100', 'SELL-120', 2],
    ['BUY-110', 'SELL-120', 1],
  ]);
  expect(position).toMatchObject({ netLots: -1, openNotional: 120 });
  expect([...position.openLots]).toEqual([{ fillId: 'SELL-120', priceTicks: 120, timeMs: 1, lots: 1 }]);
});

test('what a part fill leaves of the oldest lot is still the oldest', () => {
  const position = emptyPosition('ZCEZ26');
  applyFill(position, fill('BUY', 3, 100), TERMS);
  applyFill(position, fill('BUY', 2, 110), TERMS);
  const closed = [1, 1, 2, 1].map((lots, at) =>
    applyFill(position, fill('SELL', lots, 120 + at), TERMS).map((pair) => [pair.lots, pair.buyPriceTicks]),
  );
  expect(closed).toEqual([
    [[1, 100]],
    [[1, 100]],
    [
      [1, 100],
      [1, 110],
    ],
    [[1, 110]],
  ]);
});

test('a fill that closes everything leaves no lot behind', () => {
  const position = emptyPosition('ZCEZ26');
  applyFill(position, fill('SELL', 2, 100), TERMS);
  applyFill(position, fill('BUY', 2, 90), TERMS);
  expect(position).toMatchObject({ netLots: 0, openNotional: 0, openLots: OpenLots.NONE });
});

test('a flat position has no profit', () => {
  expect(estimatedProfit({ netLots: 0, openNotional: 0 }, 123, TERMS)).toEqual({ minor: 0n, vnd: 0n });
});

test('dong of ticks are the same to the letter counted in numbers and in bigints', () => {
  const random = seededRandom(5);
  for (let round = 0; round < 2_000; round += 1) {
    const terms = {
      tickValueMinor: BigInt(1 + random.below(5_000)),
      rateE4: BigInt(1_000_000 + random.below(2 ** 31)),
    };
    const micro = Number(terms.tickValueMinor * terms.rateE4);
    // Around the largest that a number takes, and far below it.
    const most = Math.floor(Number.MAX_SAFE_INTEGER / micro);
    const ticks = (random.chance(0.5) ? 1 : -1) * random.below(round % 2 === 0 ? 2 * most : 10_000);
    const vnd = ticksToVnd(ticks, { ...terms, tickMicroVnd: micro });
    expect(typeof vnd).toBe(Math.abs(ticks) > most ? 'bigint' : 'number');
    expect(BigInt(vnd)).toBe(toVnd(BigInt(ticks) * terms.tickValueMinor, terms.rateE4));
  }
});
