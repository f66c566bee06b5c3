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

describe('what the exchange forgot while its session was closed', () => {
  /** An order for two lots that waits for the open, and nobody else has it. */
  function forgotten(): { broker: Broker; orderId: string } {
    const broker = full();
    const { orderId } = broker.place('BUY 2 @ 440', { duration: 'GTC' });
    broker.accept(orderId);
    broker.do(CLOSE);
    expect(requestsOf(broker.do({ kind: 'restartVenue', epoch: 'e2' }))).toEqual([]);
    expect(broker.order(orderId).status).toBe('DISCONNECTED');
    return { broker, orderId };
  }

  test('is sent at the open', () => {
    const { broker } = forgotten();
    expect(reported(requestsOf(broker.do(OPEN)))).toEqual(['BUY 2']);
  });

  test.each<[string, (orderId: string) => CommandBody, string]>([
    ['alone', (orderId) => ({ kind: 'cancelOrder', accountId: AN, orderId }), 'UserRequest'],
    ['with all orders', () => ({ kind: 'cancelOrders', accountId: AN, contractCode: CODE }), 'UserRequest'],
    ['by the expiry guard', () => ({ kind: 'closeOut', contractCode: CODE, position: 'long' }), 'ExpiryGuard'],
  ])('is cancelled at once, %s, and not sent at the open', (_how, command, reason) => {
    const { broker, orderId } = forgotten();
    expect(requestsOf(broker.do(command(orderId)))).toEqual([]);
    expect(broker.order(orderId)).toMatchObject({ status: 'CANCELLED', reason });
    expect(broker.account().requiredVnd).toBe(0n);
    expect(requestsOf(broker.do(OPEN))).toEqual([]);
  });

  test('and was to be cancelled by an earlier engine, which kept that as a wish, ends at the open', () => {
    const { broker, orderId } = forgotten();
    broker.order(orderId).cancelWish = 'UserRequest';
    expect(requestsOf(broker.do(OPEN))).toEqual([]);
    expect(broker.order(orderId)).toMatchObject({ status: 'CANCELLED', reason: 'UserRequest' });
  });

  test('and is cancelled after the link went down again is not sent when that is back, nor at the open', () => {
    const { broker, orderId } = forgotten();
    broker.do(LOSE);
    broker.do({ kind: 'cancelOrders', accountId: AN, contractCode: CODE });
    expect(broker.order(orderId)).toMatchObject({ status: 'DISCONNECTED', cancelWish: 'UserRequest' });
    expect(requestsOf(broker.do({ kind: 'resyncVenue', epoch: 'e2', orderIds: [] }))).toEqual([]);
    expect(broker.order(orderId).status).toBe('CANCELLED');
    expect(requestsOf(broker.do(OPEN))).toEqual([]);
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
    broker.place('SELL 1', { isReduceOnly: true, orderId: 'y' });
    broker.do({ kind: 'liquidateContract', ...liquidate });
    broker.place('SELL 1', { isReduceOnly: true, orderId: 'z' });
    expect(broker.state.orders.has('z')).toBe(false);
    broker.fill(other, 2, 1804);
    expect(reported(back(broker))).toEqual(['SELL 1']);
  });
});

