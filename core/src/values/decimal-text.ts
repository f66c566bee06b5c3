/**
 * Exact decimals as text: the form in which prices and money cross the wire.
 * `-?digits[.digits]`, no exponent, no plus sign, no grouping, no leading or trailing ornament.
 */
import { assert } from './whole-numbers.ts';

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

/** The value in units of 10^-scale, or undefined when it needs more decimals than that. */
export function rescale(value: Decimal, scale: number): bigint | undefined {
  if (scale >= value.scale) return value.units * 10n ** BigInt(scale - value.scale);
  const divisor = 10n ** BigInt(value.scale - scale);
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
