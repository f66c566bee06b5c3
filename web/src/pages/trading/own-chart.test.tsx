// @vitest-environment jsdom
/** Checks the confirmation that the chart opens for closing a position: it concerns this position and account only. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { ChartPanelProps } from '#features/chart/chart-panel.tsx';
import { ACCOUNT, ACTOR, CORN, MARGIN, samplePosition } from '#mock/sample-records.ts';
import { useSentOrders } from '#orders/sent-orders.ts';
import { OwnChart } from '#pages/trading/own-chart.tsx';
import { useOneStep } from '#session/one-step-store.ts';
import { useSelectedAccount } from '#session/selected-account-store.ts';
import { answer, fetched, preparePages, renderPart } from '#test/page.tsx';

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

preparePages();
afterEach(() => {
  useSelectedAccount.getState().clear();
  useOneStep.setState({ isOneStep: false });
  useSentOrders.setState({ orders: new Map() });
});

function setUp() {
  fetched.mockImplementation(async (_url, init) =>
    init?.method === 'POST' ? UNANSWERED : answer(200, { items: [], nextCursor: null, total: 0, hidden: 0 }),
  );
  const own = [ACTOR, OTHER].flatMap(
    ({ accountId }) =>
      [
        [[ACTOR.userId, 'positions', accountId], [{ ...position, accountId }]],
        [[ACTOR.userId, 'margin', accountId], { ...MARGIN, accountId }],
        [[ACTOR.userId, 'alerts', accountId], []],
      ] as const,
  );
  return renderPart(<OwnChart contract={CORN} />, [
    [
      [ACTOR.userId, 'accounts'],
      [ACCOUNT, { ...ACCOUNT, accountId: OTHER.accountId }],
    ],
    [['public', 'contracts'], [CORN]],
    ...own,
  ]);
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
  setUp();
  fireEvent.click(screen.getByText('close'));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  const sent = () => fetched.mock.calls.filter(([, init]) => init?.method === 'POST');
  await waitFor(() => expect(sent()).toHaveLength(1));
  // The outcome is unknown yet, and a second close would be another order.
  fireEvent.click(screen.getByText('close'));
  expect(screen.getByRole('alertdialog')).toBeTruthy();
  expect(sent()).toHaveLength(1);
});
