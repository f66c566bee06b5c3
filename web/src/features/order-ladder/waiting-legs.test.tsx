// @vitest-environment jsdom
/** Tests what waits on the ladder: exits and trailing stops in their rows, cancelled and moved as live orders are. */
import type { ConditionalOrder } from '@mua/contract/entities/conditional-order';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openPositionsQuery } from '#accounts/positions.ts';
import { ARMING_PAUSE_MS } from '#design/arming.ts';
import { toast } from '#design/ui/feedback/toaster.tsx';
import { OrderLadder } from '#features/order-ladder/order-ladder.tsx';
import { forgetLedgers } from '#ledger/account-ledger.ts';
import { exitProfitVnd } from '#market/exit-profit.ts';
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
import { setClock } from '#session/clock.ts';
import { useSelectedAccount } from '#session/selected-account-store.ts';
import { answer, fetched, preparePages, refused, renderPart } from '#test/page.tsx';

/** The element under the pointer, which jsdom does not know. */
let under: Element | null = null;

preparePages();
beforeAll(() => {
  document.elementFromPoint = () => under;
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, value: 21 * 20 });
  priceStore.register([{ code: CORN.code, grid: CORN_GRID }]);
});
beforeEach(() => {
  under = null;
  useSelectedAccount.getState().select(ACTOR.accountId);
  useConnections.getState().note('market', { isConnected: true, isStalled: false });
  forgetLedgers();
  // 1831 ticks: rows from 1821 to 1841.
  act(() => priceStore.apply([{ code: CORN.code, last: '457.75', settlement: '452.25', session: 'OPEN' }], 'snapshot'));
});

const NO_TRAIL = { trailAmount: null, initialStopPrice: null, currentStopPrice: null } as const;
const PAIR = sampleConditional({ orderType: 'TPSL', ...NO_TRAIL, takeProfit: '458.50', stopLoss: '456.00' });
/** Each test has its own: how far one has come is remembered. */
const trailing = (conditionalOrderId: string) =>
  sampleConditional({
    ...{ conditionalOrderId, trailAmount: '1.00' },
    ...{ initialStopPrice: '456.75', currentStopPrice: '456.75' },
  });
const HELD = samplePosition({ netLots: 2 });

function setUp(waiting: ConditionalOrder[], orders: ReturnType<typeof sampleOrder>[] = []) {
  return renderPart(<OrderLadder contract={CORN} />, [
    [[ACTOR.userId, 'accounts'], [ACCOUNT]],
    [['public', 'contracts'], [CORN]],
    [openPositionsQuery(ACTOR).queryKey, orders.length > 0 ? [] : [HELD]],
    [liveOrdersQuery(ACTOR, { ofContract: CORN.code }).queryKey, { pages: [orderPageOf(orders)], pageParams: [null] }],
    [
      conditionalOrdersQuery(ACTOR, 'pending').queryKey,
      { pages: [{ items: waiting, nextCursor: null, total: waiting.length }], pageParams: [null] },
    ],
  ]);
}

const lock = () => screen.getByTestId('ladder-arm');
const rowAt = (ticks: number) => document.querySelector<HTMLElement>(`[data-ladder-ticks="${ticks}"]`) ?? document.body;
const chipAt = (ticks: number, name: RegExp) => within(rowAt(ticks)).getByRole('button', { name });
const sent = () =>
  fetched.mock.calls
    .filter(([, init]) => init?.method === 'POST')
    .map(([address, init]) => ({
      path: String(address).split('/').slice(-2).join('/'),
      body: JSON.parse(String(init?.body)),
    }));

