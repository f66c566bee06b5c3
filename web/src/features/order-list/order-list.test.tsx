// @vitest-environment jsdom
/**
 * Tests the order list on screen: every status with its words and actions, the rows hidden by the filter, a failed
 * cancel.
 */
import type { ConditionalOrder } from '@mua/contract/entities/conditional-order';
import type { Order, OrderHistory } from '@mua/contract/entities/order';
import { ORDER_TABS } from '@mua/contract/entities/order-filter';
import { ORDER_STATUSES, type OrderStatus } from '@mua/core/values';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ARMING_PAUSE_MS } from '#design/arming.ts';
import { isBeingWritten } from '#desk/being-written.ts';
import { useHighlightedRow } from '#desk/highlighted-row.ts';
import { askOfTrading, useTradingQuestion } from '#desk/trading-question.ts';
import { OrderList } from '#features/order-list/order-list.tsx';
import { STATUS_ROWS } from '#features/order-list/order-status-row.ts';
import { applyAccountEvent } from '#ledger/account-events.ts';
import { forgetLedgers } from '#ledger/account-ledger.ts';
import { orderPageOf } from '#mock/order-page.ts';
import {
  ACCOUNT,
  ACTOR,
  CLIENT_ORDER_ID,
  CORN,
  MARGIN,
  SPREAD,
  sampleConditional,
  sampleFill,
  sampleOrder,
} from '#mock/sample-records.ts';
import { type OrderNotice, subscribeOrderNotices } from '#orders/order-notices.ts';
import { sentOrder } from '#orders/sent-order.ts';
import { useSentOrders } from '#orders/sent-orders.ts';
import { useTicketDraft } from '#orders/ticket-draft.ts';
import { setClock } from '#session/clock.ts';
import { useListScope } from '#session/list-scope-store.ts';
import { useOrderFilter } from '#session/order-filter-store.ts';
import { answer, fetched, preparePages, refused, renderPage } from '#test/page.tsx';

const NOW = Date.parse('2026-11-20T06:00:00.000Z');
let putClockBack = () => {};

preparePages();

beforeEach(() => {
  askOfTrading(null);
  putClockBack = setClock(() => NOW);
  fetched.mockImplementation(async () => page([]));
  useOrderFilter.getState().reset();
  useOrderFilter.getState().setTab('orders', 'ALL');
  useSentOrders.setState({ orders: new Map() });
  useListScope.getState().setNarrowed('orders', false);
  useHighlightedRow.getState().clear();
  forgetLedgers();
});

afterEach(() => {
  putClockBack();
});

const page = (items: readonly OrderHistory[], part: Parameters<typeof orderPageOf>[1] = {}) =>
  answer(200, orderPageOf(items, part));
const isQuery = (address: unknown) => String(address).includes('/query');
const isLive = (address: unknown) => decodeURIComponent(String(address)).includes('nin]=REJECTED');

interface Served {
  readonly live?: readonly OrderHistory[];
  readonly hidden?: number;
  readonly pairs?: readonly ConditionalOrder[];
  readonly deskCode?: string;
}

async function setUp(history: readonly OrderHistory[], { live = [], hidden = 0, pairs = [], deskCode }: Served = {}) {
  fetched.mockImplementation(async (address) => {
    if (String(address).includes('view=pending'))
      return answer(200, { items: pairs, nextCursor: null, total: pairs.length });
    if (!isQuery(address)) return page([]);
    const asked = new URL(String(address), 'https://mua.test').searchParams;
    const part = asked.get('contractCode') ?? asked.get('contractCode[contains]') ?? '';
    const living = live.filter(({ contractCode }) => contractCode.includes(part));
    const tab = ORDER_TABS.find((one) => one === asked.get('tab'));
    return isLive(address) ? page(living) : page([...living, ...history], { tab, hidden });
  });
  return await renderPage(<OrderList contractCode={deskCode} />, {
    known: [
      [[ACTOR.userId, 'accounts'], [ACCOUNT]],
      [['public', 'contracts'], [CORN]],
      [[ACTOR.userId, 'margin', ACTOR.accountId], MARGIN],
    ],
  });
}

