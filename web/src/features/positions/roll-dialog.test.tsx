// @vitest-environment jsdom
/** Tests the roll: told as two orders, sent once however often it is pressed, and its outcome told in words. */
import type { Contract } from '@mua/contract/entities/contract';
import type { OrderHistory } from '@mua/contract/entities/order';
import type { Spread } from '@mua/contract/entities/spread';
import { FINAL_STATUSES } from '@mua/core/values';
import type { QueryClient } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { noteTimes } from '#clock/market-clock.ts';
import { spreadRollRequest } from '#features/positions/roll.ts';
import { RollDialog } from '#features/positions/roll-dialog.tsx';
import { withTicketMoreWords } from '#i18n/i18n.ts';
import { forgetLedgers } from '#ledger/account-ledger.ts';
import { pastDaysQuery } from '#market/past-spreads.ts';
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
import { setClock } from '#session/clock.ts';
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

const SPREADS = ['public', 'spreads', CORN.commodityCode] as const;

/** Spreads that are a function are asked for; the others are known. */
async function setUp(
  orders: readonly OrderHistory[],
  place: () => Response | Promise<Response>,
  contracts = [CORN, CORN_MARCH],
  spreads: readonly Spread[] | (() => Response | Promise<Response>) = [],
) {
  const isKnown = typeof spreads !== 'function';
  fetched.mockImplementation(async (address, init) => {
    if (init?.method === 'POST') return place();
    if (String(address).includes('candles')) return answer(200, { items: [], nextCursor: null });
    if (String(address).includes('/market/spreads')) return isKnown ? answer(200, { items: spreads }) : spreads();
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
      ...(isKnown ? ([[SPREADS, spreads]] as const) : []),
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

const MAY = { ...CORN_MARCH, code: 'ZCEK27', lastTradeDay: '2027-05-14' };
const MAY_SPREAD: Spread = { ...SPREAD, code: 'ZCEZ26-ZCEK27', far: MAY.code };

async function rollInto(user: UserEvent, code: string): Promise<void> {
  // What a list of choices asks of a browser with a layout.
  Object.assign(Element.prototype, { hasPointerCapture: () => false, scrollIntoView: () => {} });
  act(() => screen.getByTestId('roll-into').focus());
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('option', { name: code, hidden: true }));
}

/** A later answer lists the spread. */
const listNow = (client: QueryClient) =>
  act(async () => {
    client.setQueryData(SPREADS, [SPREAD]);
    await new Promise((resolve) => setTimeout(resolve));
  });

const lots = () => screen.getByTestId<HTMLInputElement>('roll-lots');
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
  priceStore.register([{ code: MAY.code, grid: CORN_GRID }]);
  const quote = (code: string, ask: string) => ({ code, bid: ask, ask, last: ask, session: 'OPEN' as const });
  priceStore.apply([quote(CORN_MARCH.code, '455.00'), quote(MAY.code, '462.00')], 'snapshot');
  const { user } = await setUp([], () => answer(500, {}), [CORN, CORN_MARCH, MAY]);
  await user.click(screen.getByRole('radio', { name: 'Giới hạn' }));
  expect(screen.getByTestId(`roll-price-${CORN_MARCH.code}`)).toHaveProperty('value', "455'0");
  await rollInto(user, 'ZCEK27');
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
    expect(screen.getByTestId('roll-best').textContent).toBe("−12'4 (9 lot) × −12'2 (9 lot)");
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
    act(() => client.setQueryData(SPREADS, [moved]));
    await waitFor(() => expect(screen.getByTestId('roll-best').textContent).toBe("−13'0 (9 lot) × −12'6 (9 lot)"));
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

  test('another way keeps the lots and the month', async () => {
    const months = [CORN, CORN_MARCH, MAY];
    const { user } = await setUp([], () => answer(201, { order: CLOSING, seq: 40 }), months, [SPREAD, MAY_SPREAD]);
    await user.clear(lots());
    await user.type(lots(), '1');
    await rollInto(user, 'ZCEK27');
    await user.click(screen.getByRole('radio', { name: 'Hai lệnh' }));
    expect(lots().value).toBe('1');
    await user.click(screen.getByRole('radio', { name: 'Một lệnh' }));
    expect(screen.getByRole('alertdialog').textContent).toContain('Lệnh ZCEZ26-ZCEK27');
    expect(lots().value).toBe('1');
    await user.click(screen.getByRole('radio', { name: 'Hai lệnh' }));
    await user.click(screen.getByTestId('confirm-roll'));
    await waitFor(() => expect(sent()).toMatchObject([{ quantity: 1, rollInto: { contractCode: 'ZCEK27' } }]));
  });

  test('two orders begin with the month that the spread was of', async () => {
    const { user } = await setUp([], () => answer(500, {}), [CORN, CORN_MARCH, MAY], [MAY_SPREAD]);
    await user.click(screen.getByRole('radio', { name: 'Hai lệnh' }));
    expect(screen.getByRole('alertdialog').textContent).toContain('2. Mở ZCEK27');
  });

  test('what it was on the last days is said to be from the months’ closes', async () => {
    const { client } = await listed(() => answer(500, {}));
    const bar = (timeMs: number, ticks: number) => ({
      ...{ timeMs, open: ticks, high: ticks, low: ticks, close: ticks, volume: 1 },
    });
    const isRead = (of: Contract) => client.getQueryState(pastDaysQuery(of).queryKey)?.status === 'success';
    await waitFor(() => expect([CORN, CORN_MARCH].every(isRead)).toBe(true));
    act(() => {
      client.setQueryData(pastDaysQuery(CORN).queryKey, [bar(0, 1_800), bar(86_400_000, 1_810)]);
      client.setQueryData(pastDaysQuery(CORN_MARCH).queryKey, [bar(0, 1_850), bar(86_400_000, 1_850)]);
    });
    const told = await screen.findByText('2 phiên qua');
    expect(told.nextElementSibling?.textContent).toContain('theo giá đóng cửa hai kỳ');
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

describe('while it is not known whether a spread is listed', () => {
  const buttons = () => screen.getByRole('alertdialog').querySelectorAll('button').length;

  test('nothing can be sent, and what comes is the question', async () => {
    let answerLate = (_response: Response): void => {};
    const late = new Promise<Response>((resolve) => {
      answerLate = resolve;
    });
    await setUp(
      [],
      () => answer(500, {}),
      [CORN, CORN_MARCH],
      () => late,
    );
    expect(screen.getByRole('status', { name: 'Đang tải' })).toBeTruthy();
    expect([screen.queryByTestId('confirm-roll'), buttons()]).toEqual([null, 1]);
    answerLate(answer(200, { items: [SPREAD] }));
    await screen.findByTestId('roll-spread-price');
    expect(lots().value).toBe('2');
  });

  test('it says that it could not be read, and asks again', async () => {
    let items: readonly Spread[] | null = null;
    const answered = () => (items ? answer(200, { items }) : refused(503, 'ServiceUnavailable'));
    const { user } = await setUp([], () => answer(500, {}), [CORN, CORN_MARCH], answered);
    expect((await screen.findByRole('alert')).textContent).toContain('Chưa tải được giá chênh lệch');
    expect(screen.queryByTestId('confirm-roll')).toBeNull();
    items = [SPREAD];
    await user.click(screen.getByRole('button', { name: 'Thử lại' }));
    await screen.findByTestId('roll-spread-price');
  });

  test('two orders may be chosen, and stay chosen when the spread is known', async () => {
    const answered = () => refused(503, 'ServiceUnavailable');
    const { user, client } = await setUp([], () => answer(500, {}), [CORN, CORN_MARCH], answered);
    await user.click(await screen.findByRole('button', { name: 'Hai lệnh' }));
    await user.clear(lots());
    await user.type(lots(), '1');
    await listNow(client);
    expect(screen.getByTestId('confirm-roll').textContent).toContain('Chuyển 1 lot ZCEZ26 → ZCEH27');
    expect(screen.queryByTestId('roll-spread-price')).toBeNull();
  });

  test('a spread that is listed later puts no other order under the hand', async () => {
    const { user, client } = await setUp(
      [],
      () => answer(500, {}),
      [CORN, CORN_MARCH],
      () => answer(200, { items: [] }),
    );
    await screen.findByTestId('confirm-roll');
    await user.clear(lots());
    await user.type(lots(), '1');
    await listNow(client);
    expect(screen.queryByTestId('roll-spread-price')).toBeNull();
    expect(lots().value).toBe('1');
  });
});

describe('late prices', () => {
  test('of a spread whose answers stop are marked, and it is said', async () => {
    await setUp([], () => answer(500, {}), [CORN, CORN_MARCH], [SPREAD]);
    expect([screen.queryByTestId('late-note'), screen.getByTestId('roll-best').dataset.late]).toEqual([null, 'false']);
    cleanup();
    onTestFinished(setClock(() => Date.now() + 15_000));
    await setUp([], () => answer(500, {}), [CORN, CORN_MARCH], [SPREAD]);
    expect(screen.getByTestId('late-note').textContent).toMatch(/^Giá cũ 1\d s$/);
    expect(screen.getByTestId('roll-best').dataset.late).toBe('true');
  });

  test('of either month are said of two orders', async () => {
    const timeMs = Date.now();
    onTestFinished(setClock(() => timeMs));
    noteTimes({ timeMs, marketMs: timeMs });
    const quote = (code: string, ageMs: number) => ({
      ...{ code, bid: '457.50', ask: '457.75', last: '457.75', session: 'OPEN' as const },
      time: new Date(timeMs - ageMs).toISOString(),
    });
    priceStore.apply([quote(CORN.code, 1_000), quote(CORN_MARCH.code, 14_000)], 'snapshot');
    await setUp([], () => answer(500, {}));
    expect(screen.getByTestId('late-note').textContent).toBe('Giá cũ 14 s');
  });
});
