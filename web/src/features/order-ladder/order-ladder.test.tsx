// @vitest-environment jsdom
/** Tests the ladder on screen: a locked one sends nothing, one click is one order, and what locks it. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openPositionsQuery } from '#accounts/positions.ts';
import { toast } from '#design/ui/feedback/toaster.tsx';
import { OrderLadder } from '#features/order-ladder/order-ladder.tsx';
import { forgetLedgers } from '#ledger/account-ledger.ts';
import { priceStore } from '#market/price-store.ts';
import { orderPageOf } from '#mock/order-page.ts';
import { ACCOUNT, ACTOR, CORN, CORN_GRID, sampleOrder, samplePosition } from '#mock/sample-records.ts';
import { useConnections } from '#network/connection-store.ts';
import { subscribeOrderNotices } from '#orders/order-notices.ts';
import { liveOrdersQuery } from '#orders/orders.ts';
import { useSentOrders } from '#orders/sent-orders.ts';
import { type KeptExits, keptExitsKey, useKeptExits } from '#session/kept-exits-store.ts';
import { useSelectedAccount } from '#session/selected-account-store.ts';
import { answer, fetched, preparePages, refused, renderPart } from '#test/page.tsx';

const OTHER = { ...ACCOUNT, accountId: '108C000001-02', subAccountCode: '108C000001-02' };
/** The element under the pointer, which jsdom does not know. */
let under: Element | null = null;
/** 457'6 */
const LAST = 1831;
const LIVE = liveOrdersQuery(ACTOR, { ofContract: CORN.code }).queryKey;

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
  useSentOrders.setState({ orders: new Map() });
  useKeptExits.setState({ exits: {} });
  forgetLedgers();
  act(() => priceStore.apply([{ code: CORN.code, last: '457.75', settlement: '452.25', session: 'OPEN' }], 'snapshot'));
});

function setUp(
  orders = [] as ReturnType<typeof sampleOrder>[],
  accounts = [ACCOUNT, OTHER],
  positions = [] as ReturnType<typeof samplePosition>[],
) {
  return show(orders, accounts, positions).user;
}

function show(
  orders: ReturnType<typeof sampleOrder>[],
  accounts = [ACCOUNT],
  positions = [] as ReturnType<typeof samplePosition>[],
) {
  return renderPart(<OrderLadder contract={CORN} />, [
    [[ACTOR.userId, 'accounts'], accounts],
    [['public', 'contracts'], [CORN]],
    [openPositionsQuery(ACTOR).queryKey, positions],
    [LIVE, listOf(orders)],
  ]);
}

const listOf = (orders: ReturnType<typeof sampleOrder>[]) => ({ pages: [orderPageOf(orders)], pageParams: [null] });

const lock = () => screen.getByTestId('ladder-arm');
const cell = (side: string, price: string) => screen.getByRole('button', { name: new RegExp(`^${side} .* ${price}`) });
const sent = () =>
  fetched.mock.calls
    .filter(([, init]) => init?.method === 'POST')
    .map(([address, init]) => ({ path: String(address).split('/').at(-1), body: JSON.parse(String(init?.body)) }));

test('locked at first: a click does nothing', async () => {
  const user = setUp();
  expect(lock().getAttribute('aria-checked')).toBe('false');
  await user.click(cell('Mua', "457'0"));
  await user.click(cell('Bán', "458'0"));
  expect(sent()).toEqual([]);
});

test('armed: one click is one limit order at that price; the second click of a double click is ignored', async () => {
  const user = setUp();
  await user.click(lock());
  await user.click(screen.getByRole('button', { name: '5' }));
  await user.dblClick(cell('Mua', "457'0"));
  expect(sent()).toMatchObject([
    {
      path: 'place',
      body: { contractCode: 'ZCEZ26', side: 'BUY', orderType: 'LIMIT', limitPrice: '457.00', quantity: 5 },
    },
  ]);
  // In transit: another click on the same place waits for its outcome.
  await user.click(cell('Mua', "457'0"));
  expect(sent()).toHaveLength(1);
  await user.click(cell('Bán', "458'0"));
  expect(sent()[1]?.body).toMatchObject({ side: 'SELL', limitPrice: '458.00' });
});

