/**
 * Brings payments into their sub-accounts, many at once: a look which stand in the ledger, the commands for the others,
 * and one transaction that notes what has become of them. Whatever fails in between, the same call may be made again, but
 * not before this one has ended.
 */
import type { BankNotificationStatus } from '@mua/contract/http/bank-notifications';
import type pg from 'pg';
import { inTransaction } from '#db/transaction.ts';
import type { DepositNotices } from '#deposits/deposit-notices.ts';
import {
  type Destination,
  findNotifications,
  findPosted,
  type NotificationRow,
  noteCredited,
  queueAgain,
} from '#deposits/notification-store.ts';
import type { Clock } from '#ground/clock.ts';
import { inRequest, type OwnRequest } from '#ground/own-request.ts';
import type { Sequencer } from '#journal/sequencer.ts';
import { JournalBusyError } from '#refusals/journal-busy.ts';
import { ReplyError } from '#refusals/reply-error.ts';

export interface CreditingDeps {
  readonly pool: pg.Pool;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly sequencer: Pick<Sequencer, 'state' | 'submit'>;
  readonly notices: Pick<DepositNotices, 'credited'>;
}

/** A payment that has a destination and is not known to be there. */
interface OnItsWay extends Destination {
  readonly notificationId: string;
  readonly amountVnd: bigint;
}

/** One to credit, and the request for which it is done, if it is for one. */
export interface ToCredit {
  readonly notificationId: string;
  readonly request: OwnRequest | undefined;
}

/** How each that is known stands now: MATCHED where the journal takes nothing, and it is to be tried again. */
export async function creditPayments(
  toCredit: readonly ToCredit[],
  deps: CreditingDeps,
): Promise<ReadonlyMap<string, BankNotificationStatus>> {
  const requests = new Map(toCredit.map((one) => [one.notificationId, one.request]));
  const ids = [...requests.keys()];
  const known = await findNotifications(deps.pool, ids);
  const ends = new Map(Array.from(known, ([id, { status }]) => [id, status]));
  const payments = ids.flatMap((id) => onItsWay(known.get(id)));
  if (payments.length === 0) return ends;
  const posted = await findPosted(deps.pool, payments);
  const postFor = (payment: OnItsWay): Promise<BankNotificationStatus> =>
    inRequest(requests.get(payment.notificationId), () => post(payment, deps.sequencer));
  // Until none is under way: whoever looked for one before would post it twice.
  const results = await Promise.allSettled(
    payments.map(async (payment) => {
      const { notificationId } = payment;
      ends.set(notificationId, posted.has(notificationId) ? 'CREDITED' : await postFor(payment));
    }),
  );
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  const that = (end: BankNotificationStatus) => payments.filter((one) => ends.get(one.notificationId) === end);
  await note({ credited: that('CREDITED'), ownerless: that('QUEUED') }, deps);
  return ends;
}

/** None where it has no destination, or has reached it. */
function onItsWay(row: NotificationRow | undefined): readonly OnItsWay[] {
  const { status, account_id: accountId, reference } = row ?? {};
  if (!row || status !== 'MATCHED' || !accountId || !reference) return [];
  return [{ notificationId: row.notification_id, accountId, reference, amountVnd: row.amount_vnd }];
}

async function post(
  { accountId, amountVnd, reference }: OnItsWay,
  sequencer: CreditingDeps['sequencer'],
): Promise<BankNotificationStatus> {
  try {
    await sequencer.submit({ kind: 'deposit', accountId, amountVnd, reference });
    return 'CREDITED';
  } catch (error) {
    if (error instanceof JournalBusyError) return 'MATCHED';
    if (error instanceof ReplyError && error.code === 'InvestorDeleted') return 'QUEUED';
    throw error;
  }
}

async function note(
  { credited, ownerless }: { readonly credited: readonly OnItsWay[]; readonly ownerless: readonly OnItsWay[] },
  { pool, clock, sequencer, notices }: CreditingDeps,
): Promise<void> {
  if (credited.length + ownerless.length === 0) return;
  await inTransaction(pool, async (client) => {
    const noted = await noteCredited(client, credited.map(idOf), clock.nowMs());
    const news = credited.flatMap(({ notificationId, accountId, amountVnd }) => {
      const account = sequencer.state.accounts.get(accountId);
      return account && noted.has(notificationId) ? [{ investorId: account.investorId, accountId, amountVnd }] : [];
    });
    await notices.credited(client, news);
    if (ownerless.length > 0) await queueAgain(client, ownerless.map(idOf), 'INVESTOR_DELETED');
  });
}

function idOf({ notificationId }: OnItsWay): string {
  return notificationId;
}
