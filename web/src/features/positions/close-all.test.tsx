// @vitest-environment jsdom
/** Tests close all: one order per position; a refused one stays with its reason, an accepted one is not sent again. */
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { CloseAll } from '#features/positions/close-all.tsx';
import { forgetLedgers } from '#ledger/account-ledger.ts';
import { orderPageOf } from '#mock/order-page.ts';
import { ACCOUNT, ACTOR, CORN, sampleConditional, sampleOrder, samplePosition } from '#mock/sample-records.ts';
import { useSentOrders } from '#orders/sent-orders.ts';
import { answer, fetched, preparePages, refused, renderPart } from '#test/page.tsx';

const OTHER = { ...CORN, code: 'ZCEH27' };

preparePages();
beforeEach(() => {
  useSentOrders.setState({ orders: new Map() });
  forgetLedgers();
});

/** The server refuses to close the contracts that `isRefused` names. */
function setUp(contractCodes: readonly string[], isRefused: (code: string) => boolean = () => false) {
  fetched.mockImplementation(async (address, init) => {
    if (String(address).includes('margin')) return refused(503, 'ServiceUnavailable');
    if (init?.method === 'GET') {
      const isConditional = String(address).includes('conditional-orders');
      const conditionals = { items: [sampleConditional()], nextCursor: null, total: 1 };
      return answer(200, isConditional ? conditionals : orderPageOf([sampleOrder()]));
    }
    const { clientOrderId, contractCode } = JSON.parse(String(init?.body)) as Record<
      'clientOrderId' | 'contractCode',
      string
    >;
    if (isRefused(contractCode)) return refused(422, 'TRADING_HALTED');
    const order = sampleOrder({ clientOrderId, contractCode, orderType: 'MARKET', side: 'SELL', limitPrice: null });
    return answer(201, { order, seq: 40 });
  });
  return renderPart(<CloseAll actor={ACTOR} />, [
    [[ACTOR.userId, 'accounts'], [ACCOUNT]],
    [
      ['public', 'contracts'],
      [CORN, OTHER],
    ],
    [
      [ACTOR.userId, 'positions', ACTOR.accountId],
      contractCodes.map((contractCode) => ({ ...samplePosition(), contractCode })),
    ],
  ]).user;
}

const sent = () =>
  fetched.mock.calls.flatMap(([address, init]) =>
    init?.method === 'POST' && String(address).includes('force-sell') ? [JSON.parse(String(init.body))] : [],
  );

test('lists what it closes, cancels the orders of these contracts too, and sends one order for each', async () => {
  const user = setUp(['ZCEZ26', 'ZCEH27']);
  await user.click(screen.getByTestId('close-all'));
  const dialog = screen.getByRole('alertdialog');
  expect(screen.getByRole('heading').textContent).toBe('Tất toán 2 vị thế?');
  for (const text of ['ZCEZ26', 'ZCEH27', ACCOUNT.subAccountCode]) expect(dialog.textContent).toContain(text);
  await screen.findByText('Hủy cả lệnh chờ của các mã này (2)');
  await user.click(screen.getByTestId('confirm-close-all'));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(sent().map(({ contractCode, goFlat }) => [contractCode, goFlat])).toEqual([
    ['ZCEZ26', true],
    ['ZCEH27', true],
  ]);
});

test('keeps the orders if asked to', async () => {
  const user = setUp(['ZCEZ26', 'ZCEH27']);
  await user.click(screen.getByTestId('close-all'));
  await user.click(await screen.findByTestId('close-all-orders'));
  await user.click(screen.getByTestId('confirm-close-all'));
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[0]).not.toHaveProperty('goFlat');
});

test('a refused one stays with its reason and is a new order the next time; an accepted one is done', async () => {
  const user = setUp(['ZCEZ26', 'ZCEH27'], (code) => code === 'ZCEH27');
  await user.click(screen.getByTestId('close-all'));
  await user.click(screen.getByTestId('confirm-close-all'));
  expect((await screen.findByRole('alert')).textContent).toMatch(/^ZCEH27: Đang dừng giao dịch/);
  expect(screen.getByRole('heading').textContent).toBe('Tất toán 1 vị thế?');
  await user.click(screen.getByTestId('confirm-close-all'));
  await waitFor(() => expect(sent()).toHaveLength(3));
  expect(sent().map(({ contractCode }) => contractCode)).toEqual(['ZCEZ26', 'ZCEH27', 'ZCEH27']);
  expect(new Set(sent().map(({ clientOrderId }) => clientOrderId)).size).toBe(3);
});

test('a single position is closed in its own row', () => {
  setUp(['ZCEZ26']);
  expect(screen.queryByTestId('close-all')).toBeNull();
});
