/**
 * Checks each scripted scenario in the simulated market: its effect, its end, and that the market then returns to
 * normal.
 */
import { SCENARIO_NAMES, type ScenarioName } from '@mua/contract/http/operator';
import { dailyLimits, listContracts, REFERENCE_COMMODITIES } from '@mua/core/engine';
import type { VenueOrder, VenueReport } from '@mua/core/exchange';
import { describe, expect, test } from 'vitest';
import { manualClock } from '#ground/clock.ts';
import type { ContractUpdate, DayFigures, QuotedLevel, SessionUpdate, Trade } from '#venue/port/market-data.ts';
import type { Scenario } from '#venue/port/scenario.ts';
import { createMarketModel } from '#venue/simulated/model/market-model.ts';
import { endsMs, stageAt } from '#venue/simulated/scenario.ts';
import { createScenarioControls, isScenarioName } from '#venue/simulated/scenario-controls.ts';
import { createSimulatedMarket } from '#venue/simulated/simulated-market.ts';
import type { ListedContract, Market, MarketOutput } from '#venue/thread/market.ts';

const START_MS = Date.UTC(2026, 10, 20, 13);
const BEGINS_MS = START_MS + 20_000;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

function listed(code: string): ListedContract {
  const reference = REFERENCE_COMMODITIES.find(({ commodity }) => commodity.code === code);
  if (!reference) throw new Error(`no ${code}`);
  const [contract] = listContracts(reference.commodity, reference.listing, '2026-11-20', 1);
  if (!contract) throw new Error(`no month of ${code}`);
  return { contract, commodity: reference.commodity };
}

/** One contract with its script, and what a reader of the updates knows. */
class Stand {
  readonly listed: ListedContract;
  readonly code: string;
  readonly market: Market;
  readonly scenario: Scenario | null;
  readonly reports: VenueReport[] = [];
  readonly updates: ContractUpdate[] = [];
  readonly trades: Trade[] = [];
  bids: readonly QuotedLevel[] = [];
  asks: readonly QuotedLevel[] = [];
  session: SessionUpdate | undefined;
  day: DayFigures | undefined;
  nowMs = START_MS;

  constructor(code: string, name: ScenarioName | null, options: { startMs?: number; isHalted?: boolean } = {}) {
    const { startMs = START_MS, isHalted = false } = options;
    this.listed = listed(code);
    this.code = this.listed.contract.code;
    this.nowMs = startMs;
    this.scenario = name && { name, contractCode: this.code, beginsMs: BEGINS_MS };
    this.market = createSimulatedMarket({
      seed: 1,
      epoch: 'sim',
      startMs,
      marketHours: 'always',
      contracts: [isHalted ? { ...this.listed, session: 'PAUSED', isHalted } : this.listed],
      scenarios: this.scenario ? [this.scenario] : [],
    });
    this.take(this.market.step(startMs));
  }

  take({ reports, updates }: MarketOutput): void {
    this.reports.push(...reports);
    this.updates.push(...updates);
    for (const { bids, asks, session, day, trades = [] } of updates) {
      this.bids = bids ?? this.bids;
      this.asks = asks ?? this.asks;
      this.session = session ?? this.session;
      this.day = day ?? this.day;
      this.trades.push(...trades);
    }
  }

  /** `each` is called after every tenth of a second. */
  runTo(timeMs: number, each: () => void = () => {}): void {
    while (this.nowMs < timeMs) {
      this.nowMs += 100;
      this.take(this.market.step(this.nowMs));
      each();
    }
  }

  /** Runs until a little after its end. */
  runOut(): void {
    if (this.scenario) this.runTo(endsMs(this.scenario) + 30 * SECOND);
  }

  submit(change: Partial<VenueOrder> & Pick<VenueOrder, 'orderId'>): readonly VenueReport[] {
    const order = { contractCode: this.code, ownerId: 'an', side: 'BUY', quantityLots: 1, ...change } as const;
    const output = this.market.handle(
      [{ kind: 'submit', order: { orderType: 'MARKET', duration: 'DAY', ...order } }],
      this.nowMs,
    );
    this.take(output);
    return output.reports;
  }

