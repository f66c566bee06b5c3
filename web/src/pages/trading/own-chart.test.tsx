// @vitest-environment jsdom
/** The question that the chart asks about a position: of this position and this account alone. */
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

/** A chart is drawn by a library that jsdom has no canvas for. */
vi.mock('#features/chart/chart-panel.tsx', () => ({
  ChartPanel: ({ own }: ChartPanelProps) => (
    <button type="button" onClick={own?.onClosePosition}>
      close
    </button>
  ),
}));

/** The answer to an order that is on its way. */
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

test('it goes with its position and does not come back with the next one', async () => {
  const { client } = setUp();
  fireEvent.click(screen.getByText('close'));
  expect(screen.getByRole('alertdialog')).toBeTruthy();
  // Whoever listens to the cache hears of it in a turn of its own.
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

test('another account’s position was not asked about', () => {
  setUp();
  fireEvent.click(screen.getByText('close'));
  expect(screen.getByRole('alertdialog')).toBeTruthy();
  act(() => useSelectedAccount.getState().select(OTHER.accountId));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('in one step it asks nothing: all lots go, as from the list of positions', async () => {
  useOneStep.setState({ isOneStep: true });
  const { fetched } = setUp();
  fireEvent.click(screen.getByText('close'));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  const sent = () => fetched.mock.calls.filter(([, init]) => init?.method === 'POST');
  await waitFor(() => expect(sent()).toHaveLength(1));
  // Its fate is not known yet, and a second close would be another.
  fireEvent.click(screen.getByText('close'));
  expect(screen.getByRole('alertdialog')).toBeTruthy();
  expect(sent()).toHaveLength(1);
});
