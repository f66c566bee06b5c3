/**
 * The exchange's side of the simulation: its books, its calendar, messages in transit both ways, and a link that can be
 * cut. While it is cut the exchange trades on, keeps its reports, and its calendar continues. A third-party one has its
 * quirks between its books and the link.
 */
import {
  dailyLimits,
  type EngineState,
  tradeDateOf,
  type VenueOrderView,
  type VenueReport,
  type VenueRequest,
} from '@mua/core/engine';
import { QuirkyVenue, type Trade } from '@mua/core/exchange';
import type { Random, SessionState } from '@mua/core/values';
import { ExchangeBesideNaive } from '#test/simulator/beside-naive.ts';
import type { Break } from '#test/simulator/break.ts';
import type { Foreigner } from '#test/simulator/exchange-behaviour.ts';

/** What the exchange knows by itself; it travels in the journal's order with the requests. */
type CalendarEntry =
  | { readonly kind: 'endTradeDate'; readonly endedDate: string; readonly contractCodes: readonly string[] }
  | { readonly kind: 'listContract'; readonly contractCode: string }
  | { readonly kind: 'listSpread'; readonly code: string }
  | { readonly kind: 'endContract'; readonly contractCode: string }
  | { readonly kind: 'setDailyLimits'; readonly contractCode: string; readonly settlementTicks: number };

export interface ExchangeListener {
  traded(trade: Trade): void;
  requestLost(request: VenueRequest): void;
  /** The exchange reports a fill that no trade of its books supports. */
  madeUp(report: Fill): void;
}

export type Fill = Extract<VenueReport, { kind: 'filled' }>;

export interface ExchangeSideOptions {
  readonly epoch: string;
  readonly stateOf: () => EngineState;
  readonly listener: ExchangeListener;
  readonly broken?: Break | undefined;
  readonly foreigner?: Foreigner | undefined;
}

export class ExchangeSide {
  readonly epoch: string;
  isLinkUp = true;
  private readonly exchange: ExchangeBesideNaive;
  private readonly listedCodes = new Set<string>();
  private readonly listener: ExchangeListener;
  private readonly stateOf: () => EngineState;
  private toExchange: (VenueRequest | CalendarEntry)[] = [];
  private toEngine: VenueReport[] = [];
  private readonly quirkyVenue: QuirkyVenue | undefined;
  /** Fills of the broker's orders by the books of this exchange, by execution id. */
  readonly fills = new Map<string, Fill>();

  /** Empty books, in the session and the trade date that the broker knows. */
  constructor({ epoch, stateOf, listener, broken, foreigner }: ExchangeSideOptions) {
    this.epoch = epoch;
    this.stateOf = stateOf;
    this.listener = listener;
    this.exchange = new ExchangeBesideNaive(epoch, broken);
    this.quirkyVenue = foreigner && new QuirkyVenue({ exchange: this.exchange, epoch, ...foreigner });
    for (const code of stateOf().contracts.keys()) this.list(code);
    for (const code of stateOf().spreads.keys()) this.listSpread(code);
  }

  private listSpread(code: string): void {
    const spread = this.stateOf().spreads.get(code)?.spread;
    const isPossible = spread && this.listedCodes.has(spread.near) && this.listedCodes.has(spread.far);
    if (!isPossible || this.listedCodes.has(code)) return;
    this.exchange.listSpread(spread);
    this.listedCodes.add(code);
  }

  /** The spreads with a leg among these. */
  private spreadsWith(codes: readonly string[], leg: 'near' | 'far'): string[] {
    return [...this.stateOf().spreads.values()].flatMap(({ spread }) =>
      codes.includes(spread[leg]) && this.listedCodes.has(spread.code) ? [spread.code] : [],
    );
  }

  /** As the broker knows it, unless it has ended or is listed already. */
  private list(code: string): void {
    const state = this.stateOf();
    const listed = state.contracts.get(code);
    if (!listed || this.listedCodes.has(code) || tradeDateOf(state, listed) > listed.contract.lastTradeDay) return;
    const limits = dailyLimits(listed.commodity, listed.settlementTicks, state.timeMs);
    this.exchange.list(code, listed.session, { limits: limits ?? null, settlementTicks: listed.settlementTicks });
    this.listedCodes.add(code);
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
    if (this.toEngine.length === 0) this.takeDueReports();
    const report = this.toEngine.shift();
    const isOfHere = report?.kind === 'filled' && report.execId.startsWith(`${this.epoch}-`);
    if (isOfHere && !this.fills.has(report.execId)) this.listener.madeUp(report);
    return report;
  }

