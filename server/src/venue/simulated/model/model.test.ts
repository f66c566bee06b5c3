import { contractOf, REFERENCE_COMMODITIES } from '@mua/core/engine';
import { type BarInterval, DAY_MS, MINUTE_MS } from '@mua/core/values';
import { describe, expect, test } from 'vitest';
import { aggregateBars } from '#venue/port/bar-time.ts';
import type { Bar } from '#venue/port/market-data.ts';
import { levelOf } from '#venue/simulated/levels/index.ts';
import { ANCHOR_MS } from '#venue/simulated/levels/level.ts';
import type { ContractModel } from '#venue/simulated/model/contract-model.ts';
import { gauss, keyOf } from '#venue/simulated/model/draws.ts';
import { exponential } from '#venue/simulated/model/exponential.ts';
import { createMarketModel } from '#venue/simulated/model/market-model.ts';
import { PricePath } from '#venue/simulated/model/price-path.ts';
import { HISTORY_DEPTH, LIVE_DEPTH, NODE_MS, TREE_START_MS } from '#venue/simulated/model/time-tree.ts';
import { AlwaysOpenClock } from '#venue/simulated/model/trading-clock.ts';

/** 22:00 UTC, the beginning of the trade date 2026-11-20. */
const DATE_MS = Date.UTC(2026, 10, 19, 22);

function modelOf(seed: number, code: string, year: number, month: number): ContractModel {
  const reference = REFERENCE_COMMODITIES.find(({ commodity }) => commodity.code === code);
  if (!reference) throw new Error(`no commodity ${code}`);
  const { commodity, listing } = reference;
  return createMarketModel(seed).contract(contractOf(commodity, listing, { year, month }), commodity);
}

function barsOf(model: ContractModel, fromMs: number, count: number, lengthMs: number): Bar[] {
  const bars = Array.from({ length: count }, (_, i) => model.bar(fromMs + i * lengthMs, fromMs + (i + 1) * lengthMs));
  return bars.filter((bar) => bar !== null);
}

describe('draws', () => {
  test('are centred, of unit variance, and never extreme', () => {
    const draws = Array.from({ length: 20_000 }, (_, node) => gauss(keyOf(1, 'test', 'a'), node));
    const mean = draws.reduce((sum, x) => sum + x, 0) / draws.length;
    const variance = draws.reduce((sum, x) => sum + (x - mean) ** 2, 0) / draws.length;
    expect(Math.abs(mean)).toBeLessThan(0.03);
    expect(Math.abs(variance - 1)).toBeLessThan(0.03);
    expect(Math.max(...draws.map(Math.abs))).toBeLessThan(4);
  });

  test('our exponential is as accurate as the engine’s', () => {
    for (let x = -20; x <= 20; x += 0.37) {
      expect(Math.abs(exponential(x) / Math.exp(x) - 1)).toBeLessThan(1e-14);
    }
    expect(exponential(0)).toBe(1);
  });
});

describe('the trading clock', () => {
  test('spends exactly one day per day, strictly increasing', () => {
    const clock = new AlwaysOpenClock(1, 'energy', 'west');
    let before = clock.at(DATE_MS);
    for (let minute = 1; minute <= 3 * 1440; minute += 1) {
      const now = clock.at(DATE_MS + minute * MINUTE_MS);
      expect(now).toBeGreaterThan(before);
      before = now;
    }
    expect(clock.at(DATE_MS + DAY_MS) - clock.at(DATE_MS)).toBeCloseTo(1, 12);
  });

  test('Asian markets are busy in the Asian session', () => {
    const share = (session: 'west' | 'asia', utcHour: number): number => {
      const clock = new AlwaysOpenClock(1, 'rubber', session);
      let sum = 0;
      for (let day = 0; day < 50; day += 1) {
        const hour = Date.UTC(2026, 0, 1 + day, utcHour);
        sum += clock.at(hour + 3_600_000) - clock.at(hour);
      }
      return sum / 50;
    };
    expect(share('west', 12)).toBeGreaterThan(3 * share('west', 2));
    expect(share('asia', 2)).toBeGreaterThan(3 * share('asia', 16));
  });
});

