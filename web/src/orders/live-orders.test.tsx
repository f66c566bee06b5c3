// @vitest-environment jsdom
/** Live orders are read to the last page, each page once, however many parts of the screen read them. */
import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { forgetLedgers } from '#ledger/account-ledger.ts';
import { orderPageOf } from '#mock/order-page.ts';
import { ACTOR, CORN, sampleOrder } from '#mock/sample-records.ts';
import { useLiveOrders } from '#orders/live-orders.ts';
import { answer, cacheOf, fetched, preparePages, refused } from '#test/page.tsx';

/** By the cursor that asks for it: the newest order stands first. */
const PAGES: Readonly<Record<string, { readonly orderId: string; readonly nextCursor: string | null }>> = {
  first: { orderId: 'c', nextCursor: 'second' },
  second: { orderId: 'b', nextCursor: 'third' },
  third: { orderId: 'a', nextCursor: null },
};

let asked: string[];
/** The cursor of a page that can't be read. */
let lost: string | null;

preparePages();
beforeEach(() => {
  [asked, lost] = [[], null];
  forgetLedgers();
  fetched.mockImplementation(async (address) => {
    const { searchParams } = new URL(String(address), 'https://mua.test');
    const cursor = searchParams.get('cursor') ?? 'first';
    asked.push(`${cursor} ${searchParams.get('contractCode')}`);
    const page = PAGES[cursor];
    if (!page || cursor === lost) return refused(503, 'ServiceUnavailable');
    return answer(200, { ...orderPageOf([sampleOrder({ orderId: page.orderId })]), nextCursor: page.nextCursor });
  });
});

function setUp() {
  const client = cacheOf([]);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(() => [useLiveOrders(ACTOR, CORN.code), useLiveOrders(ACTOR, CORN.code)] as const, { wrapper })
    .result;
}

test('they are those of every page, and complete with the last', async () => {
  const known = setUp();
  expect(known.current[0]).toEqual({ orders: [], isComplete: false });
  await waitFor(() => expect(known.current[0].isComplete).toBe(true));
  for (const { orders } of known.current) expect(orders.map(({ orderId }) => orderId)).toEqual(['c', 'b', 'a']);
  expect(asked).toEqual([`first ${CORN.code}`, `second ${CORN.code}`, `third ${CORN.code}`]);
});

test('a page that can’t be read is not asked for again and again, and what is known is not all', async () => {
  lost = 'second';
  const known = setUp();
  await waitFor(() => expect(asked).toHaveLength(2));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(asked).toHaveLength(2);
  expect(known.current[0]).toMatchObject({ orders: [{ orderId: 'c' }], isComplete: false });
});
