/** Seeded bugs of halts, own limits, bands, daily limits and the expiry guard. */
import { type Account, NO_SELF_LIMITS, type SelfLimits } from '@mua/core/engine';
import type { Break } from '#test/simulator/break.ts';

/** Own limits put aside for one command. */
const kept = new WeakMap<Account, SelfLimits>();

export const RULE_BREAKS = {
  /** A halt of one account is forgotten. */
  'halt-forgets-account': {
    afterExecute(state, command) {
      if (command.kind === 'setTradingHalt' && command.scope.kind === 'account')
        state.halts.accounts.delete(command.scope.accountId);
    },
  },
  /** A halt of everything stops cancels too. */
  'halt-stops-cancels': {
    alterCommand: (state, command) =>
      command.kind === 'cancelOrder' && (state.halts.all ?? [...state.halts.contracts.values()][0]) !== undefined
        ? { ...command, orderId: 'none' }
        : command,
  },
  /** Whoever loosens a limit has it loosened at once. */
  'limits-loosened-at-once': {
    afterExecute(state, command) {
      const account = command.kind === 'setBrakes' && state.accounts.get(command.accountId);
      if (!account) return;
      account.brakes = account.nextBrakes ?? account.brakes;
      account.nextBrakes = null;
    },
  },
  /** Own limits are asked of plain orders only: nobody asks a reversal. */
  'reverse-passes-limits': {
    beforeExecute(state, command) {
      const account = command.kind === 'reversePosition' && state.accounts.get(command.accountId);
      if (!account) return;
      kept.set(account, account.brakes);
      account.brakes = NO_SELF_LIMITS;
    },
    afterExecute(state, command) {
      const account = command.kind === 'reversePosition' && state.accounts.get(command.accountId);
      if (account) account.brakes = kept.get(account) ?? NO_SELF_LIMITS;
    },
  },
  /** The day's loss is counted from nothing. */
  'day-base-forgotten': {
    afterExecute(state, command) {
      if (command.kind === 'endTradeDate') for (const account of state.accounts.values()) account.dayBaseVnd = 0n;
    },
  },
  /** Any price is taken. */
  'no-band': {
    alterCommand: (_state, command) =>
      command.kind === 'setTradingRules' ? { ...command, rules: { ...command.rules, bandMinTicks: 10_000 } } : command,
  },
  /** The exchange's daily limits are unknown here. */
  'no-daily-limits': {
    alterCommand(_state, command) {
      if (command.kind !== 'defineCommodity') return command;
      const { dailyLimit: _limit, ...commodity } = command.commodity;
      return { ...command, commodity };
    },
  },
  /** The expiry window begins too late. */
  'expiry-window-late': {
    alterCommand: (_state, command) =>
      command.kind === 'nearCloseOut' ? { ...command, sessionsLeft: command.sessionsLeft + 3 } : command,
  },
  /** A contract that is over is traded on. */
  'last-day-ignored': {
    alterCommand: (_state, command) =>
      command.kind === 'listContract'
        ? { ...command, contract: { ...command.contract, lastTradeDay: '2099-12-31' } }
        : command,
  },
} as const satisfies Record<string, Break>;
