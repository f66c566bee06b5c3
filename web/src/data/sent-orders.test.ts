/** What becomes of an order whose answer is lost: asked for by its id, and never sent twice. */
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useAuth } from '#session/auth-store.ts';
import { applyAccountEvent } from './account-events.ts';
import { forgetLedgers } from './account-ledger.ts';
import { CallError } from './call.ts';
import { ACTOR, CLIENT_ORDER_ID, sampleOrder } from './sample-records.ts';
import { type SentState, sendOrder, useSentOrders } from './sent-orders.ts';

const LOST = new CallError({ code: 'RequestTimeout', facts: {}, status: null });
const never = new Promise<void>(() => {});
const soon = () => Promise.resolve();

beforeEach(() => {
  vi.stubEnv('VITE_APP_NAME', 'Mùa');
  useAuth.getState().addAccount({ user: { userId: ACTOR.userId }, accessToken: { value: 'h'.repeat(22) } });
  useSentOrders.setState({ orders: new Map() });
  forgetLedgers();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  useAuth.getState().signOutAll();
});

const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
const absent = () => json(404, { code: 'OrderNotFound', facts: {}, requestId: 'r' });
const stateNow = (): SentState | undefined => useSentOrders.getState().orders.get(CLIENT_ORDER_ID)?.state;

function sendWith(send: () => Promise<ReturnType<typeof sampleOrder>>, wait: (ms: number) => Promise<void> = soon) {
  return sendOrder({
    client: new QueryClient(),
    clientOrderId: CLIENT_ORDER_ID,
    actor: ACTOR,
    contractCode: 'ZCEZ26',
    side: 'BUY',
    lots: 2,
    priceText: "454'0",
    send,
    wait,
  });
}

test('an answer is the end of it', async () => {
  const order = sampleOrder({ status: 'IN_TRANSIT' });
  expect(await sendWith(async () => order)).toEqual({ kind: 'taken', order });
  expect(stateNow()?.kind).toBe('taken');
});

test('a refusal keeps its code and numbers', async () => {
  const refusal = new CallError({ code: 'MaxLotsPerOrder', facts: { max: 100, lots: 101 }, status: 422 });
  const state = await sendWith(() => Promise.reject(refusal));
  expect(state).toEqual({ kind: 'refused', code: 'MaxLotsPerOrder', facts: { max: 100, lots: 101 } });
});

test('a pause of the journal is a refusal, not a lost answer', async () => {
  const paused = new CallError({ code: 'JOURNAL_UNAVAILABLE', facts: {}, status: 503 });
  expect((await sendWith(() => Promise.reject(paused))).kind).toBe('refused');
});

test('a lost order is asked for by its id and found, and was sent once', async () => {
  const send = vi.fn(() => Promise.reject(LOST));
  const fetched = vi.fn(async (_address: string) => json(200, sampleOrder()));
  vi.stubGlobal('fetch', fetched);
  const states: (string | undefined)[] = [];
  const stop = useSentOrders.subscribe(() => states.push(stateNow()?.kind));
  expect((await sendWith(send)).kind).toBe('taken');
  stop();
  expect(states).toEqual(['sending', 'lost', 'taken']);
  expect(send).toHaveBeenCalledTimes(1);
  expect(fetched.mock.calls[0]?.[0]).toContain(`/order/${ACTOR.accountId}/by-client-id/${CLIENT_ORDER_ID}`);
});

test('a lost order that was refused says why', async () => {
  const rejection = { code: 'WrongTick' as const, facts: { tick: '0.25' } };
  vi.stubGlobal('fetch', async () => json(200, sampleOrder({ status: 'REJECTED', rejection })));
  expect(await sendWith(() => Promise.reject(LOST))).toEqual({ kind: 'refused', ...rejection });
});

test('"no such order" counts after three answers, and failures in between count for nothing', async () => {
  const answers = [absent, () => json(502, {}), absent, () => json(429, {}), absent];
  const fetched = vi.fn(async () => answers[fetched.mock.calls.length - 1]?.() ?? json(200, sampleOrder()));
  vi.stubGlobal('fetch', fetched);
  expect(await sendWith(() => Promise.reject(LOST))).toEqual({ kind: 'absent' });
  expect(fetched).toHaveBeenCalledTimes(5);
});

test('the investor feed may tell first', async () => {
  const client = new QueryClient();
  const sending = sendWith(
    () => Promise.reject(LOST),
    () => never,
  );
  await vi.waitFor(() => expect(stateNow()?.kind).toBe('lost'));
  const items = [{ kind: 'order' as const, order: sampleOrder({ status: 'FILLED' }) }];
  applyAccountEvent(client, { ...ACTOR, items, isSnapshot: false });
  expect((await sending).kind).toBe('taken');
});

test('a session that ended says nothing about the order', async () => {
  vi.stubGlobal('fetch', async () => json(401, { code: 'Unauthorized', facts: {}, requestId: 'r' }));
  expect(await sendWith(() => Promise.reject(LOST))).toEqual({ kind: 'lost' });
});
