/**
 * Formats everything a screen shows (docs/rules/words.md#numbers-and-dates). Prices and quotes read alike in both
 * languages; money and ratios follow the language; dates are Vietnam's. Money comes in as decimal text or as bigint in
 * minor units and is never a float on the way. A missing value is "–", never 0 and never a blank.
 */
import {
  formatDecimal,
  type PriceGrid,
  priceTextToDisplay,
  priceToDisplay,
  type Ticks,
  VIETNAM_OFFSET_MS,
} from '@mua/core/values';
import type { Language } from '#i18n/languages.ts';

export const MISSING = '–';
export const MINUS = '−';
/**
 * Groups volumes too, so that 186 412 is never read as a decimal. Our font has no narrower space that keeps a line
 * whole.
 */
const NO_BREAK_SPACE = '\u00a0';

/** Decimal text in whole units, or minor units (dong; cents), or nothing yet. */
export type Amount = string | bigint | null | undefined;
/** An instant: milliseconds since the epoch or ISO 8601 text with an offset. */
export type Instant = number | string | null | undefined;

interface Marks {
  readonly group: string;
  readonly decimal: string;
}

const MARKS: Record<Language, Marks> = { vi: { group: '.', decimal: ',' }, en: { group: ',', decimal: '.' } };

/** Writes a price in the contract's own format: `457'6`, `312.45`. */
export function formatPrice(ticks: Ticks | null | undefined, grid: PriceGrid): string {
  return ticks === null || ticks === undefined ? MISSING : priceToDisplay(ticks, grid);
}

/** Writes a price or an average as it comes on the wire. */
export function formatPriceText(text: string, grid: PriceGrid): string {
  return priceTextToDisplay(text, grid) ?? MISSING;
}

/** Writes a difference of two prices: always signed, except zero. */
export function formatPriceChange(ticks: Ticks | null | undefined, grid: PriceGrid): string {
  if (ticks === null || ticks === undefined) return MISSING;
  return (ticks > 0 ? '+' : '') + priceToDisplay(ticks, grid);
}

/** Writes the change of a quote in percent with two decimals, a dot in both languages: `+1.22%`. */
export function formatQuotePercent(
  changeTicks: Ticks | null | undefined,
  referenceTicks: Ticks | null | undefined,
): string {
  if (changeTicks === null || changeTicks === undefined || !referenceTicks) return MISSING;
  const hundredths = divideHalfUp(BigInt(changeTicks) * 10_000n, BigInt(Math.abs(referenceTicks)));
  return `${signed(formatDecimal(hundredths, 2), hundredths)}%`;
}

/** Writes a share of a price, in tenths of a percent, a dot in both languages too: `+13.2%`. */
export function formatPriceShare(tenths: bigint | null): string {
  return tenths === null ? MISSING : `${signed(formatDecimal(tenths, 1), tenths)}%`;
}

/** Writes a count: lots of a quote or a day, ticks, orders; grouped by a space. */
export function formatVolume(count: number | null | undefined): string {
  if (count === null || count === undefined || !Number.isFinite(count)) return MISSING;
  return group(String(count), NO_BREAK_SPACE);
}

export interface MoneyOptions {
  /** Profit is always signed (docs/rules/words.md#numbers-and-dates). */
  readonly signed?: boolean;
  /** True in a column whose head names the currency. */
  readonly bare?: boolean;
}

/** Writes dong: `1.950.680.075 ₫` / `₫1,950,680,075`. */
export function formatVnd(amount: Amount, language: Language, options: MoneyOptions = {}): string {
  const units = minorUnits(amount, 0);
  if (units === undefined) return MISSING;
  const text = signOf(units, options) + wholeText(units, language);
  if (options.bare) return text;
  return language === 'vi' ? `${text}${NO_BREAK_SPACE}₫` : text.replace(/^([+−]?)/, '$1₫');
}

