// @vitest-environment jsdom
/** Checks the confirmation that the chart opens for closing a position: it concerns this position and account only. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { ChartPanelProps } from '#features/chart/chart-panel.tsx';
import { startI18n } from '#i18n/i18n.ts';
import { ACCOUNT, ACTOR, CORN, MARGIN, samplePosition } from '#mock/sample-records.ts';
import { useSentOrders } from '#orders/sent-orders.ts';
import { OwnChart } from '#pages/trading/own-chart.tsx';
import { useAuth } from '#session/auth-store.ts';
import { useOneStep } from '#session/one-step-store.ts';
import { useSelectedAccount } from '#session/selected-account-store.ts';

/** jsdom has no canvas for the chart library. */
vi.mock('#features/chart/chart-panel.tsx', () => ({
  ChartPanel: ({ own }: ChartPanelProps) => (
    <button type="button" onClick={own?.onClosePosition}>
      close
    </button>
  ),
}));

/** Stands in for the answer to an order in transit. */
const UNANSWERED = new Promise<Response>(() => {});
const OTHER = { ...ACTOR, accountId: '108C000001-02' };
const position = samplePosition();

beforeAll(startI18n);
afterEach(() => {
  cleanup();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  useAuth.getState().signOutAll();
  useSelectedAccount.getState().clear();
  useOneStep.setState({ isOneStep: false });
  useSentOrders.setState({ orders: new Map() });
});

function setUp() {
  vi.stubEnv('VITE_APP_NAME', 'Mùa');
  const nothing = JSON.stringify({ items: [], nextCursor: null, total: 0, hidden: 0 });
  const fetched = vi.fn<typeof fetch>(async (_url, init) =>
    init?.method === 'POST' ? UNANSWERED : new Response(nothing),
  );
  vi.stubGlobal('fetch', fetched);
  useAuth.getState().addAccount({ user: { userId: ACTOR.userId }, accessToken: { value: 'h'.repeat(22) } });
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });
  client.setQueryData([ACTOR.userId, 'accounts'], [ACCOUNT, { ...ACCOUNT, accountId: OTHER.accountId }]);
  client.setQueryData(['public', 'contracts'], [CORN]);
  for (const { accountId } of [ACTOR, OTHER]) {
    client.setQueryData([ACTOR.userId, 'positions', accountId], [{ ...position, accountId }]);
    client.setQueryData([ACTOR.userId, 'margin', accountId], { ...MARGIN, accountId });
    client.setQueryData([ACTOR.userId, 'alerts', accountId], []);
  }
  render(
    <QueryClientProvider client={client}>
      <OwnChart contract={CORN} />
    </QueryClientProvider>,
  );
  return { client, fetched };
}

test('closes together with its position and does not return with the next one', async () => {
  const { client } = setUp();
  fireEvent.click(screen.getByText('close'));
  expect(screen.getByRole('alertdialog')).toBeTruthy();
  // Listeners of the cache are notified in a later task.
  const hold = (held: readonly unknown[]) =>
    act(async () => {
      client.setQueryData([ACTOR.userId, 'positions', ACTOR.accountId], held);
      await new Promise((resolve) => setTimeout(resolve));
    });
  await hold([]);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await hold([position]);
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('does not apply to another account’s position', () => {
  setUp();
  fireEvent.click(screen.getByText('close'));
  expect(screen.getByRole('alertdialog')).toBeTruthy();
  act(() => useSelectedAccount.getState().select(OTHER.accountId));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('in one-step mode there is no confirmation: all lots are closed, as from the list of positions', async () => {
  useOneStep.setState({ isOneStep: true });
  const { fetched } = setUp();
  fireEvent.click(screen.getByText('close'));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  const sent = () => fetched.mock.calls.filter(([, init]) => init?.method === 'POST');
  await waitFor(() => expect(sent()).toHaveLength(1));
  // The outcome is unknown yet, and a second close would be another order.
  fireEvent.click(screen.getByText('close'));
  expect(screen.getByRole('alertdialog')).toBeTruthy();
  expect(sent()).toHaveLength(1);
});
