/** Checks what a price would mean, on a position of two lots bought at 451'4 (1806), 330,250 dong per tick and lot. */
import { expect, test } from 'vitest';
import { type EffectGround, effectAt, tradesAtOnce } from '#features/chart/trading/effect.ts';
import type { OrderLine } from '#features/chart/trading/order-line.ts';
import { linesOfConditional, linesOfDraft, linesOfOrder } from '#features/chart/trading/order-lines-of.ts';
import { CORN, MARGIN, sampleConditional, sampleOrder, samplePosition } from '#mock/sample-records.ts';
import { EMPTY_DRAFT } from '#orders/ticket-draft.ts';

const GRID = CORN.decimalFormat;
const GROUND: EffectGround = {
  contract: CORN,
  position: samplePosition(),
  orders: [],
  draftEntryTicks: null,
  margin: { ...MARGIN, requiredMargin: '73236240' },
  marginPerLotVnd: 36_618_120n,
  market: { bid: 1830, ask: 1831, last: 1831 },
};
/** Two bought at 442'4 (1770), then one at 442'6: lots close in that order. */
const IN_TURN = samplePosition({
  netLots: 3,
  openLots: [
    { lots: 2, price: '442.50', time: '2026-11-20T02:00:00.000Z' },
    { lots: 1, price: '442.75', time: '2026-11-20T03:00:00.000Z' },
  ],
});
const RIGHTS = { canModify: true, canCancel: true };
const order = (part: Parameters<typeof sampleOrder>[0]) => linesOfOrder(sampleOrder(part), GRID, RIGHTS);
const draft = (part: Partial<typeof EMPTY_DRAFT>) =>
  linesOfDraft(
    { ...EMPTY_DRAFT, contractCode: CORN.code, limitSource: 'typed', ...part },
    { contract: CORN, market: GROUND.market, markTicks: 1831, held: null },
  );
const pair = (part: Parameters<typeof sampleConditional>[0]) =>
  linesOfConditional(
    sampleConditional({ orderType: 'TPSL', trailAmount: null, currentStopPrice: null, takeProfit: '470.00', ...part }),
    GRID,
    1831,
  );
const trailing = (part: Parameters<typeof sampleConditional>[0]) =>
  linesOfConditional(sampleConditional(part), GRID, 1831);
const FIRST_IN = { kind: 'profit', vnd: 4_623_500n };

test.each<[string, readonly OrderLine[], number, Partial<EffectGround>, object | null]>([
  ['closing both lots', order({ side: 'SELL' }), 1816, {}, { kind: 'profit', vnd: 6_605_000n }],
  ['closing one of them', order({ side: 'SELL', quantity: 1 }), 1816, {}, { kind: 'profit', vnd: 3_302_500n }],
  ['more than the position', order({ side: 'SELL', quantity: 5 }), 1805, {}, { kind: 'profit', vnd: -660_500n }],
  ['first in, first out', order({ side: 'SELL', quantity: 1 }), 1784, { position: IN_TURN }, FIRST_IN],
  ['first in, first out, by a pair', pair({ quantity: 1 }), 1784, { position: IN_TURN }, FIRST_IN],
  ['first in, first out, by a trailing stop', trailing({ quantity: 1 }), 1784, { position: IN_TURN }, FIRST_IN],
  [
    'an order that adds holds the same at every price',
    order({}),
    1700,
    {},
    { kind: 'margin', beforeVnd: 73_236_240n, afterVnd: 73_236_240n },
  ],
  ['a pair of the position', pair({}), 1826, {}, { kind: 'profit', vnd: 13_210_000n }],
  [
    'a pair that waits for its entry',
    pair({ parentOrderCode: 'order-1' }),
    1826,
    { position: null, orders: [sampleOrder()] },
    { kind: 'profit', vnd: 6_605_000n },
  ],
  ['a pair without either', pair({}), 1826, { position: null }, null],
  [
    'a draft holds margin',
    draft({ limitText: "454'0" }),
    1816,
    {},
    { kind: 'margin', beforeVnd: 73_236_240n, afterVnd: 109_854_360n },
  ],
])('%s', (_name, [line], ticks, part, expected) => {
  expect(line && effectAt(line, ticks, { ...GROUND, ...part })).toEqual(expected);
});

test.each<[string, readonly OrderLine[], number, boolean]>([
  ['a buy limit at the ask', order({}), 1831, true],
  ['below it', order({}), 1830, false],
  ['a sell limit at the bid', order({ side: 'SELL' }), 1830, true],
  ['a buy stop at the last price', order({ orderType: 'STOP', limitPrice: null, stopPrice: '460.00' }), 1831, true],
  ['above it', order({ orderType: 'STOP', limitPrice: null, stopPrice: '460.00' }), 1832, false],
])('whether it trades at once: %s', (_name, [line], ticks, expected) => {
  expect(line && tradesAtOnce(line, ticks, GROUND)).toBe(expected);
});
