/** The operator's commands about withdrawals, and how their answers are said. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './build.mjs';
import { dong } from './terminal-text.mjs';

/** Why a withdrawal is refused, by code: what investors read stands beside them in the same file. */
export const WITHDRAWAL_CAUSES = Object.keys(
  JSON.parse(readFileSync(join(ROOT, 'server/templates/withdrawal-causes.json'), 'utf8')).en,
);

/** What to do after a refusal, by its code. */
const STEPS = {
  NotFound: 'No withdrawal has this id. `withdrawal list` names them all.',
  'BadRequest requestId': 'No withdrawal has an id like this. `withdrawal list` names them all.',
  DatabaseDuplicateKey: 'Another withdrawal was booked under this reference. Look at the bank which of them it paid.',
  WithdrawalNotWaiting: 'Another act came first. `withdrawal show --request ID` says how it stands and who decided.',
  WithdrawalBeingSent:
    'Somebody else has said that the bank is told now. Ask them; if the bank does not pay it, `withdrawal reject --bank-does-not-pay` says so.',
  AmountExceededRemainingMargin:
    'The sub-account needs the money for margin. It is noted; run the same command again when the margin is there.',
};

const HEAD = row(['request', 'account', 'status', 'yes', 'amount', 'to']);

export function withdrawalCommands(fail) {
  const named = (verb) => (options) =>
    `/operator/withdrawals/${options.request ?? fail('Say which: --request ID')}${verb}`;
  const decision = (verb, options, body) => ({
    method: 'POST',
    path: named(`/${verb}`),
    options,
    body,
    head: HEAD,
    say: withdrawalLine,
    steps: STEPS,
  });
  return {
    'withdrawal list': {
      method: 'GET',
      path: '/operator/withdrawals',
      options: [],
      head: HEAD,
      none: 'Nobody has asked for money yet.',
      say: withdrawalLine,
    },
    'withdrawal show': { method: 'GET', path: named(''), options: ['request'], say: withdrawalText, steps: STEPS },
    'withdrawal approve': decision('approve', ['request', 'reason'], () => ({})),
    'withdrawal send': decision('send', ['request'], ({ reason, as }) => ({
      operatorId: as,
      ...(reason === undefined ? {} : { reason }),
    })),
    'withdrawal reject': decision('reject', ['request', 'reason'], ({ cause, ...options }) => {
      const sent = options['bank-does-not-pay'] ? { bankDoesNotPay: true } : {};
      if (cause === undefined) return sent;
      if (!WITHDRAWAL_CAUSES.includes(cause))
        fail(`--cause is one of ${WITHDRAWAL_CAUSES.join(', ')}; anything else belongs into --reason.`);
      return { cause, ...sent };
    }),
    'withdrawal pay': decision('pay', ['request'], ({ reference, reason, as }) => ({
      operatorId: as,
      reference: reference ?? fail('Say the bank’s reference: --reference FT26329-1'),
      ...(reason === undefined ? {} : { reason }),
    })),
  };
}

function row([request, account, status, approvals, amount, to]) {
  const cells = [request.padEnd(36), account.padEnd(13), status.padEnd(13), approvals.padEnd(3), amount.padStart(15)];
  return `${cells.join('  ')}  ${to}`;
}

function withdrawalLine({ requestId, accountId, status, approvals, approvalsNeeded, amount, beneficiary }) {
  const { bankCode, beneficiaryAccountNumber } = beneficiary;
  return row([
    ...[requestId, accountId, status, `${approvals}/${approvalsNeeded}`],
    ...[dong(amount), `${bankCode} ${beneficiaryAccountNumber}`],
  ]);
}

function withdrawalText(one) {
  const { beneficiary } = one;
  const facts = [
    ['investor', `${one.investorId}  ${one.investorName}`],
    ['sub-account', one.accountId],
    ['amount', `${dong(one.amount)} dong`],
    ['pay to', `${beneficiary.bankCode} ${beneficiary.beneficiaryAccountNumber}, ${beneficiary.accountName}`],
    ['note', one.note],
    ['asked', one.askedAt],
    ['held', one.heldAt],
    ['approved', one.approvedAt],
    ['being sent', one.sentBy && `${one.sentBy.time} by ${one.sentBy.operatorId}`],
    ['ended', one.endedAt],
    ['reference', one.reference ?? one.reportedReference],
    ['refused', [one.cause, one.reason].filter(Boolean).join(': ')],
    ['not held', one.failure?.code],
  ];
  return [
    `${one.requestId}  ${one.status}`,
    ...facts.filter(([, value]) => value).map(([name, value]) => `  ${name.padEnd(12)} ${value}`),
    ...one.approvedBy.map(({ operatorId, time, reason }) => `  ${time}  approved by ${operatorId}: ${reason}`),
    `  ${one.approvals} of ${one.approvalsNeeded} approvals`,
  ].join('\n');
}
