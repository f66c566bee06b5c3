/** Puts the rows of successive batches together as if they had been one: the newest of each record, all of each history. */
import { DAMPED_CODES } from '@mua/contract/entities/mailbox-message';
import { LIMITS } from '@mua/contract/limits';
import { FILL_CODES, PART_FILL } from '#journal/projections/read-tables.ts';
import type { BatchRows, MailboxRecord, MessageRow, ReachedAlertRow } from '#journal/projections/rows.ts';
import { noteWithdrawal } from '#journal/projections/withdrawal-rows.ts';

export function mergeRows(into: BatchRows, later: BatchRows): void {
  putAll(into.orders, later.orders);
  putAll(into.positions, later.positions);
  putAll(into.accounts, later.accounts);
  putAll(into.conditionals, later.conditionals);
  putAll(into.strategies, later.strategies);
  putAll(into.copies, later.copies);
  addAll(into.fills, later.fills);
  addAll(into.settled, later.settled);
  addAll(into.postings, later.postings);
  addAll(into.acts, later.acts);
  addAll(into.orderSteps, later.orderSteps);
  addAll(into.accountDays, later.accountDays);
  addAll(into.brokerDays, later.brokerDays);
  addAll(into.venueAlarms, later.venueAlarms);
  addAll(into.copyDecisions, later.copyDecisions);
  addAll(into.copyWeeks, later.copyWeeks);
  for (const row of later.withdrawals.values()) noteWithdrawal(into, row);
  for (const row of later.messages) addMessage(into, row);
  for (const row of later.alerts) addReached(into, row);
}

/**
 * The part fills of an order are one line that counts up, and a level is told once for a while. What is stored already goes
 * by the statement that writes them (read-tables.ts).
 */
export function addMessage(rows: BatchRows, row: MessageRow): void {
  if (isTold(rows, row)) return;
  const { messages } = rows;
  const at = messages.findIndex(({ record }) => takesPlaceOf(row.record, record));
  if (at >= 0) messages.splice(at, 1);
  messages.push(row);
}

const DAMPED: ReadonlySet<string> = DAMPED_CODES;

/** Whether the level was told to the account a moment ago; nobody has read it before it is written. */
function isTold({ levels }: BatchRows, row: MessageRow): boolean {
  if (!DAMPED.has(row.record.code)) return false;
  const level = `${row.account_id} ${row.record.code}`;
  const last = levels.get(level);
  if (last && row.time_ms - last.time_ms < LIMITS.marginToldAgainMs) return true;
  levels.set(level, row);
  return false;
}

function takesPlaceOf({ orderId, code }: MailboxRecord, earlier: MailboxRecord): boolean {
  return earlier.code === PART_FILL && FILL_CODES.includes(code) && orderId === earlier.orderId;
}

/** One statement updates a row once. */
function addReached({ alerts }: BatchRows, row: ReachedAlertRow): void {
  const at = alerts.findIndex((earlier) => earlier.wait_id === row.wait_id);
  if (at >= 0) alerts.splice(at, 1);
  alerts.push(row);
}

function putAll<Row>(into: Map<string, Row>, later: ReadonlyMap<string, Row>): void {
  for (const [key, row] of later) into.set(key, row);
}

function addAll<Row>(into: Row[], later: readonly Row[]): void {
  for (const row of later) into.push(row);
}