  get middle(): number {
    return ((this.bids[0]?.priceTicks ?? Number.NaN) + (this.asks[0]?.priceTicks ?? Number.NaN)) / 2;
  }

  get model() {
    return createMarketModel(1).contract(this.listed.contract, this.listed.commodity);
  }

  get limits() {
    return dailyLimits(this.listed.commodity, this.day?.settlementTicks ?? null, START_MS);
  }

  /** Requires an open session, recent updates, and ten levels a side around the fair price, which fill. */
  expectNormal(): void {
    const { model } = this;
    expect(this.session?.state).toBe('OPEN');
    expect([this.bids.length, this.asks.length]).toEqual([10, 10]);
    expect(Math.abs(this.middle - model.fairTicks(this.nowMs))).toBeLessThan(3 + 4 * model.minuteSigmaTicks);
    expect(this.updates.at(-1)?.timeMs).toBeGreaterThan(this.nowMs - 5 * SECOND);
    expect(this.submit({ orderId: `after-${this.nowMs}` }).map(({ kind }) => kind)).toEqual(['accepted', 'filled']);
  }
}

const USUAL: Readonly<Record<ScenarioName, string>> = {
  gap: 'ZCE',
  'limit-move': 'ZCE',
  'empty-book': 'ZCE',
  halt: 'ZCE',
  'feed-stall': 'ZCE',
  'negative-price': 'CLE',
};

describe.each(SCENARIO_NAMES)('%s', (name) => {
  test('leaves the market unchanged before it begins, and normal when it is over', () => {
    const scripted = new Stand(USUAL[name], name);
    const plain = new Stand(USUAL[name], null);
    scripted.runTo(BEGINS_MS - 100);
    plain.runTo(BEGINS_MS - 100);
    expect(scripted.updates).toEqual(plain.updates);
    scripted.runOut();
    scripted.expectNormal();
    const traded = scripted.trades.length;
    scripted.runTo(scripted.nowMs + 3 * MINUTE);
    expect(scripted.trades.length).toBeGreaterThan(traded);
  });

  test('is the same whatever the steps, and in a market that opens in the middle of it', () => {
    const often = new Stand(USUAL[name], name);
    const seldom = new Stand(USUAL[name], name);
    const untilMs = BEGINS_MS + 30 * SECOND;
    often.runTo(untilMs);
    seldom.nowMs = untilMs;
    seldom.take(seldom.market.step(untilMs));
    expect([seldom.bids, seldom.asks].map(({ length }) => length)).toEqual([often.bids.length, often.asks.length]);
    const opened = new Stand(USUAL[name], name, { startMs: untilMs });
    expect(opened.session?.state).toBe(often.session?.state);
    if (name !== 'feed-stall')
      expect([opened.bids.length, opened.asks.length]).toEqual([often.bids.length, often.asks.length]);
    if (opened.bids.length > 0 && opened.asks.length > 0)
      expect(Math.abs(opened.middle - often.middle)).toBeLessThan(3 + 2 * opened.model.minuteSigmaTicks);
    opened.runOut();
    opened.expectNormal();
    often.runOut();
    seldom.runOut();
    expect(seldom.trades).toEqual(often.trades);
    expect([seldom.bids, seldom.asks]).toEqual([often.bids, often.asks]);
  });

  test('is over when time jumps past it, and when it is stopped', () => {
    const jumped = new Stand(USUAL[name], name);
    jumped.runTo(BEGINS_MS + 5 * SECOND);
    jumped.nowMs += 60 * MINUTE;
    jumped.take(jumped.market.step(jumped.nowMs));
    jumped.runTo(jumped.nowMs + 30 * SECOND);
    jumped.expectNormal();
    const stopped = new Stand(USUAL[name], name);
    stopped.runTo(BEGINS_MS + 50 * SECOND);
    const output = stopped.market.setScenario?.(stopped.code, null, stopped.nowMs);
    if (output) stopped.take(output);
    stopped.runTo(stopped.nowMs + 30 * SECOND);
    stopped.expectNormal();
  });
});