describe('the path', () => {
  test('passes the same points whether it is read for history or for trading', () => {
    const path = new PricePath({
      clock: new AlwaysOpenClock(7, 'grain', 'west'),
      clockKeys: { group: 11, underlying: 12 },
      factors: [{ key: 13, loading: 0.8 }],
      underlyingKey: 14,
      contractKey: 15,
      expiryMs: Date.UTC(2026, 11, 1),
      slope: 1e-12,
    });
    const leafMs = NODE_MS[HISTORY_DEPTH] ?? 0;
    const first = Math.ceil((DATE_MS - TREE_START_MS) / leafMs);
    for (let leaf = first; leaf < first + 500; leaf += 1) {
      const timeMs = TREE_START_MS + leaf * leafMs;
      expect(path.at(timeMs, LIVE_DEPTH)).toBe(path.at(timeMs, HISTORY_DEPTH));
    }
  });

  test('does not depend on the order of evaluation', () => {
    const forwards = modelOf(3, 'CLE', 2027, 1);
    const backwards = modelOf(3, 'CLE', 2027, 1);
    const times = Array.from({ length: 300 }, (_, i) => DATE_MS + i * 37_123);
    const there = times.map((timeMs) => forwards.fairTicks(timeMs));
    const back = times.toReversed().map((timeMs) => backwards.fairTicks(timeMs));
    expect(back.toReversed()).toEqual(there);
  });

  test('golden values: the market of seed 1 never changes', () => {
    const corn = modelOf(1, 'ZCE', 2026, 12);
    const crude = modelOf(1, 'CLE', 2027, 1);
    expect({
      corn: [corn.fairTicks(DATE_MS), corn.fairTicks(DATE_MS + 12_345_678)],
      crude: [crude.fairTicks(DATE_MS), crude.fairTicks(DATE_MS + 12_345_678)],
      minute: corn.bar(DATE_MS + 15 * 3_600_000, DATE_MS + 15 * 3_600_000 + MINUTE_MS),
      day: crude.bar(DATE_MS, DATE_MS + DAY_MS),
    }).toMatchInlineSnapshot(`
      {
        "corn": [
          1775.255881498314,
          1758.1954506631434,
        ],
        "crude": [
          7071.424259433981,
          7093.027105841528,
        ],
        "day": {
          "closeTicks": 7014,
          "highTicks": 7114,
          "lowTicks": 6975,
          "openMs": 1795125600000,
          "openTicks": 7072,
          "volumeLots": 56668,
        },
        "minute": {
          "closeTicks": 1793,
          "highTicks": 1793,
          "lowTicks": 1792,
          "openMs": 1795179600000,
          "openTicks": 1792,
          "volumeLots": 89,
        },
      }
    `);
  });

  test('every reference commodity can be priced, and starts near its seed level', () => {
    for (const { commodity, listing } of REFERENCE_COMMODITIES) {
      const level = levelOf(commodity.code);
      expect(level, commodity.code).toBeDefined();
      const model = createMarketModel(1).contract(contractOf(commodity, listing, { year: 2026, month: 12 }), commodity);
      const tick = commodity.grid.tickUnits / 10 ** commodity.grid.scale;
      const ratio = (model.fairTicks(ANCHOR_MS) * tick) / (level?.underlying.seedLevel[0] ?? 0);
      expect(ratio, commodity.code).toBeGreaterThan(0.85);
      expect(ratio, commodity.code).toBeLessThan(1.3);
    }
  });

  test('standard and micro contracts of one underlying have the same price', () => {
    const standard = modelOf(5, 'SIE', 2026, 12);
    const micro = modelOf(5, 'SIL', 2026, 12);
    expect(micro.fairTicks(DATE_MS)).toBeCloseTo(standard.fairTicks(DATE_MS), 6);
  });
});

describe('history bars', () => {
  const INTERVALS: readonly [BarInterval, number][] = [
    ['5m', 5],
    ['15m', 15],
    ['1h', 60],
    ['4h', 240],
    ['1d', 1440],
  ];

  test.each([
    ['ZCE', 2026, 12],
    ['KCE', 2026, 12],
    ['CLE', 2027, 1],
    // Two minutes in three have no trade.
    ['ZRE', 2027, 1],
    // A far month of a small market: a handful of trades a day.
    ['MQC', 2027, 4],
  ])('of every interval are the sum of their minutes: %s %i-%i', (code, year, month) => {
    const model = modelOf(1, code, year, month);
    const days = 2;
    const minutes = barsOf(model, DATE_MS, days * 1440, MINUTE_MS);
    for (const [interval, length] of INTERVALS) {
      const longer = barsOf(model, DATE_MS, (days * 1440) / length, length * MINUTE_MS);
      expect(longer).toEqual(aggregateBars(interval, minutes));
    }
  });

  test('are valid: nothing outside high and low, every bar traded', () => {
    for (const bar of barsOf(modelOf(2, 'KCE', 2026, 12), DATE_MS, 1440, MINUTE_MS)) {
      expect(bar.lowTicks).toBeLessThanOrEqual(Math.min(bar.openTicks, bar.closeTicks));
      expect(bar.highTicks).toBeGreaterThanOrEqual(Math.max(bar.openTicks, bar.closeTicks));
      expect(bar.volumeLots).toBeGreaterThan(0);
    }
  });

  test('the current bar is part of the complete one', () => {
    const model = modelOf(1, 'CLE', 2027, 1);
    const half = model.bar(DATE_MS, DATE_MS + 30_000);
    const whole = model.bar(DATE_MS, DATE_MS + MINUTE_MS);
    expect(half?.openTicks).toBe(whole?.openTicks);
    expect(half?.highTicks).toBeLessThanOrEqual(whole?.highTicks ?? 0);
    expect(half?.volumeLots).toBeLessThanOrEqual(whole?.volumeLots ?? 0);
  });
});

describe('open interest', () => {
  const corn = modelOf(1, 'ZCE', 2027, 3);

  test('is about four days’ trading, and changes a little each day', () => {
    const held = corn.openInterestLots(DATE_MS);
    const month = (corn.lotsUntil(DATE_MS) - corn.lotsUntil(DATE_MS - 28 * DAY_MS)) / 20;
    expect(held / month).toBeCloseTo(4, 0);
    expect(corn.openInterestLots(DATE_MS + DAY_MS)).not.toBe(held);
    expect(corn.openInterestLots(DATE_MS)).toBe(held);
  });

  test('is closed out before the contract expires', () => {
    const [early, late] = [Date.UTC(2027, 1, 1, 22), Date.UTC(2027, 2, 10, 22)].map((ms) => corn.openInterestLots(ms));
    expect(late).toBeLessThan((early ?? 0) / 2);
    expect(late).toBeGreaterThan(0);
  });
});
