// @vitest-environment jsdom
/** The investor's choice of ways: sent as it is made, taken back where it is refused, and none for security news. */
import { defaultSetting, NOTICE_CATEGORIES } from '@mua/contract/entities/notification-settings';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { TooltipProvider } from '#design/ui/overlays/tooltip.tsx';
import { NoticeSettingsDialog } from '#features/mailbox/notice-settings-dialog.tsx';
import { startI18n } from '#i18n/i18n.ts';
import { ACTOR } from '#mock/sample-records.ts';
import { useAuth } from '#session/auth-store.ts';

const SETTINGS = NOTICE_CATEGORIES.map(defaultSetting);
const MONEY_BY_MAIL = 'Deposits and withdrawals: Email';

/** Null: the change is taken. */
let refusal: string | null;
let sent: unknown[];

beforeAll(async () => {
  localStorage.setItem('i18nextLng', 'en');
  await startI18n();
});

beforeEach(() => {
  vi.stubEnv('VITE_APP_NAME', 'Mùa');
  refusal = null;
  sent = [];
  vi.stubGlobal('fetch', async (_address: string, init?: RequestInit) => {
    if (init?.method !== 'POST') return new Response(JSON.stringify({ items: SETTINGS }), { status: 200 });
    const change = JSON.parse(String(init.body));
    sent.push(change);
    if (refusal !== null)
      return new Response(JSON.stringify({ code: refusal, facts: {}, requestId: 'r' }), { status: 503 });
    const items = SETTINGS.map((one) => (one.category === change.category ? { ...one, ...change } : one));
    return new Response(JSON.stringify({ items }), { status: 200 });
  });
  useAuth.getState().addAccount({ user: { userId: ACTOR.userId }, accessToken: { value: 'h'.repeat(22) } });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <TooltipProvider>
        <NoticeSettingsDialog onClose={() => undefined} />
      </TooltipProvider>
    </QueryClientProvider>,
  );
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  useAuth.getState().signOutAll();
});

const isOn = (name: string) => screen.getByRole('switch', { name }).getAttribute('aria-checked') === 'true';

test('a choice is sent for its category alone, and stands', async () => {
  await userEvent.click(await screen.findByRole('switch', { name: MONEY_BY_MAIL }));
  await waitFor(() => expect(sent).toEqual([{ category: 'MONEY', mail: false }]));
  expect(isOn(MONEY_BY_MAIL)).toBe(false);
  expect(isOn('Profile and contracts: Email')).toBe(true);
});

test('a choice that is refused is taken back, and says why', async () => {
  refusal = 'DatabaseConnectionError';
  await userEvent.click(await screen.findByRole('switch', { name: MONEY_BY_MAIL }));
  expect((await screen.findByRole('alert')).textContent).not.toBe('');
  expect(isOn(MONEY_BY_MAIL)).toBe(true);
});

test('security news has no switch: each of its ways is always', async () => {
  const row = (await screen.findByRole('rowheader', { name: 'Security' })).closest('tr') as HTMLElement;
  expect(within(row).queryByRole('switch')).toBeNull();
  expect(within(row).getAllByText('Always')).toHaveLength(3);
});
