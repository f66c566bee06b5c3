/**
 * Runs the simulator's investors, broker and exchange, and checks that no record changes outside the reach of a step.
 */
import { type Command, createEngineState, execute, HEALTHY } from '@mua/core/engine';
import { expect, test } from 'vitest';
import type { AccountRecord } from '#accounts/account-records.ts';
import { reachOf, recordAfter } from '#accounts/live-record.ts';
import { recordSimulation } from '../../../core/test/simulator/long-journal.ts';

const COMMANDS = 3_000;

function recordOf(command: Command & { readonly kind: 'openAccount' }): AccountRecord {
  const { accountId, investorId, investorKind } = command;
  const nothing = { cashVnd: 0n, heldVnd: 0n, requiredVnd: 0n, deficitVnd: 0n, feesVnd: 0n, realisedVnd: 0n };
  const owner = { accountId, investorId, investorKind, isDemo: true, isActivated: true };
  return { ...owner, ...nothing, working: [], ladder: HEALTHY, positions: [], subscription: null, seq: command.seq };
}

test('a step changes the records within its reach, and no other', () => {
  const state = createEngineState();
  const records = new Map<string, AccountRecord>();
  const changedBy = new Map<string, number>();
  for (const command of recordSimulation(7, COMMANDS).commands) {
    const step = { command, events: execute(state, command) };
    if (command.kind === 'openAccount') records.set(command.accountId, recordOf(command));
    const reach = reachOf(step);
    for (const [accountId, record] of records) {
      const next = recordAfter(record, step);
      records.set(accountId, next);
      if (next === record) continue;
      changedBy.set(command.kind, (changedBy.get(command.kind) ?? 0) + 1);
      const isWithin =
        reach.isEverybody ||
        reach.accountIds.has(accountId) ||
        record.positions.some(({ contractCode }) => reach.heldCodes.includes(contractCode));
      expect(isWithin, `${command.kind} at ${command.seq} changes ${accountId}`).toBe(true);
    }
  }
  // Prices, orders, settlements and trade dates all occurred.
  for (const kind of ['markPrices', 'placeOrder', 'reportExecution', 'settleContracts', 'endTradeDate', 'deposit'])
    expect(changedBy.get(kind) ?? 0, kind).toBeGreaterThan(0);
});
