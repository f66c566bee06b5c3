/**
 * A price is a signed whole number of ticks; this file alone converts between ticks and text. The tick grid is not the
 * number of decimals (0.25, 0.05, 0.0005, 5), and a price may be zero or negative.
 */
import {
  type Decimal,
  formatDecimal,
  parseDecimal,
  parseShortDecimal,
  powerOfTen,
  type ShortDecimal,
} from '#values/decimal-text.ts';
import type { Lots, Ticks } from '#values/units.ts';
import { assert, divideHalfEven } from '#values/whole-numbers.ts';

/** How a contract's ticks are written. One tick = `tickUnits` x 10^-`scale` of the price unit. */
export interface PriceGrid {
  readonly scale: number;
  readonly tickUnits: number;
  /** `eighths`: CBOT grains, `357'6` = 357 6/8 (docs/rules/market.md#price-formats; docs/rules/market.md#contracts). */
  readonly display: 'decimal' | 'eighths';
}

export type PriceReading =
  | { readonly kind: 'price'; readonly ticks: Ticks }
  /** A number between two ticks. */
  | { readonly kind: 'offGrid'; readonly lowerTicks: Ticks; readonly upperTicks: Ticks }
  | { readonly kind: 'notANumber' };

/** Reads wire text (`"457.75"`). Rounds to the grid's floor and ceiling when the price lies between ticks. */
export function priceFromText(text: string, grid: PriceGrid): PriceReading {
  const short = parseShortDecimal(text);
  const ticks = short && wholeTicks(short, grid);
  if (ticks !== undefined) return { kind: 'price', ticks };
  const decimal = parseDecimal(text);
  return decimal ? priceFromDecimal(decimal, grid) : { kind: 'notANumber' };
}

/** Written out, because a computed power may be inexact on some machine. */
const TENS = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000];

/** The usual price as a number: on a tick, with no more decimals than one. Undefined for any other. */
function wholeTicks({ units, scale }: ShortDecimal, grid: PriceGrid): Ticks | undefined {
  const factor = TENS[grid.scale - scale];
  if (factor === undefined) return undefined;
  const gridUnits = units * factor;
  if (!Number.isSafeInteger(gridUnits) || gridUnits % grid.tickUnits !== 0) return undefined;
  // Plus 0: zero has no sign.
  return gridUnits / grid.tickUnits + 0;
}

export function priceFromDecimal(decimal: Decimal, grid: PriceGrid): PriceReading {
  const scale = Math.max(decimal.scale, grid.scale);
  const units = decimal.units * powerOfTen(scale - decimal.scale);
  const tick = BigInt(grid.tickUnits) * powerOfTen(scale - grid.scale);
  const remainder = ((units % tick) + tick) % tick;
  const lower = Number((units - remainder) / tick);
  if (!Number.isSafeInteger(lower)) return { kind: 'notANumber' };
  return remainder === 0n
    ? { kind: 'price', ticks: lower }
    : { kind: 'offGrid', lowerTicks: lower, upperTicks: lower + 1 };
}

/** Wire text of a price: always decimal, never eighths, with the grid's decimals. */
export function priceToText(ticks: Ticks, grid: PriceGrid): string {
  assert(Number.isSafeInteger(ticks), 'a price is a whole number of ticks');
  return formatDecimal(BigInt(ticks) * BigInt(grid.tickUnits), grid.scale);
}

/** The price for display: decimals of the tick, or eighths with an apostrophe (quarters of eighths as `'5¼`). */
export function priceToDisplay(ticks: Ticks, grid: PriceGrid): string {
  if (grid.display === 'decimal') return priceToText(ticks, grid).replace('-', '−');
  const unit = 10n ** BigInt(grid.scale);
  const units = BigInt(ticks) * BigInt(grid.tickUnits);
  const magnitude = units < 0n ? -units : units;
  const eighths = (magnitude % unit) * 8n;
  assert(eighths % unit === 0n, 'a price in eighths has a tick of whole eighths');
  return `${units < 0n ? '−' : ''}${magnitude / unit}'${eighths / unit}`;
}

/**
 * A price or an average of the wire for display: on a tick like every price; an average between two ticks as a decimal
 * with as many places as it needs, because an eighth has no fraction of its own. Undefined for what is no number.
 */
export function priceTextToDisplay(text: string, grid: PriceGrid): string | undefined {
  const reading = priceFromText(text, grid);
  if (reading.kind === 'notANumber') return undefined;
  if (reading.kind === 'price') return priceToDisplay(reading.ticks, grid);
  const [whole = '', fraction = ''] = text.replace('-', '−').split('.');
  const places = fraction.replace(/0+$/, '').padEnd(Math.min(grid.scale, fraction.length), '0');
  return places === '' ? whole : `${whole}.${places}`;
}

/** One tick as wire text: `"0.25"`. */
export function tickText(grid: PriceGrid): string {
  return priceToText(1, grid);
}

/**
 * Average of prices as wire text, with two decimals more than the grid.
 * `notional` is the sum of ticks x lots; rounded to nearest, ties to even.
 */
export function averagePriceText(notional: bigint, lots: Lots, grid: PriceGrid): string {
  const units = divideHalfEven(notional * BigInt(grid.tickUnits) * 100n, BigInt(lots));
  return formatDecimal(units, grid.scale + 2);
}
