/** The operator's commands about money in: deposits, and what banks told that fits none. */

export function depositCommands(fail) {
  return {
    'deposit list': {
      method: 'GET',
      path: '/operator/deposits',
      options: [],
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
  };
}

function depositLine({ createdAt, accountId, memo, amount, bank, status, received, checking }) {
  const came = [received && `${received} came`, checking && `${checking} is being checked`].filter(Boolean).join(', ');
  return `${createdAt} ${accountId} ${memo} ${amount} to ${bank.bankId}: ${status}${came ? ` (${came})` : ''}`;
}

/** Why a payment waits, and what to look at. */
const CAUSES = {
  UNKNOWN_MEMO: 'no deposit has its memo: ask the bank who paid',
  WRONG_SUM: 'another sum than its deposit',
  WRONG_ACCOUNT: 'to another account than its deposit, or none of ours',
  TOO_LATE: 'booked long ago, or after its deposit ran out',
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
  const head = `${notificationId} ${bookedAt} ${amount} to ${bankId} ${accountNumber} "${memo}" ${status}`;
  return [`${head}${accountId ? ` ${accountId}` : ''}${waits}${people}`, ...said].join('\n');
}
