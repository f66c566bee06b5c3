/** Rolls from their owner's view: corn of December at 450 into March at 462.5, ticks of a quarter cent. */
import { type CommandBody, restoreState, snapshotState, stateHash } from '@mua/core/engine';
import { describe, expect, test } from 'vitest';
import { AN, Broker, CODE, CORN_MARGIN_VND, FULL_RULES, requestsOf } from '#test/scenarios/broker.ts';

type PlaceOrder = Extract<CommandBody, { kind: 'placeOrder' }>;

const MARCH = 'ZCEH27';
const FEE_VND = 350_000n;

function withMarch(cashVnd = 1_000_000_000n): Broker {
  const broker = new Broker(cashVnd, FULL_RULES);
  broker.do({
    kind: 'listContract',
    contract: {
      code: MARCH,
      commodityCode: 'ZCE',
      expiryYear: 2027,
      expiryMonth: 3,
      firstNotificationDate: '2027-02-26',
      lastNotificationDate: null,
      lastTradeDay: '2027-03-12',
    },
    settlementTicks: 1850,
  });
  return broker;
}

function long(lots: number, cashVnd?: bigint): Broker {
  const broker = withMarch(cashVnd);
  broker.trade(`BUY ${lots} @ 450`, 1800);
  return broker;
}

const into = (limitPrice?: string): Partial<PlaceOrder> => ({
  isReduceOnly: true,
  duration: 'IOC',
  rollInto: { contractCode: MARCH, ...(limitPrice === undefined ? {} : { limitPrice }) },
});

const FLAT = { accountId: AN, orderId: 'flat', clientOrderId: 'flat', contractCode: CODE };

const netLots = (broker: Broker, code: string): number => broker.account(AN).positions.get(code)?.netLots ?? 0;

