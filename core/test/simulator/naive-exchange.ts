/**
 * A second exchange, slow and obvious: the naive books, and the exchange's own refusals, written from the rules. Its
 * reports are lines of text.
 */
import type { DailyLimits, Spread, VenueOrder, VenueOrderView, VenueRequest } from '@mua/core/engine';
import type { SessionState } from '@mua/core/values';
import type { BookListener, BookRules, OpenOrder, Quote, WaitingStop } from '#matching/book.ts';
import { NaiveBook } from '#matching/naive-book.ts';
import { Collars } from '#test/simulator/collars.ts';

/** The day's limits of a contract, and the price at which the day before was settled. */
export interface Bounds {
  readonly limits: DailyLimits | null;
  readonly settlementTicks: number | null;
}

interface NaiveContract {
  readonly book: NaiveBook;
  readonly collars: Collars;
  session: SessionState;
  limits: DailyLimits | null;
  settlementTicks: number | null;
  /** Of a spread: near, far. */
  readonly legs?: readonly [NaiveContract, NaiveContract];
}

export class NaiveExchange {
  private readonly rules: BookRules;
  private readonly contracts = new Map<string, NaiveContract>();
  private lines: string[] = [];

  constructor(rules: BookRules) {
    this.rules = rules;
  }

  list(code: string, session: SessionState, { limits, settlementTicks }: Bounds): void {
    this.contracts.set(code, { ...this.bookOf(code), session, limits, settlementTicks });
    this.listed(code).book.setDailyLimits(limits);
  }

  listSpread({ code, near, far }: Spread): void {
    const legs = [this.listed(near), this.listed(far)] as const;
    this.contracts.set(code, { ...this.bookOf(code), session: 'OPEN', limits: null, settlementTicks: null, legs });
    this.limitSpreads();
  }

  private bookOf(code: string): Pick<NaiveContract, 'book' | 'collars'> {
    const collars = new Collars();
    const of = () => this.listed(code);
    return { collars, book: new NaiveBook(this.rules, collars.watch(this.listener(code), of)) };
  }

  /** Lowest: the near leg as low and the far leg as high as each may be. */
  private limitSpreads(): void {
    for (const spread of this.contracts.values()) {
      if (!spread.legs) continue;
      const [near, far] = spread.legs.map(rangeOf);
      if (!near || !far) continue;
      spread.limits = {
        lowestTicks: near.lowestTicks - far.highestTicks,
        highestTicks: near.highestTicks - far.lowestTicks,
      };
      spread.book.setDailyLimits(spread.limits);
    }
  }

  setSettlement(code: string, settlementTicks: number | null): string[] {
    this.listed(code).settlementTicks = settlementTicks;
    this.limitSpreads();
    return this.take();
  }

  setSession(code: string, session: SessionState): void {
    this.listed(code).session = session;
  }

  setDailyLimits(code: string, limits: DailyLimits | null): string[] {
    const contract = this.listed(code);
    contract.limits = limits;
    contract.book.setDailyLimits(limits);
    this.limitSpreads();
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
    const contract = this.listed(code);
    const { book, limits } = contract;
    const session = sessionOf(contract);
    const isOutside = quote.lots > 0 && isBeyond(limits, quote.priceTicks);
    if (session !== 'OPEN' && quote.lots > 0) this.lines.push(`rejected ${quote.orderId} MarketClosed`);
    else if (isOutside) this.lines.push(`rejected ${quote.orderId} OutsideDailyLimit`);
    else book.quote(quote);
    return this.take();
  }

  endTradeDate(date: string, code: string): string[] {
    this.listed(code).book.endTradeDate(date);
    return this.take();
  }