test('switched on, each entry takes the exits of its commodity along, measured from its own price', async () => {
  const key = keptExitsKey(ACTOR.accountId, CORN.commodityCode);
  useKeptExits.setState({ exits: { [key]: { isOn: false, unit: 'ticks', takeProfitText: '16', stopLossText: '8' } } });
  const user = setUp();
  const toggle = screen.getByRole('switch', { name: /^Chốt lời \/ cắt lỗ: ?TP 16 bước · SL 8 bước$/ });
  await user.click(lock());
  await user.click(cell('Mua', "457'0"));
  expect(sent()[0]?.body).not.toHaveProperty('stopLossDistance');
  await user.click(toggle);
  await user.click(cell('Mua', "456'0"));
  expect(sent()[1]?.body).toMatchObject({ limitPrice: '456.00', takeProfitDistance: '4.00', stopLossDistance: '2.00' });
  await user.click(cell('Bán', "458'0"));
  expect(sent()[2]?.body).toMatchObject({ limitPrice: '458.00', takeProfitDistance: '4.00' });
  await user.click(screen.getByRole('button', { name: /^Mua 1 TT/ }));
  expect(sent()[3]?.body).toMatchObject({ orderType: 'MARKET', takeProfitDistance: '4.00', stopLossDistance: '2.00' });
  expect(sent()[3]?.body).not.toHaveProperty('trailsStop');
  act(() =>
    useKeptExits.setState(({ exits }) => ({ exits: { [key]: { ...exits[key], trailsStop: true } as KeptExits } })),
  );
  expect(screen.getByRole('switch', { name: /TP 16 bước · Dừng kéo 8 bước$/ })).toBeTruthy();
  await user.click(cell('Mua', "456'2"));
  expect(sent()[4]?.body).toMatchObject({ limitPrice: '456.25', stopLossDistance: '2.00', trailsStop: true });
});

const KEPT = { isOn: true, unit: 'percent', takeProfitText: '2', stopLossText: '1' } as const;
const keepExits = (exits: KeptExits) =>
  useKeptExits.setState({ exits: { [keptExitsKey(ACTOR.accountId, CORN.commodityCode)]: exits } });

test('exits in percent that nothing can be measured from hold the order back, exits in ticks go along', async () => {
  const said = vi.spyOn(toast, 'info').mockReturnValue('');
  act(() => priceStore.apply([{ code: CORN.code, session: 'OPEN', last: null, settlement: null }], 'snapshot'));
  keepExits(KEPT);
  const user = setUp();
  await user.click(lock());
  await user.click(screen.getByRole('button', { name: /^Mua 1 TT/ }));
  expect(sent()).toEqual([]);
  expect(said.mock.lastCall?.[0]).toBe('ZCEZ26 chưa có giá để tính TP 2% · SL 1%: chưa gửi lệnh nào.');
  act(() => keepExits({ ...KEPT, unit: 'ticks' }));
  await user.click(screen.getByRole('button', { name: /^Mua 1 TT/ }));
  expect(sent()).toMatchObject([{ body: { takeProfitDistance: '0.50', stopLossDistance: '0.25' } }]);
});

test('an order that only closes takes no exits along, one that is larger than the position does', async () => {
  keepExits({ ...KEPT, unit: 'ticks' });
  const user = setUp([], [ACCOUNT], [samplePosition({ netLots: 5 })]);
  await user.click(lock());
  await user.click(screen.getByRole('button', { name: '5' }));
  await user.click(cell('Bán', "458'0"));
  expect(sent()[0]?.body).toMatchObject({ side: 'SELL', quantity: 5 });
  expect(sent()[0]?.body).not.toHaveProperty('stopLossDistance');
  await user.clear(screen.getByTestId('ladder-lots'));
  await user.type(screen.getByTestId('ladder-lots'), '6');
  await user.click(cell('Bán', "458'2"));
  expect(sent()[1]?.body).toMatchObject({ quantity: 6, stopLossDistance: '0.25' });
});

test.each<[string, { accounts?: (typeof ACCOUNT)[]; session?: 'CLOSED'; isConnected?: false }, string]>([
  ['without an account', { accounts: [] }, 'Cần có tài khoản giao dịch'],
  ['with an account not activated', { accounts: [{ ...ACCOUNT, isActivated: false }] }, 'chưa được kích hoạt'],
  ['without live prices', { isConnected: false }, 'chờ kết nối lại'],
  ['out of the session', { session: 'CLOSED' }, 'Ngoài phiên'],
])('locked %s, it says why', (_name, { accounts, session = 'OPEN' as const, isConnected = true }, why) => {
  useConnections.getState().note('market', { isConnected, isStalled: false });
  act(() => priceStore.apply([{ code: CORN.code, last: '457.75', settlement: '452.25', session }], 'snapshot'));
  setUp([], accounts);
  expect(lock()).toHaveProperty('disabled', true);
  expect(screen.getByText(new RegExp(why))).toBeTruthy();
});

