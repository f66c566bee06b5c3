// @vitest-environment jsdom
/** Tests orders by keys: locked they do nothing, the first press asks, the second sends what was asked, a cancel goes at once. */
import type { Contract } from '@mua/contract/entities/contract';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openPositionsQuery } from '#accounts/positions.ts';
import { ARMING_PAUSE_MS } from '#design/arming.ts';
import { toast } from '#design/ui/feedback/toaster.tsx';
import { useOpenAlerts } from '#desk/open-alerts.ts';
import { askOfTrading, useTradingQuestion } from '#desk/trading-question.ts';
import { OrderLadder } from '#features/order-ladder/order-ladder.tsx';
import { TradingKeys } from '#features/order-ladder/trading-keys.tsx';
import { forgetLedgers } from '#ledger/account-ledger.ts';
import { priceStore } from '#market/price-store.ts';
import { orderPageOf } from '#mock/order-page.ts';
import { ACCOUNT, ACTOR, CORN, CORN_GRID, CORN_TERMS, sampleOrder, samplePosition } from '#mock/sample-records.ts';
import { useConnections } from '#network/connection-store.ts';
import { liveOrdersQuery } from '#orders/orders.ts';
import { useSentOrders } from '#orders/sent-orders.ts';
import { EMPTY_DRAFT, useTicketDraft } from '#orders/ticket-draft.ts';
import { keptExitsKey, useKeptExits } from '#session/kept-exits-store.ts';
import { useOneStep } from '#session/one-step-store.ts';
import { useOpenDialog } from '#session/open-dialog.ts';
import { useSelectedAccount } from '#session/selected-account-store.ts';
import { useShortcutPreference } from '#session/shortcuts.ts';
import { answer, fetched, preparePages, renderPart } from '#test/page.tsx';

preparePages();
beforeAll(() => priceStore.register([{ code: CORN.code, grid: CORN_GRID }]));
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] });
  useSelectedAccount.getState().select(ACTOR.accountId);
  useConnections.getState().note('market', { isConnected: true, isStalled: false });
  useSentOrders.setState({ orders: new Map() });
  useOneStep.setState({ isOneStep: false });
  useKeptExits.setState({ exits: {} });
  useShortcutPreference.setState({ keys: {} });
  useOpenDialog.getState().close();
  askOfTrading(null);
  forgetLedgers();
  act(() =>
    priceStore.apply(
      [{ code: CORN.code, last: '457.75', bid: '457.50', ask: '458.00', settlement: '452.25', session: 'OPEN' }],
      'snapshot',
    ),
  );
});
afterEach(() => vi.useRealTimers());

function setUp(
  orders: ReturnType<typeof sampleOrder>[] = [],
  positions: ReturnType<typeof samplePosition>[] = [],
  contract: Contract = CORN,
  nextCursor: string | null = null,
) {
  renderPart(<TradingKeys contract={contract} />, [
    [[ACTOR.userId, 'accounts'], [ACCOUNT]],
    [['public', 'contracts'], [CORN]],
    [openPositionsQuery(ACTOR).queryKey, positions],
    [
      liveOrdersQuery(ACTOR, { ofContract: CORN.code }).queryKey,
      { pages: [{ ...orderPageOf(orders), nextCursor }], pageParams: [null] },
    ],
  ]);
}

const unlock = () => fireEvent.click(screen.getByTestId('keys-arm'));
const hit = (code: string, init: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.body, { code, key: code.slice(-1).toLowerCase(), ...init });
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const sent = () =>
  fetched.mock.calls
    .filter(([, init]) => init?.method === 'POST')
    .map(([address, init]) => ({ path: String(address).split('/').at(-1), body: JSON.parse(String(init?.body)) }));

test('locked at first, and Esc locks: keys do nothing', () => {
  setUp();
  const lock = screen.getByRole('switch', { name: 'Đặt lệnh bằng phím' });
  expect(lock.getAttribute('aria-checked')).toBe('false');
  hit('KeyQ');
  expect(screen.queryByTestId('keys-question')).toBeNull();
  unlock();
  expect(lock.getAttribute('aria-checked')).toBe('true');
  hit('KeyQ');
  expect(screen.getByTestId('keys-question')).toBeTruthy();
  fireEvent.keyDown(document.body, { code: 'Escape', key: 'Escape' });
  expect(lock.getAttribute('aria-checked')).toBe('false');
  expect(screen.queryByTestId('keys-question')).toBeNull();
  hit('KeyQ');
  expect(sent()).toEqual([]);
});

