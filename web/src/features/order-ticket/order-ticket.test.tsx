// @vitest-environment jsdom
/**
 * Tests the ticket on screen: two steps, what disarms, a lost answer, a refusal with a suggestion, keys, the account
 * kept.
 */
import type { OpenLot } from '@mua/contract/entities/position';
import type { SelfLimits } from '@mua/contract/http/self-limits';
import type { QueryClient } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { selfLimitsQuery } from '#accounts/self-limits.ts';
import { onNextFrame } from '#clock/frame.ts';
import { ARMING_PAUSE_MS } from '#design/arming.ts';
import { OrderTicket } from '#features/order-ticket/order-ticket.tsx';
import { forgetLedgers } from '#ledger/account-ledger.ts';
import { depthValue } from '#market/depth-store.ts';
import { priceStore } from '#market/price-store.ts';
import { ACCOUNT, ACTOR, AN, CORN, CORN_GRID, MARGIN, sampleOrder } from '#mock/sample-records.ts';
import { useConnections } from '#network/connection-store.ts';
import { useSentOrders } from '#orders/sent-orders.ts';
import { type DraftOrder, useTicketDraft } from '#orders/ticket-draft.ts';
import { useAuth } from '#session/auth-store.ts';
import { setClock } from '#session/clock.ts';
import { keptExitsKey, useKeptExits } from '#session/kept-exits-store.ts';
import { useOneStep } from '#session/one-step-store.ts';
import { useSelectedAccount } from '#session/selected-account-store.ts';
import { answer, fetched, preparePages, renderPage } from '#test/page.tsx';

const OTHER = { ...ACCOUNT, accountId: '108C000001-02', subAccountCode: '108C000001-02' };

preparePages();

beforeAll(() => {
  priceStore.register([{ code: CORN.code, grid: CORN_GRID }]);
});

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  useSelectedAccount.getState().select(ACTOR.accountId);
  useConnections.getState().note('market', { isConnected: true, isStalled: false });
  useTicketDraft.getState().setSide('BUY');
  useTicketDraft.getState().setOrderType('LIMIT');
  useTicketDraft.setState({ exitUnit: 'price', riskText: '' });
  useKeptExits.setState({ exits: {} });
  useTicketDraft.getState().reset(null);
  useSentOrders.setState({ orders: new Map() });
  forgetLedgers();
  passedMs = 0;
  const startedMs = Date.now();
  setClock(() => (vi.isFakeTimers() ? Date.now() : startedMs + passedMs));
  quote('457.50', '457.75');
});

afterEach(() => {
  vi.useRealTimers();
  useOneStep.setState({ isOneStep: false });
});

function quote(bid: string, ask: string, settlement = '452.25'): void {
  const time = new Date(Date.now()).toISOString();
  const item = { code: CORN.code, bid, ask, last: ask, settlement, session: 'OPEN' as const, time };
  act(() => priceStore.apply([item], 'snapshot'));
}

async function setUp({ isSignedIn = true } = {}) {
  if (!isSignedIn) useAuth.getState().signOutAll();
  const { userId, accountId } = ACTOR;
  const margins = [accountId, OTHER.accountId].map(
    (one) => [[userId, 'margin', one], { ...MARGIN, accountId: one }] as const,
  );
  const { client, user } = await renderPage(<OrderTicket contract={CORN} />, {
    at: '/trading/ZCEZ26',
    known: [
      [
        [userId, 'accounts'],
        [ACCOUNT, OTHER],
      ],
      [[userId, 'me'], AN],
      [['public', 'contracts'], [CORN]],
      ...margins,
    ],
  });
  await screen.findByTestId('ticket-quantity');
  const type = async (testId: string, text: string) => {
    const field = screen.getByTestId(testId);
    await user.clear(field);
    await user.type(field, text);
  };
  return { user, type, client };
}

function fill(order: Partial<DraftOrder>): void {
  const { fill } = useTicketDraft.getState();
  act(() => fill({ contractCode: CORN.code, owner: ACTOR, side: 'SELL', orderType: 'MARKET', lots: 3, ...order }));
}

const lot = (lots: number, price: string) => ({ lots, price, time: '2026-11-20T02:00:00.000Z' });

function hold(client: QueryClient, netLots: number, openLots: readonly OpenLot[]): void {
  const held = {
    contractCode: CORN.code,
    ...{ netLots, workingBuyLots: 0, workingSellLots: 0, marginPerLot: '36618120' },
    ...{ requiredMargin: '109854360', marketPrice: '457.75', openLots: [...openLots], estimatedProfit: '0' },
  };
  const status = { ...MARGIN, requiredMargin: '109854360', availableMargin: '890145640', contracts: [held] };
  act(() => client.setQueryData([ACTOR.userId, 'margin', ACTOR.accountId], status));
}

function limit(client: QueryClient, part: Partial<SelfLimits>): void {
  const none = { maxLotsPerOrder: null, dailyLoss: null, noTradeHours: null, coolOffUntil: null };
  act(() => client.setQueryData(selfLimitsQuery(ACTOR).queryKey, { inForce: { ...none, ...part }, next: null }));
}

/** The page's clock, some time after the start of the previous test. */
let passedMs = 0;
function letPass(ms: number): void {
  passedMs += ms;
}

/** Both steps, with the pause between them. */
async function confirmed(user: Awaited<ReturnType<typeof setUp>>['user']): Promise<void> {
  await user.click(button());
  letPass(ARMING_PAUSE_MS);
  // A new press, not the second half of a double click.
  fireEvent.click(button());
}

const button = () => screen.getByTestId('send-order');
const placed = () => fetched.mock.calls.filter(([address]) => String(address).endsWith('/place'));
const grouped = () => fetched.mock.calls.filter(([address]) => String(address).endsWith('/place-group'));
const bodyOf = (call: Parameters<typeof fetch> | undefined) => JSON.parse(String(call?.[1]?.body));

