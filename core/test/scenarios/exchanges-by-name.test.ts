/** Demo and live accounts trade at separate exchanges. */
import { restoreState, snapshotState } from '@mua/core/engine';
import { describe, expect, test } from 'vitest';
import { type Broker, CODE } from '#test/scenarios/broker.ts';
import { full, working } from '#test/scenarios/foreign-exchange.ts';

describe('exchanges by name', () => {
  function withLive(broker: Broker): void {
    const investor = { investorId: 'lan', investorKind: 'individual' } as const;
    broker.do({ kind: 'openAccount', accountId: 'lan-1', ...investor, isDemo: false, isActivated: true });
    broker.do({ kind: 'deposit', accountId: 'lan-1', amountVnd: 1_000_000_000n, reference: 'start' });
  }

  test('without one for live accounts their orders are refused', () => {
    const broker = full();
    withLive(broker);
    const { orderId, events } = broker.place('BUY 2 @ 450', { accountId: 'lan-1' });
    expect(events).toMatchObject([{ order: { orderId, status: 'REJECTED', refusal: { code: 'LiveVenueMissing' } } }]);
  });

  test('an order is sent to the exchange of its account’s kind, and only that one reports on it', () => {
    const broker = full();
    withLive(broker);
    broker.do({ kind: 'restartVenue', venue: 'cme', accounts: 'live', epoch: 'x1' });
    const live = broker.place('BUY 2 @ 450', { accountId: 'lan-1' });
    const demo = broker.place('BUY 2 @ 450');
    const venues = [...live.events, ...demo.events].flatMap((event) =>
      event.kind === 'venueRequested' ? [`${event.venue} ${event.epoch}`] : [],
    );
    expect(venues).toEqual(['cme x1', 'simulated e1']);
    const fill = { kind: 'filled', tradeId: 't1', lots: 2, priceTicks: 1800 } as const;
    const of = (orderId: string, execId: string) => ({ execId, orderId, contractCode: CODE, ...fill });
    const wrong = broker.do({ kind: 'reportExecution', venue: 'cme', report: of(demo.orderId, 'x1-1') });
    expect(wrong).toMatchObject([{ kind: 'reportSuspended', venue: 'cme', why: 'unknownOrder' }]);
    broker.do({ kind: 'reportExecution', venue: 'cme', report: of(live.orderId, 'x1-2') });
    expect(broker.order(live.orderId).status).toBe('FILLED');
  });

  test('one link down leaves the other’s orders alone', () => {
    const broker = full();
    withLive(broker);
    broker.do({ kind: 'restartVenue', venue: 'cme', accounts: 'live', epoch: 'x1' });
    const live = broker.place('BUY 2 @ 450', { accountId: 'lan-1' }).orderId;
    const demo = working(broker);
    broker.do({ kind: 'loseVenue', venue: 'cme', reason: 'logged out' });
    expect([broker.order(live).status, broker.order(demo).status]).toEqual(['DISCONNECTED', 'WORKING']);
    expect(broker.place('BUY 1 @ 450', { accountId: 'lan-1' }).events).toContainEqual(
      expect.objectContaining({ kind: 'orderChanged', order: expect.objectContaining({ status: 'NOT_SENT' }) }),
    );
    const copy = restoreState(snapshotState(broker.state));
    expect(copy.venues).toEqual(broker.state.venues);
  });
});
