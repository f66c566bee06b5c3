/** The margin levels of 100, 70, 40 and 20 % in the course of an account: long corn, falling price. */
import { restoreState, snapshotState } from '@mua/core/engine';
import { describe, expect, test } from 'vitest';
import { AN, Broker, CODE, CORN_MARGIN_VND, FULL_RULES, requestsOf } from '#test/scenarios/broker.ts';

/** One tick of one lot: 12.50 USD x 26,100. */
const TICK_VND = 326_250n;
const HALF_HOUR = 30 * 60_000;

/** An account with 10 lots bought at 1800 ticks and so much equity left, fees paid. */
function holding(lots: number, equityVnd: bigint): Broker {
  const fees = 350_000n * BigInt(lots);
  // Rich enough to be let in; what is too much leaves by a loss.
  const broker = new Broker(equityVnd + fees, { ...FULL_RULES, maxLotsPerOrder: 500, maxLotsPerContract: 500 });
  broker.trade(`BUY ${lots} @ 450`, 1800);
  return broker;
}

/** The mark at which equity is so many percent of the required margin of 10 lots. */
function markFor(percent: number, cashVnd: bigint, lots = 10): number {
  const required = CORN_MARGIN_VND * BigInt(lots);
  const equity = (required * BigInt(Math.round(percent * 100))) / 10_000n;
  return 1800 - Number((cashVnd - equity) / (TICK_VND * BigInt(lots)));
}

const CASH = 400_000_000n;

describe('levels', () => {
  test.each([
    [101, 'NONE'],
    [99, 'CALL'],
    [71, 'CALL'],
    [69, 'CANCEL'],
    [41, 'CANCEL'],
    [39, 'COUNTDOWN'],
    [21, 'COUNTDOWN'],
    [19, 'LIQUIDATION'],
  ] as const)('at %i %% the account is on %s', (percent, level) => {
    const broker = holding(10, CASH);
    broker.mark(markFor(percent, CASH));
    expect(broker.account().marginState.rung).toBe(level);
  });

  test('the change is reported in the same step, with both states and the figures', () => {
    const broker = holding(10, CASH);
    const events = broker.mark(markFor(80, CASH));
    expect(events).toContainEqual({
      kind: 'ladderMoved',
      move: expect.objectContaining({
        accountId: AN,
        before: { rung: 'NONE', deadlineMs: null, isLiquidating: false },
        after: { rung: 'CALL', deadlineMs: null, isLiquidating: false },
        requiredVnd: CORN_MARGIN_VND * 10n,
      }),
    });
    expect(broker.mark(markFor(80, CASH) - 1).filter(({ kind }) => kind === 'ladderMoved')).toEqual([]);
  });

  test('a repeated call counts as new once per trade date, also after a restart', () => {
    const broker = holding(10, CASH);
    const callsAt = (percent: number): (true | undefined)[] =>
      broker
        .mark(markFor(percent, CASH))
        .flatMap((event) =>
          event.kind === 'ladderMoved' && event.move.after.rung === 'CALL' ? [event.move.isRepeated] : [],
        );
    expect(callsAt(99)).toEqual([undefined]);
    expect(callsAt(101)).toEqual([]);
    expect(callsAt(98)).toEqual([true]);
    expect(restoreState(snapshotState(broker.state)).accounts.get(AN)?.calledOn).toBe('2026-11-20');
    callsAt(101);
    broker.do({ kind: 'endTradeDate', nextTradeDate: '2026-11-23' });
    expect(callsAt(98)).toEqual([undefined]);
  });

  test('without positions there is no ratio and no level', () => {
    const broker = new Broker(1n, FULL_RULES);
    broker.mark(1);
    expect(broker.account().marginState.rung).toBe('NONE');
  });
});

describe('at 70 %', () => {
  test('working orders that increase risk are cancelled whole, reducing ones stay', () => {
    const broker = holding(10, CASH);
    const reducing = broker.place('SELL 4 @ 460').orderId;
    broker.accept(reducing);
    const turning = broker.place('SELL 7 @ 465').orderId;
    broker.accept(turning);
    const requests = requestsOf(broker.mark(markFor(65, CASH)));
    expect(requests).toEqual([{ kind: 'cancel', orderId: turning, contractCode: CODE }]);
    broker.report(turning, { kind: 'cancelled', reason: 'UserRequest' });
    expect(broker.order(turning)).toMatchObject({ status: 'CANCELLED', reason: 'MarginLevel', reasonPercent: 70 });
    expect(broker.order(reducing).status).toBe('WORKING');
  });
});

