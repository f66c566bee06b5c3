/**
 * Checks that the simulation looks like a market, by the bands of docs/rules/market.md#statistics: two years of days,
 * fifteen days of minutes, spreads, correlation. Seeds are fixed; one check in a hundred of "each" may miss its band,
 * medians none. `STATISTICS_SEEDS=8` runs the whole set (npm run prove).
 */
import { listContracts, REFERENCE_COMMODITIES, type ReferenceCommodity } from '@mua/core/engine';
import { civilFromDays, DAY_MS, MINUTE_MS, TRADE_DATE_LEAD_MS } from '@mua/core/values';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Bar } from '#venue/port/market-data.ts';
import { ContractFlow } from '#venue/simulated/flow.ts';
import { levelOf } from '#venue/simulated/levels/index.ts';
import type { ContractModel } from '#venue/simulated/model/contract-model.ts';
import { createMarketModel, type MarketModel } from '#venue/simulated/model/market-model.ts';

const SEEDS = Array.from({ length: Number(process.env.STATISTICS_SEEDS ?? 1) }, (_, i) => 101 + i);
/** The contracts of the model's section 5. */
const CODES = ['ZCE', 'ZSE', 'ZWA', 'KCE', 'SBE', 'CLE', 'QO', 'NGE', 'RBE', 'SIE', 'PLE', 'CPE', 'LALZ', 'FEF'];
/** 22:00 UTC: the trade date 2026-11-20 begins, and the series end. */
const END_MS = Date.UTC(2026, 10, 19, 22);
const DAYS = 504;
const MINUTE_DAYS = 15;
/** With a coarser tick than this many to a one-minute sigma, rounding hides the distribution of minutes. */
const FINE_TICKS = 2.5;
const MISSES_ALLOWED = 0.01;
const LONGEST_MS = 1_800_000;

type Band = readonly [least: number, greatest: number];
type Figures = Readonly<Record<string, number>>;

const DAILY_EACH = {
  volatility: [0.6, 1.7],
  kurtosis: [0.1, 42],
  lag1: [-0.16, 0.16],
  abs1: [-0.08, 0.37],
  abs5: [-0.07, 0.3],
  abs20: [-0.08, 0.21],
  farMovesAYear: [0, 11],
  rangeToMove: [1.5, 2.15],
  volumeSigma: [0.2, 0.45],
  volumeLag1: [0.2, 0.65],
  volumeWithRange: [0.25, 0.7],
} satisfies Record<string, Band>;

const DAILY_MEDIANS = {
  volatility: [0.85, 1.15],
  kurtosis: [0.9, 4],
  lag1: [-0.07, 0.05],
  abs1: [0.02, 0.17],
  abs5: [0, 0.14],
  abs20: [-0.02, 0.11],
  farMovesAYear: [0.5, 4],
  rangeToMove: [1.75, 2.08],
  volumeSigma: [0.25, 0.4],
} satisfies Partial<Record<keyof typeof DAILY_EACH, Band>>;

/** Of all contracts. */
const MINUTE_EACH = {
  zeroMoves: [0.8, 3.3],
  rangeToMove: [1.4, 2.25],
  volumeSigma: [1, 1.8],
  volumeLag1: [0.6, 0.9],
} satisfies Record<string, Band>;

/** Of those whose tick is fine enough. */
const MINUTE_FINE = {
  ...MINUTE_EACH,
  kurtosis: [3, 250],
  lag1: [-0.2, 0.1],
  abs1: [0.05, 0.42],
  abs5: [0.03, 0.36],
  abs20: [0, 0.34],
  quietestHour: [0.4, 0.85],
  busiestHour: [1.4, 2.6],
  beyond5ADay: [0.5, 10],
  beyond8ADay: [0.1, 3],
  volumeWithRange: [0.3, 0.75],
  absentShare: [0, 0.1],
} satisfies Record<string, Band>;