describe('the effects of each scenario', () => {
  test('gap: three percent at once; books follow within seconds; it holds and fades', () => {
    const stand = new Stand('ZCE', 'gap');
    const share = (): number => stand.middle / stand.model.fairTicks(stand.nowMs) - 1;
    stand.runTo(BEGINS_MS - 100);
    const lastBefore = stand.trades.at(-1)?.priceTicks ?? 0;
    expect(Math.abs(share())).toBeLessThan(0.003);
    stand.runTo(BEGINS_MS + 5 * SECOND);
    expect(share()).toBeCloseTo(0.03, 2.5);
    expect((stand.trades.at(-1)?.priceTicks ?? 0) / lastBefore).toBeGreaterThan(1.025);
    stand.runTo(BEGINS_MS + 9 * MINUTE);
    expect(share()).toBeCloseTo(0.03, 2.5);
    stand.runTo(BEGINS_MS + 12.5 * MINUTE);
    expect(share()).toBeCloseTo(0.015, 2.5);
  });

  test.each(['ZCE', 'CLE'])('limit-move: %s runs to its limit and never beyond; only bids are left there', (code) => {
    const stand = new Stand(code, 'limit-move');
    const { lowestTicks, highestTicks } = stand.limits ?? { lowestTicks: Number.NaN, highestTicks: Number.NaN };
    const faults: string[] = [];
    const isInside = ({ priceTicks }: QuotedLevel): boolean => priceTicks <= highestTicks && priceTicks >= lowestTicks;
    const stayInside = (): void => {
      if (![...stand.bids, ...stand.asks].every(isInside)) faults.push(`beyond the limit at ${stand.nowMs}`);
    };
    stand.runTo(BEGINS_MS + MINUTE + 5 * SECOND, stayInside);
    stand.runTo(BEGINS_MS + 4 * MINUTE - SECOND, () => {
      stayInside();
      const isLocked = stand.asks.length === 0 && stand.bids[0]?.priceTicks === highestTicks;
      if (!isLocked) faults.push(`not locked at ${stand.nowMs}`);
    });
    expect(Math.max(...stand.trades.map(({ priceTicks }) => priceTicks))).toBe(highestTicks);
    expect(stand.submit({ orderId: 'buy' }).at(-1)).toMatchObject({ kind: 'cancelled', reason: 'EmptyBook' });
    expect(stand.submit({ orderId: 'sell', side: 'SELL', ownerId: 'binh' }).at(-1)).toMatchObject({
      kind: 'filled',
      priceTicks: highestTicks,
    });
    stand.runTo(BEGINS_MS + 5 * MINUTE + 30 * SECOND, stayInside);
    expect(faults).toEqual([]);
    expect(stand.asks).toHaveLength(10);
  });

  test('limit-move: a commodity without a limit gets one of seven percent meanwhile', () => {
    const stand = new Stand('MCLE', 'limit-move');
    expect(stand.limits).toBeUndefined();
    const settlementTicks = stand.day?.settlementTicks ?? 0;
    const highestTicks = settlementTicks + Math.floor(settlementTicks * 0.07);
    stand.runTo(BEGINS_MS + 2 * MINUTE);
    expect([stand.asks, stand.bids[0]?.priceTicks]).toEqual([[], highestTicks]);
    const beyond = { orderType: 'LIMIT', limitPriceTicks: highestTicks + 1 } as const;
    expect(stand.submit({ orderId: 'high', ...beyond })).toMatchObject([{ reason: 'OutsideDailyLimit' }]);
    stand.runOut();
    expect(stand.submit({ orderId: 'again', ...beyond }).at(-1)?.kind).not.toBe('rejected');
  });

  test('empty-book: no quotes or trades; orders find no liquidity; limit orders rest and match returning makers', () => {
    const stand = new Stand('ZCE', 'empty-book');
    stand.runTo(BEGINS_MS + SECOND);
    const traded = stand.trades.length;
    const last = stand.trades.at(-1)?.priceTicks ?? 0;
    expect([stand.bids, stand.asks]).toEqual([[], []]);
    expect(stand.submit({ orderId: 'm' }).map((report) => ('reason' in report ? report.reason : report.kind))).toEqual([
      'accepted',
      'EmptyBook',
    ]);
    stand.submit({ orderId: 'l', orderType: 'LIMIT', limitPriceTicks: last + 40 });
    stand.runTo(BEGINS_MS + 2 * MINUTE - 100, () => expect(stand.asks).toEqual([]));
    expect(stand.bids).toEqual([{ priceTicks: last + 40, lots: 1 }]);
    expect(stand.trades).toHaveLength(traded);
    stand.runOut();
    expect(stand.reports.find(({ kind, orderId }) => kind === 'filled' && orderId === 'l')).toBeDefined();
  });

  test('halt: paused outside the calendar; orders are refused, cancels work; lifted on time', () => {
    const stand = new Stand('ZCE', 'halt');
    stand.runTo(BEGINS_MS - 100);
    const limitPriceTicks = (stand.bids[0]?.priceTicks ?? 0) - 60;
    stand.submit({ orderId: 'rests', orderType: 'LIMIT', limitPriceTicks });
    stand.runTo(BEGINS_MS);
    expect(stand.session).toEqual({ state: 'PAUSED', opensAtMs: null, unscheduled: { isHalt: true } });
    expect([stand.bids, stand.asks]).toEqual([[{ priceTicks: limitPriceTicks, lots: 1 }], []]);
    expect(stand.submit({ orderId: 'no' })).toMatchObject([{ kind: 'rejected', reason: 'MarketClosed' }]);
    const cancel = { kind: 'cancel', orderId: 'rests', contractCode: stand.code } as const;
    expect(stand.market.handle([cancel], stand.nowMs).reports).toMatchObject([{ kind: 'cancelled' }]);
    stand.runTo(BEGINS_MS + 3 * MINUTE);
    expect(stand.session).toEqual({ state: 'OPEN', opensAtMs: null, unscheduled: { isHalt: false } });
  });

  test('an operator’s halt outlasts the script’s, and one that is not renewed ends with a new market', () => {
    const stand = new Stand('ZCE', 'halt');
    stand.runTo(BEGINS_MS + SECOND);
    stand.take(stand.market.setHalt(stand.code, true, stand.nowMs));
    stand.runOut();
    expect(stand.session?.state).toBe('PAUSED');
    stand.take(stand.market.setHalt(stand.code, false, stand.nowMs));
    stand.expectNormal();
    const reopened = new Stand('ZCE', null, { isHalted: true });
    expect(reopened.session).toMatchObject({ unscheduled: { isHalt: false } });
  });

  test('feed-stall: only reports are published; afterwards everything, once and in order', () => {
    const stand = new Stand('CLE', 'feed-stall');
    const plain = new Stand('CLE', null);
    stand.runTo(BEGINS_MS);
    const reported = stand.updates.length;
    stand.runTo(BEGINS_MS + 30 * SECOND);
    expect(stand.submit({ orderId: 'm' }).map(({ kind }) => kind)).toEqual(['accepted', 'filled']);
    stand.runTo(BEGINS_MS + MINUTE - 100);
    expect(stand.updates.slice(reported)).toEqual([]);
    stand.runTo(BEGINS_MS + MINUTE);
    expect(stand.updates.at(-1)?.trades?.length).toBeGreaterThan(5);
    plain.runTo(BEGINS_MS + 30 * SECOND);
    plain.submit({ orderId: 'm' });
    plain.runTo(BEGINS_MS + MINUTE);
    expect(stand.trades).toEqual(plain.trades);
    expect(stand.day).toEqual(plain.day);
  });

  test('negative-price: step by step through zero to -37.63, with both sides, signed trades and a signed day', () => {
    const stand = new Stand('CLE', 'negative-price');
    const middles: number[] = [];
    stand.runTo(BEGINS_MS + 2 * MINUTE + 10 * SECOND, () => {
      if ((stand.nowMs - BEGINS_MS) % (15 * SECOND) === 10 * SECOND) middles.push(Math.round(stand.middle / 100));
    });
    expect(middles.slice(1)).toEqual(middles.slice(1).toSorted((a, b) => b - a));
    expect(new Set(middles).size).toBeGreaterThanOrEqual(9);
    expect(stand.middle).toBeGreaterThan(-3_763 - 40);
    expect(stand.middle).toBeLessThan(-3_763 + 40);
    expect([stand.bids.length, stand.asks.length]).toEqual([10, 10]);
    expect(stand.day?.lowTicks).toBeLessThan(-3_700);
    expect(stand.trades.some(({ priceTicks }) => priceTicks < 0)).toBe(true);
    const best = stand.bids[0]?.priceTicks ?? 0;
    const deep = { orderType: 'LIMIT', limitPriceTicks: best - 5, duration: 'GTC' } as const;
    expect(stand.submit({ orderId: 'l', ...deep }).map(({ kind }) => kind)).toEqual(['accepted']);
    expect(stand.submit({ orderId: 's', side: 'SELL', ownerId: 'binh' }).at(-1)).toMatchObject({
      kind: 'filled',
      priceTicks: best,
    });
    const crossed = stand.updates.filter(
      ({ bids, asks }) => bids?.[0] && asks?.[0] && bids[0].priceTicks >= asks[0].priceTicks,
    );
    expect(crossed).toEqual([]);
  });

  test('negative-price: a cheap market goes no further below zero than it was above', () => {
    const stand = new Stand('NGE', 'negative-price');
    const before = stand.middle;
    stand.runTo(BEGINS_MS + 3 * MINUTE);
    expect(stand.middle / before).toBeCloseTo(-1, 1);
  });
});

