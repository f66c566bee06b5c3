/** Unexpected fills: beyond the quantity, after the end, of orders that were never sent. */
import { type CommandBody, restoreState, snapshotState, stateHash } from '@mua/core/engine';
import { describe, expect, test } from 'vitest';
import { AN, type Broker, CODE, CORN_MARGIN_VND, requestsOf } from '#test/scenarios/broker.ts';
import { cancel, doubts, full, HALT, modify, statusAndLots, working } from '#test/scenarios/foreign-exchange.ts';

describe('more than was asked for', () => {
  test('the order ends, the whole fill is booked, and the part beyond is an operator’s', () => {
    const broker = full();
    const orderId = working(broker);
    broker.fill(orderId, 8, 1800);
    const events = broker.fill(orderId, 5, 1800);
    expect(statusAndLots(broker, orderId)).toBe('FILLED 13/10');
    expect(broker.order(orderId).reason).toBe('LateFill');
    expect(broker.account().positions.get(CODE)?.netLots).toBe(13);
    expect(broker.account().requiredVnd).toBe(13n * CORN_MARGIN_VND);
    expect(events.map(({ kind }) => kind)).toContain('lateFillBooked');
    expect(doubts(events)).toEqual([{ why: 'overfilled', lots: 3 }]);
  });

  test('a halt and a restart of the exchange in it find nothing left of it', () => {
    const broker = full();
    const orderId = working(broker);
    broker.fill(orderId, 8, 1800);
    broker.fill(orderId, 5, 1800);
    broker.do(HALT);
    expect(requestsOf(broker.do({ kind: 'restartVenue', epoch: 'e2' }))).toEqual([]);
    expect(statusAndLots(broker, orderId)).toBe('FILLED 13/10');
  });

  test('an unanswered increase covers it, until it is refused', () => {
    const broker = full();
    const orderId = working(broker);
    modify(broker, orderId, 15);
    expect(doubts(broker.fill(orderId, 13, 1800))).toEqual([]);
    expect(statusAndLots(broker, orderId)).toBe('IN_MODIFY 13/10');
    const events = broker.report(orderId, { kind: 'modifyRejected', reason: 'TooLate' });
    expect(statusAndLots(broker, orderId)).toBe('FILLED 13/10');
    expect(doubts(events)).toEqual([{ why: 'overfilled', lots: 3 }]);
  });

  test('beyond the increase it is a late fill at once', () => {
    const broker = full();
    const orderId = working(broker);
    modify(broker, orderId, 15);
    expect(doubts(broker.fill(orderId, 16, 1800))).toEqual([{ why: 'overfilled', lots: 1 }]);
    expect(statusAndLots(broker, orderId)).toBe('FILLED 16/10');
  });
});

