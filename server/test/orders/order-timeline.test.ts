/** Checks the timeline of an order for its investor, and what its sender saw. */
import { randomUUID } from 'node:crypto';
import { orderTimeline, type TimelineEvent } from '@mua/contract/entities/order-timeline';
import { LIMITS } from '@mua/contract/limits';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rebuildReadTables } from '#journal/rebuild-read-tables.ts';
import { emptyReadTables } from '#test/fixtures/database.ts';
import {
  AN_1,
  AN_2,
  BINH_1,
  type Browser,
  CODE,
  OPERATOR_TOKEN,
  type Platform,
  signedIn,
  startPlatform,
} from '#test/fixtures/platform.ts';
import { CORN, FULL_RULES } from '../../../core/test/scenarios/broker.ts';

let platform: Platform;
let an: Browser;

beforeEach(async () => {
  platform = await startPlatform({ limits: { ordersPerSecond: 1e6, ordersBurst: 1e6 } });
  an = await signedIn(platform, 'an@mua.demo');
});
afterEach(() => platform.close());

type Terms = Record<string, unknown>;

const LIMIT = {
  contractCode: CODE,
  side: 'BUY',
  orderType: 'LIMIT',
  duration: 'DAY',
  quantity: 3,
  limitPrice: '450.00',
};
const DECISION_QUOTE = {
  seenAt: '2026-11-20T04:59:59.750Z',
  quote: { last: '450.25', bid: '450.00', ask: null },
  quoteAgeMs: 180,
  book: { bid: { price: '450.00', lots: 12 }, ask: null },
  connections: { market: 'CONNECTED', investor: 'WEAK' },
};

async function place(terms: Terms = {}): Promise<{ orderId: string; clientOrderId: string }> {
  const response = await an.post(`/api/order/${AN_1}/place`, { clientOrderId: randomUUID(), ...LIMIT, ...terms });
  await platform.sequencer.settled();
  expect(response.statusCode).toBe(201);
  return response.json().order;
}

async function timelineOf(orderId: string) {
  const response = await an.get(`/api/order/${AN_1}/orders/${orderId}/timeline`);
  expect(response.statusCode).toBe(200);
  return orderTimeline.parse(response.json());
}

async function eventsOf(orderId: string): Promise<TimelineEvent[]> {
  return (await timelineOf(orderId)).moments;
}

const kindsOf = (events: readonly TimelineEvent[]) => events.map(({ kind }) => kind);
const factsOf = (events: readonly TimelineEvent[], kind: TimelineEvent['kind']) =>
  events.filter((timelineEvent) => timelineEvent.kind === kind).map(({ facts }) => facts);

async function report(orderId: string, execId: string, rest: object): Promise<void> {
  await platform.sequencer.submit({
    kind: 'reportExecution',
    report: { execId: `stage-1.1-${execId}`, orderId, contractCode: CODE, ...rest } as never,
  });
}

async function mark(lastTicks: number): Promise<void> {
  const prices = [{ contractCode: CODE, lastTicks, highTicks: lastTicks, lowTicks: lastTicks }];
  await platform.sequencer.submit({ kind: 'markPrices', prices });
  await platform.sequencer.settled();
}

async function long(quantity: number): Promise<void> {
  platform.venue.fillAtTicks = 1800;
  await place({ quantity });
  platform.venue.fillAtTicks = null;
}

