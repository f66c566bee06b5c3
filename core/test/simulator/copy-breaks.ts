/** Seeded bugs of copy trading. */
import type { Account, EngineState } from '@mua/core/engine';
import type { Break } from '#test/simulator/break.ts';

type Copy = NonNullable<Account['copy']>;
type Strategy = NonNullable<Account['strategy']>;

/** What one command was executed without, or with other values, and how to put it back. */
const undone = new WeakMap<EngineState, () => void>();

/** Something else for one command. */
function during(change: (state: EngineState, kind: string) => (() => void) | undefined): Break {
  return {
    beforeExecute(state, command) {
      const undo = change(state, command.kind);
      if (undo) undone.set(state, undo);
    },
    afterExecute(state) {
      undone.get(state)?.();
      undone.delete(state);
    },
  };
}

/** Other facts of every copy while a price or a fill has its consequences. */
function copiesDuring(facts: (copy: Copy) => Partial<Copy>): Break {
  return during(({ copying }, kind) => {
    if (kind !== 'reportExecution' && kind !== 'markPrices') return undefined;
    const before = [...copying.copies.values()].map((copy) => {
      const changed = facts(copy);
      const kept = Object.fromEntries(Object.entries(copy).filter(([name]) => name in changed));
      Object.assign(copy, changed);
      return { copy, changed, kept };
    });
    return () => {
      // What the command itself has changed stays.
      for (const { copy, changed, kept } of before) if (isStill(copy, changed)) Object.assign(copy, kept);
    };
  });
}

function isStill(copy: Copy, changed: Partial<Copy>): boolean {
  const now: Readonly<Record<string, unknown>> = { ...copy };
  return Object.entries(changed).every(([name, value]) => now[name] === value);
}

function strategiesDuring(terms: Partial<Strategy['terms']>): Break {
  return during(({ copying }, kind) => {
    if (kind !== 'reportExecution') return undefined;
    const before = [...copying.strategies.values()].map((strategy) => ({ strategy, kept: strategy.terms }));
    for (const { strategy } of before) strategy.terms = { ...strategy.terms, ...terms };
    return () => {
      for (const { strategy, kept } of before) strategy.terms = kept;
    };
  });
}

const openBefore = new WeakMap<EngineState, readonly Copy[]>();

export const COPY_BREAKS = {
  /** A fill has its turn again for whom it was decided. */
  'copied-twice': {
    afterExecute({ copying }, _command, events) {
      for (const event of events) {
        if (event.kind !== 'copyDecided') continue;
        const { strategyId, copyId, fill } = event.decision;
        const number = copying.copies.get(copyId)?.number ?? 0;
        copying.errands.push({ kind: 'mirror', strategyId, doneNumber: number - 1, lastNumber: number, fill });
      }
    },
  },
  /** Half a lot is a lot. */
  'copy-rounds-up': copiesDuring(({ ratioBasisPoints }) => ({ ratioBasisPoints: ratioBasisPoints + 2_500 })),
  /** Lots that the leader held before the follow are copied when the next ones are. */
  'copies-older-lots': {
    afterExecute({ copying }, command) {
      if (command.kind === 'followStrategy') copying.copies.get(command.copyId)?.baseLots.clear();
    },
  },
  /** A follower opens at any price. */
  'copy-at-any-price': strategiesDuring({ slippageTicks: 500 }),
  /** A follower that pauses goes on opening. */
  'paused-copies-open': copiesDuring(({ state }) => (state === 'PAUSED' ? { state: 'ACTIVE' } : {})),
  /** A fill is copied in a market that has closed meanwhile. */
  'copy-in-a-closed-market': during(({ contracts, copying }, kind) => {
    if (kind !== 'reportExecution' || copying.strategies.size === 0) return undefined;
    const closed = [...contracts.values()].filter(({ session }) => session !== 'OPEN');
    const kept = closed.map((listed) => ({ listed, session: listed.session }));
    for (const listed of closed) listed.session = 'OPEN';
    return () => {
      for (const { listed, session } of kept) listed.session = session;
    };
  }),
  /** More may be lost than the follower would. */
  'loss-limit-late': copiesDuring(({ maxLossVnd }) => ({ maxLossVnd: maxLossVnd + 2_000_000n })),
  'loss-limit-early': copiesDuring(({ maxLossVnd }) => ({ maxLossVnd: maxLossVnd - 400_000n })),
  /** A loss is forgotten at the end of the week: what makes up for it is paid for as profit. */
  'high-water-falls': {
    afterExecute({ copying }, _command, events) {
      for (const event of events) {
        const copy = event.kind === 'copyWeekEnded' ? copying.copies.get(event.report.copyId) : undefined;
        if (copy) copy.week.highEquityVnd = copy.week.startEquityVnd;
      }
    },
  },
  /** Every date begins a period of the copy fee. */
  'copy-fee-every-date': {
    beforeExecute({ copying }, command) {
      if (command.kind === 'endTradeDate' && !command.exchanges)
        for (const copy of copying.copies.values()) copy.paidUntil = '';
    },
  },
  /** Money put into a copy is shared as its profit. */
  'funds-are-profit': {
    afterExecute({ copying }, command) {
      const copy = command.kind === 'fundCopy' ? copying.copies.get(command.copyId) : undefined;
      if (copy) copy.week.fundChangedVnd = 0n;
    },
  },
  /** The exchange does not learn whom a follower copies. */
  'follower-meets-leader': {
    alterRequest(request) {
      if (request.kind !== 'submit') return request;
      const { avoidsOwnerId: _avoids, ...order } = request.order;
      return { ...request, order };
    },
  },
  /** An account that follows takes its owner's orders too. */
  'follower-trades-by-hand': during(({ accounts }, kind) => {
    if (kind !== 'placeOrder') return undefined;
    const kept = [...accounts.values()].map((account) => ({ account, copy: account.copy }));
    for (const { account } of kept) account.copy = null;
    return () => {
      for (const { account, copy } of kept) account.copy = copy;
    };
  }),
  /** A copy that has closed is still copied for. */
  'closed-copies-stay': {
    beforeExecute(state) {
      openBefore.set(state, [...state.copying.copies.values()]);
    },
    afterExecute(state, _command, events) {
      for (const event of events) {
        if (event.kind !== 'copyChanged' || event.copy.state !== 'CLOSED') continue;
        const { copyId } = event.copy;
        const copy = openBefore.get(state)?.find((one) => one.copyId === copyId);
        if (copy) copy.strategy.copies.push(copy);
      }
    },
  },
  /** A restart forgets who of the followers is still to be served. */
  'restart-forgets-errands': {
    afterRestore(state) {
      state.copying.errands.length = 0;
    },
  },
  /** A restart forgets which of the leader's lots do not count. */
  'restart-forgets-bases': {
    afterRestore(state) {
      for (const copy of state.copying.copies.values()) copy.baseLots.clear();
    },
  },
} as const satisfies Record<string, Break>;
