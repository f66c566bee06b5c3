// @vitest-environment jsdom
/** Tests the exits of a ticket on screen: their units, those that are kept, and lots from risk. */

import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ARMING_PAUSE_MS } from '#design/arming.ts';
import { ACTOR, CORN, CORN_GRID, MARGIN, sampleOrder } from '#mock/sample-records.ts';
import { useTicketDraft } from '#orders/ticket-draft.ts';
import { keptExitsKey, useKeptExits } from '#session/kept-exits-store.ts';
import { useOneStep } from '#session/one-step-store.ts';
import { answer, fetched } from '#test/page.tsx';
import { bodyOf, button, confirmed, fill, letPass, openTicket, placed, prepareTicket } from '#test/ticket-page.tsx';

prepareTicket();

test('an entry includes its exits', async () => {
  const { user, type } = await openTicket();
  fetched.mockImplementation(async () => answer(201, { order: sampleOrder(), seq: 11 }));
  await user.click(screen.getByRole('checkbox', { name: 'Chốt lời / cắt lỗ' }));
  expect(button().textContent).toBe('Nhập chốt lời hoặc cắt lỗ');
  await type('ticket-take-profit', "450'0");
  expect(button().textContent).toBe("Chốt lời phải ở phía có lãi của 457'6");
  await type('ticket-take-profit', "470'0");
  await confirmed(user);
  await waitFor(() => expect(placed()).toHaveLength(1));
  expect(bodyOf(placed()[0])).toMatchObject({ orderType: 'LIMIT', takeProfit: '470.00' });
  expect(bodyOf(placed()[0])).not.toHaveProperty('stopLoss');
  await waitFor(() => expect(screen.queryByTestId('ticket-take-profit')).toBeNull());
});

test('exits in ticks are echoed in every unit, and another unit changes no price', async () => {
  const { user, type } = await openTicket();
  fetched.mockImplementation(async () => answer(201, { order: sampleOrder(), seq: 11 }));
  await type('ticket-price', "454'2");
  await type('ticket-quantity', '2');
  await user.click(screen.getByRole('checkbox', { name: 'Chốt lời / cắt lỗ' }));
  await user.click(screen.getByTestId('ticket-exit-unit-ticks'));
  await type('ticket-take-profit', '16');
  await type('ticket-stop-loss', '8');
  const said = (testId: string) => screen.getByTestId(testId).textContent?.replaceAll('\u00a0', ' ');
  expect(said('ticket-echo-takeProfit')).toBe("458'2+10.568.000 ₫16 bước+0.88%");
  expect(said('ticket-echo-stopLoss')).toBe("452'2−5.284.000 ₫8 bước−0.44%");
  // Two lots, eight ticks and 350,000 dong of fees on either side.
  expect(said('ticket-worst-case')).toContain('−6.684.000 ₫');
  expect(said('ticket-worst-case')).toContain('1 : 2');
  for (const [unit, value] of [
    ['dong', '5.284.000'],
    ['percent', '0.88'],
    ['price', "458'2"],
    ['ticks', '16'],
  ] as const) {
    await user.click(screen.getByTestId(`ticket-exit-unit-${unit}`));
    expect(screen.getByTestId('ticket-take-profit')).toHaveProperty('value', value);
    expect(screen.getByTestId('ticket-echo-takeProfit').textContent).toContain("458'2");
  }
  await user.click(screen.getByTestId('ticket-stop-loss'));
  await user.keyboard('{ArrowUp}');
  expect(screen.getByTestId('ticket-stop-loss')).toHaveProperty('value', '9');
  await confirmed(user);
  await waitFor(() => expect(placed()).toHaveLength(1));
  expect(bodyOf(placed()[0])).toMatchObject({
    limitPrice: '454.25',
    takeProfitDistance: '4.00',
    stopLossDistance: '2.25',
  });
});

test('exits are kept for a commodity and sub-account, go with the next entry, and not with what closes', async () => {
  const { user, type } = await openTicket();
  fetched.mockImplementation(async () => answer(201, { order: sampleOrder(), seq: 11 }));
  await type('ticket-price', "454'2");
  await user.click(screen.getByRole('checkbox', { name: 'Chốt lời / cắt lỗ' }));
  await type('ticket-stop-loss', "452'2");
  await user.click(screen.getByRole('button', { name: 'Kèm mỗi lệnh vào Ngô' }));
  // A price is kept as its ticks.
  expect(Object.values(useKeptExits.getState().exits)).toMatchObject([{ unit: 'ticks', stopLossText: '8' }]);
  expect(screen.getByTestId('ticket-keep-exits').getAttribute('aria-pressed')).toBe('true');
  await confirmed(user);
  await waitFor(() => expect(placed()).toHaveLength(1));
  // The next draft begins with them, and is not a change by hand.
  await waitFor(() => expect(screen.getByTestId('ticket-stop-loss')).toHaveProperty('value', '8'));
  expect(useTicketDraft.getState().revision).toBe(useTicketDraft.getState().firstRevision);
  fill({ orderType: 'MARKET', side: 'SELL', isReduceOnly: true });
  expect(screen.queryByTestId('ticket-stop-loss')).toBeNull();
  act(() => useTicketDraft.getState().reset(CORN.code));
  expect(screen.getByTestId('ticket-stop-loss')).toHaveProperty('value', '8');
  await user.click(screen.getByTestId('ticket-keep-exits'));
  // Switched off before anything else was changed: the draft has none.
  expect(screen.queryByTestId('ticket-stop-loss')).toBeNull();
});

