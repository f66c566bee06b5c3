/**
 * Asking for the account to be deleted (spec 8, "Investor"): possible when nothing is left in it, decided by an operator,
 * who looks again. The records stay, as the law asks; nobody signs in with them any more.
 */
import { cashVnd, type EngineState, isFinal, owedVnd } from '@mua/core/engine';
import type pg from 'pg';
import type { Clock } from '#clock';
import { inTransaction, type Queryable } from '#db/transaction';
import { replyError } from '#http/reply-error';
import type { Messages } from '#messages/messages';
import { readContact } from './investors.ts';
import type { SecurityNotices } from './security-notices.ts';

export interface AccountDeletion {
  /** Throws AccountDeletionNotAllowed with what is left. Again is no mistake. */
  request(investorId: string): Promise<void>;
  /** Throws AccountDeletionNotPending. */
  withdraw(client: Queryable, investorId: string): Promise<void>;
  /** Throws AccountDeletionNotAllowed when positions, orders or money are left in any sub-account. */
  demandEmpty(investorId: string): void;
}

export function createAccountDeletion(deps: {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly state: EngineState;
  readonly messages: Messages;
  readonly notices: SecurityNotices;
}): AccountDeletion {
  const { pool, clock, state, messages, notices } = deps;

  function demandEmpty(investorId: string): void {
    const left = leftOf(state, investorId);
    if (left.positions === 0 && left.orders === 0 && left.balance === 0n) return;
    throw replyError('AccountDeletionNotAllowed', { ...left, balance: String(left.balance) });
  }

  return {
    demandEmpty,
    async request(investorId) {
      demandEmpty(investorId);
      await inTransaction(pool, async (client) => {
        const asked = await client.query(
          'update investor set deletion_requested_ms = $2 where investor_id = $1 and deletion_requested_ms is null',
          [investorId, clock.nowMs()],
        );
        if (asked.rowCount === 1) {
          await notices.write(client, 'deletionRequested', await readContact(client, investorId));
        }
      });
      messages.wake();
    },
    async withdraw(client, investorId) {
      const withdrawn = await client.query(
        `update investor set deletion_requested_ms = null
         where investor_id = $1 and deletion_requested_ms is not null and deleted_ms is null`,
        [investorId],
      );
      if (withdrawn.rowCount !== 1) throw replyError('AccountDeletionNotPending', {});
    },
  };
}

/** What keeps an account from being deleted. The balance is below zero for who owes. */
function leftOf(state: EngineState, investorId: string): { positions: number; orders: number; balance: bigint } {
  const own = [...state.accounts.values()].filter((account) => account.investorId === investorId);
  const ids = new Set(own.map(({ accountId }) => accountId));
  let [positions, orders, balance] = [0, 0, 0n];
  for (const account of own) {
    for (const position of account.positions.values()) if (position.netLots !== 0) positions += 1;
    orders += account.conditionals.size;
    balance += cashVnd(state, account) - owedVnd(state, account);
  }
  for (const order of state.orders.values()) if (ids.has(order.accountId) && !isFinal(order)) orders += 1;
  return { positions, orders, balance };
}