describe('two steps', () => {
  test('the first click arms, the second sends once, and the ticket is ready again', async () => {
    const { user, type } = await setUp();
    const order = sampleOrder({ quantity: 2 });
    fetched.mockImplementation(async () => answer(201, { order, seq: 11 }));
    await type('ticket-quantity', '2');
    await type('ticket-price', '454');
    expect(button().textContent).toBe("Mua 2 ZCEZ26 @ 454'0");
    await user.click(button());
    expect(button().textContent).toBe("Xác nhận MUA 2 ZCEZ26 @ 454'0 · 10 s");
    expect(placed()).toHaveLength(0);
    letPass(ARMING_PAUSE_MS);
    fireEvent.click(button());
    await waitFor(() => expect(button().textContent).toBe("Mua 2 ZCEZ26 @ 457'6"));
    expect(placed()).toHaveLength(1);
    expect(bodyOf(placed()[0])).toMatchObject({ side: 'BUY', quantity: 2, limitPrice: '454.00', duration: 'DAY' });
  });

  test('a double click arms and sends nothing; nor does Enter pressed twice', async () => {
    const { user } = await setUp();
    await user.dblClick(button());
    expect(button().dataset.armed).toBe('true');
    // The third click of a rapid series.
    letPass(ARMING_PAUSE_MS);
    fireEvent.click(button(), { detail: 3 });
    expect(placed()).toHaveLength(0);
    await user.keyboard('{Escape}');
    await user.click(screen.getByTestId('ticket-quantity'));
    await user.keyboard('{Enter}{Enter}');
    expect(button().dataset.armed).toBe('true');
    expect(placed()).toHaveLength(0);
  });

  test('a second press counts after a pause, and the button says when', async () => {
    const { user } = await setUp();
    await user.click(screen.getByTestId('ticket-quantity'));
    await user.keyboard('{Enter}');
    letPass(ARMING_PAUSE_MS - 1);
    await user.keyboard('{Enter}');
    expect(button().dataset.ready).toBe('false');
    expect(placed()).toHaveLength(0);
    letPass(1);
    await waitFor(() => expect(button().dataset.ready).toBe('true'));
    await user.keyboard('{Enter}');
    expect(placed()).toHaveLength(1);
  });

  test('one-step trading does not send twice', async () => {
    const { user } = await setUp();
    act(() => useOneStep.setState({ isOneStep: true }));
    await user.dblClick(button());
    expect(placed()).toHaveLength(1);
  });

  test('Esc disarms, wherever the focus is', async () => {
    const { user } = await setUp();
    await user.click(button());
    expect(button().dataset.armed).toBe('true');
    act(() => button().blur());
    await user.keyboard('{Escape}');
    expect(button().dataset.armed).toBe('false');
    expect(button().textContent).toBe("Mua 1 ZCEZ26 @ 457'6");
  });

  test('arming ends by itself, and says how long it lasts', async () => {
    await setUp();
    vi.useFakeTimers();
    fireEvent.click(button());
    expect(button().textContent).toBe("Xác nhận MUA 1 ZCEZ26 @ 457'6 · 10 s");
    act(() => void vi.advanceTimersByTime(4_000));
    expect(button().textContent).toBe("Xác nhận MUA 1 ZCEZ26 @ 457'6 · 6 s");
    act(() => void vi.advanceTimersByTime(5_999));
    expect(button().dataset.armed).toBe('true');
    act(() => void vi.advanceTimersByTime(1));
    expect(button().dataset.armed).toBe('false');
    expect(placed()).toHaveLength(0);
  });

  test('any change by hand disarms', async () => {
    const { user, type } = await setUp();
    await user.click(button());
    expect(button().dataset.armed).toBe('true');
    await type('ticket-quantity', '3');
    expect(button().dataset.armed).toBe('false');
    await user.click(button());
    await user.click(screen.getByTestId('ticket-side-sell'));
    expect(button().textContent).toBe("Bán 3 ZCEZ26 @ 457'4");
  });

  test('a price that follows the market does not disarm', async () => {
    const { user } = await setUp();
    await user.click(button());
    quote('458.00', '458.25');
    await waitFor(() => expect(button().textContent).toBe("Xác nhận MUA 1 ZCEZ26 @ 458'2 · 10 s"));
  });

  test('a price that follows the market is held while its field has the focus', async () => {
    const { user } = await setUp();
    const field = screen.getByTestId<HTMLInputElement>('ticket-price');
    const shown = field.value;
    await user.click(field);
    quote('458.00', '458.25');
    expect(field.value).toBe(shown);
    expect(screen.getByText('Đứng yên')).toBeTruthy();
    expect(button().textContent).toBe(`Mua 1 ZCEZ26 @ ${shown}`);
    await user.tab();
    expect(field.value).toBe("458'2");
    expect(screen.getByText('Theo thị trường')).toBeTruthy();
    // Nothing was changed by hand, so it still follows the market.
    expect(useTicketDraft.getState()).toMatchObject({ owner: null, limitSource: 'market' });
  });

  test('typing over a selection replaces it, whatever the market does between two keys', async () => {
    const { user } = await setUp();
    const field = screen.getByTestId<HTMLInputElement>('ticket-price');
    await user.click(field);
    field.select();
    quote('458.00', '458.25');
    await user.keyboard('4');
    quote('459.00', '459.25');
    await user.keyboard("55'2");
    expect(field.value).toBe("455'2");
  });

  test('an edited price does not move until it follows the market again', async () => {
    const { user, type } = await setUp();
    await type('ticket-price', '455,25');
    expect(screen.getByText("Hiểu là 455'2")).toBeTruthy();
    quote('460.00', '460.25');
    expect(button().textContent).toBe("Mua 1 ZCEZ26 @ 455'2");
    await user.click(screen.getByRole('button', { name: 'Giá bán tốt nhất' }));
    expect(button().textContent).toBe("Mua 1 ZCEZ26 @ 460'2");
  });

  test('one-step trading is an opt-in of the device', async () => {
    const { user } = await setUp();
    await user.click(screen.getByRole('checkbox', { name: 'Đặt một bước trên máy này' }));
    await user.click(button());
    expect(placed()).toHaveLength(1);
  });

  test('losing the feed while armed requires another look', async () => {
    const { user } = await setUp();
    await user.click(button());
    act(() => useConnections.getState().note('market', { isConnected: false }));
    expect(button().textContent).toBe('Chưa có kết nối giá, tạm dừng đặt lệnh');
    act(() => useConnections.getState().note('market', { isConnected: true }));
    expect(button().dataset.armed).toBe('false');
  });
});

