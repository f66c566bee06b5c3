// @vitest-environment jsdom
/** Checks that a refusal leads to the page where it can be resolved. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startI18n } from '#i18n/i18n.ts';
import { WayOn } from '#signed-in/way-on.tsx';

beforeAll(async () => {
  localStorage.setItem('i18nextLng', 'vi');
  vi.stubEnv('VITE_APP_NAME', 'Mùa');
  vi.stubEnv('VITE_SUPPORT_URL', 'https://help.mua.example');
  vi.stubGlobal('scrollTo', () => undefined);
  await startI18n();
});
afterEach(cleanup);

test.each([
  ['PapersNotSigned', 'Ký hợp đồng', '/account-overview/digital-signature'],
  ['InvestorNotVerified', 'Định danh', '/account-overview/ekyc'],
  ['InvestorTradingAccountNotAllowed', 'Định danh', '/account-overview/ekyc'],
  ['InsufficientMargin', 'Nạp 12.500.000\u00a0₫', '/account-overview/deposit?amount=12500000'],
  ['EkycApproved', 'Liên hệ hỗ trợ', 'https://help.mua.example'],
  ['PinNotSet', 'Mở Bảo mật', '/account-overview/security-account'],
] as const)('%s: %s', async (code, name, href) => {
  const root = createRootRoute({ component: () => <WayOn code={code} facts={{ missing: '12500000' }} /> });
  const router = createRouter({ routeTree: root, history: createMemoryHistory() });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(href);
});