describe('after the end', () => {
  test('a fill of a cancelled order is booked and reported', () => {
    const broker = full();
    const orderId = working(broker);
    cancel(broker, orderId);
    broker.report(orderId, { kind: 'cancelled', reason: 'UserRequest' });
    expect(doubts(broker.fill(orderId, 2, 1800))).toEqual([{ why: 'lateFill', lots: 2 }]);
    expect(statusAndLots(broker, orderId)).toBe('CANCELLED 2/10');
    expect(broker.account().positions.get(CODE)?.netLots).toBe(2);
  });

  /** Cancelled on the trade date before; the exchange reports a fill of it today. */
  function endedYesterday(): { broker: Broker; late: Extract<CommandBody, { kind: 'reportExecution' }> } {
    const broker = full();
    const orderId = working(broker);
    cancel(broker, orderId);
    broker.report(orderId, { kind: 'cancelled', reason: 'UserRequest' });
    const recalled = { ...broker.order(orderId) };
    broker.do({ kind: 'endTradeDate', nextTradeDate: '2026-11-21' });
    expect(broker.state.orders.has(orderId)).toBe(false);
    const fill = { kind: 'filled', tradeId: 't9', lots: 2, priceTicks: 1790 } as const;
    const report = { execId: 'e1-99', orderId, contractCode: CODE, ...fill };
    return { broker, late: { kind: 'reportExecution', report, recalled } };
  }

  test('and of the trade date is booked when the server hands the ended order back', () => {
    const { broker, late } = endedYesterday();
    const markBefore = broker.state.contracts.get(CODE)?.lastTicks;
    expect(doubts(broker.do(late))).toEqual([{ why: 'lateFill', lots: 2 }]);
    expect(broker.account().positions.get(CODE)?.netLots).toBe(2);
    expect(broker.order(late.report.orderId)).toMatchObject({ status: 'CANCELLED', filledLots: 2, reason: 'LateFill' });
    expect(broker.state.contracts.get(CODE)?.lastTicks).toBe(markBefore);
    expect(broker.do(late)).toMatchObject([{ kind: 'reportDropped', why: 'double' }]);
    expect(stateHash(restoreState(snapshotState(broker.state)))).toBe(stateHash(broker.state));
  });

  test('said again after a restart of the exchange it is the same fill: booked once, and in no suspense list', () => {
    const broker = full();
    const orderId = working(broker);
    broker.fill(orderId, 2, 1800);
    const fill = { kind: 'filled', tradeId: 't9', lots: 3, priceTicks: 1800 } as const;
    broker.report(orderId, fill, 'e1-77');
    broker.do({ kind: 'restartVenue', epoch: 'e2' });
    expect(broker.report(orderId, fill, 'e1-77')).toMatchObject([{ kind: 'reportDropped', why: 'double' }]);
    expect(statusAndLots(broker, orderId)).toBe('PARTIALLY_FILLED 5/10');
  });

  test('the order is unknown: the fill enters the suspense list', () => {
    const { broker, late } = endedYesterday();
    const { recalled: _, ...forgotten } = late;
    expect(broker.do(forgotten)).toMatchObject([
      { kind: 'reportSuspended', venue: 'simulated', why: 'unknownOrder', report: { execId: 'e1-99', lots: 2 } },
    ]);
    expect(broker.account().positions.get(CODE)).toBeUndefined();
  });

  test.each([
    ['of a contract that nobody listed', { contractCode: 'ZCEZ99' }],
    ['of an order that the handed one is not', { orderId: 'other' }],
  ])('%s it is not believed either', (_, wrong) => {
    const { broker, late } = endedYesterday();
    const report = { ...late.report, ...wrong };
    expect(broker.do({ ...late, report })).toMatchObject([{ kind: 'reportSuspended', why: 'unknownOrder' }]);
  });
});

describe('of orders that never left', () => {
  const CASES: readonly [string, (broker: Broker) => string][] = [
    [
      'activeat',
      (broker) => {
        broker.do({ kind: 'changeSession', contractCodes: [CODE], state: 'CLOSED', opensAtMs: null });
        return broker.place('BUY 10 @ 450').orderId;
      },
    ],
    [
      'not sent',
      (broker) => {
        broker.do({ kind: 'loseVenue' });
        return broker.place('BUY 10 @ 450').orderId;
      },
    ],
    [
      'pending behind its cancels',
      (broker) => {
        broker.trade('BUY 10 @ 450', 1800);
        working(broker, 'SELL 2 @ 460');
        broker.do({
          kind: 'liquidateContract',
          accountId: AN,
          orderId: 'flat',
          clientOrderId: 'flat',
          contractCode: CODE,
          goFlat: true,
        });
        return 'flat';
      },
    ],
  ];

  test.each(CASES)('%s: a fill is booked, the rest waits on, an operator is notified', (_, never) => {
    const broker = full();
    const orderId = never(broker);
    const { status } = broker.order(orderId);
    expect(doubts(broker.fill(orderId, 4, 1800))).toContainEqual({ why: 'neverSent', lots: 4 });
    expect(broker.order(orderId)).toMatchObject({ status, filledLots: 4 });
    broker.fill(orderId, 6, 1800);
    expect(broker.order(orderId)).toMatchObject({ status: 'FILLED', filledLots: 10 });
  });

  test.each(CASES)('%s: anything else is set aside', (_, never) => {
    const broker = full();
    const orderId = never(broker);
    const before = { ...broker.order(orderId) };
    const aside = [{ kind: 'reportDropped', why: 'neverSent' }];
    const terms = { quantityLots: 3, limitPriceTicks: 1, duration: 'DAY' } as const;
    expect(broker.report(orderId, { kind: 'accepted' })).toMatchObject(aside);
    expect(broker.report(orderId, { kind: 'cancelled', reason: 'UserRequest' })).toMatchObject(aside);
    expect(broker.report(orderId, { kind: 'expired', reason: 'DayEnded' })).toMatchObject(aside);
    expect(broker.report(orderId, { kind: 'rejected', reason: 'x' })).toMatchObject(aside);
    expect(broker.report(orderId, { kind: 'modified', ...terms })).toMatchObject(aside);
    expect(broker.report(orderId, { kind: 'orderStatus', order: null })).toMatchObject(aside);
    expect(broker.order(orderId)).toEqual(before);
  });
});
