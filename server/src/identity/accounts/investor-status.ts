/**
 * The status of an investor (docs/rules/people.md#investors): one table of statuses and the events that change them,
 * and the one function that applies an event. Nothing else changes `investor.status`.
 *
 * A suspension is a separate flag, because an investor who is not active yet can be suspended too: it makes an active
 * investor INACTIVE, and one who is activated while suspended is INACTIVE at once.
 */
import { type InvestorStatus, NEXT_STEPS } from '@mua/contract/entities/investor';
import type { Queryable } from '#db/transaction.ts';

export type StatusEvent = 'submit' | 'return' | 'reject' | 'approve' | 'reopen' | 'activate' | 'suspend' | 'resume';

/** The status that each event leads to; an event that is not in a status's row can't happen to it. */
export const STATUS_AFTER = {
  DRAFT: { submit: 'PENDING' },
  PENDING: { return: 'INCOMPLETE', reject: 'REJECTED', approve: 'PENDING_ACTIVATE' },
  INCOMPLETE: { submit: 'PENDING' },
  REJECTED: { reopen: 'DRAFT' },
  PENDING_ACTIVATE: { activate: 'ACTIVE' },
  ACTIVE: { suspend: 'INACTIVE' },
  INACTIVE: { resume: 'ACTIVE' },
} as const satisfies Readonly<Record<InvestorStatus, Readonly<Partial<Record<StatusEvent, InvestorStatus>>>>>;

/** The statuses after an operator's approval. */
export const APPROVED_STATUSES: readonly InvestorStatus[] = ['PENDING_ACTIVATE', 'ACTIVE', 'INACTIVE'];

export interface StatusMove {
  readonly investorId: string;
  readonly from: InvestorStatus;
  readonly to: InvestorStatus;
  /** In an operator's words; null if no reason was given. */
  readonly reason: string | null;
  readonly nextStep: string;
}

export function statusAfter(from: InvestorStatus, event: StatusEvent): InvestorStatus | undefined {
  const row: Partial<Record<StatusEvent, InvestorStatus>> = STATUS_AFTER[from];
  return row[event];
}

/**
 * Changes the status within the caller's transaction, which holds a lock on the investor's row from then on. Undefined,
 * with nothing changed, if the event can't happen to the current status.
 */
export async function moveStatus(
  client: Queryable,
  investorId: string,
  event: StatusEvent,
  reason: string | null = null,
): Promise<StatusMove | undefined> {
  const found = await client.query<{ status: InvestorStatus; is_suspended: boolean }>(
    'select status, is_suspended from investor where investor_id = $1 and deleted_ms is null for update',
    [investorId],
  );
  const row = found.rows[0];
  const after = row && statusAfter(row.status, event);
  if (!after) return undefined;
  const to = after === 'ACTIVE' && row.is_suspended ? 'INACTIVE' : after;
  const nextStep = NEXT_STEPS[to];
  await client.query('update investor set status = $2, status_reason = $3, next_step = $4 where investor_id = $1', [
    ...[investorId, to, reason, nextStep],
  ]);
  return { investorId, from: row.status, to, reason, nextStep };
}
