// @vitest-environment jsdom
/** Tests what a ticket's menu sends on screen: a scale, a pair, and templates. */

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ACTOR, CORN, sampleOrder } from '#mock/sample-records.ts';
import { dropOrder, useSentOrders } from '#orders/sent-orders.ts';
import { useTicketDraft } from '#orders/ticket-draft.ts';
import { useOrderTemplates } from '#session/order-templates-store.ts';
import { useSelectedAccount } from '#session/selected-account-store.ts';
import { answer, fetched } from '#test/page.tsx';
import { bodyOf, grouped, OTHER, openTicket, prepareTicket } from '#test/ticket-page.tsx';

prepareTicket();

test('a scale is confirmed once and is one call: all of its orders are taken, or none', async () => {
  const { user } = await openTicket();
  fetched.mockImplementation(async () => answer(422, { code: 'InsufficientMargin', facts: {}, requestId: 'r' }));
  await user.click(screen.getByTestId('ticket-more'));
  await user.click(await screen.findByRole('menuitem', { name: 'Rải lệnh ZCEZ26' }));
  const typeIn = async (testId: string, text: string) => {
    const field = await screen.findByTestId(testId);
    await user.clear(field);
    await user.type(field, text);
  };
  await typeIn('scale-from', "454'0");
  await typeIn('scale-to', "453'0");
  await typeIn('scale-steps', '9');
  expect(screen.getByTestId('scale-send').textContent).toBe('Từ 2 đến 20 lệnh, mỗi lệnh một bước giá');
  await typeIn('scale-steps', '3');
  expect(screen.getByTestId('scale-prices').textContent).toBe("454'0453'4453'0");
  expect(screen.getByTestId('scale-send').textContent).toBe('Gửi 3 lệnh mua, 3 lot');
  await user.click(screen.getByTestId('scale-send'));
  await waitFor(() => expect(grouped()).toHaveLength(1));
  const { kind, orders } = grouped().map(bodyOf)[0];
  expect(kind).toBe('SCALE');
  expect(orders.map(({ limitPrice }: { limitPrice: string }) => limitPrice)).toEqual(['454.00', '453.50', '453.00']);
  expect(new Set(orders.map(({ clientOrderId }: { clientOrderId: string }) => clientOrderId)).size).toBe(3);
  await waitFor(() => expect(screen.getByTestId('group-sent').dataset.fate).toBe('refused'));
  expect(screen.getByTestId('group-sent').textContent).toContain('Không lệnh nào được nhận');
  // What was typed is there to be corrected, and is a new group the next time.
  await user.click(screen.getByTestId('group-edit'));
  expect(screen.getByTestId('scale-prices').textContent).toBe("454'0453'4453'0");
  await user.click(screen.getByTestId('scale-send'));
  await waitFor(() => expect(grouped()).toHaveLength(2));
  const ids = grouped().flatMap((call) =>
    bodyOf(call).orders.map((one: { clientOrderId: string }) => one.clientOrderId),
  );
  expect(new Set(ids).size).toBe(6);
  await user.click(screen.getByTestId('group-done'));
  expect(screen.queryByTestId('group-sent')).toBeNull();
});

test('a scale that never arrived is not told as sent once it is dropped, and is edited as another one', async () => {
  const { user } = await openTicket();
  await user.click(screen.getByTestId('ticket-more'));
  await user.click(await screen.findByRole('menuitem', { name: 'Rải lệnh ZCEZ26' }));
  await user.click(await screen.findByTestId('scale-send'));
  const fate = () => screen.getByTestId('group-sent').dataset.fate;
  expect(fate()).toBe('sending');
  const becomes = (kind: 'lost' | 'absent') =>
    act(() => {
      const [sent] = useSentOrders.getState().orders.values();
      if (sent) useSentOrders.getState().note({ ...sent, state: { kind } });
    });
  becomes('lost');
  expect(screen.queryByTestId('group-edit')).toBeNull();
  becomes('absent');
  // As the order's own toast does it.
  act(() => useSentOrders.getState().orders.forEach(dropOrder));
  expect(fate()).toBe('dropped');
  expect(screen.getByTestId('group-sent').textContent).toContain('Đã bỏ: không lệnh nào đến hệ thống');
  await user.click(screen.getByTestId('group-edit'));
  const before = screen.getByTestId('scale-prices').textContent;
  await user.click(screen.getByTestId('scale-send'));
  becomes('absent');
  await user.click(screen.getByTestId('group-edit'));
  expect(screen.getByTestId('scale-prices').textContent).toBe(before);
  // Otherwise both could be sent.
  expect(useSentOrders.getState().orders.size).toBe(0);
});

