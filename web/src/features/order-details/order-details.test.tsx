// @vitest-environment jsdom
/** Tests an order's timeline: events to the millisecond in Vietnam time with their numbers, and what its sender saw. */
import type { Order } from '@mua/contract/entities/order';
import type { OrderTimeline, TimelineEvent } from '@mua/contract/entities/order-timeline';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { OrderDetails } from '#features/order-details/order-details.tsx';
import { forgetLedgers } from '#ledger/account-ledger.ts';
import { orderPageOf } from '#mock/order-page.ts';
import { ACCOUNT, ACTOR, CORN, sampleFill, sampleOrder } from '#mock/sample-records.ts';
import { useOrderDetails } from '#orders/order-details.ts';
import { ordersQuery } from '#orders/orders.ts';
import { useAuth } from '#session/auth-store.ts';
import { fetched, preparePages, renderPart } from '#test/page.tsx';

preparePages();
beforeEach(() => {
  useOrderDetails.getState().close();
  forgetLedgers();
});

const terms = {
  quantity: 2,
  limitPrice: '454.00',
  stopPrice: null,
  duration: 'DAY' as const,
  durationCode: 0 as const,
  expirationDate: null,
  trailAmount: null,
  trailPercent: null,
  takeProfit: null,
  stopLoss: null,
};
const EVENTS: TimelineEvent[] = [
  {
    seq: 1,
    time: '2026-11-20T16:59:59.999Z',
    kind: 'received',
    facts: { origin: 'INVESTOR', conditionalOrderId: null, entryOrderId: null, terms },
  },
  {
    seq: 2,
    time: '2026-11-20T17:00:00.001Z',
    kind: 'filled',
    facts: { fillId: 'f', price: '454.00', lots: 2, fee: '700000', filledQuantity: 2, isLate: false },
  },
];
const DECISION_QUOTE = {
  seenAt: '2026-11-20T16:59:59.950Z',
  quote: { last: '454.00', bid: '453.75', ask: '454.00' },
  quoteAgeMs: 120,
  book: { bid: { price: '453.75', lots: 25 }, ask: null },
  connections: { market: 'CONNECTED' as const, investor: 'WEAK' as const },
};

function setUp(story: Response | Omit<OrderTimeline, 'orderId'>, part: Partial<Order> = {}) {
  fetched.mockImplementation(async () =>
    story instanceof Response ? story.clone() : new Response(JSON.stringify({ orderId: 'order-1', ...story })),
  );
  const order = sampleOrder({
    status: 'FILLED',
    filledQuantity: 2,
    fills: [sampleFill({ lots: 2, fillId: 'CBOT-1' })],
    ...part,
  });
  useOrderDetails.getState().open({ actor: ACTOR, orderId: 'order-1' });
  renderPart(<OrderDetails />, [
    [[ACTOR.userId, 'accounts'], [ACCOUNT]],
    [['public', 'contracts'], [CORN]],
    [ordersQuery(ACTOR, {}).queryKey, { pages: [orderPageOf([order])], pageParams: [null] }],
  ]);
}

test('terms, fills and each event with its numbers, a new day named', async () => {
  setUp({ sighting: DECISION_QUOTE, moments: EVENTS, omittedSteps: 12 });
  const list = within(await screen.findByTestId('timeline'));
  const events = list.getAllByRole('listitem').map((item) => item.textContent?.replaceAll('\u00a0', ' '));
  expect(events).toEqual([
    "20/11/202623:59:59.999Đã tiếp nhậnBạn đặt · 2 @ 454'0 · Trong ngày",
    "21/11/202600:00:00.001Đã khớp2 lot @ 454'0, phí 700.000 ₫, đã khớp 2",
  ]);
  expect(screen.getByText('Bỏ qua 12 bước ở giữa')).toBeTruthy();
  expect(screen.getByRole('cell', { name: 'CBOT-1' })).toBeTruthy();
  expect(screen.getByRole('dialog').textContent).toContain(ACCOUNT.subAccountCode);
});

test('what was seen at the click', async () => {
  setUp({ sighting: DECISION_QUOTE, moments: EVENTS, omittedSteps: 0 });
  const seen = within(await screen.findByTestId('seen'));
  for (const text of ['20/11/2026 23:59:59.950', "453'6 / 454'0", '120 ms', "453'6 × 25 / –", 'Tốt', 'Yếu']) {
    expect(seen.getByText(text)).toBeTruthy();
  }
});

test('a cancel that waits until the exchange has the order is shown beside its status', async () => {
  setUp({ sighting: null, moments: EVENTS, omittedSteps: 0 }, { status: 'IN_TRANSIT', isCancelRequested: true });
  expect(await screen.findByText('Đang đến sở · Đã yêu cầu hủy, vẫn có thể khớp')).toBeTruthy();
});

test('a missing decision quote is stated', async () => {
  setUp({ sighting: null, moments: EVENTS, omittedSteps: 0 });
  expect(await screen.findByText(/Không có lần bấm nào được ghi/)).toBeTruthy();
});

test('a timeline that failed to load can be requested again', async () => {
  setUp(new Response(JSON.stringify({ code: 'PermissionDenied', facts: {}, requestId: 'r' }), { status: 403 }));
  const retry = await screen.findByRole('button', { name: 'Thử lại' });
  fetched.mockImplementation(
    async () => new Response(JSON.stringify({ orderId: 'order-1', sighting: null, moments: EVENTS, omittedSteps: 0 })),
  );
  await userEvent.click(retry);
  expect(await screen.findByTestId('timeline')).toBeTruthy();
});

test('it disappears with another investor', async () => {
  setUp({ sighting: null, moments: EVENTS, omittedSteps: 0 });
  expect(await screen.findByTestId('order-details-sheet')).toBeTruthy();
  act(() => useAuth.getState().addAccount({ user: { userId: 'binh' }, accessToken: { value: 'b'.repeat(22) } }));
  await waitFor(() => expect(screen.queryByTestId('order-details-sheet')).toBeNull());
});

test('it neither dims nor blocks the market beside it, a press elsewhere leaves it open, Esc closes it', async () => {
  setUp({ sighting: null, moments: EVENTS, omittedSteps: 0 });
  const panel = await screen.findByTestId('order-details-sheet');
  expect(panel.dataset.slot).toBe('side-panel');
  expect(panel.className).toContain('w-[480px]');
  expect(document.querySelector('.bg-overlay')).toBeNull();
  expect(document.querySelector('[aria-hidden=true][data-aria-hidden]')).toBeNull();
  const user = userEvent.setup({ delay: null });
  await user.click(document.body);
  expect(screen.getByTestId('order-details-sheet')).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByTestId('order-details-sheet')).toBeNull());
});
