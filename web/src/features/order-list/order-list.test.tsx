/** The order list on screen: every status with its words and actions, the filter's hidden rows, a cancel that fails. */
import type { Order } from '@mua/contract/entities/order';
import { ORDER_STATUSES, type OrderStatus } from '@mua/core/values';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { forgetLedgers } from '#data/account-ledger.ts';
import { type OrderNotice, subscribeOrderNotices } from '#data/order-notices.ts';
import { ACCOUNT, ACTOR, CORN, sampleOrder } from '#data/sample-records.ts';
import { useTicketDraft } from '#data/ticket-draft.ts';
import { TooltipProvider } from '#design/ui/tooltip.tsx';
import { startI18n } from '#i18n/i18n.ts';
import { useAuth } from '#session/auth-store.ts';
import { setClock } from '#session/clock.ts';
import { useOrderFilter } from '#session/order-filter-store.ts';
import { OrderList } from './order-list.tsx';
import { STATUS_ROWS } from './order-status-row.ts';

const fetched = vi.fn<typeof fetch>();
const NOW = Date.parse('2026-11-20T06:00:00.000Z');
let putClockBack = () => {};

beforeAll(async () => {
  localStorage.setItem('i18nextLng', 'vi');
  await startI18n();
});

beforeEach(() => {
  putClockBack = setClock(() => NOW);
  vi.stubEnv('VITE_APP_NAME', 'Mùa');
  vi.stubGlobal('fetch', fetched);
  fetched.mockReset().mockImplementation(async () => page([]));
  useAuth.getState().addAccount({ user: { userId: ACTOR.userId }, accessToken: { value: 'h'.repeat(22) } });
  useOrderFilter.getState().reset();
  forgetLedgers();
});

afterEach(() => {
  cleanup();
  putClockBack();
  vi.unstubAllEnvs();
  useAuth.getState().signOutAll();
});

const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
const page = (items: readonly Order[], hidden = 0) =>
  answer(200, { items, nextCursor: null, total: items.length, hidden });
const isLive = (address: unknown) => decodeURIComponent(String(address)).includes('nin]=REJECTED');

async function setUp(history: readonly Order[], { live = [] as readonly Order[], hidden = 0 } = {}) {
  fetched.mockImplementation(async (address) => (isLive(address) ? page(live) : page(history, hidden)));
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });
  client.setQueryData([ACTOR.userId, 'accounts'], [ACCOUNT]);
  client.setQueryData(['public', 'contracts'], [CORN]);
  const root = createRootRoute({ component: () => <OrderList contractCode={undefined} /> });
  const router = createRouter({ routeTree: root, history: createMemoryHistory() });
  render(
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <RouterProvider router={router as never} />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  return { user: userEvent.setup({ delay: null }), client };
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

  test('its word, and just the actions that it allows', async () => {
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

  test('tabs count what they show', async () => {
    const { user } = await setUp(orders, { live: orders.filter(({ status }) => !final.includes(status)) });
    await waitFor(() => expect(screen.getByTestId('order-tab-all').textContent).toBe('Tất cả 16'));
    expect(screen.getByTestId('order-tab-pending').textContent).toBe('Chờ khớp 12');
    expect(screen.getByTestId('order-tab-cancelled').textContent).toBe('Đã hủy 2');
    await user.click(screen.getByTestId('order-tab-filled'));
    expect(screen.getByTestId('order-tab-filled').textContent).toBe('Đã khớp 1');
    expect(screen.getAllByTestId(/^order-0000/)).toHaveLength(1);
  });
});

test('a refusal and a reason stand in the row with their numbers', async () => {
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

describe('the filter of the history', () => {
  test('asks for today without what still waits, and the empty list says what that hides', async () => {
    const { user } = await setUp([], { hidden: 3 });
    expect(await screen.findByText('Bộ lọc đang ẩn 3 lệnh')).toBeTruthy();
    const asked = decodeURIComponent(String(fetched.mock.calls.find(([address]) => !isLive(address))?.[0]));
    expect(asked).toContain('statusOrder[nin]=PENDING,WORKING,NOT_SENT');
    expect(asked).toContain('orderDateTime[gte]=2026-11-19T17:00:00.000Z');
    fetched.mockClear();
    await user.click(screen.getByTestId('clear-order-filter'));
    await waitFor(() => expect(fetched).toHaveBeenCalled());
    const cleared = decodeURIComponent(String(fetched.mock.calls.find(([address]) => !isLive(address))?.[0]));
    expect(cleared).not.toContain('nin]');
    expect(cleared).not.toContain('orderDateTime');
  });

  test('an active filter can be put back to the default', async () => {
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
  test('a cancel that is refused is told', async () => {
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

  test('a change shows old and new before it is asked for', async () => {
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

  test('again fills the ticket and sends nothing', async () => {
    const { user } = await setUp([
      sampleOrder({ status: 'CANCELLED', side: 'SELL', dateClosed: '2026-11-20T05:32:00.000Z' }),
    ]);
    await user.click(await screen.findByTestId('again-order'));
    const draft = { contractCode: 'ZCEZ26', side: 'SELL', lotsText: '2', limitText: "454'0", owner: ACTOR };
    expect(useTicketDraft.getState()).toMatchObject(draft);
    expect(fetched.mock.calls.filter(([, init]) => init?.method === 'POST')).toHaveLength(0);
  });
});
