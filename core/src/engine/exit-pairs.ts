/**
 * Take-profit/stop-loss pairs, on an entry order (armed by its fills) or on an open position. Both legs are one record,
 * so that one cancels the other (docs/rules/orders.md#types-and-times-in-force).
 */
import { type ConditionalOrder, type ExitDistances, isWaiting, type Trail } from '#conditional/conditional-order.ts';
import { type AnchorPrice, anchoredExits } from '#conditional/exit-anchor.ts';
import { tighterStop } from '#conditional/trailing-stop.ts';
import { addConditional, changeConditional } from '#engine/conditional-records.ts';
import { type OrderPrices, readTicks } from '#engine/order-prices.ts';
import { type EngineState, type ListedContract, markTicks, tradeDateOf } from '#engine/state.ts';
import type { Step } from '#engine/step.ts';
import type { Order, OrderTerms } from '#orders/order.ts';
import { type Refusal, refusal } from '#values/refusals.ts';
import { oppositeSide, type Side } from '#values/trading-words.ts';
import type { Lots, Ticks } from '#values/units.ts';
import { assert } from '#values/whole-numbers.ts';

export interface ExitTexts {
  readonly takeProfit?: string | undefined;
  readonly stopLoss?: string | undefined;
}

export interface ExitPrices {
  readonly takeProfitTicks: Ticks | null;
  readonly stopLossTicks: Ticks | null;
}

/** Exits of an entry may keep a distance from it instead. */
export interface EntryExitTexts extends ExitTexts {
  readonly takeProfitDistance?: string | undefined;
  readonly stopLossDistance?: string | undefined;
  readonly trailsStop?: boolean | undefined;
}

export function bringsExits(texts: EntryExitTexts): boolean {
  return (texts.takeProfit ?? texts.stopLoss ?? texts.takeProfitDistance ?? texts.stopLossDistance) !== undefined;
}

/** Both prices in ticks, null where absent. */
export function readExits(listed: ListedContract, texts: ExitTexts): ExitPrices | { refusal: Refusal } {
  const prices: { takeProfit: Ticks | null; stopLoss: Ticks | null } = { takeProfit: null, stopLoss: null };
  for (const field of ['takeProfit', 'stopLoss'] as const) {
    const text = texts[field];
    if (text === undefined) continue;
    const reading = readTicks(listed, text, field);
    if (typeof reading !== 'number') return { refusal: reading };
    prices[field] = reading;
  }
  return { takeProfitTicks: prices.takeProfit, stopLossTicks: prices.stopLoss };
}

/**
 * Checks that the take-profit is on the gaining side of the reference price and the stop on the losing one; `side` is
 * the exit's.
 */
export function judgeExits(side: Side, reference: Ticks | null, exits: ExitPrices): Refusal | undefined {
  const { takeProfitTicks, stopLossTicks } = exits;
  if (reference === null) return undefined;
  const gains = (ticks: Ticks): boolean => (side === 'SELL' ? ticks > reference : ticks < reference);
  if (takeProfitTicks !== null && !gains(takeProfitTicks)) return refusal('TakeProfitWrongSide', { price: reference });
  const isLoss = stopLossTicks === null || (stopLossTicks !== reference && !gains(stopLossTicks));
  return isLoss ? undefined : refusal('StopLossWrongSide', { price: reference });
}

/** Checks the exits of an entry order against the price at which it should fill. */
export function checkExits(
  listed: ListedContract,
  asked: EntryExitTexts & { readonly side: Side },
  prices: OrderPrices | undefined,
): Refusal | undefined {
  if (!bringsExits(asked)) return undefined;
  const reference = prices?.limitTicks ?? prices?.stopTicks ?? markTicks(listed);
  const exits = readEntryExits(listed, asked, reference);
  return 'refusal' in exits ? exits.refusal : judgeExits(oppositeSide(asked.side), reference, exits);
}

/**
 * Checks new prices of a waiting pair: until something is armed against where its entry should fill, from then on, and
 * without an entry, against the market. The exchange may refuse a new price of the entry, so until it has answered the
 * exits must be right for both.
 */
export function judgeNewExits(
  state: EngineState,
  listed: ListedContract,
  pair: ConditionalOrder,
  prices: ExitPrices,
): Refusal | undefined {
  const { side, parentOrderId, armedLots } = pair;
  const entry = parentOrderId === null || armedLots > 0 ? undefined : state.orders.get(parentOrderId);
  const reference = (entry && entryTicks(entry)) ?? markTicks(listed);
  const pending = entry?.pendingTerms ? entryTicks(entry.pendingTerms) : null;
  return judgeExits(side, reference, prices) ?? judgeExits(side, pending, prices);
}