describe('outcomes', () => {
  test('a refusal shows its numbers, keeps what was typed, suggests a solution and takes a new id', async () => {
    const { user, type } = await setUp();
    const facts = { max: 100, lots: 100 };
    fetched.mockImplementation(async () => answer(422, { code: 'MaxLotsPerOrder', facts, requestId: 'r' }));
    await type('ticket-quantity', '9');
    await confirmed(user);
    const alert = await screen.findByTestId('ticket-fault');
    expect(alert.textContent).toContain('Tối đa 100 lot mỗi lệnh');
    expect(screen.getByTestId('ticket-quantity')).toHaveProperty('value', '9');
    await confirmed(user);
    await waitFor(() => expect(placed()).toHaveLength(2));
    expect(bodyOf(placed()[1]).clientOrderId).not.toBe(bodyOf(placed()[0]).clientOrderId);
    await user.click(await screen.findByRole('button', { name: 'Đặt 100 lot' }));
    expect(screen.getByTestId('ticket-quantity')).toHaveProperty('value', '100');
    expect(screen.queryByTestId('ticket-fault')).toBeNull();
  });

  test('a lost answer is stated and the order is not sent again', async () => {
    const { user } = await setUp();
    fetched.mockImplementation(async (address) => {
      if (String(address).endsWith('/place')) throw new TypeError('network');
      return new Promise(() => {});
    });
    await confirmed(user);
    await waitFor(() => expect(button().textContent).toBe('Đã gửi, chưa có xác nhận, đang kiểm tra'));
    await user.click(button());
    expect(placed()).toHaveLength(1);
  });
});

describe('good till date', () => {
  test('the first date is the current trade date, also before it rolls at 05:00', async () => {
    // 01:00 on the 21st in Vietnam; the trade date is the 20th until 05:00, and the server accepts it.
    const putClockBack = setClock(() => Date.parse('2026-11-20T18:00:00.000Z'));
    const { type } = await setUp();
    act(() => useTicketDraft.getState().setDuration('GTD'));
    await type('ticket-expiration', '20/11/2026');
    expect(button().textContent).toBe("Mua 1 ZCEZ26 @ 457'6");
    await type('ticket-expiration', '19/11/2026');
    expect(button().textContent).toBe('Chọn ngày từ 20/11/2026 đến 14/12/2026');
    putClockBack();
  });
});

