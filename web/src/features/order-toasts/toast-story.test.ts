/** Checks the single toast of each order: its text at each step, given the events of the feed. */
import type { ConditionalOrder } from '@mua/contract/entities/conditional-order';
import type { Fill } from '@mua/contract/entities/fill';
import type { Order } from '@mua/contract/entities/order';
import { describe, expect, test } from 'vitest';
import { createOrderNotifier } from '#features/order-toasts/order-notifier.ts';
import { storyOfOrder, storyOfSent, type ToastStory } from '#features/order-toasts/toast-story.ts';
import { ACTOR, CLIENT_ORDER_ID, sampleConditional, sampleFill, sampleOrder } from '#mock/sample-records.ts';
import { type SentState, sentOrder } from '#orders/sent-order.ts';
import { suppressToasts } from '#orders/suppressed-toasts.ts';

const fill = sampleFill({ lots: 2, fee: '700000' });

function notifier() {
  const reported: ToastStory[] = [];
  const asked: string[] = [];
  const { receive, sent, notice } = createOrderNotifier({
    notify: (story) => reported.push(story),
    ask: ({ userId, accountId }, clientOrderId) => asked.push(`${userId} ${accountId} ${clientOrderId}`),
  });
  const orders = (part: Partial<Order>, fills: readonly Fill[] = [], isSnapshot = false) =>
    receive({
      ...ACTOR,
      isSnapshot,
      items: [
        ...fills.map((one) => ({ kind: 'fill' as const, fill: one })),
        { kind: 'order' as const, order: sampleOrder(part) },
      ],
    });
  const conditional = (part: Partial<ConditionalOrder>, isSnapshot = false) =>
    receive({
      ...ACTOR,
      isSnapshot,
      items: [{ kind: 'conditionalOrder', conditionalOrder: sampleConditional(part) }],
    });
  const snapshot = (accountId = ACTOR.accountId) => receive({ ...ACTOR, accountId, isSnapshot: true, items: [] });
  return { reported, asked, orders, conditional, snapshot, sent, notice, last: () => reported.at(-1) };
}

const sentAs = (state: SentState) => {
  const terms = { side: 'BUY', orderType: 'LIMIT', duration: 'DAY', quantity: 2, limitPrice: '454.00' } as const;
  const body = { clientOrderId: CLIENT_ORDER_ID, contractCode: 'ZCEZ26', ...terms };
  return sentOrder(ACTOR, { kind: 'place', body }, state);
};

describe('as it was sent', () => {
  const sent = (state: SentState) => storyOfSent(sentAs(state));

  test.each([
    [{ kind: 'sending' }, 'sending', true],
    [{ kind: 'lost' }, 'lost', true],
    [{ kind: 'absent' }, 'absent', true],
    [{ kind: 'refused', code: 'WrongTick', facts: {} }, 'refused', false],
  ] as const)('%o', (state, kind, isLasting) => {
    expect(sent(state)).toMatchObject({ id: CLIENT_ORDER_ID, line: { kind }, isLasting });
  });

  test('once accepted the feed continues', () => expect(sent({ kind: 'taken', order: sampleOrder() })).toBeNull());
});

test('from in transit to filled it is one toast', () => {
  const { reported, orders } = notifier();
  orders({ status: 'IN_TRANSIT', seq: 10 });
  orders({ status: 'WORKING', seq: 11 });
  orders({ status: 'PARTIALLY_FILLED', filledQuantity: 1, averagePrice: '454.0000', seq: 12 }, [
    { ...fill, lots: 1, fee: '350000' },
  ]);
  const second = { ...fill, fillId: 'f2', lots: 1, fee: '350000' };
  orders({ status: 'FILLED', filledQuantity: 2, averagePrice: '454.0000', seq: 13 }, [second]);
  expect(new Set(reported.map(({ id }) => id))).toEqual(new Set([CLIENT_ORDER_ID]));
  expect(reported.map(({ line }) => line)).toEqual([
    { kind: 'status', status: 'IN_TRANSIT' },
    { kind: 'status', status: 'WORKING' },
    { kind: 'partly', filled: 1, price: '454.0000' },
    { kind: 'filled', lots: 2, price: '454.0000', feeVnd: 700_000n },
  ]);
});

test('a cancel that waits until the exchange has the order is reported as a cancel', () => {
  const { orders, last } = notifier();
  orders({ status: 'IN_TRANSIT', seq: 10 });
  orders({ status: 'IN_TRANSIT', isCancelRequested: true, seq: 11 });
  expect(last()).toMatchObject({ line: { kind: 'status', status: 'IN_CANCEL' }, isLasting: true });
});