const idOf = (index: number) => `00000000-0000-4000-8000-0000000000${String(index).padStart(2, '0')}`;
const final: readonly OrderStatus[] = ['FILLED', 'CANCELLED', 'EXPIRED', 'REJECTED'];

describe('every status has its row', () => {
  const orders = ORDER_STATUSES.map((status, index) =>
    sampleOrder({
      orderId: `order-${index}`,
      clientOrderId: idOf(index),
      status,
      dateClosed: final.includes(status) ? '2026-11-20T05:32:00.000Z' : null,
    }),
  );

  test('shows its name, and only the actions that it allows', async () => {
    await setUp(orders);
    await screen.findByTestId(`order-${idOf(0)}`);
    for (const [index, status] of ORDER_STATUSES.entries()) {
      const row = within(screen.getByTestId(`order-${idOf(index)}`));
      const { canCancel, canModify } = STATUS_ROWS[status];
      expect([status, row.queryByTestId('cancel-order') !== null]).toEqual([status, canCancel]);
      expect([status, row.queryByTestId('modify-order') !== null]).toEqual([status, canModify]);
    }
    expect(screen.getByText('Chờ gửi')).toBeTruthy();
    expect(screen.getByText('Đã giữ ký quỹ')).toBeTruthy();
    expect(screen.getByText('Đừng gửi lại')).toBeTruthy();
    expect(screen.getByText('Vẫn có thể khớp')).toBeTruthy();
  });

  test('an order whose cancel waits for the exchange says so, and has no actions', async () => {
    const asked = (at: number, part: Partial<Order>) =>
      sampleOrder({ orderId: `asked-${at}`, clientOrderId: idOf(at), isCancelRequested: true, ...part });
    await setUp([asked(40, { status: 'IN_TRANSIT' }), asked(41, { status: 'DISCONNECTED' })]);
    const onItsWay = within(await screen.findByTestId(`order-${idOf(40)}`));
    expect(onItsWay.getByText('Đang đến sở')).toBeTruthy();
    expect(onItsWay.getByText('Đã yêu cầu hủy, vẫn có thể khớp')).toBeTruthy();
    expect(onItsWay.queryByTestId('cancel-order')).toBeNull();
    const outOfReach = within(screen.getByTestId(`order-${idOf(41)}`));
    expect(outOfReach.getByText('Đang đối chiếu · Đã yêu cầu hủy, vẫn có thể khớp')).toBeTruthy();
  });

  test('an order overfilled by the exchange says by how many lots', async () => {
    const reason = { code: 'LateFill', facts: {} } as const;
    await setUp([sampleOrder({ status: 'FILLED', quantity: 10, filledQuantity: 13, reason })]);
    const row = within(await screen.findByTestId(/^order-[0-9a-f]{8}-/));
    expect(row.getByText('Sở khớp thừa 3 lot')).toBeTruthy();
    expect(row.getByRole('button', { name: /^13\/10\. / })).toBeTruthy();
  });

  test('tabs count what they show', async () => {
    const { user } = await setUp(orders);
    await waitFor(() => expect(screen.getByTestId('order-tab-all').textContent).toBe('Tất cả 16'));
    expect(screen.getByTestId('order-tab-pending').textContent).toBe('Chờ khớp 12');
    expect(screen.getByTestId('order-tab-cancelled').textContent).toBe('Đã hủy 2');
    expect(screen.getByTestId('order-tab-rejected').textContent).toBe('Từ chối 1');
    await user.click(screen.getByTestId('order-tab-filled'));
    expect(screen.getByTestId('order-tab-filled').textContent).toBe('Đã khớp 1');
    expect(screen.getAllByTestId(/^order-0000/)).toHaveLength(1);
  });

  test('of 77 orders, counts and totals include all although one page is loaded', async () => {
    const { user } = await setUp([sampleOrder({ status: 'FILLED', filledQuantity: 2 })]);
    const tabs = { ALL: 77, PENDING: 3, CANCELLED: 5, FILLED: 10, REJECTED: 59 };
    const cancelled = [1, 2, 3, 4, 5].map((at) =>
      sampleOrder({ orderId: `cancelled-${at}`, clientOrderId: idOf(at), status: 'CANCELLED' }),
    );
    fetched.mockImplementation(async (address) => {
      const isCancelled = String(address).includes('tab=CANCELLED');
      const sums = { quantity: 28, filledQuantity: 20, fee: '7000000' };
      const first = { ...orderPageOf([sampleOrder()]), nextCursor: 'more', total: 77, tabs, sums };
      return answer(200, isCancelled ? { ...orderPageOf(cancelled), tabs } : first);
    });
    act(() => useOrderFilter.getState().setPeriod('week'));
    await waitFor(() => expect(screen.getByTestId('order-tab-cancelled').textContent).toBe('Đã hủy 5'));
    expect(screen.getByTestId('order-tab-all').textContent).toBe('Tất cả 77');
    const totals = screen.getByTestId('order-totals').textContent;
    expect([totals?.includes('Tổng 77'), totals?.includes('20/28'), totals?.includes('7.000.000')]).toEqual([
      true,
      true,
      true,
    ]);
    await user.click(screen.getByTestId('order-tab-cancelled'));
    await waitFor(() => expect(screen.getAllByTestId(/^order-0000/)).toHaveLength(5));
    expect(screen.queryByText('Xem thêm')).toBeNull();
  });
});

