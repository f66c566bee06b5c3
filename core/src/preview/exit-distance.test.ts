import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { estimatedProfit } from '#positions/position.ts';
import { distanceOfExit, type ExitGround, exitAtDistance, type TypedDistance } from '#preview/exit-distance.ts';
import type { Side } from '#values/trading-words.ts';

/** Corn at 26,420 dong: a tick of one lot is 330,250 dong. */
const CORN = { tickValueMinor: 1_250n, rateE4: 264_200_000n };
/** Bought at 448'0. */
const ENTRY = { notional: 1_792, lots: 1 };

function ground(leg: ExitGround['leg'], change: Partial<ExitGround> = {}): ExitGround {
  return { leg, entrySide: 'BUY', entry: ENTRY, terms: CORN, ...change };
}

const ticks = (count: number): TypedDistance => ({ kind: 'ticks', ticks: count });
const percent = (units: bigint, scale = 2): TypedDistance => ({ kind: 'percent', percent: { units, scale } });
const dong = (perLotVnd: bigint): TypedDistance => ({ kind: 'dong', perLotVnd });

describe("corn bought at 448'0", () => {
  test.each([
    ['takeProfit', '16 ticks', ticks(16), 1_808],
    ['stopLoss', '8 ticks', ticks(8), 1_784],
    ['stopLoss', '0 ticks, which is the entry', ticks(0), 1_792],
    ['takeProfit', '0.89 %, 15.95 ticks', percent(89n), 1_808],
    ['stopLoss', '0.89 %', percent(89n), 1_776],
    ['stopLoss', '1 %, 17.92 ticks', percent(1n, 0), 1_774],
    ['takeProfit', '5,284,000 dong, exactly 16 ticks', dong(5_284_000n), 1_808],
    ['takeProfit', 'a dong more', dong(5_284_001n), 1_809],
    ['stopLoss', 'one dong, a tick', dong(1n), 1_791],
  ] as const)('%s at %s', (leg, _, typed, price) => {
    expect(exitAtDistance(typed, ground(leg))).toBe(price);
  });

  test('sold, its exits lie on the other sides', () => {
    expect(exitAtDistance(ticks(16), ground('takeProfit', { entrySide: 'SELL' }))).toBe(1_776);
    expect(exitAtDistance(percent(89n), ground('stopLoss', { entrySide: 'SELL' }))).toBe(1_808);
  });

  test('an exit says its distance in every unit', () => {
    expect(distanceOfExit(1_808, ground('takeProfit'))).toEqual({
      ticks: 16,
      percent: { units: 89n, scale: 2 },
      perLotVnd: 5_284_000n,
    });
    expect(distanceOfExit(1_784, ground('stopLoss'))).toMatchObject({ ticks: 8, perLotVnd: 2_642_000n });
  });

  test('on the wrong side there is no distance', () => {
    expect(distanceOfExit(1_808, ground('stopLoss'))).toBeUndefined();
    expect(distanceOfExit(1_792, ground('takeProfit'))).toBeUndefined();
  });
});

describe('an average between two ticks', () => {
  const average = { notional: 3_585, lots: 2 };

  test.each([
    ['takeProfit', 1_801],
    ['stopLoss', 1_784],
  ] as const)('8 ticks from 1792.5: %s at %i, away from the entry', (leg, price) => {
    expect(exitAtDistance(ticks(8), ground(leg, { entry: average }))).toBe(price);
  });
});

test('no price holds a distance without end, and a negative one is none', () => {
  expect(exitAtDistance(dong(10n ** 30n), ground('takeProfit'))).toBeUndefined();
  expect(exitAtDistance(ticks(-1), ground('takeProfit'))).toBeUndefined();
});

test('a percentage of a price of zero is nothing, and nothing is said of it', () => {
  const free = ground('takeProfit', { entry: { notional: 0, lots: 1 } });
  expect(exitAtDistance(percent(100n), free)).toBe(0);
  expect(distanceOfExit(4, free)?.percent).toBeNull();
});

