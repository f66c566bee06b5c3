/** Acts of the broker between other events: rates and margins, halts, rolls, close-outs, settlements, restarts. */
import { type CommandBody, execute, restoreState, snapshotState } from '@mua/core/engine';
import { describe, expect, test } from 'vitest';
import { AN, Broker, CODE, CORN, CORN_MARGIN_VND, FULL_RULES, requestsOf } from '#test/scenarios/broker.ts';

const HALF_HOUR = 30 * 60_000;
const HELD_BY_US = { ...FULL_RULES, exchangesWithoutStops: ['CBOT'] };

function long(lots: number, cashVnd = 1_000_000_000n, rules = FULL_RULES): Broker {
  const broker = new Broker(cashVnd, rules);
  broker.trade(`BUY ${lots} @ 450`, 1800);
  return broker;
}

function halt(reason: string | null, scope: 'all' | 'contract' | 'account' = 'contract'): CommandBody {
  const operatorId = 'lan';
  if (scope === 'all') return { kind: 'setTradingHalt', scope: { kind: 'all' }, reason, operatorId };
  return scope === 'contract'
    ? { kind: 'setTradingHalt', scope: { kind: 'contract', contractCode: CODE }, reason, operatorId }
    : { kind: 'setTradingHalt', scope: { kind: 'account', accountId: AN }, reason, operatorId };
}

describe('a conversion rate or a margin that changes', () => {
  /** Ten lots, margin 361,746,000 at 26,100 dong to the dollar, and 400,000,000 dong. */
  test.each([
    [26_100n, 'NONE'],
    [30_000n, 'CALL'],
    [42_000n, 'CANCEL'],
    [75_000n, 'COUNTDOWN'],
    [150_000n, 'LIQUIDATION'],
  ] as const)('at %i dong to the dollar the account is on %s, in the same seq', (rate, level) => {
    const broker = long(10, 403_500_000n);
    const rateE4 = rate * 10_000n;
    const events = broker.do({ kind: 'setConversionRate', currency: 'USD', fromMs: broker.timeMs + 1, rateE4 });
    expect(broker.account().marginState.rung).toBe(level);
    expect(requestsOf(events)).toHaveLength(level === 'LIQUIDATION' ? 1 : 0);
  });

  test('dated ahead, it acts when its time has come, on an account with nothing but working orders too', () => {
    const broker = new Broker(80_000_000n, FULL_RULES);
    const { orderId } = broker.place('BUY 2 @ 450');
    broker.accept(orderId);
    const fromMs = broker.timeMs + 10_000;
    broker.do({ kind: 'setConversionRate', currency: 'USD', fromMs, rateE4: 600_000_000n });
    expect(broker.account().marginState.rung).toBe('NONE');
    const events = broker.wait(10_000);
    expect(broker.account().marginState.rung).toBe('CANCEL');
    expect(requestsOf(events)).toMatchObject([{ kind: 'cancel', orderId }]);
    expect(events.some(({ kind }) => kind === 'accountChanged')).toBe(true);
  });

  test('an exchange that doubles its margin overnight calls the account', () => {
    const broker = long(10, 403_500_000n);
    const margins = [...CORN.initialMarginMinor, { fromMs: broker.timeMs + 1, value: 231_000n }];
    broker.do({ kind: 'defineCommodity', commodity: { ...CORN, initialMarginMinor: margins } });
    expect(broker.account().marginState.rung).toBe('CANCEL');
  });
});

describe('a halt during a countdown', () => {
  test.each(['contract', 'all'] as const)(
    'of %s: the half hour runs on, nothing is sold, and lifting it sells at once',
    (scope) => {
      const broker = long(10, 403_500_000n);
      broker.mark(1720);
      expect(broker.account().marginState.rung).toBe('COUNTDOWN');
      broker.do(halt('drill', scope));
      expect(requestsOf(broker.wait(HALF_HOUR))).toEqual([]);
      expect(broker.account().marginState.isLiquidating).toBe(true);
      expect(requestsOf(broker.do(halt(null, scope)))).toMatchObject([{ order: { side: 'SELL' } }]);
    },
  );

  test('of the account alone does not keep the broker from closing', () => {
    const broker = long(10, 403_500_000n);
    broker.mark(1720);
    broker.do(halt('drill', 'account'));
    expect(requestsOf(broker.wait(HALF_HOUR))).toHaveLength(1);
  });
});