test('it opens on all orders: live ones first, then those that have ended', async () => {
  useOrderFilter.getState().reset();
  const live = [sampleOrder({ orderId: 'b', clientOrderId: idOf(1) })];
  await setUp([sampleOrder({ status: 'FILLED', clientOrderId: idOf(2) })], { live });
  expect(await screen.findByTestId(`order-${idOf(1)}`)).toBeTruthy();
  expect(screen.getByTestId('order-tab-all').getAttribute('aria-pressed')).toBe('true');
  const rows = screen.getAllByTestId(/^order-[0-9a-f]{8}-/).map((row) => row.dataset.status);
  expect(rows).toEqual(['WORKING', 'FILLED']);
  expect(screen.queryByTestId('clear-order-filter')).toBeNull();
});

test('once a cancelled order is gone, the focus is on the next one, where a second press does nothing', async () => {
  useOrderFilter.getState().setTab('orders', 'PENDING');
  const live = [1, 2, 3].map((at) =>
    sampleOrder({ orderId: `order-${at}`, clientOrderId: idOf(at), status: 'WORKING' }),
  );
  const { client } = await setUp([], { live });
  const row = (at: number) => within(screen.getByTestId(`order-${idOf(at)}`));
  await screen.findByTestId(`order-${idOf(2)}`);
  act(() => row(2).getByTestId('cancel-order').focus());
  const reported = (status: OrderStatus, seq: number) => {
    const order = sampleOrder({ orderId: 'order-2', clientOrderId: idOf(2), status, seq });
    act(() => applyAccountEvent(client, { ...ACTOR, items: [{ kind: 'order', order }], isSnapshot: false }));
  };
  reported('IN_CANCEL', 101);
  await waitFor(() => expect(row(2).queryByTestId('cancel-order')).toBeNull());
  expect(document.activeElement).toBe(row(2).getByTestId('order-details'));
  reported('CANCELLED', 102);
  await waitFor(() => expect(screen.queryByTestId(`order-${idOf(2)}`)).toBeNull());
  expect(document.activeElement).toBe(row(3).getByTestId('order-details'));
});

test('the icons of a row show their names in the design’s tooltip, also for the keyboard', async () => {
  const { user } = await setUp([sampleOrder()]);
  await screen.findByTestId('cancel-order');
  act(() => screen.getByTestId('cancel-order').focus());
  await user.tab();
  await user.tab();
  const details = screen.getByTestId('order-details');
  expect(document.activeElement).toBe(details);
  expect((await screen.findByRole('tooltip')).textContent).toBe(details.getAttribute('aria-label'));
  expect(details.title).toBe('');
});

