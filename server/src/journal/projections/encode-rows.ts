/** The rows of a batch as the texts that its digest is made of. */
import { rowWriter } from '#db/column-arrays.ts';
import type { BatchRows } from '#journal/projections/rows.ts';

/**
 * The rows that make up a batch's digest, in order. Order steps, account days, alarms and copies are derived from the
 * same steps and excluded, so that journals written before them keep their digests.
 */
const DIGESTED = [
  'orders',
  'fills',
  'positions',
  'settled',
  'postings',
  'accounts',
  'conditionals',
  'acts',
] as const satisfies readonly (keyof BatchRows)[];

export type DigestedTexts = Readonly<Record<(typeof DIGESTED)[number], string>>;

export function encodeDigested(rows: BatchRows): DigestedTexts {
  return {
    orders: encode(rows.orders.values()),
    fills: encode(rows.fills),
    positions: encode(rows.positions.values()),
    settled: encode(rows.settled),
    postings: encode(rows.postings),
    accounts: encode(rows.accounts.values()),
    conditionals: encode(rows.conditionals.values()),
    acts: encode(rows.acts),
  };
}

export function inDigestOrder(texts: DigestedTexts): readonly string[] {
  return DIGESTED.map((name) => texts[name]);
}

function encode(rows: Iterable<object>): string {
  return rowWriter()([...rows]);
}