describe('an operator', () => {
  const liquidation = (goFlat: boolean): CommandBody => ({
    kind: 'liquidateContract',
    accountId: AN,
    orderId: 'op',
    clientOrderId: 'op',
    contractCode: CODE,
    goFlat,
    operator: { operatorId: 'lan', reason: 'court order' },
  });

  test('closes the position of a halted account, which its investor may not', () => {
    const broker = long(3);
    broker.do(halt('frozen', 'account'));
    const own = { accountId: AN, orderId: 'own', clientOrderId: 'own', contractCode: CODE };
    expect(broker.do({ kind: 'liquidateContract', ...own })).toMatchObject([
      { order: { refusal: { code: 'TRADING_HALTED' } } },
    ]);
    expect(requestsOf(broker.do(liquidation(false)))).toMatchObject([{ order: { quantityLots: 3 } }]);
  });

  test('with its working orders and exits first', () => {
    const broker = long(3);
    const { orderId } = broker.place('BUY 1 @ 440');
    broker.accept(orderId);
    const { orderId: pair } = broker.place('SELL 3', { orderType: 'TPSL', duration: 'GTC', stopLoss: '440' });
    broker.do(halt('frozen', 'account'));
    expect(requestsOf(broker.do(liquidation(true)))).toMatchObject([{ kind: 'cancel', orderId }]);
    expect(broker.conditional(pair).status).toBe('CANCELLED');
  });

  test('cannot close in a halted contract', () => {
    const broker = long(3);
    broker.do(halt('limit move'));
    expect(requestsOf(broker.do(liquidation(false)))).toEqual([]);
    expect(broker.account().positions.get(CODE)?.netLots).toBe(3);
  });
});

describe('stops that wait with us', () => {
  const stop = (more: object) => ({ orderType: 'STOP', stopPrice: '440', ...more }) as const;

  test('a DAY stop ends with its exchange’s trade date, not with the broker’s', () => {
    const broker = long(3, 1_000_000_000n, HELD_BY_US);
    broker.do({ kind: 'endTradeDate', nextTradeDate: '2026-11-20', exchanges: ['CBOT'] });
    const { orderId } = broker.place('SELL 3', stop({ duration: 'DAY' }));
    broker.do({ kind: 'endTradeDate', nextTradeDate: '2026-11-21' });
    expect(broker.order(orderId).status).toBe('WORKING');
    broker.do({ kind: 'endTradeDate', nextTradeDate: '2026-11-21', exchanges: ['CBOT'] });
    expect(broker.order(orderId)).toMatchObject({ status: 'EXPIRED', reason: 'DayEnded' });
    expect(requestsOf(broker.mark(1700))).toEqual([]);
  });

  test('a GTC stop ends with its contract', () => {
    const broker = long(3, 1_000_000_000n, HELD_BY_US);
    const { orderId } = broker.place('SELL 3', stop({ duration: 'GTC' }));
    broker.do({ kind: 'endTradeDate', nextTradeDate: '2026-12-14' });
    expect(broker.order(orderId).status).toBe('WORKING');
    broker.do({ kind: 'endTradeDate', nextTradeDate: '2026-12-15' });
    expect(broker.order(orderId)).toMatchObject({ status: 'EXPIRED', reason: 'ContractEnded' });
  });
});

describe('the close-out', () => {
  test('at the deadline takes working orders that would open, of those who hold nothing too', () => {
    const broker = long(3);
    const bid = broker.place('BUY 2 @ 440', { accountId: 'binh-1' }).orderId;
    const offer = broker.place('SELL 2 @ 460', { accountId: 'binh-1' }).orderId;
    broker.accept(bid);
    broker.accept(offer);
    broker.do({ kind: 'closeOut', contractCode: CODE, position: 'long' });
    expect(broker.order(bid)).toMatchObject({ status: 'IN_CANCEL', cancelReason: 'ExpiryGuard' });
    expect(broker.order(offer).status).toBe('WORKING');
  });

  test('settlement with working orders: the position closes, reduce-only orders are cancelled, the rest stays', () => {
    const broker = long(3);
    const only = broker.place('SELL 3 @ 455', { isReduceOnly: true }).orderId;
    const free = broker.place('SELL 1 @ 456').orderId;
    broker.accept(only);
    broker.accept(free);
    const { orderId: pair } = broker.place('SELL 3', { orderType: 'TPSL', duration: 'GTC', stopLoss: '440' });
    broker.do({ kind: 'settlePositions', contractCode: CODE, position: 'long', settlementTicks: 1795 });
    expect(broker.account().positions.size).toBe(0);
    expect(broker.order(only)).toMatchObject({ status: 'IN_CANCEL', cancelReason: 'PositionGone' });
    expect(broker.order(free).status).toBe('WORKING');
    expect(broker.conditional(pair).status).toBe('CANCELLED');
  });

  test('settlement while a closing order waits for cancels: it is cancelled with the position, and holds no margin', () => {
    const broker = long(3);
    const { orderId } = broker.place('BUY 1 @ 440');
    broker.accept(orderId);
    broker.do({ kind: 'closeOut', contractCode: CODE, position: 'long' });
    const [closing] = [...broker.state.orders.values()].filter((order) => order.isForceSell);
    expect(closing?.status).toBe('PENDING');
    broker.do({ kind: 'settlePositions', contractCode: CODE, position: 'long', settlementTicks: 1795 });
    expect(closing).toMatchObject({ status: 'CANCELLED', reason: 'PositionGone' });
    expect(broker.account().requiredVnd).toBe(CORN_MARGIN_VND);
    expect(requestsOf(broker.report(orderId, { kind: 'cancelled', reason: 'UserRequest' }))).toEqual([]);
  });

  test('a closing order that waits shrinks with its position: it never counts as opening', () => {
    const broker = long(5);
    const sell = broker.place('SELL 3 @ 455').orderId;
    broker.accept(sell);
    broker.do({ kind: 'closeOut', contractCode: CODE, position: 'long' });
    broker.fill(sell, 2, 1820);
    const [closing] = [...broker.state.orders.values()].filter((order) => order.isForceSell);
    expect(closing).toMatchObject({ status: 'PENDING', quantityLots: 3 });
  });
});

