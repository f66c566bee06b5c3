// @vitest-environment jsdom
/** Tests clicks on the ladder just after a chip has come, moved or gone: they may be meant for what was there before. */
import type { ConditionalOrder } from '@mua/contract/entities/conditional-order';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openPositionsQuery } from '#accounts/positions.ts';
import { ARMING_PAUSE_MS } from '#design/arming.ts';
import { OrderLadder } from '#features/order-ladder/order-ladder.tsx';
import { forgetLedgers } from '#ledger/account-ledger.ts';
import { priceStore } from '#market/price-store.ts';
import { orderPageOf } from '#mock/order-page.ts';
import {
  ACCOUNT,
  ACTOR,
  CORN,
  CORN_GRID,
  sampleConditional,
  sampleOrder,
  samplePosition,
} from '#mock/sample-records.ts';
import { useConnections } from '#network/connection-store.ts';
import { conditionalOrdersQuery } from '#orders/conditional-orders.ts';
import { liveOrdersQuery } from '#orders/orders.ts';
import { useSentOrders } from '#orders/sent-orders.ts';
import { setClock } from '#session/clock.ts';
import { useSelectedAccount } from '#session/selected-account-store.ts';
import { answer, fetched, preparePages, renderPart } from '#test/page.tsx';

preparePages();
let ms = Date.now();
let putBack = () => {};

beforeAll(() => {
  document.elementFromPoint = () => null;
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, value: 21 * 20 });
  priceStore.register([{ code: CORN.code, grid: CORN_GRID }]);
});
beforeEach(() => {
  useSelectedAccount.getState().select(ACTOR.accountId);
  useConnections.getState().note('market', { isConnected: true, isStalled: false });
  useSentOrders.setState({ orders: new Map() });
  forgetLedgers();
  putBack = setClock(() => ms);
  // 1831 ticks: rows from 1821 to 1841.
  act(() => priceStore.apply([{ code: CORN.code, last: '457.75', settlement: '452.25', session: 'OPEN' }], 'snapshot'));
});
afterEach(() => putBack());

const LIVE = liveOrdersQuery(ACTOR, { ofContract: CORN.code }).queryKey;
const WAITING = conditionalOrdersQuery(ACTOR, 'pending').queryKey;
const NO_TRAIL = { trailAmount: null, initialStopPrice: null, currentStopPrice: null } as const;
const PROFIT = sampleConditional({ orderType: 'TPSL', ...NO_TRAIL, takeProfit: '458.50', stopLoss: null });
const TRAIL = sampleConditional({
  ...{ conditionalOrderId: 'trail', trailAmount: '1.00' },
  ...{ initialStopPrice: '456.75', currentStopPrice: '456.75' },
});
const ASK = sampleOrder({ orderId: 'ask', side: 'SELL', limitPrice: '458.50', status: 'WORKING' });

type Order = ReturnType<typeof sampleOrder>;
const pageOf = (items: ConditionalOrder[]) => ({
  pages: [{ items, nextCursor: null, total: items.length }],
  pageParams: [null],
});
const listOf = (orders: Order[]) => ({ pages: [orderPageOf(orders)], pageParams: [null] });

async function openArmed({ waiting = [], orders = [] }: { waiting?: ConditionalOrder[]; orders?: Order[] }) {
  const { client, user } = renderPart(<OrderLadder contract={CORN} />, [
    [[ACTOR.userId, 'accounts'], [ACCOUNT]],
    [['public', 'contracts'], [CORN]],
    [openPositionsQuery(ACTOR).queryKey, [samplePosition({ netLots: 2 })]],
    [LIVE, listOf(orders)],
    [WAITING, pageOf(waiting)],
  ]);
  await user.click(screen.getByTestId('ladder-arm'));
  return {
    user,
    becomes: (next: Order[]) => act(async () => client.setQueryData(LIVE, listOf(next))),
    waits: (next: ConditionalOrder[]) => act(async () => client.setQueryData(WAITING, pageOf(next))),
  };
}

