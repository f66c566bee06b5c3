// @vitest-environment jsdom
/** Tests the roll: told as two orders, sent once however often it is pressed, and its outcome told in words. */
import type { OrderHistory } from '@mua/contract/entities/order';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { RollDialog } from '#features/positions/roll-dialog.tsx';
import { withTicketMoreWords } from '#i18n/i18n.ts';
import { forgetLedgers } from '#ledger/account-ledger.ts';
import { orderPageOf } from '#mock/order-page.ts';
import { ACCOUNT, ACTOR, CORN, sampleOrder, samplePosition } from '#mock/sample-records.ts';
import { useSentOrders } from '#orders/sent-orders.ts';
import { answer, fetched, preparePages, refused, renderPage } from '#test/page.tsx';

const FAR = { ...CORN, code: 'ZCEH27', lastTradeDay: '2027-03-12', sessionsLeft: { long: 64, short: 70 } };
const CLOSING = sampleOrder({
  orderId: 'roll1',
  side: 'SELL',
  quantity: 2,
  status: 'FILLED',
  filledQuantity: 2,
  averagePrice: '457.5000',
});
const OPENING = sampleOrder({
  orderId: 'roll1-r',
  contractCode: FAR.code,
  quantity: 2,
  status: 'FILLED',
  filledQuantity: 2,
  averagePrice: '470.0000',
});

preparePages();
beforeAll(async () => {
  await withTicketMoreWords(async () => undefined);
});
beforeEach(() => {
  useSentOrders.setState({ orders: new Map() });
  forgetLedgers();
});

async function setUp(
  orders: readonly OrderHistory[],
  place: () => Response | Promise<Response>,
  contracts = [CORN, FAR],
) {
  fetched.mockImplementation(async (address, init) => {
    if (init?.method === 'POST') return place();
    if (String(address).includes('candles')) return answer(200, { items: [], nextCursor: null });
    if (String(address).includes('/query')) {
      const code = new URL(String(address), 'http://x').searchParams.get('contractCode');
      return answer(200, orderPageOf(orders.filter(({ contractCode }) => contractCode === code)));
    }
    return refused(503, 'ServiceUnavailable');
  });
  const onClose = vi.fn();
  const { user, client } = await renderPage(<RollDialog actor={ACTOR} contractCode={CORN.code} onClose={onClose} />, {
    known: [
      [[ACTOR.userId, 'accounts'], [ACCOUNT]],
      [['public', 'contracts'], contracts],
      [[ACTOR.userId, 'positions', ACTOR.accountId], [samplePosition()]],
    ],
  });
  /** Its last lots have filled, and the list of positions knows. */
  const closePosition = () =>
    act(async () => {
      client.setQueryData([ACTOR.userId, 'positions', ACTOR.accountId], []);
      // The cache tells its readers in a timer of its own, which comes before this one.
      await new Promise((resolve) => setTimeout(resolve));
    });
  return { user, onClose, closePosition };
}

const sent = () =>
  fetched.mock.calls.flatMap(([, init]) => (init?.method === 'POST' ? [JSON.parse(String(init.body))] : []));

test('is told as two orders, sent once by a double click, and its outcome told', async () => {
  const { user } = await setUp([CLOSING, OPENING], () => answer(201, { order: CLOSING, seq: 40 }));
  const dialog = screen.getByRole('alertdialog');
  for (const text of ['Hai lệnh', '1. Đóng ZCEZ26', 'Bán 2', '2. Mở ZCEH27', 'Mua 2', ACCOUNT.subAccountCode])
    expect(dialog.textContent).toContain(text);
  await user.dblClick(screen.getByTestId('confirm-roll'));
  const told = await screen.findByText("Đã chuyển 2 lot: đóng ZCEZ26 @ 457'4, mở ZCEH27 @ 470'0.");
  expect(told.closest('[data-testid="roll-progress"]')?.getAttribute('data-outcome')).toBe('rolled');
  expect(sent()).toMatchObject([
    { side: 'SELL', duration: 'IOC', isReduceOnly: true, rollInto: { contractCode: 'ZCEH27' } },
  ]);
});

test('tells the outcome, though the position is gone before the answer has come', async () => {
  let answerLate = (_response: Response): void => {};
  const late = new Promise<Response>((resolve) => {
    answerLate = resolve;
  });
  const { user, onClose, closePosition } = await setUp([CLOSING, OPENING], () => late);
  await user.click(screen.getByTestId('confirm-roll'));
  await closePosition();
  answerLate(answer(201, { order: CLOSING, seq: 40 }));
  await screen.findByText(/^Đã chuyển 2 lot/);
  expect(onClose).not.toHaveBeenCalled();
});

test('says before it is sent that the exits of the near month are not carried over', async () => {
  await setUp([], () => answer(500, {}));
  expect(screen.getByRole('alertdialog').textContent).toContain('Chốt lời, cắt lỗ của ZCEZ26 hết cùng vị thế');
});

test('says when the far month was refused after the near one was closed', async () => {
  const rejection = { code: 'TRADING_HALTED' as const, facts: { scope: 'contract', reason: 'news' } };
  const opening = { ...OPENING, status: 'REJECTED' as const, filledQuantity: 0, averagePrice: null, rejection };
  const { user } = await setUp([CLOSING, opening], () => answer(201, { order: CLOSING, seq: 40 }));
  await user.click(screen.getByTestId('confirm-roll'));
  await screen.findByText(/^Đã tất toán 2 lot ZCEZ26 .* bị từ chối: .* không còn giữ/);
});

test('keeps what was typed when it is refused, and is a new order the next time', async () => {
  const { user } = await setUp([], () => refused(422, 'InsufficientMargin'));
  await user.click(screen.getByTestId('confirm-roll'));
  await screen.findByRole('alert');
  await user.click(screen.getByTestId('confirm-roll'));
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(new Set(sent().map(({ clientOrderId }) => clientOrderId)).size).toBe(2);
});

test('without a later month says so and sends nothing', async () => {
  await setUp([], () => answer(500, {}), [CORN]);
  expect(screen.getByRole('alertdialog').textContent).toContain('không có kỳ sau');
  expect((screen.getByTestId('confirm-roll') as HTMLButtonElement).disabled).toBe(true);
});