describe('an order', () => {
  test('filled in part, modified and cancelled lists each event with its numbers, oldest first', async () => {
    const { orderId } = await place();
    platform.clock.advanceBy(1500);
    await platform.venue.fill(orderId, CODE, 1, 1799);
    await an.post(`/api/order/${AN_1}/modify`, { orderId, quantity: 2, limitPrice: '449.50' });
    await platform.sequencer.settled();
    await an.post(`/api/order/${AN_1}/cancel`, { orderId });
    await platform.sequencer.settled();

    const events = await eventsOf(orderId);
    expect(kindsOf(events)).toEqual([
      'received',
      'sent',
      'accepted',
      'partiallyFilled',
      'modifyAsked',
      'modified',
      'cancelAsked',
      'cancelled',
    ]);
    const terms = { quantity: 2, limitPrice: '449.50', stopPrice: null, duration: 'DAY', expirationDate: null };
    expect(events).toMatchObject([
      {
        time: '2026-11-20T05:00:00.000Z',
        facts: { origin: 'INVESTOR', conditionalOrderId: null, terms: { quantity: 3, limitPrice: '450.00' } },
      },
      { facts: { lots: 3 } },
      {},
      {
        time: '2026-11-20T05:00:01.500Z',
        facts: { price: '449.75', lots: 1, fee: '350000', filledQuantity: 1, isLate: false },
      },
      { facts: { terms, isOurs: false } },
      { facts: { terms } },
      { facts: { reason: null } },
      { facts: { leftLots: 1, reason: null } },
    ]);
    const seqs = events.map(({ seq }) => seq);
    expect(seqs).toEqual([...seqs].sort((a, b) => a - b));
    expect(seqs[0]).toBe(seqs[1]);
  });

  test('refused says why, with the numbers of the refusal', async () => {
    const clientOrderId = randomUUID();
    await an.post(`/api/order/${AN_1}/place`, { clientOrderId, ...LIMIT, quantity: 51 });
    const { orderId } = (await an.get(`/api/order/${AN_1}/by-client-id/${clientOrderId}`)).json();
    expect(await eventsOf(orderId)).toMatchObject([
      { kind: 'received', facts: { terms: { quantity: 51, limitPrice: '450.00' } } },
      { kind: 'refused', facts: { rejection: { code: 'MaxLotsPerOrder', facts: { max: 50, lots: 51 } } } },
    ]);
  });

  test('that is a stop names the price that fired it, and the fill that followed', async () => {
    const { orderId } = await place({ orderType: 'STOP', limitPrice: undefined, stopPrice: '455.00' });
    await report(orderId, 'x1', { kind: 'triggered', priceTicks: 1821 });
    await report(orderId, 'x2', { kind: 'filled', tradeId: 'x', priceTicks: 1822, lots: 3 });
    const events = await eventsOf(orderId);
    expect(kindsOf(events)).toEqual(['received', 'sent', 'accepted', 'triggered', 'filled']);
    expect(factsOf(events, 'triggered')).toEqual([{ price: '455.25', stopPrice: '455.00', leg: null }]);
    expect(factsOf(events, 'filled')).toMatchObject([{ price: '455.50', lots: 3, filledQuantity: 3 }]);
  });

  test('lists refused changes, and who refused them', async () => {
    const { orderId } = await place();
    const ask = (path: string, body: object) => an.post(`/api/order/${AN_1}/${path}`, { orderId, ...body });
    expect((await ask('modify', { quantity: 51 })).statusCode).toBe(422);
    expect((await ask('modify', { stopPrice: '455.00' })).statusCode).toBe(400);
    platform.venue.fillAtTicks = null;
    await ask('modify', { quantity: 2 });
    await platform.sequencer.settled();
    await platform.venue.fill(orderId, CODE, 2, 1800);
    expect((await ask('cancel', {})).statusCode).toBe(409);
    const events = await eventsOf(orderId);
    expect(kindsOf(events).slice(3)).toEqual(['modifyRefused', 'modifyAsked', 'modified', 'filled', 'cancelRefused']);
    expect(factsOf(events, 'modifyRefused')).toEqual([
      { rejection: { code: 'MaxLotsPerOrder', facts: { max: 50, lots: 51 } }, reason: null },
    ]);
    expect(factsOf(events, 'cancelRefused')).toEqual([
      { rejection: { code: 'OrderCancelNotAllowed', facts: { status: 'FILLED' } }, reason: null },
    ]);
  });

  test('carries the exchange’s own words in its refusals', async () => {
    const { orderId } = await place();
    const { venue } = platform;
    const { fill } = venue;
    // Both are in one batch, so that the exchange has not accepted the change before it is refused.
    await Promise.all([
      platform.sequencer.submit({ kind: 'modifyOrder', accountId: AN_1, orderId, limitPrice: '449.00' }),
      report(orderId, 'r1', { kind: 'modifyRejected', reason: 'book is closing' }),
    ]);
    await platform.sequencer.settled();
    await fill(orderId, CODE, 1, 1800);
    const events = await eventsOf(orderId);
    expect(factsOf(events, 'modifyRefused')).toEqual([
      { rejection: null, reason: { code: 'ExchangeRejected', facts: { reason: 'book is closing' } } },
    ]);

    const other = await place({ limitPrice: '449.00' });
    await report(other.orderId, 'r2', { kind: 'rejected', reason: 'price beyond the new limit' });
    expect((await eventsOf(other.orderId)).at(-1)).toMatchObject({
      kind: 'cancelled',
      facts: { leftLots: 3, reason: { code: 'ExchangeRejected', facts: { reason: 'price beyond the new limit' } } },
    });
  });

  test('lists the loss and return of the link that concerned it', async () => {
    const { orderId } = await place();
    await platform.sequencer.submit({ kind: 'loseVenue' });
    await platform.sequencer.submit({ kind: 'resyncVenue', epoch: 'stage-1.1', orderIds: [orderId] });
    await platform.sequencer.settled();
    const events = await eventsOf(orderId);
    expect(kindsOf(events)).toEqual(['received', 'sent', 'accepted', 'linkLost', 'reconciled']);
    expect(factsOf(events, 'reconciled')).toMatchObject([{ status: 'WORKING', terms: { quantity: 3 } }]);
  });

  test('is sent once more to an exchange that forgot everything', async () => {
    const { orderId } = await place();
    await platform.sequencer.submit({ kind: 'restartVenue', epoch: 'stage-2.1' });
    await platform.sequencer.settled();
    expect(kindsOf(await eventsOf(orderId)).slice(3)).toEqual(['sent']);
  });

  test('is sent once more if the exchange had not answered yet, too', async () => {
    const orderId = 'in-transit';
    const { submit } = platform.sequencer;
    const { limitPrice } = LIMIT;
    const terms = { contractCode: CODE, side: 'BUY', orderType: 'LIMIT', duration: 'DAY', quantityLots: 3 } as const;
    // Both are in one batch, so the exchange has not received the order when it restarts.
    await Promise.all([
      submit({ kind: 'placeOrder', accountId: AN_1, orderId, clientOrderId: 'own', ...terms, limitPrice }),
      submit({ kind: 'restartVenue', epoch: 'stage-2.1' }),
    ]);
    await platform.sequencer.settled();
    expect(kindsOf(await eventsOf(orderId))).toEqual(['received', 'sent', 'sent']);
  });

  test('waits for the open, is sent then, is suspended by a halt, and expires with its day', async () => {
    const session = (state: 'OPEN' | 'CLOSED', more: object = {}) =>
      platform.sequencer.submit({ kind: 'changeSession', contractCodes: [CODE], state, opensAtMs: null, ...more });
    await session('CLOSED');
    const { orderId } = await place();
    await session('OPEN');
    await platform.sequencer.settled();
    await session('CLOSED', { isHalt: true });
    await session('OPEN');
    await report(orderId, 'e1', { kind: 'expired', reason: 'DayEnded' });
    const events = await eventsOf(orderId);
    expect(kindsOf(events)).toEqual(['received', 'waiting', 'sent', 'accepted', 'suspended', 'resumed', 'expired']);
    expect(factsOf(events, 'waiting')).toEqual([{ waitsFor: 'OPEN' }]);
    expect(factsOf(events, 'expired')).toEqual([{ leftLots: 3, reason: { code: 'DayEnded', facts: {} } }]);
  });

  test('that reduces, and shrinks with its position, says that the broker requested it', async () => {
    await long(3);
    const { orderId } = await place({ side: 'SELL', limitPrice: '460.00', isReduceOnly: true });
    platform.venue.fillAtTicks = 1800;
    await place({ side: 'SELL', quantity: 1 });
    const events = await eventsOf(orderId);
    expect(kindsOf(events)).toEqual(['received', 'sent', 'accepted', 'modifyAsked', 'modified']);
    expect(factsOf(events, 'modifyAsked')).toMatchObject([{ isOurs: true, terms: { quantity: 2 } }]);
  });

  test('names its origin', async () => {
    const close = `/api/order/force-sell/accounts/${AN_1}/by-contract`;
    const origins: unknown[] = [];
    const note = async (response: Awaited<ReturnType<Browser['post']>>) => {
      await platform.sequencer.settled();
      const [received] = await eventsOf(response.json().order.orderId);
      origins.push(received?.kind === 'received' && received.facts.origin);
    };
    await long(3);
    await note(await an.post(`/api/order/${AN_1}/reverse`, { contractCode: CODE, clientOrderId: randomUUID() }));
    await note(await an.post(close, { contractCode: CODE, clientOrderId: randomUUID() }));
    await note(await an.post(close, { contractCode: CODE, clientOrderId: randomUUID(), goFlat: true }));
    const byOperator = await platform.app.inject({
      method: 'POST',
      url: '/api/operator/force-sell',
      headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'x-csrf': '1' },
      payload: {
        accountId: AN_1,
        contractCode: CODE,
        clientOrderId: randomUUID(),
        operatorId: 'lan',
        reason: 'asked by phone',
      },
    });
    await note(byOperator as never);
    expect(origins).toEqual(['REVERSE', 'LIQUIDATE', 'GO_FLAT', 'OPERATOR']);
  });
});

