// @vitest-environment jsdom
/** Tests how rows say what they were placed with, and how all of it is cancelled by one call. */
import type { OrderGroup, OrderHistory } from '@mua/contract/entities/order';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { CancelAll } from '#features/order-list/cancel-all.tsx';
import { GroupMark } from '#features/order-list/group-mark.tsx';
import { OrderActions } from '#features/order-list/order-actions.tsx';
import { forgetLedgers } from '#ledger/account-ledger.ts';
import { orderPageOf } from '#mock/order-page.ts';
import { ACCOUNT, ACTOR, CORN, sampleOrder } from '#mock/sample-records.ts';
import { answer, fetched, preparePages, renderPage } from '#test/page.tsx';

preparePages();
beforeEach(forgetLedgers);

function placed(kind: OrderGroup['kind'], size: number, part: Partial<OrderHistory> = {}): OrderHistory[] {
  return Array.from({ length: size }, (_, at) =>
    sampleOrder({
      orderId: `g-${at + 1}`,
      clientOrderId: `00000000-0000-4000-8000-00000000000${at}`,
      group: { groupId: 'g', kind, size, place: at + 1 },
      ...part,
    }),
  );
}

async function setUp(orders: readonly OrderHistory[], shown: OrderHistory) {
  fetched.mockImplementation(async (address, init) => {
    if (init?.method !== 'GET') return answer(200, { orders: orders.length, conditionalOrders: 0, seq: 30 });
    const isConditional = String(address).includes('conditional-orders');
    return answer(200, isConditional ? { items: [], nextCursor: null, total: 0 } : orderPageOf([...orders]));
  });
  const part = (
    <>
      <GroupMark actor={ACTOR} order={shown} />
      <OrderActions actor={ACTOR} order={shown} contract={CORN} />
      <CancelAll actor={ACTOR} />
    </>
  );
  const { user } = await renderPage(part, {
    known: [
      [[ACTOR.userId, 'accounts'], [ACCOUNT]],
      [['public', 'contracts'], [CORN]],
    ],
  });
  await screen.findByTestId('cancel-all');
  return user;
}

const sent = () =>
  fetched.mock.calls.flatMap(([, init]) => (init?.method === 'GET' ? [] : [JSON.parse(String(init?.body))]));

test('a scale says which order of it a row is, and is cancelled by one call after a question', async () => {
  const orders = placed('SCALE', 3);
  const alone = sampleOrder({ orderId: 'alone', clientOrderId: '00000000-0000-4000-8000-000000000009' });
  const [, second] = orders;
  const user = await setUp([...orders, alone], second ?? alone);
  expect(screen.getByTestId('cancel-group').textContent).toBe('2/3');
  expect(screen.getByTestId('cancel-order').textContent).toBe('Hủy');
  await user.click(screen.getByRole('button', { name: 'Rải lệnh: lệnh 2/3. Hủy cả nhóm' }));
  expect(screen.getByRole('heading').textContent).toBe('Rải lệnh: hủy 3 lệnh?');
  expect(within(screen.getByTestId('cancel-all-list')).getAllByRole('listitem')).toHaveLength(3);
  expect(sent()).toEqual([]);
  await user.click(screen.getByTestId('confirm-cancel-all'));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(sent()).toEqual([{ groupId: 'g' }]);
});

test('an order of a pair is cancelled with the other one', async () => {
  const [one, other] = placed('OCO', 2);
  if (!one || !other) throw new Error('a pair has two');
  const user = await setUp([one, other], one);
  expect(screen.getByTestId('cancel-group').textContent).toBe('OCO');
  expect(screen.getByTestId('cancel-order').textContent).toBe('Hủy cặp');
  await user.click(screen.getByTestId('cancel-order'));
  await waitFor(() => expect(sent()).toEqual([{ groupId: 'g' }]));
});

test('cancelling all but stops keeps the pair of a protective stop', async () => {
  const [stop] = placed('OCO', 2, { orderType: 'STOP', stopPrice: '440.00', limitPrice: null, isReduceOnly: true });
  const [, limit] = placed('OCO', 2, { isReduceOnly: true });
  const alone = sampleOrder({ orderId: 'alone', clientOrderId: '00000000-0000-4000-8000-000000000009' });
  if (!stop || !limit) throw new Error('a pair has two');
  const user = await setUp([stop, limit, alone], stop);
  await user.click(screen.getByTestId('cancel-all'));
  await waitFor(() => expect(screen.getByRole('heading').textContent).toBe('Hủy 1 lệnh?'));
  expect(screen.getByText(/Giữ lệnh bảo vệ vị thế \(2\)/)).toBeTruthy();
});

test('once it is over, a row only says what it was', async () => {
  const [one] = placed('OCO', 2, { status: 'CANCELLED', dateClosed: '2026-11-20T05:32:00.000Z' });
  const live = sampleOrder({ orderId: 'alone', clientOrderId: '00000000-0000-4000-8000-000000000009' });
  await setUp([live], one ?? live);
  expect(screen.queryByTestId('cancel-group')).toBeNull();
  expect(screen.getByText('Một khớp, một hủy (OCO): lệnh 1/2')).toBeTruthy();
});
