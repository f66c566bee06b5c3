/** MARKET_HOURS=real at the simulated exchange: nothing is quoted, traded or drawn while a market is closed. */
import { calendarOf, dailyLimits, listContracts, REFERENCE_COMMODITIES } from '@mua/core/engine';
import type { VenueOrder } from '@mua/core/exchange';
import { MINUTE_MS } from '@mua/core/values';
import { describe, expect, test } from 'vitest';
import { createMarketCalendar } from '#schedule/calendar/market-calendar.ts';
import type { QuotedLevel, SessionUpdate, Trade } from '#venue/port/market-data.ts';
import { createHistory } from '#venue/simulated/history.ts';
import { SessionClock } from '#venue/simulated/model/session-clock.ts';
import { createSimulatedMarket } from '#venue/simulated/simulated-market.ts';
import type { ListedContract, Market, MarketOutput } from '#venue/thread/market.ts';

const HOUR_MS = 3_600_000;
const DATE = '2026-11-24';
/** 20:50 in Vietnam: corn is paused, crude trades. */
const BREAK_MS = Date.UTC(2026, 10, 24, 13, 50);
const OPENS_MS = Date.UTC(2026, 10, 24, 14, 30);

function listed(codes: readonly string[], change: Partial<ListedContract> = {}): ListedContract[] {
  return REFERENCE_COMMODITIES.filter(({ commodity }) => codes.includes(commodity.code)).flatMap(
    ({ commodity, listing }) =>
      listContracts(commodity, listing, DATE, 2).map((contract) => ({ contract, commodity, ...change })),
  );
}

function calendarOfCorn() {
  const corn = REFERENCE_COMMODITIES.find(({ commodity }) => commodity.code === 'ZCE');
  const calendar = corn && calendarOf(corn.commodity);
  if (!calendar) throw new Error('corn has no calendar');
  return createMarketCalendar([calendar]);
}

function openMarket(contracts: readonly ListedContract[], startMs = BREAK_MS): Market {
  return createSimulatedMarket({ seed: 1, epoch: 'sim', startMs, marketHours: 'real', contracts });
}

/** The newest values of one contract. */
function reader(contractCode: string) {
  const seen = {
    bids: [] as readonly QuotedLevel[],
    trades: [] as Trade[],
    session: undefined as SessionUpdate | undefined,
  };
  return {
    seen,
    take({ updates }: MarketOutput): void {
      for (const update of updates) {
        if (update.contractCode !== contractCode) continue;
        seen.bids = update.bids ?? seen.bids;
        seen.session = update.session ?? seen.session;
        seen.trades.push(...(update.trades ?? []));
      }
    },
  };
}

function order(change: Partial<VenueOrder>): VenueOrder {
  return {
    orderId: 'o-1',
    contractCode: 'ZCEH27',
    ownerId: 'an',
    side: 'BUY',
    orderType: 'LIMIT',
    duration: 'GTC',
    quantityLots: 2,
    limitPriceTicks: 1,
    ...change,
  };
}

