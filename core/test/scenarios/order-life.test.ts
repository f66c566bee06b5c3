import { accountEquityVnd, cashVnd, restoreState, snapshotState, stateHash } from '@mua/core/engine';
import { describe, expect, test } from 'vitest';
import { AN, Broker, CODE, CORN_MARGIN_VND } from '#test/scenarios/broker.ts';

function account(broker: Broker) {
  const found = broker.state.accounts.get(AN);
  if (!found) throw new Error('no account');
  return found;
}

describe('the life of an order', () => {
  test('a limit order holds margin from acceptance until it is over', () => {
    const broker = new Broker();
    const { orderId, events } = broker.place('BUY 2 @ 450');
    expect(broker.order(orderId).status).toBe('IN_TRANSIT');
    expect(events.map((event) => event.kind)).toEqual(['venueRequested', 'orderChanged', 'accountChanged']);
    expect(account(broker).requiredVnd).toBe(2n * CORN_MARGIN_VND);
    broker.accept(orderId);
    expect(broker.order(orderId).status).toBe('WORKING');
    broker.do({ kind: 'cancelOrder', accountId: AN, orderId });
    expect(broker.order(orderId).status).toBe('IN_CANCEL');
    broker.report(orderId, { kind: 'cancelled', reason: 'UserRequest' });
    expect(broker.order(orderId).status).toBe('CANCELLED');
    expect(account(broker).requiredVnd).toBe(0n);
  });

  test('buying 2 at 450 and selling them at 460 earns 2 x 40 ticks x 12.50 USD, less four fees', () => {
    const broker = new Broker();
    broker.trade('BUY 2 @ 450', 1800);
    broker.mark(1840);
    expect(accountEquityVnd(broker.state, account(broker))).toBe(1_000_000_000n - 700_000n + 26_100_000n);
    broker.trade('SELL 2', 1840);
    expect(account(broker).positions.size).toBe(0);
    expect(cashVnd(broker.state, account(broker))).toBe(1_000_000_000n - 1_400_000n + 26_100_000n);
  });

  test('a refused order is stored as rejected and uses its id up', () => {
    const broker = new Broker(10_000_000n);
    const { events } = broker.place('BUY 2 @ 450');
    expect(events).toMatchObject([
      {
        kind: 'orderChanged',
        order: {
          status: 'REJECTED',
          refusal: {
            code: 'InsufficientMargin',
            facts: { required: 73_749_200n, available: 10_000_000n, missing: 63_749_200n, maxLots: 0 },
          },
        },
      },
    ]);
    expect(broker.place('BUY 2 @ 450', { orderId: 'o1' }).events[0]?.kind).toBe('orderRepeated');
    expect(broker.place('BUY 3 @ 450', { orderId: 'o1' }).events).toMatchObject([
      { kind: 'commandRefused', refusal: { code: 'IDEMPOTENCY_MISMATCH' } },
    ]);
  });

  test('a doubled fill is booked once', () => {
    const broker = new Broker();
    const { orderId } = broker.place('BUY 2 @ 450');
    const fill = { kind: 'filled' as const, tradeId: 't', lots: 1, priceTicks: 1800 };
    broker.report(orderId, fill, 'e1-77');
    expect(broker.report(orderId, fill, 'e1-77')).toMatchObject([{ kind: 'reportDropped', why: 'double' }]);
    expect(broker.order(orderId)).toMatchObject({ status: 'PARTIALLY_FILLED', filledLots: 1 });
  });

  test('after an exchange restart the rest is routed again and old reports are void', () => {
    const broker = new Broker();
    const { orderId } = broker.place('BUY 5 @ 450');
    broker.accept(orderId);
    broker.fill(orderId, 2, 1800);
    const events = broker.do({ kind: 'restartVenue', epoch: 'e2' });
    expect(events).toMatchObject([
      { kind: 'venueRequested', request: { kind: 'submit', order: { orderId, quantityLots: 3 } } },
      { kind: 'venueLinkChanged', venue: 'simulated', change: { kind: 'restarted' } },
      { kind: 'orderChanged', order: { status: 'PARTIALLY_FILLED' } },
      { kind: 'accountChanged' },
    ]);
    expect(broker.report(orderId, { kind: 'filled', tradeId: 't8', lots: 1, priceTicks: 1800 }, 'e1-9')).toMatchObject([
      { kind: 'reportSuspended', why: 'oldEpoch', report: { lots: 1 } },
    ]);
    broker.fill(orderId, 3, 1800);
    expect(broker.order(orderId).status).toBe('FILLED');
  });

  test('a snapshot restores to the same state and the same future', () => {
    const broker = new Broker();
    broker.trade('BUY 2 @ 450', 1800);
    const { orderId } = broker.place('SELL 1 @ 470');
    const copy = restoreState(snapshotState(broker.state));
    expect(stateHash(copy)).toBe(stateHash(broker.state));
    expect(copy.accounts.get(AN)?.requiredVnd).toBe(account(broker).requiredVnd);
    expect(copy.orders.get(orderId)?.status).toBe('IN_TRANSIT');
    expect(copy.contracts.get(CODE)?.settlementTicks).toBe(1800);
  });
});