/**
 * Checks a new price of an entry that has armed nothing yet: exits at prices of their own must be right for it, or its
 * fill would fire them at once. Those at a distance move along.
 */
export function judgeNewEntryPrice(state: EngineState, entry: Order, terms: OrderTerms): Refusal | undefined {
  const exits = exitsOf(state, entry);
  const ticks = entryTicks(terms);
  if (!exits || !isWaiting(exits) || exits.armedLots > 0 || ticks === entryTicks(entry)) return undefined;
  const { side, takeProfitTicks, stopLossTicks, exitDistances: distances } = exits;
  return judgeExits(side, ticks, {
    takeProfitTicks: (distances?.takeProfitTicks ?? null) === null ? takeProfitTicks : null,
    stopLossTicks: (distances?.stopLossTicks ?? null) === null ? stopLossTicks : null,
  });
}

/** Where an entry should fill; null of one at market. */
function entryTicks({ limitPriceTicks, stopPriceTicks }: OrderTerms): Ticks | null {
  return limitPriceTicks ?? stopPriceTicks;
}

interface EntryExits extends ExitPrices {
  readonly exitDistances?: ExitDistances;
  /** Instead of a stop loss, with the price at which it begins if the entry fills where it should. */
  readonly trail: Trail | null;
  readonly currentStopTicks: Ticks | null;
}

/** A leg has a price or a distance. Those at a distance have no price while there is none to measure from. */
function readEntryExits(
  listed: ListedContract,
  asked: EntryExitTexts & { readonly side: Side },
  reference: Ticks | null,
): EntryExits | { refusal: Refusal } {
  const exits = readExits(listed, asked);
  if ('refusal' in exits) return exits;
  const [takeProfitTicks, stopLossTicks] = [
    readDistance(listed, asked, 'takeProfit'),
    readDistance(listed, asked, 'stopLoss'),
  ];
  if (typeof takeProfitTicks === 'object' && takeProfitTicks !== null) return { refusal: takeProfitTicks };
  if (typeof stopLossTicks === 'object' && stopLossTicks !== null) return { refusal: stopLossTicks };
  if (asked.trailsStop && stopLossTicks === null) return { refusal: refusal('BadRequest', { field: 'trailsStop' }) };
  if (takeProfitTicks === null && stopLossTicks === null) return { ...exits, trail: null, currentStopTicks: null };
  const anchored =
    reference === null
      ? null
      : anchoredExits(oppositeSide(asked.side), { takeProfitTicks, stopLossTicks }, { notional: reference, lots: 1 });
  const trail: Trail | null =
    asked.trailsStop && stopLossTicks !== null ? { kind: 'ticks', ticks: stopLossTicks } : null;
  const stopTicks = exits.stopLossTicks ?? anchored?.stopLossTicks ?? null;
  return {
    takeProfitTicks: exits.takeProfitTicks ?? anchored?.takeProfitTicks ?? null,
    stopLossTicks: trail ? null : stopTicks,
    ...(trail && takeProfitTicks === null
      ? {}
      : { exitDistances: { takeProfitTicks, stopLossTicks: trail ? null : stopLossTicks } }),
    trail,
    currentStopTicks: trail && stopTicks,
  };
}

/** At least one tick; null if the leg has none. */
function readDistance(
  listed: ListedContract,
  asked: EntryExitTexts,
  leg: 'takeProfit' | 'stopLoss',
): Ticks | null | Refusal {
  const field = `${leg}Distance` as const;
  const text = asked[field];
  if (text === undefined) return null;
  const reading = readTicks(listed, text, field);
  if (typeof reading !== 'number') return reading;
  const isFit = reading >= 1 && asked[leg] === undefined;
  return isFit ? reading : refusal('BadRequest', { field });
}

/** Attaches the exits to an accepted entry; its fills arm them. */
export function attachExits(
  step: Step,
  listed: ListedContract,
  asked: EntryExitTexts & { readonly side: Side; readonly exitOrderId?: string },
  entry: Order,
): void {
  if (!bringsExits(asked)) return;
  const { exitOrderId } = asked;
  assert(exitOrderId !== undefined, 'exits of an entry have an id');
  const exits = readEntryExits(listed, asked, entryTicks(entry) ?? markTicks(listed));
  assert(!('refusal' in exits), 'exits were checked');
  entry.exitOrderId = exitOrderId;
  const { trail, currentStopTicks, ...prices } = exits;
  const begins = { initialStopTicks: currentStopTicks, currentStopTicks };
  const pair = {
    conditionalOrderId: exitOrderId,
    clientOrderId: null,
    accountId: entry.accountId,
    investorId: entry.investorId,
    contractCode: entry.contractCode,
    kind: 'TPSL',
    side: oppositeSide(entry.side),
    isReduceOnly: true,
    parentOrderId: entry.orderId,
    dayDate: tradeDateOf(step.state, listed),
    lots: entry.quantityLots,
    armedLots: 0,
    trail,
    ...prices,
    // Exits outlive the entry's day: a position must not lose its protection overnight.
    duration: 'GTC',
    expirationDate: null,
  } as const;
  addConditional(step, pair, trail ? begins : {});
}