test('take profit and stop loss stand in their rows, with their lots and what they would gain or lose', () => {
  setUp([PAIR]);
  const profit = chipAt(1834, /^Chốt lời Bán 2 lot tại 458'4, Chờ kích hoạt, lãi\/lỗ tại đó \+/);
  const loss = chipAt(1824, /^Cắt lỗ Bán 2 lot tại 456'0, Chờ kích hoạt, lãi\/lỗ tại đó/);
  expect(profit.textContent).toMatch(/^TP2\+/);
  expect(loss.textContent).toMatch(/^SL2/);
  expect(profit.title).toContain('Bấm để hủy cả chốt lời và cắt lỗ');
  const vnd = exitProfitVnd({ side: 'SELL', lots: 2, ticks: 1834 }, { contract: CORN, entryTicks: null, held: HELD });
  expect(profit.getAttribute('aria-label')?.replaceAll(/[^0-9]/g, '')).toContain(String(vnd));
});

test('the exits of an entry that waits say so, and are measured from its price', () => {
  const entry = sampleOrder({ orderId: 'entry', side: 'BUY', limitPrice: '457.00', status: 'WORKING' });
  setUp([{ ...PAIR, parentOrderCode: 'entry', armedQuantity: 0 }], [entry]);
  // Six ticks of 12.50 dollars for each of two lots.
  expect(chipAt(1834, /^Chốt lời Bán 2 .*Chờ lệnh vào khớp, lãi\/lỗ tại đó \+3\.963\.000/)).toBeTruthy();
});

test('a trailing stop stands where it is now, and goes with the market', async () => {
  setUp([trailing('followed')]);
  expect(chipAt(1827, /^Dừng kéo Bán 2 lot tại 456'6/).textContent).toMatch(/^Kéo2/);
  act(() => priceStore.apply([{ code: CORN.code, last: '458.25' }], 'update'));
  await waitFor(() => expect(chipAt(1829, /^Dừng kéo Bán 2 lot tại 457'2/)).toBeTruthy());
});

test('locked it is only shown; armed, Alt and an arrow move a leg and a click cancels the order, once', async () => {
  const { user } = setUp([PAIR]);
  await user.click(chipAt(1834, /^Chốt lời/));
  expect(sent()).toEqual([]);
  await user.click(lock());
  const moved = { ...PAIR, takeProfit: '458.75', seq: PAIR.seq + 1 };
  fetched.mockImplementation(async () => answer(200, { conditionalOrder: moved, seq: moved.seq }));
  fireEvent.keyDown(chipAt(1834, /^Chốt lời/), { key: 'ArrowUp', altKey: true });
  expect(sent()).toEqual([
    {
      path: 'conditional-orders/modify',
      body: { conditionalOrderId: PAIR.conditionalOrderId, takeProfit: '458.75' },
    },
  ]);
  await waitFor(() => expect(chipAt(1835, /^Chốt lời/)).toBeTruthy());
  fetched.mockImplementation(() => new Promise(() => {}));
  await user.click(chipAt(1835, /^Chốt lời/));
  // The other leg is the same order.
  await user.click(chipAt(1824, /^Cắt lỗ/));
  expect(sent().slice(1)).toEqual([
    { path: 'conditional-orders/cancel', body: { conditionalOrderId: PAIR.conditionalOrderId } },
  ]);
});

test('a click where a trailing stop has just come or left is meant for what was there before', async () => {
  let ms = Date.now();
  const putBack = setClock(() => ms);
  const { user } = setUp([trailing('ratchet')]);
  await user.click(lock());
  ms += ARMING_PAUSE_MS;
  act(() => priceStore.apply([{ code: CORN.code, last: '458.00' }], 'update'));
  await waitFor(() => expect(chipAt(1828, /^Dừng kéo/)).toBeTruthy());
  await user.click(chipAt(1828, /^Dừng kéo/));
  // It was here, and was aimed at.
  await user.click(chipAt(1827, /^Bán/));
  expect(sent()).toEqual([]);
  ms += ARMING_PAUSE_MS;
  await user.click(chipAt(1828, /^Dừng kéo/));
  expect(sent()).toMatchObject([{ path: 'conditional-orders/cancel' }]);
  putBack();
});

test('one that followed the price while it was dragged keeps the distance that was chosen', async () => {
  const { user } = setUp([trailing('dragged')]);
  await user.click(lock());
  fireEvent.pointerDown(chipAt(1827, /^Dừng kéo/), { button: 0, pointerId: 1 });
  act(() => priceStore.apply([{ code: CORN.code, last: '458.75' }], 'update'));
  await waitFor(() => expect(chipAt(1831, /^Dừng kéo/)).toBeTruthy());
  under = rowAt(1829);
  fireEvent.pointerUp(document, { pointerId: 1 });
  // Two ticks further away than the four that it had.
  await waitFor(() => expect(sent()).toMatchObject([{ body: { conditionalOrderId: 'dragged', trailAmount: '1.50' } }]));
});

test('a trailing stop that is moved trails at another distance, never at none', async () => {
  const said = vi.spyOn(toast, 'error').mockReturnValue('');
  said.mockClear();
  const nearest = { ...trailing('nearest'), trailAmount: '0.25', currentStopPrice: '457.50' };
  const { user } = setUp([trailing('moved'), nearest]);
  await user.click(lock());
  fireEvent.keyDown(chipAt(1827, /^Dừng kéo/), { key: 'ArrowDown', altKey: true });
  expect(sent()).toMatchObject([{ body: { conditionalOrderId: 'moved', trailAmount: '1.25' } }]);
  expect(said).not.toHaveBeenCalled();
  fireEvent.keyDown(chipAt(1830, /^Dừng kéo/), { key: 'ArrowUp', altKey: true });
  expect(said).toHaveBeenCalledTimes(1);
  expect(sent()).toHaveLength(1);
});

test('a trailing stop that is dropped where the price has come back from stays: it would close at once', async () => {
  const said = vi.spyOn(toast, 'error').mockReturnValue('');
  said.mockClear();
  const { user } = setUp([trailing('crossed')]);
  await user.click(lock());
  // The best price was 1831.
  act(() => priceStore.apply([{ code: CORN.code, last: '457.25' }], 'update'));
  fireEvent.pointerDown(chipAt(1827, /^Dừng kéo/), { button: 0, pointerId: 1 });
  under = rowAt(1830);
  fireEvent.pointerUp(document, { pointerId: 1 });
  await waitFor(() => expect(said).toHaveBeenCalledWith("Cắt lỗ phải ở phía lỗ của 457'2"));
  expect(sent()).toEqual([]);
  fireEvent.pointerDown(chipAt(1827, /^Dừng kéo/), { button: 0, pointerId: 1 });
  under = rowAt(1828);
  fireEvent.pointerUp(document, { pointerId: 1 });
  await waitFor(() => expect(sent()).toMatchObject([{ body: { conditionalOrderId: 'crossed', trailAmount: '0.75' } }]));
});

test('dragged to another row, a leg goes there and is not cancelled', async () => {
  const { user } = setUp([PAIR]);
  await user.click(lock());
  const chip = chipAt(1824, /^Cắt lỗ/);
  under = rowAt(1826);
  await user.pointer([{ keys: '[MouseLeft>]', target: chip }, { target: chip }, { keys: '[/MouseLeft]' }]);
  expect(sent()).toEqual([
    {
      path: 'conditional-orders/modify',
      body: { conditionalOrderId: PAIR.conditionalOrderId, stopLoss: '456.50' },
    },
  ]);
});

test('a refused move is told, and nothing follows it', async () => {
  const said = vi.spyOn(toast, 'error').mockReturnValue('');
  said.mockClear();
  const { user } = setUp([PAIR]);
  await user.click(lock());
  fetched.mockImplementation(async () => refused(409, 'TakeProfitWrongSide', { price: '457.75' }));
  const chip = chipAt(1834, /^Chốt lời/);
  for (const _press of [1, 2]) fireEvent.keyDown(chip, { key: 'ArrowDown', altKey: true });
  await waitFor(() => expect(said).toHaveBeenCalledTimes(1));
  expect(sent()).toHaveLength(1);
});

test('what cancels a side leaves what protects', async () => {
  const ask = sampleOrder({ orderId: 'ask', side: 'SELL', limitPrice: '458.00', status: 'WORKING' });
  const { user } = setUp([PAIR], [ask]);
  await user.click(lock());
  expect(screen.getByTestId('ladder-cancel-asks').textContent).toContain('Bán 1');
  await user.click(screen.getByTestId('ladder-cancel-asks'));
  expect(sent().map(({ body }) => body)).toEqual([{ orderId: 'ask' }]);
});
