/**
 * `npm run operator -- <noun> <verb> [--name value …] [--json]`: calls the running server with the token in its data
 * folder. It never touches the database; every act is in the journal with the operator's name and reason.
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
  'act list': { method: 'GET', path: '/operator/acts', options: [], say: actLine },
};

const USAGE = `npm run operator -- <command> [--as name] [--json]

  halt set        [--contract CODE | --account ID] --reason TEXT   no new orders; cancels still work
  halt lift       [--contract CODE | --account ID] --reason TEXT
  halt list
  position close  --account ID --contract CODE --reason TEXT [--go-flat]
  act list                                                         what operators did, newest first`;

function haltLine(halt) {
  return `${halt.contractCode ?? halt.accountId ?? 'everything'}: ${halt.reason}`;
}

function actLine(act) {
  const what = act.isLifted ? `${act.act} lifted` : act.act;
  const where = [act.contractCode, act.accountId].filter(Boolean).join(' of ') || 'everything';
  return `${act.time} ${act.operatorId} ${what} ${where}: ${act.reason ?? ''}`;
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
    reason: { type: 'string' },
    'go-flat': { type: 'boolean' },
    as: { type: 'string', default: userInfo().username },
    json: { type: 'boolean', default: false },
    'data-dir': { type: 'string', default: process.env.DATA_DIR ?? join(ROOT, 'data') },
  },
});
const command = COMMANDS[positionals.join(' ')];
if (!command) fail(USAGE);
const needsReason = command.options.includes('reason');
if (needsReason && !values.reason) fail('Say why: --reason "…"');

function fromDataFolder(name) {
  try {
    return readFileSync(join(resolve(values['data-dir']), 'run', name), 'utf8').trim();
  } catch {
    return fail(`No server runs from ${resolve(values['data-dir'])} (its run/${name} can't be read).`);
  }
}

const body = {
  ...(values.contract === undefined ? {} : { contractCode: values.contract }),
  ...(values.account === undefined ? {} : { accountId: values.account }),
  ...(needsReason ? { operatorId: values.as, reason: values.reason } : {}),
  ...(command.path === '/operator/force-sell'
    ? { clientOrderId: randomUUID(), goFlat: values['go-flat'] ?? false }
    : {}),
};
const response = await fetch(`${fromDataFolder('address')}/api${command.path}`, {
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
process.exitCode = response.ok ? 0 : 1;
