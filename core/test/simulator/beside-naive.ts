/**
 * Runs the fast exchange and the slow one side by side: each command goes to both, and their answers must be identical.
 * Resting orders are compared every so many commands of a contract, and with every audit.
 */
import type { DailyLimits, Spread, VenueOrderView, VenueReport, VenueRequest } from '@mua/core/engine';
import { createExchange, type Exchange, type Trade } from '@mua/core/exchange';
import type { SessionState } from '@mua/core/values';
import type { BookRules, OpenOrder, Quote } from '#matching/book.ts';
import type { Break } from '#test/simulator/break.ts';
import { type Bounds, filledLine, NaiveExchange, viewLine } from '#test/simulator/naive-exchange.ts';
import { SIMULATED_RULES } from '#test/simulator/reference-data.ts';
import { hold } from '#test/simulator/violation.ts';

/** The rules of the market (docs/rules/orders.md#collar). */
const BOOK_RULES: BookRules = { collarBasisPoints: 200, collarMinimumTicks: 10 };

const COMPARE_BOOKS_EVERY = 200;

export class ExchangeBesideNaive {
  private readonly fast: Exchange;
  private readonly distorted: (request: VenueRequest) => VenueRequest;
  private readonly slow = new NaiveExchange(BOOK_RULES);
  private readonly codes = new Set<string>();
  private commands = 0;
  private trades: Trade[] = [];

  constructor(epoch: string, broken: Break = {}) {
    const { collarBasisPoints = BOOK_RULES.collarBasisPoints, distorted = (request) => request } = broken;
    this.fast = createExchange({ epoch, rules: { ...BOOK_RULES, collarBasisPoints }, band: SIMULATED_RULES });
    this.distorted = distorted;
  }

  list(code: string, session: SessionState, { limits, settlementTicks }: Bounds): void {
    const settled = settlementTicks === null ? {} : { settlementTicks };
    this.fast.listContract(code, limits ? { session, dailyLimits: limits, ...settled } : { session, ...settled });
    this.slow.list(code, session, { limits, settlementTicks });
    this.codes.add(code);
  }

  listSpread(spread: Spread): void {
    this.fast.listSpread(spread);
    this.slow.listSpread(spread);
    this.codes.add(spread.code);
  }

  setSession(code: string, session: SessionState): void {
    this.fast.setSession(code, session);
    this.slow.setSession(code, session);
  }

  setDailyLimits(code: string, limits: DailyLimits | null): readonly VenueReport[] {
    return this.same(code, this.fast.setDailyLimits(code, limits), this.slow.setDailyLimits(code, limits));
  }

  setSettlement(code: string, ticks: number | null): readonly VenueReport[] {
    return this.same(code, this.fast.setSettlement(code, ticks), this.slow.setSettlement(code, ticks));
  }

  handle(request: VenueRequest): readonly VenueReport[] {
    const code = request.kind === 'submit' ? request.order.contractCode : request.contractCode;
    return this.same(code, this.fast.handle(this.distorted(request)), this.slow.handle(request));
  }

  quote(code: string, quote: Quote): readonly VenueReport[] {
    return this.same(code, this.fast.quote(code, quote), this.slow.quote(code, quote));
  }

  endTradeDate(date: string, code: string): readonly VenueReport[] {
    return this.same(code, this.fast.endTradeDate(date, code), this.slow.endTradeDate(date, code));
  }

  endContract(code: string): readonly VenueReport[] {
    for (const one of this.codes) if (one === code || one.split('-').includes(code)) this.codes.delete(one);
    return this.same(code, this.fast.endContract(code), this.slow.endContract(code));
  }

  takeTrades(): readonly Trade[] {
    const { trades } = this;
    this.trades = [];
    return trades;
  }

  openOrders(code: string): OpenOrder[] {
    return this.fast.openOrders(code);
  }

  orderView(name: { readonly contractCode: string; readonly orderId: string }): VenueOrderView | null {
    return this.fast.orderView(name);
  }

  waitingStops(code: string) {
    return this.fast.waitingStops(code);
  }

  audit(): string[] {
    for (const code of this.codes) this.compareBook(code);
    return this.fast.audit();
  }

  private same(code: string, reports: readonly VenueReport[], lines: readonly string[]): readonly VenueReport[] {
    const trades = this.fast.takeTrades();
    this.trades.push(...trades);
    if (reports.length > 0 || lines.length > 0) compareAnswers(reports, trades, lines);
    this.commands += 1;
    if (this.commands % COMPARE_BOOKS_EVERY === 0 && this.codes.has(code)) this.compareBook(code);
    return reports;
  }

  /** Bids, asks, then waiting stops, each in the order of their turn. */
  private compareBook(code: string): void {
    const [fast, slow] = [this.fast, this.slow].map((exchange) =>
      [...exchange.openOrders(code), ...exchange.waitingStops(code)].map((order) =>
        Object.entries(order).sort().join(),
      ),
    );
    const at = fast?.findIndex((line, index) => line !== slow?.[index]) ?? -1;
    const isSame = at < 0 && fast?.length === slow?.length;
    hold(isSame, 'the books of both exchanges are the same', () => `${code} ${fast?.[at]}, not ${slow?.[at]}`);
  }
}

function compareAnswers(reports: readonly VenueReport[], trades: readonly Trade[], lines: readonly string[]): void {
  const prints = trades.values();
  const seen: string[] = [];
  let fills = 0;
  for (const report of reports) {
    if (report.kind === 'filled' && fills++ % 2 === 0) {
      const print = prints.next().value;
      seen.push(['traded', print?.aggressorSide, print?.priceTicks, print?.lots].join(' '));
    }
    seen.push(lineOf(report));
  }
  const at = seen.findIndex((line, index) => line !== lines[index]);
  const isSame = at < 0 && seen.length === lines.length;
  hold(
    isSame,
    'the exchange decides like the slow one',
    () => `${seen[at] ?? 'nothing'}, not ${lines[at] ?? lines[seen.length]}`,
  );
}

function lineOf(report: VenueReport): string {
  const { kind, orderId } = report;
  switch (kind) {
    case 'accepted':
      return `accepted ${orderId}`;
    case 'triggered':
      return `triggered ${orderId} ${report.priceTicks}`;
    case 'filled':
      return filledLine(orderId, report.priceTicks, report.lots, report.legs);
    case 'modified': {
      const { quantityLots, limitPriceTicks, stopPriceTicks, duration, expirationDate } = report;
      return [kind, orderId, quantityLots, limitPriceTicks, stopPriceTicks, duration, expirationDate].join(' ');
    }
    case 'orderStatus':
      return `orderStatus ${orderId} ${viewLine(report.order)}`;
    default:
      return `${kind} ${orderId} ${report.reason}`;
  }
}
