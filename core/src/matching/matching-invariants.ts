/**
 * Checks the matching invariants from outside: replays what one command did to a book over the orders before it,
 * without either book's code. Used by order-book.differential.test.ts only.
 * Best price first, then first come; never beyond limit, collar or daily limit; no self-trade; FOK all or nothing.
 * Stops: print by print, those due in firing order, breadth first, each once, and none due is left.
 */
import type { DailyLimits } from '#instruments/daily-limit.ts';
import type { BookRules, BookView, ModifyRequest, OpenOrder, Quote, WaitingStop } from '#matching/book.ts';
import type { VenueOrder } from '#orders/venue-messages.ts';
import type { Duration, Side } from '#values/trading-words.ts';
import type { Lots, Ticks } from '#values/units.ts';

/** Tight, so that collars take effect within few prices: a fifth of the price, at least 2 ticks. */
export const INVARIANT_RULES: BookRules = { collarBasisPoints: 2_000, collarMinimumTicks: 2 };

export type BookCommand =
  | { readonly kind: 'submit'; readonly order: VenueOrder }
  | { readonly kind: 'modify'; readonly terms: ModifyRequest }
  | { readonly kind: 'cancel'; readonly orderId: string }
  | { readonly kind: 'quote'; readonly quote: Quote }
  | { readonly kind: 'limit'; readonly limits: DailyLimits | null }
  | { readonly kind: 'end'; readonly tradeDate: string };

export interface SeenBook {
  readonly orders: readonly OpenOrder[];
  readonly stops: readonly WaitingStop[];
  readonly lastTicks: Ticks | null;
}

export type Happening =
  | { readonly kind: 'triggered'; readonly orderId: string; readonly priceTicks: Ticks }
  | {
      readonly kind: 'traded';
      readonly aggressorOrderId: string;
      readonly restingOrderId: string;
      readonly priceTicks: Ticks;
      readonly lots: Lots;
    }
  | { readonly kind: 'cancelled'; readonly orderId: string };

interface Aggressor {
  readonly orderId: string;
  readonly ownerId: string;
  readonly avoidsOwnerId?: string | undefined;
  readonly side: Side;
  readonly lots: Lots;
  /** Null: a market order, whose collar is taken from the best price when it starts. */
  readonly limitTicks: Ticks | null;
  readonly duration: Duration;
  readonly filledBeforeLots: Lots;
}

/** The book as replayed by the checker. */
interface Judged {
  /** Both sides mixed; on each side best price first, then first come. */
  resting: OpenOrder[];
  /** Equal stop prices by time. */
  waiting: WaitingStop[];
  /** Breadth first: those before `looked` have fired all they could. */
  readonly prints: number[];
  looked: number;
  readonly faults: string[];
}

export function seenBook(book: BookView): SeenBook {
  return { orders: book.openOrders(), stops: book.waitingStops(), lastTicks: book.lastPriceTicks };
}

export function brokenInvariants(
  command: BookCommand,
  before: SeenBook,
  happened: readonly Happening[],
  after: SeenBook,
  limits: DailyLimits | null,
): string[] {
  if (command.kind === 'cancel' || command.kind === 'end' || command.kind === 'limit') {
    return happened.some(({ kind }) => kind !== 'cancelled') ? [`${command.kind} traded or fired a stop`] : [];
  }
  const judged: Judged = { resting: [...before.orders], waiting: [...before.stops], prints: [], looked: 0, faults: [] };
  let aggressor = begin(judged, command, before.lastTicks);
  for (const { stopId, events } of triggerRoundsOf(happened)) {
    if (stopId !== null) aggressor = fired(judged, stopId);
    if (aggressor !== null) takeTurn(judged, aggressor, events, limits);
    else if (events.some(({ kind }) => kind === 'traded')) judged.faults.push(`${command.kind} traded`);
  }
  const missed = nextDue(judged);
  if (missed !== null) judged.faults.push(`${missed.orderId} is due and was not fired`);
  for (const side of ['BUY', 'SELL'] as const) {
    const [is, should] = [after.orders, judged.resting].map((all) => all.filter((order) => order.side === side));
    if (is?.map(line).join() !== should?.map(line).join()) judged.faults.push(`${side}s rest wrongly`);
  }
  const waiting = (stops: readonly WaitingStop[]) => stops.map((stop) => stop.orderId).sort();
  if (waiting(after.stops).join() !== waiting(judged.waiting).join()) judged.faults.push('the wrong stops wait');
  return judged.faults;
}

interface TriggerRound {
  /** Null: the command's own order. */
  readonly stopId: string | null;
  readonly events: Happening[];
}

function triggerRoundsOf(happened: readonly Happening[]): TriggerRound[] {
  const rounds: TriggerRound[] = [{ stopId: null, events: [] }];
  for (const event of happened) {
    if (event.kind === 'triggered') rounds.push({ stopId: event.orderId, events: [] });
    else rounds.at(-1)?.events.push(event);
  }
  return rounds;
}

