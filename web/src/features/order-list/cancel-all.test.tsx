// @vitest-environment jsdom
/**
 * Tests cancelling all orders: the count matches what is cancelled, nothing is sent without confirmation, and a refusal
 * keeps the dialog open.
 */
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { CancelAll } from '#features/order-list/cancel-all.tsx';
import { forgetLedgers } from '#ledger/account-ledger.ts';
import { orderPageOf } from '#mock/order-page.ts';
import { ACCOUNT, ACTOR, CORN, sampleConditional, sampleOrder } from '#mock/sample-records.ts';
import { useTicketDraft } from '#orders/ticket-draft.ts';
import { answer, fetched, preparePages, refused, renderPart } from '#test/page.tsx';

preparePages();
beforeEach(() => {
  useTicketDraft.getState().reset(CORN.code);
  forgetLedgers();
});

const order = (id: number, part: Parameters<typeof sampleOrder>[0] = {}) =>
  sampleOrder({ orderId: `order-${id}`, clientOrderId: `00000000-0000-4000-8000-00000000000${id}`, ...part });

interface Served {
  readonly orders: ReturnType<typeof sampleOrder>[];
  readonly conditional?: ReturnType<typeof sampleConditional>;
  readonly taken?: Response;
}

async function setUp({
  orders,
  conditional = sampleConditional(),
  taken = answer(200, { orders: orders.length, conditionalOrders: 1, seq: 30 }),
}: Served) {
  fetched.mockImplementation(async (address, init) => {
    if (init?.method !== 'GET') return taken;
    const isConditional = String(address).includes('conditional-orders');
    return answer(200, isConditional ? { items: [conditional], nextCursor: null, total: 1 } : orderPageOf(orders));
  });
  const { user } = renderPart(<CancelAll actor={ACTOR} />, [
    [[ACTOR.userId, 'accounts'], [ACCOUNT]],
    [['public', 'contracts'], [CORN]],
  ]);
  await screen.findByTestId('cancel-all');
  return user;
}

/** Changing requests: their address and body. */
const sent = () =>
  fetched.mock.calls.flatMap(([address, init]) =>
    init?.method === 'GET' ? [] : [[String(address), JSON.parse(String(init?.body))]],
  );

test('asks first, counts conditional orders, names the account and leaves out orders being cancelled', async () => {
  const user = await setUp({ orders: [order(1), order(2), order(3, { status: 'IN_CANCEL' })] });
  await waitFor(() => expect(screen.getByTestId('cancel-all')).toBeTruthy());
  await user.click(screen.getByTestId('cancel-all'));
  await waitFor(() => expect(screen.getByRole('heading').textContent).toBe('Hủy 3 lệnh?'));
  expect(screen.getByText('Vị thế giữ nguyên.')).toBeTruthy();
  const rows = within(screen.getByTestId('cancel-all-list')).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual(["Mua 2ZCEZ26454'0", "Mua 2ZCEZ26454'0", "Bán 2ZCEZ26trượt 3'6"]);
  expect(screen.getByTestId('confirm-cancel-all').className).toContain('border-danger');
  expect(screen.getByRole('alertdialog').textContent).toContain(ACCOUNT.subAccountCode);
  expect(sent()).toEqual([]);
  await user.click(screen.getByTestId('confirm-cancel-all'));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(sent()).toEqual([[expect.stringContaining('/cancel-all'), {}]]);
});

test('protective stops are kept unless chosen as well', async () => {
  const stop = order(2, { orderType: 'STOP', limitPrice: null, stopPrice: '450.00', isReduceOnly: true, side: 'SELL' });
  const conditional = sampleConditional({ isReduceOnly: true });
  const taken = answer(200, { orders: 1, conditionalOrders: 0, seq: 30 });
  const user = await setUp({ orders: [order(1), stop], conditional, taken });
  await user.click(screen.getByTestId('cancel-all'));
  await waitFor(() => expect(screen.getByRole('heading').textContent).toBe('Hủy 1 lệnh?'));
  expect(screen.getByText(/Giữ lệnh bảo vệ vị thế \(2\)/)).toBeTruthy();
  await user.click(screen.getByTestId('keep-stops'));
  expect(screen.getByRole('heading').textContent).toBe('Hủy 3 lệnh?');
  expect(screen.getByText('Gồm cả lệnh điều kiện bảo vệ vị thế. Vị thế giữ nguyên.')).toBeTruthy();
  await user.click(screen.getByTestId('keep-stops'));
  await user.click(screen.getByTestId('confirm-cancel-all'));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(sent()).toEqual([[expect.stringContaining('/cancel-all'), { keepStops: true }]]);
});

test('an answer that cancelled fewer than named says so', async () => {
  const user = await setUp({ orders: [order(1)], taken: answer(200, { orders: 0, conditionalOrders: 1, seq: 30 }) });
  await user.click(screen.getByTestId('cancel-all'));
  await user.click(await screen.findByTestId('confirm-cancel-all'));
  expect((await screen.findByRole('alert')).textContent).toContain('Đã yêu cầu hủy 1/2 lệnh');
});

test('Not now sends nothing', async () => {
  const user = await setUp({ orders: [order(1)] });
  await user.click(screen.getByTestId('cancel-all'));
  await user.click(await screen.findByRole('button', { name: 'Bỏ qua' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(sent()).toEqual([]);
});

test('if there are orders of other contracts too, there is a choice', async () => {
  const user = await setUp({ orders: [order(1), order(2, { contractCode: 'KCEH27' })] });
  await waitFor(() => expect(screen.getByTestId('cancel-all').getAttribute('aria-haspopup')).toBe('menu'));
  await user.click(screen.getByTestId('cancel-all'));
  await user.click(await screen.findByTestId('cancel-all-contract'));
  await waitFor(() => expect(screen.getByRole('heading').textContent).toBe('Hủy 2 lệnh ZCEZ26?'));
  await user.click(screen.getByTestId('confirm-cancel-all'));
  await waitFor(() => expect(sent()).toEqual([[expect.stringContaining('/cancel-all'), { contractCode: 'ZCEZ26' }]]));
});

test('a refusal is shown in the dialog, which stays open', async () => {
  const taken = refused(503, 'JOURNAL_UNAVAILABLE');
  const user = await setUp({ orders: [order(1)], taken });
  await user.click(screen.getByTestId('cancel-all'));
  await user.click(await screen.findByTestId('confirm-cancel-all'));
  expect((await screen.findByRole('alert')).textContent).not.toBe('');
  expect(screen.getByRole('alertdialog')).toBeTruthy();
});
