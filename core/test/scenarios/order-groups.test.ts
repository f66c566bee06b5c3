/** Orders that are placed together, from their owner's view: corn of December at 450, ticks of a quarter cent. */
import {
  accountEquityVnd,
  answerRepetition,
  type CommandBody,
  exposureOf,
  restoreState,
  snapshotState,
  stateHash,
} from '@mua/core/engine';
import { previewGroup } from '@mua/core/preview/group';
import { describe, expect, test } from 'vitest';
import { AN, Broker, CODE, CORN_MARGIN_VND, FULL_RULES, requestsOf } from '#test/scenarios/broker.ts';

type PlaceGroup = Extract<CommandBody, { kind: 'placeGroup' }>;
type Member = PlaceGroup['orders'][number];

const FEE_VND = 350_000n;
const CASH_VND = 1_000_000_000n;

/** `BUY 2 @ 440` rests with a limit, `BUY 2 ^ 455` waits with a stop. */
function member(text: string, more: Partial<Member> = {}): Member {
  const [side, lots, sign, price = ''] = text.split(' ');
  const isStop = sign === '^';
  return {
    clientOrderId: `c-${text}`,
    side: side === 'BUY' ? 'BUY' : 'SELL',
    orderType: isStop ? 'STOP' : 'LIMIT',
    duration: isStop ? 'GTC' : 'DAY',
    quantityLots: Number(lots),
    ...(isStop ? { stopPrice: price } : { limitPrice: price }),
    ...more,
  };
}

function group(groupKind: PlaceGroup['groupKind'], texts: readonly string[], more: Partial<Member> = {}): PlaceGroup {
  const orders = texts.map((text) => member(text, more));
  return { kind: 'placeGroup', accountId: AN, groupId: 'g', groupKind, contractCode: CODE, orders };
}

const full = (cashVnd = CASH_VND): Broker => new Broker(cashVnd, FULL_RULES);

/** A pair at the exchange, `g-1` and `g-2`. */
function paired(texts: readonly [string, string] = ['BUY 2 ^ 455', 'SELL 2 ^ 445'], broker = full()): Broker {
  broker.do(group('OCO', texts));
  for (const orderId of ['g-1', 'g-2']) broker.accept(orderId);
  return broker;
}

const cancels = (events: Parameters<typeof requestsOf>[0]): (string | undefined)[] =>
  requestsOf(events).map((request) => (request.kind === 'cancel' ? request.orderId : undefined));

const refusalIn = (events: ReturnType<Broker['do']>) =>
  events.find((event) => event.kind === 'commandRefused')?.refusal;

