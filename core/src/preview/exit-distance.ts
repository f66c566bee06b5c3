/**
 * Exits (take profit, stop loss) as they are typed: a number of ticks, a percentage of the entry or a sum of dong for
 * one lot, and each of them read back from a price.
 *
 * One rule for all three: the exit is the price nearest to the entry, on its own side, whose distance is at least what
 * was typed. So it is rounded away from the entry, and an exit written in another unit and read again is the same price
 * (docs/rules/orders.md#exits-by-distance).
 */
import type { MoneyTerms } from '#positions/position.ts';
import { type Decimal, powerOfTen } from '#values/decimal-text.ts';
import { MICRO_PER_DONG } from '#values/money.ts';
import type { Side } from '#values/trading-words.ts';
import type { Lots, Ticks, Vnd } from '#values/units.ts';
import { divideHalfEven, divideUp } from '#values/whole-numbers.ts';

export type ExitLegName = 'takeProfit' | 'stopLoss';

/** An average may lie between two ticks, so it is a fraction: the sum of ticks x lots, and the lots. */
export interface EntryPrice {
  readonly notional: number;
  /** At least 1. */
  readonly lots: Lots;
}

export interface ExitGround {
  readonly leg: ExitLegName;
  /** Side of the entry, not of the exit. */
  readonly entrySide: Side;
  readonly entry: EntryPrice;
  readonly terms: MoneyTerms;
}

export type TypedDistance =
  | { readonly kind: 'ticks'; readonly ticks: Ticks }
  | { readonly kind: 'percent'; readonly percent: Decimal }
  /** Gained or lost by one lot, without fees. */
  | { readonly kind: 'dong'; readonly perLotVnd: Vnd };

/** The exit's price in ticks; undefined for a negative distance, or one that no price can hold. */
export function exitAtDistance(typed: TypedDistance, ground: ExitGround): Ticks | undefined {
  const { num, den } = distanceOf(typed, ground);
  if (num < 0n || den <= 0n) return undefined;
  const away = awayFrom(ground);
  const entryNum = BigInt(ground.entry.notional) * den;
  const entryDen = BigInt(ground.entry.lots) * den;
  const moved = num * BigInt(ground.entry.lots);
  const exact = away > 0 ? divideUp(entryNum + moved, entryDen) : -divideUp(moved - entryNum, entryDen);
  const nearer = exact - BigInt(away);
  // Dong are rounded to nearest: a tick less may already be shown as what was typed.
  const isEnough = typed.kind === 'dong' && typed.perLotVnd > 0n && vndAt(nearer, ground) >= typed.perLotVnd;
  const ticks = Number(isEnough ? nearer : exact);
  return Number.isSafeInteger(ticks) ? ticks : undefined;
}

export interface ExitDistance {
  /** Whole ticks from the entry, the part of a tick that an average adds left out. */
  readonly ticks: Ticks;
  /** With as many decimals, at least two, as tell one tick from the next; null for an entry at zero. */
  readonly percent: Decimal | null;
  readonly perLotVnd: Vnd;
}

/** The distance of an exit in each unit; undefined on the wrong side of the entry, or at it. */
export function distanceOfExit(exitTicks: Ticks, ground: ExitGround): ExitDistance | undefined {
  const { notional, lots } = ground.entry;
  const gap = gapOf(BigInt(exitTicks), ground);
  if (gap <= 0n) return undefined;
  const price = notional < 0 ? -BigInt(notional) : BigInt(notional);
  return {
    ticks: Number(gap / BigInt(lots)),
    percent: price === 0n ? null : percentOf(gap, { price, lots: BigInt(lots) }),
    perLotVnd: vndAt(BigInt(exitTicks), ground),
  };
}

const LEAST_DECIMALS = 2;
const MOST_DECIMALS = 9;

/** Rounded down, so that the same exit is found from it again. */
function percentOf(gap: bigint, { price, lots }: { readonly price: bigint; readonly lots: bigint }): Decimal {
  let scale = LEAST_DECIMALS;
  // One unit of the last decimal must be less than a tick: price / lots / 100 x 10^-scale <= 1.
  while (scale < MOST_DECIMALS && price > 100n * lots * powerOfTen(scale)) scale += 1;
  return { units: (gap * 100n * powerOfTen(scale)) / price, scale };
}

interface Fraction {
  readonly num: bigint;
  readonly den: bigint;
}

/** In ticks. */
function distanceOf(typed: TypedDistance, { entry, terms }: ExitGround): Fraction {
  switch (typed.kind) {
    case 'ticks':
      return { num: BigInt(typed.ticks), den: 1n };
    case 'percent': {
      const price = BigInt(Math.abs(entry.notional));
      const { units, scale } = typed.percent;
      return { num: price * units, den: BigInt(entry.lots) * 100n * powerOfTen(scale) };
    }
    case 'dong':
      return { num: typed.perLotVnd * BigInt(MICRO_PER_DONG), den: terms.tickValueMinor * terms.rateE4 };
  }
}

/** Distance on the exit's own side of the entry, in ticks x lots of the entry. */
function gapOf(exitTicks: bigint, ground: ExitGround): bigint {
  return BigInt(awayFrom(ground)) * (exitTicks * BigInt(ground.entry.lots) - BigInt(ground.entry.notional));
}

function vndAt(exitTicks: bigint, ground: ExitGround): Vnd {
  const { entry, terms } = ground;
  const micro = gapOf(exitTicks, ground) * terms.tickValueMinor * terms.rateE4;
  return divideHalfEven(micro, BigInt(entry.lots) * BigInt(MICRO_PER_DONG));
}

/** A take profit lies in the direction of the entry, a stop loss against it. */
function awayFrom({ leg, entrySide }: ExitGround): 1 | -1 {
  return (leg === 'takeProfit') === (entrySide === 'BUY') ? 1 : -1;
}
