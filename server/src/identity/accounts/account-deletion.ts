/**
 * Account deletion (docs/rules/people.md#deletion): the investor requests it when nothing is left in the account, and
 * an operator decides after another check. The records stay, as the law requires, but nobody can sign in.
 * Money may arrive before the decision. So the check comes last, directly before the commit; and while a deletion is
 * decided, and after it is granted, the engine's queue accepts nothing for the accounts.
 */
import { type Account, cashVnd, type EngineState, isFinal, owedVnd } from '@mua/core/engine';
import type pg from 'pg';
import { inTransaction, type Queryable } from '#db/transaction.ts';
import type { Clock } from '#ground/clock.ts';
import type { KeyedMutex } from '#ground/keyed-mutex.ts';
import { readContact } from '#identity/accounts/investors.ts';
import type { SecurityNotices } from '#identity/accounts/security-notices.ts';
import type { Sequencer } from '#journal/sequencer.ts';
import type { Messages } from '#messages/messages.ts';
import { replyError } from '#refusals/reply-error.ts';

export interface AccountDeletion {
  /** Throws AccountDeletionNotAllowed with what is left. May be repeated. */
  request(investorId: string): Promise<void>;
  /** Throws AccountDeletionNotPending if none was requested. */
  withdraw(client: Queryable, investorId: string): Promise<void>;
  /**
   * Grants it in one transaction with the caller's work. Throws AccountDeletionNotAllowed if positions, orders, strategies,
   * copies or money are left in any sub-account.
   */
  grant<T>(investorId: string, decide: (demandEmpty: () => void) => Promise<T>): Promise<T>;
}

export function createAccountDeletion(deps: {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly sequencer: ClosableAccounts;
  readonly exclusively: KeyedMutex;
  readonly messages: Messages;
  readonly notices: SecurityNotices;
}): AccountDeletion {
  const { pool, clock, sequencer, exclusively, messages, notices } = deps;
  const { state } = sequencer;

  function demandEmpty(investorId: string): void {
    const left = leftOf(state, investorId);
    const { balance, ...counts } = left;
    if (balance === 0n && Object.values(counts).every((count) => count === 0)) return;
    throw replyError('AccountDeletionNotAllowed', { ...counts, balance: String(balance) });
  }

  return {
    grant: (investorId, decide) =>
      exclusively(`deletion of ${investorId}`, async () => {
        const reopen = sequencer.closeAccounts(accountsOf(state, investorId).map(({ accountId }) => accountId));
        try {
          return await decide(() => demandEmpty(investorId));
        } catch (error) {
          // A commit without an answer may have succeeded. Until that is known, the accounts stay closed.
          if (!(await isDeleted(pool, investorId))) reopen();
          throw error;
        }
      }),
    async request(investorId) {
      await inTransaction(pool, async (client) => {
        const asked = await client.query(
          'update investor set deletion_requested_ms = $2 where investor_id = $1 and deletion_requested_ms is null',
          [investorId, clock.nowMs()],
        );
        if (asked.rowCount === 1) {
          await notices.write(client, 'deletionRequested', await readContact(client, investorId));
        }
        demandEmpty(investorId);
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

/** Closes the accounts of deleted investors again, at a start. */
export async function closeDeletedAccounts(pool: pg.Pool, { state, closeAccounts }: ClosableAccounts): Promise<void> {
  const deleted = await pool.query<{ investor_id: string }>(
    'select investor_id from investor where deleted_ms is not null',
  );
  const ids = new Set(deleted.rows.map((row) => row.investor_id));
  const theirs = [...state.accounts.values()].filter(({ investorId }) => ids.has(investorId));
  closeAccounts(theirs.map(({ accountId }) => accountId));
}

type ClosableAccounts = Pick<Sequencer, 'state' | 'closeAccounts'>;

async function isDeleted(pool: pg.Pool, investorId: string): Promise<boolean> {
  const found = await pool.query('select from investor where investor_id = $1 and deleted_ms is not null', [
    investorId,
  ]);
  return found.rowCount === 1;
}

function accountsOf(state: EngineState, investorId: string): Account[] {
  return [...state.accounts.values()].filter((account) => account.investorId === investorId);
}

interface Left {
  readonly positions: number;
  readonly orders: number;
  readonly strategies: number;
  readonly copies: number;
  readonly balance: bigint;
}

/**
 * What prevents the deletion; what followers pay a leader would be nobody's. The balance is the money that is left in
 * any sub-account, and without any the debt, below zero: one sub-account's money does not pay another's debt by itself.
 */
function leftOf(state: EngineState, investorId: string): Left {
  const own = accountsOf(state, investorId);
  const ids = new Set(own.map(({ accountId }) => accountId));
  let [positions, orders, moneyVnd, debtVnd] = [0, 0, 0n, 0n];
  for (const account of own) {
    for (const position of account.positions.values()) if (position.netLots !== 0) positions += 1;
    orders += account.conditionals.size;
    moneyVnd += cashVnd(state, account);
    debtVnd += owedVnd(state, account);
  }
  for (const order of state.orders.values()) if (ids.has(order.accountId) && !isFinal(order)) orders += 1;
  const strategies = own.filter(({ strategy }) => strategy !== null).length;
  const copies = own.filter(({ copy }) => copy !== null).length;
  return { positions, orders, strategies, copies, balance: moneyVnd === 0n ? -debtVnd : moneyVnd };
}
