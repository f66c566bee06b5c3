// @vitest-environment jsdom
/** Tests the conditional orders on screen: waiting and triggered ones, a refused cancel, a list that failed to load. */
import type { ConditionalOrder } from '@mua/contract/entities/conditional-order';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isBeingWritten } from '#desk/being-written.ts';
import { ConditionalList } from '#features/conditional-orders/conditional-list.tsx';
import { forgetLedgers } from '#ledger/account-ledger.ts';
import { ACCOUNT, ACTOR, CLIENT_ORDER_ID, CORN, sampleConditional } from '#mock/sample-records.ts';
import { type OrderNotice, subscribeOrderNotices } from '#orders/order-notices.ts';
import { setClock } from '#session/clock.ts';
import { useListScope } from '#session/list-scope-store.ts';
import { useOrderFilter } from '#session/order-filter-store.ts';
import { answer, fetched, preparePages, refused, renderPart } from '#test/page.tsx';

const NOW = Date.parse('2026-11-20T06:00:00.000Z');
let putClockBack = () => {};

preparePages();
beforeEach(() => {
  putClockBack = setClock(() => NOW);
  useOrderFilter.getState().reset();
  forgetLedgers();
});
afterEach(() => {
  putClockBack();
});

interface Served {
  readonly pending?: readonly ConditionalOrder[];
  readonly activated?: readonly ConditionalOrder[];
  readonly cancelled?: Response;
  /** Rows of the page that is loaded; all of them if omitted. */
  readonly pageSize?: number;
  /** Of the desk. */
  readonly contractCode?: string;
}

function setUp({ pending = [], activated = [], cancelled, pageSize, contractCode }: Served) {
  fetched.mockReset().mockImplementation(async (address, init) => {
    if (init?.method !== 'GET') return cancelled ?? refused(500, 'DefaultError');
    const asked = new URL(String(address), 'https://mua.test').searchParams;
    const ofView = asked.get('view') === 'pending' ? pending : activated;
    const listed = ofView.filter(({ contractCode }) => (asked.get('contractCode') ?? contractCode) === contractCode);
    return answer(200, { items: listed.slice(0, pageSize), nextCursor: null, total: listed.length });
  });
  const onShowOrder = vi.fn();
  const { user } = renderPart(<ConditionalList contractCode={contractCode} onShowOrder={onShowOrder} />, [
    [[ACTOR.userId, 'accounts'], [ACCOUNT]],
    [['public', 'contracts'], [CORN]],
  ]);
  return { user, onShowOrder };
}

const rowOf = (id: string) => within(screen.getByTestId(`conditional-${id}`));
const PAIR = sampleConditional({
  conditionalOrderId: 'pair',
  clientOrderId: null,
  parentOrderCode: 'order-1',
  orderType: 'TPSL',
  armedQuantity: 0,
  trailAmount: null,
  initialStopPrice: null,
  currentStopPrice: null,
  takeProfit: '460.00',
  stopLoss: '448.50',
});

test('a waiting order says what it waits for, and the tabs count both lists', async () => {
  setUp({ pending: [sampleConditional(), PAIR], activated: [sampleConditional({ state: 'ACTIVE' })] });
  await screen.findByTestId(`conditional-${CLIENT_ORDER_ID}`);
  for (const text of ['ZCEZ26', 'Bán', 'Dừng kéo', "454'0"]) {
    expect(rowOf(CLIENT_ORDER_ID).getAllByText(text).length).toBeGreaterThan(0);
  }
  for (const text of ["460'0", "448'4", '0/2', 'Chờ lệnh vào khớp']) expect(rowOf('pair').getByText(text)).toBeTruthy();
  expect(screen.getByTestId('conditional-tab-pending').textContent).toBe('Chờ kích hoạt 2');
  await waitFor(() => expect(screen.getByTestId('conditional-tab-activated').textContent).toBe('Đã kích hoạt 1'));
});

test('a change that is being written in its row or beside it is seen as such', async () => {
  const { user } = setUp({ pending: [sampleConditional()] });
  await screen.findByTestId(`conditional-${CLIENT_ORDER_ID}`);
  expect(isBeingWritten()).toBe(false);
  await user.click(rowOf(CLIENT_ORDER_ID).getByTestId('modify-conditional'));
  expect(isBeingWritten()).toBe(true);
  await user.keyboard('{Escape}');
  expect(isBeingWritten()).toBe(false);
  await user.click(rowOf(CLIENT_ORDER_ID).getAllByTestId(/^amend-/)[0] ?? document.body);
  expect(isBeingWritten()).toBe(true);
});

