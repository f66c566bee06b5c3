/** Orders of a sender who has not been heard in time are cancelled: which, when, and never for the server's own silence. */
import { type EngineEvent, nextDueMs, restoreState, snapshotState, stateHash } from '@mua/core/engine';
import { beforeEach, describe, expect, test } from 'vitest';
import { AN, Broker, FULL_RULES, requestsOf } from '#test/scenarios/broker.ts';

const TIMEOUT_MS = 30_000;

let broker: Broker;

beforeEach(() => {
  broker = new Broker(1_000_000_000n, FULL_RULES);
});

interface Asked {
  readonly sender?: string;
  readonly timeoutMs?: number;
  readonly includesGoodTill?: boolean;
  readonly accountId?: string;
  readonly endsAll?: true;
}

function arm({ timeoutMs = TIMEOUT_MS, includesGoodTill = false, accountId = AN, ...named }: Asked = {}) {
  return broker.do({ kind: 'setCancelAfter', accountId, timeoutMs, includesGoodTill, ...named });
}

/** Lets time pass as a running server does: it is told the time whenever something is due. */
function pass(ms: number): EngineEvent[] {
  const untilMs = broker.timeMs + ms;
  const events: EngineEvent[] = [];
  while (broker.timeMs < untilMs) {
    const dueMs = Math.min(nextDueMs(broker.state), untilMs);
    events.push(...broker.wait(Math.max(dueMs - broker.timeMs, 1) - 1));
  }
  return events;
}

function working(text: string, more: Parameters<Broker['place']>[1] = {}): string {
  const { orderId } = broker.place(text, more);
  broker.accept(orderId);
  return orderId;
}

const due = (events: readonly EngineEvent[]): EngineEvent[] =>
  events.filter((event) => event.kind === 'cancelAfterChanged' && event.isDue);

describe('when', () => {
  test('a sender who is silent for the timeout: cancelled at it, once, and not again until asked for', () => {
    const orderId = working('BUY 2 @ 440');
    arm();
    expect(requestsOf(pass(TIMEOUT_MS - 1))).toEqual([]);
    expect(requestsOf(pass(1))).toMatchObject([{ kind: 'cancel', orderId }]);
    expect(broker.order(orderId)).toMatchObject({ status: 'IN_CANCEL', cancelReason: 'SenderGone' });
    const next = working('BUY 1 @ 441');
    expect(due(pass(4 * TIMEOUT_MS))).toEqual([]);
    expect(broker.order(next).status).toBe('WORKING');
  });

  test('a sender who is heard in time is waited for anew', () => {
    const orderId = working('BUY 2 @ 440');
    for (let i = 0; i < 5; i += 1) {
      arm();
      pass(TIMEOUT_MS - 1_000);
    }
    expect(broker.order(orderId).status).toBe('WORKING');
    expect(due(pass(1_000))).toHaveLength(1);
  });

  test('a sender who is heard in the very step in which it is due', () => {
    const orderId = working('BUY 2 @ 440');
    arm();
    pass(TIMEOUT_MS - 2);
    broker.timeMs += 1;
    expect(due(arm())).toEqual([]);
    expect(broker.order(orderId).status).toBe('WORKING');
  });

  test('ended by its sender', () => {
    arm();
    expect(arm({ timeoutMs: 0 })).toStrictEqual([
      { kind: 'cancelAfterChanged', accountId: AN, cancelAfter: null, isDue: false },
    ]);
    expect(due(pass(2 * TIMEOUT_MS))).toEqual([]);
    expect(nextDueMs(broker.state)).toBe(Number.POSITIVE_INFINITY);
  });

  test.each([
    ['a stop past it', TIMEOUT_MS + 60_000],
    ['a stop that ends just before it', TIMEOUT_MS - 1_000],
  ])('%s of the server itself: everybody is waited for anew', (_, ms) => {
    const orderId = working('BUY 2 @ 440');
    arm();
    broker.wait(ms);
    pass(TIMEOUT_MS - 1);
    expect(broker.order(orderId).status).toBe('WORKING');
    expect(due(pass(1))).toHaveLength(1);
  });

  test('a broker that is cut off and goes on stepping: everybody is waited for anew from its last word', () => {
    const orderId = working('BUY 2 @ 440');
    arm();
    for (let passedMs = 0; passedMs < 3 * TIMEOUT_MS; passedMs += 1_000) {
      broker.mark(1_800 + (passedMs % 2_000) / 1_000);
      broker.timeMs += 998;
      broker.do({ kind: 'passTime', isDeaf: true });
    }
    pass(TIMEOUT_MS - 1);
    expect(broker.order(orderId).status).toBe('WORKING');
    expect(due(pass(1))).toHaveLength(1);
  });

  test('a restart in between changes nothing', () => {
    arm();
    const restored = restoreState(snapshotState(broker.state));
    expect(stateHash(restored)).toBe(stateHash(broker.state));
    expect(nextDueMs(restored)).toBe(nextDueMs(broker.state));
  });

  test('the engine asks for the time every two seconds, and at the end', () => {
    broker.timeMs = 10_499;
    arm({ timeoutMs: 15_000 });
    expect(nextDueMs(broker.state)).toBe(12_000);
    pass(14_600);
    expect(nextDueMs(broker.state)).toBe(25_500);
  });
});

