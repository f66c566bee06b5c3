// @vitest-environment jsdom
/** A request is sent by its first press, however late the accounts that it can be paid to arrive. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { TooltipProvider } from '#design/ui/overlays/tooltip.tsx';
import { startI18n } from '#i18n/i18n.ts';
import { ACCOUNT, AN, CORN, MARGIN } from '#mock/sample-records.ts';
import { WithdrawPage } from '#pages/withdraw/withdraw-page.tsx';
import { useAuth } from '#session/auth-store.ts';

const BENEFICIARY = {
  beneficiaryAccountId: 'b1',
  beneficiaryAccountNumber: '0123456789',
  accountName: 'NGUYEN VAN AN',
  bankCode: 'VCB',
  usableFrom: null,
};
const NOTE = {
  ...{ note: 'Rut tien', holderName: 'NGUYEN VAN AN', least: '100000', fee: '0' },
  ...{ secondApprovalAbove: '500000000', beneficiaryHoldHours: 24 },
};

const answer = (body: unknown) => new Response(JSON.stringify(body), { status: 200 });

/** What the form decides by arrives when the test says so. */
let arrive: () => void;
let arrived: Promise<void>;
let sent: unknown[];

const fetched = vi.fn<typeof fetch>(async (address, init) => {
  const path = new URL(String(address), 'http://localhost').pathname.replace('/api', '');
  if (path.endsWith('/withdraw')) sent.push(JSON.parse(String(init?.body)));
  if (path === '/investor/me') return answer(AN);
  if (path === '/investor/accounts') return answer({ items: [ACCOUNT], nextCursor: null });
  if (path.startsWith('/investor/margin-status/')) return answer(MARGIN);
  if (path.endsWith('/contracts')) return answer({ items: [CORN], nextCursor: null });
  if (path === '/investor/withdraw-note') return arrived.then(() => answer(NOTE));
  if (path === '/investor/beneficiary-accounts')
    return arrived.then(() => answer({ items: [BENEFICIARY], nextCursor: null }));
  return answer({ items: [], nextCursor: null });
});

beforeAll(async () => {
  localStorage.setItem('i18nextLng', 'en');
  await startI18n();
});

beforeEach(() => {
  vi.stubEnv('VITE_APP_NAME', 'Mùa');
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('scrollTo', () => undefined);
  arrived = new Promise((resolve) => {
    arrive = resolve;
  });
  sent = [];
  useAuth.getState().addAccount({ user: { userId: 'an' }, accessToken: { value: 'an'.repeat(11) } });
});

afterEach(() => {
  cleanup();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  useAuth.getState().signOutAll();
});

/** Returns what counts the answers that the page still waits for. */
async function open(): Promise<QueryClient> {
  const root = createRootRoute({ component: Outlet });
  const page = createRoute({ getParentRoute: () => root, path: '/account-overview/withdraw', component: WithdrawPage });
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: ['/account-overview/withdraw'] }),
  });
  await router.load();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <RouterProvider router={router as never} />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  return client;
}

test('there is no button before all is known that it decides by', async () => {
  const client = await open();
  await screen.findByTestId('withdraw');
  await waitFor(() => expect(client.isFetching()).toBe(2));
  expect(screen.queryByTestId('withdraw-send')).toBeNull();
  arrive();
  const user = userEvent.setup();
  await user.type(await screen.findByTestId('withdraw-amount'), '5000000');
  await user.click(screen.getByTestId('withdraw-send'));
  expect(sent).toEqual([{ amount: '5000000', beneficiaryAccountId: 'b1' }]);
});
