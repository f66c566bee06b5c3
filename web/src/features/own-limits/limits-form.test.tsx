// @vitest-environment jsdom
/**
 * Tests own limits on screen: tighter at once, looser later with a notice before and after, and a refusal keeps what
 * was typed.
 */
import type { SelfLimits, SelfLimitsReply } from '@mua/contract/http/self-limits';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { TooltipProvider } from '#design/ui/overlays/tooltip.tsx';
import { OwnLimitsDialog } from '#features/own-limits/own-limits-dialog.tsx';
import { startI18n } from '#i18n/i18n.ts';
import { ACCOUNT, ACTOR } from '#mock/sample-records.ts';
import { useAuth } from '#session/auth-store.ts';
import { setClock } from '#session/clock.ts';

/** 12:00 in Vietnam. */
const NOON = Date.parse('2026-11-20T05:00:00.000Z');
const FIVE: SelfLimits = { maxLotsPerOrder: 5, dailyLoss: '50000000', noTradeHours: null, coolOffUntil: null };
const LOOSER = 'Nới lỏng có hiệu lực từ 05:00 21/11/2026. Trước lúc đó vẫn là: 5 lot.';
const fetched = vi.fn<typeof fetch>();
let putClockBack = () => {};

beforeAll(async () => {
  localStorage.setItem('i18nextLng', 'vi');
  await startI18n();
});
beforeEach(() => {
  putClockBack = setClock(() => NOON);
  vi.stubEnv('VITE_APP_NAME', 'Mùa');
  vi.stubGlobal('fetch', fetched);
  useAuth.getState().addAccount({ user: { userId: ACTOR.userId }, accessToken: { value: 'h'.repeat(22) } });
});
afterEach(() => {
  cleanup();
  putClockBack();
  vi.unstubAllEnvs();
  useAuth.getState().signOutAll();
});

const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
const bodies = () =>
  fetched.mock.calls.flatMap(([, init]) => (init?.method === 'POST' ? [JSON.parse(String(init.body))] : []));

/** The first answer is the current state, the second is that to saving. */
async function setUp(reply: SelfLimitsReply, saving: Response = answer(200, reply)) {
  fetched.mockReset().mockImplementation(async (_address, init) => {
    return init?.method === 'POST' ? saving : answer(200, reply);
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <TooltipProvider>
        <OwnLimitsDialog userId={ACTOR.userId} account={ACCOUNT} onClose={vi.fn()} />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  await screen.findByTestId('limit-lots');
  return userEvent.setup({ delay: null });
}
const lots = () => screen.getByTestId<HTMLInputElement>('limit-lots');
const save = () => screen.getByTestId<HTMLButtonElement>('save-limits');

test('the account is named, and nothing can be saved before a change', async () => {
  await setUp({ inForce: FIVE, next: null });
  expect(screen.getByText(ACCOUNT.subAccountCode)).toBeTruthy();
  expect(lots().value).toBe('5');
  expect(save().disabled).toBe(true);
});

test('a tighter limit applies at once', async () => {
  const tighter = { ...FIVE, maxLotsPerOrder: 3 };
  const user = await setUp({ inForce: FIVE, next: null }, answer(200, { inForce: tighter, next: null }));
  await user.clear(lots());
  await user.type(lots(), '3');
  expect(screen.getByText('Có hiệu lực ngay khi lưu')).toBeTruthy();
  await user.click(save());
  await screen.findByText('Đã lưu');
  expect(bodies()).toEqual([tighter]);
  expect(save().disabled).toBe(true);
});

test('a looser limit shows its date before it is saved, and its row shows it pending afterwards', async () => {
  const looser = { ...FIVE, maxLotsPerOrder: 8 };
  const user = await setUp({ inForce: FIVE, next: null }, answer(200, { inForce: FIVE, next: looser }));
  await user.clear(lots());
  await user.type(lots(), '8');
  expect(screen.getByText(LOOSER)).toBeTruthy();
  await user.click(save());
  expect(await screen.findByText('Chờ hiệu lực từ 05:00 21/11/2026. Trước lúc đó vẫn là: 5 lot.')).toBeTruthy();
  expect(lots().value).toBe('8');
});

test('a refusal is explained and keeps everything that was typed', async () => {
  const user = await setUp(
    { inForce: FIVE, next: null },
    answer(503, { code: 'JOURNAL_UNAVAILABLE', facts: {}, requestId: 'r' }),
  );
  await user.type(screen.getByTestId('limit-from'), '22');
  await user.type(screen.getByTestId('limit-to'), '6h30');
  await user.click(save());
  expect((await screen.findByRole('alert')).textContent).not.toBe('');
  expect(screen.getByTestId<HTMLInputElement>('limit-from').value).toBe('22:00');
  expect(screen.getByTestId<HTMLInputElement>('limit-to').value).toBe('06:30');
  await waitFor(() => expect(save().disabled).toBe(false));
  expect(bodies()).toEqual([{ ...FIVE, noTradeHours: { from: '22:00', to: '06:30' } }]);
});

test('an unreadable value is reported at its field and not sent', async () => {
  const user = await setUp({ inForce: FIVE, next: null });
  await user.clear(lots());
  await user.type(lots(), '0');
  await user.click(save());
  expect(screen.getByText('Khối lượng là số lot nguyên, từ 1')).toBeTruthy();
  expect(lots().getAttribute('aria-invalid')).toBe('true');
  expect(bodies()).toEqual([]);
});
