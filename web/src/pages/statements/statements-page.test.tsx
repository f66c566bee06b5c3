// @vitest-environment jsdom
/** The page of statements: what is shown is the period that was asked for, or why it is not. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { TooltipProvider } from '#design/ui/overlays/tooltip.tsx';
import { startI18n } from '#i18n/i18n.ts';
import { ACCOUNT, ACTOR } from '#mock/sample-records.ts';
import { statementsQuery } from '#pages/statements/statements.ts';
import { StatementsPage } from '#pages/statements/statements-page.tsx';
import { useAuth } from '#session/auth-store.ts';
import { accountsQuery } from '#signed-in/accounts.ts';

const DAY = { period: '2026-11-20', from: '2026-11-20', to: '2026-11-20', cash: '1000', dayHash: 'a'.repeat(64) };

beforeAll(async () => {
  localStorage.setItem('i18nextLng', 'vi');
  await startI18n();
});

beforeEach(() => {
  vi.stubEnv('VITE_APP_NAME', 'Mùa');
  vi.stubGlobal('scrollTo', () => undefined);
  useAuth.getState().addAccount({ user: { userId: ACTOR.userId }, accessToken: { value: 'h'.repeat(22) } });
});

afterEach(() => {
  cleanup();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  useAuth.getState().signOutAll();
});

function open(period: string, hasDays: boolean): void {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  client.setQueryData(accountsQuery(ACTOR.userId).queryKey, [ACCOUNT]);
  client.setQueryData(statementsQuery(ACTOR, 'month').queryKey, [{ ...DAY, period: '2026-11' }]);
  if (hasDays) client.setQueryData(statementsQuery(ACTOR, 'day').queryKey, [DAY]);
  const root = createRootRoute();
  const page = createRoute({
    getParentRoute: () => root,
    path: '/account-overview/history-payment',
    component: () => <StatementsPage period={period} onPeriod={() => {}} />,
  });
  const history = createMemoryHistory({ initialEntries: ['/account-overview/history-payment'] });
  const router = createRouter({ routeTree: root.addChildren([page]), history });
  render(
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <RouterProvider router={router as never} />
      </TooltipProvider>
    </QueryClientProvider>,
  );
}

test('a day that has no statement is not answered by another day’s', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  open('2026-10-01', true);
  await screen.findByText('Không có sao kê của kỳ này');
  expect(screen.queryByRole('heading', { name: /20\/11\/2026/ })).toBeNull();
});

test('a month whose days could not be read says so, and does not wait for ever', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<html>', { status: 502 })));
  open('2026-11', false);
  await screen.findByRole('button', { name: 'Thử lại' });
});