describe('a roll', () => {
  test('closes, and on its fill opens as many lots in the far month', () => {
    const broker = long(2);
    const { orderId, events } = broker.place('SELL 2', into());
    expect(requestsOf(events)).toMatchObject([{ order: { contractCode: CODE, side: 'SELL', quantityLots: 2 } }]);
    broker.accept(orderId);
    expect(requestsOf(broker.fill(orderId, 2, 1798))).toMatchObject([
      { kind: 'submit', order: { orderId: `${orderId}-r`, contractCode: MARCH, side: 'BUY', quantityLots: 2 } },
    ]);
    broker.accept(`${orderId}-r`);
    broker.fill(`${orderId}-r`, 2, 1851);
    expect([netLots(broker, CODE), netLots(broker, MARCH)]).toEqual([0, 2]);
    expect(broker.state.rolls.size).toBe(0);
  });

  test('of a short position buys back and sells on', () => {
    const broker = withMarch();
    broker.trade('SELL 3 @ 450', 1800);
    const { orderId } = broker.place('BUY 3', into());
    broker.fill(orderId, 3, 1800);
    broker.fill(`${orderId}-r`, 3, 1850);
    expect([netLots(broker, CODE), netLots(broker, MARCH)]).toEqual([0, -3]);
  });

  test.each([
    ['fills in parts: opened when the closing order has ended', [1, 2], 'filled', 3],
    ['is filled in part and the rest cancelled: opens that part', [1], 'cancelled', 1],
    ['is not filled: opens nothing', [], 'cancelled', 0],
  ])('whose close %s', (_what, fills, end, opened) => {
    const broker = long(3);
    const { orderId } = broker.place('SELL 3', into());
    broker.accept(orderId);
    for (const lots of fills) {
      expect(broker.state.orders.has(`${orderId}-r`)).toBe(false);
      broker.fill(orderId, lots, 1800);
    }
    if (end === 'cancelled') broker.report(orderId, { kind: 'cancelled', reason: 'EmptyBook' });
    expect(broker.state.orders.get(`${orderId}-r`)?.quantityLots ?? 0).toBe(opened);
    expect(broker.state.rolls.size).toBe(0);
  });

  test('with prices: the close is filled at once or not, the open waits for the day', () => {
    const broker = long(1);
    const { orderId } = broker.place('SELL 1 @ 449', into('463'));
    broker.fill(orderId, 1, 1796);
    expect(broker.order(`${orderId}-r`)).toMatchObject({ orderType: 'LIMIT', duration: 'DAY', limitPriceTicks: 1852 });
  });

  test('whose close the exchange rejects opens nothing', () => {
    const broker = long(1);
    const { orderId } = broker.place('SELL 1', into());
    broker.report(orderId, { kind: 'rejected', reason: 'no' });
    expect(broker.state.orders.has(`${orderId}-r`)).toBe(false);
  });

  test('whose far month is halted meanwhile closes, and the open is refused with the reason', () => {
    const broker = long(1);
    const { orderId } = broker.place('SELL 1', into());
    broker.do({
      kind: 'setTradingHalt',
      scope: { kind: 'contract', contractCode: MARCH },
      reason: 'news',
      operatorId: 'o',
    });
    const events = broker.fill(orderId, 1, 1800);
    const refused = events.find((event) => event.kind === 'orderChanged' && event.order.orderId === `${orderId}-r`);
    expect(refused).toMatchObject({ order: { status: 'REJECTED', refusal: { code: 'TRADING_HALTED' } } });
    expect(netLots(broker, CODE)).toBe(0);
  });

  test.each<[string, CommandBody]>([
    ['cancels everything', { kind: 'cancelOrders', accountId: AN }],
    ['cancels all but stops', { kind: 'cancelOrders', accountId: AN, keepStops: true }],
    ['cancels the month', { kind: 'cancelOrders', accountId: AN, contractCode: CODE }],
    ['goes flat', { kind: 'liquidateContract', ...FLAT, goFlat: true }],
    ['is closed out', { kind: 'closeOut', contractCode: CODE, position: 'long' }],
  ])('whose owner %s while the close is on its way opens nothing, filled or not', (_what, command) => {
    const broker = long(5);
    const { orderId } = broker.place('SELL 3', into());
    broker.do(command);
    broker.fill(orderId, 3, 1800);
    expect(broker.order(orderId).status).toBe('FILLED');
    expect([broker.state.orders.has(`${orderId}-r`), broker.state.rolls.size]).toEqual([false, 0]);
  });

  test('whose owner was gone while the close was on its way opens nothing', () => {
    const broker = long(2);
    const { orderId } = broker.place('SELL 2', into());
    broker.do({ kind: 'setCancelAfter', accountId: AN, timeoutMs: 1_000, includesGoodTill: false });
    broker.wait(1_000);
    broker.fill(orderId, 2, 1800);
    expect(broker.state.orders.has(`${orderId}-r`)).toBe(false);
  });

  test.each([
    ['the link is down', () => undefined],
    ['nobody knows how it stands', (broker: Broker) => broker.do({ kind: 'resyncVenue', epoch: 'e1' })],
  ])('whose owner cancels everything while %s opens nothing', (_what, then) => {
    const broker = long(2);
    const { orderId } = broker.place('SELL 2', into());
    broker.accept(orderId);
    broker.do({ kind: 'loseVenue' });
    then(broker);
    broker.do({ kind: 'cancelOrders', accountId: AN });
    broker.fill(orderId, 2, 1800);
    expect([broker.order(orderId).status, broker.state.rolls.size]).toEqual(['FILLED', 0]);
    expect(broker.state.orders.has(`${orderId}-r`)).toBe(false);
  });

  test('goes on when orders of another month are cancelled', () => {
    const broker = long(2);
    const { orderId } = broker.place('SELL 2', into());
    broker.do({ kind: 'cancelOrders', accountId: AN, contractCode: MARCH });
    broker.fill(orderId, 2, 1800);
    expect(broker.order(`${orderId}-r`).quantityLots).toBe(2);
  });

  test('goes on after a restart', () => {
    const broker = long(2);
    const { orderId } = broker.place('SELL 2', into());
    const again = restoreState(snapshotState(broker.state));
    expect(stateHash(again)).toBe(stateHash(broker.state));
    expect(again.rolls.get(orderId)).toEqual({ contractCode: MARCH });
  });

  test('is one order for ever under its id, and another month is another order', () => {
    const broker = long(2);
    const first = broker.place('SELL 1', into());
    const again = broker.place('SELL 1', { ...into(), orderId: 'x', clientOrderId: `c-${first.orderId}` });
    expect(again.events).toMatchObject([{ kind: 'orderRepeated', orderId: first.orderId }]);
    const { rollInto: _none, ...alone } = into();
    const other = broker.place('SELL 1', { ...alone, orderId: 'y', clientOrderId: `c-${first.orderId}` });
    expect(other.events).toMatchObject([{ refusal: { code: 'IDEMPOTENCY_MISMATCH' } }]);
  });
});

