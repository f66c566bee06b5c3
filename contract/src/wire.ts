/**
 * The value types of the wire, each with one canonical form. Prices and money are decimal text, lots and sequence
 * numbers JSON integers, times ISO 8601 UTC with milliseconds, names upper case with their numeric code.
 * Schemas do not transform, so that OpenAPI says what the server checks; the `…FromWire` functions normalise inputs
 * with two forms, user-written text is normalised by its schema. Requests are strict objects: an unknown field is an
 * error.
 */
import {
  DURATIONS,
  type Duration,
  ORDER_STATUSES,
  ORDER_TYPES,
  type OrderType,
  PRODUCT_TYPES,
  SESSION_STATES,
  SIDES,
  type Side,
} from '@mua/core/values';
import { z } from 'zod';
import { DEMO_POLICY } from '#demo-policies.ts';
import { LIMITS } from '#limits.ts';
import { READABLE_TEXT, withPlainSpaces } from '#readable-text.ts';

/** -0 is a valid JSON number but no valid count. */
const isNotMinusZero = (value: number): boolean => !Object.is(value, -0);

// --- numbers ---

/** A decimal number as text: no exponent, no plus, no grouping, no minus zero. `"457.75"`, `"-0.05"`, `"0"`. */
export const decimalText = z
  .string()
  .max(32)
  .regex(/^(?!-0(?:\.0+)?$)-?(?:0|[1-9]\d{0,14})(?:\.\d{1,9})?$/);

/** Whole dong as text, negative for a loss or a debt. `"1950680075"`. */
export const moneyText = z
  .string()
  .max(20)
  .regex(/^(?:0|-?[1-9]\d{0,17})$/);

/** A price in the contract's price unit. Prices may be zero or negative, a CBOT eighth is `"457.75"`. */
export const priceText = decimalText;

/** A percentage in percent: `"150.9"` is 150.9 %. */
export const percentText = decimalText;

/** An amount in a contract's own currency (USD, JPY, MYR). */
export const currencyText = decimalText;

/** Lots: a whole number from 0. */
export const lots = z.int().min(0).refine(isNotMinusZero);

/** Lots with a sign: above 0 long, below 0 short. */
export const signedLots = z.int().refine(isNotMinusZero);

/** Requested lots. Below 1 is a trading refusal (QuantityInvalid), not a malformed request. */
export const quantityIn = z.int().min(-999_999_999).max(999_999_999).refine(isNotMinusZero);

/** Position in the journal or in a feed; grows, may skip. */
export const seq = z.int().min(0).refine(isNotMinusZero);

/** Milliseconds since 1970-01-01 UTC. */
export const timeMs = z.int().min(0).refine(isNotMinusZero);

/** A whole number from 0. */
export const count = z.int().min(0).refine(isNotMinusZero);

// --- time ---

/** `2026-11-20T05:31:07.250Z` */
export const instant = z.iso.datetime({ precision: 3 });

/** A trade date, which is the exchange's and not the calendar's: `2026-11-20`. */
export const tradeDate = z.iso.date();

// --- identifiers ---

/** Any UUID of any version, in either case; `uuidFromWire` gives the one spelling that is compared and stored. */
export const uuid = z.guid();

export function uuidFromWire(text: string): string {
  return text.toLowerCase();
}

/** An identifier of the server: opaque, random, compared exactly. Unknown ones are 404 in any form. */
export const opaqueId = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[A-Za-z0-9_-]+$/);

/** Commodity code, month letter, two-digit year: `ZCEZ26`. The server decides whether it is listed. */
export const contractCode = z
  .string()
  .min(1)
  .max(16)
  .regex(/^[A-Za-z0-9]+$/);

/** Of a calendar spread: near month, hyphen, far month. `ZCEZ26-ZCEH27` */
export const spreadCode = z
  .string()
  .max(33)
  .regex(/^[A-Za-z0-9]{1,16}-[A-Za-z0-9]{1,16}$/);

/** What an order can be in, and what has a book: a contract or a spread. */
export const listingCode = z.union([contractCode, spreadCode]);

/** `ZCEZ26,CLEF27`: several in one query. */
export const contractCodes = z
  .string()
  .regex(new RegExp(`^[A-Za-z0-9]{1,16}(,[A-Za-z0-9]{1,16}){0,${LIMITS.sparklineContracts - 1}}$`));

/** `ZCE` */
export const commodityCode = z
  .string()
  .min(1)
  .max(16)
  .regex(/^[A-Za-z0-9]+$/);

/** ISO 4217: USD, JPY, MYR, VND. */
export const currencyCode = z
  .string()
  .length(3)
  .regex(/^[A-Z]{3}$/);

/** A name in both languages; it is data, so it is not among web's texts. */
export const localName = z.object({ vi: z.string().max(200), en: z.string().max(200) }).meta({ id: 'LocalName' });

/** What a schema says of text that can't be read as it is written; the server answers it with UnreadableText. */
export const UNREADABLE = 'unreadable';

/**
 * User-written text, one line, of which everything can be seen (readable-text.ts). Normalised (NFC, plain spaces), so
 * that equal-looking text is equal: a Vietnamese name has two spellings in Unicode.
 */