describe('a pair of orders, of which one cancels the other', () => {
  test.each([
    ['buy above or sell below', ['BUY 2 ^ 455', 'SELL 2 ^ 445']],
    ['buy low or buy a breakout', ['BUY 2 @ 440', 'BUY 2 ^ 455']],
    ['sell high or buy low', ['SELL 1 @ 460', 'BUY 3 @ 440']],
  ] as const)('%s: both are sent under one group', (_what, texts) => {
    const broker = full();
    const events = broker.do(group('OCO', texts));
    expect(requestsOf(events)).toMatchObject([{ order: { orderId: 'g-1' } }, { order: { orderId: 'g-2' } }]);
    expect(broker.order('g-2').group).toEqual({ groupId: 'g', kind: 'OCO', size: 2, place: 2 });
  });

  test.each([
    ['wholly', 2],
    ['in part', 1],
  ])('the first that is filled %s cancels the other in the same step', (_what, lots) => {
    const broker = paired();
    expect(cancels(broker.fill('g-1', lots, 1820))).toEqual(['g-2']);
    broker.report('g-2', { kind: 'cancelled', reason: 'UserRequest' });
    expect(broker.order('g-2')).toMatchObject({ status: 'CANCELLED', reason: 'SiblingFilled', filledLots: 0 });
    // What is left of the first one goes on.
    expect(broker.order('g-1').status).toBe(lots === 2 ? 'FILLED' : 'PARTIALLY_FILLED');
  });

  test('what the other fills before its cancel stays and is told, and cancels nothing', () => {
    const broker = paired();
    broker.fill('g-1', 1, 1820);
    const events = broker.fill('g-2', 2, 1780);
    expect(events).toContainEqual({
      ...{ kind: 'siblingFilledToo', accountId: AN, contractCode: CODE, orderId: 'g-2', lots: 2 },
    });
    expect(requestsOf(events)).toEqual([]);
    expect([broker.order('g-1').status, broker.order('g-2').status]).toEqual(['PARTIALLY_FILLED', 'FILLED']);
    expect(broker.account().positions.get(CODE)?.netLots).toBe(-1);
  });

  /** Whatever ends one ends the other: nobody is left with half of what they meant. */
  const ends: readonly [string, (broker: Broker) => unknown][] = [
    ['is cancelled by its owner', (broker) => broker.do({ kind: 'cancelOrder', accountId: AN, orderId: 'g-1' })],
    ['is refused by the exchange', (broker) => broker.report('g-1', { kind: 'rejected', reason: 'no' })],
    ['expires', (broker) => broker.report('g-1', { kind: 'expired', reason: 'DateReached' })],
  ];
  test.each(ends)('one that %s takes the other with it', (_what, end) => {
    const broker = full();
    broker.do(group('OCO', ['BUY 2 ^ 455', 'SELL 2 ^ 445']));
    broker.accept('g-2');
    end(broker);
    if (broker.order('g-1').closedMs === null) {
      broker.accept('g-1');
      broker.report('g-1', { kind: 'cancelled', reason: 'UserRequest' });
    }
    expect(broker.order('g-2').status).toBe('IN_CANCEL');
    broker.report('g-2', { kind: 'cancelled', reason: 'UserRequest' });
    expect(broker.order('g-2')).toMatchObject({ status: 'CANCELLED', reason: 'SiblingEnded' });
  });

  test('one on its way is cancelled as soon as the exchange has it', () => {
    const broker = full();
    broker.do(group('OCO', ['BUY 2 @ 455', 'BUY 2 ^ 465']));
    expect(cancels(broker.fill('g-1', 2, 1805))).toEqual([]);
    expect(cancels(broker.report('g-2', { kind: 'accepted' }))).toEqual(['g-2']);
  });

  test('a cancel that the exchange refuses is asked for again after five seconds', () => {
    const broker = paired();
    broker.fill('g-1', 2, 1820);
    broker.report('g-2', { kind: 'cancelRejected', reason: 'busy' });
    expect(cancels(broker.wait(4_000))).toEqual([]);
    expect(cancels(broker.wait(2_000))).toEqual(['g-2']);
  });

  test('a link that was lost in between is no way out', () => {
    const broker = paired();
    broker.do({ kind: 'loseVenue' });
    const back = broker.do({ kind: 'resyncVenue', epoch: 'e1', orderIds: ['g-1', 'g-2'] });
    expect(cancels(back)).toEqual([]);
    broker.do({ kind: 'loseVenue' });
    broker.fill('g-1', 1, 1820);
    expect(broker.order('g-2').cancelWish).toBe('SiblingFilled');
    expect(cancels(broker.do({ kind: 'resyncVenue', epoch: 'e1', orderIds: ['g-1', 'g-2'] }))).toContain('g-2');
  });

  test('stops held by the broker cancel each other too', () => {
    const broker = new Broker(CASH_VND, { ...FULL_RULES, exchangesWithoutStops: ['CBOT'] });
    expect(requestsOf(broker.do(group('OCO', ['BUY 2 ^ 455', 'SELL 2 ^ 445'])))).toEqual([]);
    expect(requestsOf(broker.mark(1820))).toMatchObject([{ kind: 'submit', order: { orderId: 'g-1' } }]);
    broker.fill('g-1', 2, 1821);
    expect(broker.order('g-2')).toMatchObject({ status: 'CANCELLED', reason: 'SiblingFilled' });
    expect(requestsOf(broker.mark(1780))).toEqual([]);
  });

  test('brings exits with each: those of the cancelled one go with it', () => {
    const broker = full();
    const [up, down] = group('OCO', ['BUY 2 ^ 455', 'SELL 2 ^ 445']).orders;
    if (!up || !down) throw new Error('a pair has two orders');
    broker.do({
      ...group('OCO', []),
      orders: [
        { ...up, stopLossDistance: '2', exitOrderId: 'x-1' },
        { ...down, stopLossDistance: '2', exitOrderId: 'x-2' },
      ],
    });
    for (const orderId of ['g-1', 'g-2']) broker.accept(orderId);
    broker.fill('g-1', 2, 1820);
    broker.report('g-2', { kind: 'cancelled', reason: 'UserRequest' });
    expect(broker.conditional('x-1')).toMatchObject({ armedLots: 2, stopLossTicks: 1812 });
    expect(broker.conditional('x-2').status).toBe('CANCELLED');
  });

  test('goes on after a restart, at any moment', () => {
    const moments: ((broker: Broker) => unknown)[] = [
      (broker) => broker.fill('g-1', 1, 1820),
      (broker) => broker.report('g-2', { kind: 'cancelRejected', reason: 'busy' }),
      (broker) => broker.wait(6_000),
      (broker) => broker.report('g-2', { kind: 'cancelled', reason: 'UserRequest' }),
    ];
    for (const at of moments.keys()) {
      const [straight, restarted] = [paired(), paired()];
      for (const [index, moment] of moments.entries()) {
        if (index === at) Object.assign(restarted, { state: restoreState(snapshotState(restarted.state)) });
        expect(moment(restarted)).toEqual(moment(straight));
      }
      expect(stateHash(restarted.state)).toBe(stateHash(straight.state));
    }
  });

  test('a protective stop keeps its pair when everything but stops is cancelled', () => {
    const broker = full();
    broker.trade('BUY 2 @ 450', 1800);
    broker.do(group('OCO', ['SELL 2 @ 460', 'SELL 2 ^ 445'], { isReduceOnly: true }));
    for (const orderId of ['g-1', 'g-2']) broker.accept(orderId);
    expect(requestsOf(broker.do({ kind: 'cancelOrders', accountId: AN, keepStops: true }))).toEqual([]);
    expect(cancels(broker.do({ kind: 'cancelOrders', accountId: AN }))).toEqual(['g-1', 'g-2']);
  });
});

