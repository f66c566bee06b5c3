/** Checks continuous series against their parts: the simulated exchange's own months, and drawn markets with holes. */
import { type Contract, calendarOf, contractOf, listContracts, REFERENCE_COMMODITIES } from '@mua/core/engine';
import { type BarInterval, DAY_MS, divideHalfEven, MINUTE_MS, seededRandom } from '@mua/core/values';
import { describe, expect, test } from 'vitest';
import { createCandles } from '#market/candles.ts';
import { type Adjustment, type ContinuousPage, continuousCandles, type Roll } from '#market/continuous-candles.ts';
import type { CandleQuery } from '#market/market-view.ts';
import type { RollBy } from '#market/roll-schedule.ts';
import { createMarketCalendar, type MarketCalendar } from '#schedule/calendar/market-calendar.ts';
import { aggregateBars } from '#venue/port/bar-time.ts';
import type { Bar } from '#venue/port/market-data.ts';
import { createHistory } from '#venue/simulated/history.ts';

const NOW_MS = Date.UTC(2026, 10, 25, 9, 7, 21);
const EARLIER = 20;
const BY_DAYS: RollBy = { kind: 'days', days: 5 };

interface StageSeries {
  readonly months: readonly Contract[];
  candles(query: CandleQuery): Promise<readonly Bar[]>;
  read(query: {
    interval: BarInterval;
    by?: RollBy;
    adjustment?: Adjustment;
    beforeMs?: number;
    limit?: number;
    nowMs?: number;
  }): Promise<ContinuousPage>;
}

function referenceOf(commodityCode: string) {
  const found = REFERENCE_COMMODITIES.find(({ commodity }) => commodity.code === commodityCode);
  if (!found) throw new Error(`no ${commodityCode}`);
  return found;
}

/** The months of a commodity around NOW_MS, expired ones included, on any source of bars. */
function seriesOver(
  commodityCode: string,
  barsOf: (nowMs: number) => (query: CandleQuery) => readonly Bar[],
  calendar: MarketCalendar | null = null,
): StageSeries {
  const { commodity, listing } = referenceOf(commodityCode);
  const expired: Contract[] = [];
  for (let month = 2024 * 12 + 8; month < 2026 * 12 + 12; month += 1) {
    const expiry = { year: Math.floor(month / 12), month: (month % 12) + 1 };
    if (listing.months.includes(expiry.month)) expired.push(contractOf(commodity, listing, expiry));
  }
  const listed = listContracts(commodity, listing, '2026-11-25');
  const earlier = expired.filter(({ code }) => !listed.some((one) => one.code === code)).slice(-EARLIER);
  const months = [...earlier.filter(({ lastTradeDay }) => lastTradeDay < '2026-11-25'), ...listed];
  const marketAt = (nowMs: number) => {
    const venue = {
      keepsItsPast: true,
      marketTimeMs: () => nowMs,
      bars: async (query: CandleQuery) => barsOf(nowMs)(query),
    };
    const candles = createCandles({ pool: undefined as never, venue, calendarOf: () => calendar });
    return { candles, nowMs: () => nowMs, calendarOf: () => calendar };
  };
  return {
    months,
    candles: (query) => marketAt(NOW_MS).candles(query),
    read: ({ interval, by = BY_DAYS, adjustment = 'none', nowMs = NOW_MS, beforeMs = nowMs + 1, limit = 300 }) =>
      continuousCandles({ months, by, adjustment, interval, beforeMs, limit }, marketAt(nowMs)),
  };
}

const HISTORY = createHistory({ seed: 1, contracts: [], startMs: NOW_MS });
const CORN = seriesOver('ZCE', (nowMs) => (query) => HISTORY.bars(query, nowMs));

async function days(series: StageSeries, contractCode: string, limit = 900): Promise<readonly Bar[]> {
  return series.candles({ contractCode, interval: '1d', beforeMs: NOW_MS + 1, limit });
}

