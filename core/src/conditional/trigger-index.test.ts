import { expect, test } from 'vitest';
import type { ConditionalOrder } from '#conditional/conditional-order.ts';
import { type Direction, type Level, TriggerIndex } from '#conditional/trigger-index.ts';

function level(ownerId: string, direction: Direction, priceTicks: number, sinceSeq = 1): Level {
  return { ownerId, direction, priceTicks, sinceSeq };
}

/** A trailing stop that has seen its best price, ten ticks away. */
function trailing(id: string, side: ConditionalOrder['side'], best: number | null, receivedSeq = 1): ConditionalOrder {
  const stop = best === null ? null : side === 'SELL' ? best - 10 : best + 10;
  return {
    conditionalOrderId: id,
    clientOrderId: null,
    accountId: 'an',
    investorId: 'an',
    contractCode: 'ZCEZ26',
    kind: 'TRAILING_STOP',
    side,
    isReduceOnly: false,
    parentOrderId: null,
    receivedSeq,
    createdMs: 0,
    dayDate: '2026-11-20',
    bestTicks: best,
    initialStopTicks: stop,
    currentStopTicks: stop,
    status: 'PENDING_ACTIVATION',
    armedLots: 1,
    triggeredMs: null,
    triggeredTicks: null,
    triggeredLeg: null,
    childOrderId: null,
    updatedMs: 0,
    changedSeq: 1,
    refusal: null,
    reason: null,
    lots: 1,
    trail: { kind: 'ticks', ticks: 10 },
    takeProfitTicks: null,
    stopLossTicks: null,
    duration: 'GTC',
    expirationDate: null,
  };
}

/** They waited before the first price step. */
function triggerIndexOf(levels: readonly Level[], trails: readonly ConditionalOrder[] = []): TriggerIndex {
  const index = freshIndexOf(levels, trails);
  index.endStep();
  return index;
}

function freshIndexOf(levels: readonly Level[], trails: readonly ConditionalOrder[] = []): TriggerIndex {
  const index = new TriggerIndex();
  for (const one of levels) index.add(one);
  for (const one of trails) index.trail(one);
  return index;
}

/** Who is due, in order, and at which price. */
function due(index: TriggerIndex, lowTicks: number, highTicks: number, lastTicks = highTicks): string[] {
  return index
    .reached({ lowTicks, highTicks, lastTicks })
    .map(({ ownerId, reachedTicks }) => `${ownerId}@${reachedTicks}`);
}

test('levels above fire from the lowest, then levels below from the highest, equal ones by time', () => {
  const index = triggerIndexOf([
    level('up-105', 'UP', 105),
    level('up-103-later', 'UP', 103, 7),
    level('up-103-first', 'UP', 103, 2),
    level('up-103-last', 'UP', 103, 8),
    level('down-95', 'DOWN', 95),
    level('down-97-later', 'DOWN', 97, 9),
    level('down-97-first', 'DOWN', 97, 3),
    level('up-106', 'UP', 106),
    level('down-94', 'DOWN', 94),
  ]);
  expect(due(index, 95, 105)).toEqual([
    'up-103-first@105',
    'up-103-later@105',
    'up-103-last@105',
    'up-105@105',
    'down-97-first@95',
    'down-97-later@95',
    'down-95@95',
  ]);
  expect(due(index, 98, 102)).toEqual([]);
});

test('what was set during a step is held against its last price, and against everything from the next one on', () => {
  const [sell, buy] = [trailing('sell-90', 'SELL', 100), trailing('buy-110', 'BUY', 100)];
  const index = freshIndexOf([level('up-103', 'UP', 103), level('down-97', 'DOWN', 97)], [sell, buy]);
  expect(index.fresh).toEqual(['buy-110', 'down-97', 'sell-90', 'up-103']);
  // Its low and its high are from before them: nothing is reached, and nothing follows.
  expect(due(index, 85, 115, 100)).toEqual([]);
  expect([sell, buy]).toMatchObject([
    { bestTicks: 100, currentStopTicks: 90 },
    { bestTicks: 100, currentStopTicks: 110 },
  ]);
  expect(due(index, 85, 115, 103)).toEqual(['up-103@103']);
  expect(due(index, 85, 115, 90)).toEqual(['down-97@90', 'sell-90@90']);
  index.endStep();
  expect(due(index, 97, 103, 100)).toEqual(expect.arrayContaining(['up-103@103', 'down-97@97']));
});

test('what is changed is fresh again, and what is gone is not', () => {
  const one = level('a', 'UP', 103);
  const index = triggerIndexOf([one, level('b', 'UP', 104)]);
  index.remove(one);
  index.add({ ...one, priceTicks: 102 });
  expect(index.fresh).toEqual(['a']);
  expect(due(index, 100, 104, 101)).toEqual(['b@104']);
  index.remove({ ...one, priceTicks: 102 });
  expect(index.fresh).toEqual([]);
  index.restoreFresh(['b']);
  expect(due(index, 100, 104, 101)).toEqual([]);
});