describe('the types', () => {
  const choose = (user: Awaited<ReturnType<typeof setUp>>['user'], name: string) =>
    user.click(screen.getByRole('radio', { name }));

  test('switching keeps what was typed, and shows the fields of the type', async () => {
    const { user, type } = await setUp();
    await type('ticket-price', '455');
    await choose(user, 'Dừng giới hạn');
    expect(button().textContent).toBe('Nhập giá dừng');
    await type('ticket-stop', "460'0");
    expect(button().textContent).toBe("Mua 1 ZCEZ26 @ dừng 460'0, GH 455'0");
    await choose(user, 'Dừng kéo');
    expect(screen.queryByTestId('ticket-stop')).toBeNull();
    expect(button().textContent).toBe('Nhập khoảng trượt');
    await type('ticket-trail', '2');
    await choose(user, 'Dừng');
    expect(screen.getByTestId('ticket-stop')).toHaveProperty('value', "460'0");
    await choose(user, 'Dừng kéo');
    expect(screen.getByTestId('ticket-trail')).toHaveProperty('value', '2');
  });

  test('a stop already reached gives a warning and can be sent', async () => {
    const { user, type } = await setUp();
    await choose(user, 'Dừng');
    await type('ticket-stop', "450'0");
    expect(screen.getByText('Giá dừng đã chạm, lệnh kích hoạt ngay')).toBeTruthy();
    expect(button()).toHaveProperty('disabled', false);
  });

  test('an entry includes its exits', async () => {
    const { user, type } = await setUp();
    fetched.mockImplementation(async () => answer(201, { order: sampleOrder(), seq: 11 }));
    await user.click(screen.getByRole('checkbox', { name: 'Chốt lời / cắt lỗ' }));
    expect(button().textContent).toBe('Nhập chốt lời hoặc cắt lỗ');
    await type('ticket-take-profit', "450'0");
    expect(button().textContent).toBe("Chốt lời phải ở phía có lãi của 457'6");
    await type('ticket-take-profit', "470'0");
    await confirmed(user);
    await waitFor(() => expect(placed()).toHaveLength(1));
    expect(bodyOf(placed()[0])).toMatchObject({ orderType: 'LIMIT', takeProfit: '470.00' });
    expect(bodyOf(placed()[0])).not.toHaveProperty('stopLoss');
    await waitFor(() => expect(screen.queryByTestId('ticket-take-profit')).toBeNull());
  });

  test('exits in ticks are echoed in every unit, and another unit changes no price', async () => {
    const { user, type } = await setUp();
    fetched.mockImplementation(async () => answer(201, { order: sampleOrder(), seq: 11 }));
    await type('ticket-price', "454'2");
    await type('ticket-quantity', '2');
    await user.click(screen.getByRole('checkbox', { name: 'Chốt lời / cắt lỗ' }));
    await user.click(screen.getByTestId('ticket-exit-unit-ticks'));
    await type('ticket-take-profit', '16');
    await type('ticket-stop-loss', '8');
    const said = (testId: string) => screen.getByTestId(testId).textContent?.replaceAll('\u00a0', ' ');
    expect(said('ticket-echo-takeProfit')).toBe("458'2+10.568.000 ₫16 bước+0.88%");
    expect(said('ticket-echo-stopLoss')).toBe("452'2−5.284.000 ₫8 bước−0.44%");
    // Two lots, eight ticks and 350,000 dong of fees on either side.
    expect(said('ticket-worst-case')).toContain('−6.684.000 ₫');
    expect(said('ticket-worst-case')).toContain('1 : 2');
    for (const [unit, value] of [
      ['dong', '5.284.000'],
      ['percent', '0.88'],
      ['price', "458'2"],
      ['ticks', '16'],
    ] as const) {
      await user.click(screen.getByTestId(`ticket-exit-unit-${unit}`));
      expect(screen.getByTestId('ticket-take-profit')).toHaveProperty('value', value);
      expect(screen.getByTestId('ticket-echo-takeProfit').textContent).toContain("458'2");
    }
    await user.click(screen.getByTestId('ticket-stop-loss'));
    await user.keyboard('{ArrowUp}');
    expect(screen.getByTestId('ticket-stop-loss')).toHaveProperty('value', '9');
    await confirmed(user);
    await waitFor(() => expect(placed()).toHaveLength(1));
    expect(bodyOf(placed()[0])).toMatchObject({
      limitPrice: '454.25',
      takeProfitDistance: '4.00',
      stopLossDistance: '2.25',
    });
  });

  test('exits are kept for a commodity and sub-account, go with the next entry, and not with what closes', async () => {
    const { user, type } = await setUp();
    fetched.mockImplementation(async () => answer(201, { order: sampleOrder(), seq: 11 }));
    await type('ticket-price', "454'2");
    await user.click(screen.getByRole('checkbox', { name: 'Chốt lời / cắt lỗ' }));
    await type('ticket-stop-loss', "452'2");
    await user.click(screen.getByRole('button', { name: 'Kèm mỗi lệnh vào Ngô' }));
    // A price is kept as its ticks.
    expect(Object.values(useKeptExits.getState().exits)).toMatchObject([{ unit: 'ticks', stopLossText: '8' }]);
    expect(screen.getByTestId('ticket-keep-exits').getAttribute('aria-pressed')).toBe('true');
    await confirmed(user);
    await waitFor(() => expect(placed()).toHaveLength(1));
    // The next draft begins with them, and is not a change by hand.
    await waitFor(() => expect(screen.getByTestId('ticket-stop-loss')).toHaveProperty('value', '8'));
    expect(useTicketDraft.getState().revision).toBe(useTicketDraft.getState().firstRevision);
    fill({ orderType: 'MARKET', side: 'SELL', isReduceOnly: true });
    expect(screen.queryByTestId('ticket-stop-loss')).toBeNull();
    act(() => useTicketDraft.getState().reset(CORN.code));
    expect(screen.getByTestId('ticket-stop-loss')).toHaveProperty('value', '8');
    await user.click(screen.getByTestId('ticket-keep-exits'));
    // Switched off before anything else was changed: the draft has none.
    expect(screen.queryByTestId('ticket-stop-loss')).toBeNull();
  });

  test('they go with an entry that was picked before there was a ticket, and not with what was chosen instead', async () => {
    const exits = { isOn: true, unit: 'ticks', takeProfitText: '', stopLossText: '8' } as const;
    useKeptExits.getState().keep(keptExitsKey(ACTOR.accountId, CORN.commodityCode), exits);
    // As from the board, or from a book beside which there is no room for a ticket.
    useTicketDraft.getState().reset(CORN.code);
    useTicketDraft.getState().pick({ side: 'BUY', price: { ticks: 1_816, grid: CORN_GRID } });
    const { user, type } = await setUp();
    expect(screen.getByTestId('ticket-stop-loss')).toHaveProperty('value', '8');
    await type('ticket-quantity', '2');
    // For the next one: this order is as it was read.
    act(() => useKeptExits.getState().setOn(keptExitsKey(ACTOR.accountId, CORN.commodityCode), false));
    expect(screen.getByTestId('ticket-stop-loss')).toHaveProperty('value', '8');
    await user.click(screen.getByRole('checkbox', { name: 'Chốt lời / cắt lỗ' }));
    act(() => useTicketDraft.getState().pick({ side: 'SELL' }));
    expect(screen.queryByTestId('ticket-stop-loss')).toBeNull();
  });

  test('an exit that another unit can’t write stays, and so does the unit', async () => {
    const { user, type } = await setUp();
    await type('ticket-price', "454'2");
    await user.click(screen.getByRole('checkbox', { name: 'Chốt lời / cắt lỗ' }));
    await type('ticket-take-profit', "458'2");
    // Above the entry of a buy.
    await type('ticket-stop-loss', "456'2");
    await user.click(screen.getByTestId('ticket-exit-unit-ticks'));
    expect(useTicketDraft.getState()).toMatchObject({ exitUnit: 'price', stopLossText: "456'2" });
  });

  test('lots from risk: as many as the sum can stand at the stop, with the fees of both sides', async () => {
    const { user, type } = await setUp();
    await type('ticket-price', "454'2");
    await user.click(screen.getByRole('checkbox', { name: 'Chốt lời / cắt lỗ' }));
    await type('ticket-risk', '7.000.000');
    expect(screen.getAllByText('Nhập chốt lời hoặc cắt lỗ')).toHaveLength(2);
    await type('ticket-stop-loss', "452'2");
    await user.click(screen.getByRole('button', { name: '2 lot' }));
    expect(screen.getByTestId('ticket-quantity')).toHaveProperty('value', '2');
    expect(screen.getByText('= 2 lot')).toBeTruthy();
    await type('ticket-risk', '3.000.000');
    expect(screen.getByText('1 lot mất 3.342.000 ₫')).toBeTruthy();
    await type('ticket-risk', 'x');
    expect(screen.getByTestId('ticket-risk').getAttribute('aria-invalid')).toBe('true');
  });

  test('without margin for a lot, the risk is not blamed', async () => {
    const { user, type, client } = await setUp();
    const poor = { ...MARGIN, cash: '1000000', equity: '1000000', availableMargin: '1000000' };
    act(() => client.setQueryData([ACTOR.userId, 'margin', ACTOR.accountId], poor));
    await type('ticket-price', "454'2");
    await user.click(screen.getByRole('checkbox', { name: 'Chốt lời / cắt lỗ' }));
    await type('ticket-stop-loss', "452'2");
    await type('ticket-risk', '7.000.000');
    expect(button().textContent).toMatch(/^Thiếu ký quỹ/);
    expect(screen.queryByText('1 lot mất 3.342.000 ₫')).toBeNull();
  });

  test('a scale is confirmed once and is one call: all of its orders are taken, or none', async () => {
    const { user } = await setUp();
    fetched.mockImplementation(async () => answer(422, { code: 'InsufficientMargin', facts: {}, requestId: 'r' }));
    await user.click(screen.getByTestId('ticket-more'));
    await user.click(await screen.findByRole('menuitem', { name: 'Rải lệnh ZCEZ26' }));
    const typeIn = async (testId: string, text: string) => {
      const field = await screen.findByTestId(testId);
      await user.clear(field);
      await user.type(field, text);
    };
    await typeIn('scale-from', "454'0");
    await typeIn('scale-to', "453'0");
    await typeIn('scale-steps', '9');
    expect(screen.getByTestId('scale-send').textContent).toBe('Từ 2 đến 20 lệnh, mỗi lệnh một bước giá');
    await typeIn('scale-steps', '3');
    expect(screen.getByTestId('scale-prices').textContent).toBe("454'0453'4453'0");
    expect(screen.getByTestId('scale-send').textContent).toBe('Gửi 3 lệnh mua, 3 lot');
    await user.click(screen.getByTestId('scale-send'));
    await waitFor(() => expect(grouped()).toHaveLength(1));
    const { kind, orders } = grouped().map(bodyOf)[0];
    expect(kind).toBe('SCALE');
    expect(orders.map(({ limitPrice }: { limitPrice: string }) => limitPrice)).toEqual(['454.00', '453.50', '453.00']);
    expect(new Set(orders.map(({ clientOrderId }: { clientOrderId: string }) => clientOrderId)).size).toBe(3);
    await waitFor(() => expect(screen.getByTestId('group-sent').dataset.fate).toBe('refused'));
    expect(screen.getByTestId('group-sent').textContent).toContain('Không lệnh nào được nhận');
    // What was typed is there to be corrected, and is a new group the next time.
    await user.click(screen.getByTestId('group-edit'));
    expect(screen.getByTestId('scale-prices').textContent).toBe("454'0453'4453'0");
    await user.click(screen.getByTestId('scale-send'));
    await waitFor(() => expect(grouped()).toHaveLength(2));
    const ids = grouped().flatMap((call) =>
      bodyOf(call).orders.map((one: { clientOrderId: string }) => one.clientOrderId),
    );
    expect(new Set(ids).size).toBe(6);
    await user.click(screen.getByTestId('group-done'));
    expect(screen.queryByTestId('group-sent')).toBeNull();
  });

  test('a scale that is good till a date says till which', async () => {
    const { user, type } = await setUp();
    act(() => useTicketDraft.getState().setDuration('GTD'));
    await type('ticket-expiration', '20/11/2026');
    await user.click(screen.getByTestId('ticket-more'));
    await user.click(await screen.findByRole('menuitem', { name: 'Rải lệnh ZCEZ26' }));
    expect((await screen.findByRole('dialog')).textContent).toContain('20/11/2026');
  });

  test('a pair is two orders in one call: stops around the market, as typed, with the margin of both', async () => {
    const { user } = await setUp();
    const [up, down] = [1, 2].map((place) =>
      sampleOrder({ orderId: `g-${place}`, group: { groupId: 'g', kind: 'OCO', size: 2, place } }),
    );
    fetched.mockImplementation(async () =>
      answer(201, { groupId: 'g', orders: [up, down], conditionalOrders: [], seq: 9 }),
    );
    await user.click(screen.getByTestId('ticket-more'));
    await user.click(await screen.findByRole('menuitem', { name: 'Một khớp, một hủy ZCEZ26' }));
    const typeIn = async (testId: string, text: string) => {
      const field = await screen.findByTestId(testId);
      await user.clear(field);
      await user.type(field, text);
    };
    await typeIn('oco-1-stop', "460'0");
    await user.click(screen.getByTestId('oco-2-LIMIT'));
    await user.click(screen.getByTestId('oco-2-BUY'));
    await typeIn('oco-2-limit', "450'1");
    expect(screen.getByTestId('oco-2-limit').getAttribute('aria-invalid')).toBe('true');
    await typeIn('oco-2-limit', "450'0");
    await typeIn('oco-2-lots', '2');
    expect(screen.getByTestId('oco-receipt').textContent).toMatch(/350\.000 \/ 700\.000\s₫/);
    const sendText = screen.getByTestId('oco-send').textContent.replaceAll('\u00a0', ' ');
    expect(sendText).toBe("Gửi cặp Mua 1 dừng 460'0 · Mua 2 450'0");
    await user.dblClick(screen.getByTestId('oco-send'));
    await waitFor(() => expect(screen.getByTestId('group-sent').dataset.fate).toBe('taken'));
    expect(grouped()).toHaveLength(1);
    // The second click of a double click is still coming, where the button that closes has come.
    fireEvent.click(screen.getByTestId('group-done'), { detail: 2 });
    expect(screen.getByTestId('group-sent')).toBeTruthy();
    expect(grouped().map(bodyOf)[0]).toMatchObject({
      kind: 'OCO',
      contractCode: 'ZCEZ26',
      orders: [
        { side: 'BUY', orderType: 'STOP', stopPrice: '460.00', quantity: 1 },
        { side: 'BUY', orderType: 'LIMIT', limitPrice: '450.00', quantity: 2 },
      ],
    });
  });

  test('a template keeps an order without its prices, and is taken into the ticket', async () => {
    const { user, type } = await setUp();
    await user.click(screen.getByTestId('ticket-side-sell'));
    await type('ticket-price', "456'0");
    await type('ticket-quantity', '3');
    await user.click(screen.getByRole('checkbox', { name: 'Chốt lời / cắt lỗ' }));
    await type('ticket-stop-loss', "458'0");
    const open = async () => {
      await user.click(screen.getByTestId('ticket-more'));
      await user.click(await screen.findByRole('menuitem', { name: 'Mẫu lệnh' }));
      // The menu has taken the page from pointers, and the dialog takes itself back a moment after it is there.
      const dialog = await screen.findByRole('dialog');
      await waitFor(() => expect(dialog.style.pointerEvents).toBe('auto'));
    };
    await open();
    await user.click(await screen.findByTestId('template-save'));
    expect(screen.getByTestId('templates').textContent).toBe('Bán 3 lot Giới hạn');
    act(() => useTicketDraft.getState().reset(null));
    act(() => useTicketDraft.getState().reset(CORN.code));
    await user.click(screen.getByRole('button', { name: 'Bán 3 lot Giới hạn' }));
    // A price was kept as its ticks, and the limit follows the market again.
    expect(useTicketDraft.getState()).toMatchObject({
      ...{ side: 'SELL', orderType: 'LIMIT', lotsText: '3', limitSource: 'market' },
      ...{ hasExits: true, exitUnit: 'ticks', stopLossText: '8', takeProfitText: '' },
    });
    await open();
    await user.click(await screen.findByRole('button', { name: 'Bỏ Bán 3 lot Giới hạn' }));
    expect(screen.getByTestId('templates').textContent).toBe('');
  });

  test('a pair takes the side that closes the position, and shows its profit against the cost', async () => {
    const { user, client, type } = await setUp();
    // Two lots were bought at 451'4 first: 74 ticks of 330,250 dong on one of them.
    hold(client, 3, [lot(2, '451.50'), lot(1, '452.75')]);
    await screen.findByText('Mua 3');
    await choose(user, 'Chốt lời / cắt lỗ');
    expect(screen.getByTestId('ticket-side-sell').getAttribute('aria-checked')).toBe('true');
    expect(screen.getByText('Tối đa 3 lot đang mở')).toBeTruthy();
    await type('ticket-take-profit', "470'0");
    expect(screen.getByText('+24.438.500 ₫')).toBeTruthy();
  });
});

