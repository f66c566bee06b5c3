// @vitest-environment jsdom
/** Tests the ticket of a spread: told as one order of two legs, sent once however often it is pressed, kept when refused. */
import type { Contract } from '@mua/contract/entities/contract';
import type { Spread } from '@mua/contract/entities/spread';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { SpreadQuestion } from '#desk/trading-question.ts';
import { SpreadDialog } from '#features/positions/spread-dialog.tsx';
import { withTicketMoreWords } from '#i18n/i18n.ts';
import { forgetLedgers } from '#ledger/account-ledger.ts';
import { ACCOUNT, ACTOR, AN, CORN, CORN_MARCH, MARGIN, SPREAD, sampleOrder } from '#mock/sample-records.ts';
import { useSentOrders } from '#orders/sent-orders.ts';
import { setClock } from '#session/clock.ts';
import { answer, fetched, preparePages, refused, renderPage } from '#test/page.tsx';

const SPREADS = ['public', 'spreads', SPREAD.commodityCode] as const;

/** As the server lists it now; null while it can't be read. */
let listed: Spread | null = SPREAD;

preparePages();
beforeAll(async () => {
  await withTicketMoreWords(async () => undefined);
});
beforeEach(() => {
  listed = SPREAD;
  useSentOrders.setState({ orders: new Map() });
  forgetLedgers();
});

async function setUp(
  place: () => Response,
  first: Pick<SpreadQuestion, 'side' | 'begun'> = { side: 'BUY' },
  near: Contract = CORN,
  isKnown = true,
) {
  fetched.mockImplementation(async (address, init) => {
    if (init?.method === 'POST') return place();
    if (String(address).includes('candles')) return answer(200, { items: [], nextCursor: null });
    if (String(address).includes('/market/spreads'))
      return listed ? answer(200, { items: [listed] }) : refused(503, 'ServiceUnavailable');
    return refused(503, 'ServiceUnavailable');
  });
  const onClose = vi.fn();
  const asked = { actor: ACTOR, commodityCode: SPREAD.commodityCode, spreadCode: SPREAD.code, ...first };
  const { user, client } = await renderPage(<SpreadDialog {...asked} onClose={onClose} />, {
    known: [
      [[ACTOR.userId, 'me'], AN],
      [[ACTOR.userId, 'accounts'], [ACCOUNT]],
      [[ACTOR.userId, 'margin', ACTOR.accountId], MARGIN],
      [
        ['public', 'contracts'],
        [near, CORN_MARCH],
      ],
      ...(isKnown ? ([[SPREADS, [SPREAD]]] as const) : []),
    ],
  });
  return { user, client, onClose };
}

const ORDER = sampleOrder({ orderId: 'spread1', contractCode: SPREAD.code });
const sent = () =>
  fetched.mock.calls.flatMap(([, init]) => (init?.method === 'POST' ? [JSON.parse(String(init.body))] : []));
const price = () => screen.getByTestId<HTMLInputElement>('spread-price');

test('is told as one order of two legs at the other side of the book, and sent once by a double click', async () => {
  const { user, onClose } = await setUp(() => answer(201, { order: ORDER, seq: 40 }));
  const dialog = screen.getByRole('alertdialog', { name: 'Mua chênh lệch Z26 − H27' });
  // Margin of one lot in both months, and two fees.
  for (const text of ['mua ZCEZ26 và bán ZCEH27 cùng lúc', 'ZCEZ26Mua 1', 'ZCEH27Bán 1', 'Phí hai kỳ'])
    expect(dialog.textContent).toContain(text);
  expect(price().value).toBe("−12'2");
  await user.dblClick(screen.getByTestId('confirm-spread'));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(sent()).toMatchObject([
    {
      ...{ contractCode: SPREAD.code, side: 'BUY', orderType: 'LIMIT', duration: 'DAY', quantity: 1 },
      limitPrice: '-12.25',
    },
  ]);
});

test('says before it is sent which leg may only be reduced, and only for who would open it', async () => {
  const near = { ...CORN, sessionsLeft: { long: 2, short: 20 } };
  const { user } = await setUp(() => answer(201, { order: ORDER, seq: 40 }), { side: 'BUY' }, near);
  const dialog = screen.getByRole('alertdialog');
  expect(dialog.textContent).toMatch(/ZCEZ26: Gần hạn tất toán .*chỉ giảm vị thế/);
  await user.click(screen.getByTestId('spread-side-sell'));
  expect(dialog.textContent).not.toContain('chỉ giảm vị thế');
});

