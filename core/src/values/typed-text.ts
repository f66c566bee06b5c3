/**
 * Parses what a user types (docs/rules/orders.md#typed-numbers). Price: a single comma or dot is the decimal mark in
 * both languages; with both, the last one is the decimal mark and the other groups; a repeated one groups, in threes or
 * it is refused. Eighths: 357'6, 357’6, 357-6.
 */
import { type Decimal, parseDecimal } from '#values/decimal-text.ts';
import { type PriceGrid, type PriceReading, priceFromDecimal } from '#values/price-text.ts';
import type { Lots, Vnd } from '#values/units.ts';

const GROUPED = /^\d{1,3}(?:[.,]\d{3})+$/;

export function readTypedPrice(typed: string, grid: PriceGrid): PriceReading {
  const text = typed.trim().replaceAll('−', '-');
  const eighths = grid.display === 'eighths' ? /^(-?)(\d{1,12})['’-]([0-7])$/.exec(text) : null;
  const decimal = eighths ? fromEighths(eighths) : readTypedDecimal(text);
  return decimal ? priceFromDecimal(decimal, grid) : { kind: 'notANumber' };
}

function fromEighths(match: RegExpExecArray): Decimal {
  const [, sign, whole = '0', eighth = '0'] = match;
  const units = BigInt(whole) * 1000n + BigInt(eighth) * 125n;
  return { units: sign === '-' ? -units : units, scale: 3 };
}

/** A typed decimal number, or undefined. */
export function readTypedDecimal(typed: string): Decimal | undefined {
  const text = typed.trim().replaceAll('−', '-');
  const sign = text.startsWith('-') ? '-' : '';
  const body = sign ? text.slice(1) : text;
  if (!/^[\d.,]{1,24}$/.test(body)) return undefined;
  const dots = body.split('.').length - 1;
  const commas = body.split(',').length - 1;
  if (dots + commas === 0) return parseDecimal(sign + withoutLeadingZeros(body));
  if (dots > 0 && commas > 0) return mixedMarks(sign, body);
  if (dots + commas > 1) {
    return GROUPED.test(body) ? parseDecimal(sign + withoutLeadingZeros(body.replace(/[.,]/g, ''))) : undefined;
  }
  return oneMark(sign, body);
}

function oneMark(sign: string, body: string): Decimal | undefined {
  const [whole = '', fraction = ''] = body.split(/[.,]/);
  if (fraction === '' && whole === '') return undefined;
  if (fraction === '') return parseDecimal(sign + withoutLeadingZeros(whole));
  return parseDecimal(`${sign}${withoutLeadingZeros(whole)}.${fraction}`);
}

function mixedMarks(sign: string, body: string): Decimal | undefined {
  const last = Math.max(body.lastIndexOf('.'), body.lastIndexOf(','));
  const mark = body[last] === '.' ? '.' : ',';
  const grouped = body.slice(0, last);
  const fraction = body.slice(last + 1);
  if (grouped.includes(mark) || !GROUPED.test(grouped) || !/^\d+$/.test(fraction)) return undefined;
  return parseDecimal(`${sign}${withoutLeadingZeros(grouped.replace(/[.,]/g, ''))}.${fraction}`);
}

function withoutLeadingZeros(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '') || '0';
}

/** Of one kind: 50.000.000, 50,000,000, 50 000 000, also with the spaces that pages don't break. */
const GROUPED_VND = /^\d{1,3}([.,\s])\d{3}(?:\1\d{3})*$/;

/** A typed amount of dong: comma, dot or space groups, only one kind, in threes; otherwise undefined. */
export function readTypedVnd(typed: string): Vnd | undefined {
  const text = typed.trim().replace(/\s*(₫|đ|đồng|VND|VNĐ)$/iu, '');
  if (/^\d{1,15}$/.test(text)) return BigInt(text);
  if (!GROUPED_VND.test(text)) return undefined;
  const digits = text.replace(/\D/g, '');
  return digits.length <= 15 ? BigInt(digits) : undefined;
}

/** Typed lots: a whole number without sign, or undefined. */
export function readTypedLots(typed: string): Lots | undefined {
  const text = typed.trim();
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