// ---- the command itself ----

/** Applies what the command changes at once, and returns the order that takes liquidity, or null. */
function begin(
  judged: Judged,
  command: Extract<BookCommand, { kind: 'submit' | 'modify' | 'quote' }>,
  lastTicks: Ticks | null,
): Aggressor | null {
  if (command.kind === 'modify') return beginModify(judged, command.terms, lastTicks);
  if (command.kind === 'submit') return beginSubmit(judged, command.order, lastTicks);
  const { lots, priceTicks, ...who } = command.quote;
  const order = judged.resting.find(({ orderId }) => orderId === who.orderId);
  if (order !== undefined) return replaced(judged, order, lots, priceTicks);
  if (lots === 0) return null;
  return { ...who, lots, limitTicks: priceTicks, duration: 'DAY', filledBeforeLots: 0 };
}

function beginSubmit(judged: Judged, order: VenueOrder, lastTicks: Ticks | null): Aggressor | null {
  const {
    orderId,
    ownerId,
    avoidsOwnerId,
    side,
    duration,
    quantityLots: lots,
    limitPriceTicks,
    stopPriceTicks,
  } = order;
  if ([...judged.resting, ...judged.waiting].some((open) => open.orderId === orderId)) return null;
  if (stopPriceTicks === undefined) {
    const who = { orderId, ownerId, avoidsOwnerId };
    return { ...who, side, lots, limitTicks: limitPriceTicks ?? null, duration, filledBeforeLots: 0 };
  }
  const limit = limitPriceTicks === undefined ? {} : { limitPriceTicks };
  judged.waiting.push({ orderId, ownerId, side, stopPriceTicks, quantityLots: lots, duration, ...limit });
  if (lastTicks !== null) judged.prints.push(lastTicks);
  return null;
}

function beginModify(judged: Judged, terms: ModifyRequest, lastTicks: Ticks | null): Aggressor | null {
  const { orderId, duration } = terms;
  const order = judged.resting.find((open) => open.orderId === orderId);
  if (order !== undefined) {
    if (terms.stopPriceTicks !== undefined) return null;
    const lots = Math.max(0, terms.quantityLots - order.filledLots);
    return replaced(judged, { ...order, duration }, lots, terms.limitPriceTicks ?? order.priceTicks);
  }
  const stop = judged.waiting.find((open) => open.orderId === orderId);
  if (stop === undefined || (terms.limitPriceTicks !== undefined && stop.limitPriceTicks === undefined)) return null;
  const limit = terms.limitPriceTicks === undefined ? {} : { limitPriceTicks: terms.limitPriceTicks };
  const stopPriceTicks = terms.stopPriceTicks ?? stop.stopPriceTicks;
  const changed = { ...stop, ...limit, stopPriceTicks, quantityLots: terms.quantityLots, duration };
  const isRepriced = stopPriceTicks !== stop.stopPriceTicks || changed.limitPriceTicks !== stop.limitPriceTicks;
  const keepsPlace = !isRepriced && terms.quantityLots <= stop.quantityLots;
  if (keepsPlace) judged.waiting = judged.waiting.map((other) => (other === stop ? changed : other));
  else judged.waiting = [...judged.waiting.filter((other) => other !== stop), changed];
  if (lastTicks !== null) judged.prints.push(lastTicks);
  return null;
}

function replaced(judged: Judged, order: OpenOrder, lots: Lots, priceTicks: Ticks): Aggressor | null {
  const isIt = (other: OpenOrder): boolean => other.orderId === order.orderId;
  if (lots > 0 && priceTicks === order.priceTicks && lots <= order.leavesLots) {
    judged.resting = judged.resting.map((other) => (isIt(other) ? { ...order, leavesLots: lots } : other));
    return null;
  }
  judged.resting = judged.resting.filter((other) => !isIt(other));
  return lots === 0 ? null : { ...order, lots, limitTicks: priceTicks, filledBeforeLots: order.filledLots };
}

// ---- stops ----

function nextDue(judged: Judged): WaitingStop | null {
  for (; judged.looked < judged.prints.length; judged.looked += 1) {
    const print = judged.prints[judged.looked] ?? 0;
    const buys = judged.waiting.filter((stop) => stop.side === 'BUY' && stop.stopPriceTicks <= print);
    const sells = judged.waiting.filter((stop) => stop.side === 'SELL' && stop.stopPriceTicks >= print);
    buys.sort((a, b) => a.stopPriceTicks - b.stopPriceTicks);
    sells.sort((a, b) => b.stopPriceTicks - a.stopPriceTicks);
    const [due] = [...buys, ...sells];
    if (due !== undefined) return due;
  }
  return null;
}

