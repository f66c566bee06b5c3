/** Checks where a line may be moved within the engine's bounds, and what is then requested. */
import type { ConditionalOrder } from '@mua/contract/entities/conditional-order';
import { describe, expect, test } from 'vitest';
import { type AmendGround, amendmentOf } from '#features/chart/trading/amend.ts';
import type { OrderLine } from '#features/chart/trading/order-line.ts';
import {
  lineOfAlert,
  lineOfPosition,
  linesOfConditional,
  linesOfOrder,
} from '#features/chart/trading/order-lines-of.ts';
import { CORN, sampleConditional, sampleOrder, samplePosition } from '#mock/sample-records.ts';

const GRID = CORN.decimalFormat;
/** Settled at 452'2 = 1809; last 457'6 = 1831. Band 7 %: 126 ticks. Daily limits 422'2 to 482'2 = 1689 to 1929. */
const GROUND: AmendGround = {
  ...{ contract: CORN, referenceTicks: 1809, markTicks: 1831 },
  ...{ orders: [], conditionals: [] },
};
const RIGHTS = { canModify: true, canCancel: true };

const lines: Readonly<Record<string, readonly OrderLine[]>> = {
  limit: linesOfOrder(sampleOrder(), GRID, RIGHTS),
  stop: linesOfOrder(sampleOrder({ orderType: 'STOP', limitPrice: null, stopPrice: '460.00' }), GRID, RIGHTS),
  stopLimit: linesOfOrder(
    sampleOrder({ orderType: 'STOP_LIMIT', limitPrice: '461.00', stopPrice: '460.00' }),
    GRID,
    RIGHTS,
  ),
  pair: linesOfConditional(
    sampleConditional({
      orderType: 'TPSL',
      trailAmount: null,
      currentStopPrice: null,
      takeProfit: '470.00',
      stopLoss: '448.00',
    }),
    GRID,
    1831,
  ),
  trail: linesOfConditional(sampleConditional({ conditionalOrderId: 'by-ticks' }), GRID, 1831),
  share: linesOfConditional(
    sampleConditional({
      conditionalOrderId: 'by-share',
      trailAmount: null,
      trailPercent: '1.00',
      currentStopPrice: '453.25',
    }),
    GRID,
    1831,
  ),
};

function moved(name: string, leg: string, ticks: number) {
  const line = lines[name]?.find(({ subject }) => 'leg' in subject && subject.leg === leg);
  if (!line) throw new Error(`${name} has no ${leg}`);
  const amendment = amendmentOf(line, ticks, GROUND);
  if (amendment.kind === 'fault') return amendment.code;
  return 'request' in amendment ? amendment.request : amendment.kind;
}

test.each<[string, string, string, number, object | string]>([
  ['a limit within the band', 'limit', 'limit', 1820, { orderId: 'order-1', limitPrice: '455.00' }],
  ['at its own price it requests nothing', 'limit', 'limit', 1816, 'nothing'],
  ['a buy at the edge of the daily limits', 'limit', 'limit', 1929, { orderId: 'order-1', limitPrice: '482.25' }],
  ['beyond them', 'limit', 'limit', 1930, 'PriceOutsideDailyLimit'],
  ['a buy too high for the band', 'limit', 'limit', 1936, 'PriceOutsideBand'],
  ['a buy far below', 'limit', 'limit', 1688, 'PriceOutsideDailyLimit'],
  ['a stop', 'stop', 'stop', 1850, { orderId: 'order-1', stopPrice: '462.50' }],
  ['a stop beyond the daily limits', 'stop', 'stop', 1930, 'PriceOutsideDailyLimit'],
  ['the limit of a stop limit', 'stopLimit', 'limit', 1850, { orderId: 'order-1', limitPrice: '462.50' }],
  ['its stop, too far from its limit', 'stopLimit', 'stop', 1700, 'StopLimitTooFar'],
  ['a take profit', 'pair', 'takeProfit', 1832, { conditionalOrderId: 'conditional-1', takeProfit: '458.00' }],
  ['at the mark a take profit is invalid', 'pair', 'takeProfit', 1831, 'TakeProfitWrongSide'],
  ['a stop loss', 'pair', 'stopLoss', 1830, { conditionalOrderId: 'conditional-1', stopLoss: '457.50' }],
  ['above the mark a stop loss is invalid', 'pair', 'stopLoss', 1832, 'StopLossWrongSide'],
  // Best 1831, trail 15: the line is at 1816.
  ['a trailing stop, further away', 'trail', 'trail', 1811, { conditionalOrderId: 'by-ticks', trailAmount: '5.00' }],
  ['as near as one tick', 'trail', 'trail', 1830, { conditionalOrderId: 'by-ticks', trailAmount: '0.25' }],
  ['at the best price it is no longer a stop', 'trail', 'trail', 1831, 'TrailInvalid'],
  // Best 1831, 1 %: the line is at 1813.
  ['a percentage of the price', 'share', 'trail', 1795, { conditionalOrderId: 'by-share', trailPercent: '1.97' }],
])('%s', (_name, line, leg, ticks, expected) => {
  expect(moved(line, leg, ticks)).toEqual(expected);
});

