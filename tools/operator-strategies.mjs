/** The operator's commands about strategies of copy trading, and how their answers are said. */

/** What to do after a refusal, by its code. */
const STEPS = {
  StrategyNotFound: 'No strategy has this id. `strategy list` names them all.',
  'BadRequest strategyId': 'No strategy has an id like this. `strategy list` names them all.',
  StrategyMoveNotAllowed: 'Somebody decided before, or its leader has changed or ended it: see `strategy list`.',
};

const HEAD = row(['strategy', 'account', 'approval', 'state', 'copies', 'name']);

export function strategyCommands(fail) {
  const decision = (verb) => ({
    method: 'POST',
    path: ({ strategy }) => `/operator/strategies/${strategy ?? fail('Say which: --strategy ID')}/${verb}`,
    options: ['strategy', 'reason'],
    body: () => ({}),
    head: HEAD,
    say: strategyLine,
    steps: STEPS,
  });
  return {
    'strategy list': {
      method: 'GET',
      path: '/operator/strategies',
      options: [],
      head: HEAD,
      none: 'Nobody leads a strategy yet.',
      say: strategyText,
    },
    'strategy approve': decision('approve'),
    'strategy reject': decision('reject'),
  };
}

function row([strategy, account, approval, state, copies, name]) {
  const cells = [strategy.padEnd(36), account.padEnd(13), approval.padEnd(8), state.padEnd(11), copies.padStart(6)];
  return `${cells.join('  ')}  ${name}`;
}

function strategyLine({ strategyId, accountId, approval, state, followers, name }) {
  return row([strategyId, accountId, approval, state, String(followers), name]);
}

/** With what a verdict is given on: what it says of itself, and what it takes. */
function strategyText(strategy) {
  const { investorName, description, copyFee, paymentPeriod, performanceFeeRate, minFollowAmount, reason } = strategy;
  const fees = `fee ${dong(copyFee)} ${paymentPeriod.toLowerCase()}, ${performanceFeeRate} % of profit`;
  const terms = `${fees}, from ${dong(minFollowAmount)}, up to ${strategy.maxFollowers} followers`;
  const verdict = reason === null ? [] : [`  verdict: ${reason}`];
  return [strategyLine(strategy), `  ${investorName}: ${description}`, `  ${terms}`, ...verdict].join('\n');
}

function dong(sum) {
  return BigInt(sum).toLocaleString('en-US');
}