describe('two years of days', () => {
  let series: ReadonlyMap<string, readonly FrontDay[]>[];
  let figures: Figures[][];
  beforeAll(() => {
    const markets = SEEDS.map((seed) => createMarketModel(seed));
    series = markets.map((market) => new Map(CODES.map((code) => [code, frontDays(market, code)])));
    figures = series.map((bySeed) => CODES.map((code) => dailyFigures(bySeed.get(code) ?? [], code)));
  }, LONGEST_MS);

  test('each contract is within the range of two years of real futures', () => {
    const checks = figures.flatMap((bySeed) => bySeed.flatMap((each, i) => checksOf(each, DAILY_EACH, CODES[i] ?? '')));
    expect(checks.length).toBe(SEEDS.length * CODES.length * Object.keys(DAILY_EACH).length);
    expectFewMisses(checks);
  });

  test('the median contract of each seed is within the quartiles of real ones', () => {
    const medians = figures.map((bySeed) =>
      Object.fromEntries(
        Object.keys(DAILY_MEDIANS).map((name) => [name, median(bySeed.map((each) => each[name] ?? 0))]),
      ),
    );
    if (process.env.STATISTICS_TELL) console.log('daily medians', medians);
    expect(medians.flatMap((each, i) => checksOf(each, DAILY_MEDIANS, `seed ${SEEDS[i]}`)).filter(isMiss)).toEqual([]);
  });

  test('markets move together according to their loadings', () => {
    const checks = series.flatMap((bySeed, s) => {
      const returns = CODES.map((code) => returnsOf(bySeed.get(code) ?? []));
      const ofSeed = pairs().map(([a, b]): Check => {
        const value = correlation(returns[CODES.indexOf(a)] ?? [], returns[CODES.indexOf(b)] ?? []);
        const expected = suggested(a, b);
        return { what: `seed ${SEEDS[s]} ${a} ${b}`, value, band: [expected - 0.2, expected + 0.2] };
      });
      const differences = ofSeed.map(({ value, band }) => Math.abs(value - (band[0] + band[1]) / 2));
      if (process.env.STATISTICS_TELL) console.log('correlation', mean(differences), Math.max(...differences));
      expect(mean(differences)).toBeLessThan(0.06);
      return ofSeed;
    });
    expectFewMisses(checks);
  });
});

describe('fifteen days of minutes', () => {
  let figures: MinuteFigures[];
  beforeAll(() => {
    const markets = SEEDS.map((seed) => createMarketModel(seed));
    figures = markets.flatMap((market) => CODES.map((code) => minuteFigures(market, code)));
  }, LONGEST_MS);

  test('each contract is within the range of gold’s minutes, widened', () => {
    if (process.env.STATISTICS_TELL) console.table(figures);
    const checks = figures.flatMap(({ code, isFine, ...each }) =>
      checksOf(each, isFine ? MINUTE_FINE : MINUTE_EACH, code),
    );
    expectFewMisses(checks);
  });
});

describe('the best prices', () => {
  test('are as far apart as configured, and never meet', { timeout: LONGEST_MS }, () => {
    for (const code of CODES) {
      const { model, spreadTicks, topLots } = {
        model: fronts(createMarketModel(101), code)(END_MS - DAY_MS),
        ...depthOf(code),
      };
      const { minuteSigmaTicks } = model;
      const flow = new ContractFlow({
        seed: 101,
        contractCode: code,
        intervalMs: 200,
        phaseMs: 0,
        spreadTicks,
        topLots,
        minuteSigmaTicks,
      });
      const spreads: number[] = [];
      for (const hour of [3, 9, 15, 21]) {
        const fromMs = END_MS - DAY_MS + hour * 3_600_000;
        let lots = model.lotsUntil(fromMs);
        for (let timeMs = fromMs; timeMs < fromMs + 3 * MINUTE_MS; timeMs += 200) {
          const until = model.lotsUntil(timeMs);
          flow.runInterval(timeMs, model.fairTicks(timeMs), until - lots);
          lots = until;
          spreads.push(flow.bestAsk - flow.bestBid);
        }
      }
      if (process.env.STATISTICS_TELL) console.log('spread', code, spreadTicks, mean(spreads));
      expect(Math.min(...spreads), code).toBeGreaterThan(0);
      expect(Math.abs(mean(spreads) - spreadTicks), code).toBeLessThan(Math.max(0.5, 0.3 * spreadTicks));
      expect(
        share(spreads, (spread) => spread <= 3 * spreadTicks),
        code,
      ).toBeGreaterThan(0.9);
    }
  });
});

// ---- series ----

function referenceOf(code: string): ReferenceCommodity {
  const reference = REFERENCE_COMMODITIES.find(({ commodity }) => commodity.code === code);
  if (!reference) throw new Error(`no commodity ${code}`);
  return reference;
}

function depthOf(code: string): { spreadTicks: number; topLots: number } {
  const { depth } = levelOf(code) ?? {};
  if (!depth) throw new Error(`no level of ${code}`);
  return { spreadTicks: depth.spreadTicks[0], topLots: depth.topLots[0] };
}

/** A day of the front month, with the previous day's close of the same month. */
interface FrontDay extends Bar {
  readonly beforeTicks: number;
}

/** Which month is the front on the trade date that begins at an instant. */
function fronts(market: MarketModel, code: string): (startMs: number) => ContractModel {
  const { commodity, listing } = referenceOf(code);
  const models = new Map<string, ContractModel>();
  return (startMs) => {
    const date = civilFromDays(Math.floor((startMs + TRADE_DATE_LEAD_MS) / DAY_MS));
    const [front] = listContracts(commodity, listing, date, 1);
    if (!front) throw new Error(`no month of ${code}`);
    const model = models.get(front.code) ?? market.contract(front, commodity);
    models.set(front.code, model);
    return model;
  };
}

