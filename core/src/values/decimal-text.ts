/**
 * Exact decimals as text: the form in which prices and money cross the wire.
 * `-?digits[.digits]`, no exponent, no plus sign, no grouping, no leading or trailing ornament.
 */
import { assert } from '#values/whole-numbers.ts';

const DECIMAL = /^(-?)(0|[1-9]\d{0,14})(?:\.(\d{1,9}))?$/;

/** A decimal number as units of 10^-scale: `{ units: 45775n, scale: 2 }` is 457.75. */
export interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

/** Reads wire text; undefined when it is not a decimal. `-0` reads as 0. */
export function parseDecimal(text: string): Decimal | undefined {
  const match = DECIMAL.exec(text);
  if (!match) return undefined;
  const [, sign, whole = '', fraction = ''] = match;
  const magnitude = BigInt(whole + fraction);
  return { units: sign === '-' ? -magnitude : magnitude, scale: fraction.length };
}

/** A decimal of few digits, as nearly all are: `{ units: 45775, scale: 2 }` is 457.75. */
export interface ShortDecimal {
  readonly units: number;
  readonly scale: number;
}

/** Units of this many digits are always a safe integer. */
const SHORT_DIGITS = 15;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;

/**
 * Same results as `parseDecimal`, ten times as fast, for the prices of orders. Undefined for a longer decimal or for
 * text that is none: `parseDecimal` tells which.
 */
export function parseShortDecimal(text: string): ShortDecimal | undefined {
  const isNegative = text.charCodeAt(0) === MINUS;
  const start = isNegative ? 1 : 0;
  const { length } = text;
  let units = 0;
  let point = length;
  for (let at = start; at < length; at += 1) {
    const code = text.charCodeAt(at);
    const digit = code - ZERO;
    if (digit >= 0 && digit <= 9) units = units * 10 + digit;
    else if (code === POINT && point === length) point = at;
    else return undefined;
  }
  const whole = point - start;
  const scale = point === length ? 0 : length - point - 1;
  const isOrnate = text.charCodeAt(start) === ZERO && whole > 1;
  // A decimal has digits on both sides of its point.
  if (whole === 0 || isOrnate || scale > 9 || point === length - 1 || whole + scale > SHORT_DIGITS) return undefined;
  return { units: isNegative ? -units : units, scale };
}

/** Precomputed, because a power is the costliest operation, and reading a price needs two. */
const POWERS_OF_TEN = Array.from({ length: 20 }, (_, exponent) => 10n ** BigInt(exponent));

export function powerOfTen(exponent: number): bigint {
  return POWERS_OF_TEN[exponent] ?? 10n ** BigInt(exponent);
}

/** The value in units of 10^-scale, or undefined when it needs more decimals than that. */
export function rescale(value: Decimal, scale: number): bigint | undefined {
  if (scale >= value.scale) return value.units * powerOfTen(scale - value.scale);
  const divisor = powerOfTen(value.scale - scale);
  return value.units % divisor === 0n ? value.units / divisor : undefined;
}

/** Writes units of 10^-scale with exactly `scale` decimals. */
export function formatDecimal(units: bigint, scale: number): string {
  assert(Number.isInteger(scale) && scale >= 0, 'scale is a whole number from 0');
  const negative = units < 0n;
  const digits = (negative ? -units : units).toString().padStart(scale + 1, '0');
  const split = digits.length - scale;
  const text = scale === 0 ? digits : `${digits.slice(0, split)}.${digits.slice(split)}`;
  return negative ? `-${text}` : text;
}
