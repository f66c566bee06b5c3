/**
 * From the bank's word to the money in a sub-account, exactly once.
 *
 * - What the bank says is kept with what it means in one transaction; the deposit whose memo it carries is locked, so
 *   that of two payments one is the first.
 * - The posting follows, one payment at a time: a look whether it stands in the ledger, then the command. Its batch
 *   writes both or neither, so a crash at any place ends in the same look.
 * - That it was credited is noted last, with the mail. Whoever is left before that is brought to the end by the next
 *   start, or the next try.
 */

import type { DepositBank } from '@mua/contract/entities/deposit';
import type { BankNotification, BankNotificationStatus } from '@mua/contract/http/bank-notifications';
import type { Account } from '@mua/core/engine';
import type pg from 'pg';
import { inTransaction, type Queryable } from '#db/transaction.ts';
import type { DepositNotices, PaymentNews } from '#deposits/deposit-notices.ts';
import { type DepositRow, lockDeposits } from '#deposits/deposit-store.ts';
import { type Claim, whyQueued } from '#deposits/matching.ts';
import { memosIn } from '#deposits/memo.ts';
import {
  bookedMsOf,
  findMatched,
  findNotification,
  insertNotification,
  isPosted,
  isSame,
  noteCredited,
  queueAgain,
} from '#deposits/notification-store.ts';
import type { Clock } from '#ground/clock.ts';
import { createKeyedMutex } from '#ground/keyed-mutex.ts';
import type { Sequencer } from '#journal/sequencer.ts';
import { JournalBusyError } from '#refusals/journal-busy.ts';
import { ReplyError, replyError } from '#refusals/reply-error.ts';

export interface BankNotifications {
  /** Resolves once it is kept, and credited if that could be done at once. */
  receive(
    told: BankNotification,
  ): Promise<{ readonly notificationId: string; readonly status: BankNotificationStatus }>;
  /** Brings one that has a destination there; false where the journal takes nothing now, and it is tried again. */
  credit(notificationId: string): Promise<boolean>;
  /** Goes on with everything that a crash has left. */
  resume(): Promise<void>;
  /** Tries again what this server could not bring to its end. */
  retry(): Promise<void>;
}

export interface BankNotificationsDeps {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly sequencer: Pick<Sequencer, 'state' | 'submit'>;
  readonly banks: readonly DepositBank[];
  readonly isDemo: boolean;
  readonly notices: DepositNotices;
  readonly onError: (error: unknown) => void;
}

export function createBankNotifications(deps: BankNotificationsDeps): BankNotifications {
  const { pool, clock, sequencer, banks, notices, onError } = deps;
  const { state } = sequencer;
  const exclusively = createKeyedMutex();
  const left = new Set<string>();

  async function keep(told: BankNotification): Promise<BankNotificationStatus> {
    return inTransaction(pool, async (client) => {
      const receivedMs = clock.nowMs();
      const deposits = await lockDeposits(client, memosIn(told.memo));
      // Of two memos in one line nobody knows which is meant.
      const deposit = deposits.length === 1 ? deposits[0] : undefined;
      const account = deposit && state.accounts.get(deposit.account_id);
      const claim = deposit && account && (await claimOf(client, deposit, account, deps.isDemo));
      const payment = { ...told, amountVnd: BigInt(told.amount), bookedMs: bookedMsOf(told), receivedMs };
      const cause = whyQueued(payment, claim, banks.some(isAccountOf(told)));
      const to = deposit && cause === null ? { accountId: deposit.account_id, reference: deposit.memo } : null;
      const depositId = deposit?.deposit_id ?? null;
      const added = await insertNotification(client, { told, receivedMs, cause, depositId, to });
      if (!added) return statusOfKnown(client, told);
      if (cause !== null && account && !claim?.isDeleted)
        await notices.unmatched(client, newsOf(account, payment.amountVnd));
      return added.status;
    });
  }

  async function bringIn(notificationId: string): Promise<void> {
    const one = await findNotification(pool, notificationId);
    const { status, account_id: accountId, reference, amount_vnd: amountVnd } = one ?? {};
    if (status !== 'MATCHED' || !accountId || !reference || !amountVnd) return;
    if (!(await isPosted(pool, { accountId, reference })))
      await sequencer.submit({ kind: 'deposit', accountId, amountVnd, reference });
    await inTransaction(pool, async (client) => {
      const account = state.accounts.get(accountId);
      if ((await noteCredited(client, notificationId, clock.nowMs())) && account)
        await notices.credited(client, newsOf(account, amountVnd));
    });
    notices.wake();
  }

  async function credit(notificationId: string): Promise<boolean> {
    return exclusively(notificationId, async () => {
      left.add(notificationId);
      try {
        await bringIn(notificationId);
        left.delete(notificationId);
        return true;
      } catch (error) {
        if (error instanceof JournalBusyError) return false;
        if (!(error instanceof ReplyError && error.code === 'InvestorDeleted')) throw error;
        await queueAgain(pool, notificationId, 'INVESTOR_DELETED');
        left.delete(notificationId);
        return true;
      }
    });
  }

  return {
    async receive(told) {
      const status = await keep(told);
      notices.wake();
      // It is kept, and so it is tried again: the bank need not say it twice.
      if (status === 'MATCHED') await credit(told.notificationId).catch(onError);
      const { notificationId } = told;
      return { notificationId, status: (await findNotification(pool, notificationId))?.status ?? status };
    },
    credit,
    async retry() {
      for (const notificationId of [...left]) await credit(notificationId).catch(onError);
    },
    async resume() {
      for (const notificationId of await findMatched(pool)) await credit(notificationId).catch(onError);
    },
  };
}

function newsOf({ investorId, accountId }: Account, amountVnd: bigint): PaymentNews {
  return { investorId, accountId, amountVnd };
}

function isAccountOf(told: BankNotification): (bank: DepositBank) => boolean {
  return ({ bankId, accountNumber }) => bankId === told.bankId && accountNumber === told.accountNumber;
}

async function statusOfKnown(client: Queryable, told: BankNotification): Promise<BankNotificationStatus> {
  const known = await findNotification(client, told.notificationId);
  if (!known || !isSame(known, told)) throw replyError('IDEMPOTENCY_MISMATCH', {});
  return known.status;
}

async function claimOf(client: Queryable, deposit: DepositRow, account: Account, isDemo: boolean): Promise<Claim> {
  const found = await client.query<{ is_suspended: boolean; is_deleted: boolean; is_paid: boolean }>(
    `select is_suspended, deleted_ms is not null as is_deleted,
       exists (select from bank_notification where deposit_id = $2 and status in ('MATCHED', 'CREDITED')) as is_paid
     from investor where investor_id = $1`,
    [account.investorId, deposit.deposit_id],
  );
  const owner = found.rows[0];
  return {
    bank: deposit.bank,
    amountVnd: deposit.amount_vnd,
    expiresMs: Number(deposit.expires_ms),
    isPaid: owner?.is_paid ?? false,
    isSuspended: owner?.is_suspended ?? false,
    isDeleted: owner?.is_deleted ?? true,
    isOfThisKind: account.isDemo === isDemo,
  };
}
