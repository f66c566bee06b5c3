/** Seeded bugs of service packages. */
import { post } from '#ledger/ledger.ts';
import type { Break } from '#test/simulator/break.ts';

export const PACKAGE_BREAKS = {
  /** The lower fee goes on after the paid month. */
  'package-outlives-its-month': {
    beforeExecute(state, command) {
      if (command.kind !== 'endTradeDate' || command.exchanges) return;
      for (const account of state.accounts.values())
        if (account.subscription) account.subscription = { ...account.subscription, until: '2099-12-31' };
    },
  },
  /** Whoever asks twice pays twice. */
  'package-paid-twice': {
    afterExecute(state, command, events) {
      if (command.kind !== 'subscribePackage') return;
      for (const event of [...events]) {
        if (event.kind !== 'moneyPosted') continue;
        post(state.balances, event.posting);
        events.push(event);
      }
    },
  },
  /** What margin needs pays for a package. */
  'package-ignores-margin': {
    alterCommand(state, command) {
      if (command.kind !== 'subscribePackage') return command;
      const account = state.accounts.get(command.accountId);
      if (account) account.requiredVnd -= 80_000_000n;
      return command;
    },
    afterExecute(state, command) {
      const account = command.kind === 'subscribePackage' ? state.accounts.get(command.accountId) : undefined;
      if (account) account.requiredVnd += 80_000_000n;
    },
  },
  /** A restart forgets who has a package. */
  'restart-forgets-packages': {
    afterRestore(state) {
      for (const account of state.accounts.values()) account.subscription = null;
    },
  },
} as const satisfies Record<string, Break>;