test('equal ones that came with one command fire by name, in whatever order they were armed', () => {
  const levels = ['c', 'a', 'b'].map((name) => level(name, 'DOWN', 97, 5));
  const trails = ['z', 'x', 'y'].map((name) => trailing(name, 'SELL', 100, 5));
  for (const turn of [0, 1, 2]) {
    const turned = <T>(all: readonly T[]): T[] => [...all.slice(turn), ...all.slice(0, turn)];
    const index = triggerIndexOf(turned(levels), turned(trails.map((one) => ({ ...one }))));
    expect(due(index, 90, 101, 90)).toEqual(['a@90', 'b@90', 'c@90', 'x@90', 'y@90', 'z@90']);
  }
});

test('what is removed is not due; others of the same rank are', () => {
  const twins = [level('a', 'UP', 103), level('b', 'UP', 103), level('c', 'UP', 103)] as const;
  const index = triggerIndexOf([...twins, level('d', 'DOWN', 97)]);
  index.remove(twins[1]);
  expect(due(index, 100, 103).sort()).toEqual(['a@103', 'c@103']);
  index.remove(level('stranger', 'UP', 103));
  index.remove(level('a', 'UP', 104));
  index.remove(level('a', 'UP', 102));
  index.remove(level('d', 'DOWN', 96));
  expect(due(index, 97, 103).sort()).toEqual(['a@103', 'c@103', 'd@97']);
});

test('a index is empty when nothing waits on either side or trails', () => {
  const up = level('up', 'UP', 103);
  const down = level('down', 'DOWN', 97);
  const buy = trailing('buy', 'BUY', 100);
  const sell = trailing('sell', 'SELL', 100);
  const index = new TriggerIndex();
  expect(index.isEmpty).toBe(true);
  index.add(up);
  expect(index.isEmpty).toBe(false);
  index.remove(up);
  index.add(down);
  expect(index.isEmpty).toBe(false);
  index.remove(down);
  for (const order of [buy, sell]) {
    index.trail(order);
    expect(index.isEmpty).toBe(false);
    index.stopTrailing(order);
    expect(index.isEmpty).toBe(true);
  }
  // Not there: nothing happens.
  index.trail(sell);
  index.stopTrailing(buy);
  index.stopTrailing(trailing('stranger', 'SELL', 100));
  expect(index.isEmpty).toBe(false);
});

test('trailing stops fire among the levels, by the same order', () => {
  const index = triggerIndexOf(
    [level('up-105', 'UP', 105), level('down-92', 'DOWN', 92), level('down-89', 'DOWN', 89)],
    [trailing('sell-90', 'SELL', 100), trailing('buy-104', 'BUY', 94)],
  );
  expect(due(index, 89, 105)).toEqual(['buy-104@105', 'up-105@105', 'down-92@89', 'sell-90@89', 'down-89@89']);
});

test.each([
  ['SELL', [110, 105, 100], 91],
  ['BUY', [90, 95, 100], 109],
] as const)('trailing stops to %s fire from the nearest, equal ones by time', (side, [near, middle, far], reached) => {
  const orders = [
    trailing('far', side, far, 1),
    trailing('near-later', side, near, 5),
    trailing('middle', side, middle, 2),
    trailing('near-first', side, near, 3),
  ];
  // They stand ten ticks from their best prices; the step comes from 100.
  const [low, high] = side === 'SELL' ? [reached, 99] : [101, reached];
  const fired = [`near-first@${reached}`, `near-later@${reached}`, `middle@${reached}`];
  expect(due(triggerIndexOf([], orders), low, high, reached)).toEqual(fired);
});

test.each([
  ['SELL', 100, 108, 98],
  ['BUY', 100, 92, 102],
] as const)('a stop to %s follows a better price and never goes back', (side, start, better, stop) => {
  const order = trailing('t', side, start);
  const index = triggerIndexOf([], [order]);
  const at = (ticks: number): string[] => due(index, ticks, ticks, ticks);
  expect(at(better)).toEqual([]);
  expect(order).toMatchObject({ bestTicks: better, currentStopTicks: stop });
  const between = (better + stop) / 2;
  expect(at(between)).toEqual([]);
  expect(order).toMatchObject({ bestTicks: better, currentStopTicks: stop });
  expect(at(stop)).toEqual([`t@${stop}`]);
});