describe('acts of the broker', () => {
  const brokersOrder = async (): Promise<{ orderId: string }> => {
    const { items } = (await an.get(`/api/order/${AN_1}/query`)).json();
    return items.find(({ isForceSell }: { isForceSell: boolean }) => isForceSell);
  };
  const originOf = async ({ orderId }: { orderId: string }) => {
    const [received] = await eventsOf(orderId);
    return received?.kind === 'received' && received.facts.origin;
  };

  test('the margin levels are named, in what they cancel and in what they close', async () => {
    await long(20);
    const { orderId } = await place({ quantity: 1, limitPrice: '440.00' });
    await mark(1700);
    expect((await eventsOf(orderId)).slice(3)).toMatchObject([
      { kind: 'cancelAsked', facts: { reason: { code: 'MarginLevel', facts: { level: '70' } } } },
      { kind: 'cancelled', facts: { leftLots: 1, reason: { code: 'MarginLevel', facts: { level: '70' } } } },
    ]);
    platform.venue.fillAtTicks = 1650;
    await mark(1650);
    expect(await originOf(await brokersOrder())).toBe('MARGIN_LADDER');
  });

  test('the expiry guard is named', async () => {
    await long(2);
    platform.venue.fillAtTicks = 1800;
    await platform.sequencer.submit({ kind: 'closeOut', contractCode: CODE, position: 'long' });
    await platform.sequencer.settled();
    expect(await originOf(await brokersOrder())).toBe('EXPIRY_GUARD');
  });

  test('a stop held by the broker says so, and what fired it', async () => {
    const rules = { ...FULL_RULES, exchangesWithoutStops: [CORN.exchange] };
    await platform.sequencer.submit({ kind: 'setTradingRules', fromMs: 0, rules });
    const { orderId } = await place({ orderType: 'STOP', limitPrice: undefined, stopPrice: '455.00' });
    platform.venue.fillAtTicks = 1823;
    await mark(1822);
    const events = await eventsOf(orderId);
    expect(kindsOf(events)).toEqual(['received', 'waiting', 'triggered', 'sent', 'filled']);
    expect(factsOf(events, 'waiting')).toEqual([{ waitsFor: 'PRICE' }]);
    expect(factsOf(events, 'triggered')).toEqual([{ price: '455.50', stopPrice: '455.00', leg: null }]);
  });
});

