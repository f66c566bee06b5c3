/**
 * `npm run operator -- <noun> <verb> [--name value …] [--json]`: calls the running server with the token in its data
 * folder. It never touches the database; every action is recorded with the operator's name and reason. `backup` and
 * `restore` are about the disk and go to server/src/backup/command.ts.
 */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildStale, ROOT } from './build.mjs';
import { installMissing } from './install.mjs';
import { contractCommands } from './operator-contracts.mjs';
import { depositCommands } from './operator-deposits.mjs';
import { PACKAGE_COMMANDS } from './operator-packages.mjs';
import { CAUSES, NEXT_STEPS, registrationCommands } from './operator-registrations.mjs';
import { strategyCommands } from './operator-strategies.mjs';
import { WITHDRAWAL_CAUSES, withdrawalCommands } from './operator-withdrawals.mjs';
import { printable, printableJson } from './terminal-text.mjs';

/** Every command: its address, its options, and how its answer is printed, one line per item. */
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
  'journal verify': { method: 'GET', path: '/operator/journal/verification', options: [], say: journalLine },
  'investor list': { method: 'GET', path: '/operator/investors', options: [], say: investorLine },
  'investor suspend': investorCommand('suspend'),
  'investor resume': investorCommand('resume'),
  'investor delete': investorCommand('delete'),
  'investor keep': investorCommand('keep'),
  ...registrationCommands(fail),
  ...contractCommands(fail, pageQuery),
  ...depositCommands(fail, pageQuery),
  ...withdrawalCommands(fail),
  ...PACKAGE_COMMANDS,
  ...strategyCommands(fail),
  'agent list': { method: 'GET', path: '/operator/agents', options: [], say: agentLine },
  'agent add': {
    method: 'POST',
    path: '/operator/agents',
    options: ['name', 'reason'],
    body: ({ agent, name, branch }) => ({
      agentCode: agent ?? fail('Say its code: --agent MUA-02'),
      name,
      branch: branch ?? fail('Say where: --branch "Hà Nội"'),
    }),
    say: agentLine,
  },
  'venue list': { method: 'GET', path: '/operator/venues', options: [], say: venueLine },
  'venue cut': venueLinkCommand(false),
  'venue mend': venueLinkCommand(true),
  'alarm list': { method: 'GET', path: '/operator/alarms', options: [], query: alarmQuery, say: alarmLine },
  'proof show': { method: 'GET', path: '/operator/proof', options: [], say: proofLine },
  'act list': { method: 'GET', path: '/operator/acts', options: [], query: pageQuery, say: actLine },
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
  registration list                                                applications that wait, then decided ones
  registration show    --investor ID                               all of one: pictures, papers, decisions and why
  registration picture --investor ID --image ID --out FILE         every look is written down
  registration approve --investor ID --reason TEXT                 a business needs two people
  registration reject  --investor ID [--cause CODE] --reason TEXT  the applicant may apply again
  registration return  --investor ID [--cause CODE] --reason TEXT  what is missing: cause and reason are both told
  causes: ${CAUSES.join(', ').replace(/(.{60,80}), /, '$1,\n          ')}
  contract list   [--status TO_SIGN|REJECTED|SIGNED] [--limit N] [--cursor C]
                                                                   who has to sign a contract, has signed, or refuses to
  deposit list    [--limit N] [--cursor C]                         what investors were asked to pay, and what came
  bank-notification list                                           payments that wait for an operator, then the others
  bank-notification assign --id ID --account ID --reason TEXT      credits one; a large sum needs two people
  bank-notification return --id ID --reason TEXT                   it goes back to whoever sent it
  withdrawal list                                                  under way, then those that have ended
  withdrawal show    --request ID                                  all of one: to whom, how it stands, who approved
  withdrawal approve --request ID --reason TEXT                    above a sum two people must
  withdrawal send    --request ID                                  before you tell the bank: nobody refuses it meanwhile
  withdrawal reject  --request ID [--cause CODE] --reason TEXT [--bank-does-not-pay]
                                                                   the money is free again; both are told; of one that is
                                                                   being sent you say that the bank does not pay it
  withdrawal pay     --request ID --reference TEXT                 the bank has transferred it, under its reference
  causes: ${WITHDRAWAL_CAUSES.join(', ')}
  package list                                                     which sub-account has which package until when
  strategy list                                                    those that wait for a verdict, then the newest
  strategy approve --strategy ID --version V --reason TEXT         its leader can run it
  strategy reject  --strategy ID --reason TEXT                     the leader reads the reason
  strategy stop    --strategy ID --reason TEXT                     ends it for good; followers keep what they hold
  agent list                                                       who brings investors
  agent add       --agent CODE --name NAME --branch TEXT --reason TEXT
  venue list                                                       which exchanges there are, and their links
  venue cut       --reason TEXT                                    a drill: the link goes down, the exchange trades on
  venue mend      --reason TEXT
  alarm list      [--kind suspense|doubt|link] [--limit N] [--cursor C]
                                                                   what exchanges did that no rule can settle, and links; newest first
  proof show                                                       which day was signed last, and which days could not be
  backup          [--keep 2] [--data-dir DIR]                      a base backup into BACKUP_DIR or BACKUP_S3
  backup list     [--from PLACE]                                   what is there, and from when on it can be restored
  restore         --to TIME|latest --from PLACE [--data-dir DIR] [--put-aside]
                                                                   while no server runs
  act list        [--limit N] [--cursor C]                         what operators did, newest first
  audit list      [--account ID] [--who NAME] [--limit N] [--cursor C]
                                                                   what anybody did, newest first
  journal verify                                                   whether it is all there, as it was written
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