  /** What a foreign exchange has had on its way comes in when it is due. */
  private takeDueReports(): void {
    if (this.quirkyVenue) this.toEngine.push(...this.quirkyVenue.arriving(this.nowMs));
  }

  /** It reports everything before it states the status of its orders. */
  notifyEverything(): void {
    if (this.quirkyVenue) this.toEngine.push(...this.quirkyVenue.reportAll());
  }

  /** What it has held over the roll of a trade date that may be far. */
  notifyHeldOver(): void {
    this.quirkyVenue?.dateRolled(this.nowMs);
  }

  /** What a foreign exchange does by itself as time goes by. */
  act(): void {
    this.quirkyVenue?.act(this.nowMs);
  }

  private get nowMs(): number {
    return this.stateOf().timeMs;
  }

  get waitingReports(): readonly VenueReport[] {
    this.takeDueReports();
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

  /** The status of each open order of the broker; a third-party exchange states it for those that it thinks it has. */
  orderViews(): VenueOrderView[] {
    const names = this.quirkyVenue?.liveOrders ?? this.liveOrders();
    return names.flatMap((name) => this.exchange.orderView(name) ?? []);
  }

  /** Live orders and waiting stops of the broker, as the exchange has them. */
  liveOrderIds(): string[] {
    return this.liveOrders().map(({ orderId }) => orderId);
  }

  liveOrders(): { orderId: string; contractCode: string; leavesLots: number; neverRests: boolean }[] {
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
          contractCode: code,
          leavesLots,
          neverRests: duration === 'IOC' || duration === 'FOK',
        }));
    });
  }

  private handle(message: VenueRequest | CalendarEntry, alter?: (request: VenueRequest) => VenueRequest): void {
    if (isCalendar(message)) this.follow(message);
    else this.receive((this.quirkyVenue ?? this.exchange).handle(alter?.(message) ?? message));
  }

  private follow(entry: CalendarEntry): void {
    if (entry.kind === 'endTradeDate') {
      for (const code of [...entry.contractCodes, ...this.spreadsWith(entry.contractCodes, 'near')])
        if (this.listedCodes.has(code)) this.receive(this.exchange.endTradeDate(entry.endedDate, code));
      this.quirkyVenue?.dateRolled(this.nowMs);
      return;
    }
    if (entry.kind === 'listSpread') return this.listSpread(entry.code);
    const { contractCode } = entry;
    if (entry.kind === 'listContract') return this.list(contractCode);
    if (!this.listedCodes.has(contractCode)) return;
    if (entry.kind === 'endContract') {
      const spreads = [...this.spreadsWith([contractCode], 'near'), ...this.spreadsWith([contractCode], 'far')];
      for (const code of [contractCode, ...spreads]) this.listedCodes.delete(code);
      this.receive(this.exchange.endContract(contractCode));
    } else {
      const state = this.stateOf();
      const commodity = state.contracts.get(contractCode)?.commodity;
      const limits = commodity && dailyLimits(commodity, entry.settlementTicks, state.timeMs);
      this.receive(this.exchange.setDailyLimits(contractCode, limits ?? null));
      this.receive(this.exchange.setSettlement(contractCode, entry.settlementTicks));
    }
  }

  // ---- the market ----

  setSession(contractCode: string, session: SessionState): void {
    if (this.listedCodes.has(contractCode)) this.exchange.setSession(contractCode, session);
  }

  quote(contractCode: string, orderId: string, side: 'BUY' | 'SELL', priceTicks: number, lots: number): void {
    if (!this.listedCodes.has(contractCode)) return;
    this.receive(this.exchange.quote(contractCode, { orderId, ownerId: `maker-${orderId}`, side, priceTicks, lots }));
  }

  audit(): string[] {
    return this.exchange.audit();
  }

  /** Reports about makers' own orders are not the broker's. */
  private receive(reports: readonly VenueReport[]): void {
    for (const trade of this.exchange.takeTrades()) this.listener.traded(trade);
    const ours = reports.filter(({ orderId }) => !isMaker(orderId));
    for (const report of ours) if (report.kind === 'filled') this.fills.set(report.execId, report);
    if (this.quirkyVenue) this.quirkyVenue.receive(ours, this.nowMs);
    else this.toEngine.push(...ours);
  }
}

function isMaker(orderId: string): boolean {
  return orderId.startsWith('maker');
}

function isCalendar(message: VenueRequest | CalendarEntry): message is CalendarEntry {
  return ['listContract', 'listSpread', 'endTradeDate', 'endContract', 'setDailyLimits'].includes(message.kind);
}
