// @vitest-environment jsdom
/** Tests the roll: told as two orders, sent once however often it is pressed, and its outcome told in words. */
import type { OrderHistory } from '@mua/contract/entities/order';
import type { Spread } from '@mua/contract/entities/spread';
import { FINAL_STATUSES } from '@mua/core/values';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { spreadRollRequest } from '#features/positions/roll.ts';
import { RollDialog } from '#features/positions/roll-dialog.tsx';
import { withTicketMoreWords } from '#i18n/i18n.ts';
import { forgetLedgers } from '#ledger/account-ledger.ts';
import { priceStore } from '#market/price-store.ts';
import { orderPageOf } from '#mock/order-page.ts';
import {
  ACCOUNT,
  ACTOR,
  CORN,
  CORN_GRID,
  CORN_MARCH,
  SPREAD,
  sampleOrder,
  samplePosition,
} from '#mock/sample-records.ts';
import { sentOrder } from '#orders/sent-order.ts';
import { useSentOrders } from '#orders/sent-orders.ts';
import { answer, fetched, preparePages, refused, renderPage } from '#test/page.tsx';

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
  contractCode: CORN_MARCH.code,
  quantity: 2,
  status: 'FILLED',
  filledQuantity: 2,
  averagePrice: '470.0000',
});

preparePages();
beforeAll(async () => {
  await withTicketMoreWords(async () => undefined);
  priceStore.register([CORN, CORN_MARCH].map(({ code }) => ({ code, grid: CORN_GRID })));
});
beforeEach(() => {
  useSentOrders.setState({ orders: new Map() });
  forgetLedgers();
});

async function setUp(
  orders: readonly OrderHistory[],
  place: () => Response | Promise<Response>,
  contracts = [CORN, CORN_MARCH],
  spreads: readonly Spread[] = [],
) {
  fetched.mockImplementation(async (address, init) => {
    if (init?.method === 'POST') return place();
    if (String(address).includes('candles')) return answer(200, { items: [], nextCursor: null });
    if (String(address).includes('/market/spreads')) return answer(200, { items: spreads });
    if (String(address).includes('/query')) {
      const code = new URL(String(address), 'http://x').searchParams.get('contractCode');
      const isAsked = ({ contractCode, status }: OrderHistory) =>
        code === null ? !FINAL_STATUSES.has(status) : contractCode === code;
      return answer(200, orderPageOf(orders.filter(isAsked)));
    }
    return refused(503, 'ServiceUnavailable');
  });
  const ends = { onClose: vi.fn(), onAbsent: vi.fn() };
  const { user, client } = await renderPage(<RollDialog actor={ACTOR} contractCode={CORN.code} {...ends} />, {
    known: [
      [[ACTOR.userId, 'accounts'], [ACCOUNT]],
      [['public', 'contracts'], contracts],
      [[ACTOR.userId, 'positions', ACTOR.accountId], [samplePosition()]],
      [['public', 'spreads', CORN.commodityCode], spreads],
    ],
  });
  /** Its last lots have filled, and the list of positions knows. */
  const closePosition = () =>
    act(async () => {
      client.setQueryData([ACTOR.userId, 'positions', ACTOR.accountId], []);
      // The cache tells its readers in a timer of its own, which comes before this one.
      await new Promise((resolve) => setTimeout(resolve));
    });
  return { user, client, ...ends, closePosition };
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
  const { user, onClose, onAbsent, closePosition } = await setUp([CLOSING, OPENING], () => late);
  await user.click(screen.getByTestId('confirm-roll'));
  await closePosition();
  answerLate(answer(201, { order: CLOSING, seq: 40 }));
  await screen.findByText(/^Đã chuyển 2 lot/);
  expect([onClose.mock.calls, onAbsent.mock.calls]).toEqual([[], []]);
});