describe('the market in its sessions', () => {
  test('a paused contract shows an old price, no quotes and no trades; it opens with its makers', () => {
    const market = openMarket(listed(['ZCE'], { session: 'PAUSED', opensAtMs: OPENS_MS }));
    const { seen, take } = reader('ZCEH27');
    take(market.step(BREAK_MS));
    expect(seen.session).toEqual({ state: 'PAUSED', opensAtMs: OPENS_MS });
    expect(seen.bids).toEqual([]);
    expect(seen.trades.every(({ timeMs }) => timeMs < BREAK_MS)).toBe(true);
    const reported = seen.trades.length;
    for (let ms = 100; ms <= 60_000; ms += 100) take(market.step(BREAK_MS + ms));
    expect(seen.trades).toHaveLength(reported);
    const refused = market.handle([{ kind: 'submit', order: order({}) }], BREAK_MS + 60_000);
    expect(refused.reports).toMatchObject([{ kind: 'rejected', reason: 'MarketClosed' }]);
    const change = { contractCodes: ['ZCEZ26', 'ZCEH27'], state: 'OPEN', opensAtMs: null } as const;
    take(market.setSession({ ...change, atMs: OPENS_MS }, OPENS_MS));
    take(market.step(OPENS_MS));
    expect(seen.bids).toHaveLength(10);
  });

  test('an investor’s order rests over a break; the makers’ quotes do not', () => {
    const market = openMarket(listed(['ZCE'], { session: 'OPEN' }), OPENS_MS);
    const { seen, take } = reader('ZCEH27');
    take(market.step(OPENS_MS));
    const limitPriceTicks = (seen.bids[0]?.priceTicks ?? 0) - 60;
    take(market.handle([{ kind: 'submit', order: order({ limitPriceTicks }) }], OPENS_MS));
    const codes = ['ZCEZ26', 'ZCEH27'];
    const closesMs = OPENS_MS + 1_000;
    take(market.setSession({ contractCodes: codes, state: 'CLOSED', opensAtMs: null, atMs: closesMs }, closesMs));
    expect(seen.bids).toEqual([{ priceTicks: limitPriceTicks, lots: 2 }]);
    // A night later: time jumps, a date ends, and the order is still there.
    const laterMs = OPENS_MS + 18 * HOUR_MS;
    take(
      market.endTradeDate(
        { endedDate: DATE, nextDate: '2026-11-25', contractCodes: codes, atMs: closesMs, settlements: new Map() },
        laterMs,
      ),
    );
    take(market.setSession({ contractCodes: codes, state: 'OPEN', opensAtMs: null, atMs: laterMs }, laterMs));
    take(market.step(laterMs));
    expect(seen.bids).toHaveLength(10);
    const cancelled = market.handle([{ kind: 'cancel', orderId: 'o-1', contractCode: 'ZCEH27' }], laterMs);
    expect(cancelled.reports).toMatchObject([{ kind: 'cancelled' }]);
  });

  test('a halt is the exchange’s own: it is published as such, and no opening lifts it', () => {
    const market = openMarket(listed(['CLE'], { session: 'OPEN' }));
    const { seen, take } = reader('CLEF27');
    take(market.step(BREAK_MS));
    take(market.setHalt('CLEF27', true, BREAK_MS));
    expect(seen.session).toEqual({ state: 'PAUSED', opensAtMs: null, unscheduled: { isHalt: true } });
    expect(seen.bids).toEqual([]);
    const open = { contractCodes: ['CLEF27'], state: 'OPEN', opensAtMs: null, atMs: BREAK_MS } as const;
    take(market.setSession(open, BREAK_MS));
    expect(seen.bids).toEqual([]);
    take(market.setHalt('CLEF27', false, BREAK_MS));
    expect(seen.session).toEqual({ state: 'OPEN', opensAtMs: null, unscheduled: { isHalt: false } });
    expect(seen.bids).toHaveLength(10);
  });
});

describe('delivery months', () => {
  test('a new one is listed while running, and the next becomes the front month when one ends', () => {
    const [front, second] = listed(['CLE'], { session: 'OPEN' });
    if (!front || !second) throw new Error('crude lists two months');
    const market = openMarket([front]);
    const { seen, take } = reader(second.contract.code);
    take(market.step(BREAK_MS));
    take(market.list([second], BREAK_MS));
    expect(seen.bids).toHaveLength(10);
    take(market.list([second], BREAK_MS));
    for (let ms = 100; ms <= 20_000; ms += 100) market.step(BREAK_MS + ms);
    const end = {
      endedDate: front.contract.lastTradeDay,
      nextDate: '2027-01-04',
      settlements: new Map<string, number>(),
    };
    const endMs = BREAK_MS + 20_000;
    take(market.endTradeDate({ ...end, contractCodes: [front.contract.code], atMs: endMs }, endMs));
    seen.trades.length = 0;
    for (let ms = 100; ms <= 60_000; ms += 100) take(market.step(endMs + ms));
    // The front month trades five times a second, the others once: it now prints between whole seconds.
    expect(new Set(seen.trades.map(({ timeMs }) => timeMs % 1_000)).size).toBeGreaterThan(1);
  });
});