describe('the months of the simulated exchange joined', () => {
  test('unadjusted, every bar is its month’s own, and each month leads from one roll to the next', async () => {
    const { bars, rolls, front } = await CORN.read({ interval: '1d', limit: 700 });
    expect(front.code).toBe('ZCEH27');
    expect(rolls.map(({ from, to }) => `${from.code}-${to.code}`).slice(-3)).toEqual([
      'ZCEN26-ZCEU26',
      'ZCEU26-ZCEZ26',
      'ZCEZ26-ZCEH27',
    ]);
    const leading = (timeMs: number) => rolls.findLast(({ atMs }) => atMs <= timeMs)?.to ?? rolls[0]?.from;
    for (const { code } of [...rolls.map(({ from }) => from), front]) {
      const led = bars.filter(({ openMs }) => leading(openMs)?.code === code);
      const beforeMs = (led.at(-1)?.openMs ?? 0) + 1;
      expect(led.length).toBeGreaterThan(0);
      expect(led).toEqual(await CORN.candles({ contractCode: code, interval: '1d', beforeMs, limit: led.length }));
    }
  });

  test('rolls so many days before the first notice or the last trading day, whichever is earlier', async () => {
    const { rolls } = await CORN.read({ interval: '1d' });
    const last = rolls.at(-1);
    expect(last?.from).toMatchObject({ code: 'ZCEZ26', firstNotificationDate: '2026-11-30' });
    // The trade date of the 25th begins at 22:00 the evening before.
    expect(new Date(last?.atMs ?? 0).toISOString()).toBe('2026-11-24T22:00:00.000Z');
  });

  test.each(['1m', '15m', '1h', '4h', '1d', '1w', '1M'] as const)(
    'the sum of the parts, page for page: %s',
    async (interval) => {
      const whole = await CORN.read({ interval, adjustment: 'difference', limit: 90 });
      const pages: Bar[] = [];
      for (let beforeMs = NOW_MS + 1; pages.length < 90; ) {
        const { bars } = await CORN.read({ interval, adjustment: 'difference', beforeMs, limit: 17 });
        const [oldest] = bars;
        if (!oldest) break;
        pages.unshift(...bars);
        beforeMs = oldest.openMs;
      }
      expect(pages.slice(-whole.bars.length)).toEqual(whole.bars);
    },
  );

  test('a series of hours, days, weeks or months is the aggregate of its quarter hours', async () => {
    const quarters = await CORN.read({ interval: '15m', adjustment: 'ratio', limit: 9_000 });
    for (const interval of ['1h', '4h', '1d', '1w', '1M'] as const) {
      const { bars } = await CORN.read({ interval, adjustment: 'ratio', limit: 900 });
      // The oldest may have begun before the first quarter hour.
      const summed = aggregateBars(interval, quarters.bars).slice(1);
      const length = Math.min(bars.length, summed.length);
      expect(bars.slice(-length), interval).toEqual(summed.slice(-length));
    }
  });

  test('adjusted by difference, the series moves over a roll as the new month itself did', async () => {
    const { bars, rolls } = await CORN.read({ interval: '1d', adjustment: 'difference', limit: 700 });
    expect(rolls.length).toBeGreaterThan(8);
    for (const { atMs, to } of rolls) {
      const own = await days(CORN, to.code);
      const before = own.findLast(({ openMs }) => openMs < atMs);
      const joined = bars.findLast(({ openMs }) => openMs < atMs);
      const shift = shiftOf(rolls, atMs);
      expect(joined?.openMs).toBe(before?.openMs);
      expect(joined?.closeTicks).toBe((before?.closeTicks ?? 0) + shift);
    }
  });

  test('what the front month has traded is never adjusted, and older days by the rolls after them alone', async () => {
    const plain = await CORN.read({ interval: '1d', limit: 700 });
    const difference = await CORN.read({ interval: '1d', adjustment: 'difference', limit: 700 });
    const ratio = await CORN.read({ interval: '1d', adjustment: 'ratio', limit: 700 });
    const { rolls } = plain;
    for (const [index, bar] of plain.bars.entries()) {
      const after = rolls.filter(({ atMs }) => atMs > bar.openMs);
      const product = (side: 'from' | 'to') => after.reduce((all, { closes }) => all * BigInt(closes?.[side] ?? 0), 1n);
      expect(difference.bars[index]?.highTicks).toBe(bar.highTicks + shiftOf(rolls, bar.openMs));
      expect(ratio.bars[index]?.highTicks).toBe(
        Number(divideHalfEven(BigInt(bar.highTicks) * product('to'), product('from'))),
      );
      if (after.length === 0) expect(ratio.bars[index]).toEqual(bar);
    }
  });

  test('before a roll the series is what it was, but for the adjustment, and it knew nothing of what came', async () => {
    const earlierMs = NOW_MS - 200 * DAY_MS;
    for (const by of [BY_DAYS, { kind: 'volume' }] as const) {
      const then = await CORN.read({ interval: '1d', by, nowMs: earlierMs, limit: 300 });
      const now = await CORN.read({ interval: '1d', by, limit: 900 });
      const known = now.bars.filter(({ openMs }) => openMs <= (then.bars.at(-1)?.openMs ?? 0)).slice(-300);
      expect(known.slice(0, -1)).toEqual(then.bars.slice(0, -1));
    }
  });

  test('begins where the exchange’s past does, and says so with its oldest page', async () => {
    const { bars, begins, rolls } = await CORN.read({ interval: '1d', limit: 1_000 });
    expect(bars.length).toBeLessThan(1_000);
    expect(begins).toEqual({ contractCode: rolls[0]?.from.code, reason: 'NO_OLDER_BARS' });
    expect(NOW_MS - (bars[0]?.openMs ?? 0)).toBeGreaterThan(700 * DAY_MS);
  });
});

