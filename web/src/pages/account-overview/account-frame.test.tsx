// @vitest-environment jsdom
/** The frame of the account pages: who owes a paper is told above every page but the one where it is signed. */
import type { DigitalSignature } from '@mua/contract/entities/digital-signature';
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
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startI18n } from '#i18n/i18n.ts';
import { ACCOUNT, AN } from '#mock/sample-records.ts';
import { AccountFrame } from '#pages/account-overview/account-frame.tsx';
import { useAuth } from '#session/auth-store.ts';
import { accountsQuery, meQuery } from '#signed-in/accounts.ts';
import { signaturesQuery } from '#signed-in/papers.ts';

const SIGNING = '/account-overview/digital-signature';
const PACKAGES = '/account-overview/service-package/{-$packageName}';

beforeAll(async () => {
  localStorage.setItem('i18nextLng', 'vi');
  await startI18n();
});

beforeEach(() => {
  vi.stubEnv('VITE_APP_NAME', 'Mùa');
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  useAuth.getState().addAccount({ user: { userId: 'an' }, accessToken: { value: 'h'.repeat(22) } });
});

afterEach(() => {
  cleanup();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  useAuth.getState().signOutAll();
});

function paper(part: Partial<DigitalSignature>): DigitalSignature {
  return {
    id: '01'.repeat(13),
    paper: 'MARGIN_AGREEMENT',
    version: '2026-11-01',
    status: 'TO_SIGN',
    deadline: '2026-12-01',
    ...{ signedAt: null, rejectedAt: null, documentHash: 'a'.repeat(64), signer: AN.fullName },
    ...part,
  };
}

async function open(path: string, papers: readonly DigitalSignature[], me: Partial<Investor> = {}): Promise<void> {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(meQuery('an').queryKey, { ...AN, ...me });
  client.setQueryData(accountsQuery('an').queryKey, [ACCOUNT]);
  client.setQueryData(signaturesQuery('an').queryKey, [...papers]);
  const root = createRootRoute({ component: Outlet });
  const pages = ['/account-overview', SIGNING, PACKAGES].map((page) =>
    createRoute({
      getParentRoute: () => root,
      path: page,
      component: () => (
        <AccountFrame>
          <h1>page</h1>
        </AccountFrame>
      ),
    }),
  );
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createRouter({ routeTree: root.addChildren(pages), history });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { name: 'page' });
}

const notice = () => screen.queryByTestId('papers-notice');
const entry = () => within(screen.getByRole('navigation')).getByRole('link', { name: /Hợp đồng số/ });

test('an investor who owes papers is told which, by when and where to sign', async () => {
  await open('/account-overview', [paper({ deadline: '2026-12-05' }), paper({ paper: 'RISK_DISCLOSURE' })]);
  expect(notice()?.textContent).toContain('01/12/2026');
  expect(
    within(notice() as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe(SIGNING);
  expect(entry().textContent).toContain('2');
});

test('a signed paper is owed no more', async () => {
  await open('/account-overview', [paper({ status: 'SIGNED' })]);
  expect(notice()).toBeNull();
  expect(entry().textContent).toBe('Hợp đồng số');
});

test('the page where papers are signed does not repeat it', async () => {
  await open(SIGNING, [paper({})]);
  expect(notice()).toBeNull();
});

test('before an investor may trade, the notice of their status tells it', async () => {
  await open('/account-overview', [paper({})], { status: 'PENDING_ACTIVATE' });
  expect(notice()).toBeNull();
  expect(entry().textContent).toContain('1');
});

test('from one package the way to all of them stands where it always does', async () => {
  await open('/account-overview/service-package/plus', []);
  const packages = within(screen.getByRole('navigation')).getByRole('link', { name: 'Gói dịch vụ' });
  expect(packages.getAttribute('href')).toBe('/account-overview/service-package');
});