function daysBack(count: number): number[] {
  return Array.from({ length: count }, (_, i) => END_MS - (count - i) * DAY_MS);
}

/** The front month of each day: what a continuous chart shows, without the gaps of its rolls. */
function frontDays(market: MarketModel, code: string): FrontDay[] {
  const frontOf = fronts(market, code);
  let last: { readonly model: ContractModel; readonly bar: Bar | null } | undefined;
  return daysBack(DAYS).flatMap((startMs) => {
    const model = frontOf(startMs);
    const before = last?.model === model ? last.bar : model.bar(startMs - DAY_MS, startMs);
    const bar = model.bar(startMs, startMs + DAY_MS);
    last = { model, bar };
    return bar && before ? [{ ...bar, beforeTicks: before.closeTicks }] : [];
  });
}

/** Bars of the front month, and the moves between its closes, filled forward. */
function frontMinutes(market: MarketModel, code: string): { bars: (Bar | null)[]; moves: number[] } {
  const frontOf = fronts(market, code);
  const bars: (Bar | null)[] = [];
  const moves: number[] = [];
  for (const startMs of daysBack(MINUTE_DAYS)) {
    const model = frontOf(startMs);
    let last = model.bar(startMs - DAY_MS, startMs)?.closeTicks ?? 0;
    for (let openMs = startMs; openMs < startMs + DAY_MS; openMs += MINUTE_MS) {
      const bar = model.bar(openMs, openMs + MINUTE_MS);
      bars.push(bar);
      moves.push((bar?.closeTicks ?? last) - last);
      last = bar?.closeTicks ?? last;
    }
  }
  return { bars, moves };
}

// ---- figures ----

function returnsOf(days: readonly FrontDay[]): number[] {
  return days.map(({ closeTicks, beforeTicks }) => Math.log(closeTicks / beforeTicks));
}

function dailyFigures(days: readonly FrontDay[], code: string): Figures {
  const returns = returnsOf(days);
  const sizes = returns.map(Math.abs);
  const robustSigma = median(sizes) / 0.6745;
  const ranges = days.map(({ highTicks, lowTicks }) => Math.log(highTicks / lowTicks));
  const volumes = lessItsMean(
    days.map(({ volumeLots }) => Math.log(volumeLots)),
    30,
  );
  return {
    volatility: Math.sqrt(mean(returns.map((x) => x * x)) * 252) / (levelOf(code)?.underlying.volAnnual[0] ?? 1),
    kurtosis: kurtosis(returns),
    lag1: autocorrelation(returns, 1),
    abs1: autocorrelation(sizes, 1),
    abs5: autocorrelation(sizes, 5),
    abs20: autocorrelation(sizes, 20),
    farMovesAYear: (share(sizes, (size) => size > 4 * robustSigma) * DAYS) / (DAYS / 252),
    rangeToMove: mean(ranges) / mean(sizes),
    volumeSigma: sigma(volumes),
    volumeLag1: autocorrelation(volumes, 1),
    volumeWithRange: correlation(volumes, ranges),
  };
}

type MinuteFigures = ReturnType<typeof minuteFigures>;

function minuteFigures(market: MarketModel, code: string) {
  const { bars, moves } = frontMinutes(market, code);
  const traded = bars.filter((bar) => bar !== null);
  const tradedMoves = moves.filter((_move, i) => bars[i] !== null);
  const sizes = moves.map(Math.abs);
  const hours = hourlySizes(sizes);
  const logVolumes = traded.map(({ volumeLots }) => Math.log(volumeLots));
  const ranges = traded.map(({ highTicks, lowTicks }) => highTicks - lowTicks);
  const beyond = (sigmas: number): number => farMoves(moves, sigmas) / MINUTE_DAYS;
  return {
    code,
    isFine: fronts(market, code)(END_MS).minuteSigmaTicks >= FINE_TICKS,
    kurtosis: kurtosis(moves),
    lag1: autocorrelation(moves, 1),
    abs1: autocorrelation(sizes, 1),
    abs5: autocorrelation(sizes, 5),
    abs20: autocorrelation(sizes, 20),
    quietestHour: Math.min(...hours) / mean(hours),
    busiestHour: Math.max(...hours) / mean(hours),
    // A minute without a trade is missing, which differs from one without a move.
    zeroMoves: share(tradedMoves, (move) => move === 0) / chanceWithin(0.5 / sigma(moves)),
    rangeToMove: mean(ranges) / mean(sizes),
    beyond5ADay: beyond(5),
    beyond8ADay: beyond(8),
    volumeSigma: sigma(logVolumes),
    volumeLag1: autocorrelation(logVolumes, 1),
    volumeWithRange: correlation(logVolumes, ranges),
    absentShare: 1 - traded.length / bars.length,
  };
}

