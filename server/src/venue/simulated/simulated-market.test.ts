import { listContracts, REFERENCE_COMMODITIES } from '@mua/core/engine';
import type { VenueOrder } from '@mua/core/exchange';
import { describe, expect, test } from 'vitest';
import type { ContractUpdate, DayFigures, QuotedLevel, Trade } from '#venue/port/market-data.ts';
import { createMarketModel } from '#venue/simulated/model/market-model.ts';
import { createSimulatedMarket } from '#venue/simulated/simulated-market.ts';
import type { ListedContract, Market, MarketOutput } from '#venue/thread/market.ts';

const START_MS = Date.UTC(2026, 10, 20, 13, 0, 0, 40);
const DATE = '2026-11-20';

function listed(codes: readonly string[], months = 2): ListedContract[] {
  return REFERENCE_COMMODITIES.filter(({ commodity }) => codes.includes(commodity.code)).flatMap(
    ({ commodity, listing }) =>
      listContracts(commodity, listing, DATE, months).map((contract) => ({ contract, commodity })),
  );
}

function open(codes: readonly string[], options: { seed?: number; startMs?: number; months?: number } = {}): Market {
  const { seed = 1, startMs = START_MS, months } = options;
  return createSimulatedMarket({
    seed,
    epoch: 'sim',
    startMs,
    marketHours: 'always',
    contracts: listed(codes, months),
  });
}

/** What a reader of the updates knows of one contract. */
interface Seen {
  bids: readonly QuotedLevel[];
  asks: readonly QuotedLevel[];
  trades: Trade[];
  day: DayFigures | undefined;
  times: number[];
  state: string | undefined;
}

function reader() {
  const seen = new Map<string, Seen>();
  function take({ updates }: { readonly updates: readonly ContractUpdate[] }): void {
    for (const { contractCode, timeMs, bids, asks, trades = [], day, session } of updates) {
      const known = seen.get(contractCode);
      const at = known ?? { bids: [], asks: [], trades: [], day: undefined, times: [], state: undefined };
      seen.set(contractCode, at);
      at.bids = bids ?? at.bids;
      at.asks = asks ?? at.asks;
      at.day = day ?? at.day;
      at.state = session?.state ?? at.state;
      at.trades.push(...trades);
      at.times.push(timeMs);
    }
  }
  const of = (code: string): Seen => {
    const found = seen.get(code);
    if (!found) throw new Error(`nothing was told of ${code}`);
    return found;
  };
  return { take, of, all: () => [...seen.keys()] };
}

/** Within the daily limit, and far from trading. */
function farBelow({ day }: Seen): number {
  return Math.round((day?.settlementTicks ?? 0) * 0.93);
}

function run(market: Market, fromMs: number, seconds: number, take: (output: MarketOutput) => void): void {
  for (let ms = 100; ms <= seconds * 1000; ms += 100) take(market.step(fromMs + ms));
}

function order(change: Partial<VenueOrder> & Pick<VenueOrder, 'orderId'>): VenueOrder {
  return {
    contractCode: 'CLEF27',
    ownerId: 'investor-1',
    side: 'BUY',
    orderType: 'MARKET',
    duration: 'DAY',
    quantityLots: 2,
    ...change,
  };
}

