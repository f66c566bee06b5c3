// @vitest-environment jsdom
/** The question that the chart asks about a position: of this position and this account alone. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { ChartPanelProps } from '#features/chart/chart-panel.tsx';
import { startI18n } from '#i18n/i18n.ts';
import { ACCOUNT, ACTOR, CORN, MARGIN, samplePosition } from '#mock/sample-records.ts';
import { OwnChart } from '#pages/trading/own-chart.tsx';
import { useAuth } from '#session/auth-store.ts';
import { useSelectedAccount } from '#session/selected-account-store.ts';

/** A chart is drawn by a library that jsdom has no canvas for. */
vi.mock('#features/chart/chart-panel.tsx', () => ({
  ChartPanel: ({ own }: ChartPanelProps) => (
    <button type="button" onClick={own?.onClosePosition}>
      close
    </button>
  ),
}));

const OTHER = { ...ACTOR, accountId: '108C000001-02' };
const position = samplePosition();

beforeAll(startI18n);
afterEach(() => {
  cleanup();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  useAuth.getState().signOutAll();
  useSelectedAccount.getState().clear();
});

function setUp() {
  vi.stubEnv('VITE_APP_NAME', 'Mùa');
  const nothing = JSON.stringify({ items: [], nextCursor: null, total: 0, hidden: 0 });
  vi.stubGlobal('fetch', async () => new Response(nothing));
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
  return { client };
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
