/**
 * Reads the exits of the draft in the unit in which they are typed, and writes them in another: a price, or a distance
 * from the entry in ticks, percent or dong for one lot. A distance follows its entry; core does the sums
 * (core/preview/exit-distance).
 */
import { distanceOfExit, type EntryPrice, type ExitGround, exitAtDistance, type MoneyTerms } from '@mua/core/preview';
import {
  formatDecimal,
  oppositeSide,
  type PriceGrid,
  priceToDisplay,
  priceToText,
  readTypedDecimal,
  readTypedVnd,
  rescale,
  type Side,
  type Ticks,
} from '@mua/core/values';
import { formatVnd } from '#i18n/format.ts';
import type { Language } from '#i18n/languages.ts';
import { type HeldLots, holdingOf, type ValuedContract } from '#market/live-marks.ts';
import { moneyTermsOf } from '#market/money-terms.ts';
import { fieldsOf } from '#orders/order-types.ts';
import {
  type DraftPrice,
  type DraftValues,
  draftPrices,
  type ExitLeg,
  type ExitUnit,
  type MarketPrices,
  ticksOf,
  typedPrice,
} from '#orders/ticket-draft.ts';

/** What the exits of a draft are measured from. */
export interface ExitEntry {
  readonly grid: PriceGrid;
  /** Of the entry, also for a pair, whose own side closes. */
  readonly side: Side;
  /** Null while there is none: no price in the market, or none typed. */
  readonly price: EntryPrice | null;
  /** Null without terms in force. */
  readonly terms: MoneyTerms | null;
}

export interface EntryGround {
  readonly contract: ValuedContract;
  readonly market: MarketPrices;
  /** Last trade, else settlement. */
  readonly markTicks: Ticks | null;
  readonly held: HeldLots | null;
}

type EntryDraft = Pick<DraftValues, 'side' | 'orderType' | 'limitText' | 'limitSource' | 'stopText'>;

/** An entry is measured from its own price, else from the mark; a pair from the average of what it closes. */
export function exitEntryOf(draft: EntryDraft, { contract, market, markTicks, held }: EntryGround): ExitEntry {
  const { side, orderType } = draft;
  const isPair = fieldsOf(orderType).exits === 'own';
  const { limit, stop } = draftPrices(draft, market, contract.decimalFormat);
  const ticks = (isPair ? null : (ticksOf(limit) ?? ticksOf(stop))) ?? markTicks;
  const single = ticks === null ? null : { notional: ticks, lots: 1 };
  return {
    grid: contract.decimalFormat,
    side: isPair ? oppositeSide(side) : side,
    price: (isPair ? averageOf(side, held, contract) : null) ?? single,
    terms: contract.terms && moneyTermsOf(contract.terms),
  };
}

function averageOf(closingSide: Side, held: HeldLots | null, contract: ValuedContract): EntryPrice | null {
  const closes = held !== null && (closingSide === 'SELL' ? held.netLots > 0 : held.netLots < 0);
  const holding = closes ? holdingOf(held, contract) : null;
  return holding && { notional: holding.position.openNotional, lots: Math.abs(holding.position.netLots) };
}

/** The whole ticks that are nearest to the entry; null while there is none. */
export function entryTicksOf({ price }: ExitEntry): Ticks | null {
  return price && Math.round(price.notional / price.lots);
}

export function readExit(
  text: string,
  at: { readonly leg: ExitLeg; readonly unit: ExitUnit },
  on: ExitEntry,
): DraftPrice {
  if (at.unit === 'price' || text.trim() === '') return typedPrice(text, on.grid);
  const ground = groundOf(at.leg, on);
  if (ground === null) return { kind: 'empty' };
  const typed = readDistance(text, at.unit);
  const ticks = typed && exitAtDistance(typed, ground);
  return ticks === undefined ? { kind: 'notANumber' } : { kind: 'price', ticks };
}

