/**
 * `npm run operator -- <noun> <verb> [--name value …] [--json]`: calls the running server with the token in its data
 * folder. It never touches the database; every act is written down with the operator's name and reason.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from './build.mjs';

/** Every command: its address, the options it needs, and how its answer is said in a line each. */
const COMMANDS = {
  'halt set': { method: 'POST', path: '/operator/halts', options: ['contract', 'account', 'reason'], say: haltLine },
  'halt lift': {
    method: 'POST',
    path: '/operator/halts/lift',
    options: ['contract', 'account', 'reason'],
    say: haltLine,
  },
  'halt list': { method: 'GET', path: '/operator/halts', options: [], say: haltLine },
  'position close': {
    method: 'POST',
    path: '/operator/force-sell',
    options: ['account', 'contract', 'reason', 'go-flat'],
    say: ({ order }) => `${order.status} ${order.side} ${order.quantity} ${order.contractCode} of ${order.accountId}`,
  },
  'recording show': { method: 'GET', path: '/operator/recording', options: [], say: recordingLine },
  'recording pause': recordingCommand(() => ({ isPaused: true })),
  'recording play': recordingCommand(({ speed }) => ({ isPaused: false, ...(speed && { speed: Number(speed) }) })),
  'recording jump': recordingCommand(({ to }) => ({
    jumpTo: new Date(to ?? fail('Say where: --to TIME')).toISOString(),
  })),
  'scenario start': {
    method: 'POST',
    path: '/operator/scenarios',
    options: ['name', 'contract', 'reason'],
    say: scenarioLine,
  },
  'scenario stop': {
    method: 'POST',
    path: '/operator/scenarios/stop',
    options: ['contract', 'reason'],
    say: scenarioLine,
  },
  'scenario list': { method: 'GET', path: '/operator/scenarios', options: [], say: scenarioLine },
  'application add': {
    method: 'POST',
    path: '/operator/oauth-clients',
    options: ['name', 'reason'],
    body: ({ name, redirect, scopes }) => ({
      name,
      redirectUris: list(redirect ?? fail('Say where it takes its code: --redirect https://…')),
      scopes: list(scopes ?? 'market,account,trade'),
    }),
    say: applicationLine,
  },
  'application list': { method: 'GET', path: '/operator/oauth-clients', options: [], say: applicationLine },
  'application remove': {
    method: 'POST',
    path: '/operator/oauth-clients/remove',
    options: ['reason'],
    body: ({ client }) => ({ clientId: client ?? fail('Say which: --client ID') }),
    say: applicationLine,
  },
  'audit list': { method: 'GET', path: '/operator/audit', options: [], query: auditQuery, say: auditLine },
  'audit verify': { method: 'GET', path: '/operator/audit/verification', options: [], say: chainLine },
  'investor list': { method: 'GET', path: '/operator/investors', options: [], say: investorLine },
  'investor suspend': investorCommand('suspend'),
  'investor resume': investorCommand('resume'),
  'investor delete': investorCommand('delete'),
  'investor keep': investorCommand('keep'),
  'act list': { method: 'GET', path: '/operator/acts', options: [], say: actLine },
};

const USAGE = `npm run operator -- <command> [--as name] [--json]

  halt set        [--contract CODE | --account ID] --reason TEXT   no new orders; cancels still work
  halt lift       [--contract CODE | --account ID] --reason TEXT
  halt list
  position close  --account ID --contract CODE --reason TEXT [--go-flat]
  recording show                                                   how a recorded market runs
  recording pause
  recording play  [--speed 1-600]                                  goes on, at this speed
  recording jump  --to TIME                                        forward, in the recording's time
  scenario start  --name NAME [--contract CODE] --reason TEXT      gap, limit-move, empty-book, halt, feed-stall, negative-price
  scenario stop   --contract CODE --reason TEXT
  scenario list
  application add --name NAME --redirect URL[,URL] [--scopes market,account,trade] --reason TEXT
                                                                   may ask investors for a grant (OAuth 2, PKCE)
  application list
  application remove --client ID --reason TEXT                     with all that was granted to it
  investor list                                                    who waits for a decision, is suspended or deleted
  investor suspend --investor ID --reason TEXT                     ends every session, nobody signs in
  investor resume  --investor ID --reason TEXT
  investor delete  --investor ID --reason TEXT                     grants a request for deletion
  investor keep    --investor ID --reason TEXT                     refuses it
  act list                                                         what operators did, newest first
  audit list      [--account ID] [--who NAME] [--limit N]          what anybody did, newest first
  audit verify                                                     whether a row of it was changed`;

function recordingCommand(body) {
  return { method: 'POST', path: '/operator/recording', options: [], body, say: recordingLine };
}

function list(text) {
  return text.split(',').map((part) => part.trim());
}

function applicationLine({ clientId, name, redirectUris, scopes }) {
  return `${clientId}  ${name}  ${scopes.join(' ')}  ${redirectUris.join(' ')}`;
}