describe('which', () => {
  const GOOD_TILL = { duration: 'GTC' } as const;
  const STOP = { orderType: 'STOP', stopPrice: '430', duration: 'DAY' } as const;

  function fillBook(): Record<string, string> {
    broker.trade('BUY 3 @ 450', 1800);
    return {
      day: working('BUY 2 @ 440'),
      goodTill: working('BUY 2 @ 439', GOOD_TILL),
      entryStop: working('BUY 1', { ...STOP, stopPrice: '460' }),
      protectiveStop: working('SELL 3', { ...STOP, isReduceOnly: true }),
    };
  }

  function touched(includesGoodTill: boolean): string[] {
    const book = fillBook();
    arm({ includesGoodTill });
    pass(TIMEOUT_MS);
    return Object.keys(book).filter((name) => {
      const { status } = broker.order(book[name] ?? '');
      return status === 'IN_CANCEL' || status === 'CANCELLED';
    });
  }

  test('day orders, and no protective stop', () => {
    expect(touched(false)).toEqual(['day', 'entryStop']);
  });

  test('with those good till cancelled', () => {
    expect(touched(true)).toEqual(['day', 'goodTill', 'entryStop']);
  });

  test('conditional orders that only reduce stay, an entry at a trailing stop goes', () => {
    broker.trade('BUY 3 @ 450', 1800);
    const trailing = { orderType: 'TRAILING_STOP', duration: 'DAY', trailAmount: '5' } as const;
    broker.place('SELL 3', { ...trailing, orderId: 'guard', isReduceOnly: true });
    broker.place('BUY 1', { ...trailing, orderId: 'entry' });
    arm();
    pass(TIMEOUT_MS);
    expect(broker.conditional('guard').status).toBe('PENDING_ACTIVATION');
    expect(broker.conditional('entry')).toMatchObject({ status: 'CANCELLED', reason: 'SenderGone' });
  });

  test.each([
    ['stays', false, 'PENDING_ACTIVATION'],
    ['goes where that was asked for', true, 'CANCELLED'],
  ])('a conditional order good till cancelled that may open something %s', (_what, includesGoodTill, status) => {
    broker.mark(1800);
    const trailing = { orderType: 'TRAILING_STOP', duration: 'GTC', trailAmount: '5' } as const;
    broker.place('BUY 1', { ...trailing, orderId: 'entry' });
    arm({ includesGoodTill });
    pass(TIMEOUT_MS);
    expect(broker.conditional('entry').status).toBe(status);
  });

  test('an order on its way is cancelled when it arrives', () => {
    const { orderId } = broker.place('BUY 2 @ 440');
    arm({ timeoutMs: 1_000 });
    pass(1_000);
    expect(broker.order(orderId)).toMatchObject({ status: 'IN_TRANSIT', cancelWish: 'SenderGone' });
    expect(requestsOf(broker.report(orderId, { kind: 'accepted' }))).toMatchObject([{ kind: 'cancel', orderId }]);
  });

  test('nobody else is concerned', () => {
    const orderId = working('BUY 2 @ 440', { accountId: 'binh-1' });
    arm();
    expect(requestsOf(pass(TIMEOUT_MS))).toEqual([]);
    expect(broker.order(orderId).status).toBe('WORKING');
  });
});

