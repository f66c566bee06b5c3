/**
 * Ends alerts that can't be reached any more, and tells their owner in the same transaction: whoever waits for a price
 * hears that nothing waits any more. An alert that its owner ended, paused or moved meanwhile is left as it is.
 */
import { type EngineState, tradeDateOf } from '@mua/core/engine';
import type pg from 'pg';
import { endAlert, type StoredAlert } from '#alerts/alert-store.ts';
import { inTransaction } from '#db/transaction.ts';
import type { InvestorMailbox } from '#notifications/investor-mailbox.ts';

export interface AlertEnds {
  end(alert: StoredAlert, reason: AlertEnd): Promise<void>;
}

/** By the market or the chart, not by its owner. */
export type AlertEnd = 'ContractEnded' | 'AlertLineEnded';

export interface AlertEndsDeps {
  readonly pool: pg.Pool;
  readonly mailbox: Pick<InvestorMailbox, 'writeAll'>;
  readonly state: EngineState;
}

export function createAlertEnds({ pool, mailbox, state }: AlertEndsDeps): AlertEnds {
  return {
    async end(alert, reason) {
      const { accountId: to, contractCode: contract, note } = alert;
      await inTransaction(pool, async (client) => {
        if (!(await endAlert(client, alert, reason))) return;
        const letter = { to, facts: { contract, note }, reason: { code: reason, facts: {} } };
        await mailbox.writeAll(client, 'AlertEnded', [{ ...letter, contractCode: chartOf(state, contract) }]);
      });
    },
  };
}

/** Whether the contract will never trade again. */
export function isOver(state: EngineState, contractCode: string): boolean {
  const listed = state.contracts.get(contractCode);
  return listed !== undefined && tradeDateOf(state, listed) > listed.contract.lastTradeDay;
}

/** A contract that is over has no chart: the next one of its commodity has. Null where none is left. */
function chartOf(state: EngineState, contractCode: string): string | null {
  if (!isOver(state, contractCode)) return contractCode;
  const commodity = state.contracts.get(contractCode)?.commodity.code;
  const next = [...state.contracts.values()]
    .filter((listed) => listed.commodity.code === commodity && !isOver(state, listed.contract.code))
    .sort((a, b) => (a.contract.lastTradeDay < b.contract.lastTradeDay ? -1 : 1))[0];
  return next?.contract.code ?? null;
}