describe('what is for the moment and could not be sent in ten seconds', () => {
  const LATE_MS = 10_000;
  const STOPS_HERE = { ...FULL_RULES, exchangesWithoutStops: ['CBOT'] };
  type PlaceOrder = Extract<CommandBody, { kind: 'placeOrder' }>;

  /** Long three lots, and the link goes down. */
  function cutOff(): Broker {
    const broker = new Broker(1_000_000_000n, STOPS_HERE);
    broker.trade('BUY 3 @ 450', 1800);
    broker.do(LOSE);
    return broker;
  }

  test.each<[string, string, Partial<PlaceOrder>, number, string[]]>([
    ['a market order', 'BUY 2', {}, LATE_MS, []],
    ['a market order, in time', 'BUY 2', {}, LATE_MS - 100, ['BUY 2']],
    ['a market order for the day', 'BUY 2', { duration: 'DAY' }, LATE_MS, []],
    ['at once or not', 'BUY 2 @ 450', { duration: 'IOC' }, LATE_MS, []],
    ['all or nothing', 'BUY 2 @ 450', { duration: 'FOK' }, LATE_MS, []],
    ['one that rests', 'BUY 2 @ 450', {}, LATE_MS, ['BUY 2']],
    ['one that only reduces', 'SELL 2', { isReduceOnly: true }, LATE_MS, ['SELL 2']],
  ])('taken in while it was down: %s', (_what, text, more, ms, sent) => {
    const broker = cutOff();
    const { orderId } = broker.place(text, more);
    broker.wait(ms);
    expect(reported(back(broker))).toEqual(sent);
    if (sent.length > 0) return;
    expect(broker.order(orderId)).toMatchObject({ status: 'CANCELLED', reason: 'NotSentInTime', filledLots: 0 });
    expect(broker.account().requiredVnd).toBe(3n * CORN_MARGIN_VND);
  });

  test('a liquidation is sent whenever the link is back', () => {
    const broker = cutOff();
    const name = { accountId: AN, orderId: 'x', clientOrderId: 'x', contractCode: CODE };
    broker.do({ kind: 'liquidateContract', ...name });
    broker.wait(LATE_MS);
    expect(reported(back(broker))).toEqual(['SELL 3']);
  });

  test.each<[string, string, Partial<PlaceOrder>, string[]]>([
    ['a market order', 'BUY 2', {}, []],
    ['one that rests', 'BUY 2 @ 450', {}, ['BUY 2']],
    ['one that only reduces', 'SELL 2', { isReduceOnly: true }, ['SELL 2']],
  ])('on its way when it went down, and never arrived: %s', (_what, text, more, sent) => {
    const broker = full();
    broker.trade('BUY 3 @ 450', 1800);
    broker.place(text, more);
    broker.do(LOSE);
    broker.wait(LATE_MS);
    expect(reported(back(broker))).toEqual(sent);
  });

  test.each<[string, string, Partial<PlaceOrder>, string[]]>([
    ['that opens is for the moment in which it fired', 'BUY 2', { stopPrice: '455' }, []],
    ['that may only reduce is still wanted', 'SELL 3', { stopPrice: '455', isReduceOnly: true }, ['SELL 3']],
    ['that closes is still wanted, whether it may only reduce or not', 'SELL 3', { stopPrice: '455' }, ['SELL 3']],
  ])('a stop that fired into the dead link and %s', (_what, text, more, sent) => {
    const broker = new Broker(1_000_000_000n, STOPS_HERE);
    broker.trade('BUY 3 @ 450', 1800);
    broker.place(text, { orderType: 'STOP', duration: 'GTC', ...more });
    broker.wait(LATE_MS);
    expect(reported(requestsOf(broker.mark(1820)))).toHaveLength(1);
    broker.do(LOSE);
    broker.wait(LATE_MS);
    expect(reported(back(broker))).toEqual(sent);
  });

  test('a stop that fired seconds ago is sent, however long it had waited', () => {
    const broker = new Broker(1_000_000_000n, STOPS_HERE);
    broker.place('BUY 2', { orderType: 'STOP', duration: 'GTC', stopPrice: '455' });
    broker.wait(3_600_000);
    broker.mark(1820);
    broker.do(LOSE);
    expect(reported(back(broker))).toEqual(['BUY 2']);
  });

  test('the child of a trailing stop that opens is not sent late, one that protects is', () => {
    const broker = full();
    broker.trade('BUY 3 @ 450', 1800);
    const trailing = { orderType: 'TRAILING_STOP', duration: 'GTC', trailAmount: '5' } as const;
    broker.place('SELL 3', { ...trailing, isReduceOnly: true });
    broker.place('SELL 1', trailing);
    expect(reported(requestsOf(broker.mark(1780)))).toEqual(['SELL 3', 'SELL 1']);
    broker.do(LOSE);
    broker.wait(LATE_MS);
    expect(reported(back(broker))).toEqual(['SELL 3']);
  });

  test('an order at once that waits for the market to open is sent then, and not once that is over', () => {
    const broker = full();
    const closed = (): string => {
      broker.do(CLOSE);
      return broker.place('BUY 2 @ 450', { duration: 'IOC' }).orderId;
    };
    closed();
    broker.wait(3_600_000);
    expect(reported(requestsOf(broker.do(OPEN)))).toEqual(['BUY 2']);
    const second = closed();
    broker.do(LOSE);
    broker.do(OPEN);
    broker.wait(LATE_MS);
    expect(reported(back(broker))).not.toContain('BUY 2');
    expect(broker.order(second)).toMatchObject({ status: 'CANCELLED', reason: 'NotSentInTime' });
  });

  test('taken in while it was down, and the market opens when it is back', () => {
    const broker = cutOff();
    broker.place('BUY 2');
    broker.do(CLOSE);
    broker.wait(LATE_MS);
    back(broker);
    expect(reported(requestsOf(broker.do(OPEN)))).toEqual([]);
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
