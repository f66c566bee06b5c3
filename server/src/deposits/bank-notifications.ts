/**
 * From the bank's word to the money in a sub-account, exactly once.
 *
 * - What the bank says is kept with what it means in one transaction (keep-notifications.ts).
 * - The posting follows: a look whether it stands in the ledger, then the command. Its batch writes both or neither, so
 *   a crash at any place ends in the same look (credit-payments.ts).
 * - That it was credited is noted last, with the mail. Whoever is left before that is brought to the end by the next
 *   start, or the next try.
 *
 * Those that wait while one transaction runs share the next, because the commit costs more than what is in it. Each
 * comes to the end that it would come to alone.
 */

import type { DepositBank } from '@mua/contract/entities/deposit';
import type { BankNotification, BankNotificationStatus } from '@mua/contract/http/bank-notifications';
import type pg from 'pg';
import { inTransaction } from '#db/transaction.ts';
import { creditPayments, type ToCredit } from '#deposits/credit-payments.ts';
import type { DepositNotices } from '#deposits/deposit-notices.ts';
import { keepNotifications } from '#deposits/keep-notifications.ts';
import { findMatched, isSame, type NotificationRow } from '#deposits/notification-store.ts';
import { createBatches } from '#ground/batches.ts';
import type { Clock } from '#ground/clock.ts';
import type { Jobs } from '#ground/jobs.ts';
import { inRequest, type OwnRequest, ownRequest } from '#ground/own-request.ts';
import type { Sequencer } from '#journal/sequencer.ts';
import { replyError } from '#refusals/reply-error.ts';

export interface BankNotifications {
  /** Resolves once it is kept, and credited if that could be done at once. */
  receive(
    told: BankNotification,
  ): Promise<{ readonly notificationId: string; readonly status: BankNotificationStatus }>;
  /**
   * Brings one that has a destination there, or has it brought; false where the journal takes nothing now, and it is
   * tried again.
   */
  credit(notificationId: string): Promise<boolean>;
  /** Goes on with everything that a crash has left. */
  resume(): Promise<void>;
  /** Tries again what could not be brought to its end, here or elsewhere. */
  retry(): Promise<void>;
}

export interface BankNotificationsDeps {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly sequencer: Pick<Sequencer, 'state' | 'submit'>;
  readonly banks: readonly DepositBank[];
  readonly isDemo: boolean;
  readonly notices: DepositNotices;
  readonly jobs: Jobs;
  readonly onError: (error: unknown) => void;
}

/** More do not share a transaction, so that nobody waits long for the one before theirs. */
const TOGETHER_MOST = 200;

export function createBankNotifications(deps: BankNotificationsDeps): BankNotifications {
  const { pool, clock, sequencer, banks, isDemo, notices, jobs, onError } = deps;
  const { accounts } = sequencer.state;
  /** With the request that told of each. */
  const left = new Map<string, OwnRequest | undefined>();

  const keeping = createBatches<BankNotification, BankNotificationStatus>({
    most: TOGETHER_MOST,
    async run(told) {
      const kept = await inTransaction(pool, (client) =>
        keepNotifications(client, told, { accounts, banks, isDemo, notices, receivedMs: clock.nowMs() }),
      );
      notices.wake();
      return (one) => statusOf(kept.get(one.notificationId), one);
    },
  });

  // One batch at a time and in one process, so nobody looks for a posting whose command is under way.
  const crediting = createBatches<ToCredit, BankNotificationStatus | undefined>({
    most: TOGETHER_MOST,
    async run(toCredit) {
      const ends = await creditPayments(toCredit, deps);
      notices.wake();
      return ({ notificationId }) => ends.get(notificationId);
    },
  });

  const handOver = jobs.hand('work.payments', (notificationId) => void bringIn(notificationId).catch(onError));

  async function bringIn(notificationId: string): Promise<BankNotificationStatus | undefined> {
    if (!jobs.areHere) {
      handOver(notificationId);
      return undefined;
    }
    const request = ownRequest();
    left.set(notificationId, request);
    const status = await crediting.add({ notificationId, request });
    if (status !== 'MATCHED') left.delete(notificationId);
    return status;
  }

  /** Together, so that what has piled up does not wait for a commit each. */
  async function bringInAll(notificationIds: readonly string[]): Promise<void> {
    await Promise.all(notificationIds.map((id) => inRequest(left.get(id), () => bringIn(id).catch(onError))));
  }

  return {
    async receive(told) {
      const { notificationId } = told;
      const kept = await keeping.add(told);
      if (kept !== 'MATCHED') return { notificationId, status: kept };
      // It is kept, and so it is tried again: the bank need not say it twice.
      const brought = await bringIn(notificationId).catch(onError);
      return { notificationId, status: brought ?? kept };
    },
    credit: async (notificationId) => (await bringIn(notificationId)) !== 'MATCHED',
    retry: async () => bringInAll(jobs.needRounds ? await findMatched(pool) : [...left.keys()]),
    resume: async () => bringInAll(await findMatched(pool)),
  };
}

function statusOf(row: NotificationRow | undefined, told: BankNotification): BankNotificationStatus {
  if (!row || !isSame(row, told)) throw replyError('IDEMPOTENCY_MISMATCH', {});
  return row.status;
}
