/**
 * An endless stream of orders for one book: 10,000 that rest over 100 levels; 60 % adds, 35 % cancels, 5 % crossing
 * orders that take as much as keeps the book at its size. It is made before it is measured, so that whoever plays it
 * cancels orders that are there.
 */
import { type BookListener, OrderBook, type VenueOrder } from '@mua/core/exchange';
import type { Random } from '@mua/core/values';

const RESTING = 10_000;
const LEVELS_A_SIDE = 50;
const MIDDLE_TICKS = 1_000;
/** Created once: an owner's name is one string, however many orders it has. */
export const OWNERS = Array.from({ length: 200 }, (_, number) => `owner-${number}`);
/** An order has 1 to 9 lots. */
const LARGEST_ORDER_LOTS = 9;
export const RULES = { collarBasisPoints: 200, collarMinimumTicks: 10 };

export type Operation =
  | { readonly kind: 'submit'; readonly order: VenueOrder }
  | { readonly kind: 'cancel'; readonly orderId: string };

export function apply(book: OrderBook, operation: Operation): void {
  if (operation.kind === 'submit') book.submit(operation.order);
  else book.cancel(operation.orderId);
}

/** Makes operations and, with a book of its own, knows which orders are still there to be cancelled. */
export function createOrderStream(random: Random, contractCode = 'ZCEZ26') {
  const live = createLiveOrders();
  const book = new OrderBook(RULES, {
    ...idleListener(),
    traded: (_aggressor, restingOrderId, _side, _priceTicks, lots) => live.fill(restingOrderId, lots),
  });
  let orderCount = 0;

  const nextId = (): string => {
    orderCount += 1;
    // The id is made as one flat text, as ids from a wire are.
    return ['V', 1_000_000 + orderCount].join('');
  };
  const limit = (ownerId: string, side: 'BUY' | 'SELL', limitPriceTicks: number, quantityLots: number): Operation => {
    const order: VenueOrder = {
      orderId: nextId(),
      contractCode,
      ownerId,
      side,
      orderType: 'LIMIT',
      duration: 'GTC',
      quantityLots,
      limitPriceTicks,
    };
    return { kind: 'submit', order };
  };
  const add = (): Operation => {
    const side = random.pick(['BUY', 'SELL'] as const);
    const away = random.between(1, LEVELS_A_SIDE);
    const lots = random.between(1, LARGEST_ORDER_LOTS);
    const priceTicks = side === 'BUY' ? MIDDLE_TICKS - away : MIDDLE_TICKS + away;
    const operation = limit(random.pick(OWNERS), side, priceTicks, lots);
    if (operation.kind === 'submit') live.add(operation.order.orderId, lots);
    return operation;
  };
  /** Takes about five orders, (60 - 35) / 5, so that the book keeps its size. The owner never rests: no self-trade. */
  const cross = (): Operation => {
    const side = random.pick(['BUY', 'SELL'] as const);
    const lots = random.between(1, LARGEST_ORDER_LOTS * 5 + 4);
    return limit('taker', side, side === 'BUY' ? MIDDLE_TICKS + LEVELS_A_SIDE : MIDDLE_TICKS - LEVELS_A_SIDE, lots);
  };
  const cancel = (): Operation => ({ kind: 'cancel', orderId: live.takeAny(random) });
  const next = (): Operation => {
    const draw = random.below(100);
    if (draw < 60) return add();
    return draw < 95 ? cancel() : cross();
  };
  const make = (count: number, one: () => Operation): Operation[] =>
    Array.from({ length: count }, () => {
      const operation = one();
      apply(book, operation);
      return operation;
    });
  return { fill: () => make(RESTING, add), continue: (count: number) => make(count, next) };
}

/** Keeps ids with their open lots; any of them can be drawn in constant time. */
function createLiveOrders() {
  const ids: string[] = [];
  const places = new Map<string, { place: number; lots: number }>();
  const remove = (orderId: string): void => {
    const place = places.get(orderId)?.place;
    const last = ids.pop();
    places.delete(orderId);
    if (place === undefined || last === undefined || last === orderId) return;
    ids[place] = last;
    const moved = places.get(last);
    if (moved !== undefined) moved.place = place;
  };
  return {
    add(orderId: string, lots: number): void {
      places.set(orderId, { place: ids.length, lots });
      ids.push(orderId);
    },
    fill(orderId: string, lots: number): void {
      const order = places.get(orderId);
      if (order === undefined) return;
      order.lots -= lots;
      if (order.lots === 0) remove(orderId);
    },
    takeAny(random: Random): string {
      const orderId = random.pick(ids);
      remove(orderId);
      return orderId;
    },
  };
}

/** Returns a listener that does almost nothing: the book is measured, not the use of its reports. */
export function idleListener(): BookListener {
  const ignore = (): void => {};
  return {
    accepted: ignore,
    rejected: ignore,
    triggered: ignore,
    traded: ignore,
    cancelled: ignore,
    expired: ignore,
    modified: ignore,
    modifyRejected: ignore,
    cancelRejected: ignore,
  };
}

/** How long it took. */
export function secondsOf(work: () => void): number {
  const start = performance.now();
  work();
  return (performance.now() - start) / 1_000;
}
