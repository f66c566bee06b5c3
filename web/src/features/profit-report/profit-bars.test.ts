import type { ProfitGroup } from '@mua/contract/http/account-days';
import { describe, expect, test } from 'vitest';
import { NO_PROFIT, type PeriodProfit } from '#accounts/period-profit.ts';
import { barPercent, commodityRows } from '#features/profit-report/commodity-rows.ts';
import { profitFigure } from '#features/profit-report/profit-bars.ts';

const size = { width: 600, height: 200 };
const period = (tradeDate: string, totalVnd: bigint): PeriodProfit => {
  return { ...NO_PROFIT, from: tradeDate, to: tradeDate, totalVnd };
};

describe('bars', () => {
  test('profit rises from zero, loss hangs from it, and nothing leaves the plot', () => {
    const totals = [30_000_000n, -20_000_000n, 0n, 1n];
    const { bars, zeroY, plotWidth } = profitFigure(
      totals.map((total, index) => period(`2026-11-0${index + 2}`, total)),
      size,
    );
    const [profit, loss, nothing, little] = bars;
    expect(profit && profit.y + profit.height).toBeCloseTo(zeroY, 1);
    expect(loss?.y).toBe(zeroY);
    expect((profit?.height ?? 0) / (loss?.height ?? 1)).toBeCloseTo(1.5, 1);
    expect(nothing?.height).toBe(0);
    expect(little?.height).toBeGreaterThan(1);
    for (const { x, width, y, height } of bars) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(plotWidth);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y + height).toBeLessThanOrEqual(size.height);
    }
  });

  test('a range with only losses starts at zero', () => {
    const { bars, zeroY } = profitFigure([period('2026-11-02', -5_000_000n)], size);
    expect(zeroY).toBeLessThan(size.height / 3);
    expect(bars[0]?.y).toBe(zeroY);
  });

  test('an empty range can be drawn', () => {
    expect(profitFigure([], size)).toMatchObject({ bars: [], names: [] });
  });
});

const group = (commodityCode: string, actualProfit: string, fees: string): ProfitGroup => {
  const counts = { tradedLots: 2, settledLots: 1, settledCount: 1, wonCount: 1, lostCount: 0 };
  return { commodityCode, actualProfit, fees, accountFees: '0', currency: null, currencyProfit: null, ...counts };
};

describe('by commodity', () => {
  const rows = commodityRows(
    [group('KCE', '79658375', '700000'), group('ZSE', '-4915000', '0')],
    new Map([
      ['ZSE', -5n],
      ['CLE', 7n],
    ]),
  );

  test('after fees, the best first, with the open position beside it', () => {
    expect(rows.map(({ commodityCode, netVnd, openVnd }) => [commodityCode, netVnd, openVnd])).toEqual([
      ['KCE', 78_958_375n, null],
      ['CLE', 0n, 7n],
      ['ZSE', -4_915_000n, -5n],
    ]);
  });

  test('bars are relative to the largest result', () => {
    expect(rows.map(({ netVnd }) => Math.round(barPercent(netVnd, rows)))).toEqual([100, 0, 6]);
    expect(barPercent(0n, [])).toBe(0);
  });
});
