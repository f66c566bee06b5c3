/**
 * How trades press on the price (docs/rules/market.md#makers-and-takers): an investor's own .1 of a minute's sigma, a
 * taker's .015.
 */
import { expect, test } from 'vitest';
import { ContractFlow } from '#venue/simulated/flow.ts';

const INTERVAL_MS = 200;
const FAIR = 100_000;
/** So large that makers' own bias, a third of a tick, is negligible. */
const SIGMA = 1_000;
const START_MS = Date.UTC(2026, 10, 20, 13);

/** A market whose fair price is constant. */
class StillMarket {
  readonly flow = new ContractFlow({
    seed: 1,
    contractCode: 'ZCEZ26',
    intervalMs: INTERVAL_MS,
    phaseMs: 0,
    spreadTicks: 1,
    topLots: 100,
    minuteSigmaTicks: SIGMA,
  });
  nowMs = START_MS;

  /** `lots` are traded by takers in each interval. */
  run(ms: number, lots = 0): void {
    for (const endMs = this.nowMs + ms; this.nowMs < endMs; ) {
      this.nowMs += INTERVAL_MS;
      this.flow.runInterval(this.nowMs, FAIR, lots);
    }
  }

  /** Distance from the fair price to the middle of the market, in one-minute sigmas. */
  get offset(): number {
    return ((this.flow.bestBid + this.flow.bestAsk) / 2 - FAIR) / SIGMA;
  }
}

/** Makers update at random: after two seconds nearly all have. */
const SETTLED_MS = 2_000;
const LEFT_AFTER_SETTLING = 0.5 ** (SETTLED_MS / 90_000);

test('an order of usual size moves the market by a tenth of a sigma, and by the square root of its size', () => {
  for (const [side, times, expected] of [
    [1, 1, 0.1],
    [-1, 1, -0.1],
    [1, 4, 0.2],
    [1, 25, 0.5],
  ] as const) {
    const market = new StillMarket();
    market.run(SETTLED_MS);
    market.flow.press(side, times * market.flow.meanLots);
    market.run(SETTLED_MS);
    expect(market.offset).toBeCloseTo(expected * LEFT_AFTER_SETTLING, 2);
  }
});

test('half of the pressure decays in 90 seconds', () => {
  const market = new StillMarket();
  market.run(SETTLED_MS);
  market.flow.press(1, 100 * market.flow.meanLots);
  market.run(SETTLED_MS);
  const first = market.offset;
  market.run(90_000);
  expect(market.offset / first).toBeCloseTo(0.5, 2);
  market.run(810_000);
  expect(market.offset).toBeCloseTo(0, 2);
});

test('however much is bought, the market is at most four sigmas away, including takers’ pressure', () => {
  const market = new StillMarket();
  market.run(SETTLED_MS, 50);
  for (let i = 0; i < 200; i += 1) market.flow.press(1, 100 * market.flow.meanLots);
  market.run(SETTLED_MS, 50);
  expect(market.offset).toBeLessThanOrEqual(4.005);
  expect(market.offset).toBeGreaterThan(3.8);
  for (let i = 0; i < 400; i += 1) market.flow.press(-1, 100 * market.flow.meanLots);
  market.run(SETTLED_MS, 50);
  expect(market.offset).toBeGreaterThanOrEqual(-4.005);
  expect(market.offset).toBeLessThan(-2.5);
});

test('a simulated taker presses by .015: less than a sixth of an investor', () => {
  const market = new StillMarket();
  market.run(SETTLED_MS);
  let expected = 0;
  const decay = 0.5 ** (INTERVAL_MS / 90_000);
  for (let interval = 0; interval < 300; interval += 1) {
    market.run(INTERVAL_MS, market.flow.meanLots / 5);
    expected *= decay;
    for (const { side, lots } of market.flow.takers) expected += side * 0.015 * Math.sqrt(lots / market.flow.meanLots);
  }
  market.run(SETTLED_MS);
  expect(Math.abs(expected)).toBeGreaterThan(0.02);
  expect(market.offset).toBeCloseTo(expected * LEFT_AFTER_SETTLING, 2);
});
