/**
 * The one text of a value from which it is hashed: JSON with keys sorted by code point, without white space. The same
 * value has the same text on every machine, so whoever has the value can compute its hash.
 */

export type Canonical =
  | string
  | number
  | boolean
  | null
  | readonly Canonical[]
  | { readonly [key: string]: Canonical | undefined };

/** Fields that are undefined are left out. Throws for a number that is not whole: every program writes it differently. */
export function canonicalText(value: Canonical): string {
  if (typeof value === 'number') return wholeNumber(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalText).join(',')}]`;
  const fields: string[] = [];
  for (const key of sortedKeys(value)) {
    const field = value[key];
    if (field !== undefined) fields.push(`${JSON.stringify(key)}:${canonicalText(field)}`);
  }
  return `{${fields.join(',')}}`;
}

function isList(value: object): value is readonly Canonical[] {
  return Array.isArray(value);
}

function wholeNumber(value: number): string {
  if (!Number.isSafeInteger(value)) throw new TypeError(`${value} has no canonical text`);
  return String(Object.is(value, -0) ? 0 : value);
}

/** The first unit that a character beyond the first plane is written with; below, UTF-16 sorts as code points do. */
const BEYOND = /[\ud800-\uffff]/;

function sortedKeys(value: object): readonly string[] {
  const keys = Object.keys(value);
  return keys.some((key) => BEYOND.test(key)) ? keys.sort(byCodePoint) : keys.sort();
}

function byCodePoint(one: string, other: string): number {
  const [a, b] = [[...one], [...other]];
  for (const [place, character] of a.entries()) {
    const opposite = b[place];
    if (opposite === undefined) return 1;
    const difference = (character.codePointAt(0) ?? 0) - (opposite.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
