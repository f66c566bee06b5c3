import { expect, test } from 'vitest';
import { applyFill, emptyPosition, estimatedProfit, type Fill, type MoneyTerms, valuedProfitVnd } from './position.ts';

const TERMS: MoneyTerms = { tickValueMinor: 1_250n, rateE4: 261_000_000n };

function fill(side: Fill['side'], lots: number, priceTicks: number, fillId = `${side}-${priceTicks}`): Fill {
  return { fillId, side, priceTicks, lots, timeMs: 1 };
}

test('a fill beyond the position closes it, oldest lots first, and opens the rest', () => {
  const position = emptyPosition('ZCEZ26');
  applyFill(position, fill('BUY', 2, 100), TERMS);
  applyFill(position, fill('BUY', 1, 110), TERMS);
  const pairs = applyFill(position, fill('SELL', 4, 120), TERMS);
  expect(pairs.map(({ buyFillId, sellFillId, lots }) => [buyFillId, sellFillId, lots])).toEqual([
    ['BUY-100', 'SELL-120', 2],
    ['BUY-110', 'SELL-120', 1],
  ]);
  expect(position).toMatchObject({ netLots: -1, openNotional: 120 });
  expect(position.openLots).toEqual([{ fillId: 'SELL-120', priceTicks: 120, timeMs: 1, lots: 1 }]);
});

test('a fill that closes everything leaves no lot behind', () => {
  const position = emptyPosition('ZCEZ26');
  applyFill(position, fill('SELL', 2, 100), TERMS);
  applyFill(position, fill('BUY', 2, 90), TERMS);
  expect(position).toMatchObject({ netLots: 0, openNotional: 0, openLots: [] });
});

test('a flat position has no profit', () => {
  expect(estimatedProfit({ netLots: 0, openNotional: 0 }, 123, TERMS)).toEqual({ minor: 0n, vnd: 0n });
});

test('a profit is counted anew when mark, terms or position change, and only then', () => {
  const position = emptyPosition('ZCEZ26');
  applyFill(position, fill('BUY', 1, 100), TERMS);
  const atMark = valuedProfitVnd(position, 101, TERMS);
  expect(atMark).toBe(estimatedProfit(position, 101, TERMS).vnd);
  const kept = position.valuation;
  expect(kept).toEqual({ markTicks: 101, terms: TERMS, vnd: atMark });
  expect(valuedProfitVnd(position, 101, TERMS)).toBe(atMark);
  expect(position.valuation).toBe(kept);
  expect(valuedProfitVnd(position, 102, TERMS)).toBe(2n * atMark);
  const doubled = { ...TERMS, tickValueMinor: 2_500n };
  expect(valuedProfitVnd(position, 102, doubled)).toBe(4n * atMark);
  applyFill(position, fill('BUY', 1, 100), TERMS);
  expect(valuedProfitVnd(position, 102, doubled)).toBe(8n * atMark);
});
