import { expect, test } from 'vitest';
import { groupRequest } from '#features/order-ticket/group-request.ts';
import { readScale, type TypedScale } from '#features/order-ticket/order-scale.ts';
import { CORN } from '#mock/sample-records.ts';
import { type DraftValues, useTicketDraft } from '#orders/ticket-draft.ts';
import { CALM, TICKET_ACCOUNT } from '#test/ticket-sample.ts';

const ACCOUNT = { ...TICKET_ACCOUNT, equityVnd: 200_000_000n };
const TYPED: TypedScale = { fromText: "452'0", toText: "450'0", stepsText: '5', lotsText: '1' };

function scaleOf(typed: Partial<TypedScale> = {}, draft: Partial<DraftValues> = {}) {
  const ticket = {
    contract: CORN,
    draft: { ...useTicketDraft.getState(), ...draft },
    market: { bid: 1_830, ask: 1_831, last: 1_829 },
    markTicks: 1_829,
    held: null,
    account: ACCOUNT,
    ground: CALM,
  };
  return { scale: readScale({ ...TYPED, ...typed }, ticket), ticket };
}

function ordersOf(...at: Parameters<typeof scaleOf>) {
  const { scale } = scaleOf(...at);
  if (scale.kind !== 'orders') throw new Error(scale.field);
  return scale;
}

test('each order is the draft at its own price, under an id of its own', () => {
  const { scale, ticket } = scaleOf({}, { hasExits: true, exitUnit: 'ticks', stopLossText: '8', duration: 'GTC' });
  if (scale.kind !== 'orders') throw new Error(scale.field);
  let made = 0;
  const request = groupRequest('SCALE', scale.orders, ticket, () => `id-${++made}`);
  expect(request).toMatchObject({ kind: 'SCALE', contractCode: 'ZCEZ26' });
  expect(
    request.orders.map(({ clientOrderId, limitPrice, quantity }) => [clientOrderId, limitPrice, quantity]),
  ).toEqual([
    ['id-1', '452.00', 1],
    ['id-2', '451.50', 1],
    ['id-3', '451.00', 1],
    ['id-4', '450.50', 1],
    ['id-5', '450.00', 1],
  ]);
  for (const order of request.orders) {
    expect(order).toMatchObject({ side: 'BUY', orderType: 'LIMIT', duration: 'GTC', stopLossDistance: '2.00' });
  }
});

test('the sums are those of all orders together', () => {
  const { all } = ordersOf();
  expect(all).toMatchObject({ lots: 5, averagePrice: '451.0000', errors: [] });
  expect(all.figures?.preview.requiredVnd.after).toBe(183_090_600n);
  expect(all.figures?.preview.feeVnd).toBe(1_750_000n);
});

test('margin is that of all of them: each alone would pass', () => {
  expect(ordersOf({ stepsText: '2', lotsText: '2' }).all.errors).toEqual([]);
  expect(ordersOf({ stepsText: '3', lotsText: '2' }).all.errors[0]).toMatchObject({ code: 'margin' });
});

test('each price is judged: one beyond the band stops all', () => {
  expect(ordersOf({ fromText: '480', toText: '500' }).all.errors[0]).toMatchObject({ code: 'band' });
});

test('what would fill at once is counted, and of far prices the farthest is told', () => {
  expect(ordersOf().all.warnings).toEqual([]);
  // Begun for a buy, below the market, and then turned over.
  expect(ordersOf({}, { side: 'SELL' }).all.warnings).toEqual([{ code: 'fillsAtOnce', orders: 5, of: 5 }]);
  expect(ordersOf({ fromText: "458'0", toText: "457'0" }).all.warnings).toEqual([
    { code: 'fillsAtOnce', orders: 2, of: 5 },
  ]);
  expect(ordersOf({ toText: "430'0" }).all.warnings).toMatchObject([{ code: 'far', differenceTicks: -89 }]);
});

test.each<[string, Partial<TypedScale>, string]>([
  ['no price', { fromText: '' }, 'fromText'],
  ['a price between two ticks', { toText: '450.1' }, 'toText'],
  ['one order', { stepsText: '1' }, 'stepsText'],
  ['more orders than ticks', { toText: "451'6" }, 'stepsText'],
  ['too many orders', { stepsText: '21', toText: '440' }, 'stepsText'],
  ['no lots', { lotsText: '0' }, 'lotsText'],
])('%s is told at its field', (_, typed, field) => {
  expect(scaleOf(typed).scale).toEqual({ kind: 'field', field });
});