describe('several senders of one sub-account', () => {
  const DESK = { sender: 'desk', timeoutMs: 60_000 };
  const PROGRAM = { sender: 'program', timeoutMs: 15_000 };

  /** Who is heard as often as they said, for so long. */
  function passHearing(ms: number, ...heard: readonly Asked[]): EngineEvent[] {
    const events: EngineEvent[] = [];
    for (let passedMs = 0; passedMs < ms; passedMs += 5_000) {
      for (const sender of heard) events.push(...arm(sender));
      events.push(...pass(5_000 - heard.length));
    }
    return events;
  }

  test("a program's death shows though the desk lives", () => {
    const orderId = working('BUY 2 @ 440');
    passHearing(30_000, DESK, PROGRAM);
    const events = passHearing(20_000, DESK);
    expect(due(events)).toMatchObject([{ accountId: AN, sender: 'program', cancelAfter: null }]);
    expect(broker.order(orderId)).toMatchObject({ status: 'IN_CANCEL', cancelReason: 'SenderGone' });
  });

  test("the desk's death shows though a program lives, and the program is waited for on", () => {
    arm(DESK);
    passHearing(30_000, PROGRAM);
    const orderId = working('BUY 2 @ 440');
    expect(due(passHearing(35_000, PROGRAM))).toMatchObject([{ sender: 'desk' }]);
    expect(broker.order(orderId).status).toBe('IN_CANCEL');
    expect(due(pass(15_000))).toMatchObject([{ sender: 'program' }]);
    expect(nextDueMs(broker.state)).toBe(Number.POSITIVE_INFINITY);
  });

  test('one who ends it ends nobody else’s', () => {
    arm(DESK);
    arm(PROGRAM);
    const [ended] = arm({ ...PROGRAM, timeoutMs: 0 });
    expect(ended).toMatchObject({ kind: 'cancelAfterChanged', sender: 'program', cancelAfter: null, isDue: false });
    arm({ sender: 'a third', timeoutMs: 0 });
    expect(due(pass(60_000))).toMatchObject([{ sender: 'desk' }]);
  });

  test('one who ends all of them says of each that it has', () => {
    arm(DESK);
    arm(PROGRAM);
    const events = arm({ sender: 'phone', timeoutMs: 0, endsAll: true });
    expect(events).toMatchObject(
      ['desk', 'program', 'phone'].map((sender) => ({ sender, cancelAfter: null, isDue: false })),
    );
    expect(due(pass(60_000))).toEqual([]);
  });

  test.each([
    ['who asked for it takes those good till cancelled', { goer: true, stayer: false }, 'IN_CANCEL'],
    ['who did not ask leaves them', { goer: false, stayer: true }, 'WORKING'],
  ])('one %s', (_, { goer, stayer }, status) => {
    const orderId = working('BUY 2 @ 440', { duration: 'GTC' });
    arm({ ...PROGRAM, includesGoodTill: goer });
    arm({ ...DESK, includesGoodTill: stayer });
    pass(15_000);
    expect(broker.order(orderId).status).toBe(status);
  });

  test('due together: each order is cancelled once, and both are told', () => {
    const [day, goodTill] = [working('BUY 2 @ 440'), working('BUY 1 @ 439', { duration: 'GTC' })];
    arm({ sender: 'one', timeoutMs: 15_002 });
    arm({ sender: 'two', timeoutMs: 15_001, includesGoodTill: true });
    const events = pass(15_002);
    expect(requestsOf(events)).toMatchObject([
      { kind: 'cancel', orderId: day },
      { kind: 'cancel', orderId: goodTill },
    ]);
    expect(due(events)).toMatchObject([{ sender: 'one' }, { sender: 'two' }]);
  });

  test("the server's own silence is none of theirs", () => {
    arm(DESK);
    arm(PROGRAM);
    broker.wait(100_000);
    expect(due(pass(14_999))).toEqual([]);
    expect(due(pass(1))).toMatchObject([{ sender: 'program' }]);
    expect(due(pass(45_000))).toMatchObject([{ sender: 'desk' }]);
  });

  test('a restart in between changes nothing', () => {
    for (const asked of [DESK, { ...DESK, accountId: 'binh-1' }, PROGRAM]) arm(asked);
    const restored = restoreState(snapshotState(broker.state));
    expect(stateHash(restored)).toBe(stateHash(broker.state));
    expect(restored.cancelAfters).toEqual(broker.state.cancelAfters);
    expect(nextDueMs(restored)).toBe(nextDueMs(broker.state));
  });

  test('a snapshot has no more than before where nobody is named', () => {
    arm();
    const { cancelAfters } = snapshotState(broker.state);
    const dueMs = broker.timeMs + TIMEOUT_MS;
    expect(cancelAfters).toEqual([[AN, { timeoutMs: TIMEOUT_MS, includesGoodTill: false, dueMs }]]);
  });

  test('what was asked for before anybody had a name is whoever’s who speaks next', () => {
    arm({ timeoutMs: 15_000 });
    arm(DESK);
    expect(due(pass(59_999))).toEqual([]);
    expect(due(pass(1))).toMatchObject([{ sender: 'desk' }]);
  });

  test('one too many is refused until somebody is due, and nobody is waited for less', () => {
    for (let at = 0; at < 20; at += 1) arm({ sender: `s${at}`, timeoutMs: 60_000 });
    expect(arm({ sender: 's20' })).toEqual([
      { kind: 'commandRefused', refusal: { code: 'TooManyRequests', facts: { seconds: 60 } } },
    ]);
    expect(arm({ sender: 's0', timeoutMs: 15_000 })).toMatchObject([{ kind: 'cancelAfterChanged', sender: 's0' }]);
    expect(arm({ sender: 's20', timeoutMs: 0 })).toMatchObject([{ kind: 'cancelAfterChanged', isDue: false }]);
    expect(arm({ sender: 's20', accountId: 'binh-1' })).toMatchObject([{ kind: 'cancelAfterChanged' }]);
    arm({ sender: 's20', accountId: 'binh-1', timeoutMs: 0 });
    expect(due(pass(15_000))).toMatchObject([{ sender: 's0' }]);
    expect(arm({ sender: 's20' })).toMatchObject([{ kind: 'cancelAfterChanged', sender: 's20' }]);
    expect(due(pass(60_000))).toHaveLength(20);
  });
});

test('an account that is not known is refused', () => {
  const [refused] = arm({ accountId: 'nobody-1' });
  expect(refused).toMatchObject({ refusal: { code: 'InvestorTradingAccountNotFound' } });
});
