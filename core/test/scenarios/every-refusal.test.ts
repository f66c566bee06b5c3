/** Every refusal of the core, caused once as an investor would cause it, with all its numbers. */
import { type EngineEvent, NO_SELF_LIMITS, type SelfLimits } from '@mua/core/engine';
import type { RefusalCode, RefusalFacts } from '@mua/core/values';
import { describe, expect, test } from 'vitest';
import { AN, Broker, CODE, CORN, CORN_MARGIN_VND, FULL_RULES } from '#test/scenarios/broker.ts';
import { Copier } from '#test/scenarios/copier.ts';

/** Of one lot, opened and closed. */
const FEES_VND = 2n * 350_000n;

type Cause = (broker: Broker) => EngineEvent[];
/** The compiler asks for a case of every code. */
const CASES: { readonly [C in RefusalCode]: readonly [facts: RefusalFacts[C], cause: Cause] } = {
  InvestorTradingAccountNotFound: [{}, (broker) => broker.place('BUY 1 @ 450', { accountId: 'nobody-1' }).events],
  InvestorTradingAccountNotAllowed: [
    {},
    (broker) => {
      broker.open('dung-1', 0n, false);
      return broker.place('BUY 1 @ 450', { accountId: 'dung-1' }).events;
    },
  ],
  LiveVenueMissing: [
    {},
    (broker) => {
      const live = { accountId: 'live-1', investorId: 'live', isDemo: false, isActivated: true } as const;
      broker.do({ kind: 'openAccount', investorKind: 'individual', ...live });
      return broker.place('BUY 1 @ 450', { accountId: 'live-1' }).events;
    },
  ],
  ContractNotFound: [{ code: 'ZCEZ99' }, (broker) => broker.place('BUY 1 @ 450', { contractCode: 'ZCEZ99' }).events],
  ContractExpired: [
    { contract: CODE, date: '2026-12-14' },
    (broker) => {
      broker.do({ kind: 'endTradeDate', nextTradeDate: '2026-12-15' });
      return broker.place('BUY 1 @ 450').events;
    },
  ],
  ExpiryWindowReduceOnly: [
    { contract: CODE, date: '2026-11-27' },
    (broker) => {
      const window = { date: '2026-11-27', sessionsLeft: 3, deadlineMs: 99 };
      broker.do({ kind: 'nearCloseOut', contractCode: CODE, position: 'long', ...window });
      return broker.place('BUY 1 @ 450').events;
    },
  ],
  TRADING_HALTED: [
    { scope: CODE, reason: 'drill' },
    (broker) => {
      const scope = { kind: 'contract', contractCode: CODE } as const;
      broker.do({ kind: 'setTradingHalt', scope, reason: 'drill', operatorId: 'lan' });
      return broker.place('BUY 1 @ 450').events;
    },
  ],
  MarketClosed: [
    { state: 'CLOSED', opensAt: 5_000 },
    (broker) => {
      broker.do({ kind: 'changeSession', contractCodes: [CODE], state: 'CLOSED', opensAtMs: 5_000 });
      return broker.place('BUY 1').events;
    },
  ],
  OrderTypeNotSupported: [
    { exchange: 'CBOT', orderType: 'STOP' },
    () => new Broker().place('BUY 1', { orderType: 'STOP', duration: 'GTC', stopPrice: '455' }).events,
  ],
  DurationNotAllowed: [
    { orderType: 'MARKET', duration: 'GTC' },
    (broker) => broker.place('BUY 1', { duration: 'GTC' }).events,
  ],
  ExpirationDateInvalid: [
    { from: '2026-11-20', to: '2026-12-14' },
    (broker) => broker.place('BUY 1 @ 450', { duration: 'GTD', expirationDate: '2026-12-15' }).events,
  ],
  QuantityInvalid: [{ lots: 0 }, (broker) => broker.place('BUY 0 @ 450').events],
  MaxLotsPerOrder: [{ max: 50, lots: 51 }, (broker) => broker.place('BUY 51 @ 450').events],
  MaxLotsPerContract: [
    { max: 200, lots: 240 },
    () => {
      const rich = new Broker(100_000_000_000n, FULL_RULES);
      for (let order = 0; order < 4; order += 1) rich.place('BUY 48 @ 450');
      return rich.place('BUY 48 @ 450').events;
    },
  ],
  WrongTick: [{ tick: 1, lower: 1800, upper: 1801 }, (broker) => broker.place('BUY 1 @ 450.10').events],
  PriceOutsideBand: [
    { percent: '7', reference: 1800, bound: 1926, price: 3600 },
    (broker) => broker.place('BUY 1 @ 900').events,
  ],
  StopLimitTooFar: [
    { percent: '7', reference: 1820, bound: 1947, price: 2000 },
    (broker) => broker.place('BUY 1 @ 500', { orderType: 'STOP_LIMIT', stopPrice: '455' }).events,
  ],
  PriceOutsideDailyLimit: [
    { floor: 1680, ceiling: 1920, price: 1600 },
    (broker) => {
      const dailyLimit = [{ fromMs: 0, value: { kind: 'ticks', ticks: 120 } }] as const;
      broker.do({ kind: 'defineCommodity', commodity: { ...CORN, dailyLimit } });
      return broker.place('BUY 1 @ 400').events;
    },
  ],
  InsufficientMargin: [
    {
      required: 28n * (CORN_MARGIN_VND + FEES_VND),
      available: 1_000_000_000n,
      missing: 28n * (CORN_MARGIN_VND + FEES_VND) - 1_000_000_000n,
      maxLots: 27,
      fee: 28n * FEES_VND,
    },
    (broker) => broker.place('BUY 28 @ 450').events,
  ],
  BrakeMaxLots: [{ max: 2 }, (broker) => limited(broker, { maxLotsPerOrder: 2 })],
  BrakeDailyLoss: [
    { max: 1n, loss: 3n * 350_000n },
    (broker) => {
      broker.trade('BUY 3 @ 450', 1800);
      return limited(broker, { dailyLossVnd: 1n });
    },
  ],
  // The engine's time is just after midnight in Greenwich: 07:00 in Vietnam.
  BrakeHours: [
    { from: '06:30', to: '08:00' },
    (broker) => limited(broker, { noTradeHours: { fromMinute: 390, toMinute: 480 } }),
  ],
  BrakeCoolOff: [{ until: 10_000_000 }, (broker) => limited(broker, { coolOffUntilMs: 10_000_000 })],
  ReduceOnlyExceeded: [
    { open: 3 },
    (broker) => {
      broker.trade('BUY 3 @ 450', 1800);
      return broker.place('SELL 4 @ 455', { isReduceOnly: true }).events;
    },
  ],
  TrailInvalid: [{ min: 1, tick: 1 }, (broker) => conditional(broker, 'TRAILING_STOP', { trailAmount: '0.1' })],
  TakeProfitWrongSide: [
    { price: 1800 },
    (broker) => conditional(broker, 'TPSL', { takeProfit: '449', stopLoss: '445' }),
  ],
  StopLossWrongSide: [{ price: 1800 }, (broker) => conditional(broker, 'TPSL', { takeProfit: '460', stopLoss: '451' })],
  ConditionalOrderNotFound: [
    {},
    (broker) => broker.do({ kind: 'cancelConditional', accountId: AN, conditionalOrderId: 'x' }),
  ],
  ConditionalOrderNotAllowed: [
    { status: 'ACTIVE' },
    (broker) => {
      conditional(broker, 'TPSL', { takeProfit: '460', stopLoss: '445' });
      broker.mark(1840);
      return broker.do({ kind: 'cancelConditional', accountId: AN, conditionalOrderId: 'exit' });
    },
  ],
  OrderNotFound: [{}, (broker) => broker.do({ kind: 'cancelOrder', accountId: AN, orderId: 'x' })],
  OrderCancelNotAllowed: [
    { status: 'IN_CANCEL' },
    (broker) => {
      const orderId = working(broker);
      broker.do({ kind: 'cancelOrder', accountId: AN, orderId });
      return broker.do({ kind: 'cancelOrder', accountId: AN, orderId });
    },
  ],
  OrderModifyNotAllowed: [
    { status: 'IN_CANCEL' },
    (broker) => {
      const orderId = working(broker);
      broker.do({ kind: 'cancelOrder', accountId: AN, orderId });
      return broker.do({ kind: 'modifyOrder', accountId: AN, orderId, quantityLots: 3 });
    },
  ],
  ModifyPending: [
    {},
    (broker) => {
      const orderId = working(broker);
      broker.do({ kind: 'modifyOrder', accountId: AN, orderId, quantityLots: 3 });
      return broker.do({ kind: 'modifyOrder', accountId: AN, orderId, quantityLots: 4 });
    },
  ],
  OpenPositionNotFound: [
    {},
    (broker) =>
      broker.do({ kind: 'reversePosition', accountId: AN, orderId: 'r', clientOrderId: 'r', contractCode: CODE }),
  ],
  IDEMPOTENCY_MISMATCH: [
    {},
    (broker) => {
      broker.place('BUY 1 @ 450', { clientOrderId: 'same' });
      return broker.place('BUY 2 @ 450', { clientOrderId: 'same' }).events;
    },
  ],
  BadRequest: [
    { field: 'trailAmount' },
    (broker) => conditional(broker, 'TRAILING_STOP', { trailAmount: '1', trailPercent: '1' }),
  ],
  NotFound: [{}, (broker) => broker.do({ kind: 'approveWithdrawal', accountId: AN, withdrawalId: 'unknown' })],
  WithdrawAmountExceeded: [
    { amount: 1_000_000_001n, available: 1_000_000_000n },
    (broker) => withdrawal(broker, 1_000_000_001n),
  ],
  AmountExceededRemainingMargin: [
    { withdrawable: 1_000_000_000n - FEES_VND / 2n - CORN_MARGIN_VND, amount: 999_000_000n },
    (broker) => {
      broker.trade('BUY 1 @ 450', 1800);
      return withdrawal(broker, 999_000_000n);
    },
  ],
  NotWithdrawMargin: [
    {},
    (broker) => {
      withdrawal(broker, 1_000_000_000n);
      return withdrawal(broker, 1n, 'second');
    },
  ],
  StrategyNotFound: [{}, () => new Copier().follow('mai', { strategyId: 'nowhere' })],
  StrategyNotApproved: [
    {},
    () => {
      const broker = new Copier();
      broker.publish({}, 's2', AN);
      return broker.follow('mai', { strategyId: 's2' });
    },
  ],
  StrategyNotRunning: [
    {},
    () => {
      const broker = new Copier();
      broker.publish({}, 's2', AN);
      broker.review('APPROVED', 's2');
      return broker.follow('mai', { strategyId: 's2' });
    },
  ],
  StrategyMoveNotAllowed: [
    { approval: 'REJECTED', running: 'NOT_STARTED' },
    () => {
      const broker = new Copier();
      broker.publish({}, 's2', AN);
      broker.review('REJECTED', 's2');
      return broker.run('s2', AN);
    },
  ],
  TooManyRequests: [
    { seconds: 30 },
    (broker) => {
      const asked = { kind: 'setCancelAfter', accountId: AN, timeoutMs: 30_000, includesGoodTill: false } as const;
      for (let sender = 0; sender < 20; sender += 1) broker.do({ ...asked, sender: String(sender) });
      return broker.do({ ...asked, sender: 'one more' });
    },
  ],
  StrategyFull: [
    { max: 1 },
    () => {
      const broker = new Copier({ maxFollowers: 1 });
      broker.follow('mai');
      return broker.follow('nga');
    },
  ],
  OwnStrategy: [{}, () => new Copier().follow('lan', { accountId: 'lan-2' })],
  DemoLiveMismatch: [
    {},
    () => {
      const broker = new Copier();
      const live = { accountId: 'live-1', investorId: 'live', isDemo: false, isActivated: true } as const;
      broker.do({ kind: 'openAccount', investorKind: 'individual', ...live });
      return broker.follow('live');
    },
  ],
  SubAccountFollows: [
    { strategy: 'Corn trend' },
    () => {
      const broker = new Copier();
      broker.follow('mai');
      return broker.follow('mai', { copyId: 'another' });
    },
  ],
  SubAccountLeads: [{ strategy: 'Corn trend' }, () => new Copier().publish({}, 's2')],
  SubAccountInUse: [
    {},
    () => {
      const broker = new Copier();
      broker.place('BUY 1 @ 450');
      return broker.follow('an');
    },
  ],
  FollowAmountTooSmall: [{ min: 50_000_000n, equity: 49_999_999n }, () => new Copier().follow('mai', {}, 49_999_999n)],
  CopyFeeTooDear: [
    { amount: 60_000_000n, available: 55_000_000n, missing: 5_000_000n },
    () => new Copier({ copyFeeVnd: 60_000_000n }).follow('mai', {}, 55_000_000n),
  ],
  CopyMoveNotAllowed: [
    { state: 'CLOSING' },
    () => {
      const broker = new Copier();
      broker.follow('mai');
      broker.lead('BUY 1 @ 450', 1800);
      broker.fillCopies(1800);
      broker.move('closeCopy', 'mai');
      return broker.move('pauseCopy', 'mai');
    },
  ],
  ServicePackageTooDear: [
    { amount: 5_000_000_000n, available: 1_000_000_000n, missing: 4_000_000_000n },
    (broker) => subscription(broker, 'dear'),
  ],
  WithdrawMarginApproved: [
    {},
    (broker) => {
      withdrawal(broker, 1n);
      broker.do({ kind: 'approveWithdrawal', accountId: AN, withdrawalId: 'first' });
      return broker.do({ kind: 'releaseWithdrawal', accountId: AN, withdrawalId: 'first', reason: 'Cancelled' });
    },
  ],
};