describe('margin of a pair', () => {
  /** Both could fill before a cancel arrives, so each is a working order like any other. */
  test.each([
    ['opposite sides need it for the larger side', ['BUY 2 ^ 455', 'SELL 3 ^ 445'], 3n],
    ['one side needs it for both', ['BUY 2 @ 440', 'BUY 3 ^ 455'], 5n],
  ] as const)('%s', (_what, texts, lots) => {
    const broker = full();
    broker.do(group('OCO', texts));
    expect(broker.account().requiredVnd).toBe(lots * CORN_MARGIN_VND);
  });

  test.each([
    ['just enough', 0n, undefined],
    ['a dong too little', 1n, 'InsufficientMargin'],
  ])('with %s for both and the fees of both: both or none', (_what, lackVnd, code) => {
    const needVnd = 5n * CORN_MARGIN_VND + 2n * 5n * FEE_VND;
    const broker = full(needVnd - lackVnd);
    const events = broker.do(group('OCO', ['BUY 2 @ 440', 'BUY 3 ^ 455']));
    expect(refusalIn(events)?.code).toBe(code);
    expect(broker.state.orders.size).toBe(code === undefined ? 2 : 0);
    if (code !== undefined)
      expect(refusalIn(events)?.facts).toMatchObject({
        required: needVnd,
        missing: 1n,
        fee: 2n * 5n * FEE_VND,
        maxLots: 2,
      });
  });
});

describe('the preview of a group', () => {
  const pairs: readonly (readonly string[])[] = [
    ['BUY 2 ^ 455', 'SELL 3 ^ 445'],
    ['BUY 2 @ 440', 'BUY 3 ^ 455'],
    ['SELL 4 @ 460', 'SELL 4 ^ 445'],
    ['SELL 2 @ 460', 'SELL 3 ^ 445'],
  ];

  /** From flat and from a position, from no money to more than enough. */
  test.each(pairs.flatMap((texts) => [0, 2, 4].map((held) => [texts.join(', '), held, texts] as const)))(
    'says what is decided: %s, %i lots held',
    (_what, held, texts) => {
      for (let spareVnd = 0n; spareVnd < 400_000_000n; spareVnd += 7_000_000n) {
        const broker = full(BigInt(held) * (CORN_MARGIN_VND + 2n * FEE_VND) + spareVnd);
        if (held > 0) broker.trade(`BUY ${held} @ 450`, 1800);
        const { state } = broker;
        const account = broker.account();
        const asked = group('OCO', texts);
        const preview = previewGroup(
          {
            equityVnd: accountEquityVnd(state, account),
            requiredVnd: account.requiredVnd,
            exposure: exposureOf(account, CODE),
            marginPerLotVnd: CORN_MARGIN_VND,
            feeVnd: FEE_VND,
          },
          asked.orders.map(({ side, quantityLots: lots }) => ({ side, lots })),
        );
        const refused = refusalIn(broker.do(asked));
        expect(preview.isAccepted).toBe(refused === undefined);
        if (refused?.code === 'InsufficientMargin') expect(refused.facts.missing).toBe(preview.shortfallVnd);
        else expect(account.requiredVnd).toBe(preview.requiredVnd.after);
      }
    },
  );
});

