// @vitest-environment jsdom
/**
 * Tests the dialog of the price alerts: what is typed is requested from the server, and the list follows its answer.
 */
import type { PriceAlert } from '@mua/contract/entities/price-alert';
import type { QueryClient } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Toaster } from '#design/ui/feedback/toaster.tsx';
import { openAlerts } from '#desk/open-alerts.ts';
import { AlertToasts } from '#features/price-alerts/alert-toasts.tsx';
import { AlertsDialog } from '#features/price-alerts/alerts-dialog.tsx';
import { applyAccountEvent } from '#ledger/account-events.ts';
import { contractsQuery } from '#market/contracts.ts';
import { priceStore } from '#market/price-store.ts';
import { ACCOUNT, ACTOR, CORN, CORN_GRID } from '#mock/sample-records.ts';
import { answer, fetched, preparePages, renderPart } from '#test/page.tsx';

const navigate = vi.hoisted(() => vi.fn());
// There is no router around these parts, as there is none around the product's toasts: only the target is checked.
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useNavigate: () => navigate,
}));

const ALERT: PriceAlert = {
  alertId: 'a1',
  accountId: ACTOR.accountId,
  contractCode: CORN.code,
  direction: 'BELOW',
  price: '450.00',
  isRepeating: true,
  note: 'dip',
  isActive: true,
  endReason: null,
  follows: null,
  drawingId: null,
  createdAt: '2026-11-20T05:00:00.000Z',
  reachedAt: '2026-11-20T04:00:00.000Z',
};
const OVER: PriceAlert = {
  ...ALERT,
  alertId: 'a2',
  price: '440.00',
  isActive: false,
  isRepeating: false,
  reachedAt: '2026-11-20T05:00:00.000Z',
};

const sent = () =>
  fetched.mock.calls.flatMap(([address, init]) =>
    init?.method === 'GET' || !init
      ? []
      : [`${init.method} ${String(address).split('/alerts')[1]} ${String(init.body ?? '')}`.replaceAll('"', '')],
  );
let client: QueryClient;

preparePages();
beforeEach(() => {
  priceStore.register([{ code: CORN.code, grid: CORN_GRID }]);
  priceStore.apply([{ code: CORN.code, last: '457.75', settlement: '452.25' }], 'snapshot');
});

/** As the server does for an alert that is new. */
const asSent = (terms: object) => answer(201, { ...ALERT, ...terms });

async function setUp(alerts: PriceAlert[], saving: (terms: object) => Response | Promise<Response> = asSent) {
  fetched.mockImplementation(async (address, init) => {
    if (init?.method !== 'GET') return saving(JSON.parse(String(init?.body ?? '{}')));
    return answer(200, { items: String(address).includes('/alerts') ? alerts : [ACCOUNT], nextCursor: null });
  });
  openAlerts({ contractCode: CORN.code });
  const shown = renderPart(
    <>
      <AlertsDialog onClose={vi.fn()} />
      <AlertToasts onOpen={vi.fn()} />
      <Toaster theme="dark" />
    </>,
    [
      [contractsQuery().queryKey, [CORN]],
      [[ACTOR.userId, 'accounts'], [ACCOUNT]],
    ],
  );
  client = shown.client;
  await screen.findByTestId('alert-price');
  await waitFor(() => expect(screen.queryByTestId('skeleton')).toBeNull());
  return shown.user;
}
const price = () => screen.getByTestId<HTMLInputElement>('alert-price');
const save = () => screen.getByTestId('save-alert');

test('says which way the price must go, and sends exactly that', async () => {
  const user = await setUp([]);
  await user.click(save());
  expect(screen.getByText('Nhập giá')).toBeTruthy();
  await user.type(price(), "460'0");
  expect(screen.getByText("Báo khi giá lên đến 460'0")).toBeTruthy();
  await user.type(screen.getByLabelText('Ghi chú'), ' chốt lời ');
  await user.click(screen.getByRole('switch', { name: /Lặp lại/ }));
  await user.click(save());
  expect(sent()).toEqual(['POST  {contractCode:ZCEZ26,price:460.00,direction:ABOVE,isRepeating:true,note:chốt lời}']);
  expect((await screen.findByTestId('alert-a1')).textContent).toContain("460'0");
  expect(price().value).toBe('');
});

test('what is typed with a price that has an alert already is added to that alert; it never repeats less', async () => {
  const user = await setUp([], (terms) => answer(201, { ...ALERT, ...('price' in terms ? { note: '' } : terms) }));
  await user.type(price(), '450');
  await user.type(screen.getByLabelText('Ghi chú'), 'mua thêm');
  await user.click(save());
  expect(sent().slice(1)).toEqual(['POST /a1 {note:mua thêm}']);
  await waitFor(() => expect(price().value).toBe(''));
});

