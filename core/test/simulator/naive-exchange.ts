/**
 * A second exchange, slow and obvious: the naive books, and the exchange's own refusals, written from the rules. Its
 * reports are lines of text.
 */
import type { DailyLimits, VenueOrder, VenueOrderView, VenueRequest } from '@mua/core/engine';
import type { SessionState } from '@mua/core/values';
import type { BookListener, BookRules, OpenOrder, Quote, WaitingStop } from '#matching/book.ts';
import { NaiveBook } from '#matching/naive-book.ts';
import { Collars } from '#test/simulator/collars.ts';

interface NaiveContract {
  readonly book: NaiveBook;
  readonly collars: Collars;
  session: SessionState;
  limits: DailyLimits | null;
}

export class NaiveExchange {
  private readonly rules: BookRules;
  private readonly contracts = new Map<string, NaiveContract>();
  private lines: string[] = [];

  constructor(rules: BookRules) {
    this.rules = rules;
  }

  list(code: string, session: SessionState, limits: DailyLimits | null): void {
    const collars = new Collars();
    const of = () => this.listed(code);
    const book = new NaiveBook(this.rules, collars.watch(this.listener(), of));
    this.contracts.set(code, { book, collars, session, limits });
    book.setDailyLimits(limits);
  }

  setSession(code: string, session: SessionState): void {
    this.listed(code).session = session;
  }

  setDailyLimits(code: string, limits: DailyLimits | null): string[] {
    const contract = this.listed(code);
    contract.limits = limits;
    contract.book.setDailyLimits(limits);
    return this.take();
  }

  handle(request: VenueRequest): string[] {
    const code = request.kind === 'submit' ? request.order.contractCode : request.contractCode;
    const contract = this.contracts.get(code);
    if (request.kind === 'status')
      return [`orderStatus ${request.orderId} ${viewLine(this.orderView(code, request.orderId))}`];
    const refusal = contract ? refusalOf(request, contract) : 'UnknownContract';
    if (!contract || refusal !== null) this.lines.push(refused(request, refusal ?? ''));
    else if (request.kind === 'submit') {
      contract.collars.note(request.order);
      contract.book.submit(request.order);
    } else if (request.kind === 'modify') contract.book.modify(request);
    else contract.book.cancel(request.orderId);
    return this.take();
  }

  quote(code: string, quote: Quote): string[] {
    const { book, session, limits } = this.listed(code);
    const isOutside = quote.lots > 0 && isBeyond(limits, quote.priceTicks);
    if (session !== 'OPEN') this.lines.push(`rejected ${quote.orderId} MarketClosed`);
    else if (isOutside) this.lines.push(`rejected ${quote.orderId} OutsideDailyLimit`);
    else book.quote(quote);
    return this.take();
  }

  endTradeDate(date: string, code: string): string[] {
    this.listed(code).book.endTradeDate(date);
    return this.take();
  }

  endContract(code: string): string[] {
    this.listed(code).book.endContract();
    this.contracts.delete(code);
    return this.take();
  }

  private orderView(code: string, orderId: string): VenueOrderView | null {
    const book = this.contracts.get(code)?.book;
    const resting = book?.openOrders().find((order) => order.orderId === orderId);
    if (resting) {
      const { ownerId: _owner, side: _side, priceTicks: limitPriceTicks, ...view } = resting;
      return { ...view, limitPriceTicks };
    }
    const stop = book?.waitingStops().find((order) => order.orderId === orderId);
    if (!stop) return null;
    const { ownerId: _owner, side: _side, quantityLots: leavesLots, ...view } = stop;
    return { ...view, filledLots: 0, leavesLots };
  }

  openOrders(code: string): OpenOrder[] {
    return this.listed(code).book.openOrders();
  }

  waitingStops(code: string): WaitingStop[] {
    return this.listed(code).book.waitingStops();
  }

  private listed(code: string): NaiveContract {
    const contract = this.contracts.get(code);
    if (!contract) throw new Error(`${code} is not listed`);
    return contract;
  }

  private take(): string[] {
    const { lines } = this;
    if (lines.length > 0) this.lines = [];
    return lines;
  }

  private listener(): BookListener {
    const say = (...words: (string | number | undefined)[]): void => void this.lines.push(words.join(' '));
    return {
      accepted: (orderId) => say('accepted', orderId),
      rejected: (orderId, reason) => say('rejected', orderId, reason),
      triggered: (orderId, priceTicks) => say('triggered', orderId, priceTicks),
      traded: (aggressorId, restingId, side, priceTicks, lots) => {
        say('traded', side, priceTicks, lots);
        say('filled', restingId, priceTicks, lots);
        say('filled', aggressorId, priceTicks, lots);
      },
      cancelled: (orderId, reason) => say('cancelled', orderId, reason),
      expired: (orderId, reason) => say('expired', orderId, reason),
      modified: (orderId, lots, limit, stop, duration, date) =>
        say('modified', orderId, lots, limit, stop, duration, date),
      modifyRejected: (orderId, reason) => say('modifyRejected', orderId, reason),
      cancelRejected: (orderId, reason) => say('cancelRejected', orderId, reason),
    };
  }
}

/** The state of an order, independent of the order of its fields. */
export function viewLine(view: VenueOrderView | null): string {
  return view === null ? 'not here' : Object.entries(view).sort().join();
}

function refused(request: VenueRequest, reason: string): string {
  if (request.kind === 'submit') return `rejected ${request.order.orderId} ${reason}`;
  return `${request.kind}Rejected ${request.orderId} ${reason}`;
}

/** While not open an exchange takes cancels only; no price outside the day's limits is taken. */
function refusalOf(request: VenueRequest, { session, limits }: NaiveContract): string | null {
  if (request.kind === 'cancel') return null;
  if (session !== 'OPEN') return 'MarketClosed';
  const { limitPriceTicks, stopPriceTicks }: Partial<VenueOrder> = request.kind === 'submit' ? request.order : request;
  const isOutside = isBeyond(limits, limitPriceTicks) || isBeyond(limits, stopPriceTicks);
  return isOutside ? 'OutsideDailyLimit' : null;
}

function isBeyond(limits: DailyLimits | null, priceTicks: number | undefined): boolean {
  if (limits === null || priceTicks === undefined) return false;
  return priceTicks < limits.lowestTicks || priceTicks > limits.highestTicks;
}