const side = fc.constantFrom<Side>('BUY', 'SELL');
const leg = fc.constantFrom<ExitGround['leg']>('takeProfit', 'stopLoss');
const entry = fc
  .record({ lots: fc.integer({ min: 1, max: 500 }), average: fc.integer({ min: -90_000, max: 90_000 }) })
  .chain(({ lots, average }) =>
    fc.record({
      lots: fc.constant(lots),
      notional: fc.integer({ min: average * lots, max: average * lots + lots - 1 }),
    }),
  );
const terms = fc.record({
  // Worth a dong or more, as every tick of a listed contract is.
  tickValueMinor: fc.bigInt({ min: 1n, max: 1_000_000n }),
  rateE4: fc.bigInt({ min: 1_000_000n, max: 400_000_000n }),
});
const anyGround: fc.Arbitrary<ExitGround> = fc.record({ entrySide: side, leg, entry, terms });
const typed: fc.Arbitrary<TypedDistance> = fc.oneof(
  fc.integer({ min: 1, max: 100_000 }).map(ticks),
  fc.record({ units: fc.bigInt({ min: 1n, max: 100_000n }), scale: fc.integer({ min: 0, max: 4 }) }).map((value) => ({
    kind: 'percent' as const,
    percent: value,
  })),
  fc.bigInt({ min: 1n, max: 10n ** 12n }).map(dong),
);

test('an exit written in any unit and read again is the same price', () => {
  fc.assert(
    fc.property(anyGround, fc.integer({ min: 1, max: 200_000 }), (on, away) => {
      const exit = exitAtDistance(ticks(away), on);
      const distance = exit === undefined ? undefined : distanceOfExit(exit, on);
      fc.pre(exit !== undefined && distance !== undefined);
      expect(exitAtDistance(ticks(distance.ticks), on)).toBe(exit);
      expect(exitAtDistance(dong(distance.perLotVnd), on)).toBe(exit);
      if (distance.percent) expect(exitAtDistance({ kind: 'percent', percent: distance.percent }, on)).toBe(exit);
    }),
    { numRuns: 500 },
  );
});

test('rounded away: the exit reaches what was typed, and a tick nearer to the entry does not', () => {
  fc.assert(
    fc.property(anyGround, typed, (on, asked) => {
      const exit = exitAtDistance(asked, on);
      fc.pre(exit !== undefined);
      const away = (on.leg === 'takeProfit') === (on.entrySide === 'BUY') ? 1 : -1;
      expect(reaches(asked, exit, on)).toBe(true);
      expect(reaches(asked, exit - away, on)).toBe(false);
    }),
    { numRuns: 500 },
  );
});

test('the dong of an exit are those that the engine books for one lot', () => {
  fc.assert(
    fc.property(anyGround, fc.integer({ min: 1, max: 10_000 }), (any, away) => {
      const on = { ...any, entry: { notional: any.entry.notional, lots: 1 } };
      const exit = exitAtDistance(ticks(away), on);
      fc.pre(exit !== undefined);
      const position = { netLots: on.entrySide === 'BUY' ? 1 : -1, openNotional: on.entry.notional };
      const { vnd } = estimatedProfit(position, exit, on.terms);
      expect(distanceOfExit(exit, on)?.perLotVnd).toBe(vnd < 0n ? -vnd : vnd);
    }),
  );
});

/** Written anew from the rule: the distance from the entry, cross-multiplied. */
function reaches(asked: TypedDistance, exit: number, on: ExitGround): boolean {
  const away = (on.leg === 'takeProfit') === (on.entrySide === 'BUY') ? 1n : -1n;
  const lots = BigInt(on.entry.lots);
  const gap = away * (BigInt(exit) * lots - BigInt(on.entry.notional));
  if (asked.kind === 'ticks') return gap >= BigInt(asked.ticks) * lots;
  if (asked.kind === 'percent') {
    const price = BigInt(Math.abs(on.entry.notional));
    return gap * 100n * 10n ** BigInt(asked.percent.scale) >= price * asked.percent.units;
  }
  // To nearest, ties to even: rounded, it is enough.
  const twice = 2n * gap * on.terms.tickValueMinor * on.terms.rateE4;
  const unit = lots * 1_000_000n;
  const least = (2n * asked.perLotVnd - 1n) * unit;
  return twice > least || (twice === least && asked.perLotVnd % 2n === 0n);
}