test('the first press says what the second sends; a second one at once is none', () => {
  setUp();
  unlock();
  hit('KeyQ');
  expect(screen.getByRole('alert').textContent).toContain('Mua 1 ZCEZ26 giá thị trường');
  hit('KeyQ');
  hit('KeyQ', { repeat: true });
  expect(sent()).toEqual([]);
  pass(ARMING_PAUSE_MS);
  hit('KeyQ');
  expect(sent()).toMatchObject([{ path: 'place', body: { side: 'BUY', orderType: 'MARKET', quantity: 1 } }]);
  // Another one is asked for anew.
  hit('KeyQ');
  pass(ARMING_PAUSE_MS);
  expect(sent()).toHaveLength(1);
});

test('the question names the exits that go along, and asks again when they are switched off', () => {
  const key = keptExitsKey(ACTOR.accountId, CORN.commodityCode);
  const exits = { isOn: true, unit: 'ticks', takeProfitText: '16', stopLossText: '8' } as const;
  useKeptExits.setState({ exits: { [key]: exits } });
  setUp();
  unlock();
  hit('KeyQ');
  expect(screen.getByRole('alert').textContent).toContain('Mua 1 ZCEZ26 giá thị trường · TP 16 bước · SL 8 bước');
  pass(ARMING_PAUSE_MS);
  act(() => useKeptExits.setState({ exits: { [key]: { ...exits, isOn: false } } }));
  hit('KeyQ');
  expect(screen.getByRole('alert').textContent).not.toContain('TP');
  expect(sent()).toEqual([]);
  pass(ARMING_PAUSE_MS);
  hit('KeyQ');
  expect(sent()[0]?.body).not.toHaveProperty('takeProfitDistance');
});

test('the switch of a market that is not open says why', () => {
  act(() => priceStore.apply([{ code: CORN.code, session: 'CLOSED' }], 'update'));
  setUp();
  expect(screen.getByTestId('keys-arm')).toHaveProperty('disabled', true);
  expect(screen.getByTestId('keys-arm').title).toMatch(/Ngoài phiên/);
});

test('what an input method composes is no press', () => {
  setUp();
  unlock();
  for (const init of [{ keyCode: 229 }, { isComposing: true }, { key: 'Process' }]) hit('KeyQ', init);
  expect(screen.queryByTestId('keys-question')).toBeNull();
});

test('another key, other lots and ten seconds end the question', () => {
  setUp();
  unlock();
  hit('KeyQ');
  pass(ARMING_PAUSE_MS);
  hit('KeyW');
  expect(screen.getByRole('alert').textContent).toContain('Bán 1');
  hit('Digit3', { altKey: true });
  expect(screen.queryByRole('alert')).toBeNull();
  hit('KeyW');
  expect(screen.getByRole('alert').textContent).toContain('Bán 5');
  pass(10_000);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(sent()).toEqual([]);
});

test('with one step on this device the first press sends', () => {
  useOneStep.setState({ isOneStep: true });
  setUp([], [samplePosition()]);
  unlock();
  hit('KeyF');
  expect(sent()).toMatchObject([{ path: 'by-contract', body: { contractCode: 'ZCEZ26', goFlat: true } }]);
  // The position is being closed: nothing to close again.
  hit('KeyF');
  expect(sent()).toHaveLength(1);
});

test('a key that has nothing to send or to cancel says so', () => {
  const said = vi.spyOn(toast, 'info').mockReturnValue('');
  const heard = () => said.mock.lastCall?.[0];
  setUp();
  unlock();
  hit('KeyF');
  expect(heard()).toBe('Không có vị thế ZCEZ26 đang mở');
  hit('KeyQ', { shiftKey: true });
  expect(heard()).toBe('Không có lệnh ZCEZ26 nào đang chờ');
  expect(sent()).toEqual([]);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a key for the exits switches them, says so, and sends nothing', () => {
  const said = vi.spyOn(toast, 'info').mockReturnValue('');
  const heard = () => said.mock.lastCall?.[0];
  const key = keptExitsKey(ACTOR.accountId, CORN.commodityCode);
  useShortcutPreference.setState({ keys: { exits: 'x' } });
  useOneStep.setState({ isOneStep: true });
  setUp();
  hit('KeyX');
  expect(heard()).toContain('ZCEZ26 chưa có chốt lời, cắt lỗ');
  const exits = { isOn: false, unit: 'ticks', takeProfitText: '16', stopLossText: '8' } as const;
  act(() => useKeptExits.setState({ exits: { [key]: exits } }));
  hit('KeyX');
  expect(useKeptExits.getState().exits[key]?.isOn).toBe(true);
  expect(heard()).toContain('TP 16 bước · SL 8 bước');
  hit('KeyX');
  expect(useKeptExits.getState().exits[key]?.isOn).toBe(false);
  expect(sent()).toEqual([]);
});

