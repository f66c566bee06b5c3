/** Seeded bugs of withdrawals. */
import type { Account, Command, EngineState } from '@mua/core/engine';
import { post } from '#ledger/ledger.ts';
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
  /** What is given back is given back twice, out of whatever else is held. */
  'released-twice': {
    afterExecute(state, command, events) {
      for (const event of events) {
        if (event.kind !== 'withdrawalChanged' || event.change.status !== 'RELEASED') continue;
        const account = accountOf(state, command);
        if (account) account.heldVnd -= event.change.amountVnd;
      }
    },
  },
  /** A payment is posted, and nobody had held it. */
  'paid-without-hold': {
    beforeExecute(state, command) {
      if (command.kind !== 'payWithdrawal') return;
      const { withdrawalId } = command;
      const account = accountOf(state, command);
      if (!account || account.withdrawals.has(withdrawalId)) return;
      account.withdrawals.set(withdrawalId, { withdrawalId, amountVnd: 1_000n, isApproved: true });
      account.heldVnd += 1_000n;
    },
  },
} as const satisfies Record<string, Break>;

/** Seeded bugs of money that comes and of what trading costs: posted on both sides, so that every sum is zero. */
export const MONEY_BREAKS = {
  /** A bank that tells of a payment twice pays twice. */
  'deposit-twice': {
    afterExecute(state, command, events) {
      if (command.kind !== 'deposit') return;
      const event = events.find((one) => one.kind === 'moneyPosted' && one.posting.type === 'deposit');
      if (event?.kind !== 'moneyPosted') return;
      post(state.balances, event.posting);
      events.push(event);
    },
  },
  /** A dong more comes in than the bank has told of. */
  'deposit-too-large': {
    alterCommand: (_state, command) =>
      command.kind === 'deposit' ? { ...command, amountVnd: command.amountVnd + 1n } : command,
  },
} as const satisfies Record<string, Break>;
