import { listContracts, REFERENCE_COMMODITIES } from '@mua/core/engine';
import type { VenueOrder } from '@mua/core/exchange';
import { describe, expect, test } from 'vitest';
import type { ContractUpdate, QuotedLevel } from '#venue/port/market-data.ts';
import { createSimulatedMarket } from '#venue/simulated/simulated-market.ts';
import { aroundMiddle } from '#venue/simulated/spread-market.ts';
import type { Market, MarketOutput } from '#venue/thread/market.ts';

const START_MS = Date.UTC(2026, 10, 20, 13, 0, 0, 40);
const SPREAD = 'ZCEZ26-ZCEH27';

function corn(months = 3): Market {
  const [found] = REFERENCE_COMMODITIES.filter(({ commodity }) => commodity.code === 'ZCE');
  if (!found) throw new Error('no corn');
  const contracts = listContracts(found.commodity, found.listing, '2026-11-20', months).map((contract) => ({
    contract,
    commodity: found.commodity,
  }));
  return createSimulatedMarket({ seed: 1, epoch: 'sim', startMs: START_MS, marketHours: 'always', contracts });
}

interface Seen {
  bids: readonly QuotedLevel[];
  asks: readonly QuotedLevel[];
  session: string | undefined;
  prints: number[];
}

function reader() {
  const seen = new Map<string, Seen>();
  return {
    take({ updates }: { readonly updates: readonly ContractUpdate[] }): void {
      for (const { contractCode, bids, asks, session, trades = [] } of updates) {
        const at = seen.get(contractCode) ?? { bids: [], asks: [], session: undefined, prints: [] };
        seen.set(contractCode, at);
        at.bids = bids ?? at.bids;
        at.asks = asks ?? at.asks;
        at.session = session?.state ?? at.session;
        at.prints.push(...trades.map(({ priceTicks }) => priceTicks));
      }
    },
    of(code: string): Seen {
      const at = seen.get(code);
      if (!at) throw new Error(`nothing was told of ${code}`);
      return at;
    },
    codes: () => [...seen.keys()].filter((code) => code.includes('-')).sort(),
  };
}

const best = (levels: readonly QuotedLevel[]): number => levels[0]?.priceTicks ?? Number.NaN;

function submit(market: Market, order: Partial<VenueOrder>, nowMs: number): MarketOutput {
  const terms = { contractCode: SPREAD, ownerId: 'an', side: 'BUY', orderType: 'LIMIT', duration: 'DAY' } as const;
  return market.handle([{ kind: 'submit', order: { ...terms, orderId: 'o', quantityLots: 1, ...order } }], nowMs);
}

describe('a simulated spread', () => {
  test('is listed for the two nearest pairs of neighbours', () => {
    const { take, codes } = reader();
    take(corn(4).step(START_MS));
    expect(codes()).toEqual(['ZCEH27-ZCEK27', SPREAD]);
  });

  test('is quoted within what its legs cost, by the second', () => {
    const market = corn();
    const { take, of } = reader();
    take(market.step(START_MS));
    for (let ms = 1_000; ms <= 120_000; ms += 1_000) {
      take(market.step(START_MS + ms));
      const { bids, asks } = of(SPREAD);
      expect(bids.length + asks.length).toBeGreaterThan(4);
      expect(best(bids)).toBeLessThan(best(asks));
    }
    // Asked for at one moment: the makers stand where they stood at their last look, at most a second ago.
    const [near, far, { bids, asks }] = [of('ZCEZ26'), of('ZCEH27'), of(SPREAD)];
    const middle = (best(near.bids) + best(near.asks) - best(far.bids) - best(far.asks)) / 2;
    expect(Math.abs((best(bids) + best(asks)) / 2 - middle)).toBeLessThan(6);
  });

  test('fills an investor in both legs, and prints in its own tape alone', () => {
    const market = corn();
    const { take, of } = reader();
    take(market.step(START_MS));
    const askTicks = best(of(SPREAD).asks);
    const nearPrints = of('ZCEZ26').prints.length;
    const output = submit(market, { limitPriceTicks: askTicks }, START_MS + 50);
    take(output);
    const [accepted, filled] = output.reports;
    expect(accepted).toMatchObject({ kind: 'accepted', contractCode: SPREAD });
    expect(filled).toMatchObject({ kind: 'filled', priceTicks: askTicks, lots: 1 });
    const { nearTicks, farTicks } = (filled?.kind === 'filled' && filled.legs) || { nearTicks: 0, farTicks: 0 };
    expect(nearTicks - farTicks).toBe(askTicks);
    const { bids, asks } = of('ZCEZ26');
    expect([nearTicks >= best(bids), nearTicks <= best(asks)]).toEqual([true, true]);
    expect(of(SPREAD).prints).toEqual([askTicks]);
    expect(of('ZCEZ26').prints).toHaveLength(nearPrints);
  });

  test('rests over a halt of one leg, without makers, who come back', () => {
    const market = corn();
    const { take, of } = reader();
    take(market.step(START_MS));
    submit(market, { limitPriceTicks: best(of(SPREAD).bids) - 5, duration: 'GTC' }, START_MS + 50);
    take(market.setHalt('ZCEH27', true, START_MS + 60));
    expect(of(SPREAD)).toMatchObject({ session: 'PAUSED', asks: [], bids: [{ lots: 1 }] });
    take(market.setHalt('ZCEH27', false, START_MS + 70));
    expect(of(SPREAD).session).toBe('OPEN');
    expect(of(SPREAD).asks.length).toBeGreaterThan(4);
  });

  test('ends with its near month, and the next two months are neighbours', () => {
    const market = corn(4);
    const { take, of, codes } = reader();
    take(market.step(START_MS));
    submit(market, { limitPriceTicks: best(of(SPREAD).bids) - 5, duration: 'GTC' }, START_MS + 50);
    const contractCodes = ['ZCEZ26', 'ZCEH27', 'ZCEK27', 'ZCEN27'];
    const output = market.endTradeDate(
      { endedDate: '2026-12-14', nextDate: '2026-12-15', contractCodes, atMs: START_MS + 90, settlements: new Map() },
      START_MS + 90,
    );
    take(output);
    expect(output.reports).toMatchObject([{ kind: 'expired', orderId: 'o', reason: 'ContractEnded' }]);
    take(market.step(START_MS + 200));
    expect(of(SPREAD)).toMatchObject({ session: 'CLOSED', bids: [], asks: [] });
    expect(codes()).toContain('ZCEK27-ZCEN27');
    expect(submit(market, { limitPriceTicks: 0 }, START_MS + 300).reports).toMatchObject([
      { kind: 'rejected', reason: 'UnknownContract' },
    ]);
  });
});

test.each([
  ['around the middle', { bidTicks: -54, askTicks: -46 }, 1, [-51, -49]],
  ['a half tick outwards', { bidTicks: -53, askTicks: -48 }, 1, [-52, -49]],
  ['never outside of the legs', { bidTicks: -51, askTicks: -49 }, 4, [-51, -49]],
  ['over zero', { bidTicks: -2, askTicks: 3 }, 1, [-1, 2]],
])('makers stand %s', (_what, touch, half, quoted) => {
  expect(aroundMiddle(touch, half)).toEqual(quoted);
});
