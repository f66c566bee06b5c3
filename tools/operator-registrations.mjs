/** The operator's commands for registrations, and how their answers are printed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './build.mjs';

/** Causes for not approving an application, by code; the texts that applicants read are in the same file. */
export const CAUSES = Object.keys(JSON.parse(readFileSync(join(ROOT, 'server/templates/causes.json'), 'utf8')).en);

/** What to do after a refusal, by its code. */
export const NEXT_STEPS = {
  InvestorNotFound: 'Nobody has this account number. `registration list` shows those who have applied.',
  EkycRecordNotFound: 'This investor has never applied, or the account is deleted: there is nothing to decide.',
  RegistrationNotPending:
    'Only what is PENDING can be decided. `registration show --investor ID` says who decided it, and why.',
  SecondPersonRequired: 'You have approved it already. A second person approves it: --as NAME.',
  InvestorTradingAccountLoginFailed:
    'It is approved, but its sub-account could not be opened yet. Run the same command again.',
  FileNotFound: 'This picture is not kept, or no longer. `registration show --investor ID` lists those that are.',
};

const COLUMNS = 100;
const HEAD = row(['account', 'kind', 'status', 'sent in (UTC)', 'yes', 'papers', 'name']);

export function registrationCommands(fail) {
  return {
    'registration list': {
      method: 'GET',
      path: '/operator/registrations',
      options: [],
      head: HEAD,
      none: 'No application has been sent in.',
      say: registrationLine,
    },
    'registration show': {
      method: 'GET',
      path: ({ investor }) => `/operator/registrations/${investor}`,
      options: ['investor'],
      say: registrationText,
    },
    'registration approve': decision('approve', fail),
    'registration reject': decision('reject', fail),
    'registration return': decision('return', fail),
    'registration picture': {
      method: 'GET',
      path: ({ investor, image }) =>
        `/operator/registrations/${investor}/images/${image ?? fail('Say which: --image ID')}`,
      options: ['investor'],
      query: ({ as }) => ({ operatorId: as }),
      say: ({ file }) => `written to ${file}`,
    },
  };
}

function decision(verb, fail) {
  return {
    method: 'POST',
    path: ({ investor }) => `/operator/registrations/${investor}/${verb}`,
    options: ['investor', 'reason'],
    body: ({ cause }) => {
      if (cause === undefined) return {};
      if (verb === 'approve') fail('An approval has no cause: say why with --reason "…" only.');
      if (!CAUSES.includes(cause)) fail(`--cause is one of ${CAUSES.join(', ')}; anything else belongs into --reason.`);
      return { cause };
    },
    head: HEAD,
    say: registrationLine,
  };
}

/** Widths that fit a terminal of a hundred columns; the name gets the remaining space. */
function row([account, kind, status, sentIn, approvals, papers, name]) {
  const cells = [account.padEnd(10), kind.padEnd(8), status.padEnd(16), sentIn.padEnd(16), approvals.padEnd(3)];
  const left = [...cells, papers.padEnd(7)].join('  ');
  const line = [...`${left}  ${name}`.trimEnd()];
  return line.length <= COLUMNS ? line.join('') : `${line.slice(0, COLUMNS - 1).join('')}…`;
}

function registrationLine({ investorCode, kind, status, fields, submittedAt, approvals, approvalsNeeded, papers }) {
  const signed = papers.filter((paper) => paper.status === 'SIGNED').length;
  return row([
    ...[investorCode, kind, status, minuteOf(submittedAt) ?? 'never', `${approvals.length}/${approvalsNeeded}`],
    papers.length === 0 ? '–' : `${signed}/${papers.length}`,
    fields.companyName ?? fields.fullName ?? '',
  ]);
}

/** Formats a time as `2026-11-25 16:20`. */
function minuteOf(instant) {
  return instant?.slice(0, 16).replace('T', ' ');
}

function registrationText(one) {
  const section = (title, lines) => (lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)]);
  const approvedBy = one.approvals.map(({ operatorId }) => operatorId).join(', ') || 'nobody yet';
  return [
    `${one.investorCode}  ${one.kind}  ${one.status}`,
    ...(one.statusReason ? [`told: ${one.statusReason}`] : []),
    `sent in ${minuteOf(one.submittedAt) ?? 'never'}, approved by ${approvedBy} (${one.approvalsNeeded} needed)`,
    ...section('Application', [
      ...Object.entries(one.fields).map(([name, value]) => `${name.padEnd(18)} ${value}`),
      `${'contact address'.padEnd(18)} ${one.contactAddress}`,
    ]),
    ...section('Pictures', one.pictures.map(pictureLine)),
    ...section('Read from the pictures', readLines(one)),
    ...section('Papers', one.papers.map(paperLine)),
    ...section('Decisions, newest first', one.decisions.map(decisionLine)),
  ].join('\n');
}

function pictureLine({ kind, imageId, faults }) {
  return `${kind.padEnd(9)} ${imageId}  ${faults.map(({ code }) => code).join(' ')}`.trimEnd();
}

/** What was read, field by field, and after it what was typed where that is something else. */
function readLines({ reading, differences }) {
  if (!reading) return ['nothing: compare the pictures with the application yourself'];
  const typed = new Map(differences.map((one) => [one.field, one.typed]));
  return Object.entries(reading.fields).map(([name, { value, source }]) => {
    const other = typed.has(name) ? `  DIFFERS, typed: ${typed.get(name)}` : '';
    return `${name.padEnd(18)} ${value} (${source})${other}`;
  });
}

function paperLine({ paper, version, status, deadline, signedAt, rejectReason }) {
  const when = signedAt ? minuteOf(signedAt) : `until ${minuteOf(deadline)}`;
  return `${paper.padEnd(16)} ${version}  ${status.padEnd(8)} ${when}${rejectReason ? `  “${rejectReason}”` : ''}`;
}

function decisionLine({ time, act, operatorId, cause, reason }) {
  return `${minuteOf(time)}  ${act.padEnd(7)} ${operatorId}: ${cause ? `${cause}: ` : ''}${reason}`;
}