describe('a scale of limit orders', () => {
  const scale = (texts: readonly string[]) => group('SCALE', texts);

  test('is accepted exactly when one order of all its lots would be', () => {
    for (let lots = 2; lots <= 6; lots += 1)
      for (const lackVnd of [0n, 1n]) {
        const cashVnd = BigInt(lots) * (CORN_MARGIN_VND + 2n * FEE_VND) - lackVnd;
        const [one, many] = [full(cashVnd), full(cashVnd)];
        const { orderId } = one.place(`BUY ${lots} @ 440`);
        many.do(scale(Array.from({ length: lots }, (_, at) => `BUY 1 @ ${440 - at}`)));
        expect(many.state.orders.size > 0).toBe(one.state.orders.has(orderId));
        if (lackVnd === 0n) expect(many.account().requiredVnd).toBe(one.account().requiredVnd);
      }
  });

  test('is one thing to cancel, and else orders that live by themselves', () => {
    const broker = full();
    broker.do(scale(['BUY 1 @ 440', 'BUY 1 @ 439', 'BUY 1 @ 438']));
    const { orderId: alone } = broker.place('BUY 1 @ 437');
    for (const orderId of ['g-1', 'g-2', 'g-3', alone]) broker.accept(orderId);
    expect(requestsOf(broker.fill('g-1', 1, 1760))).toEqual([]);
    expect(cancels(broker.do({ kind: 'cancelOrders', accountId: AN, groupId: 'g' }))).toEqual(['g-2', 'g-3']);
    expect(broker.order(alone).status).toBe('WORKING');
  });

  test('that is over or of somebody else is no group to cancel', () => {
    const broker = full();
    broker.do(scale(['BUY 1 @ 440', 'BUY 1 @ 439']));
    for (const [accountId, groupId] of [
      ['binh-1', 'g'],
      [AN, 'h'],
    ] as const)
      expect(refusalIn(broker.do({ kind: 'cancelOrders', accountId, groupId }))?.code).toBe('OrderNotFound');
  });
});

describe('a group that is asked for again', () => {
  test('is answered by its orders, and nothing is placed', () => {
    const broker = full();
    const asked = group('OCO', ['BUY 2 ^ 455', 'SELL 2 ^ 445']);
    broker.do(asked);
    const again = { ...asked, groupId: 'other' };
    const repeated = ['g-1', 'g-2'].map((orderId) => ({ kind: 'orderRepeated', accountId: AN, orderId }));
    expect(answerRepetition(broker.state, again)).toEqual(repeated);
    expect(broker.do(again)).toEqual(repeated);
    expect(broker.state.orders.size).toBe(2);
  });

  test.each([
    ['other lots', group('OCO', ['BUY 2 ^ 455', 'SELL 2 ^ 445'], { quantityLots: 3 })],
    ['the other way round', group('OCO', ['SELL 2 ^ 445', 'BUY 2 ^ 455'])],
    ['an order that is new', group('OCO', ['BUY 2 ^ 455', 'SELL 2 ^ 444'])],
  ])('with %s is another one and refused', (_what, again) => {
    const broker = full();
    broker.do(group('OCO', ['BUY 2 ^ 455', 'SELL 2 ^ 445']));
    expect(refusalIn(broker.do(again))?.code).toBe('IDEMPOTENCY_MISMATCH');
    expect(broker.state.orders.size).toBe(2);
  });
});

describe('what is no group', () => {
  test.each([
    ['a pair of three', group('OCO', ['BUY 1 @ 440', 'BUY 1 @ 439', 'BUY 1 @ 438']), 'orders'],
    ['a scale of one', group('SCALE', ['BUY 1 @ 440']), 'orders'],
    ['the same order twice', group('SCALE', ['BUY 1 @ 440', 'BUY 1 @ 440']), 'orders'],
    [
      'a pair that does not rest',
      group('OCO', ['BUY 1 @ 440', 'BUY 1 @ 439'], { duration: 'IOC' }),
      'orders.0.duration',
    ],
    ['a scale of stops', group('SCALE', ['BUY 1 ^ 455', 'BUY 1 ^ 456']), 'orders.0.orderType'],
    ['a scale of both sides', group('SCALE', ['BUY 1 @ 440', 'SELL 1 @ 460']), 'orders.1.side'],
    ['no price', group('OCO', ['BUY 1 @ 440', 'BUY 1 @ x']), 'orders.1.limitPrice'],
  ])('%s', (_what, asked, field) => {
    const broker = full();
    expect(refusalIn(broker.do(asked))).toEqual({ code: 'BadRequest', facts: { field } });
    expect(broker.state.orders.size).toBe(0);
  });

  test('a price between two ticks is told with its order', () => {
    const refused = refusalIn(full().do(group('OCO', ['BUY 1 @ 440', 'BUY 1 @ 439.1'])));
    expect(refused).toMatchObject({ code: 'WrongTick', facts: { field: 'orders.1.limitPrice' } });
  });
});