function investorCommand(verb) {
  return { method: 'POST', path: `/operator/investors/${verb}`, options: ['investor', 'reason'], say: investorLine };
}

function investorLine({ investorId, fullName, isSuspended, deletionRequestedAt, deletedAt, lastAct }) {
  const asked = deletionRequestedAt && `asked for deletion ${deletionRequestedAt}`;
  const standing = deletedAt ? `deleted ${deletedAt}` : [isSuspended && 'suspended', asked].filter(Boolean).join(', ');
  const last = lastAct ? ` (${lastAct.time} ${lastAct.operatorId} ${lastAct.act}: ${lastAct.reason})` : '';
  return `${investorId} ${fullName}: ${standing || 'active'}${last}`;
}

function recordingLine({ contractCode, position, end, speed, isPaused }) {
  return `${contractCode} at ${position} of ${end}, ${isPaused ? 'paused' : `${speed} times as fast`}`;
}

function haltLine(halt) {
  return `${halt.contractCode ?? halt.accountId ?? 'everything'}: ${halt.reason}`;
}

function scenarioLine({ name, contractCode, begins, ends }) {
  return `${name} ${contractCode} from ${begins} to ${ends}`;
}

function actLine(act) {
  const what = [act.act, act.subject, act.isLifted ? 'lifted' : null].filter(Boolean).join(' ');
  const where = [act.contractCode, act.accountId].filter(Boolean).join(' of ') || 'everything';
  return `${act.time} ${act.operatorId} ${what} ${where}: ${act.reason ?? ''}`;
}

function auditQuery({ account, who, limit }) {
  return { ...(account && { accountId: account }), ...(who && { actorId: who }), ...(limit && { limit }) };
}

function auditLine(row) {
  const who = [row.actorKind, row.clientId, row.actorId].filter(Boolean).join(' ');
  const what = [row.route, row.accountId].filter(Boolean).join(' ');
  const outcome = [row.status, row.code].filter(Boolean).join(' ');
  const where = `${row.address}, ${row.device}`;
  return `${row.auditId} ${row.time} ${who} ${what}: ${outcome} (${where})`;
}

function chainLine({ rows, endHash, firstBroken }) {
  if (firstBroken === null) return `${rows} rows, each follows from the one before; the end is ${endHash}`;
  process.exitCode = 1;
  return `row ${firstBroken} of ${rows} does not follow from the one before`;
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    contract: { type: 'string' },
    account: { type: 'string' },
    investor: { type: 'string' },
    reason: { type: 'string' },
    name: { type: 'string' },
    redirect: { type: 'string' },
    scopes: { type: 'string' },
    client: { type: 'string' },
    'go-flat': { type: 'boolean' },
    speed: { type: 'string' },
    to: { type: 'string' },
    who: { type: 'string' },
    limit: { type: 'string' },
    as: { type: 'string', default: userInfo().username },
    json: { type: 'boolean', default: false },
    'data-dir': { type: 'string', default: process.env.DATA_DIR ?? join(ROOT, 'data') },
  },
});
const command = COMMANDS[positionals.join(' ')];
if (!command) fail(USAGE);
const needsReason = command.options.includes('reason');
if (needsReason && !values.reason) fail('Say why: --reason "…"');
for (const option of ['name', 'investor']) {
  if (command.options.includes(option) && !values[option]) fail(`Say which: --${option} …`);
}

function fromDataFolder(name) {
  try {
    return readFileSync(join(resolve(values['data-dir']), 'run', name), 'utf8').trim();
  } catch {
    return fail(`No server runs from ${resolve(values['data-dir'])} (its run/${name} can't be read).`);
  }
}

const body = {
  ...(command.body?.(values) ?? {
    ...(values.name === undefined ? {} : { name: values.name }),
    ...(values.contract === undefined ? {} : { contractCode: values.contract }),
    ...(values.account === undefined ? {} : { accountId: values.account }),
    ...(values.investor === undefined ? {} : { investorId: values.investor }),
    ...(command.path === '/operator/force-sell'
      ? { clientOrderId: randomUUID(), goFlat: values['go-flat'] ?? false }
      : {}),
  }),
  ...(needsReason ? { operatorId: values.as, reason: values.reason } : {}),
};
const query = new URLSearchParams(command.query?.(values) ?? {});
const response = await fetch(`${fromDataFolder('address')}/api${command.path}?${query}`, {
  method: command.method,
  headers: {
    authorization: `Bearer ${fromDataFolder('operator-token')}`,
    ...(command.method === 'POST' ? { 'content-type': 'application/json', 'x-csrf': '1' } : {}),
  },
  ...(command.method === 'POST' ? { body: JSON.stringify(body) } : {}),
});
const answer = await response.json();
if (values.json) console.log(JSON.stringify(answer));
else if (!response.ok) console.error(`${answer.code} ${JSON.stringify(answer.facts)}`);
else for (const item of answer.items ?? [answer]) console.log(command.say(item));
if (!response.ok) process.exitCode = 1;
