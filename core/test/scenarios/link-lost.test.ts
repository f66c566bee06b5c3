/** The link to the exchange goes down at the worst times: nothing is sent twice, nothing is lost. */
import type { CommandBody, VenueRequest } from '@mua/core/engine';
import { describe, expect, test } from 'vitest';
import { AN, Broker, CODE, CORN_MARGIN_VND, FULL_RULES, requestsOf } from '#test/scenarios/broker.ts';

const LOSE: CommandBody = { kind: 'loseVenue' };
const OPEN: CommandBody = { kind: 'changeSession', contractCodes: [CODE], state: 'OPEN', opensAtMs: null };
const CLOSE: CommandBody = { kind: 'changeSession', contractCodes: [CODE], state: 'CLOSED', opensAtMs: null };

function full(cashVnd = 1_000_000_000n): Broker {
  return new Broker(cashVnd, FULL_RULES);
}

function back(broker: Broker, ...orderIds: string[]): VenueRequest[] {
  return requestsOf(broker.do({ kind: 'resyncVenue', epoch: 'e1', orderIds }));
}

function cancel(broker: Broker, orderId: string): void {
  broker.do({ kind: 'cancelOrder', accountId: AN, orderId });
}

function increase(broker: Broker, orderId: string): void {
  broker.do({ kind: 'modifyOrder', accountId: AN, orderId, quantityLots: 8 });
}

/** `SELL 3` for each order that is handed over, `cancel` and `modify` by name. */
function reported(requests: readonly VenueRequest[]): string[] {
  return requests.map((request) =>
    request.kind === 'submit' ? `${request.order.side} ${request.order.quantityLots}` : `${request.kind}`,
  );
}

describe('what was on its way when the link went down', () => {
  test('is sent again once, and not again when the session opens', () => {
    const broker = full();
    const { orderId } = broker.place('BUY 2 @ 440');
    broker.do(LOSE);
    expect(reported(back(broker))).toEqual(['BUY 2']);
    expect(requestsOf(broker.do(OPEN))).toEqual([]);
    broker.accept(orderId);
    expect(broker.order(orderId).status).toBe('WORKING');
  });

  test('and goes down with it again, is sent again', () => {
    const broker = full();
    const { orderId } = broker.place('BUY 2 @ 440');
    broker.do(LOSE);
    back(broker);
    broker.do(LOSE);
    expect(reported(back(broker))).toEqual(['BUY 2']);
    broker.accept(orderId);
    expect(broker.order(orderId).status).toBe('WORKING');
  });

  test('is sent again once when the exchange has restarted, and not again when the session opens', () => {
    const broker = full();
    const { orderId } = broker.place('BUY 2 @ 440');
    broker.accept(orderId);
    broker.do(LOSE);
    expect(reported(requestsOf(broker.do({ kind: 'restartVenue', epoch: 'e2' })))).toEqual(['BUY 2']);
    expect(requestsOf(broker.do(OPEN))).toEqual([]);
  });

  test('after a restart of the exchange is not unknown when it never arrived', () => {
    const broker = full();
    const { orderId } = broker.place('BUY 2 @ 440');
    broker.accept(orderId);
    broker.do({ kind: 'restartVenue', epoch: 'e2' });
    broker.do(LOSE);
    expect(reported(requestsOf(broker.do({ kind: 'resyncVenue', epoch: 'e2', orderIds: [] })))).toEqual(['BUY 2']);
    expect(broker.order(orderId).status).toBe('DISCONNECTED');
  });

  test('a stop of ours that fired into the dead link is sent when it is back', () => {
    const broker = new Broker(1_000_000_000n, { ...FULL_RULES, exchangesWithoutStops: ['CBOT'] });
    broker.trade('BUY 3 @ 450', 1800);
    const { orderId } = broker.place('SELL 3', { orderType: 'STOP', duration: 'GTC', stopPrice: '445' });
    expect(reported(requestsOf(broker.mark(1780)))).toEqual(['SELL 3']);
    broker.do(LOSE);
    expect(reported(back(broker))).toEqual(['SELL 3']);
    broker.report(orderId, { kind: 'filled', tradeId: 't', lots: 3, priceTicks: 1778 });
    expect(broker.order(orderId).status).toBe('FILLED');
  });

  test('a day order whose day ended meanwhile is not sent again', () => {
    const broker = full();
    const { orderId } = broker.place('BUY 2 @ 440');
    broker.do(LOSE);
    broker.do({ kind: 'endTradeDate', nextTradeDate: '2026-11-21' });
    expect(back(broker)).toEqual([]);
    expect(broker.order(orderId)).toMatchObject({ status: 'EXPIRED', reason: 'DayEnded' });
  });

  test('an increase is forgotten: filled whole without it, the order is done', () => {
    const broker = full();
    const { orderId } = broker.place('BUY 2 @ 450');
    broker.accept(orderId);
    broker.do({ kind: 'modifyOrder', accountId: AN, orderId, quantityLots: 5 });
    broker.do(LOSE);
    broker.fill(orderId, 2, 1800);
    back(broker);
    expect(broker.order(orderId)).toMatchObject({ status: 'FILLED', filledLots: 2, quantityLots: 2 });
    expect(broker.account().requiredVnd).toBe(2n * CORN_MARGIN_VND);
  });

  test('an increase is forgotten: partly filled meanwhile, margin is held for the old quantity', () => {
    const broker = full();
    const { orderId } = broker.place('BUY 4 @ 450');
    broker.accept(orderId);
    broker.do({ kind: 'modifyOrder', accountId: AN, orderId, quantityLots: 9 });
    broker.do(LOSE);
    broker.fill(orderId, 2, 1800);
    back(broker, orderId);
    expect(broker.order(orderId)).toMatchObject({ status: 'PARTIALLY_FILLED', pendingTerms: null });
    expect(broker.account().requiredVnd).toBe(4n * CORN_MARGIN_VND);
  });

  test('a cancel is asked for again, also of an order that was partly filled meanwhile', () => {
    const broker = full();
    const { orderId } = broker.place('BUY 4 @ 450');
    broker.accept(orderId);
    broker.do({ kind: 'cancelOrder', accountId: AN, orderId });
    broker.do(LOSE);
    broker.fill(orderId, 1, 1800);
    expect(reported(back(broker, orderId))).toEqual(['cancel']);
    expect(broker.order(orderId).status).toBe('IN_CANCEL');
  });
});

