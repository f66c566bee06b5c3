/**
 * The way of a request through the engine (docs/rules/margin-and-money.md#withdrawals): held, approved, paid or given
 * back. Each command follows a row that says that it is to be given, and a start gives again what a crash has swallowed;
 * the engine knows each withdrawal by its request's id and does nothing twice. One request takes one step at a time. Only
 * a command that came late, of which nobody knew any more, finds a request that has ended.
 */
import type { Account, CommandBody } from '@mua/core/engine';
import type pg from 'pg';
import type { Clock } from '#ground/clock.ts';
import type { KeyedMutex } from '#ground/keyed-mutex.ts';
import type { Sequencer } from '#journal/sequencer.ts';
import { JournalBusyError } from '#refusals/journal-busy.ts';
import { isUnanswered, ReplyError, replyError } from '#refusals/reply-error.ts';
import { factsToWire } from '#wire/wire-text.ts';
import { findEnded, findRequest, noteFailure, type StoredRequest } from '#withdrawals/withdrawal-store.ts';

export interface WithdrawalSteps {
  /** Gives it back to its owner. Throws WithdrawMarginApproved. What has ended stays as it is. */
  cancel(requestId: string): Promise<void>;
  /**
   * Decides, and brings the request to where the decision leads. Nothing else moves the request meanwhile but the
   * engine itself.
   */
  decide(requestId: string, decision: (request: StoredRequest) => Promise<void>): Promise<void>;
  /**
   * Does whatever is decided and not done, and holds the money of what was just asked for. Throws the engine's refusal:
   * a request that can't be held has ended with it.
   */
  bringOn(requestId: string): Promise<void>;
  /** Gives back what is held for requests that have ended: each was refused before its hold came, which was late. */
  giveBackLate(accounts: Iterable<Account>): Promise<void>;
}

export interface WithdrawalStepsDeps {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly submit: Sequencer['submit'];
  readonly exclusively: KeyedMutex;
}

export function createWithdrawalSteps({ pool, clock, submit, exclusively }: WithdrawalStepsDeps): WithdrawalSteps {
  async function demand(requestId: string): Promise<StoredRequest> {
    const request = await findRequest(pool, requestId);
    if (!request) throw replyError('NotFound', {});
    return request;
  }

  async function give(body: CommandBody): Promise<void> {
    const { events } = await submit(body);
    for (const event of events) {
      // It has ended since it was looked at, as its row says.
      if (event.kind !== 'commandRefused' || event.refusal.code === 'NotFound') continue;
      throw new ReplyError(event.refusal.code, factsToWire(event.refusal.facts, undefined));
    }
  }

  async function holdAsked({ requestId, accountId, amountVnd }: StoredRequest): Promise<void> {
    try {
      await give({ kind: 'holdWithdrawal', accountId, withdrawalId: requestId, amountVnd });
    } catch (error) {
      const refusal = error instanceof JournalBusyError ? replyError('WithdrawAccountFailed', {}) : error;
      // A refusal of the engine's is in the row already, which came with its step. Without an answer it may be held.
      if (isRefusal(refusal)) await noteFailure(pool, requestId, refusal, clock.nowMs());
      throw refusal;
    }
  }

  async function bringOn(requestId: string): Promise<void> {
    const request = await demand(requestId);
    const { accountId, status, approvals, approvalsNeeded, rejectedBy, reportedReference: reference } = request;
    const named = { accountId, withdrawalId: requestId };
    if (request.endedMs !== null) return;
    if (status === 'ASKED') return holdAsked(request);
    if (rejectedBy !== null) return give({ kind: 'releaseWithdrawal', ...named, reason: 'Refused' });
    if (status === 'HELD' && approvals.length >= approvalsNeeded) return give({ kind: 'approveWithdrawal', ...named });
    if (status === 'APPROVED' && reference !== null) return give({ kind: 'payWithdrawal', ...named, reference });
  }

  async function giveBackLate(accounts: Iterable<Account>): Promise<void> {
    const held = new Map<string, string>();
    for (const { accountId, withdrawals } of accounts)
      for (const withdrawalId of withdrawals.keys()) held.set(withdrawalId, accountId);
    for (const withdrawalId of await findEnded(pool, [...held.keys()])) {
      const accountId = held.get(withdrawalId) ?? '';
      await give({ kind: 'releaseWithdrawal', accountId, withdrawalId, reason: 'Refused' });
    }
  }

  return {
    giveBackLate,
    bringOn: (requestId) => exclusively(requestId, () => bringOn(requestId)),
    decide: (requestId, decision) =>
      exclusively(requestId, async () => {
        await decision(await demand(requestId));
        await bringOn(requestId);
      }),
    cancel: (requestId) =>
      exclusively(requestId, async () => {
        const { accountId, status, endedMs } = await demand(requestId);
        if (status === 'APPROVED' || status === 'PAID') throw replyError('WithdrawMarginApproved', {});
        if (endedMs !== null) return;
        // What the engine has not heard of it would forget to release.
        if (status === 'ASKED') await bringOn(requestId).catch(unlessRefused);
        await give({ kind: 'releaseWithdrawal', accountId, withdrawalId: requestId, reason: 'Cancelled' });
      }),
  };
}

/** Whatever else is thrown says nothing about what the engine has done, or will have done. */
function isRefusal(error: unknown): error is ReplyError {
  return error instanceof ReplyError && !isUnanswered(error);
}

/** A request that was refused has ended. */
function unlessRefused(error: unknown): void {
  if (!isRefusal(error)) throw error;
}