  endContract(code: string): string[] {
    const ended = this.listed(code);
    for (const [name, { book, legs }] of this.contracts) {
      if (!legs?.includes(ended)) continue;
      book.endContract();
      this.contracts.delete(name);
    }
    ended.book.endContract();
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

  private listener(code: string): BookListener {
    const say = (...words: (string | number | undefined)[]): void => void this.lines.push(words.join(' '));
    return {
      accepted: (orderId) => say('accepted', orderId),
      rejected: (orderId, reason) => say('rejected', orderId, reason),
      triggered: (orderId, priceTicks) => say('triggered', orderId, priceTicks),
      traded: (aggressorId, restingId, side, priceTicks, lots) => {
        say('traded', side, priceTicks, lots);
        const legs = naiveLegs(this.listed(code), priceTicks);
        say(filledLine(restingId, priceTicks, lots, legs));
        say(filledLine(aggressorId, priceTicks, lots, legs));
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
function refusalOf(request: VenueRequest, contract: NaiveContract): string | null {
  const { limits } = contract;
  if (request.kind === 'cancel') return null;
  if (sessionOf(contract) !== 'OPEN') return 'MarketClosed';
  const { limitPriceTicks, stopPriceTicks }: Partial<VenueOrder> = request.kind === 'submit' ? request.order : request;
  const isOutside = isBeyond(limits, limitPriceTicks) || isBeyond(limits, stopPriceTicks);
  return isOutside ? 'OutsideDailyLimit' : null;
}

export function filledLine(orderId: string, priceTicks: number, lots: number, legs: LegPrices | undefined): string {
  const cost = legs ? ` ${legs.nearTicks} ${legs.farTicks}` : '';
  return `filled ${orderId} ${priceTicks} ${lots}${cost}`;
}

interface LegPrices {
  readonly nearTicks: number;
  readonly farTicks: number;
}

/** Of all near prices for which both legs are within their range, the one nearest to the middle. */
function naiveLegs({ legs }: NaiveContract, priceTicks: number): LegPrices | undefined {
  const [near, far] = legs ?? [];
  if (!near || !far) return undefined;
  const middle = middleOf(near);
  const isInside = (leg: NaiveContract, ticks: number): boolean => !isBeyond(rangeOf(leg), ticks);
  for (let away = 0; away < 10_000; away += 1) {
    for (const nearTicks of [middle - away, middle + away])
      if (isInside(near, nearTicks) && isInside(far, nearTicks - priceTicks))
        return { nearTicks, farTicks: nearTicks - priceTicks };
  }
  throw new Error(`no prices of the legs for ${priceTicks}`);
}

function middleOf({ book, settlementTicks }: NaiveContract): number {
  const settled = settlementTicks ?? 0;
  const prices = (side: 'BUY' | 'SELL') =>
    book.openOrders().flatMap((one) => (one.side === side ? [one.priceTicks] : []));
  const [bids, asks] = [prices('BUY'), prices('SELL')];
  if (bids.length === 0 || asks.length === 0) return settled;
  const middle = (Math.max(...bids) + Math.min(...asks)) / 2;
  const [low, high] = [Math.floor(middle), Math.ceil(middle)];
  return Math.abs(low - settled) <= Math.abs(high - settled) ? low : high;
}

/** Prices that satisfy the day's limits and the band of 7 %, at least 20 ticks, around the settlement. */
function rangeOf({ limits, settlementTicks }: NaiveContract): DailyLimits | null {
  if (settlementTicks === null) return limits;
  const distance = Math.max(20, Math.floor(Math.abs(settlementTicks) * 0.07 + 1e-9));
  const lowestTicks = Math.max(settlementTicks - distance, limits?.lowestTicks ?? Number.NEGATIVE_INFINITY);
  const highestTicks = Math.min(settlementTicks + distance, limits?.highestTicks ?? Number.POSITIVE_INFINITY);
  return lowestTicks <= highestTicks ? { lowestTicks, highestTicks } : limits;
}

function sessionOf({ session, legs }: NaiveContract): SessionState {
  if (!legs) return session;
  const isOpen = legs.every((leg) => leg.session === 'OPEN' && leg.settlementTicks !== null);
  return isOpen ? 'OPEN' : 'CLOSED';
}

function isBeyond(limits: DailyLimits | null, priceTicks: number | undefined): boolean {
  if (limits === null || priceTicks === undefined) return false;
  return priceTicks < limits.lowestTicks || priceTicks > limits.highestTicks;
}