test('if nothing is waiting, a button offers the day’s orders', async () => {
  useOrderFilter.getState().setTab('orders', 'PENDING');
  const { user } = await setUp([sampleOrder({ status: 'FILLED' })]);
  expect(await screen.findByText('Không có lệnh nào ở mục này')).toBeTruthy();
  const wayOut = await screen.findByTestId('show-all-tab');
  expect(wayOut.textContent).toBe('Tất cả 1');
  expect(wayOut.className).toContain('border');
  await user.click(wayOut);
  expect(screen.getByTestId('order-tab-all').getAttribute('aria-pressed')).toBe('true');
});

describe('an unconfirmed order', () => {
  const terms = { side: 'BUY', orderType: 'LIMIT', duration: 'DAY', quantity: 2, limitPrice: '454.00' } as const;
  const body = { clientOrderId: idOf(7), contractCode: 'ZCEZ26', ...terms };
  const note = (kind: 'lost' | 'absent') =>
    act(() => useSentOrders.getState().note(sentOrder(ACTOR, { kind: 'place', body }, { kind })));
  const row = () => within(screen.getByTestId(`unconfirmed-${idOf(7)}`));

  test('is shown above the list while it is being checked', async () => {
    await setUp([]);
    await screen.findByTestId('order-tab-all');
    note('lost');
    expect(row().getByText("Mua 2 ZCEZ26 @ 454'0")).toBeTruthy();
    expect(row().getByText('Đã gửi, chưa có xác nhận, đang kiểm tra')).toBeTruthy();
    expect(row().queryByRole('button')).toBeNull();
  });

  test('is sent again as the same order once it is known not to have arrived', async () => {
    const { user } = await setUp([]);
    await screen.findByTestId('order-tab-all');
    note('absent');
    const order = sampleOrder({ clientOrderId: idOf(7), dateTime: '2026-11-20T06:00:00.000Z' });
    fetched.mockImplementation(async () => answer(201, { order, seq: 12 }));
    await user.click(row().getByRole('button', { name: 'Gửi lại lệnh Mua 2 ZCEZ26' }));
    await waitFor(() => expect(screen.queryByTestId(`unconfirmed-${idOf(7)}`)).toBeNull());
    const sent = fetched.mock.calls.filter(([address]) => String(address).endsWith('/place'));
    expect(sent.map(([, init]) => JSON.parse(String(init?.body)))).toEqual([expect.objectContaining(body)]);
  });

  test('can be dropped by its owner', async () => {
    const { user } = await setUp([]);
    await screen.findByTestId('order-tab-all');
    note('absent');
    await user.click(row().getByRole('button', { name: 'Bỏ lệnh Mua 2 ZCEZ26' }));
    expect(screen.queryByTestId(`unconfirmed-${idOf(7)}`)).toBeNull();
  });
});

test('a refusal and a reason are shown in the row with their numbers', async () => {
  await setUp([
    sampleOrder({
      status: 'REJECTED',
      rejection: { code: 'WrongTick', facts: { tick: '0.25', lower: '454.00', upper: '454.25', price: '454.1' } },
    }),
    sampleOrder({
      orderId: 'b',
      clientOrderId: idOf(1),
      status: 'CANCELLED',
      reason: { code: 'IocRemainder', facts: {} },
    }),
  ]);
  expect(await screen.findByText("Giá theo bước 0'2: gần nhất 454'0 hoặc 454'2")).toBeTruthy();
  expect(screen.getByText('Hủy phần không khớp ngay')).toBeTruthy();
});