/** Writes foreign money: `1.250,50 USD` / `USD 1,250.50`; other currencies of the contracts alike. */
export function formatForeign(
  amount: Amount,
  currency: string,
  language: Language,
  options: MoneyOptions = {},
): string {
  const units = minorUnits(amount, 2);
  if (units === undefined) return MISSING;
  const text = signOf(units, options) + decimalText(units, 2, language);
  if (options.bare) return text;
  return language === 'vi' ? `${text}${NO_BREAK_SPACE}${currency}` : `${currency}${NO_BREAK_SPACE}${text}`;
}

export interface ProfitOptions {
  /** Currency of the profit; dong unless named. */
  readonly currency?: string;
  readonly bare?: boolean;
}

/** Describes a written profit: the tone is that of the figure shown, so that +0 has none. */
export interface WrittenProfit {
  readonly text: string;
  readonly tone: 'up' | 'down' | 'plain';
}

/** Profit is always signed (docs/rules/words.md#numbers-and-dates). */
export function formatProfit(
  amount: Amount,
  language: Language,
  { currency = 'VND', bare = false }: ProfitOptions = {},
): WrittenProfit {
  const options = { bare, signed: true };
  const isDong = currency === 'VND';
  const text = isDong ? formatVnd(amount, language, options) : formatForeign(amount, currency, language, options);
  const units = minorUnits(amount, isDong ? 0 : 2) ?? 0n;
  return { text, tone: units > 0n ? 'up' : units < 0n ? 'down' : 'plain' };
}

/** Writes a ratio given as percent (`150.9`): `150,9%` / `150.9%`. */
export function formatRatio(percent: string | null | undefined, language: Language, decimals = 1): string {
  const units = minorUnits(percent, decimals);
  if (units === undefined) return MISSING;
  return `${signOf(units, {})}${decimalText(units, decimals, language)}%`;
}

/**
 * Writes a return given in percent (`29.71`), signed like a profit: `+29,7%` / `+29.7%`; a bare one is in points of
 * percent.
 */
export function formatReturn(
  percent: string | null | undefined,
  language: Language,
  { decimals = 1, bare = false }: ReturnOptions = {},
): WrittenProfit {
  const units = minorUnits(percent, decimals);
  if (units === undefined) return { text: MISSING, tone: 'plain' };
  const text = signOf(units, { signed: true }) + decimalText(units, decimals, language);
  return { text: bare ? text : `${text}%`, tone: units > 0n ? 'up' : units < 0n ? 'down' : 'plain' };
}

export interface ReturnOptions {
  readonly decimals?: number;
  readonly bare?: boolean;
}

/** Writes a plain number of the wire without zeros at its end: `0.5000` is `0,5` / `0.5`. */
export function formatPlain(text: string | null | undefined, language: Language): string {
  const [, whole = '', fraction = ''] = /^(-?\d+)(?:\.(\d*?)0*)?$/.exec(text ?? '') ?? [];
  if (whole === '') return MISSING;
  const written = whole.replace('-', MINUS);
  return fraction === '' ? written : written + MARKS[language].decimal + fraction;
}

/** Writes millions of dong, for summaries only: `1.950,7 tr` / `₫1,950.7m`. */
export function formatVndSummary(amount: Amount, language: Language, options: MoneyOptions = {}): string {
  const units = minorUnits(amount, 0);
  if (units === undefined) return MISSING;
  const tenths = divideHalfUp(units, 100_000n);
  const text = signOf(tenths, options) + decimalText(tenths, 1, language).replace(/[.,]0$/, '');
  return language === 'vi' ? `${text}${NO_BREAK_SPACE}tr` : `${text.replace(/^([+−]?)/, '$1₫')}m`;
}

/** Writes dd/MM/yyyy in Vietnam. */
export function formatDate(instant: Instant): string {
  const at = vietnam(instant);
  return at ? `${two(at.getUTCDate())}/${two(at.getUTCMonth() + 1)}/${at.getUTCFullYear()}` : MISSING;
}

