/**
 * Text of strangers on an operator's terminal: whatever a terminal would obey instead of showing it (control characters,
 * hidden ones, changes of direction) is written as its number.
 */

/** The same value with every text in it safe to print. */
export function printable(value) {
  if (typeof value === 'string') return escaped(value);
  if (Array.isArray(value)) return value.map(printable);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [escaped(name), printable(part)]));
}

/** JSON in one line whose texts are the same and safe to print: JSON's own escapes stand for what is not shown. */
export function printableJson(value) {
  return escaped(JSON.stringify(value));
}

function escaped(text) {
  return text.replace(/[\p{C}\u2028\u2029]/gu, (sign) =>
    [...Array(sign.length).keys()].map((at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  );
}

/** A sum as operators read it, 50,000,000. */
export function dong(sum) {
  return BigInt(sum).toLocaleString('en-US');
}
