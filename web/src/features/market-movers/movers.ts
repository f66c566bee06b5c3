/** Ranks the contracts that rose, fell and traded most: by the change against settlement and the day's volume. Pure. */
import type { QuoteField } from '#market/price-store.ts';

export interface MoverQuote {
  readonly code: string;
  readonly last: number | null;
  readonly settlement: number | null;
  readonly volume: number | null;
}

export interface Movers {
  readonly rising: readonly string[];
  readonly falling: readonly string[];
  readonly traded: readonly string[];
}

export const MOVER_LISTS = ['rising', 'falling', 'traded'] as const satisfies readonly (keyof Movers)[];

export type ReadQuote = (code: string, field: QuoteField) => number | null;

export function quotesOf(codes: readonly string[], read: ReadQuote): readonly MoverQuote[] {
  return codes.map((code) => {
    return { code, last: read(code, 'last'), settlement: read(code, 'settlement'), volume: read(code, 'volume') };
  });
}

/** Lists only contracts that really rose or fell; a percentage of a settlement at or below zero is meaningless. */
export function moversOf(quotes: readonly MoverQuote[], most: number): Movers {
  const changed = quotes.flatMap(({ code, last, settlement }) =>
    last === null || settlement === null || settlement <= 0 ? [] : [{ code, size: (last - settlement) / settlement }],
  );
  const traded = quotes.flatMap(({ code, volume }) =>
    volume === null || volume === 0 ? [] : [{ code, size: volume }],
  );
  return {
    rising: largest(changed.filter(({ size }) => size > 0)),
    falling: largest(changed.flatMap(({ code, size }) => (size < 0 ? [{ code, size: -size }] : []))),
    traded: largest(traded),
  };

  function largest(sizes: readonly { readonly code: string; readonly size: number }[]): readonly string[] {
    return [...sizes]
      .sort((a, b) => b.size - a.size || (a.code < b.code ? -1 : 1))
      .slice(0, most)
      .map(({ code }) => code);
  }
}
