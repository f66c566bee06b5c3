/** The operator's commands about money in: deposits, and what banks told that fits none. */
import { dong } from './terminal-text.mjs';

/** What to do after a refusal, by its code and where that says more, the field. */
const STEPS = {
  NotFound: 'No payment has this id. `bank-notification list` names them all.',
  Unprocessable: 'It is decided already. `bank-notification list` says how, and by whom.',
  SecondPersonRequired: 'You have said so already. A second person says the same: --as NAME.',
  'BadRequest accountId': 'There is no such sub-account. They are named like 108C000001-01: `deposit list` shows some.',
  DemoLiveMismatch: 'Demo money goes into demo sub-accounts only, real money into live ones.',
  InvestorDeleted: 'The account is deleted, and nobody could use the money: `bank-notification return`.',
  SyncAccountFailed: 'It is decided, and not in the account yet: it gets there by itself.',
};

export function depositCommands(fail, pageQuery) {
  return {
    'deposit list': {
      method: 'GET',
      path: '/operator/deposits',
      options: [],
      query: pageQuery,
      none: 'No deposit has been asked for.',
      say: depositLine,
    },
    'bank-notification list': {
      method: 'GET',
      path: '/operator/bank-notifications',
      options: [],
      none: 'No bank has told of a payment.',
      say: notificationLine,
    },
    'bank-notification assign': decision('assign', fail, ({ account }) => ({
      accountId: account ?? fail('Say where it goes: --account ID'),
    })),
    'bank-notification return': decision('return', fail, () => ({})),
  };
}

function decision(verb, fail, body) {
  return {
    method: 'POST',
    path: ({ id }) => `/operator/bank-notifications/${id ?? fail('Say which: --id ID')}/${verb}`,
    options: ['reason'],
    body,
    say: notificationLine,
    steps: STEPS,
  };
}

function depositLine({ createdAt, accountId, memo, amount, bank, status, received, checking }) {
  const came = [received && `${dong(received)} came`, checking && `${dong(checking)} is being checked`];
  const known = came.filter(Boolean).join(', ');
  return `${createdAt} ${accountId} ${memo} ${dong(amount)} to ${bank.bankId}: ${status}${known ? ` (${known})` : ''}`;
}

/** Why a payment waits, and what to look at. */
export const CAUSES = {
  UNKNOWN_MEMO: 'no deposit has its memo: ask the bank who paid',
  WRONG_SUM: 'another sum than its deposit',
  WRONG_ACCOUNT: 'to another account than its deposit, or none of ours',
  TOO_LATE: 'booked long ago, or after its deposit ran out',
  TOO_EARLY: 'booked in the future: ask the bank when it came',
  PAID_AGAIN: 'its deposit is paid already',
  INVESTOR_SUSPENDED: 'its investor is suspended',
  INVESTOR_DELETED: 'its investor is deleted',
  OTHER_KIND: 'demo money for a live sub-account, or the other way round',
};

function notificationLine(one) {
  const { notificationId, bookedAt, bankId, accountNumber, amount, memo, status, cause, accountId } = one;
  const waits = status === 'QUEUED' ? `: ${CAUSES[cause] ?? cause}` : '';
  const said = one.decisions.map(({ operatorId, act, accountId: to, reason }) =>
    [`  ${operatorId}:`, act, to, `(${reason})`].filter(Boolean).join(' '),
  );
  const people = status === 'QUEUED' && one.decisionsNeeded > 1 ? '; two people must say the same' : '';
  const head = `${notificationId} ${bookedAt} ${dong(amount)} to ${bankId} ${accountNumber} "${memo}" ${status}`;
  return [`${head}${accountId ? ` ${accountId}` : ''}${waits}${people}`, ...said].join('\n');
}
