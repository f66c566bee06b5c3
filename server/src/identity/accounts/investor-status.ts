/**
 * What an investor is to the broker (docs/rules/people.md#investors): one table of statuses and what moves them, and the
 * one function that moves one. Nothing else changes `investor.status`.
 *
 * A suspension is a mark beside the status, because whoever is not active yet can be suspended too: it moves an active
 * investor to INACTIVE, and whoever becomes active while it lasts is INACTIVE from the first moment.
 */
import { type InvestorStatus, NEXT_STEPS } from '@mua/contract/entities/investor';
import type { Queryable } from '#db/transaction.ts';

export type StatusEvent = 'submit' | 'return' | 'reject' | 'approve' | 'reopen' | 'activate' | 'suspend' | 'resume';

/** Where each event leads to; what stands in no row can't happen to that status. */
export const STATUS_AFTER = {
  DRAFT: { submit: 'PENDING' },
  PENDING: { return: 'INCOMPLETE', reject: 'REJECTED', approve: 'PENDING_ACTIVATE' },
  INCOMPLETE: { submit: 'PENDING' },
  REJECTED: { reopen: 'DRAFT' },
  PENDING_ACTIVATE: { activate: 'ACTIVE' },
  ACTIVE: { suspend: 'INACTIVE' },
  INACTIVE: { resume: 'ACTIVE' },
} as const satisfies Readonly<Record<InvestorStatus, Readonly<Partial<Record<StatusEvent, InvestorStatus>>>>>;

/** An operator has said yes, whatever came after it. */
export const APPROVED_STATUSES: readonly InvestorStatus[] = ['PENDING_ACTIVATE', 'ACTIVE', 'INACTIVE'];

export interface StatusMove {
  readonly investorId: string;
  readonly from: InvestorStatus;
  readonly to: InvestorStatus;
  /** In an operator's words; null where nobody said why. */
  readonly reason: string | null;
  readonly nextStep: string;
}

export function statusAfter(from: InvestorStatus, event: StatusEvent): InvestorStatus | undefined {
  const row: Partial<Record<StatusEvent, InvestorStatus>> = STATUS_AFTER[from];
  return row[event];
}

/**
 * Moves the status within the caller's transaction, which holds the investor's row from then on. Undefined where the
 * event can't happen to the status as it is, and nothing was changed.
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