test('a scale that was typed for a buy and is turned over says that it fills at once', async () => {
  const { user } = await openTicket();
  await user.click(screen.getByTestId('ticket-more'));
  await user.click(await screen.findByRole('menuitem', { name: 'Rải lệnh ZCEZ26' }));
  const dialog = within(await screen.findByRole('dialog'));
  for (const [testId, text] of [
    ['scale-from', "457'0"],
    ['scale-to', "456'0"],
  ] as const) {
    await user.clear(dialog.getByTestId(testId));
    await user.type(dialog.getByTestId(testId), text);
  }
  expect(screen.queryByTestId('scale-warnings')).toBeNull();
  await user.click(dialog.getByTestId('ticket-side-sell'));
  expect(dialog.getByTestId('scale-warnings').textContent).toBe('5 trong 5 lệnh khớp ngay');
});

test('a scale that is good till a date says till which', async () => {
  const { user, type } = await openTicket();
  act(() => useTicketDraft.getState().setDuration('GTD'));
  await type('ticket-expiration', '20/11/2026');
  await user.click(screen.getByTestId('ticket-more'));
  await user.click(await screen.findByRole('menuitem', { name: 'Rải lệnh ZCEZ26' }));
  expect((await screen.findByRole('dialog')).textContent).toContain('20/11/2026');
});

test('a pair is two orders in one call: stops around the market, as typed, with the margin of both', async () => {
  const { user } = await openTicket();
  const [up, down] = [1, 2].map((place) =>
    sampleOrder({ orderId: `g-${place}`, group: { groupId: 'g', kind: 'OCO', size: 2, place } }),
  );
  fetched.mockImplementation(async () =>
    answer(201, { groupId: 'g', orders: [up, down], conditionalOrders: [], seq: 9 }),
  );
  await user.click(screen.getByTestId('ticket-more'));
  await user.click(await screen.findByRole('menuitem', { name: 'Một khớp, một hủy ZCEZ26' }));
  const typeIn = async (testId: string, text: string) => {
    const field = await screen.findByTestId(testId);
    await user.clear(field);
    await user.type(field, text);
  };
  await typeIn('oco-1-stop', "460'0");
  await user.click(screen.getByTestId('oco-2-LIMIT'));
  await user.click(screen.getByTestId('oco-2-BUY'));
  await typeIn('oco-2-limit', "450'1");
  expect(screen.getByTestId('oco-2-limit').getAttribute('aria-invalid')).toBe('true');
  await typeIn('oco-2-limit', "450'0");
  await typeIn('oco-2-lots', '2');
  expect(screen.getByTestId('oco-receipt').textContent).toMatch(/350\.000 \/ 700\.000\s₫/);
  const sendText = screen.getByTestId('oco-send').textContent.replaceAll('\u00a0', ' ');
  expect(sendText).toBe("Gửi cặp Mua 1 dừng 460'0 · Mua 2 450'0");
  await user.dblClick(screen.getByTestId('oco-send'));
  await waitFor(() => expect(screen.getByTestId('group-sent').dataset.fate).toBe('taken'));
  expect(grouped()).toHaveLength(1);
  // The second click of a double click is still coming, where the button that closes has come.
  fireEvent.click(screen.getByTestId('group-done'), { detail: 2 });
  expect(screen.getByTestId('group-sent')).toBeTruthy();
  expect(grouped().map(bodyOf)[0]).toMatchObject({
    kind: 'OCO',
    contractCode: 'ZCEZ26',
    orders: [
      { side: 'BUY', orderType: 'STOP', stopPrice: '460.00', quantity: 1 },
      { side: 'BUY', orderType: 'LIMIT', limitPrice: '450.00', quantity: 2 },
    ],
  });
});

