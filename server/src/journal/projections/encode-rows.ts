/** A batch's rows as the JSON texts that the journal's statement takes, by the name of their parameter. */
import type { ProjectionName } from '#journal/projections/read-tables.ts';
import type { BatchRows } from '#journal/projections/rows.ts';

/**
 * What a batch's digest is of, in its order. Order steps, account days and alarms tell the same steps another way and
 * are no part of it, so that journals from before they were kept are still what was written.
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
] as const satisfies readonly ProjectionName[];

export type RowTexts<Name extends keyof BatchRows> = Readonly<Record<Name, string>>;
export type DigestedTexts = RowTexts<(typeof DIGESTED)[number]>;

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

export function encodeHistory(rows: BatchRows): RowTexts<'orderSteps' | 'accountDays' | 'venueAlarms'> {
  return {
    orderSteps: encode(rows.orderSteps),
    accountDays: encode(rows.accountDays),
    venueAlarms: encode(rows.venueAlarms),
  };
}

/** What a recovery does not repeat. */
export function encodeOnce(rows: BatchRows): RowTexts<'messages' | 'alerts'> {
  return { messages: encode(rows.messages), alerts: encode(rows.alerts) };
}

function encode(rows: Iterable<object>): string {
  return JSON.stringify([...rows], bigintAsText);
}

function bigintAsText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
