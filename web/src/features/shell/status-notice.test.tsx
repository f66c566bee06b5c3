// @vitest-environment jsdom
/** Tests the status of an investor who may not trade yet: its text, with the one step for the investor to take. */
import type { Investor } from '@mua/contract/entities/investor';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { StatusNotice } from '#features/shell/status-notice.tsx';
import { startI18n } from '#i18n/i18n.ts';
import { AN } from '#mock/sample-records.ts';
import { useAuth } from '#session/auth-store.ts';
import { accountsQuery } from '#signed-in/accounts.ts';

const EKYC = '/account-overview/ekyc';
const PAPERS = '/account-overview/digital-signature';

beforeAll(async () => {
  localStorage.setItem('i18nextLng', 'vi');
  vi.stubEnv('VITE_APP_NAME', 'Mùa');
  vi.stubEnv('VITE_SUPPORT_URL', 'mailto:support@mua.demo');
  await startI18n();
});

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  useAuth.getState().addAccount({ user: { userId: AN.userId }, accessToken: { value: 'h'.repeat(22) } });
});

afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  useAuth.getState().signOutAll();
  await i18next.changeLanguage('vi');
});

async function setUp(part: Partial<Investor>, at = '/') {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });
  const become = (next: Partial<Investor>) => client.setQueryData([AN.userId, 'me'], { ...AN, ...next });
  become(part);
  client.setQueryData(accountsQuery(AN.userId).queryKey, []);
  const root = createRootRoute({
    component: () => (
      <>
        <StatusNotice userId={AN.userId} />
        <Outlet />
      </>
    ),
  });
  const pages = ['/', EKYC, PAPERS].map((path) => createRoute({ getParentRoute: () => root, path }));
  const history = createMemoryHistory({ initialEntries: [at] });
  const router = createRouter({ routeTree: root.addChildren(pages), history });
  await router.load();
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return { client, become };
}

describe('what the investor reads, and where it leads', () => {
  test.each([
    ['DRAFT', 'Hồ sơ chưa hoàn tất', 'Hoàn tất hồ sơ', EKYC],
    ['PENDING', 'Hồ sơ đang duyệt', 'Xem hồ sơ', EKYC],
    ['INCOMPLETE', 'Hồ sơ cần bổ sung', 'Bổ sung hồ sơ', EKYC],
    ['REJECTED', 'Hồ sơ chưa được duyệt', 'Sửa và gửi lại', EKYC],
    ['PENDING_ACTIVATE', 'Hồ sơ đã duyệt, chờ kích hoạt', 'Ký hợp đồng', PAPERS],
    ['INACTIVE', 'Tài khoản ngừng hoạt động', 'Liên hệ hỗ trợ', 'mailto:support@mua.demo'],
  ] as const)('%s', async (status, words, step, href) => {
    await setUp({ status });
    expect((await screen.findByTestId('status-notice')).textContent).toContain(words);
    expect(screen.getByRole('link', { name: step }).getAttribute('href')).toBe(href);
  });

  test('in English too', async () => {
    await i18next.changeLanguage('en');
    await setUp({ status: 'DRAFT' });
    expect(await screen.findByText('Profile not finished')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Complete profile' })).toBeTruthy();
  });

  test('an operator’s reason replaces the general text', async () => {
    await setUp({ status: 'INCOMPLETE', statusReason: 'Ảnh mặt sau bị lóa' });
    const { textContent } = await screen.findByTestId('status-notice');
    expect(textContent).toContain('Ảnh mặt sau bị lóa');
    expect(textContent).not.toContain('Bổ sung các mục được nêu');
  });
});

test.each([
  ['DRAFT', EKYC],
  ['PENDING_ACTIVATE', PAPERS],
] as const)('%s: the page that the step leads to says it itself', async (status, page) => {
  await setUp({ status }, page);
  await waitFor(() => expect(screen.queryByTestId('status-notice')).toBeNull());
});

test('an investor who may trade sees nothing, and their sub-accounts are requested again', async () => {
  const { client, become } = await setUp({ status: 'PENDING_ACTIVATE' });
  await screen.findByTestId('status-notice');
  expect(client.getQueryState(accountsQuery(AN.userId).queryKey)?.isInvalidated).toBe(false);
  act(() => void become({ status: 'ACTIVE' }));
  await waitFor(() => expect(screen.queryByTestId('status-notice')).toBeNull());
  expect(client.getQueryState(accountsQuery(AN.userId).queryKey)?.isInvalidated).toBe(true);
});