describe('an exchange that halts', () => {
  test('while a change is unanswered: the answer after the open does not lead back into the halt', () => {
    const broker = new Broker(1_000_000_000n, FULL_RULES);
    const { orderId } = broker.place('BUY 2 @ 440');
    broker.accept(orderId);
    const session = { kind: 'changeSession', contractCodes: [CODE], opensAtMs: null } as const;
    broker.do({ ...session, state: 'PAUSED', isHalt: true });
    broker.do({ kind: 'cancelOrder', accountId: AN, orderId });
    broker.do({ ...session, state: 'OPEN' });
    broker.report(orderId, { kind: 'cancelRejected', reason: 'TooLate' });
    expect(broker.order(orderId).status).toBe('WORKING');
  });
});

describe('a restart from a snapshot', () => {
  /** Everything that can wait: what a restored engine tells of it is the same text, for the journal digests it. */
  function busy(): Broker {
    const broker = new Broker(1_000_000_000n, HELD_BY_US);
    broker.do({
      kind: 'listContract',
      contract: {
        code: 'ZCEH27',
        commodityCode: 'ZCE',
        expiryYear: 2027,
        expiryMonth: 3,
        firstNotificationDate: null,
        lastNotificationDate: null,
        lastTradeDay: '2027-03-12',
      },
      settlementTicks: 1850,
    });
    const gone = broker.place('BUY 1 @ 440').orderId;
    broker.place('BUY 1 @ 462', { contractCode: 'ZCEH27' });
    broker.place('BUY 1 @ 441');
    broker.accept(gone);
    broker.do({ kind: 'cancelOrder', accountId: AN, orderId: gone });
    broker.report(gone, { kind: 'cancelled', reason: 'UserRequest' });
    broker.trade('BUY 3 @ 450', 1800);
    broker.place('SELL 3', { orderType: 'STOP', duration: 'GTC', stopPrice: '440' });
    broker.place('SELL 3', { orderType: 'TRAILING_STOP', duration: 'GTC', trailAmount: '5', isReduceOnly: true });
    const changing = broker.place('SELL 2 @ 455').orderId;
    broker.accept(changing);
    broker.do({ kind: 'modifyOrder', accountId: AN, orderId: changing, quantityLots: 4 });
    return broker;
  }

  test.each([
    [
      'a price',
      { kind: 'markPrices', prices: [{ contractCode: CODE, lastTicks: 1750, highTicks: 1750, lowTicks: 1750 }] },
    ],
    [
      'a halt of the exchange',
      { kind: 'changeSession', contractCodes: [CODE], state: 'PAUSED', opensAtMs: null, isHalt: true },
    ],
    ['the link lost', { kind: 'loseVenue' }],
    ['an exchange restarted', { kind: 'restartVenue', epoch: 'e2' }],
    ['all orders cancelled', { kind: 'cancelOrders', accountId: AN }],
    [
      'a fall that cancels what increases risk',
      { kind: 'setConversionRate', currency: 'USD', fromMs: 1, rateE4: 2_000_000_000n },
    ],
  ] as const)('%s: the same events to the letter', (_what, body) => {
    const broker = busy();
    const copy = restoreState(snapshotState(broker.state));
    const command = { ...body, seq: broker.state.seq + 1, timeMs: broker.timeMs + 1 };
    const text = (events: unknown): string =>
      JSON.stringify(events, (_key, value) => (typeof value === 'bigint' ? `${value}` : value));
    expect(text(execute(copy, command))).toBe(text(execute(broker.state, command)));
  });
});
