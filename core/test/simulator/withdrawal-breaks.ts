/** Seeded bugs of withdrawals. */
import type { Account, Command, EngineState } from '@mua/core/engine';
import type { Break } from '#test/simulator/break.ts';

/** Required margin put aside for one command. */
const required = new WeakMap<Account, bigint>();

/** Withdrawals that pass for approved during one command. */
const spared = new WeakSet<object>();

function accountOf(state: EngineState, command: Command): Account | undefined {
  return 'withdrawalId' in command ? state.accounts.get(command.accountId) : undefined;
}

export const WITHDRAWAL_BREAKS = {
  /** Money is held whatever the positions need. */
  'hold-ignores-margin': {
    beforeExecute(state, command) {
      const account = command.kind === 'holdWithdrawal' ? accountOf(state, command) : undefined;
      if (!account) return;
      required.set(account, account.requiredVnd);
      account.requiredVnd = 0n;
    },
    afterExecute(state, command) {
      const account = command.kind === 'holdWithdrawal' ? accountOf(state, command) : undefined;
      if (account) account.requiredVnd = required.get(account) ?? 0n;
    },
  },
  /** A payment can be made again. */
  'paid-stays-held': {
    afterExecute(state, command, events) {
      for (const event of events) {
        if (event.kind !== 'withdrawalChanged' || event.change.status !== 'PAID') continue;
        const { withdrawalId, amountVnd } = event.change;
        const account = accountOf(state, command);
        account?.withdrawals.set(withdrawalId, { withdrawalId, amountVnd, isApproved: true });
        if (account) account.heldVnd += amountVnd;
      }
    },
  },
  /** An owner takes back what is on its way to the bank. */
  'approved-cancelled': {
    beforeExecute(state, command) {
      if (command.kind !== 'releaseWithdrawal' || command.reason !== 'Cancelled') return;
      const withdrawal = accountOf(state, command)?.withdrawals.get(command.withdrawalId);
      if (withdrawal) withdrawal.isApproved = false;
    },
  },
  /** Held money counts as a loss of the day. */
  'hold-is-a-loss': {
    afterExecute(state, command, events) {
      for (const event of events) {
        if (event.kind !== 'withdrawalChanged' || event.change.status !== 'HELD') continue;
        const account = accountOf(state, command);
        if (account) account.dayBaseVnd += event.change.amountVnd;
      }
    },
  },
  /** Positions are closed by force beside money that could have covered them. */
  'liquidates-beside-holds': {
    beforeExecute(state, command) {
      if ('withdrawalId' in command) return;
      for (const { withdrawals } of state.accounts.values())
        for (const withdrawal of withdrawals.values()) {
          if (!withdrawal.isApproved) spared.add(withdrawal);
          withdrawal.isApproved = true;
        }
    },
    afterExecute(state) {
      for (const { withdrawals } of state.accounts.values())
        for (const withdrawal of withdrawals.values()) if (spared.delete(withdrawal)) withdrawal.isApproved = false;
    },
  },
  /** A restart forgets what is held. */
  'restart-forgets-holds': {
    afterRestore(state) {
      for (const account of state.accounts.values()) account.withdrawals.clear();
    },
  },
} as const satisfies Record<string, Break>;