test('keys for the roll and an alert open their dialogs, locked too, and send nothing', () => {
  useShortcutPreference.setState({ keys: { rollPosition: 'x', priceAlert: 'z' } });
  useOneStep.setState({ isOneStep: true });
  setUp([], [samplePosition()]);
  hit('KeyX');
  expect(useTradingQuestion.getState().question).toEqual({ kind: 'roll', actor: ACTOR, contractCode: CORN.code });
  hit('KeyZ');
  expect(useOpenDialog.getState().dialog).toBe('alerts');
  expect(useOpenAlerts.getState().contractCode).toBe(CORN.code);
  expect(sent()).toEqual([]);
});

test('without a position the key for the roll says so', () => {
  const said = vi.spyOn(toast, 'info').mockReturnValue('');
  useShortcutPreference.setState({ keys: { rollPosition: 'x' } });
  setUp();
  hit('KeyX');
  expect(said.mock.lastCall?.[0]).toBe('Không có vị thế ZCEZ26 đang mở');
  expect(useTradingQuestion.getState().question).toBeNull();
});

test('lots that one order may not have are not chosen by a key', () => {
  const said = vi.spyOn(toast, 'info').mockReturnValue('');
  setUp([], [], { ...CORN, terms: { ...CORN_TERMS, maxLotsPerOrder: 5 } });
  unlock();
  hit('Digit3', { altKey: true });
  hit('Digit4', { altKey: true });
  expect(said.mock.lastCall?.[0]).toBe('Từ 1 đến 5 lot: chưa gửi lệnh nào.');
  hit('KeyQ');
  expect(screen.getByRole('alert').textContent).toContain('Mua 5 ZCEZ26');
});

test('cancels go at once, those of a side for themselves', () => {
  const bid = sampleOrder({ orderId: 'bid', side: 'BUY', limitPrice: '457.00', status: 'WORKING' });
  const ask = sampleOrder({ orderId: 'ask', side: 'SELL', limitPrice: '458.50', status: 'WORKING' });
  setUp([bid, ask]);
  hit('KeyW', { shiftKey: true });
  expect(sent()).toEqual([]);
  unlock();
  hit('KeyW', { shiftKey: true });
  expect(sent().map(({ path, body }) => [path, body.orderId])).toEqual([['cancel', 'ask']]);
});

test('an order beyond the newest page is cancelled too; until it is known, that is said', async () => {
  const said = vi.spyOn(toast, 'info').mockReturnValue('');
  const newer = sampleOrder({ orderId: 'newer', side: 'SELL', limitPrice: '458.50', status: 'WORKING' });
  const older = sampleOrder({ orderId: 'older', side: 'SELL', limitPrice: '459.00', status: 'WORKING' });
  let reply = (_page: Response): void => undefined;
  fetched.mockImplementation((address) => {
    const isNext = new URL(String(address), 'https://mua.test').searchParams.get('cursor') === 'next';
    return new Promise((resolve) => {
      if (isNext) reply = resolve;
    });
  });
  setUp([newer], [], CORN, 'next');
  unlock();
  hit('KeyW', { shiftKey: true });
  expect(said.mock.lastCall?.[0]).toBe('Các lệnh ZCEZ26 chưa tải hết: bấm lại để hủy nốt.');
  await act(async () => reply(answer(200, orderPageOf([older]))));
  await act(async () => vi.advanceTimersByTime(0));
  hit('KeyW', { shiftKey: true });
  expect(sent().map(({ path, body }) => [path, body.orderId])).toEqual([
    ['cancel', 'newer'],
    ['cancel', 'older'],
  ]);
});

test('all orders of the contract are cancelled by one call, known here or not; where there were none, it is said', async () => {
  const said = vi.spyOn(toast, 'info').mockReturnValue('');
  said.mockClear();
  const counts = { orders: 0, conditionalOrders: 2, seq: 1 };
  fetched.mockImplementation(async (address) =>
    String(address).endsWith('cancel-all') ? answer(200, counts) : new Promise(() => {}),
  );
  const cancelEvery = () => act(async () => void hit('KeyX', { shiftKey: true }));
  setUp();
  unlock();
  await cancelEvery();
  expect(sent()).toEqual([{ path: 'cancel-all', body: { contractCode: 'ZCEZ26', keepStops: true } }]);
  expect(said).not.toHaveBeenCalled();
  counts.conditionalOrders = 0;
  await cancelEvery();
  expect(said.mock.lastCall?.[0]).toBe('Không có lệnh ZCEZ26 nào đang chờ');
});