function agentLine({ agentCode, name, branch, addedAt }) {
  return `${agentCode}  ${name}  ${branch}  since ${addedAt}`;
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

function venueLinkCommand(isUp) {
  return { method: 'POST', path: '/operator/venues/link', options: ['reason'], body: () => ({ isUp }), say: venueLine };
}

function venueLine({ name, accounts, isConnected }) {
  const standing = isConnected ? 'connected' : 'disconnected; orders wait, `venue mend` ends a cut by hand';
  return `${name} for ${accounts} accounts: ${standing}`;
}

/** Describes what happened, and what remains to be done. */
const ALARM_WORDS = {
  suspense: {
    unknownOrder: 'a fill of an order that nobody here knows: ask the exchange whose it is',
    oldEpoch: 'a fill from before the exchange restarted: ask the exchange whether it stands',
    neverSent: 'a fill of an order that never left: ask the exchange whose it is',
  },
  doubt: {
    lateFill: 'filled after it was over: booked, tell its owner',
    overfilled: 'filled beyond its lots: booked, agree with the exchange who keeps them',
    neverSent: 'filled although it never left: booked, ask the exchange whose it is',
    unanswered: 'two questions without an answer: ask the exchange how it stands',
    notListed: 'the exchange had it and lists it no more: ask what became of it',
    fillsMissing: 'the exchange counts other fills than it has reported: ask for them',
    stillLive: 'over with us and live at the exchange: have it cancelled there',
    notOurs: 'live at the exchange and none of ours: have it cancelled there',
  },
  link: {
    lost: 'link lost: orders there are disconnected until it is back',
    back: 'link back, the books as they were',
    restarted: 'the exchange came up empty: every live order was sent again',
  },
};

function alarmLine({ time, kind, venue, why, orderId, orderStatus, accountId, contractCode, execId, ...more }) {
  const { lots, priceTicks, text } = more;
  const order = orderId && `order ${orderId}${orderStatus ? ` (now ${orderStatus})` : ''}`;
  const about = [venue, contractCode, accountId, order, execId && `report ${execId}`];
  const facts = [
    lots !== 0 && `${lots} ${Math.abs(lots) === 1 ? 'lot' : 'lots'}`,
    priceTicks !== null && `at ${priceTicks} ticks`,
    text,
  ];
  return `${time} ${kind.padEnd(8)} ${[...about, ...facts].filter(Boolean).join(' ')}: ${ALARM_WORDS[kind]?.[why] ?? why}`;
}

function proofLine({ kind, lastSigned, waiting, refused }) {
  const unsigned = refused.map(({ date, time, facts: { liabilities, deficits, house, estimated } }) => {
    const sum = BigInt(liabilities) - BigInt(deficits) + BigInt(house);
    const sides = `${liabilities} - ${deficits} + ${house} = ${sum}, estimated profits are ${estimated}`;
    return `  ${date} NOT SIGNED, found ${time}: does not add up: ${sides}: off by ${sum - BigInt(estimated)} dong`;
  });
  const waits = waiting.length > 0 ? [`  waiting to be signed: ${waiting.join(', ')}`] : [];
  return [`${kind}: ${lastSigned ? `signed up to ${lastSigned}` : 'no day signed'}`, ...waits, ...unsigned].join('\n');
}

function haltLine(halt) {
  return `${halt.contractCode ?? halt.accountId ?? 'everything'}: ${halt.reason}`;
}

function scenarioLine({ name, contractCode, begins, ends }) {
  return `${name} ${contractCode} from ${begins} to ${ends}`;
}

function actLine(act) {
  const what = [act.act, act.subject, act.isLifted ? 'lifted' : null].filter(Boolean).join(' ');
  const named = [act.contractCode, act.accountId ?? act.investorId].filter(Boolean).join(' of ');
  const where = named || (act.act === 'tradingHalt' ? 'everything' : '');
  const done = [act.time, act.operatorId, what, where].filter(Boolean).join(' ');
  return `${done}: ${act.reason ?? ''}`;
}

/** Parameters of every list that may exceed one page. */
function pageQuery({ limit, cursor }) {
  return { ...(limit && { limit }), ...(cursor && { cursor }) };
}

function alarmQuery({ kind, ...values }) {
  return { ...(kind && { kind }), ...pageQuery(values) };
}

function auditQuery({ account, who, ...values }) {
  return { ...(account && { accountId: account }), ...(who && { actorId: who }), ...pageQuery(values) };
}

function auditLine(row) {
  const who = [row.actorKind, row.clientId, row.actorId].filter(Boolean).join(' ');
  const what = [row.route, row.accountId].filter(Boolean).join(' ');
  const outcome = [row.status, row.code].filter(Boolean).join(' ');
  const where = `${row.address}, ${row.device}`;
  return `${row.auditId} ${row.time} ${who} ${what}: ${outcome} (${where})`;
}

function chainLine({ rows, endHash, firstBroken, notedRows }) {
  if (firstBroken === null)
    return `${rows} rows, each follows from the one before; the journal knows row ${notedRows}; the end is ${endHash}`;
  process.exitCode = 1;
  return `row ${firstBroken} of ${rows} does not follow from the one before`;
}

const DAMAGES = {
  missing: 'is missing',
  changed: 'is not what was written',
  unreadable: "can't be read by PostgreSQL, whose log says why",
  snapshot: 'is not what its snapshot was taken of',
  end: 'and what follows are gone',
};

function journalLine({ batches, seq, endHash, firstDamage }) {
  if (firstDamage === null) return `${seq} commands in ${batches} batches, as they were written; the end is ${endHash}`;
  process.exitCode = 1;
  return `seq ${firstDamage.seq} ${DAMAGES[firstDamage.what]}. Whole up to seq ${seq}. Stop nothing: make a backup of what is there, and restore the last whole one beside it`;
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

/** The commands that are about the disk are the server's own programs: on a new machine nothing is built yet. */
async function runHere() {
  const file = join(ROOT, 'server/dist/backup/command.js');
  // A server that runs has been built, and is not built anew below its feet.
  if (process.argv[2] === 'restore' || !existsSync(file)) {
    await installMissing();
    await buildStale();
  }
  // Ctrl-C and the terminal's end reach the program too, which puts back what it has begun; this waits for it.
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => {});
  const env = { ...process.env, DATA_DIR: process.env.DATA_DIR?.trim() || join(ROOT, 'data') };
  const { status } = spawnSync(process.execPath, [file, ...process.argv.slice(2)], { stdio: 'inherit', env });
  process.exit(status ?? 1);
}

/** Parses the command line; a mistake is explained in a sentence that says where to find all commands. */
function typed(options) {
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    return fail(`${error.message.split('. ')[0]}. All commands: npm run operator -- help`);
  }
}