/** Writes HH:mm:ss in Vietnam. */
export function formatTime(instant: Instant): string {
  const at = vietnam(instant);
  return at ? `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}` : MISSING;
}

/** Writes HH:mm:ss.SSS in Vietnam, where the order of events matters. */
export function formatTimeMs(instant: Instant): string {
  const at = vietnam(instant);
  return at ? `${formatTime(instant)}.${String(at.getUTCMilliseconds()).padStart(3, '0')}` : MISSING;
}

/** Writes HH:mm in Vietnam, for hours that are plans rather than records. */
export function formatHour(instant: Instant): string {
  const text = formatTime(instant);
  return text === MISSING ? text : text.slice(0, 5);
}

/** Writes dd/MM/yyyy HH:mm:ss in Vietnam. */
export function formatDateTime(instant: Instant): string {
  const date = formatDate(instant);
  return date === MISSING ? date : `${date} ${formatTime(instant)}`;
}

/** Writes a calendar date of the wire (`2026-12-14`) as dd/MM/yyyy, in no time zone at all. */
export function formatCivilDate(date: string | null | undefined): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date ?? '');
  return match ? `${match[3]}/${match[2]}/${match[1]}` : MISSING;
}

/** Writes the month a contract ends in (`2026-12`, or a date of it) as MM/yy. */
export function formatExpiry(month: string | null | undefined): string {
  const match = /^\d{2}(\d{2})-(\d{2})(?:-\d{2})?$/.exec(month ?? '');
  return match ? `${match[2]}/${match[1]}` : MISSING;
}

/** Writes the time left as mm:ss; an hour or more in minutes, and a time that has passed as 00:00. */
export function formatCountdown(leftMs: number | null | undefined): string {
  if (leftMs === null || leftMs === undefined || !Number.isFinite(leftMs)) return MISSING;
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** Returns a Date whose UTC fields read Vietnam's wall clock; the country has no daylight saving. */
function vietnam(instant: Instant): Date | undefined {
  if (instant === null || instant === undefined) return undefined;
  const ms = typeof instant === 'number' ? instant : Date.parse(instant);
  return Number.isFinite(ms) ? new Date(ms + VIETNAM_OFFSET_MS) : undefined;
}

/**
 * Parses units of 10^-scale, rounded half away from zero where the text is finer; undefined when there is no number.
 * The wire's sums have up to 18 digits, more than core's decimals of a price, so the text is read here.
 */
function minorUnits(amount: Amount, scale: number): bigint | undefined {
  if (typeof amount === 'bigint') return amount;
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount ?? '') ?? [];
  if (whole === '') return undefined;
  const units = BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'));
  const rounded = (fraction[scale] ?? '0') >= '5' ? units + 1n : units;
  return sign ? -rounded : rounded;
}

function divideHalfUp(value: bigint, divisor: bigint): bigint {
  const half = value < 0n ? -divisor / 2n : divisor / 2n;
  return (value + half) / divisor;
}

function signOf(units: bigint, options: MoneyOptions): string {
  if (units < 0n) return MINUS;
  return options.signed && units > 0n ? '+' : '';
}

function signed(text: string, units: bigint): string {
  if (units < 0n) return MINUS + text.slice(1);
  return units > 0n ? `+${text}` : text;
}

function magnitude(units: bigint): bigint {
  return units < 0n ? -units : units;
}

function wholeText(units: bigint, language: Language): string {
  return group(magnitude(units).toString(), MARKS[language].group);
}

function decimalText(units: bigint, scale: number, language: Language): string {
  const [whole = '0', fraction = ''] = formatDecimal(magnitude(units), scale).split('.');
  const marks = MARKS[language];
  return fraction ? group(whole, marks.group) + marks.decimal + fraction : group(whole, marks.group);
}

function group(digits: string, mark: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, mark);
}
