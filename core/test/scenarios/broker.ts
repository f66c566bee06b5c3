/** The setup of the scenarios: a broker with one corn contract and two people. */
import type {
  Account,
  CommandBody,
  Commodity,
  ConditionalOrder,
  EngineEvent,
  EngineState,
  Order,
  TradingRules,
  VenueReport,
  VenueRequest,
} from '@mua/core/engine';
import { createEngineState, execute } from '@mua/core/engine';

/** The requests that a step sends to the exchange, without the ids that the steps' numbers give them. */
export function requestsOf(events: readonly EngineEvent[]): VenueRequest[] {
  return events.flatMap((event) => {
    if (event.kind !== 'venueRequested') return [];
    const { requestId: _requestId, ...request } = event.request;
    return [request];
  });
}

/** What an exchange says, without the names that the stage adds. */
export type ReportFacts = VenueReport extends infer R
  ? R extends VenueReport
    ? Omit<R, 'execId' | 'orderId' | 'contractCode'>
    : never
  : never;

export const CORN: Commodity = {
  code: 'ZCE',
  nameVi: 'Ngô',
  nameEn: 'Corn',
  group: 'grain',
  productType: 'FUTURES',
  exchange: 'CBOT',
  feeClass: 'standard',
  currency: 'USD',
  size: '5000',
  sizeUnit: 'bushel',
  priceUnit: 'cent/bushel',
  grid: { scale: 2, tickUnits: 25, display: 'eighths' },
  tickValueMinor: 1250n,
  initialMarginMinor: [{ fromMs: 0, value: 115_500n }],
};

export const RULES: TradingRules = {
  marginPercent: { individual: 120, business: 100 },
  feeVnd: { standard: 350_000n, mini: 300_000n, micro: 300_000n, nano: 300_000n, lme: 350_000n },
  bandBasisPoints: 700,
  bandMinTicks: 20,
  warnBasisPoints: 300,
  warnMinTicks: 10,
  maxLotsPerOrder: 50,
  maxLotsPerContract: 200,
  durationsByType: { MARKET: ['DAY', 'IOC', 'FOK'], LIMIT: ['DAY', 'GTC', 'GTD', 'IOC', 'FOK'] },
};

/** Every order type, the margin levels and the expiry guard, with the numbers of the trading rules. */
export const FULL_RULES: TradingRules = {
  ...RULES,
  durationsByType: {
    ...RULES.durationsByType,
    STOP: ['DAY', 'GTC', 'GTD'],
    STOP_LIMIT: ['DAY', 'GTC', 'GTD'],
    TRAILING_STOP: ['DAY', 'GTC', 'GTD'],
    TPSL: ['DAY', 'GTC', 'GTD'],
  },
  ladder: {
    callPercent: 100,
    cancelPercent: 70,
    countdownPercent: 40,
    countdownMs: 30 * 60_000,
    liftPercent: 70,
    liquidationPercent: 20,
    targetPercent: 100,
    retryMs: 1_000,
  },
  expiry: { noticeSessions: [10, 5, 3, 1], reduceOnlySessions: 3 },
};

/** Margin of one lot for an individual: 1,155 USD x 26,100 x 120 %, as a member's table of May 2025 prints it. */
export const CORN_MARGIN_VND = 36_174_600n;
export const CODE = 'ZCEZ26';
export const AN = 'an-1';

export class Broker {
  readonly state: EngineState = createEngineState();
  timeMs = 1_000;
  private execs = 0;
  private orders = 0;

  constructor(cashVnd = 1_000_000_000n, rules: TradingRules = RULES) {
    this.do({ kind: 'setTradingRules', fromMs: 0, rules });
    this.do({ kind: 'setConversionRate', currency: 'USD', fromMs: 0, rateE4: 261_000_000n });
    this.do({ kind: 'defineCommodity', commodity: CORN });
    this.do({
      kind: 'listContract',
      contract: {
        code: CODE,
        commodityCode: 'ZCE',
        expiryYear: 2026,
        expiryMonth: 12,
        firstNotificationDate: '2026-11-30',
        lastNotificationDate: null,
        lastTradeDay: '2026-12-14',
      },
      settlementTicks: 1800,
    });
    this.do({ kind: 'endTradeDate', nextTradeDate: '2026-11-20' });
    this.do({ kind: 'restartVenue', epoch: 'e1' });
    for (const accountId of [AN, 'binh-1']) this.open(accountId, cashVnd);
  }

