/** A service package from its first month to its end: what it costs, what it changes, and what ends it. */
import {
  breakEvenLots,
  type EngineEvent,
  feePerLotVnd,
  paidMonth,
  restoreState,
  snapshotState,
  stateHash,
  type TradingRules,
} from '@mua/core/engine';
import { describe, expect, test } from 'vitest';
import { AN, Broker, CODE, FULL_RULES } from '#test/scenarios/broker.ts';

const FEE_VND = { standard: 250_000n, mini: 200_000n, micro: 200_000n, nano: 200_000n, lme: 250_000n };
const ACTIVE = { name: 'active', title: 'Active', priceVnd: 1_000_000n, feeVnd: FEE_VND, maxLotsPerOrder: 60 };
const LARGE = { name: 'large', title: 'Large', priceVnd: 5_000_000n, feeVnd: FEE_VND, maxLotsPerOrder: 80 };
const OFFERED: TradingRules = { ...FULL_RULES, packages: [ACTIVE, LARGE] };

class Subscriber extends Broker {
  private requests = 0;

  constructor(cashVnd = 100_000_000n, rules = OFFERED) {
    super(cashVnd, rules);
  }

  subscribe(packageName: string, requestId = `r${++this.requests}`): EngineEvent[] {
    return this.do({ kind: 'subscribePackage', accountId: AN, packageName, requestId });
  }

  end(packageName: string): EngineEvent[] {
    return this.do({ kind: 'endPackage', accountId: AN, packageName });
  }

  roll(nextTradeDate: string): EngineEvent[] {
    return this.do({ kind: 'endTradeDate', nextTradeDate });
  }

  cash(): bigint {
    return this.state.balances.get(`cash:${AN}`) ?? 0n;
  }

  /** A fill of one lot, and its fee. */
  fee(): bigint | undefined {
    const { orderId } = this.place('BUY 1 @ 450');
    this.accept(orderId);
    const filled = this.fill(orderId, 1, 1800).find((event) => event.kind === 'orderFilled');
    return filled?.kind === 'orderFilled' ? filled.fill.feeVnd : undefined;
  }
}

function changes(events: readonly EngineEvent[]): object[] {
  return events.flatMap((event) => (event.kind === 'packageChanged' ? [event.change] : []));
}

function payments(events: readonly EngineEvent[]): object[] {
  return events.flatMap((event) => (event.kind === 'moneyPosted' ? [event.posting] : []));
}

function refusals(events: readonly EngineEvent[]): object[] {
  return events.flatMap((event) => (event.kind === 'commandRefused' ? [event.refusal] : []));
}

describe('a paid month', () => {
  test.each([
    ['2026-11-20', '2026-11-20', '2026-11-20', '2026-12-19'],
    ['2026-11-20', '2026-12-19', '2026-11-20', '2026-12-19'],
    ['2026-11-20', '2026-12-20', '2026-12-20', '2027-01-19'],
    ['2026-01-31', '2026-02-27', '2026-01-31', '2026-02-27'],
    ['2026-01-31', '2026-03-05', '2026-02-28', '2026-03-30'],
    ['2026-01-31', '2026-03-31', '2026-03-31', '2026-04-29'],
    ['2026-12-01', '2026-12-31', '2026-12-01', '2026-12-31'],
  ])('counted from %s, %s lies in %s to %s', (since, day, from, until) => {
    expect(paidMonth(since, day)).toEqual({ from, until });
  });

  test('a fee is never above the ordinary one, and the price is met by whole lots', () => {
    expect(feePerLotVnd(240_000n, 250_000n)).toBe(240_000n);
    expect(feePerLotVnd(350_000n, 250_000n)).toBe(250_000n);
    expect(feePerLotVnd(350_000n, undefined)).toBe(350_000n);
    expect(breakEvenLots(350_000n, 250_000n, 1_000_000n)).toBe(10);
    expect(breakEvenLots(350_000n, 250_000n, 1_000_001n)).toBe(11);
    expect(breakEvenLots(350_000n, 350_000n, 1n)).toBeNull();
  });
});

