// @vitest-environment jsdom
/** Tests close all: one order per position; a refused one stays with its reason, an accepted one is not sent again. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { CloseAll } from '#features/positions/close-all.tsx';
import { startI18n } from '#i18n/i18n.ts';
import { forgetLedgers } from '#ledger/account-ledger.ts';
import { orderPageOf } from '#mock/order-page.ts';
import { ACCOUNT, ACTOR, CORN, sampleConditional, sampleOrder, samplePosition } from '#mock/sample-records.ts';
import { useSentOrders } from '#orders/sent-orders.ts';
import { useAuth } from '#session/auth-store.ts';

const OTHER = { ...CORN, code: 'ZCEH27' };
const fetched = vi.fn<typeof fetch>();

beforeAll(async () => {
  localStorage.setItem('i18nextLng', 'vi');
  await startI18n();
});
beforeEach(() => {
  vi.stubEnv('VITE_APP_NAME', 'Mùa');
  vi.stubGlobal('fetch', fetched);
  useAuth.getState().addAccount({ user: { userId: ACTOR.userId }, accessToken: { value: 'h'.repeat(22) } });
  useSentOrders.setState({ orders: new Map() });
  forgetLedgers();
});
afterEach(() => {
  cleanup();
  vi.unstubAllEnvs();
  useAuth.getState().signOutAll();
});

const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });

/** The server refuses to close the contracts that `isRefused` names. */
function setUp(contractCodes: readonly string[], isRefused: (code: string) => boolean = () => false) {
  fetched.mockReset().mockImplementation(async (address, init) => {
    if (String(address).includes('margin'))
      return answer(503, { code: 'ServiceUnavailable', facts: {}, requestId: 'r' });
    if (init?.method === 'GET') {
      const isConditional = String(address).includes('conditional-orders');
      const conditionals = { items: [sampleConditional()], nextCursor: null };
      return answer(200, isConditional ? conditionals : orderPageOf([sampleOrder()]));
    }
    const { clientOrderId, contractCode } = JSON.parse(String(init?.body)) as Record<
      'clientOrderId' | 'contractCode',
      string
    >;
    if (isRefused(contractCode)) return answer(422, { code: 'TRADING_HALTED', facts: {}, requestId: 'r' });
    const order = sampleOrder({ clientOrderId, contractCode, orderType: 'MARKET', side: 'SELL', limitPrice: null });
    return answer(201, { order, seq: 40 });
  });
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });
  client.setQueryData([ACTOR.userId, 'accounts'], [ACCOUNT]);
  client.setQueryData(['public', 'contracts'], [CORN, OTHER]);
  client.setQueryData(
    [ACTOR.userId, 'positions', ACTOR.accountId],
    contractCodes.map((contractCode) => ({ ...samplePosition(), contractCode })),
  );
  render(
    <QueryClientProvider client={client}>
      <CloseAll actor={ACTOR} />
    </QueryClientProvider>,
  );
  return userEvent.setup({ delay: null });
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
