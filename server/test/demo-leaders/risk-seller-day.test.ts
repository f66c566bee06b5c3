/**
 * Plays the seller of risk over a day of the simulated market, at its fair prices with half a spread against him, as a
 * follower copies him lot by lot: he wins nearly always, and a follower's loss limit is met before the day ends.
 */
import { CONVERSION_RATES, DEFAULT_TRADING_RULES } from '@mua/core/engine';
import { DAY_MS, type Lots } from '@mua/core/values';
import { expect, test } from 'vitest';
import { SIMULATED_LEADERS } from '#demo-leaders/simulated-leaders.ts';
import { LOOK_BACK, type Size, sellRisk } from '#demo-leaders/tempers.ts';
import { listedInstruments } from '#schedule/listings.ts';
import { levelOf } from '#venue/simulated/levels/index.ts';
import { createMarketModel } from '#venue/simulated/model/market-model.ts';

const START_MS = Date.UTC(2026, 10, 26, 22, 0, 0);
const DECISION_MS = 15_000;
/** Of a newcomer with a thousand million dong: a tenth. */
const MAX_LOSS_VND = 100_000_000;
const INSTRUMENTS = listedInstruments(() => '2026-12-01');

interface Day {
  /** In dong after fees, at each decision. */
  readonly equity: readonly number[];
  /** Before fees, as a strategy's figures count them. */
  readonly roundTurns: readonly number[];
}

function playDay(seed: number, commodityCode: string, size: Size): Day {
  const found = INSTRUMENTS.find(({ commodity }) => commodity.code === commodityCode);
  const spreadTicks = levelOf(commodityCode)?.depth.spreadTicks[0];
  if (!found || spreadTicks === undefined) throw new Error(`${commodityCode} is not simulated`);
  const { commodity, contract } = found;
  const model = createMarketModel(seed).contract(contract, commodity);
  const rate = Number(CONVERSION_RATES[commodity.currency].at(-1)?.value) / 10_000;
  const tickVnd = (Number(commodity.tickValueMinor) / 100) * rate;
  const feeVnd = Number(DEFAULT_TRADING_RULES.feeVnd[commodity.feeClass]);
  const prices: number[] = [];
  const equity: number[] = [];
  const roundTurns: number[] = [];
  const own = { netLots: 0, averageTicks: 0, held: 0 };
  let cashVnd = 0;
  for (let timeMs = START_MS; timeMs < START_MS + DAY_MS; timeMs += DECISION_MS) {
    const fair = Math.round(model.fairTicks(timeMs) * 2) / 2;
    prices.push(fair);
    const wanted: Lots = sellRisk({ prices: prices.slice(-LOOK_BACK), ...own }, size);
    const change = wanted - own.netLots;
    own.held += 1;
    if (change !== 0) {
      const price = Math.round(fair + (Math.sign(change) * spreadTicks) / 2);
      cashVnd -= change * price * tickVnd + Math.abs(change) * feeVnd;
      if (wanted === 0) roundTurns.push(own.netLots * (price - own.averageTicks) * tickVnd);
      const heldNotional = wanted === 0 ? 0 : own.averageTicks * own.netLots + price * change;
      Object.assign(own, { netLots: wanted, averageTicks: wanted === 0 ? 0 : heldNotional / wanted, held: 0 });
    }
    equity.push(cashVnd + own.netLots * fair * tickVnd);
  }
  return { equity, roundTurns };
}

test.each([1, 2, 3, 4, 5])('seed %i: most round turns win, one loss is worth many of them, the limit bites', (seed) => {
  const markets = SIMULATED_LEADERS.find(({ temper }) => temper === sellRisk)?.markets ?? {};
  const days = Object.entries(markets).map(([commodityCode, size]) => playDay(seed, commodityCode, size));
  const roundTurns = days.flatMap((day) => day.roundTurns);
  const won = roundTurns.filter((profit) => profit > 0).sort((one, other) => one - other);
  const usual = won[Math.floor(won.length / 2)] ?? 0;
  const equity = days[0]?.equity.map((_, place) => days.reduce((total, day) => total + (day.equity[place] ?? 0), 0));
  expect(won.length / roundTurns.length).toBeGreaterThan(0.85);
  expect(-Math.min(...roundTurns)).toBeGreaterThan(20 * usual);
  expect(equity?.some((sum) => sum <= -MAX_LOSS_VND)).toBe(true);
});