describe('margin of a roll', () => {
  /** After two lots of December: the money that is there pays for both months or for one. */
  const needed = (lots: bigint): bigint => lots * CORN_MARGIN_VND + lots * FEE_VND;

  test('counts what the close frees: who can carry one month can roll', () => {
    // Fees: of the entry, of the close, and both sides of the opening.
    const broker = long(2, needed(2n) + 6n * FEE_VND);
    const { orderId } = broker.place('SELL 2', into());
    expect(broker.order(orderId).refusal).toBeNull();
  });

  test('is refused whole where the far month could not be carried: nothing is closed', () => {
    const broker = long(2, needed(2n) + 6n * FEE_VND - 1n);
    const { orderId, events } = broker.place('SELL 2', into());
    expect(requestsOf(events)).toEqual([]);
    expect(events).toContainEqual(
      expect.objectContaining({
        order: expect.objectContaining({
          orderId,
          refusal: expect.objectContaining({
            code: 'InsufficientMargin',
            facts: expect.objectContaining({ missing: 1n }),
          }),
        }),
      }),
    );
    expect(netLots(broker, CODE)).toBe(2);
  });
});

describe('refused before anything is sent', () => {
  test.each<[string, Partial<PlaceOrder>, object]>([
    ['an unknown month', { rollInto: { contractCode: 'ZCEZ99' } }, { code: 'ContractNotFound' }],
    ['the same month', { rollInto: { contractCode: CODE } }, { code: 'BadRequest', facts: { field: 'rollInto' } }],
    ['an order that may open', { isReduceOnly: false }, { code: 'BadRequest', facts: { field: 'rollInto' } }],
    ['an order that rests', { duration: 'DAY' }, { code: 'BadRequest', facts: { field: 'rollInto' } }],
    ['exits', { takeProfit: '440', exitOrderId: 'e' }, { code: 'BadRequest' }],
    [
      'a far price between two ticks',
      { rollInto: { contractCode: MARCH, limitPrice: '463.1' } },
      { code: 'WrongTick', facts: { field: 'rollInto.limitPrice' } },
    ],
    [
      'a far price beyond the band',
      { rollInto: { contractCode: MARCH, limitPrice: '600' } },
      { code: 'PriceOutsideBand' },
    ],
    ['more than is open', { quantityLots: 3 }, { code: 'ReduceOnlyExceeded' }],
    ['no lots', { quantityLots: 0 }, { code: 'QuantityInvalid' }],
  ])('%s', (_what, more, refusal) => {
    const broker = long(2);
    const { events } = broker.place('SELL 2', { ...into(), ...more });
    expect(requestsOf(events)).toEqual([]);
    const why = events.map((event) =>
      event.kind === 'orderChanged' ? event.order.refusal : event.kind === 'commandRefused' ? event.refusal : null,
    );
    expect(why).toMatchObject([refusal]);
    expect(broker.state.rolls.size).toBe(0);
  });
});