test('the tabs count every order, also those that are not loaded, and only those of the scope', async () => {
  const other = sampleConditional({ conditionalOrderId: 'other', contractCode: 'KCEH27' });
  useListScope.getState().setNarrowed('conditionals', true);
  setUp({ pending: [sampleConditional(), PAIR, other], pageSize: 1, contractCode: CORN.code });
  await screen.findByTestId(`conditional-${CLIENT_ORDER_ID}`);
  await waitFor(() => expect(screen.getByTestId('conditional-tab-pending').textContent).toBe('Chờ kích hoạt 2'));
  expect(screen.queryByTestId('conditional-pair')).toBeNull();
  useListScope.getState().setNarrowed('conditionals', false);
});

test('a triggered order shows the price it reached and links to the order it sent', async () => {
  const fired = sampleConditional({
    state: 'ACTIVE',
    childOrderId: 'order-9',
    triggeredAt: '2026-11-20T05:40:00.000Z',
    triggeredLeg: 'STOP_LOSS',
    triggeredPrice: '448.50',
  });
  const { user, onShowOrder } = setUp({ activated: [fired] });
  await user.click(screen.getByTestId('conditional-tab-activated'));
  await screen.findByTestId(`conditional-${CLIENT_ORDER_ID}`);
  const row = rowOf(CLIENT_ORDER_ID);
  expect(row.getByText("Cắt lỗ, chạm 448'4")).toBeTruthy();
  expect(row.queryByTestId('cancel-conditional')).toBeNull();
  await user.click(row.getByTestId('show-child-order'));
  expect(onShowOrder).toHaveBeenCalledWith('order-9');
});

test('a failed order says why', async () => {
  const failed = sampleConditional({
    state: 'FAILED',
    rejection: { code: 'MarketClosed', facts: { opensAt: '2026-11-23T01:00:00.000Z', state: 'CLOSED' } },
  });
  const { user } = setUp({ activated: [failed] });
  await user.click(screen.getByTestId('conditional-tab-activated'));
  expect(await screen.findByText(/mở lại 08:00 23\/11\/2026/)).toBeTruthy();
});

test('an accepted cancel leaves the list; a refused one stays and is reported', async () => {
  const cancelled = sampleConditional({ state: 'CANCELLED', seq: 20 });
  const { user } = setUp({
    pending: [sampleConditional()],
    cancelled: answer(200, { conditionalOrder: cancelled, seq: 20 }),
  });
  const cancel = async () => user.click(await screen.findByTestId('cancel-conditional'));
  await cancel();
  await waitFor(() => expect(screen.queryByTestId(`conditional-${CLIENT_ORDER_ID}`)).toBeNull());
  expect(screen.getByText('Chờ kích hoạt 0')).toBeTruthy();
  cleanup();
  forgetLedgers();

  const reported: OrderNotice[] = [];
  const stop = subscribeOrderNotices((notice) => reported.push(notice));
  const again = setUp({
    pending: [sampleConditional()],
    cancelled: refused(409, 'ConditionalOrderNotAllowed', { status: 'TRIGGERED' }),
  });
  await again.user.click(await screen.findByTestId('cancel-conditional'));
  await waitFor(() => expect(reported).toHaveLength(1));
  expect(reported[0]).toMatchObject({ code: 'ConditionalOrderNotAllowed' });
  expect(screen.getByTestId(`conditional-${CLIENT_ORDER_ID}`)).toBeTruthy();
  stop();
});

test('an empty list says what would be listed, and a failed one can be requested again', async () => {
  setUp({});
  expect(await screen.findByText('Chờ kích hoạt 0')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
  cleanup();

  fetched.mockReset().mockImplementation(async () => refused(403, 'PermissionDenied'));
  renderPart(<ConditionalList onShowOrder={vi.fn()} />, [[[ACTOR.userId, 'accounts'], [ACCOUNT]]]);
  const retry = await screen.findByRole('button', { name: 'Thử lại' });
  fetched.mockImplementation(async () => answer(200, { items: [sampleConditional()], nextCursor: null, total: 1 }));
  await userEvent.click(retry);
  expect(await screen.findByTestId(`conditional-${CLIENT_ORDER_ID}`)).toBeTruthy();
});
