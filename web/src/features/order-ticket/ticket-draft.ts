/** Interprets what was typed into the ticket: the first of its three pure steps (draft -> figures -> issues). */
import type { TradingTerms } from '@mua/contract/entities/contract';
import type { PlaceOrderRequest } from '@mua/contract/http/orders';
import type { Trail } from '@mua/core/preview';
import {
  type Duration,
  formatDecimal,
  type Lots,
  type OrderType,
  type PriceGrid,
  parseCivilDate,
  priceToText,
  readTypedDecimal,
  readTypedLots,
  rescale,
  type Side,
  type Ticks,
} from '@mua/core/values';
import { offeredDurations, offeredTypes, usualDuration } from '#features/order-ticket/ticket-types.ts';
import type { HeldLots, ValuedContract } from '#market/live-marks.ts';
import { distanceTexts, type ExitDistanceTexts, type ExitEntry, exitEntryOf, readExit } from '#orders/draft-exits.ts';
import { fieldsOf } from '#orders/order-types.ts';
import {
  type DraftPrice,
  type DraftValues,
  draftPrices,
  type MarketPrices,
  type TrailUnit,
  ticksOf,
  typedPrice,
} from '#orders/ticket-draft.ts';
import { readTypedPercent } from '#orders/typed-percent.ts';

type NotTyped = 'contractCode' | 'owner' | 'revision' | 'firstRevision' | 'clientOrderId';
export type TypedOrder = Omit<DraftValues, NotTyped>;

/** Facts of the contract and its market needed for reading the draft. */
export interface ReadingGround {
  readonly contract: ValuedContract;
  readonly terms: Pick<TradingTerms, 'durations'> | null;
  readonly market: MarketPrices;
  /** Last trade, else settlement. */
  readonly markTicks: Ticks | null;
  /** The sub-account's holdings in the contract: what a pair closes. */
  readonly held: HeldLots | null;
}

type ReadLots =
  | { readonly kind: 'empty' }
  | { readonly kind: 'notANumber' }
  | { readonly kind: 'lots'; readonly lots: Lots };

type ReadTrail =
  | { readonly kind: 'empty' | 'notANumber' }
  | { readonly kind: 'outOfRange'; readonly unit: TrailUnit }
  | { readonly kind: 'trail'; readonly trail: Trail };

/** An empty exit is left out; a pair has at least one. Distances have become prices. */
export interface ReadExits {
  /** What they are measured from. */
  readonly entry: ExitEntry;
  readonly takeProfit: DraftPrice;
  readonly stopLoss: DraftPrice;
  /** The exits of an entry typed as distances: kept from what it really fills at, whatever their prices are now. */
  readonly areDistances: boolean;
  /** The stop is a distance that follows the price from the first fill on. */
  readonly trailsStop: boolean;
}

export interface ReadOrder {
  readonly side: Side;
  readonly orderType: OrderType;
  /** The chosen one, or the usual one of its type. */
  readonly duration: Duration;
  /** The limit price; null for a type without one. */
  readonly price: DraftPrice | null;
  /** Null for a type without a limit and while it can't be parsed. */
  readonly priceTicks: Ticks | null;
  readonly stop: DraftPrice | null;
  readonly stopTicks: Ticks | null;
  readonly trail: ReadTrail | null;
  /** Null if the type has none or none were requested. */
  readonly exits: ReadExits | null;
  readonly isReduceOnly: boolean;
  readonly quantity: ReadLots;
  /** 0 while the quantity can't be parsed. */
  readonly lots: Lots;
  /** For GTD: the typed date if it is valid, otherwise null. */
  readonly expirationDate: string | null;
}

export function readDraft(typed: TypedOrder, ground: ReadingGround): ReadOrder {
  const { contract, terms, market } = ground;
  const grid = contract.decimalFormat;
  const types = offeredTypes(terms);
  const orderType = types.includes(typed.orderType) ? typed.orderType : (types[0] ?? typed.orderType);
  const fields = fieldsOf(orderType);
  const chosen = offeredDurations(terms, orderType).find((one) => one === typed.duration);
  const duration = chosen ?? usualDuration(terms, orderType);
  const { limit: price, stop } = draftPrices({ ...typed, orderType }, market, grid);
  const quantity = readQuantity(typed.lotsText);
  const isDated = duration === 'GTD' && parseCivilDate(typed.expirationDate) !== undefined;
  const isReduceOnly = fields.reduceOnly === 'always' || typed.isReduceOnly;
  const hasExits = fields.exits === 'own' || (fields.exits === 'optional' && typed.hasExits && !isReduceOnly);
  const priceTicks = ticksOf(price);
  const stopTicks = ticksOf(stop);
  return {
    side: typed.side,
    orderType,
    duration,
    price,
    priceTicks,
    stop,
    stopTicks,
    trail: fields.hasTrail ? readTrail(typed, grid) : null,
    exits: hasExits ? readExits(typed, fields.exits === 'own', exitEntryOf({ ...typed, orderType }, ground)) : null,
    isReduceOnly,
    quantity,
    lots: quantity.kind === 'lots' ? quantity.lots : 0,
    expirationDate: isDated ? typed.expirationDate : null,
  };
}