test('ends with a position that is closed elsewhere before anything is sent', async () => {
  const { onClose, onAbsent, closePosition } = await setUp([], () => answer(500, {}));
  await closePosition();
  expect(onAbsent).toHaveBeenCalledTimes(1);
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

test('says that nothing is opened where the closing order was cancelled while it filled', async () => {
  const closing = { ...CLOSING, status: 'CANCELLED' as const, filledQuantity: 1 };
  const { user } = await setUp([closing], () => answer(201, { order: closing, seq: 40 }));
  await user.click(screen.getByTestId('confirm-roll'));
  await screen.findByText(/^Đã tất toán 1 lot ZCEZ26 .* ZCEH27 không được mở\.$/);
});

test('a limit is of its month: another one begins at its own price', async () => {
  const may = { ...CORN_MARCH, code: 'ZCEK27', lastTradeDay: '2027-05-14' };
  priceStore.register([{ code: may.code, grid: CORN_GRID }]);
  const quote = (code: string, ask: string) => ({ code, bid: ask, ask, last: ask, session: 'OPEN' as const });
  priceStore.apply([quote(CORN_MARCH.code, '455.00'), quote(may.code, '462.00')], 'snapshot');
  const { user } = await setUp([], () => answer(500, {}), [CORN, CORN_MARCH, may]);
  await user.click(screen.getByRole('radio', { name: 'Giới hạn' }));
  expect(screen.getByTestId(`roll-price-${CORN_MARCH.code}`)).toHaveProperty('value', "455'0");
  // What a list of choices asks of a browser with a layout.
  Object.assign(Element.prototype, { hasPointerCapture: () => false, scrollIntoView: () => {} });
  act(() => screen.getByTestId('roll-into').focus());
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('option', { name: 'ZCEK27', hidden: true }));
  expect(screen.getByTestId('roll-price-ZCEK27')).toHaveProperty('value', "462'0");
});

test('without a later month says so and sends nothing', async () => {
  await setUp([], () => answer(500, {}), [CORN]);
  expect(screen.getByRole('alertdialog').textContent).toContain('không có kỳ sau');
  expect((screen.getByTestId('confirm-roll') as HTMLButtonElement).disabled).toBe(true);
});

describe('where a spread of the two months is listed', () => {
  const ORDER = sampleOrder({ ...CLOSING, orderId: 'one', contractCode: SPREAD.code, averagePrice: '-12.5000' });
  const listed = (place: () => Response) => setUp([ORDER], place, [CORN, CORN_MARCH], [SPREAD]);

  test('is told as one order at the best of its book, sent once, and its outcome told', async () => {
    const { user } = await listed(() => answer(201, { order: ORDER, seq: 40 }));
    const dialog = screen.getByRole('alertdialog');
    for (const text of ['Một lệnh chênh lệch', 'Lệnh ZCEZ26-ZCEH27', "Bán 2 @ −12'4", 'Phí hai kỳ'])
      expect(dialog.textContent).toContain(text);
    expect(screen.getByTestId('roll-best').textContent).toBe("−12'4 × −12'2");
    await user.dblClick(screen.getByTestId('confirm-roll'));
    const told = await screen.findByText("Đã chuyển 2 lot từ ZCEZ26 sang ZCEH27, chênh lệch −12'4.");
    expect(told.closest('[data-testid="roll-progress"]')?.getAttribute('data-outcome')).toBe('rolled');
    expect(sent()).toMatchObject([
      {
        ...{ contractCode: SPREAD.code, side: 'SELL', orderType: 'LIMIT', duration: 'DAY', quantity: 2 },
        limitPrice: '-12.50',
      },
    ]);
  });

  test('tells where its months would lie now, what closing realises, and leads to the curve', async () => {
    const quote = { code: CORN.code, last: '457.75', session: 'OPEN', settlement: '452.25' } as const;
    priceStore.apply([{ ...quote, bid: '457.50', ask: '457.75' }], 'snapshot');
    const { user } = await listed(() => answer(201, { order: ORDER, seq: 40 }));
    const said = () => screen.getByRole('alertdialog').textContent;
    // The middle of the near book, a half tick toward its settlement; the far month by the spread of −12'4.
    for (const text of ["ZCEZ26Bán 2 ≈ 457'4", "ZCEH27Mua 2 ≈ 470'0", '+15.852.000']) expect(said()).toContain(text);
    expect(screen.getByTestId('roll-curve').getAttribute('href')).toContain('/curve/ZCE');
    await user.clear(screen.getByTestId('roll-spread-price'));
    await user.type(screen.getByTestId('roll-spread-price'), '-12.25');
    expect(said()).toContain("ZCEH27Mua 2 ≈ 469'6");
    // Nobody buys: the settlement.
    act(() => priceStore.apply([{ ...quote, bid: null, ask: '457.75' }], 'snapshot'));
    await waitFor(() => expect(said()).toContain("ZCEZ26Bán 2 ≈ 452'2"));
  });

  test('its price stands as it was shown while the book moves, until a best price is pressed', async () => {
    const { user, client } = await listed(() => answer(201, { order: ORDER, seq: 40 }));
    const confirm = screen.getByTestId('confirm-roll');
    expect(confirm.textContent).toContain("Chuyển 2 lot ZCEZ26 → ZCEH27 @ −12'4");
    const moved = { ...SPREAD, quote: SPREAD.quote && { ...SPREAD.quote, bid: '-13.00', ask: '-12.75' } };
    act(() => client.setQueryData(['public', 'spreads', CORN.commodityCode], [moved]));
    await waitFor(() => expect(screen.getByTestId('roll-best').textContent).toBe("−13'0 × −12'6"));
    expect(confirm.textContent).toContain("@ −12'4");
    await user.click(screen.getByRole('button', { name: "Lấy giá −13'0" }));
    await user.click(confirm);
    expect(sent()).toMatchObject([{ limitPrice: '-13.00' }]);
  });

  test('may be rolled by two orders all the same', async () => {
    const { user } = await listed(() => answer(201, { order: CLOSING, seq: 40 }));
    await user.click(screen.getByRole('radio', { name: 'Hai lệnh' }));
    await user.click(screen.getByTestId('confirm-roll'));
    await waitFor(() => expect(sent()).toMatchObject([{ rollInto: { contractCode: 'ZCEH27' } }]));
  });

  test.each(['Một lệnh', 'Hai lệnh'])('warns, as %s, of an order that closes the same lots', async (way) => {
    const working = { side: 'SELL', quantity: 2, filledQuantity: 0, status: 'WORKING' } as const;
    const earlier = sampleOrder({ ...working, orderId: 'earlier', contractCode: SPREAD.code });
    const exit = sampleOrder({ ...working, orderId: 'exit', isReduceOnly: true });
    const { user } = await setUp([earlier, exit], () => answer(500, {}), [CORN, CORN_MARCH], [SPREAD]);
    await user.click(screen.getByRole('radio', { name: way }));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Lệnh đang chờ bán 2 lot ZCEZ26 vẫn còn. Nếu cũng khớp, bạn giữ 2 lot ZCEZ26 ngược chiều.',
    );
    expect(screen.getByTestId('confirm-roll').hasAttribute('disabled')).toBe(false);
  });

  test.each(['Một lệnh', 'Hai lệnh'])(
    'is not sent again, as %s, while an order in the spread has no answer',
    async (way) => {
      const held = { contractCode: CORN.code, side: 'BUY', lots: 2 } as const;
      const named = { clientOrderId: 'earlier', spreadCode: SPREAD.code, grid: CORN.decimalFormat };
      const body = spreadRollRequest(held, { lots: 2, limitTicks: -50 }, named);
      useSentOrders.getState().note(sentOrder(ACTOR, { kind: 'place', body }, { kind: 'lost' }));
      const { user } = await listed(() => answer(201, { order: ORDER, seq: 40 }));
      await user.click(screen.getByRole('radio', { name: way }));
      expect(screen.getByTestId('confirm-roll').hasAttribute('disabled')).toBe(true);
      expect(screen.getByRole('alert').textContent).toContain('chưa có xác nhận');
    },
  );

  test.each([
    ['no price', '', true],
    ['a price between two ticks', '-12.3', true],
    ['a price over zero', '0.25', false],
  ])('is sent with a price on the grid: %s', async (_what, typed, isDisabled) => {
    const { user } = await listed(() => answer(201, { order: ORDER, seq: 40 }));
    const field = screen.getByTestId('roll-spread-price');
    await user.clear(field);
    if (typed !== '') await user.type(field, typed);
    expect(screen.getByTestId('confirm-roll').hasAttribute('disabled')).toBe(isDisabled);
  });
});
