/**
 * The exchange's side of the world: its books, its calendar, what is on the road to it and back, and the link that can
 * be cut. While it is cut the exchange trades on, keeps its reports, and its calendar goes on.
 */
import { dailyLimits, type EngineState, tradeDateOf, type VenueReport, type VenueRequest } from '@mua/core/engine';
import { createExchange, type Exchange, type Trade } from '@mua/core/exchange';
import type { Random, SessionState } from '@mua/core/values';

/** What the exchange knows by itself; it travels in the journal's order with the requests. */
type CalendarEntry =
  | { readonly kind: 'endTradeDate'; readonly endedDate: string; readonly contractCodes: readonly string[] }
  | { readonly kind: 'endContract'; readonly contractCode: string }
  | { readonly kind: 'setDailyLimits'; readonly contractCode: string; readonly settlementTicks: number };

export interface ExchangeListener {
  traded(trade: Trade): void;
  requestLost(request: VenueRequest): void;
}

export class ExchangeSide {
  readonly epoch: string;
  isLinkUp = true;
  private readonly exchange: Exchange;
  private readonly listedCodes = new Set<string>();
  private readonly listener: ExchangeListener;
  private readonly stateOf: () => EngineState;
  private toExchange: (VenueRequest | CalendarEntry)[] = [];
  private toEngine: VenueReport[] = [];

  /** Empty books, in the session and the trade date that the broker knows. */
  constructor(epoch: string, stateOf: () => EngineState, listener: ExchangeListener) {
    this.epoch = epoch;
    this.stateOf = stateOf;
    this.listener = listener;
    this.exchange = createExchange({ epoch, rules: { collarBasisPoints: 200, collarMinimumTicks: 10 } });
    const state = stateOf();
    for (const [code, listed] of state.contracts) {
      if (tradeDateOf(state, listed) > listed.contract.lastTradeDay) continue;
      const limits = dailyLimits(listed.commodity, listed.settlementTicks, state.timeMs);
      const { session } = listed;
      this.exchange.listContract(code, limits ? { session, dailyLimits: limits } : { session });
      this.listedCodes.add(code);
    }
  }

  // ---- the roads ----

  send(message: VenueRequest | CalendarEntry): void {
    this.toExchange.push(message);
  }

  deliverOne(alter?: (request: VenueRequest) => VenueRequest): boolean {
    const message = this.toExchange.shift();
    if (!message) return false;
    this.handle(message, alter);
    return true;
  }

  takeReport(): VenueReport | undefined {
    return this.toEngine.shift();
  }

  get waitingReports(): readonly VenueReport[] {
    return this.toEngine;
  }

  /** A few last words of an exchange that has restarted. */
  keepReports(reports: readonly VenueReport[]): void {
    this.toEngine.push(...reports);
  }

  /** The link goes down: of what is under way to the exchange, some still arrives. The calendar needs no link. */
  cutLink(random: Random): void {
    this.isLinkUp = false;
    const arrives = random.pick([() => true, () => false, () => random.chance(0.5)]);
    for (const message of this.toExchange) {
      if (isCalendar(message) || arrives()) this.handle(message);
      else this.listener.requestLost(message);
    }
    this.toExchange = [];
  }

  /** Live orders and waiting stops of the broker, as the exchange has them. */
  liveOrderIds(): string[] {
    return this.liveOrders().map(({ orderId }) => orderId);
  }

  liveOrders(): { orderId: string; leavesLots: number; neverRests: boolean }[] {
    return [...this.listedCodes].flatMap((code) => {
      const resting = this.exchange
        .openOrders(code)
        .map(({ orderId, leavesLots, duration }) => ({ orderId, leavesLots, duration }));
      const stops = this.exchange
        .waitingStops(code)
        .map(({ orderId, quantityLots, duration }) => ({ orderId, leavesLots: quantityLots, duration }));
      return [...resting, ...stops]
        .filter(({ orderId }) => !isMaker(orderId))
        .map(({ orderId, leavesLots, duration }) => ({
          orderId,
          leavesLots,
          neverRests: duration === 'IOC' || duration === 'FOK',
        }));
    });
  }

  private handle(message: VenueRequest | CalendarEntry, alter?: (request: VenueRequest) => VenueRequest): void {
    if (!isCalendar(message)) this.hear(this.exchange.handle(alter?.(message) ?? message));
    else this.follow(message);
  }

  private follow(entry: CalendarEntry): void {
    if (entry.kind === 'endTradeDate') {
      for (const code of entry.contractCodes)
        if (this.listedCodes.has(code)) this.hear(this.exchange.endTradeDate(entry.endedDate, code));
      return;
    }
    const { contractCode } = entry;
    if (!this.listedCodes.has(contractCode)) return;
    if (entry.kind === 'endContract') {
      this.listedCodes.delete(contractCode);
      this.hear(this.exchange.endContract(contractCode));
    } else {
      const state = this.stateOf();
      const commodity = state.contracts.get(contractCode)?.commodity;
      const limits = commodity && dailyLimits(commodity, entry.settlementTicks, state.timeMs);
      this.hear(this.exchange.setDailyLimits(contractCode, limits ?? null));
    }
  }

  // ---- the market ----

  setSession(contractCode: string, session: SessionState): void {
    if (this.listedCodes.has(contractCode)) this.exchange.setSession(contractCode, session);
  }

  quote(contractCode: string, orderId: string, side: 'BUY' | 'SELL', priceTicks: number, lots: number): void {
    if (!this.listedCodes.has(contractCode)) return;
    this.hear(this.exchange.quote(contractCode, { orderId, ownerId: `maker-${orderId}`, side, priceTicks, lots }));
  }

  audit(): string[] {
    return this.exchange.audit();
  }

  /** Reports about makers' own orders are not the broker's. */
  private hear(reports: readonly VenueReport[]): void {
    for (const trade of this.exchange.takeTrades()) this.listener.traded(trade);
    for (const report of reports) if (!isMaker(report.orderId)) this.toEngine.push(report);
  }
}

function isMaker(orderId: string): boolean {
  return orderId.startsWith('maker');
}

function isCalendar(message: VenueRequest | CalendarEntry): message is CalendarEntry {
  return message.kind === 'endTradeDate' || message.kind === 'endContract' || message.kind === 'setDailyLimits';
}