describe('at 40 %', () => {
  test('the half hour continues whatever the price does, and ends in liquidation', () => {
    const broker = holding(10, CASH);
    broker.mark(markFor(39, CASH));
    const { deadlineMs } = broker.account().marginState;
    expect(deadlineMs).toBe(broker.timeMs + HALF_HOUR);
    broker.mark(markFor(60, CASH));
    broker.mark(markFor(35, CASH));
    expect(broker.account().marginState.deadlineMs).toBe(deadlineMs);
    expect(requestsOf(broker.wait(HALF_HOUR - 10_000))).toEqual([]);
    const requests = requestsOf(broker.wait(10_000));
    expect(requests).toHaveLength(1);
    expect(broker.account().marginState.isLiquidating).toBe(true);
  });

  test('between 40 and 70 % when it runs out, the next fall below 40 % liquidates at once', () => {
    const broker = holding(10, CASH);
    broker.mark(markFor(39, CASH));
    broker.mark(markFor(50, CASH));
    expect(requestsOf(broker.wait(HALF_HOUR))).toEqual([]);
    expect(requestsOf(broker.mark(markFor(39, CASH)))).toHaveLength(1);
  });

  test('70 % by any cause lifts it', () => {
    const broker = holding(10, CASH);
    broker.mark(markFor(39, CASH));
    broker.do({ kind: 'deposit', accountId: AN, amountVnd: 150_000_000n, reference: 'rescue' });
    expect(broker.account().marginState.deadlineMs).toBeNull();
    expect(requestsOf(broker.wait(2 * HALF_HOUR))).toEqual([]);
  });
});

describe('forced liquidation', () => {
  test('closes at once, below 20 %, only as many lots as bring the ratio to 100 % on paper', () => {
    const broker = holding(10, CASH);
    const events = broker.mark(markFor(19, CASH));
    // At 19 % of ten lots' margin one lot is what the equity carries: nine go.
    expect(requestsOf(events)).toMatchObject([
      { kind: 'submit', order: { side: 'SELL', orderType: 'MARKET', quantityLots: 9 } },
    ]);
    const [sent] = requestsOf(events);
    const orderId = sent?.kind === 'submit' ? sent.order.orderId : '';
    expect(broker.order(orderId)).toMatchObject({ isForceSell: true, clientOrderId: null });
    broker.accept(orderId);
    broker.fill(orderId, 9, markFor(19, CASH));
    expect(broker.account().marginState.isLiquidating).toBe(false);
    expect(broker.account().positions.get(CODE)?.netLots).toBe(1);
  });

  test('cancels the working orders of the contract first and waits for the answers', () => {
    const broker = holding(10, CASH);
    const reducing = broker.place('SELL 4 @ 460').orderId;
    broker.accept(reducing);
    expect(requestsOf(broker.mark(markFor(19, CASH)))).toEqual([
      { kind: 'cancel', orderId: reducing, contractCode: CODE },
    ]);
    expect(broker.order(reducing).cancelReason).toBe('ForceSell');
    // It fills while its cancel is on the way: the closing order shrinks to what is left open.
    broker.fill(reducing, 4, 1840);
    const after = requestsOf(broker.report(reducing, { kind: 'cancelRejected', reason: 'UnknownOrder' }));
    const submitted = [...broker.state.orders.values()].find((order) => order.isForceSell);
    expect(submitted?.quantityLots).toBeLessThanOrEqual(6);
    expect(broker.account().positions.get(CODE)?.netLots).toBe(6);
    expect(after.every((request) => request.kind === 'submit')).toBe(true);
  });

  test('without a price it tries again a second later, not at once', () => {
    const broker = holding(10, CASH);
    const [sent] = requestsOf(broker.mark(markFor(15, CASH)));
    const orderId = sent?.kind === 'submit' ? sent.order.orderId : '';
    broker.accept(orderId);
    expect(requestsOf(broker.report(orderId, { kind: 'cancelled', reason: 'EmptyBook' }))).toEqual([]);
    expect(requestsOf(broker.wait(999))).toHaveLength(1);
  });

  /** Nine of ten lots are being sold. When nothing is left to hold on to, the tenth goes whatever of them has filled. */
  test.each([0, 1, 4, 8])('with %i of nine lots filled, the tenth is the only one not being sold yet', (filled) => {
    const broker = holding(10, CASH);
    const [sent] = requestsOf(broker.mark(markFor(19, CASH)));
    const orderId = sent?.kind === 'submit' ? sent.order.orderId : '';
    broker.accept(orderId);
    if (filled > 0) broker.fill(orderId, filled, markFor(19, CASH));
    broker.wait(1_000);
    expect(requestsOf(broker.mark(1600))).toMatchObject([{ kind: 'submit', order: { side: 'SELL', quantityLots: 1 } }]);
  });

  test('never reverses the position and never asks twice', () => {
    const broker = holding(10, CASH);
    broker.mark(markFor(15, CASH));
    expect(requestsOf(broker.mark(markFor(5, CASH)))).toEqual([]);
    const closing = [...broker.state.orders.values()].filter((order) => order.isForceSell);
    expect(closing.reduce((sum, order) => sum + order.quantityLots, 0)).toBeLessThanOrEqual(10);
  });
});

