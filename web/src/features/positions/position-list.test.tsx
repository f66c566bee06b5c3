// @vitest-environment jsdom
/**
 * Tests open positions on screen: figures and totals of the same rows, partial closing in the row, reverse only where
 * enabled, a roll beside what must soon be closed.
 */
import type { MarginStatus } from '@mua/contract/entities/margin';
import type { OpenPosition } from '@mua/contract/entities/position';
import type { QueryClient } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useTradingQuestion } from '#desk/trading-question.ts';
import { PositionList } from '#features/positions/position-list.tsx';
import { forgetLedgers } from '#ledger/account-ledger.ts';
import { ACCOUNT, ACTOR, CORN, MARGIN, sampleOrder, samplePosition } from '#mock/sample-records.ts';
import { useSentOrders } from '#orders/sent-orders.ts';
import { useListScope } from '#session/list-scope-store.ts';
import { useOneStep } from '#session/one-step-store.ts';
import { useOrderFilter } from '#session/order-filter-store.ts';
import { useReverse } from '#session/reverse-store.ts';
import { answer, fetched, preparePages, renderPage } from '#test/page.tsx';

const OTHER = { ...CORN, code: 'ZCEH27' };
let client: QueryClient;

preparePages();
beforeEach(() => {
  useSentOrders.setState({ orders: new Map() });
  useOrderFilter.getState().reset();
  useListScope.getState().setNarrowed('positions', false);
  useReverse.getState().setOffered(false);
  forgetLedgers();
});

const LONG = samplePosition();
const SHORT = samplePosition({
  contractCode: OTHER.code,
  netLots: -1,
  buyQuantity: 0,
  sellQuantity: 1,
  openLots: [{ lots: 1, price: '451.50', time: '2026-11-20T02:00:00.000Z' }],
});

async function setUp(positions: readonly OpenPosition[], margin: MarginStatus = MARGIN) {
  fetched.mockImplementation(async (_address, init) => {
    if (init?.method === 'GET') return answer(200, { items: [], nextCursor: null, total: 0, hidden: 0 });
    const { clientOrderId } = JSON.parse(String(init?.body));
    return answer(201, { order: sampleOrder({ clientOrderId, side: 'SELL', status: 'FILLED', seq: 40 }), seq: 40 });
  });
  const shown = await renderPage(<PositionList contractCode={CORN.code} />, {
    known: [
      [[ACTOR.userId, 'accounts'], [ACCOUNT]],
      [
        ['public', 'contracts'],
        [CORN, OTHER],
      ],
      [[ACTOR.userId, 'positions', ACTOR.accountId], positions],
      [[ACTOR.userId, 'margin', ACTOR.accountId], margin],
    ],
  });
  client = shown.client;
  return shown.user;
}

const rowOf = async (code: string) => within(await screen.findByTestId(`position-${code}`));
const sent = () =>
  fetched.mock.calls.flatMap(([address, init]) =>
    init?.method === 'POST' ? [{ address: String(address), ...JSON.parse(String(init.body)) }] : [],
  );

test('the last line adds up the rows above it', async () => {
  await setUp([LONG, SHORT]);
  const totals = within(await screen.findByTestId('position-totals'));
  // Long 2 gained 25 ticks each, short 1 lost them.
  for (const text of ['Tổng 2', '3 lot', '+312,50', '+8.256.250']) expect(totals.getByText(text)).toBeTruthy();
});

test('the price of the account’s margin call, with its distance', async () => {
  // 18,000,000 for 10,000,000: 8,000,000 to lose, at 660,500 dong per tick of two lots the 13th is below.
  const held = {
    contractCode: CORN.code,
    netLots: 2,
    workingBuyLots: 0,
    workingSellLots: 0,
    marginPerLot: '5000000',
    requiredMargin: '10000000',
    marketPrice: LONG.marketPrice,
    openLots: LONG.openLots,
    estimatedProfit: '16512500',
  };
  await setUp([LONG], { ...MARGIN, cash: '1487500', requiredMargin: '10000000', contracts: [held] });
  expect((await rowOf(CORN.code)).getByText("454'4", { exact: false }).textContent).toBe("454'4−0,7%");
});