describe('the simulated market', () => {
  test('opens with two full sides, a last price, day figures and an open session for every contract', () => {
    const market = open(['CLE', 'ZRE', 'LTIZ', 'XC', 'CP2CO']);
    const { take, of, all } = reader();
    take(market.step(START_MS));
    const contracts = all().filter((code) => !code.includes('-'));
    expect(contracts).toHaveLength(10);
    for (const code of contracts) {
      const { bids, asks, trades, day, state } = of(code);
      expect(bids).toHaveLength(10);
      expect(asks).toHaveLength(10);
      expect(bids[0]?.priceTicks).toBeLessThan(asks[0]?.priceTicks ?? 0);
      expect(trades.length, code).toBeGreaterThan(0);
      expect(day?.settlementTicks).toBeGreaterThan(0);
      expect(state).toBe('OPEN');
      const last = trades.at(-1)?.priceTicks ?? 0;
      if (day?.highTicks !== null) expect(last).toBeLessThanOrEqual(day?.highTicks ?? 0);
    }
  });

  test('never shows a crossed book or a print outside the day’s range, and time goes forward', () => {
    const market = open(['ZCE', 'CLE', 'RBE']);
    const { take, of, all } = reader();
    take(market.step(START_MS));
    run(market, START_MS, 60, (output) => {
      take(output);
      for (const code of all()) {
        const { bids, asks } = of(code);
        expect(bids[0]?.priceTicks).toBeLessThan(asks[0]?.priceTicks ?? 0);
      }
    });
    for (const code of all()) {
      const { trades, day, times } = of(code);
      for (const { priceTicks } of trades) {
        expect(priceTicks).toBeLessThanOrEqual(day?.highTicks ?? 0);
        expect(priceTicks).toBeGreaterThanOrEqual(day?.lowTicks ?? 0);
      }
      expect(trades.map(({ timeMs }) => timeMs)).toEqual(trades.map(({ timeMs }) => timeMs).sort((a, b) => a - b));
      expect(new Set(trades.map(({ tradeId }) => tradeId)).size).toBe(trades.length);
      const gaps = times.slice(1).map((timeMs, i) => timeMs - (times[i] ?? 0));
      expect(Math.max(...gaps), code).toBeLessThanOrEqual(5_000);
    }
  });

  test('is the same for the same seed and times, and different for another seed', () => {
    const play = (seed: number): unknown => {
      const market = open(['CLE', 'ZSE'], { seed });
      const outputs = [market.step(START_MS)];
      run(market, START_MS, 10, (output) => outputs.push(output));
      return outputs;
    };
    expect(play(4)).toEqual(play(4));
    expect(play(5)).not.toEqual(play(4));
  });

  test('does not depend on how often it is stepped', () => {
    const often = reader();
    const seldom = reader();
    const a = open(['CLE']);
    const b = open(['CLE']);
    often.take(a.step(START_MS));
    seldom.take(b.step(START_MS));
    run(a, START_MS, 30, often.take);
    seldom.take(b.step(START_MS + 30_000));
    expect(seldom.of('CLEF27').trades).toEqual(often.of('CLEF27').trades);
    expect(seldom.of('CLEF27').bids).toEqual(often.of('CLEF27').bids);
  });

  test('continues after a restart at the market’s price, within the spread and four one-minute sigmas', () => {
    const lived = reader();
    const market = open(['CLE', 'KCE', 'ZCE'], { months: 1 });
    lived.take(market.step(START_MS));
    run(market, START_MS, 90, lived.take);
    const again = reader();
    again.take(open(['CLE', 'KCE', 'ZCE'], { months: 1, startMs: START_MS + 90_000 }).step(START_MS + 90_000));
    const middle = ({ bids, asks }: Seen): number => ((bids[0]?.priceTicks ?? 0) + (asks[0]?.priceTicks ?? 0)) / 2;
    for (const { contract, commodity } of listed(['CLE', 'KCE', 'ZCE'], 1)) {
      const sigma = createMarketModel(1).contract(contract, commodity).minuteSigmaTicks;
      const distance = Math.abs(middle(lived.of(contract.code)) - middle(again.of(contract.code)));
      expect(distance, contract.code).toBeLessThanOrEqual(2 + 0.5 * sigma);
    }
  });

  test('trades about as much as its history says', () => {
    const { take, of } = reader();
    const market = open(['CLE'], { months: 1 });
    take(market.step(START_MS));
    const code = 'CLEZ26';
    const before = of(code).day?.volumeLots ?? 0;
    run(market, START_MS, 900, take);
    const traded = (of(code).day?.volumeLots ?? 0) - before;
    const [entry] = listed(['CLE'], 1);
    if (!entry) throw new Error('no crude');
    const model = createMarketModel(1).contract(entry.contract, entry.commodity);
    const expected = model.lotsUntil(START_MS + 900_000) - model.lotsUntil(START_MS);
    expect(traded / expected).toBeGreaterThan(0.75);
    expect(traded / expected).toBeLessThan(1.25);
  });
});