describe('focus requests', () => {
  const nextFrame = () => act(() => new Promise<void>((resolve) => onNextFrame(resolve)));
  const isCoarse = (matches: boolean) => vi.stubGlobal('matchMedia', () => ({ matches }));

  test('focus the first incomplete field, otherwise the lots', async () => {
    isCoarse(false);
    await setUp();
    fill({ orderType: 'TPSL' });
    await nextFrame();
    expect(document.activeElement).toBe(screen.getByTestId('ticket-take-profit'));
    fill({ orderType: 'LIMIT', limitText: "450'0" });
    await nextFrame();
    expect(document.activeElement).toBe(screen.getByTestId('ticket-quantity'));
    expect(useTicketDraft.getState().isFocusRequested).toBe(false);
  });

  test('work for an order filled in before the ticket was mounted', async () => {
    isCoarse(false);
    fill({});
    await setUp();
    await nextFrame();
    expect(document.activeElement).toBe(screen.getByTestId('ticket-quantity'));
  });

  test('do nothing where an on-screen keyboard would cover the ticket', async () => {
    isCoarse(true);
    await setUp();
    fill({});
    await nextFrame();
    expect(document.activeElement).toBe(document.body);
  });
});

describe('the limits of the day', () => {
  test('a price beyond them is not an order, in the words of the server', async () => {
    const { user, type } = await setUp();
    await user.click(screen.getByTestId('ticket-side-sell'));
    await type('ticket-price', "482'4");
    expect(button().textContent).toBe("Giá trong khoảng 422'2 đến 482'2");
    expect(button()).toHaveProperty('disabled', true);
    await type('ticket-price', "482'2");
    expect(button().textContent).toBe("Bán 1 ZCEZ26 @ 482'2");
  });

  test('those of an outdated settlement block nothing', async () => {
    const { user, type } = await setUp();
    await user.click(screen.getByTestId('ticket-side-sell'));
    await type('ticket-price', "482'4");
    expect(button()).toHaveProperty('disabled', true);
    quote('457.50', '457.75', '453.00');
    await waitFor(() => expect(button().textContent).toBe("Bán 1 ZCEZ26 @ 482'4"));
  });
});

