/**
 * What operators decide about withdrawals, each act with a name and a reason. Above a sum two people approve; who has
 * approved already is not the second. A request is refused until the bank has paid it; from when it is being sent, only
 * by who says that the bank does not pay it.
 */
import type { WithdrawalAct, WithdrawalCase } from '@mua/contract/http/operator-withdrawals';
import type pg from 'pg';
import { inTransaction, type Queryable } from '#db/transaction.ts';
import type { Clock } from '#ground/clock.ts';
import { readInvestor } from '#identity/accounts/investors.ts';
import { replyError } from '#refusals/reply-error.ts';
import type { WithdrawalSteps } from '#withdrawals/withdrawal-steps.ts';
import {
  findCases,
  findRequest,
  noteApproval,
  notePayment,
  noteRejection,
  noteSending,
  type Rejection,
  type StoredRequest,
} from '#withdrawals/withdrawal-store.ts';
import { caseToWire } from '#withdrawals/withdrawal-wire.ts';

export interface OperatorAct {
  readonly operatorId: string;
  readonly reason: string;
}

export interface WithdrawalDesk {
  list(): Promise<WithdrawalCase[]>;
  read(requestId: string): Promise<WithdrawalCase>;
  /** The last approval that is needed counts; again, by anybody, where the margin stood against it. */
  approve(requestId: string, by: OperatorAct): Promise<WithdrawalCase>;
  /** Before the bank is told; again by the same operator is no mistake. */
  send(requestId: string, by: OperatorAct): Promise<WithdrawalCase>;
  reject(requestId: string, by: OperatorAct & Omit<Rejection, 'rejectedBy' | 'reason'>): Promise<WithdrawalCase>;
  /** Under the bank's reference; again is no mistake. */
  pay(requestId: string, by: OperatorAct & { readonly reference: string }): Promise<WithdrawalCase>;
}

/** Of ended ones the newest are shown. */
const CASES_MAX = 500;

export function createWithdrawalDesk({
  pool,
  clock,
  steps,
}: {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly steps: WithdrawalSteps;
}): WithdrawalDesk {
  async function caseOf(request: StoredRequest): Promise<WithdrawalCase> {
    return caseToWire(request, (await readInvestor(pool, request.investorId)).fullName);
  }

  async function read(requestId: string): Promise<WithdrawalCase> {
    const request = await findRequest(pool, requestId);
    if (!request) throw replyError('NotFound', {});
    return caseOf(request);
  }

  /** The decision and who made it, or neither. */
  async function noted(
    { investorId, requestId }: StoredRequest,
    { act, by, how }: { readonly act: WithdrawalAct; readonly by: OperatorAct; readonly how: string },
    note: (client: Queryable) => Promise<boolean>,
  ): Promise<void> {
    await inTransaction(pool, async (client) => {
      if (!(await note(client))) throw notWaiting(await findRequest(client, requestId));
      await client.query(
        'insert into investor_act (time_ms, operator_id, act, investor_id, reason) values ($1, $2, $3, $4, $5)',
        [clock.nowMs(), by.operatorId, act, investorId, `${requestId}: ${how}`],
      );
    });
  }

  return {
    async list() {
      return Promise.all((await findCases(pool, CASES_MAX)).map(caseOf));
    },
    read,
    async approve(requestId, by) {
      await steps.decide(requestId, async (request) => {
        const { approvals, approvalsNeeded, status, rejectedBy } = request;
        if (status !== 'HELD' || rejectedBy !== null) throw notWaiting(request);
        if (approvals.length >= approvalsNeeded) return;
        if (approvals.some(({ operatorId }) => operatorId === by.operatorId))
          throw replyError('SecondPersonRequired', {});
        const { operatorId, reason } = by;
        await noted(request, { act: 'approveWithdrawal', by, how: reason }, (client) =>
          noteApproval(client, requestId, { operatorId, reason, timeMs: clock.nowMs() }),
        );
      });
      return read(requestId);
    },
    async send(requestId, by) {
      await steps.decide(requestId, async (request) => {
        const { operatorId, reason } = by;
        if (request.status === 'APPROVED' && request.sentBy?.operatorId === operatorId) return;
        await noted(request, { act: 'sendWithdrawal', by, how: reason }, (client) =>
          noteSending(client, requestId, { operatorId, timeMs: clock.nowMs() }),
        );
      });
      return read(requestId);
    },
    async reject(requestId, by) {
      await steps.decide(requestId, async (request) => {
        // Decided already, and a crash came before the engine heard of it.
        if (request.endedMs === null && request.rejectedBy !== null) return;
        const { operatorId: rejectedBy, cause, reason, bankDoesNotPay } = by;
        const how = cause === null ? reason : `${cause}: ${reason}`;
        await noted(request, { act: 'rejectWithdrawal', by, how }, (client) =>
          noteRejection(client, requestId, { rejectedBy, cause, reason, bankDoesNotPay }),
        );
      });
      return read(requestId);
    },
    async pay(requestId, by) {
      const { reference, reason } = by;
      await steps.decide(requestId, async (request) => {
        const isKnown = request.reportedReference === reference;
        if (isKnown && (request.status === 'PAID' || request.status === 'APPROVED')) return;
        const how = `${reference}: ${reason}`;
        await noted(request, { act: 'payWithdrawal', by, how }, (client) => notePayment(client, requestId, reference));
      });
      return read(requestId);
    },
  };
}

function notWaiting(request: StoredRequest | undefined): Error {
  if (!request) return replyError('NotFound', {});
  const { status, rejectedBy, reportedReference, endedMs, sentBy } = request;
  if (endedMs !== null) return replyError('WithdrawalNotWaiting', { status });
  if (rejectedBy !== null) return replyError('WithdrawalNotWaiting', { status: 'REFUSED' });
  if (reportedReference !== null) return replyError('WithdrawalNotWaiting', { status: 'PAID' });
  if (sentBy !== null) return replyError('WithdrawalBeingSent', { operator: sentBy.operatorId });
  return replyError('WithdrawalNotWaiting', { status });
}