test('the price follows the side until one is typed', async () => {
  const { user } = await setUp(() => answer(201, { order: ORDER, seq: 40 }));
  await user.click(screen.getByTestId('spread-side-sell'));
  expect(price().value).toBe("−12'4");
  await user.clear(price());
  await user.type(price(), "-13'0");
  await user.click(screen.getByTestId('spread-side-buy'));
  expect(price().value).toBe("-13'0");
});

test('the price stands as it was shown while the book moves, and a press on a best price takes that', async () => {
  const { user, client } = await setUp(() => answer(201, { order: ORDER, seq: 40 }));
  const confirm = screen.getByTestId('confirm-spread');
  expect(confirm.textContent).toContain("Mua 1 lot Z26 − H27 @ −12'2");
  listed = { ...SPREAD, quote: SPREAD.quote && { ...SPREAD.quote, bid: '-12.00', ask: '-11.75' } };
  act(() => client.setQueryData(SPREADS, [listed]));
  await waitFor(() => expect(screen.getByTestId('spread-best').textContent).toBe("−12'0 (9 lot) × −11'6 (9 lot)"));
  expect(price().value).toBe("−12'2");
  expect(confirm.textContent).toContain("@ −12'2");
  await user.click(screen.getByRole('button', { name: "Lấy giá −11'6" }));
  expect(price().value).toBe("−11'6");
  await user.click(confirm);
  expect(sent()).toMatchObject([{ limitPrice: '-11.75' }]);
});

test('ordered again, it begins with those terms', async () => {
  await setUp(() => answer(201, { order: ORDER, seq: 40 }), { side: 'SELL', begun: { lots: 3, priceText: "-12'0" } });
  expect(price().value).toBe("-12'0");
  expect(screen.getByTestId('confirm-spread').textContent).toContain('Bán 3 lot Z26 − H27');
});

test.each([
  ['spread-lots', '0', 'Nhập khối lượng'],
  ['spread-lots', '1,5', 'Nhập khối lượng'],
  ['spread-price', '', 'Nhập giá'],
  ['spread-price', '-12.3', "−12'4"],
])('%s of “%s” says what is missing and can’t be sent', async (field, typed, told) => {
  const { user } = await setUp(() => answer(201, { order: ORDER, seq: 40 }));
  await user.clear(screen.getByTestId(field));
  if (typed !== '') await user.type(screen.getByTestId(field), typed);
  expect(screen.getByRole('alertdialog').textContent).toContain(told);
  expect(screen.getByTestId('confirm-spread').hasAttribute('disabled')).toBe(true);
});

test('a refusal is told in the dialog, and what was typed stays', async () => {
  const { user, onClose } = await setUp(() => refused(409, 'MarketClosed'), { side: 'SELL' });
  await user.clear(screen.getByTestId('spread-lots'));
  await user.type(screen.getByTestId('spread-lots'), '3');
  await user.click(screen.getByTestId('confirm-spread'));
  await screen.findByRole('alert');
  expect(screen.getByTestId<HTMLInputElement>('spread-lots').value).toBe('3');
  expect(onClose).not.toHaveBeenCalled();
});

describe('without the spread', () => {
  const again = { side: 'SELL', begun: { lots: 3, priceText: "-12'0" } } as const;
  const open = () => setUp(() => answer(500, {}), again, CORN, false);

  test('one that can’t be read says so, sends nothing, and is asked for again', async () => {
    listed = null;
    const { user } = await open();
    const dialog = screen.getByRole('alertdialog', { name: 'Bán chênh lệch Z26 − H27' });
    expect((await screen.findByRole('alert')).textContent).toContain('Chưa tải được giá chênh lệch');
    expect([dialog.isConnected, screen.queryByTestId('confirm-spread')]).toEqual([true, null]);
    listed = SPREAD;
    await user.click(screen.getByRole('button', { name: 'Thử lại' }));
    expect((await screen.findByTestId('confirm-spread')).textContent).toContain('Bán 3 lot Z26 − H27');
  });

  test('one that is not listed any more says so, and is dismissed', async () => {
    listed = { ...SPREAD, code: 'ZCEH27-ZCEK27' };
    const { user, onClose } = await open();
    await screen.findByText('Chênh lệch Z26 − H27 không còn niêm yết, không đặt lệnh được nữa.');
    await user.click(screen.getByRole('button', { name: 'Bỏ qua' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});

test('a price whose answers stop is marked late, and it is said', async () => {
  onTestFinished(setClock(() => Date.now() + 15_000));
  await setUp(() => answer(500, {}));
  expect(screen.getByTestId('late-note').textContent).toMatch(/^Giá cũ 1\d s$/);
  expect(screen.getByTestId('spread-best').dataset.late).toBe('true');
});