test('a live order shows its fills so far, without anything more to request', async () => {
  const { user } = await setUp([
    sampleOrder({
      status: 'PARTIALLY_FILLED',
      filledQuantity: 1,
      averagePrice: '454.0000',
      fills: [sampleFill({ fillId: 'CBOT-17' })],
    }),
  ]);
  await user.click(await screen.findByRole('button', { name: /Xem các lần khớp của lệnh ZCEZ26/ }));
  const fills = within(screen.getByRole('table', { name: 'Các lần khớp' }));
  expect(fills.getByRole('cell', { name: 'CBOT-17' })).toBeTruthy();
  expect(fills.getByText("454'0")).toBeTruthy();
  expect(fills.getByText('350.000 ₫')).toBeTruthy();
  expect(screen.queryByText('Đang tải các lần khớp khác')).toBeNull();
});

describe('the filter of the history', () => {
  test('selects today, and the empty list says what that hides', async () => {
    const { user } = await setUp([], { hidden: 3 });
    expect(await screen.findByText('Bộ lọc đang ẩn 3 lệnh')).toBeTruthy();
    const asked = decodeURIComponent(
      String(fetched.mock.calls.find(([address]) => isQuery(address) && !isLive(address))?.[0]),
    );
    expect(asked).toContain('statusOrder[nin]=PENDING,WORKING,NOT_SENT');
    expect(asked).toContain('orderDateTime[gte]=2026-11-19T17:00:00.000Z');
    fetched.mockClear();
    await user.click(screen.getByTestId('clear-order-filter'));
    await waitFor(() => expect(fetched).toHaveBeenCalled());
    const cleared = decodeURIComponent(
      String(fetched.mock.calls.find(([address]) => isQuery(address) && !isLive(address))?.[0]),
    );
    expect(cleared).not.toContain('orderDateTime');
  });

  test('an active filter can be reset to the default', async () => {
    const { user } = await setUp([sampleOrder({ status: 'FILLED' })]);
    await screen.findByTestId('order-tab-all');
    expect(screen.queryByText('Bộ lọc mặc định')).toBeNull();
    await user.type(screen.getByLabelText('Lọc mã HĐ'), 'zc-e');
    expect(useOrderFilter.getState()).toMatchObject({
      isFilter: true,
      queryTable: { contractCode: { contains: 'ZCE' } },
    });
    await user.click(await screen.findByText('Bộ lọc mặc định'));
    expect(useOrderFilter.getState().isFilter).toBe(false);
  });
});

describe('actions', () => {
  test('a refused cancel is shown', async () => {
    const { user } = await setUp([sampleOrder()]);
    const notices: OrderNotice[] = [];
    const stop = subscribeOrderNotices((notice) => notices.push(notice));
    const button = await screen.findByTestId('cancel-order');
    const refusal = { code: 'OrderCancelNotAllowed', facts: { status: 'FILLED' }, requestId: 'r' };
    fetched.mockImplementation(async () => answer(409, refusal));
    await user.click(button);
    await waitFor(() => expect(notices).toMatchObject([{ kind: 'notCancelled', code: 'OrderCancelNotAllowed' }]));
    stop();
  });

  test('a change shows old and new before it is requested', async () => {
    const { user } = await setUp([sampleOrder()]);
    await user.click(await screen.findByTestId('modify-order'));
    expect(screen.getByTestId('confirm-modify')).toHaveProperty('disabled', true);
    const price = screen.getByTestId('modify-price');
    await user.clear(price);
    await user.type(price, '455');
    expect(screen.getByText("2 @ 455'0")).toBeTruthy();
    fetched.mockImplementation(async () =>
      answer(200, { order: sampleOrder({ status: 'IN_MODIFY', seq: 12 }), seq: 12 }),
    );
    await user.click(screen.getByTestId('confirm-modify'));
    const sent = fetched.mock.calls.find(([address]) => String(address).endsWith('/modify'));
    expect(JSON.parse(String(sent?.[1]?.body))).toEqual({ orderId: 'order-1', limitPrice: '455.00' });
    expect(await screen.findByText('Đang sửa')).toBeTruthy();
  });

  test('what changed elsewhere meanwhile is not sent back with it', async () => {
    const part = { status: 'PARTIALLY_FILLED', filledQuantity: 1 } as const;
    const { user, client } = await setUp([sampleOrder(part)]);
    await user.click(await screen.findByTestId('modify-order'));
    const order = sampleOrder({ ...part, quantity: 3, seq: 11 });
    act(() => applyAccountEvent(client, { ...ACTOR, items: [{ kind: 'order', order }], isSnapshot: false }));
    await waitFor(() => expect(screen.getByTestId('modify-quantity')).toHaveProperty('value', '3'));
    await user.clear(screen.getByTestId('modify-price'));
    await user.type(screen.getByTestId('modify-price'), '455');
    await user.click(screen.getByTestId('confirm-modify'));
    const sent = fetched.mock.calls.find(([address]) => String(address).endsWith('/modify'));
    expect(JSON.parse(String(sent?.[1]?.body))).toEqual({ orderId: 'order-1', limitPrice: '455.00' });
  });

  test('ordering again fills the ticket and sends nothing', async () => {
    const { user } = await setUp([
      sampleOrder({ status: 'CANCELLED', side: 'SELL', dateClosed: '2026-11-20T05:32:00.000Z' }),
    ]);
    await user.click(await screen.findByTestId('again-order'));
    const draft = { contractCode: 'ZCEZ26', side: 'SELL', lotsText: '2', limitText: "454'0", owner: ACTOR };
    expect(useTicketDraft.getState()).toMatchObject(draft);
    expect(fetched.mock.calls.filter(([, init]) => init?.method === 'POST')).toHaveLength(0);
  });
});