describe('an investor in the simulated market', () => {
  test('a market order fills against the makers and is reported to the investor only', () => {
    const market = open(['CLE']);
    market.step(START_MS);
    const { reports } = market.handle([{ kind: 'submit', order: order({ orderId: 'o-1' }) }], START_MS + 50);
    expect(reports.map(({ kind }) => kind)).toEqual(['accepted', 'filled']);
    expect(new Set(reports.map(({ orderId }) => orderId))).toEqual(new Set(['o-1']));
    expect(reports[0]?.execId.startsWith('sim-')).toBe(true);
  });

  test('its trade is on the tape, and its pressure moves the price', () => {
    const touch = (lots: number): number => {
      const { take, of } = reader();
      const market = open(['ZRE'], { months: 1 });
      take(market.step(START_MS));
      if (lots > 0) {
        const sweep = order({ orderId: 'o-1', contractCode: 'ZREF27', quantityLots: lots });
        take(market.handle([{ kind: 'submit', order: sweep }], START_MS + 50));
        expect(of('ZREF27').trades.at(-1)?.aggressor).toBe('BUY');
      }
      run(market, START_MS + 50, 20, take);
      return of('ZREF27').bids[0]?.priceTicks ?? 0;
    };
    expect(touch(40)).toBeGreaterThan(touch(0));
  });

  test('a limit order rests, appears in the depth, and can be modified and cancelled', () => {
    const { take, of } = reader();
    const market = open(['CLE']);
    take(market.step(START_MS));
    const before = of('CLEF27').bids[5];
    const limit = { orderType: 'LIMIT', limitPriceTicks: before?.priceTicks ?? 0, quantityLots: 77 } as const;
    const placed = market.handle([{ kind: 'submit', order: order({ orderId: 'o-1', ...limit }) }], START_MS + 10);
    take(placed);
    expect(placed.reports.map(({ kind }) => kind)).toEqual(['accepted']);
    expect(of('CLEF27').bids[5]?.lots).toBe((before?.lots ?? 0) + 77);
    const name = { orderId: 'o-1', contractCode: 'CLEF27' };
    const modify = { kind: 'modify', ...name, quantityLots: 50, duration: 'GTC' } as const;
    const changed = market.handle([modify, { kind: 'cancel', ...name }], START_MS + 20);
    expect(changed.reports.map(({ kind }) => kind)).toEqual(['modified', 'cancelled']);
  });

  test('an order whose price the market passes is filled, at its limit or better', () => {
    const { take, of } = reader();
    const market = open(['RBE'], { months: 1 });
    take(market.step(START_MS));
    const code = 'RBEZ26';
    const limitPriceTicks = (of(code).bids[0]?.priceTicks ?? 0) - 3;
    const resting = order({ orderId: 'o-1', contractCode: code, orderType: 'LIMIT', limitPriceTicks, duration: 'GTC' });
    const reports = [...market.handle([{ kind: 'submit', order: resting }], START_MS).reports];
    run(market, START_MS, 110, (output) => {
      reports.push(...output.reports);
      take(output);
    });
    const lowest = Math.min(
      ...of(code)
        .trades.filter(({ timeMs }) => timeMs > START_MS)
        .map((t) => t.priceTicks),
    );
    expect(lowest).toBeLessThan(limitPriceTicks);
    const fills = reports.flatMap((report) => (report.kind === 'filled' ? [report] : []));
    expect(fills.reduce((sum, { lots }) => sum + lots, 0)).toBe(2);
    for (const { priceTicks } of fills) expect(priceTicks).toBeLessThanOrEqual(limitPriceTicks);
  });

  test('an order in an unlisted contract is refused', () => {
    const market = open(['CLE']);
    market.step(START_MS);
    const stray = order({ orderId: 'o-1', contractCode: 'GCEZ13' });
    expect(market.handle([{ kind: 'submit', order: stray }], START_MS).reports).toMatchObject([
      { kind: 'rejected', orderId: 'o-1', reason: 'UnknownContract' },
    ]);
  });
});