/** Arms a waiting pair lot by lot with the entry's fills; raising the entry raises the pair. */
export function armExits(step: Step, entry: Order, lots: Lots): void {
  const exits = exitsOf(step.state, entry);
  if (!exits || !isWaiting(exits)) return;
  changeConditional(step, exits, () => {
    const price = { notional: entry.filledNotional, lots: entry.filledLots };
    beginTrail(exits, price);
    exits.armedLots += lots;
    exits.lots = Math.max(exits.lots, exits.armedLots);
    anchor(exits, price);
  });
}

/**
 * A stop that trails begins at its distance from what the first fills cost; a worse average of later ones tightens it, a
 * better one leaves it, because it never moves back.
 */
function beginTrail(exits: ConditionalOrder, price: AnchorPrice): void {
  const { side, trail, bestTicks, currentStopTicks, armedLots } = exits;
  if (trail?.kind !== 'ticks') return;
  const stop = trailStart(side, trail.ticks, price);
  if (armedLots === 0 || currentStopTicks === null) exits.initialStopTicks = stop;
  exits.currentStopTicks =
    armedLots === 0 || currentStopTicks === null ? stop : tighterStop(side, currentStopTicks, stop);
  const start = stop + (side === 'SELL' ? trail.ticks : -trail.ticks);
  exits.bestTicks = armedLots === 0 || bestTicks === null ? start : tighterStop(side, bestTicks, start);
}

function trailStart(side: Side, distanceTicks: Ticks, price: AnchorPrice): Ticks {
  const { stopLossTicks } = anchoredExits(side, { takeProfitTicks: null, stopLossTicks: distanceTicks }, price);
  assert(stopLossTicks !== null, 'a distance has a price');
  return stopLossTicks;
}

/** Exits at a distance move with the price of an entry that was changed before its first fill. */
export function followEntry(step: Step, entry: Order): void {
  const exits = exitsOf(step.state, entry);
  const ticks = entryTicks(entry);
  if (!exits || !isWaiting(exits) || entry.filledLots > 0 || ticks === null) return;
  const price = { notional: ticks, lots: 1 };
  const stop = exits.trail?.kind === 'ticks' ? trailStart(exits.side, exits.trail.ticks, price) : null;
  if (stop !== null && stop !== exits.currentStopTicks)
    changeConditional(step, exits, () => {
      exits.initialStopTicks = stop;
      exits.currentStopTicks = stop;
    });
  if (!exits.exitDistances) return;
  const { takeProfitTicks, stopLossTicks } = anchoredExits(exits.side, exits.exitDistances, price);
  const isThere =
    (takeProfitTicks ?? exits.takeProfitTicks) === exits.takeProfitTicks &&
    (stopLossTicks ?? exits.stopLossTicks) === exits.stopLossTicks;
  if (!isThere) changeConditional(step, exits, () => anchor(exits, price));
}

function anchor(exits: ConditionalOrder, price: AnchorPrice): void {
  const { side, exitDistances } = exits;
  if (!exitDistances) return;
  const anchored = anchoredExits(side, exitDistances, price);
  exits.takeProfitTicks = anchored.takeProfitTicks ?? exits.takeProfitTicks;
  exits.stopLossTicks = anchored.stopLossTicks ?? exits.stopLossTicks;
}

/** Drops the exits of an entry that ended without a fill: there is nothing to protect. */
export function dropUnarmedExits(step: Step, entry: Order): void {
  const exits = exitsOf(step.state, entry);
  if (!exits || exits.armedLots > 0 || exits.status !== 'PENDING_ACTIVATION') return;
  changeConditional(step, exits, () => {
    exits.status = 'CANCELLED';
    exits.reason = entry.reason;
  });
}

function exitsOf(state: EngineState, { exitOrderId }: Order): ConditionalOrder | undefined {
  return exitOrderId === null ? undefined : state.conditionals.get(exitOrderId);
}