test('with Ctrl a click places a stop on the side where it would wait', async () => {
  const user = setUp();
  await user.click(lock());
  await user.keyboard('{Control>}');
  await user.click(cell('Mua dừng', "457'0"));
  expect(sent()).toEqual([]);
  await user.click(cell('Mua dừng', "458'4"));
  await user.keyboard('{/Control}');
  expect(sent()).toMatchObject([{ body: { side: 'BUY', orderType: 'STOP', stopPrice: '458.50' } }]);
});

test('Ctrl that was pressed in another window counts at the click, and its release there too', async () => {
  const user = setUp();
  await user.click(lock());
  fireEvent.click(cell('Mua', "458'4"), { detail: 1, ctrlKey: true });
  expect(sent()).toMatchObject([{ body: { side: 'BUY', orderType: 'STOP', stopPrice: '458.50' } }]);
  await user.keyboard('{Control>}');
  fireEvent.click(cell('Mua dừng', "457'0"), { detail: 1 });
  expect(sent()[1]?.body).toMatchObject({ side: 'BUY', orderType: 'LIMIT', limitPrice: '457.00' });
  fireEvent.pointerMove(document.body, { ctrlKey: false });
  expect(cell('Mua giới hạn', "456'6")).toBeTruthy();
});

test.each([
  ['Esc', (user: ReturnType<typeof setUp>) => user.keyboard('{Escape}')],
  [
    'a lost feed',
    async () => act(() => useConnections.getState().note('market', { isConnected: false, error: 'gone' })),
  ],
  ['another account', async () => act(() => useSelectedAccount.getState().select(OTHER.accountId))],
  [
    'a paused market',
    async () => {
      act(() => priceStore.apply([{ code: CORN.code, session: 'PAUSED' }], 'update'));
      await screen.findByRole('switch', { checked: false });
    },
  ],
])('%s locks it', async (_why, happen) => {
  const user = setUp();
  await user.click(lock());
  expect(lock().getAttribute('aria-checked')).toBe('true');
  await happen(user);
  expect(lock().getAttribute('aria-checked')).toBe('false');
  await user.click(cell('Mua', "457'0"));
  expect(sent()).toEqual([]);
});

test('an account that comes back is not armed: only the switch does that', async () => {
  const user = setUp();
  await user.click(lock());
  act(() => useSelectedAccount.getState().select(OTHER.accountId));
  act(() => useSelectedAccount.getState().select(ACTOR.accountId));
  expect(lock().getAttribute('aria-checked')).toBe('false');
});

test('an own order appears in its row; a click cancels it, Alt and an arrow move it by a tick', async () => {
  const order = sampleOrder({ side: 'BUY', limitPrice: '457.00', quantity: 3, filledQuantity: 1, status: 'WORKING' });
  const user = setUp([order]);
  const row = document.querySelector<HTMLElement>(`[data-ladder-ticks="${LAST - 3}"]`);
  const chip = within(row ?? document.body).getByRole('button', { name: /^Lệnh Mua GH 2 lot/ });
  await user.click(chip);
  expect(sent()).toEqual([]);
  await user.click(lock());
  chip.focus();
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  expect(sent()).toMatchObject([{ path: 'modify', body: { orderId: order.orderId, limitPrice: '457.25' } }]);
  await user.click(chip);
  expect(sent()[1]).toMatchObject({ path: 'cancel', body: { orderId: order.orderId } });
});

const BID = sampleOrder({ side: 'BUY', limitPrice: '457.00', quantity: 1, status: 'WORKING' });
const chipOf = () => screen.getByRole('button', { name: /^Lệnh Mua GH/ });

test('without a number of lots own orders are still moved and cancelled', async () => {
  const user = setUp([BID]);
  await user.click(lock());
  await user.clear(screen.getByTestId('ladder-lots'));
  await user.click(chipOf());
  expect(sent()).toMatchObject([{ path: 'cancel', body: { orderId: BID.orderId } }]);
});

