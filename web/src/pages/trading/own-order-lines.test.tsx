// @vitest-environment jsdom
/** Checks that the desk's counts equal those of the lists below, by one definition, whatever is filtered there. */
import type { OrderHistory } from '@mua/contract/entities/order';
import { ORDER_TABS } from '@mua/contract/entities/order-filter';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { useOrderRows } from '#features/order-list/use-order-rows.ts';
import { applyAccountEvent } from '#ledger/account-events.ts';
import { forgetLedgers } from '#ledger/account-ledger.ts';
import { orderPageOf } from '#mock/order-page.ts';
import { ACCOUNT, ACTOR, CORN, sampleOrder } from '#mock/sample-records.ts';
import { useListSizes, useOwnOrderLines } from '#pages/trading/own-order-lines.ts';
import { useListScope } from '#session/list-scope-store.ts';
import { useOrderFilter } from '#session/order-filter-store.ts';
import { answer, cacheOf, fetched, preparePages } from '#test/page.tsx';

const ROWS: readonly OrderHistory[] = [
  sampleOrder({ orderId: 'b', contractCode: 'KCEH27', status: 'ACTIVEAT' }),
  sampleOrder({ orderId: 'a' }),
];

let rows = ROWS;

preparePages();

beforeEach(() => {
  rows = ROWS;
  fetched.mockImplementation(async (address) => {
    const asked = new URL(String(address), 'https://mua.test').searchParams;
    const part = asked.get('contractCode[contains]') ?? '';
    const code = asked.get('contractCode');
    const tab = ORDER_TABS.find((one) => one === asked.get('tab'));
    const items = rows.filter(
      (row) => row.contractCode.includes(part) && (code ?? row.contractCode) === row.contractCode,
    );
    return answer(200, orderPageOf(items, { tab, hidden: rows.length - items.length }));
  });
  useOrderFilter.getState().reset();
  useOrderFilter.getState().setTab('orders', 'PENDING');
  forgetLedgers();
});

function setUp(deskCode?: string) {
  const client = cacheOf([
    [[ACTOR.userId, 'accounts'], [ACCOUNT]],
    [[ACTOR.userId, 'positions', ACTOR.accountId], []],
  ]);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(
    () => ({
      own: useOwnOrderLines(CORN),
      sizes: useListSizes(CORN),
      list: useOrderRows(ACTOR, deskCode),
    }),
    {
      wrapper,
    },
  );
  const counts = () => {
    const { sizes, list } = result.current;
    return [sizes.pendingOrders, list.counts?.PENDING, list.rows.length];
  };
  return { client, result, counts };
}

test('counts nothing before the lists are known', () => {
  expect(setUp().counts()).toEqual([undefined, undefined, 0]);
});

test('tab, chip and rows agree, with a contract typed into the filter and after an order has ended', async () => {
  const { client, counts, result } = setUp();
  await waitFor(() => expect(counts()).toEqual([2, 2, 2]));
  act(() => useOrderFilter.getState().setContractCode('ZCE'));
  await waitFor(() => expect(counts()).toEqual([1, 1, 1]));
  await waitFor(() => expect(result.current.own.orders).toHaveLength(1));
  const filled = sampleOrder({ orderId: 'a', status: 'FILLED', seq: 11 });
  act(() => applyAccountEvent(client, { ...ACTOR, items: [{ kind: 'order', order: filled }], isSnapshot: false }));
  await waitFor(() => expect(counts()).toEqual([0, 0, 0]));
  expect(result.current.own.orders).toHaveLength(0);
});

test('bound to one contract, they count only that one, though another code contains it', async () => {
  rows = [...ROWS, sampleOrder({ orderId: 'micro', contractCode: `M${CORN.code}` })];
  useListScope.getState().setNarrowed('orders', true);
  const { counts, result } = setUp(CORN.code);
  await waitFor(() => expect(counts()).toEqual([1, 1, 1]));
  await waitFor(() => expect(result.current.list.hidden).toBe(2));
  useListScope.getState().setNarrowed('orders', false);
});
