/**
 * What operators make of a payment that fits nothing: it goes into a sub-account, or back to whoever sent it. Above a
 * limit two people must say the same; another word starts the count anew.
 */
import type { BankNotificationCase, BankNotificationDecision } from '@mua/contract/http/bank-notifications';
import type pg from 'pg';
import { inTransaction, type Queryable } from '#db/transaction.ts';
import type { BankNotifications } from '#deposits/bank-notifications.ts';
import type { DepositNotices } from '#deposits/deposit-notices.ts';
import { findOwner } from '#deposits/deposit-store.ts';
import {
  actsOn,
  assign,
  caseOf,
  findCases,
  findNotification,
  type NotificationRow,
  neededFor,
  noteAct,
  noteReturned,
} from '#deposits/notification-store.ts';
import type { Clock } from '#ground/clock.ts';
import type { Sequencer } from '#journal/sequencer.ts';
import { replyError } from '#refusals/reply-error.ts';
import { instantText } from '#wire/wire-text.ts';

export interface Said {
  readonly operatorId: string;
  readonly reason: string;
}

export interface Decisions {
  list(): Promise<BankNotificationCase[]>;
  assign(notificationId: string, said: Said & { readonly accountId: string }): Promise<BankNotificationCase>;
  sendBack(notificationId: string, said: Said): Promise<BankNotificationCase>;
}

export interface DecisionsDeps {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly sequencer: Pick<Sequencer, 'state'>;
  readonly isDemo: boolean;
  readonly notifications: Pick<BankNotifications, 'credit'>;
  readonly notices: DepositNotices;
}

export function createDecisions({ pool, clock, sequencer, isDemo, notifications, notices }: DecisionsDeps): Decisions {
  async function read(notificationId: string): Promise<BankNotificationCase> {
    const row = await findNotification(pool, notificationId);
    if (!row) throw replyError('NotFound', {});
    return caseOf(row, (await actsOn(pool, [notificationId])).get(notificationId) ?? []);
  }

  async function demandAccount(accountId: string): Promise<void> {
    const account = sequencer.state.accounts.get(accountId);
    if (!account) throw replyError('BadRequest', { field: 'accountId' });
    if (account.isDemo !== isDemo) throw replyError('DemoLiveMismatch', {});
    const gone = await pool.query('select from investor where investor_id = $1 and deleted_ms is not null', [
      account.investorId,
    ]);
    if (gone.rowCount !== 0) throw replyError('InvestorDeleted', {});
  }

  return {
    list: () => findCases(pool),
    async assign(notificationId, said) {
      await demandAccount(said.accountId);
      const isDecided = await inTransaction(pool, async (client) => {
        const row = await say(client, notificationId, { act: 'assign', ...said, nowMs: clock.nowMs() });
        // Bank and id are no memo of ours, so no other posting has this reference.
        const reference = `${row?.bank_id} ${notificationId}`;
        if (row) await assign(client, notificationId, { accountId: said.accountId, reference });
        return row !== undefined;
      });
      if (isDecided && !(await notifications.credit(notificationId)))
        throw replyError('SyncAccountFailed', { asOf: instantText(clock.nowMs()) });
      return read(notificationId);
    },
    async sendBack(notificationId, said) {
      const nowMs = clock.nowMs();
      await inTransaction(pool, async (client) => {
        const row = await say(client, notificationId, { act: 'return', accountId: null, ...said, nowMs });
        if (!row) return;
        await noteReturned(client, notificationId, nowMs);
        const owner = row.deposit_id === null ? undefined : await findOwner(client, row.deposit_id);
        if (owner) await notices.returned(client, [{ ...owner, amountVnd: row.amount_vnd }]);
      });
      notices.wake();
      return read(notificationId);
    },
  };
}

type Word = Omit<BankNotificationDecision, 'time'> & { readonly nowMs: number };

/** The payment, locked, if that was the last word that was needed. */
async function say(client: Queryable, notificationId: string, word: Word): Promise<NotificationRow | undefined> {
  const row = await findNotification(client, notificationId, 'for update');
  if (!row) throw replyError('NotFound', {});
  if (row.status !== 'QUEUED') throw replyError('Unprocessable', {});
  const earlier = (await actsOn(client, [notificationId])).get(notificationId) ?? [];
  const people = whoAgree(earlier, word);
  const needed = neededFor(row);
  if (people.has(word.operatorId) && needed > 1) throw replyError('SecondPersonRequired', {});
  await noteAct(client, notificationId, word);
  return people.add(word.operatorId).size >= needed ? row : undefined;
}

/** Who said the same, since anybody last said something else. */
function whoAgree(earlier: readonly BankNotificationDecision[], { act, accountId }: Word): Set<string> {
  const other = earlier.findLastIndex((one) => one.act !== act || one.accountId !== accountId);
  return new Set(earlier.slice(other + 1).map(({ operatorId }) => operatorId));
}