describe('subscribing', () => {
  test('is paid in the same step and lowers the fee of the next fill', () => {
    const broker = new Subscriber();
    expect(broker.fee()).toBe(350_000n);
    const before = broker.cash();
    const base = broker.account().dayBaseVnd;
    const events = broker.subscribe('active');
    expect(changes(events)).toMatchObject([
      { status: 'BEGAN', subscription: { from: '2026-11-20', until: '2026-12-19', isEnding: false } },
    ]);
    expect(payments(events)).toMatchObject([
      { type: 'package-fee', amountVnd: -1_000_000n, reference: 'active 2026-11-20' },
    ]);
    expect(broker.cash()).toBe(before - 1_000_000n);
    expect(broker.account().dayBaseVnd).toBe(base - 1_000_000n);
    expect(broker.fee()).toBe(250_000n);
  });

  test('raises the largest order', () => {
    const broker = new Subscriber(10_000_000_000n);
    const tooMany = (): unknown => refusals(broker.place('BUY 55 @ 450').events);
    const rejected = broker.place('BUY 55 @ 450').events.find((event) => event.kind === 'orderChanged');
    expect(rejected).toMatchObject({ order: { refusal: { code: 'MaxLotsPerOrder', facts: { max: 50, lots: 55 } } } });
    broker.subscribe('active');
    expect(tooMany()).toEqual([]);
    const still = broker.place('BUY 61 @ 450').events.find((event) => event.kind === 'orderChanged');
    expect(still).toMatchObject({ order: { refusal: { code: 'MaxLotsPerOrder', facts: { max: 60, lots: 61 } } } });
  });

  test('the same request or the same package again is paid once', () => {
    const broker = new Subscriber();
    broker.subscribe('active', 'r');
    for (const again of [broker.subscribe('active', 'r'), broker.subscribe('active', 's')]) {
      expect(payments(again)).toEqual([]);
      expect(refusals(again)).toEqual([]);
    }
    expect(refusals(broker.subscribe('large', 'r'))).toMatchObject([{ code: 'IDEMPOTENCY_MISMATCH' }]);
    broker.subscribe('large', 't');
    expect(payments(broker.subscribe('active', 'r'))).toEqual([]);
    expect(broker.account().subscription?.terms.name).toBe('large');
  });

  test('asking again and again does not make the state grow', () => {
    const broker = new Subscriber();
    for (let request = 0; request < 200; request += 1) broker.subscribe('active', `again-${request}`);
    const { packageRequests } = broker.account();
    expect(packageRequests.size).toBe(64);
    expect(packageRequests.get('again-199')).toBe('active');
  });

  test('another one replaces it now, in full', () => {
    const broker = new Subscriber();
    broker.subscribe('active');
    broker.roll('2026-11-23');
    const events = broker.subscribe('large');
    expect(changes(events)).toMatchObject([
      { status: 'ENDED', reason: 'Replaced', subscription: { terms: { name: 'active' } } },
      { status: 'BEGAN', subscription: { terms: { name: 'large' }, from: '2026-11-23', until: '2026-12-22' } },
    ]);
    expect(payments(events)).toMatchObject([{ amountVnd: -5_000_000n }]);
  });

  test('is refused to the dong, with the numbers', () => {
    expect(refusals(new Subscriber(999_999n).subscribe('active'))).toEqual([
      { code: 'ServicePackageTooDear', facts: { amount: 1_000_000n, available: 999_999n, missing: 1n } },
    ]);
    const broker = new Subscriber(1_000_000n);
    expect(refusals(broker.subscribe('gold'))).toMatchObject([{ code: 'NotFound' }]);
    expect(refusals(broker.subscribe('active'))).toEqual([]);
    expect(broker.cash()).toBe(0n);
  });

  test('margin that is needed pays for nothing', () => {
    const broker = new Subscriber(37_500_000n);
    broker.place('BUY 1 @ 450');
    expect(refusals(broker.subscribe('large'))).toMatchObject([{ code: 'ServicePackageTooDear' }]);
    expect(refusals(broker.subscribe('active'))).toEqual([]);
  });

  test('needs an activated account', () => {
    const broker = new Subscriber();
    broker.open('chi-1', 10_000_000n, false);
    const ask = { kind: 'subscribePackage', packageName: 'active', requestId: 'q' } as const;
    expect(refusals(broker.do({ ...ask, accountId: 'chi-1' }))).toMatchObject([
      { code: 'InvestorTradingAccountNotAllowed' },
    ]);
    expect(refusals(broker.do({ ...ask, accountId: 'nobody' }))).toMatchObject([
      { code: 'InvestorTradingAccountNotFound' },
    ]);
  });
});