describe('the scenario controls', () => {
  function board(codes: readonly string[], at = START_MS) {
    const clock = manualClock(at);
    const reported: string[] = [];
    const contracts = REFERENCE_COMMODITIES.filter(({ commodity }) => codes.includes(commodity.code)).flatMap(
      ({ commodity, listing }) =>
        listContracts(commodity, listing, '2026-11-20', 3).map((contract) => ({ contract, commodity })),
    );
    const scenarios = createScenarioControls({
      clock,
      listed: () => contracts,
      publish: (contractCode, scenario) => reported.push(`${contractCode} ${scenario?.name ?? '-'}`),
    });
    return { scenarios, clock, reported };
  }

  test('choose the front month that outlives the day, or the named one', () => {
    const { scenarios, clock } = board(['ZCE', 'CLE', 'MCLE']);
    expect(scenarios.contractFor({ name: 'gap' })).toBe('ZCEZ26');
    expect(scenarios.contractFor({ name: 'negative-price' })).toBe('MCLEZ26');
    expect(scenarios.contractFor({ name: 'gap', contractCode: 'CLEZ26' })).toBe('CLEZ26');
    // The last day of the front month.
    clock.advanceTo(Date.UTC(2026, 10, 30, 1));
    expect(scenarios.contractFor({ name: 'negative-price' })).toBe('MCLEF27');
    expect(scenarios.contractFor({ name: 'gap', contractCode: 'GCEZ13' })).toBeUndefined();
    expect(['gap', 'boom', 'toString'].map(isScenarioName)).toEqual([true, false, false]);
  });

  test('keep one scenario per contract until it ends', () => {
    const { scenarios, clock, reported } = board(['ZCE']);
    scenarios.start({ name: 'gap', contractCode: 'ZCEZ26', beginsMs: START_MS });
    scenarios.start({ name: 'halt', contractCode: 'ZCEZ26', beginsMs: START_MS + 5 });
    scenarios.start({ name: 'gap', contractCode: 'ZCEH27', beginsMs: START_MS });
    expect(scenarios.list().map(({ name }) => name)).toEqual(['gap', 'halt']);
    scenarios.stop('ZCEH27');
    scenarios.stop('ZCEH27');
    expect(reported).toEqual(['ZCEZ26 gap', 'ZCEZ26 halt', 'ZCEH27 gap', 'ZCEH27 -']);
    clock.advanceTo(START_MS + 3 * MINUTE + 5);
    expect(scenarios.list()).toEqual([]);
  });

  test('have no effect before a scenario begins and after it ends', () => {
    const scenario: Scenario = { name: 'halt', contractCode: 'ZCEZ26', beginsMs: BEGINS_MS };
    const halted = [BEGINS_MS - 1, BEGINS_MS, endsMs(scenario) - 1, endsMs(scenario)].map(
      (timeMs) => stageAt(scenario, timeMs).isHalted,
    );
    expect(halted).toEqual([false, true, true, false]);
  });
});