describe('daily limits', () => {
  test('the exchange accepts no price beyond them, and its makers quote within', () => {
    const [entry] = listed(['ZCE'], { session: 'OPEN' });
    if (!entry) throw new Error('no corn');
    const first = openMarket([entry], OPENS_MS).step(OPENS_MS).updates[0];
    const fair = first?.bids?.[0]?.priceTicks ?? 0;
    // Settled so high that today's price is just above the limit down.
    const settlementTicks = fair + 196;
    const limits = dailyLimits(entry.commodity, settlementTicks, OPENS_MS);
    const market = openMarket([{ ...entry, settlementTicks }], OPENS_MS);
    const { seen, take } = reader(entry.contract.code);
    take(market.step(OPENS_MS));
    expect(limits).toEqual({ lowestTicks: settlementTicks - 200, highestTicks: settlementTicks + 200 });
    expect(seen.bids.length).toBeLessThan(10);
    for (const { priceTicks } of seen.bids) expect(priceTicks).toBeGreaterThanOrEqual(limits?.lowestTicks ?? 0);
    const contractCode = entry.contract.code;
    const below = order({ contractCode, limitPriceTicks: (limits?.lowestTicks ?? 0) - 1 });
    const at = order({ contractCode, orderId: 'o-2', limitPriceTicks: limits?.lowestTicks ?? 0 });
    const { reports } = market.handle(
      [
        { kind: 'submit', order: below },
        { kind: 'submit', order: at },
      ],
      OPENS_MS,
    );
    expect(reports).toMatchObject([
      { orderId: 'o-1', kind: 'rejected', reason: 'OutsideDailyLimit' },
      { orderId: 'o-2', kind: 'accepted' },
    ]);
    // The next date's limits lie above it: only the investor's own order is reported.
    const next = { endedDate: DATE, nextDate: '2026-11-25', contractCodes: [contractCode], atMs: OPENS_MS };
    const ended = market.endTradeDate({ ...next, settlements: new Map([[contractCode, fair - 300]]) }, OPENS_MS);
    expect(ended.reports).toMatchObject([{ orderId: 'o-2', kind: 'rejected', reason: 'OutsideDailyLimit' }]);
  });
});

describe('history', () => {
  const startMs = Date.UTC(2026, 10, 30, 12);
  const contracts = listed(['ZCE', 'CLE']);
  const history = createHistory({ seed: 1, contracts, startMs, marketHours: 'real' });

  test('every minute bar of a fortnight with a holiday lies in a session', () => {
    const calendar = calendarOfCorn();
    const bars = history.bars({ contractCode: 'ZCEH27', interval: '1m', beforeMs: startMs, limit: 8_000 }, startMs);
    expect(bars.length).toBe(8_000);
    for (const { openMs } of bars) expect(calendar.sessionAt(openMs).state).toBe('OPEN');
    const days = new Set(bars.map(({ openMs }) => calendar.dayAt(openMs).day));
    expect(days.size).toBeGreaterThanOrEqual(9);
  });

  test('a longer bar is still the sum of its minutes', () => {
    const query = { contractCode: 'ZCEH27', beforeMs: startMs } as const;
    const minutes = history.bars({ ...query, interval: '1m', limit: 3_000 }, startMs);
    const days = history.bars({ ...query, interval: '1d', limit: 3 }, startMs);
    for (const day of days.slice(1)) {
      const of = minutes.filter(({ openMs }) => openMs >= day.openMs && openMs < day.openMs + 24 * HOUR_MS);
      expect(day).toEqual({
        openMs: day.openMs,
        openTicks: of[0]?.openTicks,
        highTicks: Math.max(...of.map(({ highTicks }) => highTicks)),
        lowTicks: Math.min(...of.map(({ lowTicks }) => lowTicks)),
        closeTicks: of.at(-1)?.closeTicks,
        volumeLots: of.reduce((sum, { volumeLots }) => sum + volumeLots, 0),
      });
    }
  });

  test('the clock continues slowly through closed hours, without volume', () => {
    const calendar = calendarOfCorn();
    const clock = new SessionClock(1, 'grain', 'west', calendar);
    const day = calendar.dayAt(OPENS_MS);
    let closed = 0;
    for (let timeMs = day.beginsMs; timeMs < day.endsMs; timeMs += 5 * MINUTE_MS) {
      const nextMs = timeMs + 5 * MINUTE_MS;
      expect(clock.at(nextMs)).toBeGreaterThan(clock.at(timeMs));
      if (calendar.sessionAt(timeMs).state === 'OPEN') continue;
      closed += clock.at(nextMs) - clock.at(timeMs);
      expect(clock.tradedAt(nextMs)).toBe(clock.tradedAt(timeMs));
    }
    expect(closed).toBeGreaterThan(0.05);
    expect(closed).toBeLessThan(0.12);
    const next = calendar.dayAt(day.endsMs);
    expect(clock.at(next.endsMs) - clock.at(day.endsMs)).toBeCloseTo(1, 9);
    // Thanksgiving is not counted.
    const wednesday = calendar.dayAt(Date.UTC(2026, 10, 25, 16));
    expect(clock.at(Date.UTC(2026, 10, 27, 18, 5)) - clock.at(wednesday.endsMs)).toBeCloseTo(1, 9);
  });
});