describe('the next month', () => {
  test('is paid at the first roll after the paid one, once, after the old date’s books are closed', () => {
    const broker = new Subscriber();
    broker.subscribe('active');
    expect(payments(broker.roll('2026-12-18'))).toEqual([]);
    const events = broker.roll('2026-12-21');
    expect(changes(events)).toMatchObject([
      { status: 'RENEWED', subscription: { since: '2026-11-20', from: '2026-12-20', until: '2027-01-19' } },
    ]);
    const kinds = events.map(({ kind }) => kind);
    expect(kinds.indexOf('tradeDateBegan')).toBeLessThan(kinds.indexOf('moneyPosted'));
    expect(broker.cash()).toBe(98_000_000n);
    expect(broker.account().dayBaseVnd).toBe(98_000_000n);
    expect(payments(broker.roll('2026-12-22'))).toEqual([]);
  });

  test('has the price of its first day; a paid month keeps its terms', () => {
    const broker = new Subscriber();
    broker.subscribe('active');
    const dearer = { ...ACTIVE, priceVnd: 2_000_000n, feeVnd: { ...FEE_VND, standard: 300_000n } };
    broker.do({ kind: 'setTradingRules', fromMs: 0, rules: { ...OFFERED, packages: [dearer] } });
    expect(broker.fee()).toBe(250_000n);
    expect(payments(broker.roll('2026-12-21'))).toMatchObject([{ amountVnd: -2_000_000n }]);
    expect(broker.account().subscription?.terms.feeVnd.standard).toBe(300_000n);
  });

  test('that can’t be paid ends it, with what is missing', () => {
    const broker = new Subscriber(1_400_000n);
    broker.subscribe('active');
    const events = broker.roll('2026-12-21');
    expect(changes(events)).toMatchObject([{ status: 'ENDED', reason: 'NotPaid', shortfallVnd: 600_000n }]);
    expect(payments(events)).toEqual([]);
    expect(broker.account().subscription).toBeNull();
  });

  test('there is none of what is not offered any more', () => {
    const broker = new Subscriber();
    broker.subscribe('active');
    broker.do({ kind: 'setTradingRules', fromMs: 0, rules: { ...OFFERED, packages: [LARGE] } });
    expect(changes(broker.roll('2026-12-21'))).toMatchObject([{ status: 'ENDED', reason: 'NotOffered' }]);
  });
});

describe('ending', () => {
  test('lasts until the paid month is over, and can be taken back without paying', () => {
    const broker = new Subscriber();
    broker.subscribe('active');
    expect(changes(broker.end('active'))).toMatchObject([{ status: 'ENDING', subscription: { isEnding: true } }]);
    expect(changes(broker.end('active'))).toEqual([]);
    expect(broker.fee()).toBe(250_000n);
    const back = broker.subscribe('active');
    expect([changes(back), payments(back)]).toMatchObject([[{ status: 'CONTINUED' }], []]);
    broker.end('active');
    expect(changes(broker.roll('2026-12-21'))).toMatchObject([{ status: 'ENDED', reason: 'Asked' }]);
    expect(broker.account().subscription).toBeNull();
    expect(refusals(broker.end('active'))).toMatchObject([{ code: 'NotFound' }]);
  });
});

test('a restart keeps the package and the requests', () => {
  const broker = new Subscriber();
  broker.subscribe('active', 'r');
  broker.end('active');
  const restored = restoreState(JSON.parse(text(snapshotState(broker.state)), revive));
  expect(stateHash(restored)).toBe(stateHash(broker.state));
  expect(restored.accounts.get(AN)?.packageRequests.get('r')).toBe('active');
  expect(restored.accounts.get(AN)?.subscription?.isEnding).toBe(true);
  expect(broker.state.contracts.has(CODE)).toBe(true);
});

function text(value: unknown): string {
  return JSON.stringify(value, (_key, part) => (typeof part === 'bigint' ? `${part}n` : part));
}

function revive(_key: string, part: unknown): unknown {
  return typeof part === 'string' && /^-?\d+n$/.test(part) ? BigInt(part.slice(0, -1)) : part;
}