if (['backup', 'restore'].includes(process.argv[2])) await runHere();
const { values, positionals } = typed({
  contract: { type: 'string' },
  account: { type: 'string' },
  id: { type: 'string' },
  investor: { type: 'string' },
  reason: { type: 'string' },
  name: { type: 'string' },
  redirect: { type: 'string' },
  scopes: { type: 'string' },
  client: { type: 'string' },
  agent: { type: 'string' },
  branch: { type: 'string' },
  image: { type: 'string' },
  out: { type: 'string' },
  'go-flat': { type: 'boolean' },
  'bank-does-not-pay': { type: 'boolean' },
  speed: { type: 'string' },
  status: { type: 'string' },
  to: { type: 'string' },
  who: { type: 'string' },
  limit: { type: 'string' },
  kind: { type: 'string' },
  cursor: { type: 'string' },
  cause: { type: 'string' },
  request: { type: 'string' },
  strategy: { type: 'string' },
  version: { type: 'string' },
  reference: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
  as: { type: 'string', default: userInfo().username },
  json: { type: 'boolean', default: false },
  'data-dir': { type: 'string', default: process.env.DATA_DIR ?? join(ROOT, 'data') },
});
if (values.help || positionals[0] === 'help') {
  console.log(USAGE);
  process.exit(0);
}
const command = COMMANDS[positionals.join(' ')];
if (!command) {
  const named = positionals.join(' ');
  fail(named === '' ? USAGE : `There is no command “${named}”. All commands: npm run operator -- help`);
}
const needsReason = command.options.includes('reason');
if (needsReason && !values.reason) fail('Say why: --reason "…"');
for (const option of ['name', 'investor', 'request']) {
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
const address = fromDataFolder('address');
const named = Object.fromEntries(
  Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? encodeURIComponent(value) : value]),
);
const path = typeof command.path === 'function' ? command.path(named) : command.path;
if (positionals[1] === 'picture' && !values.out) fail('Say where to: --out FILE');