test('the question promises no exits where the order only closes', () => {
  const key = keptExitsKey(ACTOR.accountId, CORN.commodityCode);
  useKeptExits.setState({ exits: { [key]: { isOn: true, unit: 'ticks', takeProfitText: '16', stopLossText: '8' } } });
  setUp([], [samplePosition({ netLots: 1 })]);
  unlock();
  hit('KeyW');
  expect(screen.getByRole('alert').textContent).toContain('Bán 1');
  expect(screen.getByRole('alert').textContent).not.toContain('SL');
  pass(ARMING_PAUSE_MS);
  hit('KeyW');
  expect(sent()[0]?.body).not.toHaveProperty('stopLossDistance');
});

test('a key whose exits can’t be measured sends nothing and says why', () => {
  const said = vi.spyOn(toast, 'info').mockReturnValue('');
  const key = keptExitsKey(ACTOR.accountId, CORN.commodityCode);
  useKeptExits.setState({
    exits: { [key]: { isOn: true, unit: 'dong', takeProfitText: '', stopLossText: '2.000.000' } },
  });
  act(() => priceStore.apply([{ code: CORN.code, session: 'OPEN', last: null, settlement: null }], 'snapshot'));
  setUp();
  unlock();
  hit('KeyQ');
  expect(said.mock.lastCall?.[0]).toBe('ZCEZ26 chưa có giá để tính SL 2.000.000 ₫: chưa gửi lệnh nào.');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(sent()).toEqual([]);
});

test('with the keys on screen the ladder comes and goes: lots and lock stay; with the keys they go too', () => {
  const known = [
    [[ACTOR.userId, 'accounts'], [ACCOUNT]],
    [['public', 'contracts'], [CORN]],
    [openPositionsQuery(ACTOR).queryKey, []],
  ] as const;
  const desk = (hasKeys: boolean, hasLadder: boolean) => (
    <>
      {hasKeys && <TradingKeys contract={CORN} />}
      {hasLadder && <OrderLadder contract={CORN} />}
    </>
  );
  const isArmed = () => screen.getByTestId('keys-arm').getAttribute('aria-checked');
  const { rerender } = renderPart(desk(true, true), known);
  unlock();
  hit('Digit3', { altKey: true });
  rerender(desk(true, false));
  expect(isArmed()).toBe('true');
  hit('KeyQ');
  expect(screen.getByRole('alert').textContent).toContain('Mua 5 ZCEZ26');
  rerender(desk(false, false));
  rerender(desk(true, false));
  expect(isArmed()).toBe('false');
  unlock();
  hit('KeyQ');
  expect(screen.getByRole('alert').textContent).toContain('Mua 1 ZCEZ26');
});

test('keys protect a position in the ticket and ask about a part of it; without a position they say so', () => {
  const said = vi.spyOn(toast, 'info').mockReturnValue('');
  useShortcutPreference.setState({ keys: { protectPosition: 'shift+p', closePart: 'shift+c' } });
  setUp();
  for (const code of ['KeyP', 'KeyC']) {
    said.mockClear();
    hit(code, { shiftKey: true });
    expect(said.mock.lastCall?.[0]).toContain('Không có vị thế ZCEZ26');
  }
  expect(useTradingQuestion.getState().question).toBeNull();
  cleanup();
  setUp([], [samplePosition({ netLots: 2 })]);
  hit('KeyC', { shiftKey: true });
  expect(useTradingQuestion.getState().question).toEqual({
    kind: 'closePart',
    actor: ACTOR,
    contractCode: 'ZCEZ26',
  });
  hit('KeyP', { shiftKey: true });
  expect(useTicketDraft.getState()).toMatchObject({
    ...{ contractCode: 'ZCEZ26', owner: ACTOR, side: 'SELL', orderType: 'TPSL', lotsText: '2', duration: 'GTC' },
    isFocusRequested: true,
  });
  expect(sent()).toEqual([]);
  useTicketDraft.setState(EMPTY_DRAFT);
});

test('a quarter of an hour without use locks', () => {
  setUp();
  unlock();
  pass(14 * 60_000);
  hit('KeyC');
  pass(14 * 60_000);
  expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('true');
  pass(60_000);
  expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('false');
});