describe('an order in a spread', () => {
  const inSpread = { contractCode: SPREAD.code, limitPrice: '-12.50', side: 'SELL', quantity: 3 } as const;

  test('is written in the ticks of its months, and changed in place like any other', async () => {
    const { user } = await setUp([sampleOrder(inSpread)]);
    const cell = await screen.findByTestId('amend-limit');
    expect(cell.textContent).toBe("−12'4");
    cell.focus();
    await user.keyboard('{Enter}{ArrowUp}');
    expect(screen.getByTestId('amend-limit-field')).toHaveProperty('value', "−12'2");
  });

  test('ordering again opens the ticket of spreads with its terms', async () => {
    const { user } = await setUp([
      sampleOrder({ ...inSpread, status: 'CANCELLED', dateClosed: '2026-11-20T05:32:00.000Z' }),
    ]);
    await user.click(await screen.findByTestId('again-order'));
    expect(useTradingQuestion.getState().question).toEqual({
      ...{ kind: 'spread', actor: ACTOR, commodityCode: 'ZCE', spreadCode: SPREAD.code, side: 'SELL' },
      begun: { lots: 3, priceText: "−12'4" },
    });
  });
});

describe('a value edited in place', () => {
  const changed = sampleOrder({ status: 'IN_MODIFY', seq: 12 });
  const asked = () =>
    fetched.mock.calls.flatMap(([address, init]) =>
      String(address).endsWith('/modify') ? [JSON.parse(String(init?.body))] : [],
    );
  const letPauseEnd = () => setClock(() => NOW + ARMING_PAUSE_MS);
  const begin = async (field: 'limit' | 'quantity', key = '{Enter}') => {
    const { user } = await setUp([sampleOrder()]);
    (await screen.findByTestId(`amend-${field}`)).focus();
    await user.keyboard(key);
    return user;
  };

  test('arrows step it, Enter asks old → new, Enter sends; the row waits for the server', async () => {
    const user = await begin('limit');
    await user.keyboard('{ArrowUp}{Shift>}{ArrowUp}{/Shift}');
    expect(isBeingWritten()).toBe(true);
    expect(screen.getByTestId('amend-limit-field')).toHaveProperty('value', "456'6");
    await user.keyboard('{Enter}');
    expect(screen.getByRole('dialog').textContent).toContain("454'0 thành →456'6");
    expect(asked()).toEqual([]);
    let answerNow = (_: Response) => {};
    fetched.mockImplementation(
      () =>
        new Promise((resolve) => {
          answerNow = resolve;
        }),
    );
    expect(fireEvent.keyDown(screen.getByTestId('confirm-cell'), { key: 'Enter', repeat: true })).toBe(false);
    await user.keyboard('{Enter}');
    // Two immediate presses have only asked.
    expect(asked()).toEqual([]);
    letPauseEnd();
    await user.keyboard('{Enter}');
    expect(asked()).toEqual([{ orderId: 'order-1', limitPrice: '456.75' }]);
    expect(screen.getByTestId('confirm-cell').getAttribute('aria-busy')).toBe('true');
    await act(async () => answerNow(answer(200, { order: changed, seq: 12 })));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    // While a modification is pending the old terms hold and nothing more can be requested; the focus stays.
    expect(document.activeElement).toBe(screen.getByTestId('amend-limit'));
    expect(document.activeElement?.getAttribute('aria-disabled')).toBe('true');
    expect(document.activeElement?.textContent).toBe("454'0");
    await user.click(document.body);
    expect(screen.queryByTestId('amend-limit')).toBeNull();
  });

  test('Esc leaves it unchanged and returns the focus', async () => {
    const user = await begin('quantity', '{F2}');
    expect(isBeingWritten()).toBe(true);
    await user.keyboard('9{Escape}');
    expect(isBeingWritten()).toBe(false);
    expect(document.activeElement).toBe(screen.getByTestId('amend-quantity'));
    expect(screen.getByTestId('amend-quantity').textContent).toBe('2');
    expect(asked()).toEqual([]);
  });

  test('the same value requests nothing', async () => {
    const user = await begin('limit');
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByTestId('amend-limit')).toBeTruthy();
  });

  test('a wrong tick offers the two nearest prices, and one press takes one', async () => {
    const user = await begin('limit');
    await user.clear(screen.getByTestId('amend-limit-field'));
    await user.keyboard('454.1{Enter}');
    expect(screen.getByRole('alert').textContent).toContain("454'0 hoặc 454'2");
    await user.click(screen.getByRole('button', { name: "Dùng giá 454'2" }));
    expect(screen.getByRole('dialog').textContent).toContain("454'0 thành →454'2");
  });

  test('a refusal keeps what was typed', async () => {
    const user = await begin('quantity');
    await user.keyboard('3{Enter}');
    letPauseEnd();
    fetched.mockImplementation(async () => refused(409, 'ModifyPending'));
    await user.keyboard('{Enter}');
    expect((await screen.findByRole('alert')).textContent).not.toBe('');
    expect(screen.getByTestId('amend-quantity-field')).toHaveProperty('value', '3');
  });

  test('an order that has ended is not editable', async () => {
    await setUp([sampleOrder({ status: 'FILLED', filledQuantity: 2 })]);
    await screen.findByTestId(`order-${CLIENT_ORDER_ID}`);
    expect(screen.queryByTestId('amend-limit')).toBeNull();
  });
});

