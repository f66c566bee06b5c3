/**
 * Executes one journal in two environments that differ in time zone, language and hash seeds: events and states must be
 * equal. `npm test` uses a short one; `npm run prove` a million commands of every kind.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Command, CommandBody } from '@mua/core/engine';
import { expect, test } from 'vitest';
import type { Execution } from '#test/simulator/execute-journal.ts';
import { longJournal } from '#test/simulator/long-journal.ts';

const COMMANDS = Number(process.env.JOURNAL_COMMANDS ?? 7_000);
const MACHINES = [
  { TZ: 'Asia/Ho_Chi_Minh', LANG: 'vi_VN.UTF-8', seed: 1 },
  { TZ: 'America/New_York', LANG: 'en_US.UTF-8', seed: 2 },
] as const;

/** A new kind of command does not compile until it is here, and is red until the simulator does it. */
const EVERY_KIND = Object.keys({
  placeOrder: 0,
  placeGroup: 0,
  modifyOrder: 0,
  cancelOrder: 0,
  cancelOrders: 0,
  setCancelAfter: 0,
  modifyConditional: 0,
  cancelConditional: 0,
  liquidateContract: 0,
  reversePosition: 0,
  setBrakes: 0,
  reportExecution: 0,
  setTradingRules: 0,
  setConversionRate: 0,
  defineCommodity: 0,
  listContract: 0,
  listSpread: 0,
  openAccount: 0,
  activateAccount: 0,
  deposit: 0,
  holdWithdrawal: 0,
  approveWithdrawal: 0,
  releaseWithdrawal: 0,
  payWithdrawal: 0,
  markPrices: 0,
  changeSession: 0,
  endTradeDate: 0,
  settleContracts: 0,
  restartVenue: 0,
  loseVenue: 0,
  resyncVenue: 0,
  setTradingHalt: 0,
  noteVenueAct: 0,
  noteAlert: 0,
  noteAuditEnd: 0,
  nearCloseOut: 0,
  closeOut: 0,
  settlePositions: 0,
  passTime: 0,
  subscribePackage: 0,
  endPackage: 0,
  publishStrategy: 0,
  changeStrategy: 0,
  reviewStrategy: 0,
  runStrategy: 0,
  stopStrategy: 0,
  followStrategy: 0,
  pauseCopy: 0,
  resumeCopy: 0,
  leaveCopy: 0,
  closeCopy: 0,
  closeCopied: 0,
  fundCopy: 0,
} satisfies Record<CommandBody['kind'], 0>).sort();

interface Machine {
  readonly child: ChildProcess;
  readonly execution: Promise<Execution>;
}

function start({ TZ, LANG, seed }: (typeof MACHINES)[number]): Machine {
  const script = fileURLToPath(new URL('./execute-journal.ts', import.meta.url));
  const flags = [`--random-seed=${seed}`, `--hash-seed=${seed}`, '--import', 'tsx'];
  const child = spawn(process.execPath, [...flags, script], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: { ...process.env, TZ, LANG, LC_ALL: LANG },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  return { child, execution: text(child.stdout).then((output) => JSON.parse(output) as Execution) };
}

async function notify({ child }: Machine, lines: string): Promise<void> {
  if (child.stdin && !child.stdin.write(lines)) await once(child.stdin, 'drain');
}

function linesOf(commands: readonly Command[]): string {
  const tag = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? { $n: value.toString() } : value);
  return `${commands.map((command) => JSON.stringify(command, tag)).join('\n')}\n\n`;
}

test(`a journal of ${COMMANDS} commands gives the same in every time zone and language`, async () => {
  const machines = MACHINES.map(start);
  for (const simulation of longJournal(COMMANDS)) {
    const lines = linesOf(simulation);
    await Promise.all(machines.map((machine) => notify(machine, lines)));
  }
  for (const { child } of machines) child.stdin?.end();
  const [here, there] = await Promise.all(machines.map(({ execution }) => execution));
  expect(here).toMatchObject({ minutesToUtc: -420, language: 'vi-VN', commands: COMMANDS, kinds: EVERY_KIND });
  expect(there).toEqual({ ...here, minutesToUtc: 300, language: 'en-US' });
});