describe('with an exchange’s own trade dates', () => {
  const { commodity } = referenceOf('ZCE');
  const calendar = calendarOf(commodity);
  const dates = calendar ? createMarketCalendar([calendar]) : null;
  const history = createHistory({ seed: 1, contracts: [], startMs: NOW_MS, marketHours: 'real' });
  const corn = seriesOver('ZCE', (nowMs) => (query) => history.bars(query, nowMs), dates);

  test('a month leads from the first session of a trade date, and no bar has trades of two months', async () => {
    const quarters = await corn.read({ interval: '15m', limit: 6_000 });
    const [roll] = quarters.rolls;
    const firstMs = quarters.bars.find(({ openMs }) => openMs >= (roll?.atMs ?? 0))?.openMs ?? 0;
    expect(dates?.dayAt(firstMs).sessions[0]?.opensMs).toBe(firstMs);
    for (const interval of ['1h', '4h'] as const) {
      const { bars } = await corn.read({ interval, limit: 200 });
      expect(bars, interval).toEqual(aggregateBars(interval, quarters.bars).slice(-bars.length));
    }
  });

  test('weeks and months are sums of days', async () => {
    const { bars } = await corn.read({ interval: '1d', adjustment: 'difference', limit: 120 });
    const months = await corn.read({ interval: '1M', adjustment: 'difference', limit: 3 });
    const lots = (from: number) =>
      bars.filter(({ openMs }) => openMs >= from).reduce((sum, bar) => sum + bar.volumeLots, 0);
    expect(months.bars).toHaveLength(3);
    expect(months.bars.reduce((sum, bar) => sum + bar.volumeLots, 0)).toBe(lots(months.bars[0]?.openMs ?? 0));
  });
});

/** A market of three months, drawn day by day: what is absent was not traded. */
interface Drawn {
  readonly volume: (contractCode: string, day: number) => number;
  readonly price?: (contractCode: string, day: number) => number;
}

function drawn({ volume, price = () => 100 }: Drawn): StageSeries {
  return seriesOver('ZCE', (nowMs) => ({ contractCode, interval, beforeMs, limit }) => {
    const minutes: Bar[] = [];
    const today = Math.floor((nowMs + 2 * 3_600_000) / DAY_MS);
    for (let day = today - 500; day <= today; day += 1) {
      const volumeLots = volume(contractCode, day);
      const openMs = day * DAY_MS - 2 * 3_600_000 + 600 * MINUTE_MS;
      const ticks = price(contractCode, day);
      if (volumeLots > 0 && openMs <= nowMs)
        minutes.push({ openMs, openTicks: ticks, highTicks: ticks, lowTicks: ticks, closeTicks: ticks, volumeLots });
    }
    return aggregateBars(interval, minutes)
      .filter(({ openMs }) => openMs < beforeMs)
      .slice(-limit);
  });
}

const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;

