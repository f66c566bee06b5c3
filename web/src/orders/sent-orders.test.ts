// @vitest-environment jsdom
/** Checks what becomes of an order whose answer is lost: asked for by its id, and never sent twice. */
import { LIMITS } from '@mua/contract/limits';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { noteTimes } from '#clock/market-clock.ts';
import { applyAccountEvent } from '#ledger/account-events.ts';
import { forgetLedgers } from '#ledger/account-ledger.ts';
import { ACTOR, CLIENT_ORDER_ID, sampleOrder } from '#mock/sample-records.ts';
import type { SentRequest, SentState } from '#orders/sent-order.ts';
import { dropOrder, resumeSentOrders, sendAgain, sendOrder, useSentOrders } from '#orders/sent-orders.ts';
import { useTicketDraft } from '#orders/ticket-draft.ts';
import { useAuth } from '#session/auth-store.ts';
import { setClock } from '#session/clock.ts';
import { useProofDemands } from '#session/proof-demand.ts';

const never = new Promise<void>(() => {});
const soon = () => Promise.resolve();

beforeEach(() => {
  vi.stubEnv('VITE_APP_NAME', 'Mùa');
  useAuth.getState().addAccount({ user: { userId: ACTOR.userId }, accessToken: { value: 'h'.repeat(22) } });
  useSentOrders.setState({ orders: new Map() });
  localStorage.clear();
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

const BODY = {
  clientOrderId: CLIENT_ORDER_ID,
  contractCode: 'ZCEZ26',
  side: 'BUY',
  orderType: 'LIMIT',
  duration: 'DAY',
  quantity: 2,
  limitPrice: '454.00',
} as const;
const PLACE: SentRequest = { kind: 'place', body: BODY };

/** Stubs the server's answers, to the order and to each question after it; a lost one is a network failure. */
function answering(toPlace: () => Response, toQuestion: () => Response = absent) {
  const fetched = vi.fn(async (address: string) => (address.endsWith('/place') ? toPlace() : toQuestion()));
  vi.stubGlobal('fetch', fetched);
  const placed = () => fetched.mock.calls.filter(([address]) => address.endsWith('/place')).length;
  return { fetched, placed };
}
const lost = (): Response => {
  throw new TypeError('network');
};
const taken = (status: 200 | 201 = 201) => json(status, { order: sampleOrder({ status: 'IN_TRANSIT' }), seq: 10 });
const refused = (status: number, code: string, facts = {}) => json(status, { code, facts, requestId: 'r' });
const send = (wait: (ms: number) => Promise<void> = soon) =>
  sendOrder(new QueryClient(), { actor: ACTOR, request: PLACE, wait });
/** Simulates a new page: what was in memory is gone. */
const reload = () => useSentOrders.setState({ orders: new Map() });
const resume = () => resumeSentOrders(new QueryClient(), ACTOR.userId, soon);

test('an answer settles the order', async () => {
  answering(taken);
  expect(await send()).toMatchObject({ kind: 'taken', order: { status: 'IN_TRANSIT' } });
  expect(stateNow()?.kind).toBe('taken');
});

test('a refusal keeps its code and numbers', async () => {
  answering(() => refused(422, 'MaxLotsPerOrder', { max: 100, lots: 101 }));
  expect(await send()).toEqual({ kind: 'refused', code: 'MaxLotsPerOrder', facts: { max: 100, lots: 101 } });
});

test.each([
  [503, 'JOURNAL_UNAVAILABLE'],
  [502, 'RpcRequestError'],
])('%i %s says that nothing was taken: a refusal, not a lost answer', async (status, code) => {
  answering(() => refused(status, code));
  expect((await send()).kind).toBe('refused');
});

test('an engine that did not answer in time may have taken it: it is asked for by its id', async () => {
  const { placed } = answering(
    () => refused(504, 'RpcTimeoutError'),
    () => json(200, sampleOrder()),
  );
  expect((await send()).kind).toBe('taken');
  expect(placed()).toBe(1);
});

test('a lost order is asked for by its id and found, and was sent once', async () => {
  const { fetched, placed } = answering(lost, () => json(200, sampleOrder()));
  const states: (string | undefined)[] = [];
  const stop = useSentOrders.subscribe(() => states.push(stateNow()?.kind));
  expect((await send()).kind).toBe('taken');
  stop();
  expect(states).toEqual(['sending', 'lost', 'taken']);
  expect(placed()).toBe(1);
  expect(fetched.mock.calls[1]?.[0]).toContain(`/order/${ACTOR.accountId}/by-client-id/${CLIENT_ORDER_ID}`);
});

test('a lost order that was refused reports why', async () => {
  const rejection = { code: 'WrongTick' as const, facts: { tick: '0.25' } };
  answering(lost, () => json(200, sampleOrder({ status: 'REJECTED', rejection })));
  expect(await send()).toEqual({ kind: 'refused', ...rejection });
});

test('"no such order" counts after three answers, and failures in between do not count', async () => {
  const answers = [
    () => json(502, {}),
    () => json(502, {}),
    () => json(502, {}),
    () => json(429, {}),
    () => json(429, {}),
  ];
  const { fetched } = answering(lost, () => answers[fetched.mock.calls.length - 2]?.() ?? absent());
  expect(await send()).toEqual({ kind: 'absent' });
  expect(fetched).toHaveBeenCalledTimes(1 + answers.length + 3);
});

test('an order that may still arrive is not said to be absent: a network may hold it as long as it is valid', async () => {
  let waitedMs = 0;
  const passing = async (delayMs: number): Promise<void> => {
    waitedMs += delayMs;
  };
  // It comes in the last moment, after several answers that there is none.
  const { placed } = answering(lost, () => (waitedMs < LIMITS.orderValidMs ? absent() : json(200, sampleOrder())));
  expect((await send(passing)).kind).toBe('taken');
  expect(placed()).toBe(1);
});

test('the investor feed may report first', async () => {
  answering(lost);
  const sending = send(() => never);
  await vi.waitFor(() => expect(stateNow()?.kind).toBe('lost'));
  const items = [{ kind: 'order' as const, order: sampleOrder({ status: 'FILLED' }) }];
  applyAccountEvent(new QueryClient(), { ...ACTOR, items, isSnapshot: false });
  expect((await sending).kind).toBe('taken');
});

test('an ended session says nothing about the order', async () => {
  answering(lost, () => refused(401, 'Unauthorized'));
  expect(await send()).toEqual({ kind: 'lost' });
});

describe('what its sender saw', () => {
  const decisionQuoteSent = (fetched: ReturnType<typeof answering>['fetched'], call: number) => {
    const [, init] = fetched.mock.calls[call] as unknown as [string, RequestInit];
    return JSON.parse(String(init.body)).sighting;
  };

  test('is sent with the order, and again with the same order after a reload', async () => {
    const restoreClock = setClock(() => Date.parse('2026-11-20T05:00:00.000Z'));
    const { fetched } = answering(lost);
    await send();
    const decisionQuote = decisionQuoteSent(fetched, 0);
    expect(decisionQuote).toMatchObject({ quote: null, connections: { market: 'DISCONNECTED' } });
    reload();
    await resume();
    restoreClock();
    const again = answering(taken);
    const [kept] = useSentOrders.getState().orders.values();
    if (!kept) throw new Error('the order is kept');
    await sendAgain(new QueryClient(), kept);
    expect(decisionQuoteSent(again.fetched, 0)).toEqual(decisionQuote);
  });
});

describe('over a reload', () => {
  test('an order without an answer is asked for again, found, and not asked for once more', async () => {
    answering(lost, () => refused(401, 'Unauthorized'));
    await send();
    reload();
    const { fetched, placed } = answering(taken, () => json(200, sampleOrder()));
    const resumed = resume();
    expect(useSentOrders.getState().orders.get(CLIENT_ORDER_ID)).toMatchObject({
      actor: ACTOR,
      contractCode: 'ZCEZ26',
      side: 'BUY',
      lots: 2,
      prices: { orderType: 'LIMIT', limitPrice: '454.00' },
      state: { kind: 'lost' },
    });
    await resumed;
    expect([stateNow()?.kind, placed()]).toEqual(['taken', 0]);
    reload();
    fetched.mockClear();
    await resume();
    expect(fetched).not.toHaveBeenCalled();
  });

  test('so is an order whose page closed while sending', async () => {
    vi.stubGlobal('fetch', () => never);
    void send();
    expect(localStorage.getItem(`sent-orders ${ACTOR.userId}`)).toContain(CLIENT_ORDER_ID);
  });

  test('an answered order leaves nothing behind', async () => {
    answering(taken);
    await send();
    answering(() => refused(422, 'WrongTick'));
    await send();
    reload();
    await resume();
    expect(useSentOrders.getState().orders.size).toBe(0);
  });

  test('an order that never arrived is sent again under the same id, as the same order', async () => {
    answering(lost);
    await send();
    reload();
    await resume();
    expect(stateNow()).toEqual({ kind: 'absent' });
    const { fetched } = answering(taken);
    const [sent] = useSentOrders.getState().orders.values();
    if (sent) await sendAgain(new QueryClient(), sent, soon);
    const [, init] = fetched.mock.calls[0] as unknown as [string, RequestInit];
    expect(init.method).toBe('POST');
    expect(JSON.parse(String(init.body))).toEqual({ ...BODY, sighting: expect.anything() });
    expect(stateNow()?.kind).toBe('taken');
  });

  test('an order known not to have arrived is reported again and not asked for again', async () => {
    answering(lost);
    await send();
    reload();
    const { fetched } = answering(taken);
    await resume();
    expect(stateNow()).toEqual({ kind: 'absent' });
    expect(fetched).not.toHaveBeenCalled();
    const reported = useSentOrders.getState().orders;
    await resume();
    expect(useSentOrders.getState().orders).toBe(reported);
  });

  test('an order sent again and lost again is asked for again', async () => {
    answering(lost);
    await send();
    answering(lost, () => refused(401, 'Unauthorized'));
    const [sent] = useSentOrders.getState().orders.values();
    if (sent) await sendAgain(new QueryClient(), sent, soon);
    reload();
    const { placed } = answering(lost, () => json(200, sampleOrder()));
    await resume();
    expect([stateNow()?.kind, placed()]).toEqual(['taken', 0]);
  });

  test('a dropped order stays dropped', async () => {
    answering(lost);
    useTicketDraft.getState().keepClientOrderId(CLIENT_ORDER_ID);
    await send();
    const [sent] = useSentOrders.getState().orders.values();
    if (sent) dropOrder(sent);
    await resume();
    expect(useSentOrders.getState().orders.size).toBe(0);
    expect(useTicketDraft.getState().clientOrderId).toBeNull();
  });

  test('a liquidation is kept as one', async () => {
    answering(lost);
    vi.stubGlobal('fetch', async (address: string) => (address.includes('force-sell') ? lost() : absent()));
    const body = { contractCode: 'ZCEZ26', clientOrderId: CLIENT_ORDER_ID };
    const request = { kind: 'liquidate', body, side: 'SELL', lots: 3 } as const;
    await sendOrder(new QueryClient(), { actor: ACTOR, request, wait: soon });
    reload();
    await resume();
    expect(useSentOrders.getState().orders.get(CLIENT_ORDER_ID)).toMatchObject({ request, side: 'SELL', lots: 3 });
  });

  test('an order that another page settles meanwhile is left to that page', async () => {
    answering(lost, () => refused(401, 'Unauthorized'));
    await send();
    reload();
    answering(lost, () => {
      localStorage.clear();
      return absent();
    });
    await resume();
    expect(useSentOrders.getState().orders.size).toBe(0);
  });

  test('ignores another investor’s orders and broken entries', async () => {
    answering(lost);
    await send();
    reload();
    await resumeSentOrders(new QueryClient(), 'binh', soon);
    localStorage.setItem(`sent-orders ${ACTOR.userId}`, '[{"accountId":"x"},7,{"accountId":"x","request":{}}]');
    await resume();
    expect(useSentOrders.getState().orders.size).toBe(0);
  });
});

describe('until when it is wanted', () => {
  const NOW = Date.parse('2026-11-20T05:00:00.000Z');
  const BEHIND_MS = 3_600_000;
  const sentBodies = (fetched: ReturnType<typeof answering>['fetched']) =>
    fetched.mock.calls.map((call) => JSON.parse(String((call as unknown as [string, RequestInit])[1].body)));

  test('is not said before the server’s time is known', async () => {
    vi.resetModules();
    const { sendOrder: sendFromNewPage } = await import('#orders/sent-orders.ts');
    const auth = await import('#session/auth-store.ts');
    auth.useAuth.getState().addAccount({ user: { userId: ACTOR.userId }, accessToken: { value: 'h'.repeat(22) } });
    const { fetched } = answering(taken);
    await sendFromNewPage(new QueryClient(), { actor: ACTOR, request: PLACE, wait: soon });
    expect(sentBodies(fetched)[0]).not.toHaveProperty('validUntil');
  });

  test('is ten seconds after the press, by the server’s clock', async () => {
    onTestFinished(setClock(() => NOW - BEHIND_MS));
    noteTimes({ timeMs: NOW, marketMs: NOW });
    const { fetched } = answering(taken);
    await send();
    expect(sentBodies(fetched)[0]).toMatchObject({ ...BODY, validUntil: '2026-11-20T05:00:10.000Z' });
  });

  test('begins anew when it has waited for a PIN', async () => {
    let nowMs = NOW;
    onTestFinished(setClock(() => nowMs));
    noteTimes({ timeMs: NOW, marketMs: NOW });
    const stopAsking = useProofDemands.subscribe(({ demands }) => {
      const [demand] = demands;
      if (!demand) return;
      nowMs += 60_000;
      demand.answer(true);
    });
    onTestFinished(stopAsking);
    const answers = [() => refused(403, 'PinRequired'), taken];
    const { fetched } = answering(() => answers.shift()?.() ?? taken());
    expect((await send()).kind).toBe('taken');
    expect(sentBodies(fetched).map(({ validUntil }) => validUntil)).toEqual([
      '2026-11-20T05:00:10.000Z',
      '2026-11-20T05:01:10.000Z',
    ]);
  });

  test('is over: it is refused, and not asked for', async () => {
    const { fetched } = answering(() => refused(409, 'OrderTooLate'));
    expect(await send()).toEqual({ kind: 'refused', code: 'OrderTooLate', facts: {} });
    expect(fetched).toHaveBeenCalledTimes(1);
  });
});
