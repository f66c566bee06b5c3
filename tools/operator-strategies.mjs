/** The operator's commands about strategies of copy trading, and how their answers are said, in 80 columns. */
import { dong } from './terminal-text.mjs';

/** What to do after a refusal, by its code. */
const STEPS = {
  StrategyNotFound: 'No strategy has this id. `strategy list` names them all.',
  'BadRequest strategyId': 'No strategy has an id like this. `strategy list` names them all.',
  StrategyMoveNotAllowed:
    'Somebody decided before, or it has ended: see `strategy list`. What runs can only be stopped.',
  StrategyChanged: 'Its leader has changed it since you read it: read it in `strategy list`, and name its new version.',
  'BadRequest version': 'Name the version that you have read, as `strategy list` prints it: --version VERSION.',
};

const HEAD = row(['strategy', 'account', 'state', 'copies']);

export function strategyCommands(fail) {
  const decision = (verb) => ({
    method: 'POST',
    path: ({ strategy }) => `/operator/strategies/${strategy ?? fail('Say which: --strategy ID')}/${verb}`,
    options: ['strategy', 'reason'],
    body: () => ({}),
    head: HEAD,
    say: strategyText,
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
    'strategy approve': {
      ...decision('approve'),
      options: ['strategy', 'version', 'reason'],
      body: ({ version }) => ({ version: version ?? fail('Say which version you have read: --version VERSION') }),
    },
    'strategy reject': decision('reject'),
    'strategy stop': decision('stop'),
  };
}

function row([strategy, account, state, copies]) {
  return [strategy.padEnd(36), account.padEnd(13), state.padEnd(8), copies.padStart(6)].join('  ');
}

/** One word for where it stands. */
function stateOf({ approval, state }) {
  if (state !== 'NOT_STARTED') return state === 'ACTIVE' ? 'runs' : 'ended';
  return { PENDING: 'waits', APPROVED: 'approved', REJECTED: 'rejected' }[approval];
}

/** With what a verdict is given on: what it says of itself, and what it takes. */
export function strategyText(strategy) {
  const { strategyId, accountId, followers, version, name, investorName, description, reason } = strategy;
  const { copyFee, paymentPeriod, performanceFeeRate, minFollowAmount, maxFollowers } = strategy;
  const fees = `fee ${dong(copyFee)} ${paymentPeriod.toLowerCase()}, ${performanceFeeRate} % of profit`;
  return [
    row([strategyId, accountId, stateOf(strategy), String(followers)]),
    ...wrapped(`${name} (${investorName}), version ${version}`),
    ...wrapped(description),
    ...wrapped(`${fees}, from ${dong(minFollowAmount)}, up to ${maxFollowers} followers`),
    ...(reason === null ? [] : wrapped(`verdict: ${reason}`)),
  ].join('\n');
}

const WIDTH = 80;

/** Indented lines; a word that is longer than one is cut. */
function wrapped(text) {
  const lines = [''];
  for (const word of text.split(' ').flatMap((long) => long.match(new RegExp(`.{1,${WIDTH - 3}}`, 'gsu')) ?? [])) {
    const last = lines.at(-1);
    if (last !== '' && last.length + 1 + word.length > WIDTH - 2) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.map((line) => `  ${line}`);
}