test('a lost order that a snapshot contains is reported as it is there, and once', () => {
  const { reported, orders, sent, last } = notifier();
  sent(sentAs({ kind: 'lost' }));
  orders({ status: 'PARTIALLY_FILLED', filledQuantity: 1, averagePrice: '454.0000', seq: 12 }, [], true);
  expect(last()?.line).toMatchObject({ kind: 'partly', filled: 1 });
  sent(sentAs({ kind: 'taken', order: sampleOrder({ status: 'WORKING', seq: 10 }) }));
  expect(reported).toHaveLength(2);
});

test('an answer older than the feed reports nothing', () => {
  const { reported, orders, sent } = notifier();
  orders({ status: 'FILLED', filledQuantity: 2, seq: 13 }, [fill]);
  sent(sentAs({ kind: 'taken', order: sampleOrder({ status: 'IN_TRANSIT', seq: 10 }) }));
  expect(reported).toHaveLength(1);
});

test('with half the fills there is no fee', () => {
  const story = storyOfOrder(sampleOrder({ status: 'FILLED', filledQuantity: 2 }), undefined, [{ ...fill, lots: 1 }]);
  expect(story.line).toMatchObject({ kind: 'filled', feeVnd: null });
});

test('a fill reported twice is charged once', () => {
  const { orders, last } = notifier();
  orders({ status: 'FILLED', filledQuantity: 2, averagePrice: '454.0000' }, [fill, fill]);
  expect(last()?.line).toMatchObject({ feeVnd: 700_000n });
});

describe('what is on its way when a snapshot comes', () => {
  const ASKED = `${ACTOR.userId} ${ACTOR.accountId} ${CLIENT_ORDER_ID}`;

  test('is told as the snapshot has it', () => {
    const { orders, last } = notifier();
    orders({ status: 'IN_TRANSIT', seq: 1 });
    orders({ status: 'WORKING', seq: 2 }, [], true);
    expect(last()?.line).toEqual({ kind: 'status', status: 'WORKING' });
  });

  test.each<[string, (on: ReturnType<typeof notifier>) => void]>([
    ['was answered', ({ orders }) => orders({ status: 'IN_TRANSIT' })],
    ['has no answer yet', ({ sent }) => sent(sentAs({ kind: 'sending' }))],
    ['lost its answer', ({ sent }) => sent(sentAs({ kind: 'lost' }))],
  ])('is asked for, whether it %s: no snapshot lists what has ended', (_which, begin) => {
    const on = notifier();
    begin(on);
    on.snapshot('another');
    expect(on.asked).toEqual([]);
    on.snapshot();
    expect(on.asked).toEqual([ASKED]);
    on.orders({ status: 'FILLED', filledQuantity: 2, seq: 9 });
    on.snapshot();
    expect(on.asked).toEqual([ASKED]);
  });

  test.each<[string, (on: ReturnType<typeof notifier>) => void]>([
    ['works', ({ orders }) => orders({ status: 'WORKING' })],
    ['never arrived', ({ sent }) => sent(sentAs({ kind: 'absent' }))],
    [
      'became a conditional order',
      ({ sent }) => {
        sent(sentAs({ kind: 'sending' }));
        sent(sentAs({ kind: 'taken', order: null }));
      },
    ],
    [
      'was cancelled with others, whose list tells of it',
      ({ orders }) => {
        orders({ status: 'IN_TRANSIT', seq: 1 });
        suppressToasts(sampleOrder().orderId);
        orders({ status: 'CANCELLED', seq: 2 });
      },
    ],
  ])('but nothing is asked of one that %s', (_which, begin) => {
    const on = notifier();
    begin(on);
    on.snapshot();
    expect(on.asked).toEqual([]);
  });
});

test('a snapshot is the current state, not an event', () => {
  const { reported, orders } = notifier();
  orders({ status: 'WORKING' }, [], true);
  expect(reported).toEqual([]);
});