const rowAt = (ticks: number) => document.querySelector<HTMLElement>(`[data-ladder-ticks="${ticks}"]`) ?? document.body;
const at = (ticks: number, name: RegExp) => within(rowAt(ticks)).getByRole('button', { name });
const placeAt = (ticks: number) => at(ticks, /^Bán giới hạn/);
const chips = () => document.querySelectorAll('[data-ladder-order]').length;
const paths = () =>
  fetched.mock.calls
    .filter(([, init]) => init?.method === 'POST')
    .map(([address]) => String(address).split('/').at(-1));

test.each<[string, Parameters<typeof openArmed>[0], number]>([
  ['a take profit that has fired', { waiting: [PROFIT] }, 1834],
  ['a trailing stop that has fired', { waiting: [TRAIL] }, 1827],
  ['an order that has filled', { orders: [ASK] }, 1834],
])('where the chip of %s was, a click to cancel it places nothing', async (_name, shown, ticks) => {
  const { user, becomes, waits } = await openArmed(shown);
  ms += ARMING_PAUSE_MS;
  expect(chips()).toBe(1);
  if (shown.orders) await becomes([]);
  else await waits([]);
  await waitFor(() => expect(chips()).toBe(0));
  ms += 200;
  await user.click(placeAt(ticks));
  expect(paths()).toEqual([]);
  // The other side has not changed.
  await user.click(at(ticks, /^Mua giới hạn/));
  expect(paths()).toEqual(['place']);
  ms += ARMING_PAUSE_MS;
  await user.click(placeAt(ticks));
  expect(paths()).toEqual(['place', 'place']);
});

test('nor where it was so young when it left that only a click after that would have cancelled it', async () => {
  const { user, becomes } = await openArmed({});
  ms += ARMING_PAUSE_MS;
  await becomes([ASK]);
  await waitFor(() => expect(chips()).toBe(1));
  ms += ARMING_PAUSE_MS - 10;
  await becomes([]);
  await waitFor(() => expect(chips()).toBe(0));
  ms += 80;
  await user.click(placeAt(1834));
  expect(paths()).toEqual([]);
});

test('nor does a key that falls to the place with the focus', async () => {
  const { user, becomes } = await openArmed({ orders: [ASK] });
  ms += ARMING_PAUSE_MS;
  at(1834, /^Lệnh Bán/).focus();
  await becomes([]);
  await waitFor(() => expect(document.activeElement).toBe(placeAt(1834)));
  await user.keyboard('{Enter}');
  expect(paths()).toEqual([]);
});

test('what has just come is cancelled by no click, what it has uncovered is; placed is only where nothing has left', async () => {
  const beside = { ...ASK, orderId: 'beside' };
  const { user, becomes } = await openArmed({ orders: [ASK, beside] });
  ms += ARMING_PAUSE_MS;
  await becomes([{ ...ASK, limitPrice: '458.75' }, beside]);
  await waitFor(() => expect(at(1835, /^Lệnh Bán/)).toBeTruthy());
  await user.click(at(1835, /^Lệnh Bán/));
  await user.click(placeAt(1834));
  expect(paths()).toEqual([]);
  // Nothing was aimed at where it has come to.
  await user.click(placeAt(1835));
  expect(paths()).toEqual(['place']);
  await user.click(at(1834, /^Lệnh Bán/));
  expect(paths()).toEqual(['place', 'cancel']);
  ms += ARMING_PAUSE_MS;
  await user.click(at(1835, /^Lệnh Bán/));
  expect(paths()).toEqual(['place', 'cancel', 'cancel']);
});

test('several quick orders at one price are all placed, whether they rest or fill at once', async () => {
  const { becomes } = await openArmed({});
  const click = () => fireEvent.click(placeAt(1834), { detail: 1 });
  fetched.mockImplementation(async () => answer(201, { order: ASK, seq: ASK.seq }));
  click();
  await waitFor(() => expect(chips()).toBe(1));
  // Its chip has come under the pointer: it is not cancelled by the next click.
  fireEvent.click(at(1834, /^Lệnh Bán/), { detail: 1 });
  expect(paths()).toEqual(['place']);
  click();
  await waitFor(() => expect(placeAt(1834).getAttribute('aria-disabled')).toBe('false'));
  ms += 100;
  await becomes([]);
  await waitFor(() => expect(chips()).toBe(0));
  ms += 100;
  click();
  expect(paths()).toEqual(['place', 'place', 'place']);
});