test.each<[string, Partial<ConditionalOrder>, number, string]>([
  ['above the market it would close at once', {}, 1820, 'StopLossWrongSide'],
  ['at the market too', {}, 1819, 'StopLossWrongSide'],
  ['below it, it waits', {}, 1818, 'conditional'],
  ['of an entry that has filled nothing it waits anywhere', { armedQuantity: 0 }, 1820, 'conditional'],
])('a trailing stop whose price has come back: %s', (_name, part, ticks, expected) => {
  const order = sampleConditional({ conditionalOrderId: 'back', ...part });
  const [line] = linesOfConditional(order, GRID, 1831);
  const amendment = line && amendmentOf(line, ticks, { ...GROUND, markTicks: 1819 });
  expect(amendment?.kind === 'fault' ? amendment.code : amendment?.kind).toBe(expected);
});

describe('an entry that has filled nothing, and its exits', () => {
  /** Buys at 454 = 1816, below the market; takes its profit at 456 = 1824, stops its loss at 450 = 1800. */
  const entry = sampleOrder({ exitOrderId: 'exits' });
  const exits = sampleConditional({
    ...{ conditionalOrderId: 'exits', parentOrderCode: entry.orderId, orderType: 'TPSL', armedQuantity: 0 },
    ...{ trailAmount: null, currentStopPrice: null, takeProfit: '456.00', stopLoss: '450.00' },
  });

  function dragged(leg: 'limit' | 'takeProfit' | 'stopLoss', ticks: number, more: Partial<typeof exits> = {}) {
    const pair = { ...exits, ...more };
    const all = [...linesOfOrder(entry, GRID, RIGHTS), ...linesOfConditional(pair, GRID, 1831)];
    const line = all.find(({ subject }) => 'leg' in subject && subject.leg === leg);
    const amendment = line && amendmentOf(line, ticks, { ...GROUND, orders: [entry], conditionals: [pair] });
    return amendment?.kind === 'fault' ? [amendment.code, amendment.facts.price] : amendment?.kind;
  }

  test.each([
    ['takeProfit', 1817, 'conditional'],
    ['takeProfit', 1816, ['TakeProfitWrongSide', '454.00']],
    ['stopLoss', 1815, 'conditional'],
    ['stopLoss', 1820, ['StopLossWrongSide', '454.00']],
    ['limit', 1823, 'order'],
    ['limit', 1824, ['TakeProfitWrongSide', '456.00']],
    ['limit', 1801, 'order'],
    ['limit', 1800, ['StopLossWrongSide', '450.00']],
  ] as const)('%s at %i: %j', (leg, ticks, expected) => {
    expect(dragged(leg, ticks)).toEqual(expected);
  });

  test('exits at a distance move along with it', () => {
    expect(dragged('limit', 1824, { takeProfitDistance: '2.00' })).toBe('order');
    expect(dragged('limit', 1800, { stopLossDistance: '4.00' })).toBe('order');
  });

  test('once something is filled, exits are measured against the market', () => {
    expect(dragged('takeProfit', 1820, { armedQuantity: 1 })).toEqual(['TakeProfitWrongSide', '457.75']);
    expect(dragged('stopLoss', 1820, { armedQuantity: 1 })).toBe('conditional');
    expect(dragged('limit', 1824, { armedQuantity: 1 })).toBe('order');
  });
});

test('a position line can’t be moved', () => {
  const line = lineOfPosition(samplePosition(), GRID);
  expect(line && amendmentOf(line, 1700, GROUND)).toEqual({ kind: 'nothing' });
});

test('without a reference price there is no band, and exits are left to the server', () => {
  const [limit] = lines.limit ?? [];
  const [takeProfit] = lines.pair ?? [];
  const ground = { ...GROUND, contract: { ...CORN, dailyLimits: null }, referenceTicks: null, markTicks: null };
  expect(limit && amendmentOf(limit, 3000, ground).kind).toBe('order');
  expect(takeProfit && amendmentOf(takeProfit, 1, ground).kind).toBe('conditional');
});

test('an alert waits on the side the market comes from, wherever it is moved', () => {
  const alert = { alertId: 'a1', ticks: 1850, direction: 'ABOVE', isRepeating: false, note: '' } as const;
  const change = (ticks: number) => amendmentOf(lineOfAlert(alert), ticks, GROUND);
  expect(change(1860)).toEqual({ kind: 'alert', alertId: 'a1', change: { price: '465.00', direction: 'ABOVE' } });
  expect(change(1820)).toEqual({ kind: 'alert', alertId: 'a1', change: { price: '455.00', direction: 'BELOW' } });
  expect(change(1850)).toEqual({ kind: 'nothing' });
});