test('a change is reported when the exchange accepts it, with the terms from before the request', () => {
  const { orders, last } = notifier();
  const pendingModify = {
    quantity: 3,
    limitPrice: '455.00',
    stopPrice: null,
    duration: 'DAY' as const,
    durationCode: 0 as const,
    expirationDate: null,
  };
  orders({ status: 'WORKING', seq: 10 });
  orders({ status: 'IN_MODIFY', pendingModify, seq: 11 });
  expect(last()?.line).toEqual({ kind: 'status', status: 'IN_MODIFY' });
  orders({ status: 'WORKING', quantity: 3, limitPrice: '455.00', seq: 12 });
  expect(last()?.line).toMatchObject({
    kind: 'modified',
    old: { lots: 2, prices: { limitPrice: '454.00' } },
    wanted: { lots: 3, prices: { limitPrice: '455.00' } },
  });
});

test('refused, cancelled by its owner, ended by a rule', () => {
  const { orders, last } = notifier();
  orders({ status: 'REJECTED', rejection: { code: 'WrongTick', facts: {} } });
  expect(last()).toMatchObject({ icon: 'refused', line: { kind: 'refused', code: 'WrongTick' } });
  orders({ status: 'CANCELLED' });
  expect(last()).toMatchObject({ icon: 'ended', line: { kind: 'ended', status: 'CANCELLED', code: null } });
  orders({ status: 'CANCELLED', reason: { code: 'IocRemainder', facts: {} } });
  expect(last()?.line).toMatchObject({ kind: 'ended', code: 'IocRemainder' });
});

test('a refused cancel', () => {
  const { notice, last } = notifier();
  notice({ kind: 'notCancelled', order: sampleOrder(), code: 'OrderCancelNotAllowed', facts: { status: 'FILLED' } });
  expect(last()).toMatchObject({ icon: 'refused', line: { kind: 'notCancelled', code: 'OrderCancelNotAllowed' } });
});

test('a refused change is not reported as a cancel', () => {
  const { notice, last } = notifier();
  notice({ kind: 'notModified', order: sampleOrder(), code: 'ModifyPending', facts: {} });
  expect(last()).toMatchObject({ icon: 'refused', line: { kind: 'notModified', code: 'ModifyPending' } });
});

describe('a conditional order is one toast too', () => {
  const fired = {
    state: 'ACTIVE',
    triggeredAt: '2026-11-20T06:00:00.000Z',
    triggeredPrice: '454.00',
    childOrderId: 'child',
  } as const;

  test('placed, triggered once, and the order it sent continues in its place', () => {
    const { reported, orders, conditional } = notifier();
    conditional({ seq: 10 });
    conditional({ ...fired, state: 'TRIGGERED', childOrderId: null, seq: 11 });
    conditional({ ...fired, seq: 12 });
    conditional({ ...fired, seq: 13 });
    const child = { orderId: 'child', clientOrderId: null, conditionalOrderId: 'conditional-1', side: 'SELL' } as const;
    orders({ ...child, orderType: 'MARKET', limitPrice: null, status: 'FILLED', filledQuantity: 2 }, [
      { ...fill, orderId: 'child' },
    ]);
    expect(new Set(reported.map(({ id }) => id))).toEqual(new Set([CLIENT_ORDER_ID]));
    expect(reported.map(({ line }) => line.kind)).toEqual(['conditional', 'triggered', 'filled']);
  });

  test('a failed one says why, and that there is no protection now', () => {
    const { conditional, last } = notifier();
    conditional({ ...fired, state: 'FAILED', rejection: { code: 'MarketClosed', facts: {} } });
    expect(last()).toMatchObject({ icon: 'refused', line: { kind: 'failed', code: 'MarketClosed' } });
  });

  test('a pair that came with an entry is quiet until it triggers or its position is closed', () => {
    const pair = { clientOrderId: null, parentOrderCode: 'order-1', orderType: 'TPSL', trailAmount: null } as const;
    const { reported, conditional, last } = notifier();
    conditional({ ...pair, armedQuantity: 0, seq: 10 });
    conditional({ ...pair, armedQuantity: 2, seq: 11 });
    expect(reported).toEqual([]);
    conditional({ ...pair, state: 'CANCELLED', reason: { code: 'PositionGone', facts: {} }, seq: 12 });
    expect(last()).toMatchObject({ id: 'conditional-1', line: { kind: 'ended', code: 'PositionGone' } });
  });

  test('a change is reported with the previous prices', () => {
    const { conditional, last } = notifier();
    conditional({ seq: 10 }, true);
    conditional({ trailAmount: '2.00', seq: 11 });
    expect(last()?.line).toMatchObject({
      kind: 'modified',
      old: { prices: { trailAmount: '3.75' } },
      wanted: { prices: { trailAmount: '2.00' } },
    });
  });
});