describe('a conditional order', () => {
  test('lists when it was armed, what fired it and which order it sent', async () => {
    const { orderId } = await place({ takeProfit: '460.00', stopLoss: '445.00', sighting: DECISION_QUOTE });
    const [pair] = (await an.get(`/api/order/${AN_1}/conditional-orders`)).json().items;
    await platform.venue.fill(orderId, CODE, 2, 1800);
    platform.venue.fillAtTicks = 1779;
    await mark(1780);
    const { moments: events, sighting } = await timelineOf(pair.conditionalOrderId);
    // The sender saw it at the entry, whose timeline lists it.
    expect(sighting).toBeNull();
    expect(kindsOf(events)).toEqual(['received', 'waiting', 'armed', 'triggered', 'childSent']);
    expect(events).toMatchObject([
      { facts: { entryOrderId: orderId, terms: { takeProfit: '460.00', stopLoss: '445.00' } } },
      { facts: { waitsFor: 'ENTRY' } },
      { facts: { armedQuantity: 2 } },
      { facts: { price: '445.00', stopPrice: '445.00', leg: 'STOP_LOSS' } },
      { facts: { childOrderId: `${pair.conditionalOrderId}-x` } },
    ]);
    const child = await eventsOf(`${pair.conditionalOrderId}-x`);
    expect(kindsOf(child)).toEqual(['received', 'sent', 'accepted', 'filled']);
    expect(child[0]).toMatchObject({
      facts: { origin: 'CONDITIONAL_ORDER', conditionalOrderId: pair.conditionalOrderId },
    });
    expect((await eventsOf(orderId)).at(-1)).toMatchObject({
      kind: 'cancelled',
      facts: { reason: { code: 'SiblingFilled' } },
    });
  });

  test('lists its change, and its cancel by the owner', async () => {
    await long(2);
    const trailing = { side: 'SELL', orderType: 'TRAILING_STOP', quantity: 2, limitPrice: undefined };
    const { orderId: conditionalOrderId } = await place({ ...trailing, trailAmount: '2.50', sighting: DECISION_QUOTE });
    const path = `/api/order/${AN_1}/conditional-orders`;
    await an.post(`${path}/modify`, { conditionalOrderId, trailAmount: '5' });
    await an.post(`${path}/modify`, { conditionalOrderId, quantity: 0 });
    await an.post(`${path}/cancel`, { conditionalOrderId });
    const { moments: events, sighting } = await timelineOf(conditionalOrderId);
    expect(kindsOf(events)).toEqual(['received', 'waiting', 'modified', 'modifyRefused', 'cancelled']);
    expect(factsOf(events, 'modified')).toMatchObject([{ terms: { trailAmount: '5.00', stopPrice: '445.00' } }]);
    expect(factsOf(events, 'cancelled')).toEqual([{ leftLots: 2, reason: null }]);
    expect(sighting).toEqual(DECISION_QUOTE);
  });
});