test('the whole position at market is liquidated, after its confirmation', async () => {
  const user = await setUp([LONG]);
  await user.click((await rowOf(CORN.code)).getByTestId('liquidate'));
  await user.click(await screen.findByTestId('confirm-liquidate'));
  await waitFor(() => expect(sent()).toEqual([expect.objectContaining({ contractCode: CORN.code })]));
  expect(sent()[0]?.address).toContain('force-sell');
});

test('with one-step orders it is sent at once, and so is a part with a limit', async () => {
  useOneStep.setState({ isOneStep: true });
  const user = await setUp([LONG, SHORT]);
  await user.click((await rowOf(OTHER.code)).getByTestId('liquidate'));
  await waitFor(() => expect(sent()).toEqual([expect.objectContaining({ contractCode: OTHER.code })]));
  const row = await rowOf(CORN.code);
  await user.clear(row.getByTestId('close-lots'));
  await user.type(row.getByTestId('close-lots'), '1{Enter}');
  await waitFor(() => expect(sent()[1]).toMatchObject({ side: 'SELL', quantity: 1, isReduceOnly: true }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  useOneStep.setState({ isOneStep: false });
});

test('with one-step orders neither a double click nor a held Enter closes what the first press has left', async () => {
  useOneStep.setState({ isOneStep: true });
  const user = await setUp([LONG]);
  const row = await rowOf(CORN.code);
  await user.clear(row.getByTestId('close-lots'));
  await user.type(row.getByTestId('close-lots'), '1');
  await user.dblClick(row.getByTestId('liquidate'));
  await user.clear(row.getByTestId('close-lots'));
  await user.type(row.getByTestId('close-lots'), '1{Enter>3/}');
  await waitFor(() => expect(sent()).toHaveLength(2));
  for (const order of sent()) expect(order).toMatchObject({ side: 'SELL', quantity: 1 });
  useOneStep.setState({ isOneStep: false });
});

test('unreadable input asks for confirmation with one-step orders, too', async () => {
  useOneStep.setState({ isOneStep: true });
  const user = await setUp([LONG]);
  const row = await rowOf(CORN.code);
  await user.clear(row.getByTestId('close-lots'));
  await user.type(row.getByTestId('close-lots'), '9{Enter}');
  expect(sent()).toEqual([]);
  useOneStep.setState({ isOneStep: false });
});

test('a confirmation closes with its position and does not reopen with the next one', async () => {
  const user = await setUp([LONG, SHORT]);
  const hold = (held: readonly OpenPosition[]) =>
    act(() => void client.setQueryData([ACTOR.userId, 'positions', ACTOR.accountId], held));
  await user.click((await rowOf(CORN.code)).getByTestId('liquidate'));
  expect(await screen.findByRole('alertdialog')).toBeTruthy();
  hold([SHORT]);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  hold([LONG, SHORT]);
  expect(await screen.findByTestId(`position-${CORN.code}`)).toBeTruthy();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('a part is closed by an order that only reduces, and the dialog names what is left', async () => {
  const user = await setUp([LONG]);
  const row = await rowOf(CORN.code);
  await user.clear(row.getByTestId('close-lots'));
  await user.type(row.getByTestId('close-lots'), '1{Enter}');
  const dialog = await screen.findByRole('alertdialog');
  expect(screen.getByRole('heading').textContent).toBe('Tất toán 1 lot ZCEZ26?');
  expect(dialog.textContent).toContain(ACCOUNT.subAccountCode);
  // Of the one lot being closed, not of both.
  expect(dialog.textContent).toContain('+8.256.250');
  await user.click(screen.getByTestId('confirm-close-part'));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  const order = { side: 'SELL', orderType: 'MARKET', quantity: 1, isReduceOnly: true };
  expect(sent()).toEqual([expect.objectContaining(order)]);
});

test('with a limit, and never more than the position', async () => {
  const user = await setUp([LONG]);
  const row = await rowOf(CORN.code);
  await user.type(row.getByTestId('close-price'), "458'0{Enter}");
  await screen.findByRole('alertdialog');
  await user.clear(screen.getByTestId('close-part-lots'));
  await user.type(screen.getByTestId('close-part-lots'), '3');
  expect(screen.getByTestId('confirm-close-part')).toHaveProperty('disabled', true);
  await user.clear(screen.getByTestId('close-part-lots'));
  await user.type(screen.getByTestId('close-part-lots'), '2');
  await user.click(screen.getByTestId('confirm-close-part'));
  await waitFor(() => expect(sent()).toEqual([expect.objectContaining({ orderType: 'LIMIT', limitPrice: '458.00' })]));
});

test('the limit is the price shown; unreadable input shows none, and typed text outlives the dialog', async () => {
  const user = await setUp([LONG]);
  const row = await rowOf(CORN.code);
  await user.type(row.getByTestId('close-price'), "458'0x{Enter}");
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain('Bán 2 lot @ –');
  expect(within(dialog).queryByText('Giá dự kiến')).toBeNull();
  await user.type(screen.getByTestId('close-part-price'), '{Backspace}');
  expect(dialog.textContent).toContain("@ 458'0");
  expect(within(dialog).getByText('Lãi/lỗ dự kiến').nextElementSibling?.textContent).toMatch(/^\+17\.173\.000/);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(row.getByTestId('close-price')).toHaveProperty('value', "458'0x");
});

test('what is typed in a row is being written, until it is as it was', async () => {
  const user = await setUp([LONG]);
  const row = await rowOf(CORN.code);
  const isWritten = () => document.querySelector('[data-written]') !== null;
  await user.type(row.getByTestId('close-price'), '458');
  expect(isWritten()).toBe(true);
  await user.keyboard('{Escape}');
  expect(isWritten()).toBe(false);
  await user.type(row.getByTestId('close-lots'), '{ArrowDown}');
  expect(isWritten()).toBe(true);
  await user.keyboard('{ArrowUp}');
  expect(isWritten()).toBe(false);
});

test.each(['table', 'cards'])('in its last sessions a position is rolled by a button of its own: %s', async (shape) => {
  const isNarrow = shape === 'cards';
  vi.stubGlobal('matchMedia', () => ({ matches: isNarrow, addEventListener() {}, removeEventListener() {} }));
  const user = await setUp([LONG, SHORT]);
  await user.click((await rowOf(CORN.code)).getByRole('button', { name: 'Chuyển kỳ ZCEZ26' }));
  expect(useTradingQuestion.getState().question).toEqual({ kind: 'roll', actor: ACTOR, contractCode: CORN.code });
  // A short has until the last trade day, and this one has more sessions left than are warned of.
  expect((await rowOf(OTHER.code)).queryByTestId('roll-soon')).toBeNull();
  expect(sent()).toEqual([]);
});

test('reverse is offered where this device enables it', async () => {
  const user = await setUp([LONG]);
  await user.click((await rowOf(CORN.code)).getByTestId('position-menu'));
  expect(screen.queryByTestId('reverse')).toBeNull();
  await user.keyboard('{Escape}');
  await user.click(screen.getByTestId('menu-positions'));
  await user.click(screen.getByTestId('offer-reverse'));
  await user.click((await rowOf(CORN.code)).getByTestId('position-menu'));
  await user.click(screen.getByTestId('reverse'));
  expect(screen.getByRole('heading').textContent).toBe('Đảo vị thế ZCEZ26?');
});

test('narrowed to the desk’s contract, an empty list says what it hides and can show it', async () => {
  useListScope.getState().setNarrowed('positions', true);
  const user = await setUp([SHORT]);
  expect(await screen.findByText('Đang ẩn 1 dòng của mã khác')).toBeTruthy();
  await user.click(screen.getByTestId('show-all-positions'));
  expect(await screen.findByTestId(`position-${OTHER.code}`)).toBeTruthy();
});
