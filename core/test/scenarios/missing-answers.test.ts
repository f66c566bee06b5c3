/** Overdue answers: the exchange is asked, and what stays in doubt is reported. */
import { execute, restoreState, snapshotState, stateHash } from '@mua/core/engine';
import { describe, expect, test } from 'vitest';
import { CODE, CORN_MARGIN_VND, requestsOf } from '#test/scenarios/broker.ts';
import { cancel, doubts, modify, statusAndLots, waiting, working } from '#test/scenarios/foreign-exchange.ts';

describe('an answer that does not come', () => {
  const VIEW = { filledLots: 0, leavesLots: 10, limitPriceTicks: 1800, duration: 'DAY' } as const;

  test('of an order: a status request after five seconds, and after five more it is unknown', () => {
    const broker = waiting();
    const { orderId } = broker.place('BUY 10 @ 450');
    expect(requestsOf(broker.wait(4_998))).toEqual([]);
    expect(requestsOf(broker.wait(0))).toEqual([{ kind: 'status', orderId, contractCode: CODE }]);
    expect(broker.order(orderId).status).toBe('IN_TRANSIT');
    expect(doubts(broker.wait(5_000))).toEqual([{ why: 'unanswered', lots: 0 }]);
    expect(broker.order(orderId).status).toBe('UNKNOWN');
    expect(broker.account().requiredVnd).toBe(10n * CORN_MARGIN_VND);
    expect(requestsOf(broker.wait(60_000))).toEqual([]);
  });

  test('the question changes the order, and says in which step', () => {
    const broker = waiting();
    const { orderId } = broker.place('BUY 10 @ 450');
    broker.wait(5_000);
    const { changedSeq, openRequests } = broker.order(orderId);
    expect(openRequests.map(({ kind }) => kind)).toEqual(['submit', 'status']);
    expect(changedSeq).toBe(broker.state.seq);
  });

  test.each([
    ['WORKING 0/10', VIEW],
    ['WORKING 0/7', { ...VIEW, leavesLots: 7 }],
    ['REJECTED 0/10', null],
  ])('how it stands is %s', (expected, view) => {
    const broker = waiting();
    const { orderId } = broker.place('BUY 10 @ 450');
    broker.wait(5_000);
    broker.report(orderId, { kind: 'orderStatus', order: view && { orderId, ...view } });
    expect(statusAndLots(broker, orderId)).toBe(expected);
    expect(requestsOf(broker.wait(60_000))).toEqual([]);
  });

  test('an order that was acknowledged and is not there is unknown, not rejected', () => {
    const broker = waiting();
    const orderId = working(broker);
    modify(broker, orderId, 8);
    broker.wait(5_000);
    expect(doubts(broker.report(orderId, { kind: 'orderStatus', order: null }))).toEqual([
      { why: 'notListed', lots: 0 },
    ]);
    expect(statusAndLots(broker, orderId)).toBe('UNKNOWN 0/10');
  });

  test('a fill that the exchange counts but has not reported is awaited, never guessed; its terms apply', () => {
    const broker = waiting();
    const orderId = working(broker);
    modify(broker, orderId, 8);
    broker.wait(5_000);
    const view = { orderId, ...VIEW, filledLots: 3, leavesLots: 5 };
    expect(doubts(broker.report(orderId, { kind: 'orderStatus', order: view }))).toEqual([
      { why: 'fillsMissing', lots: 3 },
    ]);
    expect(broker.account().positions.get(CODE)).toBeUndefined();
    broker.fill(orderId, 3, 1800);
    expect(statusAndLots(broker, orderId)).toBe('PARTIALLY_FILLED 3/8');
    broker.fill(orderId, 5, 1800);
    expect(statusAndLots(broker, orderId)).toBe('FILLED 8/8');
  });

  test('to a cancel, with fills missing: it is sent again as soon as they are reported', () => {
    const broker = waiting();
    const orderId = working(broker);
    cancel(broker, orderId);
    broker.wait(5_000);
    broker.report(orderId, { kind: 'orderStatus', order: { orderId, ...VIEW, filledLots: 3, leavesLots: 7 } });
    expect(broker.order(orderId).status).toBe('UNKNOWN');
    expect(requestsOf(broker.fill(orderId, 3, 1800))).toMatchObject([{ kind: 'cancel', orderId }]);
    expect(statusAndLots(broker, orderId)).toBe('IN_CANCEL 3/10');
  });

  test('to a cancel and to the question after it: it is asked for again when the order is found', () => {
    const broker = waiting();
    const orderId = working(broker);
    cancel(broker, orderId);
    broker.wait(5_000);
    broker.wait(5_000);
    expect(broker.order(orderId).status).toBe('UNKNOWN');
    expect(requestsOf(broker.fill(orderId, 3, 1800))).toMatchObject([{ kind: 'cancel', orderId }]);
  });

  test('to a cancel: it is sent again once the exchange reports the order as live', () => {
    const broker = waiting();
    const orderId = working(broker);
    cancel(broker, orderId);
    broker.wait(5_000);
    const events = broker.report(orderId, { kind: 'orderStatus', order: { orderId, ...VIEW } });
    expect(requestsOf(events).map(({ kind }) => kind)).toEqual(['cancel']);
    expect(broker.order(orderId).status).toBe('IN_CANCEL');
  });

  test('of several due at once: a restart does not change their order', () => {
    const broker = waiting();
    const [first, second] = [working(broker), working(broker)];
    // In one step, and not in the order of receipt: the second was asked before.
    modify(broker, second, 8);
    broker.timeMs -= 1;
    modify(broker, first, 8);
    const copy = restoreState(snapshotState(broker.state));
    const command = { kind: 'passTime', seq: broker.state.seq + 1, timeMs: broker.timeMs + 5_000 } as const;
    const [here, there] = [broker.state, copy].map((state) => execute(state, command));
    expect(requestsOf(here ?? []).map(({ kind }) => kind)).toEqual(['status', 'status']);
    expect(there).toEqual(here);
  });

  test('survives a restart of ours: what was due is due', () => {
    const broker = waiting();
    const { orderId } = broker.place('BUY 10 @ 450');
    const copy = restoreState(snapshotState(broker.state));
    expect([...copy.awaitingAnswer].map((order) => order.orderId)).toEqual([orderId]);
    expect(stateHash(copy)).toBe(stateHash(broker.state));
  });
});