test('an invalid price, or one where the market is, is not sent', async () => {
  const user = await setUp([]);
  for (const [typed, fault] of [
    ['460.10', /460'0/],
    ["457'6", /đã ở mức này/],
    ['corn', /ví dụ/],
  ] as const) {
    await user.clear(price());
    await user.type(price(), typed);
    expect(screen.getByText(fault)).toBeTruthy();
    await user.click(save());
  }
  expect(sent()).toEqual([]);
});

test('the arrow keys step from the market by ticks', async () => {
  const user = await setUp([]);
  await user.click(price());
  await user.keyboard('{ArrowUp}{Shift>}{ArrowUp}{/Shift}');
  expect(price().value).toBe("460'4");
});

test('a refusal keeps what was typed and says why', async () => {
  const refusal = { code: 'TooManyPriceAlerts', facts: { max: 100 }, requestId: 'r' };
  const user = await setUp([], () => answer(409, refusal));
  await user.type(price(), '470');
  await user.click(save());
  expect((await screen.findByRole('alert')).textContent).toContain('Tối đa 100 cảnh báo giá');
  expect(price().value).toBe('470');
});

test('lists the state of each; pauses, sets again, edits and deletes', async () => {
  const user = await setUp([ALERT, OVER], () => answer(200, { ...ALERT, isActive: false }));
  const row = await screen.findByTestId('alert-a1');
  expect(row.textContent).toMatch(/xuống đến450'0Lặp lạiBáo lần cuối [^·]+ · dip/);
  expect(screen.getByTestId('alert-a2').textContent).toContain('Đã báo');
  expect(screen.getByText('Đang chờ 1 / 100')).toBeTruthy();
  await user.click(within(row).getByRole('button', { name: /Tạm dừng cảnh báo ZCEZ26 xuống đến 450'0/ }));
  await waitFor(() => expect(row.textContent).toContain('Tạm dừng'));
  await user.click(within(row).getByRole('button', { name: /Sửa cảnh báo/ }));
  expect(price().value).toBe("450'0");
  await user.clear(price());
  await user.type(price(), "445'0");
  await user.click(save());
  await user.click(within(row).getByRole('button', { name: /Xóa cảnh báo/ }));
  await waitFor(() => expect(screen.queryByTestId('alert-a1')).toBeNull());
  expect(sent()).toEqual([
    'POST /a1 {isActive:false}',
    'POST /a1 {price:445.00,direction:BELOW,isRepeating:true,note:dip,isActive:true}',
    'DELETE /a1 ',
  ]);
});

test('a waiting alert that was deleted can be set again from its toast', async () => {
  const user = await setUp([ALERT, OVER], () => answer(201, { ...ALERT, alertId: 'a3' }));
  await user.click(await screen.findByRole('button', { name: /Xóa cảnh báo ZCEZ26 xuống đến 440'0/ }));
  expect(await screen.findByText("Đã xóa cảnh báo ZCEZ26 xuống đến 440'0")).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Hoàn tác' })).toBeNull();
  await user.click(screen.getByRole('button', { name: /Xóa cảnh báo ZCEZ26 xuống đến 450'0/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Hoàn tác' }));
  expect(await screen.findByTestId('alert-a3')).toBeTruthy();
  expect(sent().at(-1)).toBe('POST  {contractCode:ZCEZ26,direction:BELOW,price:450.00,isRepeating:true,note:dip}');
});

describe('the keyboard focus', () => {
  const press = async (name: RegExp) => {
    const button = await screen.findByRole('button', { name });
    button.focus();
    await userEvent.keyboard('{Enter}');
    return button;
  };
  const deleting = (at: string) =>
    screen.getByRole('button', { name: new RegExp(`Xóa cảnh báo ZCEZ26 xuống đến ${at}`) });

  test('stays on the button that pauses, which sends once however often it is pressed', async () => {
    let resume = (_reply: Response): void => undefined;
    await setUp(
      [ALERT],
      () =>
        new Promise((resolve) => {
          resume = resolve;
        }),
    );
    const button = await press(/Tạm dừng cảnh báo/);
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(document.activeElement).toBe(button);
    await userEvent.keyboard('{Enter}');
    resume(answer(200, { ...ALERT, isActive: false }));
    await screen.findByRole('button', { name: /Bật lại cảnh báo/ });
    expect(document.activeElement).toBe(button);
    expect(sent()).toHaveLength(1);
  });

  test('moves from a deleted row to the next one’s button, and from the last to the price', async () => {
    await setUp([ALERT, OVER]);
    await press(/Xóa cảnh báo ZCEZ26 xuống đến 450'0/);
    await waitFor(() => expect(document.activeElement).toBe(deleting("440'0")));
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(document.activeElement).toBe(price()));
  });

  test('returns to the row whose alert was edited', async () => {
    const user = await setUp([ALERT, OVER], () => answer(200, { ...ALERT, price: '445.00' }));
    const edit = await press(/Sửa cảnh báo ZCEZ26 xuống đến 450'0/);
    await user.clear(price());
    await user.type(price(), "445'0{Enter}");
    await waitFor(() => expect(edit.getAttribute('aria-pressed')).toBe('false'));
    expect(document.activeElement).toBe(edit);
  });
});

test('an alert reached while the page is open is announced once, and the list is requested again', async () => {
  await setUp([ALERT]);
  const message = {
    ...{ mailboxId: '7-0', accountId: ACTOR.accountId, code: 'PriceAlert' as const, reason: null, orderId: null },
    facts: { contract: CORN.code, direction: 'BELOW', price: '450.00', last: '449.75', note: 'dip' },
    ...{ contractCode: CORN.code, isRead: false, createdAt: '2026-11-20T05:00:00.000Z', deliveries: [], seq: 7 },
  };
  const notify = () =>
    act(() => applyAccountEvent(client, { ...ACTOR, items: [{ kind: 'message', message }], isSnapshot: false }));
  const asked = () => fetched.mock.calls.filter(([address]) => String(address).includes('/alerts')).length;
  const before = asked();
  notify();
  const toast = await screen.findByTestId('toast-alert');
  expect(toast.textContent).toContain("ZCEZ26 xuống đến 450'0");
  expect(toast.textContent).toContain('“dip”');
  notify();
  expect(screen.getAllByTestId('toast-alert')).toHaveLength(1);
  await waitFor(() => expect(asked()).toBeGreaterThan(before));
  act(() => within(toast).getByText('Mở ZCEZ26').click());
  expect(navigate).toHaveBeenCalledWith({ to: '/trading/$code', params: { code: CORN.code } });
});

const LINE: PriceAlert = {
  ...ALERT,
  alertId: 'l1',
  follows: {
    kind: 'line',
    interval: '1h',
    from: { time: '2026-11-19T05:00:00.000Z', price: '450.00' },
    to: { time: '2026-11-20T05:00:00.000Z', price: '452.00' },
    isExtended: true,
  },
  drawingId: 'd1',
  price: '452.25',
};

test('an alert on a line says where the line is now; its form has no price, and keeps the rest', async () => {
  const user = await setUp([LINE], () => answer(200, LINE));
  expect(screen.getByTestId('alert-l1').textContent).toContain("đường xu hướng · 1h, nay 452'2");
  await user.click(screen.getByRole('button', { name: /^Sửa cảnh báo/ }));
  expect(screen.queryByTestId('alert-price')).toBeNull();
  expect(screen.getByTestId('alert-follows').textContent).toContain('đường xu hướng');
  await user.type(screen.getByLabelText('Ghi chú'), '!');
  await user.click(save());
  expect(sent()).toEqual(['POST /l1 {isRepeating:true,note:dip!}']);
  await waitFor(() => expect(price()).toBeTruthy());
});

test('an alert on a line that was deleted is set again on the line', async () => {
  const user = await setUp([LINE], () => answer(200, LINE));
  await user.click(screen.getByRole('button', { name: /^Xóa cảnh báo/ }));
  // Toasts of other tests may still be there.
  const said = await screen.findByText(/^Đã xóa cảnh báo .*đường xu hướng/);
  const toast = said.closest<HTMLElement>('[data-sonner-toast]');
  if (!toast) throw new Error('it was said elsewhere');
  fireEvent.click(within(toast).getByRole('button', { name: 'Hoàn tác' }));
  await waitFor(() => expect(sent()).toHaveLength(2));
  const again = sent()[1] ?? '';
  expect(again).toContain('follows:{kind:line,interval:1h');
  expect(again).toContain('drawingId:d1');
  expect(again).not.toContain('price:452.25');
});

test('the same bell once more brings its contract back, and the focus to the price; what is typed stays', async () => {
  const user = await setUp([]);
  await user.type(price(), '470');
  await user.click(screen.getByLabelText('Ghi chú'));
  act(() => openAlerts({ contractCode: CORN.code }));
  expect(document.activeElement).toBe(price());
  expect(price().value).toBe('470');
  const code = screen.getByTestId<HTMLInputElement>('alert-contract');
  await user.clear(code);
  await user.type(code, 'zz');
  act(() => openAlerts({ contractCode: CORN.code }));
  expect(code.value).toBe(CORN.code);
  expect(await screen.findByTestId('alert-price')).toBeTruthy();
});

test('what was chosen on a chart is set with its words as the note', async () => {
  const user = await setUp([]);
  const follows = { kind: 'average', average: 'EMA', period: 20, interval: '1h' } as const;
  act(() => openAlerts({ contractCode: CORN.code, subject: { follows } }));
  expect((await screen.findByTestId('alert-follows')).textContent).toContain('EMA 20 · 1h');
  await user.click(save());
  expect(sent()).toEqual([
    'POST  {contractCode:ZCEZ26,follows:{kind:average,average:EMA,period:20,interval:1h},isRepeating:false,note:EMA 20 · 1h}',
  ]);
});

test.each(['Đặt cảnh báo', 'Chọn một mức giá'])(
  'the form of an average gives way at “%s”, and the focus is at the price',
  async (name) => {
    const user = await setUp([]);
    const follows = { kind: 'average', average: 'MA', period: 20, interval: '15m' } as const;
    act(() => openAlerts({ contractCode: CORN.code, subject: { follows } }));
    (await screen.findByRole('button', { name })).focus();
    await user.keyboard('{Enter}');
    const field = await screen.findByTestId('alert-price');
    await waitFor(() => expect(document.activeElement).toBe(field));
  },
);
