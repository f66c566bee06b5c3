/**
 * What an address may ask of a page: each value by its reader. The router merges what is read into the whole of the
 * address, so what is not understood has to be there as undefined: left out, the raw value would reach the page.
 */
type Reader<T> = (value: unknown) => T | undefined;
type Read<T> = { readonly [K in keyof T]?: T[K] | undefined };

export function readSearch<T extends object>(readers: { readonly [K in keyof T]: Reader<T[K]> }) {
  return (search: Readonly<Record<string, unknown>>): Read<T> => {
    const read: { -readonly [K in keyof T]?: T[K] | undefined } = {};
    for (const name in readers) read[name] = readers[name](search[name]);
    return read;
  };
}

export function oneOf<T extends string>(known: readonly T[]): Reader<T> {
  return (value) => known.find((one) => one === value);
}

export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** As the wire writes it. */
export function decimal(value: unknown): string | undefined {
  return typeof value === 'string' && /^-?\d{1,9}(\.\d{1,9})?$/.test(value) ? value : undefined;
}

/** Values of an address are text. */
export function positiveWhole(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) && Number(number) > 0 ? Number(number) : undefined;
}
