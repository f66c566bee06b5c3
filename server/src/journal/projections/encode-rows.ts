/** Encodes rows as the JSON parameters of the statements about read tables, by parameter name. */
import type { ProjectionName } from '#journal/projections/read-tables.ts';
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

export function encodeHistory(rows: BatchRows): RowTexts<Exclude<ProjectionName, keyof DigestedTexts>> {
  return {
    orderSteps: encode(rows.orderSteps),
    accountDays: encode(rows.accountDays),
    brokerDays: encode(rows.brokerDays),
    venueAlarms: encode(rows.venueAlarms),
    strategies: encode(rows.strategies.values()),
    copies: encode(rows.copies.values()),
    copyDecisions: encode(rows.copyDecisions),
    copyWeeks: encode(rows.copyWeeks),
  };
}

/** Rows that a recovery does not write again. */
export function encodeOnce(rows: BatchRows): RowTexts<'messages' | 'alerts' | 'withdrawals'> {
  return {
    messages: encode(rows.messages),
    alerts: encode(rows.alerts),
    withdrawals: encode(rows.withdrawals.values()),
  };
}

function encode(rows: Iterable<object>): string {
  return JSON.stringify([...rows], bigintAsText);
}

function bigintAsText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