describe('the end of a trade date', () => {
  const END = {
    endedDate: DATE,
    nextDate: '2026-11-21',
    contractCodes: ['CLEZ26', 'CLEF27'],
    atMs: START_MS + 100,
    settlements: new Map<string, number>(),
  };

  test('day orders expire, others stay; the day begins anew at the broker’s settlement price', () => {
    const { take, of } = reader();
    const market = open(['CLE']);
    take(market.step(START_MS));
    const far = { orderType: 'LIMIT', limitPriceTicks: farBelow(of('CLEF27')) } as const;
    market.handle(
      [
        { kind: 'submit', order: order({ orderId: 'day', ...far }) },
        { kind: 'submit', order: order({ orderId: 'gtc', ...far, duration: 'GTC' }) },
        { kind: 'submit', order: order({ orderId: 'gtd', ...far, duration: 'GTD', expirationDate: DATE }) },
      ],
      START_MS + 10,
    );
    const settlementTicks = (of('CLEF27').trades.at(-1)?.priceTicks ?? 0) + 3;
    const ended = market.endTradeDate({ ...END, settlements: new Map([['CLEF27', settlementTicks]]) }, START_MS + 100);
    take(ended);
    const expired = ended.reports.filter(({ contractCode }) => contractCode === 'CLEF27');
    expect(expired).toMatchObject([
      { kind: 'expired', orderId: 'day', reason: 'DayEnded' },
      { kind: 'expired', orderId: 'gtd', reason: 'DateReached' },
    ]);
    expect(of('CLEF27').day).toEqual({
      openTicks: null,
      highTicks: null,
      lowTicks: null,
      settlementTicks,
      volumeLots: 0,
      openInterestLots: expect.any(Number),
    });
    expect(of('CLEF27').bids).toHaveLength(10);
    run(market, START_MS + 100, 120, take);
    expect(of('CLEF27').day?.openTicks).not.toBeNull();
  });

  test('a contract closes after its last day, and its orders end', () => {
    const { take, of } = reader();
    const market = open(['CLE']);
    take(market.step(START_MS));
    // December crude ends on this date.
    const code = 'CLEZ26';
    const limitPriceTicks = farBelow(of(code));
    const resting = order({ orderId: 'o-1', contractCode: code, orderType: 'LIMIT', limitPriceTicks });
    market.handle([{ kind: 'submit', order: { ...resting, duration: 'GTC' } }], START_MS);
    const ended = market.endTradeDate(END, START_MS + 100);
    take(ended);
    expect(ended.reports).toMatchObject([{ kind: 'expired', orderId: 'o-1', reason: 'ContractEnded' }]);
    expect(of(code).state).toBe('CLOSED');
    const late = market.handle(
      [{ kind: 'submit', order: order({ orderId: 'o-2', contractCode: code }) }],
      START_MS + 200,
    );
    expect(late.reports).toMatchObject([{ kind: 'rejected' }]);
  });
});

describe('a time jump', () => {
  test('skips what is between: the market is at the new price and history fills the gap', () => {
    const { take, of } = reader();
    const market = open(['CLE']);
    take(market.step(START_MS));
    expect(market.tapeFromMs()).toBe(START_MS);
    const laterMs = START_MS + 6 * 3_600_000;
    take(market.step(laterMs));
    expect(laterMs - market.tapeFromMs()).toBeLessThan(100);
    const [, entry] = listed(['CLE']);
    if (!entry) throw new Error('no crude');
    const model = createMarketModel(1).contract(entry.contract, entry.commodity);
    const { bids, asks, day } = of('CLEF27');
    expect(bids[0]?.priceTicks).toBeLessThan(asks[0]?.priceTicks ?? 0);
    const middle = ((bids[0]?.priceTicks ?? 0) + (asks[0]?.priceTicks ?? 0)) / 2;
    expect(Math.abs(middle - model.fairTicks(laterMs))).toBeLessThan(2 + 4 * model.minuteSigmaTicks);
    expect(day?.volumeLots).toBeGreaterThan(0);
  });
});