test('a double click on an own order is one cancel, Alt and a held arrow one move, until it is answered', async () => {
  const user = setUp([BID]);
  await user.click(lock());
  chipOf().focus();
  for (const repeat of [false, true, true]) fireEvent.keyDown(chipOf(), { key: 'ArrowUp', altKey: true, repeat });
  fireEvent.keyDown(chipOf(), { key: 'ArrowUp', altKey: true });
  expect(sent().map(({ path }) => path)).toEqual(['modify']);
  await user.dblClick(chipOf());
  await user.click(screen.getByTestId('ladder-cancel-bids'));
  expect(sent().map(({ path }) => path)).toEqual(['modify', 'cancel']);
});

test('three quick steps are three ticks: what comes while a move is under way is done after it, once', async () => {
  const { user, client } = show([BID]);
  const list = (change: Partial<typeof BID>) => act(() => client.setQueryData(LIVE, listOf([{ ...BID, ...change }])));
  const step = () => fireEvent.keyDown(chipOf(), { key: 'ArrowUp', altKey: true });
  const prices = () => sent().map(({ body }) => body.limitPrice);
  const moved = { ...BID, status: 'IN_MODIFY' as const, seq: BID.seq + 1 };
  fetched.mockImplementation(async () => answer(200, { order: moved, seq: moved.seq }));
  await user.click(lock());
  step();
  step();
  await waitFor(() => expect(chipOf().getAttribute('aria-disabled')).toBe('true'));
  step();
  expect(prices()).toEqual(['457.25']);
  list({ limitPrice: '457.25', status: 'WORKING', seq: moved.seq + 1 });
  await waitFor(() => expect(prices()).toEqual(['457.25', '457.75']));
});

test('locked while a move is under way, nothing follows it', async () => {
  const { user, client } = show([BID]);
  const moved = { ...BID, limitPrice: '457.25', seq: BID.seq + 1 };
  let reply = (_response: Response): void => undefined;
  fetched.mockImplementation(() => new Promise((resolve) => (reply = resolve)));
  await user.click(lock());
  for (const _press of [1, 2]) fireEvent.keyDown(chipOf(), { key: 'ArrowUp', altKey: true });
  await user.click(lock());
  await user.click(lock());
  await act(async () => reply(answer(200, { order: moved, seq: moved.seq })));
  act(() => client.setQueryData(LIVE, listOf([{ ...moved, seq: moved.seq + 1 }])));
  await waitFor(() => expect(chipOf().closest('[data-ladder-ticks]')?.getAttribute('data-ladder-ticks')).toBe('1829'));
  expect(sent()).toHaveLength(1);
});

test('what was to follow a refused move is not sent', async () => {
  const { user, client } = show([BID]);
  fetched.mockImplementation(async () => refused(409, 'ModifyPending'));
  const noted = vi.fn();
  onTestFinished(subscribeOrderNotices(noted));
  await user.click(lock());
  for (const _press of [1, 2]) fireEvent.keyDown(chipOf(), { key: 'ArrowUp', altKey: true });
  await waitFor(() => expect(noted).toHaveBeenCalledTimes(1));
  act(() => client.setQueryData(LIVE, listOf([{ ...BID, seq: BID.seq + 2 }])));
  expect(sent()).toHaveLength(1);
});

test('a stop that is dropped across the market stays, and it is said: it would trigger at once', async () => {
  const said = vi.spyOn(toast, 'info').mockReturnValue('');
  const user = setUp([sampleOrder({ side: 'SELL', orderType: 'STOP', limitPrice: null, stopPrice: '456.75' })]);
  await user.click(lock());
  const drop = async (ticks: number) => {
    fireEvent.pointerDown(screen.getByRole('button', { name: /^Lệnh Bán/ }), { button: 0, pointerId: 1 });
    under = document.querySelector(`[data-ladder-ticks="${ticks}"]`);
    await act(async () => void fireEvent.pointerUp(document, { pointerId: 1 }));
  };
  await drop(LAST + 2);
  await drop(LAST);
  expect(sent()).toEqual([]);
  expect(said.mock.lastCall?.[0]).toBe("Lệnh dừng tại 457'6 sẽ kích hoạt ngay, giá đang là 457'6: chưa dời lệnh.");
  await drop(LAST - 1);
  expect(sent()).toMatchObject([{ path: 'modify', body: { stopPrice: '457.50' } }]);
});

