/** Simulated copies by hand: whole lots by target, costs, margin, weeks. A tick is worth 10, a fee 5, margin 100 a lot. */
import type { Side } from '@mua/core/values';
import { describe, expect, test } from 'vitest';
import { copiesEveryTrade, type Happening, type SimulatedTerms, simulate } from '#copying/simulation.ts';

const TERMS: SimulatedTerms = {
  ...{ copyFeeVnd: 0n, feePeriod: 'MONTHLY', performanceFeeBasisPoints: 0 },
  feePerLot: () => 5n,
  marginPerLot: () => 100n,
  ticksVnd: (_code, ticks) => BigInt(ticks) * 10n,
  slippage: { lotTicks: 0n, lots: 0n },
};

let at = 0;

/** `BUY 3 @ 100` each. */
function traded(...texts: string[]): Happening[] {
  return texts.map((text) => {
    const [side, lots, , ticks] = text.split(' ');
    at += 1;
    const trade = { seq: at, timeMs: at, contractCode: 'C', side: (side ?? '') as Side };
    return { kind: 'trade', trade: { ...trade, lots: Number(lots), priceTicks: Number(ticks) } };
  });
}

const run = (happenings: readonly Happening[], ratio: number, capital = 100_000, terms: Partial<SimulatedTerms> = {}) =>
  simulate(happenings, {
    ...{ terms: { ...TERMS, ...terms }, ratioBasisPoints: ratio * 10_000, capitalVnd: BigInt(capital) },
  });

describe('lots', () => {
  test.each([
    ['part fills never drift', traded('BUY 1 @ 100', 'BUY 1 @ 100', 'SELL 2 @ 110'), 0.5, [0, 1], [0n, 100n]],
    ['a part that is closed', traded('BUY 3 @ 100', 'SELL 1 @ 110', 'SELL 2 @ 120'), 0.5, [1], [200n]],
    ['through zero', traded('BUY 2 @ 100', 'SELL 4 @ 110', 'BUY 2 @ 90'), 1, [2, 2], [200n, 400n]],
    ['short', traded('SELL 3 @ 100', 'BUY 3 @ 101'), 2, [6], [-60n]],
    ['what is open is no trade yet', traded('BUY 1 @ 100', 'BUY 1 @ 105', 'SELL 1 @ 110'), 1, [1], [100n]],
  ])('%s', (_what, happenings, ratio, lots, profits) => {
    const { trades, grossVnd } = run(happenings, ratio);
    expect(trades.map((trade) => trade.lots)).toEqual(lots);
    expect(trades.map(({ profitVnd }) => profitVnd)).toEqual(profits);
    expect(grossVnd).toBe(profits.reduce((sum, one) => sum + one, 0n));
  });

  test('without margin are not copied, and the next ones are', () => {
    const happenings = traded('BUY 5 @ 100', 'SELL 5 @ 100', 'BUY 1 @ 100', 'SELL 1 @ 101');
    const { trades, netVnd } = run(happenings, 1, 300);
    expect(trades.map(({ lots, skip }) => [lots, skip])).toEqual([
      [0, 'TooLittleMargin'],
      [1, null],
    ]);
    expect(netVnd).toBe(0n);
  });
});

test('slippage, fees and their part of the capital', () => {
  const happenings = traded('BUY 2 @ 100', 'SELL 2 @ 110');
  const result = run(happenings, 1, 1000, { slippage: { lotTicks: 3n, lots: 2n } });
  expect(result).toMatchObject({
    ...{ grossVnd: 200n, tradeFeesVnd: 20n, slippageVnd: 60n, netVnd: 120n },
    ...{ drawdownVnd: -40n, mostMarginVnd: 200n, neededVnd: 240n },
  });
});

test('weeks share what is above the highest equity before, copy fees are paid first', () => {
  const fee: Happening = { kind: 'copyFee' };
  const week: Happening = { kind: 'weekEnd' };
  const happenings = [
    ...[fee, ...traded('BUY 1 @ 100', 'SELL 1 @ 110'), week],
    ...[...traded('BUY 1 @ 100', 'SELL 1 @ 95'), week, fee],
    ...[...traded('BUY 1 @ 100', 'SELL 1 @ 120'), week],
  ];
  const result = run(happenings, 1, 1000, { copyFeeVnd: 20n, performanceFeeBasisPoints: 1_000 });
  // 980 -> 1070: 9; 1061 -> 1001: nothing; 981 -> 1171 against 1061: 11.
  expect(result).toMatchObject({ copyFeesVnd: 40n, copyFeePeriods: 2, performanceFeeVnd: 20n, grossVnd: 250n });
  expect(result.netVnd).toBe(250n - 30n - 40n - 20n);
});

test('nothing is copied once everything is lost', () => {
  const happenings = traded('BUY 1 @ 100', 'SELL 1 @ 50', 'BUY 1 @ 100', 'SELL 1 @ 200');
  expect(run(happenings, 1, 400)).toMatchObject({ grossVnd: -500n, trades: [{ lots: 1 }, { lots: 0 }] });
});

test('what copies everything is the smallest plain ratio, and whole millions', () => {
  expect(copiesEveryTrade(traded('BUY 4 @ 100', 'SELL 4 @ 100', 'BUY 8 @ 100', 'SELL 8 @ 90'), TERMS)).toEqual({
    ...{ ratioBasisPoints: 2_500, capitalVnd: 1_000_000n },
  });
  expect(copiesEveryTrade(traded('BUY 1 @ 100', 'SELL 1 @ 100'), TERMS)).toMatchObject({ ratioBasisPoints: 10_000 });
});