  open(accountId: string, cashVnd: bigint, isActivated = true): void {
    const investorId = accountId.split('-')[0] ?? accountId;
    this.do({ kind: 'openAccount', accountId, investorId, investorKind: 'individual', isDemo: true, isActivated });
    if (cashVnd > 0n) this.do({ kind: 'deposit', accountId, amountVnd: cashVnd, reference: 'start' });
  }

  do(body: CommandBody): EngineEvent[] {
    this.timeMs += 1;
    return execute(this.state, { ...body, seq: this.state.seq + 1, timeMs: this.timeMs });
  }

  /** Places `BUY 2 @ 450` (or without price: market) and returns its events and ids. */
  place(
    text: string,
    more: Partial<Extract<CommandBody, { kind: 'placeOrder' }>> = {},
  ): { orderId: string; events: EngineEvent[] } {
    const [side, lots, , price] = text.split(' ');
    this.orders += 1;
    const orderId = more.orderId ?? `o${this.orders}`;
    const events = this.do({
      kind: 'placeOrder',
      accountId: AN,
      orderId,
      clientOrderId: `c-${orderId}`,
      contractCode: CODE,
      side: side === 'BUY' ? 'BUY' : 'SELL',
      orderType: price === undefined ? 'MARKET' : 'LIMIT',
      duration: price === undefined ? 'IOC' : 'DAY',
      quantityLots: Number(lots),
      ...(price === undefined ? {} : { limitPrice: price }),
      ...more,
    });
    return { orderId, events };
  }

  report(
    orderId: string,
    report: ReportFacts,
    execId = `${this.state.venues.get('demo')?.epoch}-${++this.execs}`,
  ): EngineEvent[] {
    const contractCode = this.state.orders.get(orderId)?.contractCode ?? CODE;
    const common = { execId, orderId, contractCode };
    return this.do({ kind: 'reportExecution', report: { ...common, ...report } });
  }

  accept(orderId: string): void {
    this.report(orderId, { kind: 'accepted' });
  }

  fill(orderId: string, lots: number, priceTicks: number): EngineEvent[] {
    return this.report(orderId, { kind: 'filled', tradeId: `t${this.execs}`, lots, priceTicks });
  }

  mark(lastTicks: number, { highTicks = lastTicks, lowTicks = lastTicks } = {}): EngineEvent[] {
    return this.do({ kind: 'markPrices', prices: [{ contractCode: CODE, lastTicks, highTicks, lowTicks }] });
  }

  /** Lets time pass, and what becomes due happen. */
  wait(ms: number): EngineEvent[] {
    this.timeMs += ms;
    return this.do({ kind: 'passTime' });
  }

  conditional(conditionalOrderId: string): ConditionalOrder {
    const conditional = this.state.conditionals.get(conditionalOrderId);
    if (!conditional) throw new Error(`no conditional order ${conditionalOrderId}`);
    return conditional;
  }

  account(accountId = AN): Account {
    const account = this.state.accounts.get(accountId);
    if (!account) throw new Error(`no account ${accountId}`);
    return account;
  }

  order(orderId: string): Order {
    const order = this.state.orders.get(orderId);
    if (!order) throw new Error(`no order ${orderId}`);
    return order;
  }

  /** An order placed, accepted and filled at one price. */
  trade(text: string, priceTicks: number): string {
    const { orderId } = this.place(text);
    this.accept(orderId);
    this.fill(orderId, Number(text.split(' ')[1]), priceTicks);
    return orderId;
  }
}