/** The stop that the book reports as fired; null, with a fault, if it is not waiting. */
function fired(judged: Judged, stopId: string): Aggressor | null {
  const due = nextDue(judged);
  if (due?.orderId !== stopId) judged.faults.push(`${stopId} fired, ${due?.orderId ?? 'nobody'} was due`);
  const stop = judged.waiting.find(({ orderId }) => orderId === stopId);
  if (stop === undefined) return null;
  judged.waiting = judged.waiting.filter((other) => other !== stop);
  const { orderId, ownerId, side, quantityLots: lots, duration } = stop;
  return { orderId, ownerId, side, lots, limitTicks: stop.limitPriceTicks ?? null, duration, filledBeforeLots: 0 };
}

// ---- trades ----

function takeTurn(
  judged: Judged,
  aggressor: Aggressor,
  events: readonly Happening[],
  limits: DailyLimits | null,
): void {
  const { orderId, side, duration } = aggressor;
  const worstTicks = aggressor.limitTicks ?? collarTicks(judged, side, limits);
  let leavesLots = aggressor.lots;
  for (const event of events) {
    if (event.kind !== 'traded') continue;
    judgeTrade(judged, aggressor, event, worstTicks, limits);
    leavesLots -= event.lots;
    judged.prints.push(event.priceTicks);
  }
  if (leavesLots < 0) judged.faults.push(`${orderId} filled more than it asked for`);
  const isPart = leavesLots > 0 && leavesLots < aggressor.lots;
  if (duration === 'FOK' && isPart) judged.faults.push('FOK filled in part');
  const mayStay = aggressor.limitTicks !== null && duration !== 'IOC' && duration !== 'FOK';
  const isCancelled = events.some((event) => event.kind === 'cancelled' && event.orderId === orderId);
  if (leavesLots > 0 && !mayStay && !isCancelled) judged.faults.push(`the remainder of ${orderId} was not cancelled`);
  if (leavesLots <= 0 || isCancelled) return;
  const filledLots = aggressor.filledBeforeLots + aggressor.lots - leavesLots;
  const rested = { ...aggressor, priceTicks: worstTicks, leavesLots, filledLots };
  const behind = judged.resting.findIndex(
    (order) => order.side === side && isBetter(side, worstTicks, order.priceTicks),
  );
  judged.resting.splice(behind === -1 ? judged.resting.length : behind, 0, rested);
}

function judgeTrade(
  judged: Judged,
  aggressor: Aggressor,
  trade: Extract<Happening, { kind: 'traded' }>,
  worstTicks: Ticks,
  limits: DailyLimits | null,
): void {
  const { faults } = judged;
  const { priceTicks, lots, restingOrderId } = trade;
  const head = judged.resting.find((order) => order.side !== aggressor.side);
  if (trade.aggressorOrderId !== aggressor.orderId) faults.push(`${trade.aggressorOrderId} took before its round`);
  if (head === undefined) {
    faults.push('traded with nobody');
    return;
  }
  if (restingOrderId !== head.orderId) faults.push(`${restingOrderId} traded before ${head.orderId}`);
  if (priceTicks !== head.priceTicks) faults.push(`traded at ${priceTicks}, not ${head.priceTicks}`);
  if (head.ownerId === aggressor.ownerId) faults.push(`${head.ownerId} traded with itself`);
  if (head.ownerId === aggressor.avoidsOwnerId) faults.push(`${aggressor.ownerId} traded with ${head.ownerId}`);
  if (isBetter(aggressor.side, priceTicks, worstTicks)) faults.push(`traded at ${priceTicks}, beyond ${worstTicks}`);
  if (limits !== null && (priceTicks < limits.lowestTicks || priceTicks > limits.highestTicks)) {
    faults.push(`traded at ${priceTicks}, beyond the daily limits`);
  }
  if (lots <= 0 || lots > head.leavesLots) faults.push(`${lots} lots of ${head.leavesLots} traded`);
  const left = { ...head, leavesLots: head.leavesLots - lots, filledLots: head.filledLots + lots };
  judged.resting = judged.resting.flatMap((order) => (order !== head ? [order] : left.leavesLots > 0 ? [left] : []));
}

function collarTicks(judged: Judged, side: Side, limits: DailyLimits | null): Ticks {
  const best = judged.resting.find((order) => order.side !== side)?.priceTicks ?? 0;
  const away = Math.max(2, Math.floor(Math.abs(best) / 5));
  if (side === 'BUY') return Math.min(best + away, limits?.highestTicks ?? best + away);
  return Math.max(best - away, limits?.lowestTicks ?? best - away);
}

/** Whether on its side a price is matched before another. */
function isBetter(side: Side, priceTicks: Ticks, thanTicks: Ticks): boolean {
  return side === 'BUY' ? priceTicks > thanTicks : priceTicks < thanTicks;
}

function line(order: OpenOrder): string {
  return `${order.orderId}:${order.leavesLots}@${order.priceTicks}/${order.filledLots}`;
}