test('only the main button drags', async () => {
  const user = setUp([BID]);
  await user.click(lock());
  under = document.querySelector(`[data-ladder-ticks="${LAST - 5}"]`);
  for (const button of ['MouseRight', 'MouseMiddle']) {
    await user.pointer([{ keys: `[${button}>]`, target: chipOf() }, { target: chipOf() }, { keys: `[/${button}]` }]);
  }
  expect(sent()).toEqual([]);
});

test('after a drag that came back, a key still cancels', async () => {
  const user = setUp([BID]);
  await user.click(lock());
  under = document.querySelector(`[data-ladder-ticks="${LAST - 5}"]`);
  await user.pointer([{ keys: '[MouseLeft>]', target: chipOf() }]);
  fireEvent.pointerMove(document.body, { pointerId: 1 });
  under = document.querySelector(`[data-ladder-ticks="${LAST - 3}"]`);
  await user.pointer([{ keys: '[/MouseLeft]', target: chipOf() }]);
  expect(sent()).toEqual([]);
  fireEvent.click(chipOf(), { detail: 0 });
  expect(sent().map(({ path }) => path)).toEqual(['cancel']);
});

test('the focus follows an order to its new price, and stays at the price of one that is gone', async () => {
  const { client } = show([BID]);
  chipOf().focus();
  const become = (orders: ReturnType<typeof sampleOrder>[]) =>
    act(async () => client.setQueryData(LIVE, listOf(orders)));
  await become([{ ...BID, limitPrice: '457.25' }]);
  const moved = await screen.findByRole('button', { name: /^Lệnh Mua GH .* 457'2/ });
  expect(document.activeElement).toBe(moved);
  await become([]);
  await vi.waitFor(() => expect(document.activeElement).toBe(cell('Mua', "457'2")));
});

test('with the pointer inside prices stay, though the focus has left; without either they follow the market', async () => {
  setUp();
  const rows = screen.getByTestId('ladder-rows');
  const isShown = (ticks: number) => document.querySelector(`[data-ladder-ticks="${ticks}"]`) !== null;
  fireEvent.pointerEnter(rows);
  const one = cell('Mua', "457'0");
  act(() => one.focus());
  act(() => one.blur());
  act(() => priceStore.apply([{ code: CORN.code, last: '470.00' }], 'update'));
  await screen.findByText('Mua 1 TT');
  expect(isShown(LAST)).toBe(true);
  fireEvent.pointerLeave(rows);
  await vi.waitFor(() => expect(isShown(LAST)).toBe(false));
});

test('a finger takes the prices with it and presses nothing; a tap that slips is a tap', async () => {
  const user = setUp();
  await user.click(lock());
  const topTicks = () => Number(document.querySelector<HTMLElement>('[data-ladder-ticks]')?.dataset.ladderTicks);
  const before = topTicks();
  const touch = { pointerType: 'touch', pointerId: 5, isPrimary: true };
  const at = cell('Mua', "457'0");
  const rowPx = at.clientHeight;
  fireEvent.pointerDown(at, { ...touch, clientY: 100 });
  fireEvent.pointerMove(at, { ...touch, clientY: 100 + 3.5 * rowPx });
  expect(topTicks()).toBe(before + 3);
  fireEvent.pointerMove(at, { ...touch, clientY: 100 + 1.2 * rowPx });
  fireEvent.click(at);
  expect(topTicks()).toBe(before + 1);
  expect(sent()).toEqual([]);
  fireEvent.pointerDown(at, { ...touch, clientY: 100 });
  fireEvent.pointerMove(at, { ...touch, clientY: 108 });
  fireEvent.click(at);
  expect(topTicks()).toBe(before + 1);
  expect(sent()).toMatchObject([{ path: 'place' }]);
});

test('the wheel turned sideways moves nothing', () => {
  setUp();
  const first = () => document.querySelector<HTMLElement>('[data-ladder-ticks]')?.dataset.ladderTicks;
  const before = first();
  fireEvent.wheel(screen.getByTestId('ladder-rows'), { deltaX: 40, deltaY: 0 });
  expect(first()).toBe(before);
});

const POSITION = samplePosition({ netLots: 2, averagePrice: '446.2500' });

test('the position is told, and closed or reversed by one press; the second press of a double click is none', async () => {
  const user = setUp([], [ACCOUNT], [POSITION]);
  expect(screen.getByTestId('ladder-position').textContent).toMatch(/Mua 2.*446'2/);
  const flatten = screen.getByTestId('ladder-flatten');
  await user.click(flatten);
  expect(sent()).toEqual([]);
  await user.click(lock());
  await user.dblClick(flatten);
  expect(sent()).toMatchObject([{ path: 'by-contract', body: { contractCode: 'ZCEZ26', goFlat: true } }]);
  // Its fate is not known yet: reversing now might be one order too many.
  await user.click(screen.getByTestId('ladder-reverse'));
  expect(sent()).toHaveLength(1);
});

test('reverse says what it makes of the position', async () => {
  const user = setUp([], [ACCOUNT], [POSITION]);
  await user.click(lock());
  await user.click(screen.getByRole('button', { name: 'Đảo → Bán 2' }));
  expect(sent()).toMatchObject([{ path: 'reverse', body: { contractCode: 'ZCEZ26' } }]);
});

test('without a position there is nothing to close or reverse', async () => {
  const user = setUp();
  await user.click(lock());
  expect(screen.queryByTestId('ladder-position')).toBeNull();
  expect(screen.getByTestId('ladder-flatten')).toHaveProperty('disabled', true);
  expect(screen.getByTestId('ladder-reverse')).toHaveProperty('disabled', true);
});

test('bids and asks are cancelled each for themselves, those under way not again', async () => {
  const bid = sampleOrder({ orderId: 'bid', side: 'BUY', limitPrice: '457.00', status: 'WORKING' });
  const ask = sampleOrder({ orderId: 'ask', side: 'SELL', limitPrice: '458.50', status: 'WORKING' });
  const leaving = sampleOrder({ orderId: 'leaving', side: 'SELL', limitPrice: '458.75', status: 'IN_CANCEL' });
  const user = setUp([bid, ask, leaving]);
  await user.click(lock());
  expect(screen.getByTestId('ladder-cancel-asks').textContent).toContain('Bán 1');
  await user.click(screen.getByTestId('ladder-cancel-bids'));
  expect(sent().map(({ body }) => body.orderId)).toEqual(['bid']);
  await user.click(screen.getByTestId('ladder-cancel-asks'));
  expect(sent().map(({ path, body }) => [path, body.orderId])).toEqual([
    ['cancel', 'bid'],
    ['cancel', 'ask'],
  ]);
});

test('lots are typed too; what is no number of lots sends nothing and says so', async () => {
  const user = setUp();
  await user.click(lock());
  const field = screen.getByTestId('ladder-lots');
  await user.clear(field);
  await user.type(field, '7');
  await user.click(cell('Mua', "457'0"));
  expect(sent()[0]?.body).toMatchObject({ quantity: 7 });
  for (const text of ['0', '1.5', 'x', '999999999']) {
    await user.clear(field);
    await user.type(field, text);
    expect(screen.getByRole('alert').textContent).toMatch(/chưa gửi lệnh nào/);
    await user.click(cell('Bán', "458'0"));
    await user.click(screen.getByRole('button', { name: /^Bán .* TT$/ }));
  }
  expect(sent()).toHaveLength(1);
});

test('high, low, settlement, average and the last size are written at their prices', () => {
  act(() =>
    priceStore.apply([{ code: CORN.code, high: '458.50', low: '456.00', lastLots: 3, settlement: '457.00' }], 'update'),
  );
  setUp([], [ACCOUNT], [samplePosition({ netLots: 2, averagePrice: '457.1000' })]);
  const textAt = (ticks: number) => document.querySelector(`[data-ladder-ticks="${ticks}"]`)?.textContent;
  expect(textAt(1834)).toContain('cao nhất');
  expect(textAt(1824)).toContain('thấp nhất');
  // Between two ticks it is written at the lower one.
  expect(textAt(1828)).toContain('giá thanh toán, giá trung bình của bạn');
  expect(textAt(LAST)).toContain('khớp gần nhất: ×3');
});

test('wheel moves the prices, the head of the prices and the pressed wheel bring the market back', async () => {
  const user = setUp();
  const rows = screen.getByTestId('ladder-rows');
  const isShown = () => document.querySelector(`[data-ladder-ticks="${LAST}"]`) !== null;
  const away = () => {
    for (let turn = 0; turn < 30; turn += 1) fireEvent.wheel(rows, { deltaY: -1 });
  };
  fireEvent.pointerEnter(rows);
  away();
  expect(isShown()).toBe(false);
  await user.click(screen.getByTestId('ladder-centre'));
  expect(isShown()).toBe(true);
  away();
  expect(isShown()).toBe(false);
  fireEvent(rows, new MouseEvent('auxclick', { bubbles: true, button: 1 }));
  expect(isShown()).toBe(true);
});

test('dragged to another row it is moved there and not cancelled; Esc leaves it where it was', async () => {
  const order = sampleOrder({ side: 'BUY', limitPrice: '457.00', status: 'WORKING' });
  const user = setUp([order]);
  const rowAt = (ticks: number) => document.querySelector(`[data-ladder-ticks="${ticks}"]`);
  const chip = screen.getByRole('button', { name: /^Lệnh Mua GH/ });
  await user.click(lock());
  under = rowAt(LAST - 5);
  await user.pointer([{ keys: '[MouseLeft>]', target: chip }, { target: chip }]);
  await user.keyboard('{Escape}');
  await user.pointer('[/MouseLeft]');
  expect(sent()).toEqual([]);
  await user.click(lock());
  await user.pointer([{ keys: '[MouseLeft>]', target: chip }, { target: chip }, { keys: '[/MouseLeft]' }]);
  expect(sent()).toMatchObject([{ path: 'modify', body: { limitPrice: '456.50' } }]);
});

test('locking during a drag leaves the order where it was', async () => {
  const order = sampleOrder({ side: 'BUY', limitPrice: '457.00', status: 'WORKING' });
  const user = setUp([order]);
  const chip = screen.getByRole('button', { name: /^Lệnh Mua GH/ });
  await user.click(lock());
  under = document.querySelector(`[data-ladder-ticks="${LAST - 5}"]`);
  await user.pointer([{ keys: '[MouseLeft>]', target: chip }, { target: chip }]);
  act(() => useConnections.getState().note('market', { isConnected: false, error: 'gone' }));
  await user.pointer('[/MouseLeft]');
  expect(sent()).toEqual([]);
});

test('a double click at market is one order, and so is one on a cancel', async () => {
  const user = setUp([sampleOrder({ orderId: 'bid', side: 'BUY', limitPrice: '457.00', status: 'WORKING' })]);
  await user.click(lock());
  await user.dblClick(screen.getByRole('button', { name: /^Mua 1 TT/ }));
  await user.dblClick(screen.getByTestId('ladder-cancel-bids'));
  expect(sent().map(({ path }) => path)).toEqual(['place', 'cancel']);
});

test('a held Enter is one order', async () => {
  const user = setUp();
  await user.click(lock());
  const held = { key: 'Enter', repeat: true };
  expect(fireEvent.keyDown(cell('Mua', "457'0"), held)).toBe(false);
  expect(fireEvent.keyDown(screen.getByRole('button', { name: /^Mua 1/ }), held)).toBe(false);
});

test('an order of another account in transit does not block this one', async () => {
  const user = setUp();
  await user.click(lock());
  await user.click(cell('Mua', "457'0"));
  act(() => useSelectedAccount.getState().select(OTHER.accountId));
  await user.click(lock());
  await user.click(cell('Mua', "457'0"));
  expect(sent()).toHaveLength(2);
});

test('page keys turn the ladder by what is in view and keep the focus at its height; Home and End go to the ends', async () => {
  const user = setUp();
  const ticksOf = (element: Element | null) =>
    Number(element?.closest<HTMLElement>('[data-ladder-ticks]')?.dataset.ladderTicks);
  const rows = () => [...document.querySelectorAll<HTMLElement>('[data-ladder-ticks]')];
  const count = rows().length;
  const [first, second] = rows();
  const before = ticksOf(second ?? null);
  second?.querySelector<HTMLElement>('[data-ladder-side="SELL"]')?.focus();
  await user.keyboard('{PageUp}');
  expect(ticksOf(document.activeElement)).toBe(before + count);
  expect(document.activeElement).toHaveProperty('dataset.ladderSide', 'SELL');
  await user.keyboard('{PageDown}');
  expect(ticksOf(document.activeElement)).toBe(before);
  await user.keyboard('{End}');
  expect(ticksOf(document.activeElement)).toBe(before + 2 - count);
  await user.keyboard('{Home}');
  expect(ticksOf(document.activeElement)).toBe(ticksOf(first ?? null));
});