/** `runId`: of something that is under way. */
function ask(runId) {
  const query = new URLSearchParams({ ...command.query?.(values), ...(runId && { runId }) });
  return fetch(`${address}/api${path}?${query}`, {
    method: command.method,
    headers: {
      authorization: `Bearer ${fromDataFolder('operator-token')}`,
      ...(command.method === 'POST' ? { 'content-type': 'application/json', 'x-csrf': '1' } : {}),
    },
    ...(command.method === 'POST' ? { body: JSON.stringify(body) } : {}),
  }).catch(() => fail(`The server that ran at ${address} does not answer: it has stopped, or is starting again.`));
}

/** What takes long answers now and then how far it is. */
async function askUntilDone() {
  let response = await ask();
  while (response.status === 202) {
    const { runId, reached, whole } = await response.json();
    console.error(`· ${reached} of ${whole}`);
    response = await ask(runId);
  }
  return response;
}

const response = await askUntilDone();
/** An answer that is not JSON is a picture, which is written to the named file. */
async function answerOf() {
  if (response.headers.get('content-type') !== 'image/jpeg') return response.json();
  writeFileSync(values.out, Buffer.from(await response.arrayBuffer()), { mode: 0o600 });
  return { file: values.out };
}

const answer = await answerOf();
if (values.json) console.log(printableJson(answer));
else if (!response.ok) {
  console.error(`${answer.code} ${printableJson(answer.facts)}`);
  if (response.status === 401)
    console.error('The server does not take the token in run/operator-token: is it its own?');
  const steps = { ...NEXT_STEPS, ...command.steps };
  const next = steps[`${answer.code} ${answer.facts?.field}`] ?? steps[answer.code];
  if (next) console.error(next);
} else {
  const items = answer.items ?? [answer];
  if (items.length === 0 && command.none) console.log(command.none);
  else if (command.head) console.log(command.head);
  for (const item of items) console.log(command.say(printable(item)));
  if (answer.nextCursor) console.log(`There are more: add --cursor ${answer.nextCursor}`);
}
if (!response.ok) process.exitCode = 1;
