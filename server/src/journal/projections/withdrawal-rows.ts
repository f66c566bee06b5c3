/** Converts what a step has made of withdrawals to the changes of their requests' rows. */
import type { Command, EngineEvent } from '@mua/core/engine';
import type { BatchRows, WithdrawalRow } from '#journal/projections/rows.ts';

type EventOf<K extends EngineEvent['kind']> = Extract<EngineEvent, { readonly kind: K }>;
type CommandOf<K extends Command['kind']> = Extract<Command, { readonly kind: K }>;

const RELEASED = { Cancelled: 'CANCELLED', Refused: 'REFUSED', MarginNeeded: 'MARGIN_NEEDED' } as const;

export function withdrawalRow(
  { change: { withdrawalId, status, reason, reference } }: EventOf<'withdrawalChanged'>,
  { timeMs }: Pick<Command, 'timeMs'>,
): WithdrawalRow {
  const isEnd = status === 'PAID' || status === 'RELEASED';
  return {
    request_id: withdrawalId,
    // What is released has a reason.
    status: status === 'RELEASED' ? RELEASED[reason ?? 'Refused'] : status,
    held_ms: status === 'HELD' ? timeMs : null,
    approved_ms: status === 'APPROVED' ? timeMs : null,
    ended_ms: isEnd ? timeMs : null,
    reference: reference ?? null,
    failure: null,
  };
}

/** Refused by the engine: no money is held. */
export function unheldRow(
  { withdrawalId, timeMs }: CommandOf<'holdWithdrawal'>,
  { refusal }: EventOf<'commandRefused'>,
): WithdrawalRow {
  const nothing = { held_ms: null, approved_ms: null, reference: null };
  return { request_id: withdrawalId, status: 'FAILED', ...nothing, ended_ms: timeMs, failure: refusal };
}

/** One row for a batch, however often its steps moved the withdrawal. What comes after its end moves it no more. */
export function noteWithdrawal({ withdrawals }: BatchRows, row: WithdrawalRow): void {
  const before = withdrawals.get(row.request_id);
  if (before && before.ended_ms !== null) return;
  withdrawals.set(row.request_id, {
    ...row,
    held_ms: before?.held_ms ?? row.held_ms,
    approved_ms: before?.approved_ms ?? row.approved_ms,
  });
}