/** The text of an exit in a unit, from which it is read again; empty where it has none, as on the wrong side. */
export function writeExit(
  ticks: Ticks,
  at: { readonly leg: ExitLeg; readonly unit: ExitUnit },
  on: ExitEntry & { readonly language: Language },
): string {
  if (at.unit === 'price') return priceToDisplay(ticks, on.grid);
  const ground = groundOf(at.leg, on);
  const distance = ground && distanceOfExit(ticks, ground);
  if (!distance) return '';
  switch (at.unit) {
    case 'ticks':
      return String(distance.ticks);
    case 'percent':
      return distance.percent === null ? '' : formatDecimal(distance.percent.units, distance.percent.scale);
    case 'dong':
      return formatVnd(distance.perLotVnd, on.language, { bare: true });
  }
}

/** As the wire has them: distances in the price unit. */
export interface ExitDistanceTexts {
  readonly takeProfitDistance?: string;
  readonly stopLossDistance?: string;
}

/**
 * The exits of an entry by texts in one unit, an empty text being none. Ticks are a distance by themselves; percent and
 * dong are measured from the entry's price. Null where one can't be read or measured: without it the entry would be
 * another order.
 */
export function exitDistances(
  texts: Readonly<Record<ExitLeg, string>> & { readonly unit: ExitUnit },
  entry: ExitEntry,
): ExitDistanceTexts | null {
  const at = (leg: ExitLeg) => {
    const text = texts[leg];
    return text.trim() === '' ? null : distanceOf(text, { leg, unit: texts.unit }, entry);
  };
  const [takeProfit, stopLoss] = [at('takeProfitText'), at('stopLossText')];
  if (takeProfit === undefined || stopLoss === undefined) return null;
  return writtenDistances({ takeProfit, stopLoss }, entry.grid);
}

/** In ticks; undefined where it can't be read or measured. */
function distanceOf(
  text: string,
  at: { readonly leg: ExitLeg; readonly unit: ExitUnit },
  entry: ExitEntry,
): Ticks | undefined {
  if (at.unit === 'ticks') {
    const ticks = readTicks(text);
    return ticks === undefined || ticks < 0 ? undefined : ticks;
  }
  const [exit, from] = [ticksOf(readExit(text, at, entry)), entryTicksOf(entry)];
  return exit === null || from === null ? undefined : Math.abs(exit - from);
}

/** How far the exits are from the entry; the server keeps that from what it really fills at. */
export function distanceTexts(
  exits: { readonly takeProfit: Ticks | null; readonly stopLoss: Ticks | null },
  entry: ExitEntry,
  grid: PriceGrid,
): ExitDistanceTexts {
  const entryTicks = entryTicksOf(entry);
  const away = (ticks: Ticks | null) => (ticks === null || entryTicks === null ? null : Math.abs(ticks - entryTicks));
  return writtenDistances({ takeProfit: away(exits.takeProfit), stopLoss: away(exits.stopLoss) }, grid);
}

function writtenDistances(
  { takeProfit, stopLoss }: { readonly takeProfit: Ticks | null; readonly stopLoss: Ticks | null },
  grid: PriceGrid,
): ExitDistanceTexts {
  return {
    ...(takeProfit === null ? {} : { takeProfitDistance: priceToText(takeProfit, grid) }),
    ...(stopLoss === null ? {} : { stopLossDistance: priceToText(stopLoss, grid) }),
  };
}

function groundOf(leg: ExitLeg, { side, price, terms }: ExitEntry): ExitGround | null {
  if (price === null || terms === null) return null;
  return { leg: leg === 'takeProfitText' ? 'takeProfit' : 'stopLoss', entrySide: side, entry: price, terms };
}

/** A distance has no sign: the leg says on which side of the entry it lies. */
function readDistance(text: string, unit: Exclude<ExitUnit, 'price'>) {
  switch (unit) {
    case 'ticks': {
      const ticks = readTicks(text);
      return ticks === undefined ? undefined : ({ kind: 'ticks', ticks } as const);
    }
    case 'percent': {
      const percent = readTypedDecimal(text.replace(/\s*%$/, ''));
      return percent && ({ kind: 'percent', percent } as const);
    }
    case 'dong': {
      const perLotVnd = readTypedVnd(text);
      return perLotVnd === undefined ? undefined : ({ kind: 'dong', perLotVnd } as const);
    }
  }
}

function readTicks(text: string): Ticks | undefined {
  const decimal = readTypedDecimal(text);
  const ticks = decimal && rescale(decimal, 0);
  return ticks === undefined ? undefined : Number(ticks);
}
