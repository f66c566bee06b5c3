/** Checks that the stop on a screen moves like the engine's: in the order's favour, by whole ticks, never back. */
import { describe, expect, test } from 'vitest';
import { CORN_GRID, sampleConditional } from '#mock/sample-records.ts';
import { liveStopTicks, trailOf } from '#orders/trailing-stop.ts';

const sell = (conditionalOrderId: string, part = {}) =>
  sampleConditional({ conditionalOrderId, trailAmount: '3.75', currentStopPrice: '454.00', ...part });
const at = (order: ReturnType<typeof sell>, ...lasts: readonly number[]) =>
  lasts.map((last) => liveStopTicks(order, CORN_GRID, last));

describe('where it stands', () => {
  test('a sell follows up and stays', () => expect(at(sell('a'), 1831, 1835, 1820)).toEqual([1816, 1820, 1820]));

  test('a buy follows down and stays', () =>
    expect(at(sell('b', { side: 'BUY', currentStopPrice: '460.00' }), 1831, 1820, 1840)).toEqual([1840, 1835, 1835]));

  test('starts anew after a change', () => {
    const order = sell('c');
    expect(at(order, 1840)).toEqual([1825]);
    const changed = { ...order, trailAmount: '10.00', currentStopPrice: '450.00', seq: order.seq + 1 };
    expect(at(changed, 1840)).toEqual([1800]);
  });

  test('takes the server’s stop when it is tighter', () =>
    expect(at(sell('d', { currentStopPrice: '458.00' }), 1831)).toEqual([1832]));

  test('stays where it fired', () => expect(at(sell('e', { state: 'ACTIVE' }), 1900)).toEqual([1816]));

  test('stays as reported until the entry that it comes with is filled', () =>
    expect(at(sell('g', { orderType: 'TPSL', armedQuantity: 0 }), 1900, 1950)).toEqual([1816, 1816]));

  test('stays as reported without a price', () => expect(liveStopTicks(sell('f'), CORN_GRID, null)).toBe(1816));
});

test('reads a percentage in hundredths of a percent', () => {
  const trail = trailOf({ trailAmount: null, trailPercent: '1.50' }, CORN_GRID);
  expect(trail).toEqual({ kind: 'percent', basisPoints: 150 });
});