test('one that has seen no price begins with the first, beside one that has seen a better', () => {
  for (const side of ['SELL', 'BUY'] as const) {
    const blind = trailing('blind', side, null);
    const best = side === 'SELL' ? 120 : 80;
    const seeing = trailing('seeing', side, best, 2);
    for (const order of [
      [blind, seeing],
      [seeing, blind],
    ] as const) {
      const copies = order.map((one) => ({ ...one }));
      const index = triggerIndexOf([], copies);
      // The price is no news for the one who has seen better, and nothing is reached.
      const last = side === 'SELL' ? 115 : 85;
      expect(due(index, last, last, last)).toEqual([]);
      const begun = copies.find(({ conditionalOrderId }) => conditionalOrderId === 'blind');
      const stop = side === 'SELL' ? 105 : 95;
      expect(begun).toMatchObject({ bestTicks: last, currentStopTicks: stop, initialStopTicks: stop });
      const reached = side === 'SELL' ? 105 : 95;
      expect(due(index, reached, reached, reached)).toEqual([`seeing@${reached}`, `blind@${reached}`]);
    }
  }
});

test('the slower of two is moved though the other has seen a better price', () => {
  for (const [side, fast, slow, price, stop] of [
    ['SELL', 120, 112, 115, 105],
    ['BUY', 80, 88, 85, 95],
  ] as const) {
    for (const isSlowFirst of [true, false]) {
      const orders = [trailing('fast', side, fast), trailing('slow', side, slow)];
      const index = triggerIndexOf([], isSlowFirst ? [...orders].reverse() : orders);
      due(index, price, price, price);
      expect(orders.map(({ bestTicks }) => bestTicks)).toEqual([fast, price]);
      expect(orders[1]?.currentStopTicks).toBe(stop);
      // The slowest is known anew: a price between them moves it again.
      const next = side === 'SELL' ? 117 : 83;
      due(index, next, next, next);
      expect(orders.map(({ bestTicks }) => bestTicks)).toEqual([fast, next]);
    }
  }
});

test('one step: the extremes fire nothing that the other one moved, the last price does', () => {
  // To sell at 90: the step goes up to 108 and down to 97. The stop follows to 98, which only the last price may reach.
  const held = trailing('held', 'SELL', 100);
  expect(due(triggerIndexOf([], [held]), 97, 108, 99)).toEqual([]);
  expect(held.currentStopTicks).toBe(98);
  const fired = trailing('fired', 'SELL', 100);
  expect(due(triggerIndexOf([], [fired]), 97, 108, 98)).toEqual(['fired@98']);
  // One that the low reached as it stood fires there and does not follow.
  const before = trailing('before', 'SELL', 100);
  const after = trailing('after', 'SELL', 95, 2);
  expect(due(triggerIndexOf([], [before, after]), 88, 108, 97)).toEqual(['after@97', 'before@88']);
  expect([before.currentStopTicks, after.currentStopTicks]).toEqual([90, 98]);
});

test('stops at different distances overtake each other, and the nearest is looked at first', () => {
  for (const [side, wideBest, tightBest, better, between] of [
    ['SELL', 110, 95, 112, 105],
    ['BUY', 90, 105, 88, 95],
  ] as const) {
    const wide = trailing('wide', side, wideBest);
    const tight = { ...trailing('tight', side, null, 2), trail: { kind: 'ticks', ticks: 2 } as const };
    tight.bestTicks = tightBest;
    tight.currentStopTicks = side === 'SELL' ? tightBest - 2 : tightBest + 2;
    const index = triggerIndexOf([], [wide, tight]);
    expect(due(index, better, better, better)).toEqual([]);
    // The last price is back beyond its stop: only the extreme has reached it.
    const last = side === 'SELL' ? better - 1 : better + 1;
    const [low, high] = side === 'SELL' ? [between, last] : [last, between];
    expect(due(index, low, high, last)).toEqual([`tight@${between}`]);
  }
});

test("one that has seen no price stands in nobody's way, and is not due at once, below zero neither", () => {
  for (const [side, best, low, high, last] of [
    ['BUY', 80, 82, 95, 84],
    ['SELL', 120, 105, 118, 116],
    ['SELL', 0, -15, -2, -4],
    ['BUY', -40, -38, -25, -36],
  ] as const) {
    const adverse = side === 'SELL' ? low : high;
    for (const isBlindFirst of [true, false]) {
      const orders = [
        trailing('blind', side, null),
        trailing('other', side, null, 3),
        trailing('seeing', side, best, 2),
      ];
      const index = triggerIndexOf([], isBlindFirst ? orders : [...orders].reverse());
      expect(due(index, low, high, last)).toEqual([`seeing@${adverse}`]);
    }
  }
});

test('a stop that began nearer than its distance waits until that catches up', () => {
  for (const [side, current, better, best, stop] of [
    ['SELL', 98, 105, 110, 100],
    ['BUY', 102, 95, 90, 100],
  ] as const) {
    const order = trailing('t', side, 100);
    order.currentStopTicks = current;
    const index = triggerIndexOf([], [order]);
    expect(due(index, better, better, better)).toEqual([]);
    expect(order.currentStopTicks).toBe(current);
    expect(due(index, best, best, best)).toEqual([]);
    expect(order.currentStopTicks).toBe(stop);
  }
});
