/** The ticket on a page of its own: an investor with two sub-accounts, corn at a bid and an offer, a clock that tests move. */

import type { OpenLot } from '@mua/contract/entities/position';
import type { SelfLimits } from '@mua/contract/http/self-limits';
import type { QueryClient } from '@tanstack/react-query';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { selfLimitsQuery } from '#accounts/self-limits.ts';
import { ARMING_PAUSE_MS } from '#design/arming.ts';
import { OrderTicket } from '#features/order-ticket/order-ticket.tsx';
import { forgetLedgers } from '#ledger/account-ledger.ts';
import { priceStore } from '#market/price-store.ts';
import { ACCOUNT, ACTOR, AN, CORN, CORN_GRID, MARGIN } from '#mock/sample-records.ts';
import { useConnections } from '#network/connection-store.ts';
import { useSentOrders } from '#orders/sent-orders.ts';
import { type DraftOrder, useTicketDraft } from '#orders/ticket-draft.ts';
import { useAuth } from '#session/auth-store.ts';
import { setClock } from '#session/clock.ts';
import { useKeptExits } from '#session/kept-exits-store.ts';
import { useOneStep } from '#session/one-step-store.ts';
import { useSelectedAccount } from '#session/selected-account-store.ts';
import { fetched, preparePages, renderPage } from '#test/page.tsx';

/** Another sub-account of the same investor. */
export const OTHER = { ...ACCOUNT, accountId: '108C000001-02', subAccountCode: '108C000001-02' };

/** Makes the ticket's world anew for each test of the file. */
export function prepareTicket(): void {
  preparePages();
  beforeAll(() => {
    priceStore.register([{ code: CORN.code, grid: CORN_GRID }]);
  });

  beforeEach(() => {
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
    useSelectedAccount.getState().select(ACTOR.accountId);
    useConnections.getState().note('market', { isConnected: true, isStalled: false });
    useTicketDraft.getState().setSide('BUY');
    useTicketDraft.getState().setOrderType('LIMIT');
    useTicketDraft.setState({ exitUnit: 'price', riskText: '' });
    useKeptExits.setState({ exits: {} });
    useTicketDraft.getState().reset(null);
    useSentOrders.setState({ orders: new Map() });
    forgetLedgers();
    passedMs = 0;
    const startedMs = Date.now();
    setClock(() => (vi.isFakeTimers() ? Date.now() : startedMs + passedMs));
    quote('457.50', '457.75');
  });

  afterEach(() => {
    vi.useRealTimers();
    useOneStep.setState({ isOneStep: false });
  });
}

export function quote(bid: string, ask: string, settlement = '452.25'): void {
  const time = new Date(Date.now()).toISOString();
  const item = { code: CORN.code, bid, ask, last: ask, settlement, session: 'OPEN' as const, time };
  act(() => priceStore.apply([item], 'snapshot'));
}

export async function openTicket({ isSignedIn = true } = {}) {
  if (!isSignedIn) useAuth.getState().signOutAll();
  const { userId, accountId } = ACTOR;
  const margins = [accountId, OTHER.accountId].map(
    (one) => [[userId, 'margin', one], { ...MARGIN, accountId: one }] as const,
  );
  const { client, user } = await renderPage(<OrderTicket contract={CORN} />, {
    at: '/trading/ZCEZ26',
    known: [
      [
        [userId, 'accounts'],
        [ACCOUNT, OTHER],
      ],
      [[userId, 'me'], AN],
      [['public', 'contracts'], [CORN]],
      ...margins,
    ],
  });
  await screen.findByTestId('ticket-quantity');
  const type = async (testId: string, text: string) => {
    const field = screen.getByTestId(testId);
    await user.clear(field);
    await user.type(field, text);
  };
  return { user, type, client };
}

export function fill(order: Partial<DraftOrder>): void {
  const { fill } = useTicketDraft.getState();
  act(() => fill({ contractCode: CORN.code, owner: ACTOR, side: 'SELL', orderType: 'MARKET', lots: 3, ...order }));
}

export const lot = (lots: number, price: string) => ({ lots, price, time: '2026-11-20T02:00:00.000Z' });

export function hold(client: QueryClient, netLots: number, openLots: readonly OpenLot[]): void {
  const held = {
    contractCode: CORN.code,
    ...{ netLots, workingBuyLots: 0, workingSellLots: 0, marginPerLot: '36618120' },
    ...{ requiredMargin: '109854360', marketPrice: '457.75', openLots: [...openLots], estimatedProfit: '0' },
  };
  const status = { ...MARGIN, requiredMargin: '109854360', availableMargin: '890145640', contracts: [held] };
  act(() => client.setQueryData([ACTOR.userId, 'margin', ACTOR.accountId], status));
}

export function limit(client: QueryClient, part: Partial<SelfLimits>): void {
  const none = { maxLotsPerOrder: null, dailyLoss: null, noTradeHours: null, coolOffUntil: null };
  act(() => client.setQueryData(selfLimitsQuery(ACTOR).queryKey, { inForce: { ...none, ...part }, next: null }));
}

/** The page's clock, some time after the start of the previous test. */
let passedMs = 0;
export function letPass(ms: number): void {
  passedMs += ms;
}

/** Both steps, with the pause between them. */
export async function confirmed(user: Awaited<ReturnType<typeof openTicket>>['user']): Promise<void> {
  await user.click(button());
  letPass(ARMING_PAUSE_MS);
  // A new press, not the second half of a double click.
  fireEvent.click(button());
}

export const button = () => screen.getByTestId('send-order');
export const placed = () => fetched.mock.calls.filter(([address]) => String(address).endsWith('/place'));
export const grouped = () => fetched.mock.calls.filter(([address]) => String(address).endsWith('/place-group'));
export const bodyOf = (call: Parameters<typeof fetch> | undefined) => JSON.parse(String(call?.[1]?.body));