export function ownWords(max: number) {
  return z
    .string()
    .normalize('NFC')
    .overwrite(withPlainSpaces)
    .trim()
    .max(max)
    .regex(READABLE_TEXT, { error: UNREADABLE });
}

/**
 * Who decides where two people must, in one spelling: two decisions are compared by it. The names of a demo's policies
 * belong to nobody.
 */
export const operatorId = z
  .string()
  .trim()
  .toLowerCase()
  .regex(new RegExp(`^(?!${DEMO_POLICY})[a-z0-9._-]{1,64}$`));

// --- words of the trade ---

/** The names of a closed list with codes, for the schemas and both directions of conversion. */
function namesOf<Codes extends object>(codes: Codes): readonly (keyof Codes & string)[] {
  return Object.keys(codes) as (keyof Codes & string)[];
}

/** Its codes, of those names that have one. */
function codesOf<Code extends number>(codes: Readonly<Record<string, Code | null>>): readonly Code[] {
  return Object.values(codes).filter((code) => code !== null);
}

/** A name or its code, as a request may have it. */
function nameOf<Name extends string>(codes: Readonly<Record<Name, number | null>>, value: Name | number): Name {
  if (typeof value === 'string') return value;
  const name = namesOf(codes).find((one) => codes[one] === value);
  // The schema has let nothing else through.
  if (name === undefined) throw new Error(`no name has the code ${value}`);
  return name;
}

export const side = z.enum(namesOf(SIDES)).meta({ id: 'Side' });
export const sideCode = z.literal(codesOf(SIDES));

export const orderType = z.enum(namesOf(ORDER_TYPES)).meta({ id: 'OrderType' });
/** Null for types that the broker holds and that have no code (docs/rules/orders.md#types-and-times-in-force). */
export const orderTypeCode = z.literal(codesOf(ORDER_TYPES)).nullable();

export const duration = z.enum(namesOf(DURATIONS)).meta({ id: 'Duration' });
export const durationCode = z.literal(codesOf(DURATIONS));

export const orderStatus = z.enum(ORDER_STATUSES).meta({ id: 'OrderStatus' });
export const sessionState = z.enum(SESSION_STATES).meta({ id: 'SessionState' });
export const productType = z.enum(PRODUCT_TYPES).meta({ id: 'ProductType' });

/** A side in a request: its name or its code (docs/rules/orders.md#types-and-times-in-force). */
export const sideIn = z.union([z.enum(namesOf(SIDES)), sideCode]);
export type SideIn = z.infer<typeof sideIn>;

/** An order type in a request: its name, or its code where it has one. Trailing stops and TPSL have none. */
export const orderTypeIn = z.union([z.enum(namesOf(ORDER_TYPES)), z.literal(codesOf(ORDER_TYPES))]);
export type OrderTypeIn = z.infer<typeof orderTypeIn>;

/** A time in force in a request: its name or its code (docs/rules/orders.md#types-and-times-in-force). */
export const durationIn = z.union([z.enum(namesOf(DURATIONS)), durationCode]);
export type DurationIn = z.infer<typeof durationIn>;

export function sideFromWire(value: SideIn): Side {
  return nameOf(SIDES, value);
}

export function orderTypeFromWire(value: OrderTypeIn): OrderType {
  return nameOf(ORDER_TYPES, value);
}

export function durationFromWire(value: DurationIn): Duration {
  return nameOf(DURATIONS, value);
}

/** A side in a reply: `{side, sideCode}`. */
export function sideToWire(value: Side): { side: Side; sideCode: (typeof SIDES)[Side] } {
  return { side: value, sideCode: SIDES[value] };
}

/** An order type in a reply: `{orderType, orderTypeCode}`. */
export function orderTypeToWire(value: OrderType): {
  orderType: OrderType;
  orderTypeCode: (typeof ORDER_TYPES)[OrderType];
} {
  return { orderType: value, orderTypeCode: ORDER_TYPES[value] };
}

/** A time in force in a reply: `{duration, durationCode}`. */
export function durationToWire(value: Duration): { duration: Duration; durationCode: (typeof DURATIONS)[Duration] } {
  return { duration: value, durationCode: DURATIONS[value] };
}

// --- lists ---

/** The beginning of the next page: opaque, from a reply. */
export const cursor = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[A-Za-z0-9_-]+$/);

/** Requested number of rows in an address: digits. It is limited to the maximum, see `pageSize`. */
export const limitText = z.string().regex(/^[1-9]\d{0,4}$/);

/** The number of rows to return: as requested or the default, at most the maximum. */
export function pageSize(
  limit: string | number | undefined,
  sizes: { usual: number; max: number } = { usual: LIMITS.pageSize, max: LIMITS.pageSizeMax },
): number {
  return Math.min(limit === undefined ? sizes.usual : Number(limit), sizes.max);
}

/** A page of a list; `nextCursor` is null on the last one. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), nextCursor: cursor.nullable() });
}

/** A page of a list with the total number of rows. */
export function countedListOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), nextCursor: cursor.nullable(), total: count });
}