function subscription(broker: Broker, packageName: string): EngineEvent[] {
  const { feeVnd, maxLotsPerOrder } = FULL_RULES;
  const packages = [{ name: 'dear', title: 'Dear', priceVnd: 5_000_000_000n, feeVnd, maxLotsPerOrder }];
  broker.do({ kind: 'setTradingRules', fromMs: 0, rules: { ...FULL_RULES, packages } });
  return broker.do({ kind: 'subscribePackage', accountId: AN, packageName, requestId: 'r1' });
}

function withdrawal(broker: Broker, amountVnd: bigint, withdrawalId = 'first'): EngineEvent[] {
  return broker.do({ kind: 'holdWithdrawal', accountId: AN, withdrawalId, amountVnd });
}

function limited(broker: Broker, limit: Partial<SelfLimits>): EngineEvent[] {
  broker.do({ kind: 'setBrakes', accountId: AN, brakes: { ...NO_SELF_LIMITS, ...limit } });
  return broker.place('BUY 3 @ 450').events;
}

function working(broker: Broker): string {
  const { orderId } = broker.place('BUY 2 @ 440');
  broker.accept(orderId);
  return orderId;
}

/** On a long position of three lots. */
function conditional(
  broker: Broker,
  orderType: 'TRAILING_STOP' | 'TPSL',
  prices: { trailAmount?: string; trailPercent?: string; takeProfit?: string; stopLoss?: string },
): EngineEvent[] {
  broker.trade('BUY 3 @ 450', 1800);
  return broker.place('SELL 3', { orderId: 'exit', orderType, duration: 'GTC', ...prices }).events;
}

/** Answered at once, or kept in the row of the order that was refused. */
function refusalsIn(events: readonly EngineEvent[]): unknown[] {
  return events.flatMap((event) => {
    if (event.kind === 'commandRefused') return [event.refusal];
    if (event.kind === 'orderChanged') return event.order.refusal ?? [];
    return event.kind === 'conditionalChanged' ? (event.conditional.refusal ?? []) : [];
  });
}

describe('every refusal', () => {
  test.each(Object.entries(CASES))('%s', (code, [facts, cause]) => {
    expect(refusalsIn(cause(new Broker(1_000_000_000n, FULL_RULES)))).toEqual([{ code, facts }]);
  });
});