describe('what was being asked when the link went down, answered by an acceptance that was late', () => {
  test.each<[string, (broker: Broker, orderId: string) => void, string[], string]>([
    ['a cancel is asked for again', cancel, ['cancel'], 'IN_CANCEL'],
    ['an increase is forgotten', increase, [], 'PARTIALLY_FILLED'],
  ])('%s', (_, ask, requests, status) => {
    const broker = full();
    const { orderId } = broker.place('BUY 4 @ 450');
    broker.accept(orderId);
    broker.do({ kind: 'restartVenue', epoch: 'e2' });
    ask(broker, orderId);
    broker.do(LOSE);
    broker.report(orderId, { kind: 'accepted' });
    broker.fill(orderId, 1, 1800);
    const answer = requestsOf(broker.do({ kind: 'resyncVenue', epoch: 'e2', orderIds: [orderId] }));
    expect(reported(answer)).toEqual(requests);
    expect(broker.order(orderId)).toMatchObject({ status, pendingTerms: null });
    expect(broker.account().requiredVnd).toBe(4n * CORN_MARGIN_VND);
  });
});

describe('what was taken in while the link was down', () => {
  test('is sent at the open when the market was closed as the link came back', () => {
    const broker = full();
    broker.do(LOSE);
    const { orderId } = broker.place('BUY 2 @ 440');
    broker.do(CLOSE);
    expect(back(broker)).toEqual([]);
    expect(broker.order(orderId).status).toBe('NOT_SENT');
    expect(reported(requestsOf(broker.do(OPEN)))).toEqual(['BUY 2']);
  });

  test('sells no more than is still open', () => {
    const broker = full();
    broker.trade('BUY 3 @ 450', 1800);
    const other = broker.place('SELL 2 @ 451').orderId;
    broker.accept(other);
    broker.do(LOSE);
    const liquidate = { accountId: AN, orderId: 'x', clientOrderId: 'x', contractCode: CODE };
    broker.do({ kind: 'liquidateContract', ...liquidate });
    broker.place('SELL 3', { isReduceOnly: true, orderId: 'y' });
    broker.fill(other, 2, 1804);
    expect(reported(back(broker))).toEqual(['SELL 1', 'SELL 1']);
  });
});

describe('closing by force', () => {
  test('is sent when the link is back, although its cancels were answered while it was down', () => {
    const broker = full();
    broker.trade('BUY 3 @ 450', 1800);
    const working = broker.place('BUY 2 @ 445').orderId;
    broker.accept(working);
    const ids = { accountId: AN, orderId: 'flat', clientOrderId: 'flat', contractCode: CODE };
    broker.do({ kind: 'liquidateContract', ...ids, goFlat: true });
    broker.do(LOSE);
    broker.report(working, { kind: 'cancelled', reason: 'UserRequest' });
    expect(reported(back(broker))).toEqual(['SELL 3']);
  });

  /** Ten lots at 15 % of their margin. */
  function liquidating(): { broker: Broker; orderId: string } {
    const broker = full(403_500_000n);
    broker.trade('BUY 10 @ 450', 1800);
    const [sent] = requestsOf(broker.mark(1694));
    return { broker, orderId: sent?.kind === 'submit' ? sent.order.orderId : '' };
  }

  test('the link is lost during a liquidation: its order is sent again, for what is open', () => {
    const { broker, orderId } = liquidating();
    broker.do(LOSE);
    expect(reported(back(broker))).toEqual(['SELL 9']);
    broker.accept(orderId);
    broker.fill(orderId, 9, 1694);
    expect(broker.account().marginState.isLiquidating).toBe(false);
  });

  test('nothing was under way when the link came back: the liquidation begins then, not at the next price', () => {
    const { broker, orderId } = liquidating();
    broker.accept(orderId);
    broker.do(LOSE);
    broker.report(orderId, { kind: 'cancelled', reason: 'EmptyBook' });
    broker.wait(5_000);
    expect(reported(back(broker))).toEqual(['SELL 9']);
  });

  test('an order that increases risk, accepted while the link was down below 70 %, is cancelled when it is back', () => {
    const broker = full(440_000_000n);
    broker.trade('BUY 10 @ 450', 1800);
    const more = broker.place('BUY 1 @ 450').orderId;
    broker.do(LOSE);
    broker.mark(1745);
    broker.accept(more);
    expect(broker.account().marginState.rung).toBe('CANCEL');
    expect(reported(back(broker, more))).toEqual(['cancel']);
    expect(broker.order(more)).toMatchObject({ status: 'IN_CANCEL', cancelReason: 'MarginLevel' });
  });
});

test('a reduce-only order accepted while the link was down is cancelled on reconnect if the position has closed', () => {
  const broker = full();
  broker.trade('BUY 3 @ 450', 1800);
  const closing = broker.place('SELL 3 @ 450').orderId;
  broker.accept(closing);
  const only = broker.place('SELL 3 @ 455', { isReduceOnly: true }).orderId;
  broker.do(LOSE);
  broker.accept(only);
  broker.fill(closing, 3, 1800);
  expect(reported(back(broker, only))).toEqual(['cancel']);
});
