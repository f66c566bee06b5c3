import type { PriceGrid } from '@mua/core/values';
import { describe, expect, test, vi } from 'vitest';
import { createPriceStore } from '#market/price-store.ts';

const corn: PriceGrid = { scale: 2, tickUnits: 25, display: 'eighths' };
const coffee: PriceGrid = { scale: 0, tickUnits: 1, display: 'decimal' };

/** Builds a store whose frames are run by hand. */
function storeWithFrames() {
  const frames: (() => void)[] = [];
  const store = createPriceStore((flush) => frames.push(flush));
  store.register([
    { code: 'ZCEZ26', grid: corn },
    { code: 'LRCF27', grid: coffee },
  ]);
  const frame = () => {
    for (const flush of frames.splice(0)) flush();
  };
  return { store, frame };
}

describe('notifications', () => {
  test('reports many changes between two frames once, and only to subscribers of the field', () => {
    const { store, frame } = storeWithFrames();
    const [last, bid, other] = [vi.fn(), vi.fn(), vi.fn()];
    store.subscribe('ZCEZ26', ['last'], last);
    store.subscribe('ZCEZ26', ['bid', 'ask'], bid);
    store.subscribe('LRCF27', ['last'], other);
    store.apply([{ code: 'ZCEZ26', last: '457.50' }], 'update');
    store.apply([{ code: 'ZCEZ26', last: '457.75' }], 'update');
    expect(last).not.toHaveBeenCalled();
    frame();
    expect(last).toHaveBeenCalledTimes(1);
    expect(store.read('ZCEZ26', 'last')).toBe(1831);
    expect(bid).not.toHaveBeenCalled();
    expect(other).not.toHaveBeenCalled();
  });

  test('the same value again is no change', () => {
    const { store, frame } = storeWithFrames();
    store.apply([{ code: 'ZCEZ26', bid: '457.50', ask: null }], 'snapshot');
    frame();
    const listener = vi.fn();
    store.subscribe('ZCEZ26', ['bid', 'ask'], listener);
    store.apply([{ code: 'ZCEZ26', bid: '457.5', ask: null }], 'update');
    frame();
    expect(listener).not.toHaveBeenCalled();
  });

  test('reports nothing after unsubscribing', () => {
    const { store, frame } = storeWithFrames();
    const listener = vi.fn();
    store.subscribe('ZCEZ26', ['last'], listener)();
    store.apply([{ code: 'ZCEZ26', last: '457.50' }], 'update');
    frame();
    expect(listener).not.toHaveBeenCalled();
  });
});

describe('values', () => {
  test.each([
    ['a price on the grid', { last: '-0.25' }, 'last', -1],
    ['zero is a price', { last: '0' }, 'last', 0],
    ['null is none', { bid: null }, 'bid', null],
    ['a price between two ticks is none', { ask: '457.60' }, 'ask', null],
    ['lots', { bidLots: 0 }, 'bidLots', 0],
    ['a field that did not come keeps', { lastLots: 3 }, 'open', 1800],
  ] as const)('%s', (_case, change, field, value) => {
    const { store } = storeWithFrames();
    store.apply([{ code: 'ZCEZ26', open: '450.00' }], 'snapshot');
    store.apply([{ code: 'ZCEZ26', ...change }], 'update');
    expect(store.read('ZCEZ26', field)).toBe(value);
  });

  test('drops a contract that is not listed', () => {
    const { store } = storeWithFrames();
    store.apply([{ code: 'NOPE', last: '1' }], 'update');
    expect(store.read('NOPE', 'last')).toBeNull();
    expect(store.rowOf('NOPE')).toBe(-1);
  });

  test('reads columns by row and survives growth', () => {
    const { store } = storeWithFrames();
    store.apply([{ code: 'LRCF27', volume: 11_894 }], 'snapshot');
    store.register(Array.from({ length: 300 }, (_, index) => ({ code: `X${index}`, grid: coffee })));
    expect(store.column('volume')[store.rowOf('LRCF27')]).toBe(11_894);
    expect(store.column('volume')[store.rowOf('X299')]).toBeNaN();
  });
});

test('a trade is a rise of the day’s volume; one at the same price keeps the direction of the last move', () => {
  const { store } = storeWithFrames();
  const marks = () => [store.read('LRCF27', 'trades'), store.read('LRCF27', 'tradeDirection')];
  store.apply([{ code: 'LRCF27', last: '3985', volume: 100 }], 'snapshot');
  expect(marks()).toEqual([null, null]);
  store.apply([{ code: 'LRCF27', bid: '3984', bidLots: 5 }], 'update');
  expect(marks()).toEqual([null, null]);
  store.apply([{ code: 'LRCF27', last: '3984', lastLots: 2, volume: 102 }], 'update');
  expect(marks()).toEqual([1, -1]);
  store.apply([{ code: 'LRCF27', lastLots: 1, volume: 103 }], 'update');
  expect(marks()).toEqual([2, -1]);
  store.apply([{ code: 'LRCF27', last: '3990', volume: 0 }], 'update');
  expect(marks()).toEqual([2, -1]);
  store.apply([{ code: 'LRCF27', last: '3991', volume: 1 }], 'update');
  expect(marks()).toEqual([3, 1]);
});