function readExits(typed: TypedOrder, isPair: boolean, entry: ExitEntry): ReadExits {
  const { exitUnit: unit, takeProfitText, stopLossText, trailsStop } = typed;
  const areDistances = unit !== 'price' && !isPair;
  return {
    entry,
    areDistances,
    trailsStop: areDistances && trailsStop && stopLossText.trim() !== '',
    takeProfit: readExit(takeProfitText, { leg: 'takeProfitText', unit }, entry),
    stopLoss: readExit(stopLossText, { leg: 'stopLossText', unit }, entry),
  };
}

function readQuantity(text: string): ReadLots {
  if (text.trim() === '') return { kind: 'empty' };
  const lots = readTypedLots(text);
  return lots === undefined ? { kind: 'notANumber' } : { kind: 'lots', lots };
}

const MOST_BASIS_POINTS = 5_000;

/** A distance of one tick or more, or 0.01 % to half of the price: the engine's bounds. */
function readTrail({ trailText, trailUnit }: TypedOrder, grid: PriceGrid): ReadTrail {
  if (trailUnit === 'percent') return readTrailPercent(trailText);
  if (trailUnit === 'ticks') return readTrailTicks(trailText);
  const distance = typedPrice(trailText, grid);
  const outOfRange = { kind: 'outOfRange', unit: trailUnit } as const;
  if (distance.kind === 'offGrid') return outOfRange;
  if (distance.kind !== 'price') return distance;
  return distance.ticks < 1 ? outOfRange : { kind: 'trail', trail: { kind: 'ticks', ticks: distance.ticks } };
}

function readTrailTicks(text: string): ReadTrail {
  if (text.trim() === '') return { kind: 'empty' };
  const decimal = readTypedDecimal(text);
  if (!decimal) return { kind: 'notANumber' };
  const ticks = Number(rescale(decimal, 0) ?? 0n);
  const isInside = ticks >= 1 && Number.isSafeInteger(ticks);
  return isInside ? { kind: 'trail', trail: { kind: 'ticks', ticks } } : { kind: 'outOfRange', unit: 'ticks' };
}

function readTrailPercent(text: string): ReadTrail {
  if (text.trim() === '') return { kind: 'empty' };
  const decimal = readTypedPercent(text);
  if (!decimal) return { kind: 'notANumber' };
  const exact = rescale(decimal, 2);
  const basisPoints = exact === undefined ? 0 : Number(exact);
  const isInside = basisPoints >= 1 && basisPoints <= MOST_BASIS_POINTS;
  return isInside
    ? { kind: 'trail', trail: { kind: 'percent', basisPoints } }
    : { kind: 'outOfRange', unit: 'percent' };
}

/** The request for an order without issues; prices are decimal on the wire. */
export function requestOf(
  read: ReadOrder,
  order: { readonly contractCode: string; readonly clientOrderId: string; readonly grid: PriceGrid },
): PlaceOrderRequest {
  const { contractCode, clientOrderId, grid } = order;
  const { side, orderType, duration, lots, expirationDate } = read;
  return {
    clientOrderId,
    contractCode,
    side,
    orderType,
    duration,
    quantity: lots,
    ...pricesOf(read, grid),
    ...distancesOf(read, grid),
    ...(read.exits?.trailsStop ? { trailsStop: true } : {}),
    ...(read.isReduceOnly && fieldsOf(orderType).reduceOnly === 'optional' ? { isReduceOnly: true } : {}),
    ...(expirationDate === null ? {} : { expirationDate }),
  };
}

const PRICE_FIELDS = ['limitPrice', 'stopPrice', 'trailAmount', 'trailPercent', 'takeProfit', 'stopLoss'] as const;
type OrderPrices = Partial<Record<(typeof PRICE_FIELDS)[number], string>>;

/** The prices of the order that can be parsed, as wire text. */
export function pricesOf(read: ReadOrder, grid: PriceGrid): OrderPrices {
  const { trail, exits } = read;
  const price = (ticks: Ticks | null) => (ticks === null ? undefined : priceToText(ticks, grid));
  const kept = trail?.kind === 'trail' ? trail.trail : null;
  const prices: Record<(typeof PRICE_FIELDS)[number], string | undefined> = {
    limitPrice: price(read.priceTicks),
    stopPrice: price(read.stopTicks),
    trailAmount: kept?.kind === 'ticks' ? price(kept.ticks) : undefined,
    trailPercent: kept?.kind === 'percent' ? formatDecimal(BigInt(kept.basisPoints), 2) : undefined,
    takeProfit: exits?.areDistances ? undefined : price(ticksOf(exits?.takeProfit ?? null)),
    stopLoss: exits?.areDistances ? undefined : price(ticksOf(exits?.stopLoss ?? null)),
  };
  const known: OrderPrices = {};
  for (const field of PRICE_FIELDS) {
    const text = prices[field];
    if (text !== undefined) known[field] = text;
  }
  return known;
}

function distancesOf({ exits }: ReadOrder, grid: PriceGrid): ExitDistanceTexts {
  if (!exits?.areDistances) return {};
  return distanceTexts({ takeProfit: ticksOf(exits.takeProfit), stopLoss: ticksOf(exits.stopLoss) }, exits.entry, grid);
}