/** Mean absolute move of a minute by hour of the day. */
function hourlySizes(sizes: readonly number[]): number[] {
  return Array.from({ length: 24 }, (_, hour) => mean(sizes.filter((_size, i) => Math.floor(i / 60) % 24 === hour)));
}

/** Moves beyond this many bipower sigmas of the 120 minutes before. */
function farMoves(moves: readonly number[], sigmas: number): number {
  let count = 0;
  let sum = 0;
  const product = (i: number): number => Math.abs((moves[i] ?? 0) * (moves[i - 1] ?? 0));
  for (let i = 1; i < moves.length; i += 1) {
    if (i > 120 && Math.abs(moves[i] ?? 0) > sigmas * Math.sqrt(((Math.PI / 2) * sum) / 120)) count += 1;
    sum += product(i) - (i > 120 ? product(i - 120) : 0);
  }
  return count;
}

function pairs(): [string, string][] {
  return CODES.flatMap((a, i) => CODES.slice(0, i).map((b): [string, string] => [a, b]));
}

/** Correlation implied by the shared loadings. */
function suggested(a: string, b: string): number {
  const [one, other] = [levelOf(a)?.underlying.loadings ?? {}, levelOf(b)?.underlying.loadings ?? {}];
  return Object.entries(one).reduce((sum, [factor, loading]) => sum + loading * (other[factor] ?? 0), 0);
}

// ---- checks ----

interface Check {
  readonly what: string;
  readonly value: number;
  readonly band: Band;
}

function checksOf(figures: Figures, bands: Readonly<Record<string, Band>>, of: string): Check[] {
  return Object.entries(bands).map(([name, band]) => ({
    what: `${of} ${name}`,
    value: figures[name] ?? Number.NaN,
    band,
  }));
}

function isMiss({ value, band }: Check): boolean {
  return !(value >= band[0] && value <= band[1]);
}

function expectFewMisses(checks: readonly Check[]): void {
  const misses = checks.filter(isMiss);
  if (process.env.STATISTICS_TELL) console.log(`${misses.length} of ${checks.length}`, misses);
  expect(misses.length, JSON.stringify(misses)).toBeLessThanOrEqual(Math.floor(MISSES_ALLOWED * checks.length));
}

// ---- arithmetic ----

function mean(xs: readonly number[]): number {
  return xs.reduce((sum, x) => sum + x, 0) / xs.length;
}

function median(xs: readonly number[]): number {
  const sorted = xs.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  return ((sorted[Math.floor(half)] ?? 0) + (sorted[Math.ceil(half) - 1] ?? 0)) / 2;
}

function share(xs: readonly number[], holds: (x: number) => boolean): number {
  return xs.filter(holds).length / xs.length;
}

function sigma(xs: readonly number[]): number {
  const centre = mean(xs);
  return Math.sqrt(mean(xs.map((x) => (x - centre) ** 2)));
}

/** Excess kurtosis. */
function kurtosis(xs: readonly number[]): number {
  const centre = mean(xs);
  return mean(xs.map((x) => (x - centre) ** 4)) / sigma(xs) ** 4 - 3;
}

function autocorrelation(xs: readonly number[], lag: number): number {
  const centre = mean(xs);
  let products = 0;
  for (let i = lag; i < xs.length; i += 1) products += ((xs[i] ?? 0) - centre) * ((xs[i - lag] ?? 0) - centre);
  return products / xs.reduce((sum, x) => sum + (x - centre) ** 2, 0);
}

function correlation(xs: readonly number[], ys: readonly number[]): number {
  const [mx, my] = [mean(xs), mean(ys)];
  return mean(xs.map((x, i) => (x - mx) * ((ys[i] ?? 0) - my))) / (sigma(xs) * sigma(ys));
}

/** Each value less the mean of this many neighbours on either side. */
function lessItsMean(xs: readonly number[], reach: number): number[] {
  return xs.map((x, i) => x - mean(xs.slice(Math.max(0, i - reach), i + reach + 1)));
}

/** Probability that a standard normal is within x of its mean, by Simpson's rule. */
function chanceWithin(x: number): number {
  const steps = 200;
  const density = (at: number): number => Math.exp((-at * at) / 2) / Math.sqrt(2 * Math.PI);
  let sum = density(0) + density(x);
  for (let i = 1; i < steps; i += 1) sum += (i % 2 === 1 ? 4 : 2) * density((x * i) / steps);
  return (2 * sum * x) / steps / 3;
}
