/** How the simulated leaders decide, by tables of prices and the own position. */
import type { Lots, Ticks } from '@mua/core/values';
import { describe, expect, test } from 'vitest';
import { followTrend, LOOK_BACK, revertToMean, type Sight, sellRisk } from '#demo-leaders/tempers.ts';

const SIZE = { lots: 2, stepTicks: 4 };

/** Quiet prices around 100, then these. */
function seen(...last: readonly Ticks[]): readonly Ticks[] {
  const quiet = Array.from({ length: LOOK_BACK - last.length }, (_, place) => (place % 2 === 0 ? 99 : 101));
  return [...quiet, ...last];
}

function sight(prices: readonly Ticks[], netLots: Lots = 0, averageTicks: Ticks = 0, held = 0): Sight {
  return { prices, netLots, averageTicks, held };
}

describe('the trend follower', () => {
  test.each([
    { what: 'waits between the last prices', prices: seen(100), netLots: 0, wants: 0 },
    { what: 'buys above the highest', prices: seen(103), netLots: 0, wants: 2 },
    { what: 'sells below the lowest', prices: seen(97), netLots: 0, wants: -2 },
    { what: 'does not for less than a step', prices: seen(102), netLots: 0, wants: 0 },
    { what: 'buys no more than an entry', prices: seen(103, 106), netLots: 2, wants: 2 },
    { what: 'keeps what rests', prices: seen(103, 104, 103), netLots: 2, wants: 2 },
    { what: 'leaves what breaks', prices: seen(103, 106, 108, 109, 110, 111, 105), netLots: 2, wants: 0 },
    { what: 'turns where the other side breaks', prices: seen(103, 90), netLots: 2, wants: -2 },
    { what: 'has too few prices', prices: [99, 110], netLots: 0, wants: 0 },
  ])('$what', ({ prices, netLots, wants }) => {
    expect(followTrend(sight(prices, netLots, 100), SIZE)).toBe(wants);
  });
});

describe('the mean reverter', () => {
  test.each([
    { what: 'waits near the average', prices: seen(101), netLots: 0, held: 0, wants: 0 },
    { what: 'sells far above it', prices: seen(106), netLots: 0, held: 0, wants: -2 },
    { what: 'buys far below it', prices: seen(94), netLots: 0, held: 0, wants: 2 },
    { what: 'keeps what has not come back', prices: seen(106, 104), netLots: -2, held: 3, wants: -2 },
    { what: 'takes what has', prices: seen(106, 100), netLots: -2, held: 3, wants: 0 },
    { what: 'gives up what runs on', prices: seen(106, 122), netLots: -2, held: 3, wants: 0 },
    { what: 'gives up what takes too long', prices: seen(106, 105), netLots: -2, held: 16, wants: 0 },
    { what: 'has too few prices', prices: [99, 110], netLots: 0, held: 0, wants: 0 },
  ])('$what', ({ prices, netLots, held, wants }) => {
    expect(revertToMean(sight(prices, netLots, 106, held), SIZE)).toBe(wants);
  });
});

describe('the seller of risk', () => {
  test.each([
    { what: 'sells what rises', prices: [100, 101, 102], netLots: 0, held: 0, wants: -2 },
    { what: 'buys what falls', prices: [102, 101, 100], netLots: 0, held: 0, wants: 2 },
    { what: 'takes a small profit', prices: [102, 101, 96], netLots: -2, held: 0, wants: 0 },
    { what: 'waits for it', prices: [102, 101, 98], netLots: -2, held: 0, wants: -2 },
    { what: 'lets go what moves no more', prices: [102, 101, 98], netLots: -2, held: 12, wants: 0 },
    { what: 'does not for next to nothing', prices: [102, 101, 99], netLots: -2, held: 12, wants: -2 },
    { what: 'keeps what loses a little, for ever', prices: [100, 101, 103], netLots: -2, held: 99, wants: -2 },
    { what: 'doubles what loses more', prices: [100, 101, 104], netLots: -2, held: 0, wants: -4 },
    { what: 'doubles again', prices: [100, 101, 104], netLots: -8, held: 0, wants: -16 },
    { what: 'holds on at its most', prices: [100, 101, 111], netLots: -16, held: 0, wants: -16 },
    { what: 'breaks in the end', prices: [100, 101, 112], netLots: -16, held: 0, wants: 0 },
    { what: 'has too few prices', prices: [100, 101], netLots: 0, held: 0, wants: 0 },
  ])('$what', ({ prices, netLots, held, wants }) => {
    expect(sellRisk(sight(prices, netLots, 100, held), SIZE)).toBe(wants);
  });
});
