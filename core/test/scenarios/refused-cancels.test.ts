/**
 * An exchange that refuses cancels or can't be asked: requests are not repeated for ever, and what must be closed is
 * closed.
 */
import { describe, expect, test } from 'vitest';
import { AN, Broker, CODE, CORN_MARGIN_VND, FULL_RULES, requestsOf } from '#test/scenarios/broker.ts';
import { full, statusAndLots, waiting, working } from '#test/scenarios/foreign-exchange.ts';

const TICK_VND = 326_250n;
const CASH = 400_000_000n;

/** Ten lots long, with an order to buy one more, and an exchange that has five seconds to answer. */
function holdingAndBuying() {
  const broker = new Broker(CASH + 3_500_000n, { ...FULL_RULES, venueAnswerMs: 5_000 });
  broker.trade('BUY 10 @ 450', 1800);
  return { broker, orderId: working(broker, 'BUY 1 @ 448') };
}

/** The mark at which the equity is so many percent of what ten lots require. */
function markFor(percent: number): number {
  return 1800 - Number((CASH - (CORN_MARGIN_VND * 10n * BigInt(percent)) / 100n) / (TICK_VND * 10n));
}

/** Answers every request for the order until nothing more is asked, at most so often; says what was asked. */
function answerAll(broker: Broker, orderId: string, first: ReturnType<typeof requestsOf>, reason: string): string[] {
  const asked: string[] = [];
  let open = first;
  while (open.length > 0 && asked.length < 20) {
    const [request] = open.filter((one) => one.kind !== 'submit' && one.orderId === orderId);
    asked.push(...open.map(({ kind }) => kind));
    if (!request) break;
    const answer =
      request.kind === 'status'
        ? ({ kind: 'orderStatus', order: null } as const)
        : ({ kind: 'cancelRejected', reason } as const);
    open = requestsOf(broker.report(orderId, answer));
  }
  return asked;
}

const sales = (broker: Broker) => [...broker.state.orders.values()].filter(({ isForceSell }) => isForceSell);

describe('an exchange that does not know an order which the margin level cancels', () => {
  test('at 60 % causes one status request, and then the order is unknown', () => {
    const { broker, orderId } = holdingAndBuying();
    const asked = answerAll(broker, orderId, requestsOf(broker.mark(markFor(60))), 'UnknownOrder');
    expect(asked).toEqual(['cancel', 'status']);
    expect(broker.order(orderId).status).toBe('UNKNOWN');
  });

  test('at 19 % the sale that waited for it is sent', () => {
    const { broker, orderId } = holdingAndBuying();
    const asked = answerAll(broker, orderId, requestsOf(broker.mark(markFor(19))), 'UnknownOrder');
    expect(asked).toEqual(['cancel', 'status', 'submit']);
    expect(sales(broker)).toMatchObject([{ status: 'IN_TRANSIT', quantityLots: 9 }]);
  });
});

describe('an exchange that refuses to cancel', () => {
  test('the sale is sent anyway, and the broker does not ask again at once', () => {
    const { broker, orderId } = holdingAndBuying();
    const asked = answerAll(broker, orderId, requestsOf(broker.mark(markFor(19))), 'TooLateToCancel');
    expect(asked).toEqual(['cancel', 'submit']);
    expect(requestsOf(broker.mark(markFor(18)))).toEqual([]);
    expect(broker.order(orderId).status).toBe('WORKING');
  });

  test('is asked again by the broker after five seconds, and by its owner whenever they like', () => {
    const { broker, orderId } = holdingAndBuying();
    answerAll(broker, orderId, requestsOf(broker.mark(markFor(60))), 'TooLateToCancel');
    expect(requestsOf(broker.mark(markFor(59)))).toEqual([]);
    const mine = requestsOf(broker.do({ kind: 'cancelOrders', accountId: AN }));
    expect(mine).toMatchObject([{ kind: 'cancel', orderId }]);
    broker.report(orderId, { kind: 'cancelRejected', reason: 'TooLateToCancel' });
    broker.wait(5_000);
    expect(requestsOf(broker.mark(markFor(58)))).toMatchObject([{ kind: 'cancel', orderId }]);
  });
});

describe('a cancel that can’t be sent now', () => {
  test('during a status request: sent as soon as it is answered', () => {
    const broker = waiting();
    const orderId = working(broker);
    broker.do({ kind: 'modifyOrder', accountId: AN, orderId, quantityLots: 8 });
    expect(requestsOf(broker.wait(5_000))).toMatchObject([{ kind: 'status' }]);
    expect(requestsOf(broker.do({ kind: 'cancelOrder', accountId: AN, orderId }))).toEqual([]);
    const view = { filledLots: 0, leavesLots: 10, limitPriceTicks: 1800, duration: 'DAY' } as const;
    const answered = broker.report(orderId, { kind: 'orderStatus', order: { orderId, ...view } });
    expect(requestsOf(answered)).toMatchObject([{ kind: 'cancel', orderId }]);
  });

  test.each([
    [
      'is back',
      (orderId: string) => ({ kind: 'resyncVenue', epoch: 'e1', orderIds: [orderId] }) as const,
      'IN_CANCEL 0/10',
    ],
    ['has restarted', () => ({ kind: 'restartVenue', epoch: 'e2' }) as const, 'CANCELLED 0/10'],
  ])('cancel all while the link is down holds when it %s', (_, command, wanted) => {
    const broker = full();
    const orderId = working(broker);
    broker.do({ kind: 'loseVenue' });
    broker.do({ kind: 'cancelOrders', accountId: AN, contractCode: CODE });
    expect(broker.order(orderId)).toMatchObject({ status: 'DISCONNECTED', cancelWish: 'UserRequest' });
    broker.do(command(orderId));
    expect(statusAndLots(broker, orderId)).toBe(wanted);
  });
});