describe('what the sender saw', () => {
  test('is stored with the order, and is not one of its terms', async () => {
    const terms = { clientOrderId: randomUUID(), ...LIMIT };
    const send = (more: object) => an.post(`/api/order/${AN_1}/place`, { ...terms, ...more });
    const placed = await send({ sighting: DECISION_QUOTE });
    expect(placed.statusCode).toBe(201);
    const again = await send({ sighting: { ...DECISION_QUOTE, quoteAgeMs: 9000 } });
    expect(again.statusCode).toBe(200);
    expect((await send({})).statusCode).toBe(200);
    expect((await send({ quantity: 2, sighting: DECISION_QUOTE })).json().code).toBe('IDEMPOTENCY_MISMATCH');
    const { orderId } = placed.json().order;
    await platform.venue.fill(orderId, CODE, 3, 1800);
    expect((await timelineOf(orderId)).sighting).toEqual(DECISION_QUOTE);
  });

  test('may come with an order that closes or reverses a position', async () => {
    await long(1);
    const body = { contractCode: CODE, sighting: DECISION_QUOTE };
    const reversed = await an.post(`/api/order/${AN_1}/reverse`, { ...body, clientOrderId: randomUUID() });
    const reverseId = reversed.json().order.orderId;
    const sold = await an.post(`/api/order/force-sell/accounts/${AN_1}/by-contract`, {
      ...body,
      clientOrderId: randomUUID(),
    });
    expect((await timelineOf(reverseId)).sighting).toEqual(DECISION_QUOTE);
    expect((await timelineOf(sold.json().order.orderId)).sighting).toEqual(DECISION_QUOTE);
  });

  test('is absent where none was sent', async () => {
    expect((await timelineOf((await place()).orderId)).sighting).toBeNull();
  });

  test('is bounded', async () => {
    const send = (sighting: object) =>
      an.post(`/api/order/${AN_1}/place`, { clientOrderId: randomUUID(), ...LIMIT, sighting });
    expect((await send({ ...DECISION_QUOTE, note: 'x'.repeat(1000) })).json()).toMatchObject({
      code: 'BadRequest',
      facts: { field: 'sighting.note' },
    });
    expect((await send({ ...DECISION_QUOTE, connections: { market: 'FINE', investor: 'WEAK' } })).statusCode).toBe(400);
  });
});

