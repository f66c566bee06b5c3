// @vitest-environment jsdom
/**
 * Checks that a grant is described as it was given, revoked only after confirmation, and removed once the server
 * confirms.
 */
import type { OAuthGrant } from '@mua/contract/entities/oauth';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { GrantedApplications } from '#features/granted-applications/granted-applications.tsx';
import { loadAccountWords, startI18n } from '#i18n/i18n.ts';
import { ACTOR } from '#mock/sample-records.ts';
import { useAuth } from '#session/auth-store.ts';

const BOT: OAuthGrant = {
  grantId: 'g1',
  client: { clientId: 'c1', name: 'Bot' },
  scopes: ['market', 'trade'],
  accountIds: ['108C000001-01'],
  maxLotsPerDay: 5,
  contractCodes: ['ZCEZ26'],
  grantedAt: '2026-11-20T05:00:00.000Z',
  expiresAt: '2026-12-20T05:00:00.000Z',
  lastUsedAt: null,
};
const fetched = vi.fn<typeof fetch>();
const answer = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

beforeAll(async () => {
  localStorage.setItem('i18nextLng', 'vi');
  await Promise.all([startI18n(), loadAccountWords()]);
});
beforeEach(() => {
  vi.stubEnv('VITE_APP_NAME', 'Mùa');
  vi.stubGlobal('fetch', fetched);
  useAuth.getState().addAccount({ user: { userId: ACTOR.userId }, accessToken: { value: 'h'.repeat(22) } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllEnvs();
  useAuth.getState().signOutAll();
});

async function setUp(revoked: Response) {
  fetched.mockReset().mockImplementation(async (_address, init) => {
    return init?.method === 'DELETE' ? revoked : answer({ items: [BOT], nextCursor: null });
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <GrantedApplications userId={ACTOR.userId} />
    </QueryClientProvider>,
  );
  await screen.findByText('Bot');
  return userEvent.setup({ delay: null });
}
const deletions = () => fetched.mock.calls.filter(([, init]) => init?.method === 'DELETE');

test('says what may be done, in which sub-account, and until when', async () => {
  await setUp(answer({ items: [], nextCursor: null }));
  expect(screen.getByText('Xem giá · Đặt, sửa và hủy lệnh · 5 lot mỗi ngày · ZCEZ26')).toBeTruthy();
  expect(screen.getByText('108C000001-01')).toBeTruthy();
  expect(screen.getByText('Đến 20/12/2026 · Chưa dùng')).toBeTruthy();
});

test('is revoked after the confirmation, not before it', async () => {
  const user = await setUp(answer({ items: [], nextCursor: null }));
  await user.click(screen.getByRole('button', { name: 'Thu hồi quyền của Bot' }));
  expect(deletions()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Thu hồi' }));
  await screen.findByText('Chưa có ứng dụng nào được cấp quyền');
  expect(String(deletions()[0]?.[0])).toMatch(/\/api\/iam\/oauth\/grants\/g1$/);
});

test('a refusal is shown, and the grant stays', async () => {
  const user = await setUp(answer({ code: 'NotFound', facts: {}, requestId: 'r' }, 404));
  await user.click(screen.getByRole('button', { name: 'Thu hồi quyền của Bot' }));
  await user.click(screen.getByRole('button', { name: 'Thu hồi' }));
  await screen.findByRole('alert');
  expect(screen.getByText('Bot')).toBeTruthy();
});
