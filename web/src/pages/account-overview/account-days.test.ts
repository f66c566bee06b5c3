// @vitest-environment jsdom
/** Checks that all days are read, and read again after fills: once for an order with many. */
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { applyAccountEvent } from '#ledger/account-events.ts';
import { forgetLedgers } from '#ledger/account-ledger.ts';
import { ACTOR, sampleDay, sampleFill } from '#mock/sample-records.ts';
import { accountDaysQuery, followDays } from '#pages/account-overview/account-days.ts';
import { useAuth } from '#session/auth-store.ts';

const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubEnv('VITE_APP_NAME', 'Mùa');
  vi.stubGlobal('fetch', fetched);
  fetched.mockReset();
  useAuth.getState().addAccount({ user: { userId: ACTOR.userId }, accessToken: { value: 'h'.repeat(22) } });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  useAuth.getState().signOutAll();
  forgetLedgers();
});

test('reads all pages, oldest first', async () => {
  const pages = [
    { items: [sampleDay({ tradeDate: '2024-01-02' })], nextCursor: 'next' },
    { items: [sampleDay({ tradeDate: '2026-11-20' })], nextCursor: null },
  ];
  fetched.mockImplementation(async (address) => {
    const page = String(address).includes('cursor=next') ? pages[1] : pages[0];
    return new Response(JSON.stringify(page), { status: 200 });
  });
  const days = await new QueryClient().fetchQuery(accountDaysQuery(ACTOR));
  expect(days.map(({ tradeDate }) => tradeDate)).toEqual(['2024-01-02', '2026-11-20']);
  expect(fetched).toHaveBeenCalledTimes(2);
});

test('reads again once for many fills, never for a message, and not after unsubscribing', () => {
  const client = new QueryClient();
  const asked = vi.spyOn(client, 'invalidateQueries').mockResolvedValue();
  const stop = followDays(client);
  const notify = (items: Parameters<typeof applyAccountEvent>[1]['items']) =>
    applyAccountEvent(client, { ...ACTOR, items, isSnapshot: false });
  notify([{ kind: 'unread', unread: 1 }]);
  vi.advanceTimersByTime(5000);
  expect(asked).not.toHaveBeenCalled();
  notify([{ kind: 'fill', fill: sampleFill({ fillId: 'fill-1' }) }]);
  notify([{ kind: 'fill', fill: sampleFill({ fillId: 'fill-2' }) }]);
  vi.advanceTimersByTime(5000);
  const lists = asked.mock.calls.map(([filter]) => filter?.queryKey?.slice(0, 3));
  expect(lists).toEqual([
    [ACTOR.userId, 'days', ACTOR.accountId],
    [ACTOR.userId, 'profit', ACTOR.accountId],
  ]);
  notify([{ kind: 'fill', fill: sampleFill({ fillId: 'fill-3' }) }]);
  stop();
  vi.advanceTimersByTime(5000);
  expect(asked).toHaveBeenCalledTimes(2);
});
