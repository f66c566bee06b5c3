/** The operator's command about contracts that investors sign. */

const STATUSES = ['TO_SIGN', 'REJECTED', 'SIGNED'];

export function contractCommands(fail, pageQuery) {
  return {
    'contract list': {
      method: 'GET',
      path: '/operator/contracts',
      options: [],
      query({ status, ...page }) {
        if (status !== undefined && !STATUSES.includes(status)) fail(`--status is one of ${STATUSES.join(', ')}`);
        return { ...(status && { status }), ...pageQuery(page) };
      },
      none: 'There is no such contract.',
      say: contractLine,
    },
  };
}

export function contractLine(one) {
  const { investorId, investorName, paper, version, status, dueAt, signedAt, rejectedAt, rejectReason } = one;
  const how = {
    TO_SIGN: `to be signed by ${dueAt}`,
    REJECTED: `refused ${rejectedAt}: ${rejectReason}; due ${dueAt}`,
    SIGNED: `signed ${signedAt}${one.documentHash ? `, file ${one.documentHash}` : ''}`,
  };
  return `${investorId} ${investorName}: ${paper} of ${version} ${how[status]}`;
}