describe('by volume', () => {
  const migrates = (turnsOn: string) =>
    drawn({
      volume: (code, day) => (code === 'ZCEZ26' ? 100 : code === 'ZCEH27' ? (day >= dayOf(turnsOn) ? 101 : 99) : 1),
    });

  test('a month leads from the trade date after the first finished one on which it was traded more', async () => {
    const { rolls, front } = await migrates('2026-11-17').read({ interval: '1d', by: { kind: 'volume' } });
    expect(front.code).toBe('ZCEH27');
    expect(new Date(rolls.at(-1)?.atMs ?? 0).toISOString()).toBe('2026-11-17T22:00:00.000Z');
  });

  test('the day that runs decides nothing', async () => {
    const by = { kind: 'volume' } as const;
    const today = await migrates('2026-11-25').read({ interval: '1d', by });
    expect(today.front.code).toBe('ZCEZ26');
    expect(today.frontUntilMs).toBe(Date.UTC(2026, 10, 25, 22));
    const tomorrow = await migrates('2026-11-25').read({ interval: '1d', by, nowMs: Date.UTC(2026, 10, 25, 22) });
    expect(tomorrow.front.code).toBe('ZCEH27');
  });

  test('equal volumes do not roll, and at the latest the end of its last trading day does', async () => {
    const even = drawn({ volume: (code) => (code === 'ZCEZ26' || code === 'ZCEH27' ? 100 : 1) });
    const { rolls } = await even.read({ interval: '1d', by: { kind: 'volume' }, nowMs: Date.UTC(2027, 0, 8) });
    const last = rolls.at(-1);
    expect(last?.from).toMatchObject({ code: 'ZCEZ26', lastTradeDay: '2026-12-14' });
    expect(new Date(last?.atMs ?? 0).toISOString()).toBe('2026-12-14T22:00:00.000Z');
  });
});

describe('nothing is invented', () => {
  test('a series ends at a month without bars', async () => {
    const { bars, begins } = await drawn({ volume: (code) => (code === 'ZCEU26' ? 0 : 10) }).read({ interval: '1d' });
    expect(begins).toEqual({ contractCode: 'ZCEZ26', reason: 'NO_OLDER_BARS' });
    expect(bars.length).toBeGreaterThan(50);
  });

  test('adjusted, it ends where two months were never traded on one day', async () => {
    const apart = drawn({ volume: (code, day) => (code === 'ZCEH27' ? (day >= dayOf('2026-11-25') ? 5 : 0) : 5) });
    const { begins } = await apart.read({ interval: '1d', adjustment: 'difference' });
    expect(begins).toEqual({ contractCode: 'ZCEH27', reason: 'NO_COMMON_DAY' });
    expect((await apart.read({ interval: '1d' })).bars.length).toBeGreaterThan(50);
  });

  test('a ratio needs prices above zero, a difference does not', async () => {
    const below = drawn({ volume: () => 5, price: (code) => (code === 'ZCEZ26' ? -20 : 30) });
    expect((await below.read({ interval: '1d', adjustment: 'ratio' })).begins).toMatchObject({ reason: 'NO_RATIO' });
    const { bars } = await below.read({ interval: '1d', adjustment: 'difference' });
    expect(new Set(bars.map(({ closeTicks }) => closeTicks))).toEqual(new Set([30]));
  });

  test('drawn markets: the series joins without a jump whatever was traded', async () => {
    const random = seededRandom(7);
    for (let round = 0; round < 5; round += 1) {
      const seed = random.below(1_000);
      const mixed = (code: string, day: number) => ((day * 31 + code.charCodeAt(3) * 17 + seed) % 97) + 1;
      const market = drawn({ volume: mixed, price: (code, day) => 200 + mixed(code, day) });
      for (const by of [BY_DAYS, { kind: 'volume' }] as const) {
        const { bars, rolls } = await market.read({ interval: '1d', by, adjustment: 'difference', limit: 400 });
        for (const { atMs, to } of rolls) {
          const before = bars.findLast(({ openMs }) => openMs < atMs);
          const day = Math.floor(((before?.openMs ?? 0) + 2 * 3_600_000) / DAY_MS);
          expect(before?.closeTicks).toBe(200 + mixed(to.code, day) + shiftOf(rolls, atMs));
        }
      }
    }
  });
});

/** What the rolls after an instant add to a price before them. */
function shiftOf(rolls: readonly Roll[], timeMs: number): number {
  return rolls
    .filter(({ atMs }) => atMs > timeMs)
    .reduce((sum, { closes }) => sum + (closes?.to ?? 0) - (closes?.from ?? 0), 0);
}
