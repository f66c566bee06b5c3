// @vitest-environment jsdom
/** Tests liquidate, go flat and reverse: each says what is closed and what stays, and sends exactly that, once. */
import { QueryClient } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { positionFigures } from '#features/positions/position-figures.ts';
import type { PositionRow } from '#features/positions/use-open-positions.ts';
import { type WholePositionAction, WholePositionDialog } from '#features/positions/whole-position-dialog.tsx';
import { applyAccountEvent } from '#ledger/account-events.ts';
import { forgetLedgers } from '#ledger/account-ledger.ts';
import { priceStore } from '#market/price-store.ts';
import { orderPageOf } from '#mock/order-page.ts';
import { ACCOUNT, ACTOR, CORN, MARGIN, sampleConditional, sampleOrder, samplePosition } from '#mock/sample-records.ts';
import { useSentOrders } from '#orders/sent-orders.ts';
import { answer, fetched, preparePages, renderPart } from '#test/page.tsx';

const position = samplePosition();
const row: PositionRow = {
  position,
  contract: CORN,
  figures: positionFigures(position, { contract: CORN, markTicks: 1831, marginVnd: null }),
  margin: {
    contractCode: CORN.code,
    netLots: 2,
    workingBuyLots: 0,
    workingSellLots: 0,
    marginPerLot: '50000000',
    requiredMargin: '100000000',
    marketPrice: '460.00',
    openLots: [],
    estimatedProfit: '0',
  },
  marginLevels: { call: null, cancel: null, countdown: null },
};

preparePages();
beforeEach(() => {
  useSentOrders.setState({ orders: new Map() });
  forgetLedgers();
});

function setUp(action: WholePositionAction, taken?: Response) {
  fetched.mockReset().mockImplementation(async (address, init) => {
    if (init?.method !== 'GET') {
      const { clientOrderId } = JSON.parse(String(init?.body)) as { clientOrderId: string };
      const order = sampleOrder({ clientOrderId, orderType: 'MARKET', side: 'SELL', limitPrice: null, seq: 40 });
      return taken ?? answer(201, { order, seq: 40 });
    }
    const isConditional = String(address).includes('conditional-orders');
    const conditionals = { items: [sampleConditional()], nextCursor: null, total: 1 };
    return answer(200, isConditional ? conditionals : orderPageOf([sampleOrder()]));
  });
  const onDone = vi.fn();
  const { user } = renderPart(
    <WholePositionDialog actor={ACTOR} row={row} action={action} onDone={onDone} onClose={vi.fn()} />,
    [
      [[ACTOR.userId, 'accounts'], [ACCOUNT]],
      [[ACTOR.userId, 'margin', ACTOR.accountId], { ...MARGIN, requiredMargin: '100000000' }],
    ],
  );
  return { user, onDone };
}

const factOf = (term: string) => screen.getByText(term).nextElementSibling?.textContent;

const sent = () =>
  fetched.mock.calls.flatMap(([address, init]) =>
    init?.method === 'GET' ? [] : [{ address: String(address), ...JSON.parse(String(init?.body)) }],
  );

test('go flat counts the orders that it cancels and names the account', async () => {
  const { user, onDone } = setUp('goFlat');
  expect(screen.getByRole('heading').textContent).toBe('Tất toán và hủy lệnh ZCEZ26?');
  expect(await screen.findByText('Hủy 2 lệnh chờ, rồi bán 2 lot theo giá thị trường.')).toBeTruthy();
  expect(screen.getByRole('alertdialog').textContent).toContain(ACCOUNT.subAccountCode);
  expect(screen.getByText(/\+16\.512\.500/)).toBeTruthy();
  await user.click(screen.getByTestId('confirm-go-flat'));
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(sent()).toEqual([expect.objectContaining({ contractCode: 'ZCEZ26', goFlat: true })]);
});

test('the gain is calculated at the price shown: the other side of the book, not the mark', () => {
  priceStore.register([{ code: CORN.code, grid: CORN.decimalFormat }]);
  priceStore.apply([{ code: CORN.code, bid: '456.00', ask: '456.25' }], 'snapshot');
  setUp('liquidate');
  expect(factOf('Giá dự kiến')).toBe("456'0");
  expect(factOf('Lãi/lỗ dự kiến')).toMatch(/^\+11\.889\.000/);
  priceStore.apply([{ code: CORN.code, bid: null }], 'snapshot');
});

test('the fee, the result after it and the required margin afterwards are above the button', async () => {
  setUp('liquidate');
  expect(factOf('Phí giao dịch')).toMatch(/^700\.000/);
  expect(factOf('Lãi/lỗ sau phí')).toMatch(/^\+15\.812\.500/);
  expect(factOf('Ký quỹ yêu cầu')).toMatch(/^100\.000\.000 thành →0/);
});

test('liquidate leaves the orders and says so', async () => {
  const { user, onDone } = setUp('liquidate');
  expect(screen.getByText('Bán 2 lot theo giá thị trường. Lệnh chờ của mã này giữ nguyên.')).toBeTruthy();
  await user.click(screen.getByTestId('confirm-liquidate'));
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(sent()[0]).not.toHaveProperty('goFlat');
});

test('reverse trades twice the lots', () => {
  setUp('reverse');
  expect(screen.getByText('Bán 4 để đảo vị thế')).toBeTruthy();
});

test('a refusal is shown, the dialog stays, and the next try has an id of its own', async () => {
  const { user, onDone } = setUp(
    'goFlat',
    answer(422, { code: 'MarketClosed', facts: { opensAt: '2026-11-23T01:00:00.000Z' }, requestId: 'r' }),
  );
  await user.click(screen.getByTestId('confirm-go-flat'));
  expect((await screen.findByRole('alert')).textContent).toContain('08:00 23/11/2026');
  await user.click(screen.getByTestId('confirm-go-flat'));
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(new Set(sent().map(({ clientOrderId }) => clientOrderId)).size).toBe(2);
  expect(onDone).not.toHaveBeenCalled();
});

test('closed before its answer arrived, it can not be sent once more', async () => {
  const { user } = setUp('reverse');
  fetched.mockImplementation(() => new Promise(() => {}));
  await user.click(screen.getByTestId('confirm-reverse'));
  cleanup();
  setUp('reverse');
  expect(screen.getByTestId<HTMLButtonElement>('confirm-reverse').disabled).toBe(true);
  expect(screen.getByRole('alert').textContent).toContain('chưa có xác nhận');
});

test('while the exchange cannot be reached it says so before anything is sent', () => {
  const event = { ...ACTOR, isSnapshot: false };
  setUp('liquidate');
  expect(screen.queryByTestId('exchange-down-note')).toBeNull();
  act(() => applyAccountEvent(new QueryClient(), { ...event, items: [{ kind: 'exchangeLink', isUp: false }] }));
  expect(screen.getByTestId('exchange-down-note').textContent).toContain('Đường đến sở gián đoạn');
  act(() => applyAccountEvent(new QueryClient(), { ...event, items: [{ kind: 'exchangeLink', isUp: true }] }));
  expect(screen.queryByTestId('exchange-down-note')).toBeNull();
});