describe('a deficit', () => {
  test('has its own account, and the next deposit pays it first', () => {
    const broker = holding(10, CASH);
    const [sent] = requestsOf(broker.mark(1600));
    const orderId = sent?.kind === 'submit' ? sent.order.orderId : '';
    broker.accept(orderId);
    const events = broker.fill(orderId, 10, 1600);
    const owed = 10n * 200n * TICK_VND + 3_500_000n - CASH;
    expect(events).toContainEqual({ kind: 'deficitPosted', accountId: AN, amountVnd: owed });
    expect(broker.state.balances.get(`cash:${AN}`)).toBe(0n);
    expect(broker.state.balances.get(`deficit:${AN}`)).toBe(-owed);
    broker.do({ kind: 'deposit', accountId: AN, amountVnd: owed + 5n, reference: 'repay' });
    expect(broker.state.balances.get(`cash:${AN}`)).toBe(5n);
    expect(broker.state.balances.get(`deficit:${AN}`)).toBe(0n);
  });
});

/** Two hundred ticks of ten lots are lost, of 400 million dong: what is missing is owed. */
describe('paying a debt back', () => {
  test.each([
    ['a part goes into it whole', [100_000_000n], 0n, 156_000_000n],
    ['part after part', [100_000_000n, 56_000_000n], 0n, 100_000_000n],
    ['to the dong', [256_000_000n], 0n, 0n],
    ['what is beyond it is cash', [200_000_000n, 60_000_000n], 4_000_000n, 0n],
  ])('%s', (_name, deposits, cash, owed) => {
    const broker = holding(10, CASH);
    const [sent] = requestsOf(broker.mark(1600));
    const orderId = sent?.kind === 'submit' ? sent.order.orderId : '';
    broker.fill(orderId, 10, 1600);
    for (const amountVnd of deposits) broker.do({ kind: 'deposit', accountId: AN, amountVnd, reference: 'repay' });
    expect(broker.state.balances.get(`cash:${AN}`)).toBe(cash);
    expect(broker.state.balances.get(`deficit:${AN}`)).toBe(-owed);
  });
});

describe('forced liquidation over two contracts', () => {
  const MARCH = 'ZCEH27';

  /** Long six lots of December and five of March corn. */
  function holdingTwo(cashVnd: bigint): Broker {
    const broker = new Broker(cashVnd, FULL_RULES);
    broker.do({
      kind: 'listContract',
      contract: {
        code: MARCH,
        commodityCode: 'ZCE',
        expiryYear: 2027,
        expiryMonth: 3,
        firstNotificationDate: null,
        lastNotificationDate: null,
        lastTradeDay: '2027-03-12',
      },
      settlementTicks: 1800,
    });
    broker.trade('BUY 6 @ 450', 1800);
    const { orderId } = broker.place('BUY 5 @ 450', { contractCode: MARCH });
    fillMarch(broker, orderId, 5);
    return broker;
  }

  function fillMarch(broker: Broker, orderId: string, lots: number): void {
    const report = { kind: 'filled', orderId, contractCode: MARCH, tradeId: 't', priceTicks: 1800, lots } as const;
    broker.do({ kind: 'reportExecution', report: { ...report, execId: `e1-900${orderId.length}` } });
  }

  const both = (broker: Broker, ticks: number) =>
    broker.do({
      kind: 'markPrices',
      prices: [CODE, MARCH].map((contractCode) => ({
        contractCode,
        lastTicks: ticks,
        highTicks: ticks,
        lowTicks: ticks,
      })),
    });

  const sold = (events: ReturnType<Broker['do']>): string[] =>
    requestsOf(events).map((request) =>
      request.kind === 'submit' ? `${request.order.quantityLots} ${request.order.contractCode}` : request.kind,
    );

  test.each([
    [1696, ['6 ZCEZ26', '4 ZCEH27']],
    [1685, ['6 ZCEZ26', '5 ZCEH27']],
  ])('at %i: the contract with the larger margin first, and of the other no more than needed', (ticks, expected) => {
    expect(sold(both(holdingTwo(443_850_000n), ticks))).toEqual(expected);
  });

  test('what is under way in one contract is not sold once more in the other', () => {
    const broker = holdingTwo(443_850_000n);
    const [december] = requestsOf(both(broker, 1696));
    const orderId = december?.kind === 'submit' ? december.order.orderId : '';
    broker.fill(orderId, 5, 1696);
    // One lot of December and four of March are on their way: enough.
    expect(sold(broker.wait(2_000))).toEqual([]);
    expect(sold(both(broker, 1696))).toEqual([]);
  });

  test('what is under way counts as closed also when the broker halts its contract', () => {
    const broker = holdingTwo(443_850_000n);
    both(broker, 1696);
    const scope = { kind: 'contract', contractCode: CODE } as const;
    broker.do({ kind: 'setTradingHalt', scope, reason: 'drill', operatorId: 'lan' });
    expect(sold(broker.wait(2_000))).toEqual([]);
    expect(sold(both(broker, 1696))).toEqual([]);
  });
});