test('a leg that is turned begins where it rests; a typed price that would fill or trigger at once says so', async () => {
  const { user } = await openTicket();
  await user.click(screen.getByTestId('ticket-more'));
  await user.click(await screen.findByRole('menuitem', { name: 'Một khớp, một hủy ZCEZ26' }));
  const typeIn = async (testId: string, text: string) => {
    await user.clear(await screen.findByTestId(testId));
    await user.type(screen.getByTestId(testId), text);
  };
  expect(await screen.findByTestId('oco-1-stop')).toHaveProperty('value', "462'6");
  await user.click(screen.getByTestId('oco-1-LIMIT'));
  expect(screen.getByTestId('oco-1-limit')).toHaveProperty('value', "452'4");
  await user.click(screen.getByTestId('oco-1-SELL'));
  expect(screen.getByTestId('oco-1-limit')).toHaveProperty('value', "462'6");
  await typeIn('oco-1-limit', "457'0");
  expect(screen.getByTestId('oco-warnings-1').textContent).toBe('Khớp ngay');
  await typeIn('oco-2-stop', "455'0");
  expect(screen.queryByTestId('oco-warnings-2')).toBeNull();
  await user.click(screen.getByTestId('oco-2-BUY'));
  expect(screen.getByTestId('oco-2-stop')).toHaveProperty('value', "455'0");
  expect(screen.getByTestId('oco-warnings-2').textContent).toBe('Giá dừng đã chạm, lệnh kích hoạt ngay');
});

test('a template keeps an order without its prices, and is taken into the ticket', async () => {
  const { user, type } = await openTicket();
  await user.click(screen.getByTestId('ticket-side-sell'));
  await type('ticket-price', "456'0");
  await type('ticket-quantity', '3');
  await user.click(screen.getByRole('checkbox', { name: 'Chốt lời / cắt lỗ' }));
  await type('ticket-stop-loss', "458'0");
  const open = async () => {
    await user.click(screen.getByTestId('ticket-more'));
    await user.click(await screen.findByRole('menuitem', { name: 'Mẫu lệnh' }));
    // The menu has taken the page from pointers, and the dialog takes itself back a moment after it is there.
    const dialog = await screen.findByRole('dialog');
    await waitFor(() => expect(dialog.style.pointerEvents).toBe('auto'));
  };
  await open();
  await user.click(await screen.findByTestId('template-save'));
  expect(screen.getByTestId('templates').textContent).toBe('Bán 3 lot Giới hạn');
  act(() => useTicketDraft.getState().reset(null));
  act(() => useTicketDraft.getState().reset(CORN.code));
  await user.click(screen.getByRole('button', { name: 'Bán 3 lot Giới hạn' }));
  // A price was kept as its ticks, and the limit follows the market again.
  expect(useTicketDraft.getState()).toMatchObject({
    ...{ side: 'SELL', orderType: 'LIMIT', lotsText: '3', limitSource: 'market' },
    ...{ hasExits: true, exitUnit: 'ticks', stopLossText: '8', takeProfitText: '' },
  });
  await open();
  await user.click(await screen.findByRole('button', { name: 'Bỏ Bán 3 lot Giới hạn' }));
  expect(screen.getByTestId('templates').textContent).toBe('');
});

test('a held Enter keeps one template, and a name with something hidden in it is told and not kept', async () => {
  const { user } = await openTicket();
  useOrderTemplates.setState({ templates: [] });
  await user.click(screen.getByTestId('ticket-more'));
  await user.click(await screen.findByRole('menuitem', { name: 'Mẫu lệnh' }));
  const dialog = await screen.findByRole('dialog');
  await waitFor(() => expect(dialog.style.pointerEvents).toBe('auto'));
  const field = within(dialog).getByTestId('template-name');
  await user.click(field);
  await user.paste('Mua\u200b sáng');
  expect(within(dialog).getByText('Có ký tự ẩn, hãy xóa và gõ lại')).toBeTruthy();
  await user.keyboard('{Enter}');
  expect(useOrderTemplates.getState().templates).toEqual([]);
  await user.clear(field);
  await user.type(field, 'Mua sáng{Enter>3/}');
  expect(useOrderTemplates.getState().templates.map(({ name }) => name)).toEqual(['Mua sáng']);
});

test('a pair is of the sub-account for which it was opened, whichever is shown meanwhile', async () => {
  const { user } = await openTicket();
  await user.click(screen.getByTestId('ticket-more'));
  await user.click(await screen.findByRole('menuitem', { name: 'Một khớp, một hủy ZCEZ26' }));
  await screen.findByTestId('oco-send');
  act(() => useSelectedAccount.getState().select(OTHER.accountId));
  fireEvent.click(screen.getByTestId('oco-send'));
  expect(grouped().map(([address]) => String(address))).toEqual([expect.stringContaining(ACTOR.accountId)]);
  await user.keyboard('{Escape}');
  expect(useTicketDraft.getState().owner).toBeNull();
});