describe('bulk cancel, behind a lock', () => {
  const three = ['a', 'b', 'c'].map((orderId, at) => sampleOrder({ orderId, clientOrderId: idOf(at) }));
  const filled = sampleOrder({ orderId: 'd', clientOrderId: idOf(4), status: 'FILLED', filledQuantity: 2 });
  const cancelled = () =>
    fetched.mock.calls.flatMap(([address, init]) =>
      String(address).endsWith('/cancel') ? [JSON.parse(String(init?.body)).orderId] : [],
    );

  test('unlocked, selected, confirmed; each result in its row, one summary for all', async () => {
    const { user } = await setUp([...three, filled]);
    await screen.findByTestId(`order-${idOf(0)}`);
    expect(screen.queryByRole('checkbox')).toBeNull();
    await user.click(screen.getByTestId('lock-orders'));
    expect(screen.getAllByRole('checkbox')).toHaveLength(4);
    await user.click(screen.getByTestId('choose-all'));
    fetched.mockImplementation(async (_address, init) => {
      const { orderId } = JSON.parse(String(init?.body));
      if (orderId === 'b') {
        return answer(409, { code: 'OrderCancelNotAllowed', facts: { status: 'FILLED' }, requestId: 'r' });
      }
      return answer(200, { order: sampleOrder({ orderId, status: 'IN_CANCEL', seq: 20 }), seq: 20 });
    });
    await user.click(screen.getByTestId('cancel-chosen'));
    expect(screen.getByTestId('cancel-chosen').textContent).toBe('Xác nhận hủy 3 lệnh?');
    // The other half of a double click is not a second press.
    fireEvent.click(screen.getByTestId('cancel-chosen'));
    expect(cancelled()).toEqual([]);
    const later = NOW + ARMING_PAUSE_MS;
    setClock(() => later);
    fireEvent.click(screen.getByTestId('cancel-chosen'));
    const summary = await screen.findByText('Đã yêu cầu hủy 2 lệnh, 1 lệnh không hủy được');
    expect(summary).toBeTruthy();
    expect(cancelled().sort()).toEqual(['a', 'b', 'c']);
    expect(within(screen.getByTestId(`order-${idOf(1)}`)).getByText(/^Không hủy được: /)).toBeTruthy();
  });

  test('another selection asks again, another tab clears the selection', async () => {
    const { user } = await setUp(three, { live: three });
    await screen.findByTestId(`order-${idOf(0)}`);
    await user.click(screen.getByTestId('lock-orders'));
    await user.click(screen.getByTestId('choose-all'));
    await user.click(screen.getByTestId('cancel-chosen'));
    await user.click(screen.getAllByRole('checkbox')[1] ?? document.body);
    expect(screen.getByTestId('cancel-chosen').textContent).toBe('Hủy 2 lệnh');
    await user.click(screen.getByTestId('order-tab-pending'));
    expect(screen.getByTestId('cancel-chosen')).toHaveProperty('disabled', true);
    expect(cancelled()).toEqual([]);
  });
});