test('they go with an entry that was picked before there was a ticket, and not with what was chosen instead', async () => {
  const exits = { isOn: true, unit: 'ticks', takeProfitText: '', stopLossText: '8' } as const;
  useKeptExits.getState().keep(keptExitsKey(ACTOR.accountId, CORN.commodityCode), exits);
  // As from the board, or from a book beside which there is no room for a ticket.
  useTicketDraft.getState().reset(CORN.code);
  useTicketDraft.getState().pick({ side: 'BUY', price: { ticks: 1_816, grid: CORN_GRID } });
  const { user, type } = await openTicket();
  expect(screen.getByTestId('ticket-stop-loss')).toHaveProperty('value', '8');
  await type('ticket-quantity', '2');
  // For the next one: this order is as it was read.
  act(() => useKeptExits.getState().setOn(keptExitsKey(ACTOR.accountId, CORN.commodityCode), false));
  expect(screen.getByTestId('ticket-stop-loss')).toHaveProperty('value', '8');
  await user.click(screen.getByRole('checkbox', { name: 'Chốt lời / cắt lỗ' }));
  act(() => useTicketDraft.getState().pick({ side: 'SELL' }));
  expect(screen.queryByTestId('ticket-stop-loss')).toBeNull();
});

test.each(['before there was a ticket', 'in the ticket'])(
  'they go with what an address asked %s, and one step is still not enough for it',
  async (where) => {
    const exits = { isOn: true, unit: 'ticks', takeProfitText: '', stopLossText: '8' } as const;
    useKeptExits.getState().keep(keptExitsKey(ACTOR.accountId, CORN.commodityCode), exits);
    useOneStep.setState({ isOneStep: true });
    useTicketDraft.getState().reset(CORN.code);
    const ask = () => act(() => useTicketDraft.getState().ask({ side: 'BUY', lots: 2 }));
    if (where !== 'in the ticket') ask();
    const { user, type } = await openTicket();
    if (where === 'in the ticket') ask();
    expect(screen.getByTestId('ticket-stop-loss')).toHaveProperty('value', '8');
    await user.click(button());
    expect(placed()).toEqual([]);
    expect(button().dataset.armed).toBe('true');
    await type('ticket-quantity', '3');
    await user.click(button());
    expect(bodyOf(placed()[0])).toMatchObject({ quantity: 3, stopLossDistance: '2.00' });
  },
);

test('what was confirmed with its stop is not sent without: exits that change meanwhile disarm', async () => {
  const key = keptExitsKey(ACTOR.accountId, CORN.commodityCode);
  useKeptExits.getState().keep(key, { isOn: true, unit: 'ticks', takeProfitText: '', stopLossText: '8' });
  const { user } = await openTicket();
  fetched.mockImplementation(async () => answer(201, { order: sampleOrder(), seq: 11 }));
  await user.click(button());
  expect(button().textContent).toContain('Xác nhận');
  letPass(ARMING_PAUSE_MS);
  // By the ladder's switch, in another window or on another device.
  act(() => useKeptExits.getState().setOn(key, false));
  expect(button().textContent).not.toContain('Xác nhận');
  fireEvent.click(button());
  expect(placed()).toEqual([]);
  await confirmed(user);
  await waitFor(() => expect(placed()).toHaveLength(1));
  expect(bodyOf(placed()[0])).not.toHaveProperty('stopLossDistance');
});

test('an exit that another unit can’t write stays, and so does the unit', async () => {
  const { user, type } = await openTicket();
  await type('ticket-price', "454'2");
  await user.click(screen.getByRole('checkbox', { name: 'Chốt lời / cắt lỗ' }));
  await type('ticket-take-profit', "458'2");
  // Above the entry of a buy.
  await type('ticket-stop-loss', "456'2");
  await user.click(screen.getByTestId('ticket-exit-unit-ticks'));
  expect(useTicketDraft.getState()).toMatchObject({ exitUnit: 'price', stopLossText: "456'2" });
});

test('lots from risk: as many as the sum can stand at the stop, with the fees of both sides', async () => {
  const { user, type } = await openTicket();
  await type('ticket-price', "454'2");
  await user.click(screen.getByRole('checkbox', { name: 'Chốt lời / cắt lỗ' }));
  await type('ticket-risk', '7.000.000');
  expect(screen.getAllByText('Nhập chốt lời hoặc cắt lỗ')).toHaveLength(2);
  await type('ticket-stop-loss', "452'2");
  await user.click(screen.getByRole('button', { name: '2 lot' }));
  expect(screen.getByTestId('ticket-quantity')).toHaveProperty('value', '2');
  expect(screen.getByText('= 2 lot')).toBeTruthy();
  await type('ticket-risk', '3.000.000');
  expect(screen.getByText('1 lot mất 3.342.000 ₫')).toBeTruthy();
  await type('ticket-risk', 'x');
  expect(screen.getByTestId('ticket-risk').getAttribute('aria-invalid')).toBe('true');
});

test('without margin for a lot, the risk is not blamed', async () => {
  const { user, type, client } = await openTicket();
  const poor = { ...MARGIN, cash: '1000000', equity: '1000000', availableMargin: '1000000' };
  act(() => client.setQueryData([ACTOR.userId, 'margin', ACTOR.accountId], poor));
  await type('ticket-price', "454'2");
  await user.click(screen.getByRole('checkbox', { name: 'Chốt lời / cắt lỗ' }));
  await type('ticket-stop-loss', "452'2");
  await type('ticket-risk', '7.000.000');
  expect(button().textContent).toMatch(/^Thiếu ký quỹ/);
  expect(screen.queryByText('1 lot mất 3.342.000 ₫')).toBeNull();
});
