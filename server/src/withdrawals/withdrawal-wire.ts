/** Requests as the wire has them: for their owner, and for operators. */
import { DEMO_POLICY, SECOND_DEMO_POLICY } from '@mua/contract/demo-policies';
import type { WithdrawRequest } from '@mua/contract/entities/withdraw-request';
import type { WithdrawalCase } from '@mua/contract/http/operator-withdrawals';
import { factsToWire, instantOrNull, instantText } from '#wire/wire-text.ts';
import type { StoredRequest } from '#withdrawals/withdrawal-store.ts';

const POLICIES: readonly string[] = [DEMO_POLICY, SECOND_DEMO_POLICY];

export function requestToWire(request: StoredRequest): WithdrawRequest {
  const { beneficiary, failure, approvals, status } = request;
  const isRefused = status === 'REFUSED';
  return {
    requestId: request.requestId,
    accountId: request.accountId,
    amount: request.amountVnd.toString(),
    status,
    beneficiary: {
      beneficiaryAccountId: beneficiary.accountId,
      beneficiaryAccountNumber: beneficiary.accountNumber,
      accountName: beneficiary.holderName,
      bankCode: beneficiary.bankCode,
    },
    note: request.note,
    askedAt: instantText(request.askedMs),
    heldAt: instantOrNull(request.heldMs),
    approvedAt: instantOrNull(request.approvedMs),
    endedAt: instantOrNull(request.endedMs),
    approvals: approvals.length,
    approvalsNeeded: request.approvalsNeeded,
    isByPolicy: approvals.some(({ operatorId }) => POLICIES.includes(operatorId)),
    reference: request.reference,
    cause: isRefused ? request.cause : null,
    reason: isRefused ? request.reason : null,
    failure: failure && { code: failure.code, facts: factsToWire(failure.facts, undefined) },
  };
}

export function caseToWire(request: StoredRequest, investorName: string): WithdrawalCase {
  const { cause, reason } = request;
  return {
    ...requestToWire(request),
    ...{ investorId: request.investorId, investorName, cause, reason },
    approvedBy: request.approvals.map(({ operatorId, timeMs, reason: why }) => ({
      ...{ operatorId, reason: why },
      time: instantText(timeMs),
    })),
    sentBy: request.sentBy && { operatorId: request.sentBy.operatorId, time: instantText(request.sentBy.timeMs) },
    reportedReference: request.reportedReference,
  };
}