test('narrowed to the desk’s contract it requests only that, and says how to see the rest', async () => {
  useListScope.getState().setNarrowed('orders', true);
  useOrderFilter.getState().setTab('orders', 'PENDING');
  const others = [sampleOrder({ orderId: 'x', contractCode: 'KCEH27', clientOrderId: idOf(9) })];
  await setUp([], { live: others, deskCode: CORN.code });
  expect(await screen.findByText('Bộ lọc đang ẩn 1 lệnh')).toBeTruthy();
  expect(screen.queryByLabelText('Lọc mã HĐ')).toBeNull();
  await userEvent.click(screen.getByTestId('show-live-orders'));
  expect(await screen.findByTestId(`order-${idOf(9)}`)).toBeTruthy();
  expect(screen.getByTestId('scope-orders').getAttribute('aria-pressed')).toBe('false');
});

test('an entry shows its exits below it, with a link to them', async () => {
  const pair = sampleConditional({
    conditionalOrderId: 'pair',
    parentOrderCode: 'order-1',
    orderType: 'TPSL',
    takeProfit: '460.00',
    stopLoss: '448.50',
    armedQuantity: 0,
    trailAmount: null,
  });
  const { user } = await setUp([sampleOrder({ exitOrderId: 'pair' })], { pairs: [pair] });
  const line = within(await screen.findByTestId('exits-pair'));
  expect(line.getByText("0/2 · chốt 460'0 / cắt 448'4")).toBeTruthy();
  await user.click(line.getByTestId('show-exits'));
  expect(useHighlightedRow.getState()).toMatchObject({ list: 'conditionals', id: 'pair' });
});

test('the last line counts the rows above it and sums their fees', async () => {
  await setUp([
    sampleOrder({ status: 'FILLED', filledQuantity: 2, fills: [sampleFill({ lots: 2, fee: '700000' })] }),
    sampleOrder({ orderId: 'b', clientOrderId: idOf(1) }),
  ]);
  const totals = within(await screen.findByTestId('order-totals'));
  for (const text of ['Tổng 2', '2/4', '700.000']) expect(totals.getByText(text)).toBeTruthy();
});