describe('the receipt', () => {
  const row = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name} `) });

  test('shows the fee of this order; the day’s fees come before it', async () => {
    const { client, type } = await setUp();
    const status = { ...MARGIN, transactionFee: '2800000' };
    act(() => client.setQueryData([ACTOR.userId, 'margin', ACTOR.accountId], status));
    await type('ticket-quantity', '2');
    await waitFor(() =>
      expect(row('Phí lệnh này').textContent).toBe('hôm nay 2.800.000 700.000\u00a0₫, hôm nay 2.800.000'),
    );
    act(() => client.setQueryData([ACTOR.userId, 'margin', ACTOR.accountId], MARGIN));
    await waitFor(() => expect(row('Phí lệnh này').textContent).toBe('700.000\u00a0₫'));
  });

  test('is read by name, with a word between before and after', async () => {
    const { client } = await setUp();
    hold(client, 1, [lot(1, '451.50')]);
    // A browser separates the words where they have a line of their own; here nothing is laid out.
    expect(await screen.findByRole('button', { name: /^Vị thế ZCEZ26 Mua 1 ?thành ?Mua 2$/ })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Tăng Giá giới hạn' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Giảm Khối lượng' })).toBeTruthy();
  });

  test('a visitor sees what the contract requires of everybody', async () => {
    const { type } = await setUp({ isSignedIn: false });
    await type('ticket-quantity', '2');
    const receipt = screen.getByTestId('public-receipt');
    expect(receipt.textContent).toBe(
      'Ký quỹ yêu cầu36.618.120/lot 73.236.240\u00a0₫, 36.618.120/lotPhí lệnh này350.000/lot 700.000\u00a0₫, 350.000/lot',
    );
  });

  test('without equity there is no ratio', async () => {
    const { client } = await setUp();
    const none = { ...MARGIN, cash: '0', equity: '0', availableMargin: '0', withdrawable: '0' };
    act(() => client.setQueryData([ACTOR.userId, 'margin', ACTOR.accountId], none));
    await waitFor(() => expect(row('Tỷ lệ ký quỹ').textContent).toBe('– thành →–'));
  });
});

describe('who and how', () => {
  test('a visitor is led to the sign-in and back', async () => {
    await setUp({ isSignedIn: false });
    const link = screen.getByTestId('ticket-sign-in');
    expect(link.textContent).toBe('Đăng nhập để đặt lệnh');
    expect(link.getAttribute('href')).toBe('/login?returnUrl=%2Ftrading%2FZCEZ26');
  });

  test('a sub-account that is not activated says so, and leads on', async () => {
    const { client } = await setUp();
    act(() => client.setQueryData([ACTOR.userId, 'accounts'], [{ ...ACCOUNT, isActivated: false }]));
    const link = await screen.findByTestId('ticket-activate');
    expect(link.textContent).toBe('Kích hoạt tài khoản con');
    expect(link.getAttribute('href')).toBe('/account-overview');
    expect(screen.getByText('Tài khoản con này chưa kích hoạt nên chưa đặt lệnh được')).toBeTruthy();
    expect(screen.getByTestId('public-receipt')).toBeTruthy();
  });

  test.each([
    ['DRAFT', 'Hoàn tất hồ sơ', '/account-overview/ekyc', 'Hồ sơ chưa hoàn tất, chưa đặt lệnh được'],
    ['PENDING_ACTIVATE', 'Ký hợp đồng', '/account-overview/digital-signature', 'Hồ sơ đã duyệt, chờ kích hoạt, chưa'],
  ] as const)('%s and without a sub-account: the button says what to do, and nothing can be sent', async (...row) => {
    const [status, step, href, why] = row;
    const { client } = await setUp();
    act(() => {
      client.setQueryData([ACTOR.userId, 'me'], { ...AN, status });
      client.setQueryData([ACTOR.userId, 'accounts'], []);
    });
    const link = await screen.findByTestId('status-step');
    expect(link.textContent).toBe(step);
    expect(link.getAttribute('href')).toBe(href);
    expect(screen.getByTestId('ticket-kept-out').textContent).toContain(why);
    expect(screen.queryByTestId('send-order')).toBeNull();
    expect(screen.queryByTestId('ticket-account')).toBeNull();
    expect(screen.getByTestId('public-receipt')).toBeTruthy();
  });

  test('a changed draft keeps its account until told to move', async () => {
    const { user, type } = await setUp();
    await type('ticket-quantity', '4');
    act(() => useSelectedAccount.getState().select(OTHER.accountId));
    expect(screen.getByTestId('ticket-account').textContent).toContain(ACTOR.accountId);
    await user.click(screen.getByRole('button', { name: `Đặt bằng ${OTHER.accountId}` }));
    await waitFor(() => expect(screen.getByTestId('ticket-account').textContent).toContain(OTHER.accountId));
  });

  describe('another sub-account on screen than the draft’s', () => {
    const show = (accountId: string) => act(() => useSelectedAccount.getState().select(accountId));

    test('disarms, also when it was only viewed', async () => {
      const { user, type } = await setUp();
      await type('ticket-quantity', '2');
      await user.click(button());
      expect(button().dataset.armed).toBe('true');
      show(OTHER.accountId);
      expect(button().dataset.armed).toBe('false');
      show(ACTOR.accountId);
      expect(button().dataset.armed).toBe('false');
      await user.click(button());
      expect(placed()).toHaveLength(0);
    });

    test('can be ignored in two steps, and moving the draft there disarms', async () => {
      const { user, type } = await setUp();
      await type('ticket-quantity', '2');
      show(OTHER.accountId);
      await user.click(button());
      expect(button().dataset.armed).toBe('true');
      await user.click(screen.getByRole('button', { name: `Đặt bằng ${OTHER.accountId}` }));
      await waitFor(() => expect(screen.getByTestId('ticket-account').textContent).toContain(OTHER.accountId));
      expect(button().dataset.armed).toBe('false');
      expect(placed()).toHaveLength(0);
    });

    test('takes two steps where one is enough elsewhere, and says so', async () => {
      const { user, type } = await setUp();
      useOneStep.setState({ isOneStep: true });
      await type('ticket-quantity', '2');
      show(OTHER.accountId);
      expect(screen.queryByText('Một lần bấm là gửi')).toBeNull();
      await user.click(button());
      expect(button().textContent).toBe("Xác nhận MUA 2 ZCEZ26 @ 457'6 · 10 s");
      expect(placed()).toHaveLength(0);
      letPass(ARMING_PAUSE_MS);
      fireEvent.click(button());
      expect(placed()).toHaveLength(1);
    });
  });

  test('Enter moves to what is missing or wrong', async () => {
    const { user, type } = await setUp();
    await user.click(screen.getByRole('radio', { name: 'Dừng' }));
    await user.click(screen.getByTestId('ticket-quantity'));
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByTestId('ticket-stop'));
    await type('ticket-stop', '455.1');
    await user.click(screen.getByTestId('ticket-quantity'));
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByTestId('ticket-stop'));
    expect(placed()).toHaveLength(0);
  });

  test('eighths typed without their mark, as CQG accepts them, are offered', async () => {
    const { user, type } = await setUp();
    await type('ticket-price', '4454');
    await user.click(screen.getByRole('button', { name: "Ý bạn là 445'4?" }));
    expect(screen.getByTestId('ticket-price')).toHaveProperty('value', "445'4");
    await type('ticket-price', '445');
    expect(screen.queryByRole('button', { name: /Ý bạn là/ })).toBeNull();
  });

  test('each type says what it means', async () => {
    await setUp();
    expect(screen.getByRole('radio', { name: 'Dừng' }).getAttribute('aria-description')).toBe(
      'Thành lệnh thị trường khi giá chạm giá dừng',
    );
  });

  test('a market order shows its result in the visible book', async () => {
    const { user, type } = await setUp();
    const level = (priceTicks: number, lots: number, cumulativeLots: number) => ({ priceTicks, lots, cumulativeLots });
    const asks = [level(1831, 3, 3), level(1832, 3, 6)];
    act(() => depthValue.write({ code: CORN.code, bids: [], asks, timeMs: 0 }));
    await act(() => new Promise<void>((resolve) => onNextFrame(resolve)));
    await user.click(screen.getByRole('radio', { name: 'Thị trường' }));
    const shown = () => screen.getByTestId('ticket-expected').textContent;
    expect(shown()).toBe("TB 457'6đủ ở giá tốt nhất");
    await type('ticket-quantity', '6');
    expect(shown()).toBe("TB 457.875sâu nhất 458'0, trượt 1 bước");
    await type('ticket-quantity', '7');
    expect(shown()).toBe('TB 457.875sổ lệnh đang thấy 6 lot');
    act(() => depthValue.write(null));
  });

  test('B and S choose the side and move the focus there, but not inside a field', async () => {
    const { user, type } = await setUp();
    await user.keyboard('s');
    expect(document.activeElement).toBe(screen.getByTestId('ticket-side-sell'));
    expect(screen.getByTestId('ticket-side-sell').getAttribute('aria-checked')).toBe('true');
    // From one side to the other, and an arrow that moves the focus chooses.
    await user.keyboard('b');
    expect(document.activeElement).toBe(screen.getByTestId('ticket-side-buy'));
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(screen.getByTestId('ticket-side-sell'));
    expect(screen.getByRole('radiogroup', { name: 'Chiều' })).toBeTruthy();
    expect(screen.getByRole('radio', { name: 'Bán', checked: true })).toBe(screen.getByTestId('ticket-side-sell'));
    await type('ticket-price', 'b');
    expect(screen.getByTestId('ticket-side-sell').getAttribute('aria-checked')).toBe('true');
  });

  test('arrows step by ticks and lots, Shift by ten', async () => {
    const { user } = await setUp();
    await user.click(screen.getByTestId('ticket-price'));
    await user.keyboard('{ArrowUp}');
    expect(screen.getByTestId('ticket-price')).toHaveProperty('value', "458'0");
    await user.click(screen.getByTestId('ticket-quantity'));
    await user.keyboard('{Shift>}{ArrowUp}{/Shift}');
    expect(screen.getByTestId('ticket-quantity')).toHaveProperty('value', '11');
    await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    expect(screen.getByTestId('ticket-quantity')).toHaveProperty('value', '1');
  });

  test('a share of the most that would be accepted', async () => {
    const { user } = await setUp();
    expect(screen.getByRole('button', { name: 'Tối đa mua 26' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '50%' }));
    expect(screen.getByTestId('ticket-quantity')).toHaveProperty('value', '13');
  });
});

describe('the investor’s own limits', () => {
  test('bound the most on either side, its shares and the order', async () => {
    const { user, type, client } = await setUp();
    limit(client, { maxLotsPerOrder: 2 });
    expect(await screen.findByRole('button', { name: 'Tối đa mua 2' })).toBeTruthy();
    await user.click(screen.getByTestId('ticket-side-sell'));
    expect(screen.getByRole('button', { name: 'Tối đa bán 2' })).toBeTruthy();
    await user.click(screen.getByTestId('ticket-side-buy'));
    await user.click(screen.getByRole('button', { name: '100%' }));
    expect(button().textContent).toBe("Mua 2 ZCEZ26 @ 457'6");
    await type('ticket-quantity', '3');
    expect(button().textContent).toBe('Giới hạn bạn đặt: 2 lot');
    expect(button()).toHaveProperty('disabled', true);
  });

  test('a pause accepts only reducing orders', async () => {
    const { user, client } = await setUp();
    limit(client, { coolOffUntil: new Date(Date.now() + 3_600_000).toISOString() });
    await waitFor(() => expect(button().textContent).toContain('Bạn đang nghỉ đến'));
    hold(client, 3, [lot(3, '451.50')]);
    await user.click(screen.getByTestId('ticket-side-sell'));
    await waitFor(() => expect(button().textContent).toBe("Bán 1 ZCEZ26 @ 457'4"));
    expect(screen.getByRole('button', { name: 'Tối đa bán 3' })).toBeTruthy();
  });
});

describe('only reducing', () => {
  const reduceOnly = (user: Awaited<ReturnType<typeof setUp>>['user']) =>
    user.click(screen.getByTestId('ticket-reduce-only'));

  test('a side that would add says which one reduces, on the button and at the field', async () => {
    const { user, client } = await setUp();
    hold(client, 3, [lot(3, '451.50')]);
    await reduceOnly(user);
    await waitFor(() => expect(button().textContent).toBe('Chỉ lệnh bán mới giảm vị thế này'));
    expect(screen.getAllByText('Chỉ lệnh bán mới giảm vị thế này')).toHaveLength(2);
    expect(screen.queryByText(/lot đang mở/)).toBeNull();
  });

  test('without a position there is nothing to reduce', async () => {
    const { user } = await setUp();
    await reduceOnly(user);
    expect(button().textContent).toBe('Chưa có vị thế để giảm');
    expect(screen.getAllByText('Chưa có vị thế để giảm')).toHaveLength(2);
    expect(screen.queryByText(/lot đang mở/)).toBeNull();
  });

  test('exceeding the position says how much there is, once at the field', async () => {
    const { user, type, client } = await setUp();
    hold(client, 3, [lot(3, '451.50')]);
    await user.click(screen.getByTestId('ticket-side-sell'));
    await reduceOnly(user);
    expect(await screen.findAllByText('Tối đa 3 lot đang mở')).toHaveLength(1);
    await type('ticket-quantity', '4');
    expect(button().textContent).toBe('Tối đa 3 lot đang mở');
    expect(screen.getAllByText('Tối đa 3 lot đang mở')).toHaveLength(2);
  });
});

describe('one lot, in English', () => {
  beforeEach(async () => void (await i18next.changeLanguage('en')));
  afterEach(async () => void (await i18next.changeLanguage('vi')));

  test('is what may be reduced', async () => {
    const { user, type, client } = await setUp();
    hold(client, 1, [lot(1, '451.50')]);
    await user.click(screen.getByTestId('ticket-side-sell'));
    await user.click(screen.getByTestId('ticket-reduce-only'));
    expect(await screen.findByText('At most the 1 open lot')).toBeTruthy();
    hold(client, 2, [lot(2, '451.50')]);
    expect(await screen.findByText('At most the 2 open lots')).toBeTruthy();
    await user.click(screen.getByTestId('ticket-side-buy'));
    await type('ticket-quantity', '1');
    expect(button().textContent).toBe('Only a sell order reduces this position');
  });

  test('is the investor’s own limit', async () => {
    const { type, client } = await setUp();
    await type('ticket-quantity', '3');
    limit(client, { maxLotsPerOrder: 1 });
    await waitFor(() => expect(button().textContent).toBe('Your limit: 1 lot'));
    limit(client, { maxLotsPerOrder: 2 });
    await waitFor(() => expect(button().textContent).toBe('Your limit: 2 lots'));
  });

  test('is offered by a refusal', async () => {
    const { user } = await setUp();
    const facts = { max: 1, lots: 1 };
    fetched.mockImplementation(async () => answer(422, { code: 'MaxLotsPerOrder', facts, requestId: 'r' }));
    await confirmed(user);
    expect(await screen.findByRole('button', { name: 'Use 1 lot' })).toBeTruthy();
  });
});