describe('a timeline', () => {
  test('is shown to the owner of the sub-account only, and of its own orders', async () => {
    const { orderId } = await place();
    const answer = async (browser: Browser, accountId: string, id: string) => {
      const response = await browser.get(`/api/order/${accountId}/orders/${id}/timeline`);
      return [response.statusCode, response.json().code];
    };
    expect(await answer(an, AN_1, 'never-was')).toEqual([404, 'OrderNotFound']);
    expect(await answer(an, AN_2, orderId)).toEqual([404, 'OrderNotFound']);
    expect(await answer(an, BINH_1, orderId)).toEqual([404, 'NotFound']);
    const binh = await signedIn(platform, 'binh@mua.demo');
    expect(await answer(binh, AN_1, orderId)).toEqual([404, 'NotFound']);
    await an.signIn('binh@mua.demo');
    expect(await answer(an, AN_1, orderId)).toEqual([409, 'ACCOUNT_MISMATCH']);
  });

  test('is the same when its rows are rebuilt from the journal', async () => {
    const { orderId } = await place({ sighting: DECISION_QUOTE });
    await an.post(`/api/order/${AN_1}/modify`, { orderId, quantity: 51 });
    await platform.venue.fill(orderId, CODE, 3, 1800);
    const before = await timelineOf(orderId);
    await emptyReadTables(platform.database);
    await rebuildReadTables(platform.database);
    expect(await timelineOf(orderId)).toEqual(before);
    expect(kindsOf(before.moments)).toEqual(['received', 'sent', 'accepted', 'modifyRefused', 'filled']);
  });

  test('keeps the beginning and the newest steps of an order that was touched very often', async () => {
    const { orderId } = await place();
    const modify = (quantityLots: number) =>
      platform.sequencer.submit({ kind: 'modifyOrder', accountId: AN_1, orderId, quantityLots });
    await modify(2);
    await platform.sequencer.settled();
    await Promise.all(Array.from({ length: LIMITS.timelineSteps }, () => modify(51)));
    await platform.venue.fill(orderId, CODE, 2, 1800);
    const { moments: events, omittedSteps } = await timelineOf(orderId);
    // Omitted are: accepted, requested, modified, and one refusal.
    expect(omittedSteps).toBe(4);
    expect(events).toHaveLength(2 + LIMITS.timelineSteps);
    expect(kindsOf(events).slice(0, 3)).toEqual(['received', 'sent', 'modifyRefused']);
    expect(events.at(-1)).toMatchObject({ kind: 'filled', facts: { lots: 2, filledQuantity: 2 } });
  });
});
