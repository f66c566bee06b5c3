/**
 * Keeps what the bank says with what it means, many words in one transaction. Each means what it would mean alone, the
 * later ones after the earlier ones. The deposits whose memos they carry are locked first, so that of two payments one
 * is the first, whichever transactions they come in.
 */
import type { DepositBank } from '@mua/contract/entities/deposit';
import type { BankNotification } from '@mua/contract/http/bank-notifications';
import type { Account, EngineState } from '@mua/core/engine';
import type pg from 'pg';
import type { DepositNotices } from '#deposits/deposit-notices.ts';
import { type DepositRow, type DepositState, findDepositStates, lockDeposits } from '#deposits/deposit-store.ts';
import { type Claim, whyQueued } from '#deposits/matching.ts';
import { memosIn } from '#deposits/memo.ts';
import {
  bookedMsOf,
  findNotifications,
  insertNotifications,
  type NewNotification,
  type NotificationRow,
} from '#deposits/notification-store.ts';

export interface KeepingDeps {
  readonly accounts: EngineState['accounts'];
  readonly banks: readonly DepositBank[];
  readonly isDemo: boolean;
  readonly notices: Pick<DepositNotices, 'unmatched'>;
}

/** A notification with the deposit that it names and whose that is, as far as there is one. */
interface Named {
  readonly told: BankNotification;
  readonly deposit: DepositRow | undefined;
  readonly account: Account | undefined;
}

interface Judged extends Named {
  readonly claim: Claim | undefined;
  readonly kept: NewNotification;
}

/** Returns what is known then under each of their ids, which may be something else than what is told here. */
export async function keepNotifications(
  client: pg.ClientBase,
  told: readonly BankNotification[],
  deps: KeepingDeps & { readonly receivedMs: number },
): Promise<ReadonlyMap<string, NotificationRow>> {
  const ids = [...new Set(told.map((one) => one.notificationId))];
  const locked = await lockDeposits(client, [...new Set(told.flatMap(({ memo }) => memosIn(memo)))]);
  const deposits = new Map(locked.map((deposit) => [deposit.memo, deposit]));
  const known = await findNotifications(client, ids);
  const named = firstOfEach(told, known).map((one) => nameDeposit(one, deposits, deps.accounts));
  const owned = named.flatMap(({ deposit, account }) =>
    deposit && account ? [{ depositId: deposit.deposit_id, investorId: account.investorId }] : [],
  );
  const judged = judge(named, await findDepositStates(client, owned), deps);
  const added = await insertNotifications(
    client,
    judged.map(({ kept }) => kept),
  );
  const unmatched = judged.flatMap(({ kept, account, claim, told: { notificationId, amount } }) =>
    kept.cause !== null && account && !claim?.isDeleted && added.has(notificationId)
      ? [{ investorId: account.investorId, accountId: account.accountId, amountVnd: BigInt(amount) }]
      : [],
  );
  await deps.notices.unmatched(client, unmatched);
  return findNotifications(client, ids);
}

/** Of those that nobody knows, without what is told again. */
function firstOfEach(
  told: readonly BankNotification[],
  known: ReadonlyMap<string, NotificationRow>,
): readonly BankNotification[] {
  const firsts = new Map<string, BankNotification>();
  for (const one of told)
    if (!known.has(one.notificationId) && !firsts.has(one.notificationId)) firsts.set(one.notificationId, one);
  return [...firsts.values()];
}

function nameDeposit(
  told: BankNotification,
  deposits: ReadonlyMap<string, DepositRow>,
  accounts: EngineState['accounts'],
): Named {
  const found = memosIn(told.memo).flatMap((memo) => deposits.get(memo) ?? []);
  // Of two memos in one line nobody knows which is meant.
  const deposit = found.length === 1 ? found[0] : undefined;
  return { told, deposit, account: deposit && accounts.get(deposit.account_id) };
}

function judge(
  named: readonly Named[],
  states: ReadonlyMap<string, DepositState>,
  { banks, isDemo, receivedMs }: KeepingDeps & { readonly receivedMs: number },
): readonly Judged[] {
  const paidNow = new Set<string>();
  return named.map(({ told, deposit, account }) => {
    const state = deposit && states.get(deposit.deposit_id);
    const claim = deposit && account && claimOf(deposit, state, account.isDemo === isDemo);
    const isPaidNow = deposit !== undefined && paidNow.has(deposit.deposit_id);
    const payment = { ...told, amountVnd: BigInt(told.amount), bookedMs: bookedMsOf(told), receivedMs };
    const cause = whyQueued(
      payment,
      claim && { ...claim, isPaid: claim.isPaid || isPaidNow },
      banks.some(isAccountOf(told)),
    );
    const to = deposit && cause === null ? { accountId: deposit.account_id, reference: deposit.memo } : null;
    if (deposit && to) paidNow.add(deposit.deposit_id);
    const kept = { told, receivedMs, cause, depositId: deposit?.deposit_id ?? null, to };
    return { told, deposit, account, claim, kept };
  });
}

function claimOf(deposit: DepositRow, state: DepositState | undefined, isOfThisKind: boolean): Claim {
  return {
    bank: deposit.bank,
    amountVnd: deposit.amount_vnd,
    expiresMs: Number(deposit.expires_ms),
    isPaid: state?.isPaid ?? false,
    isSuspended: state?.isSuspended ?? false,
    isDeleted: state?.isDeleted ?? true,
    isOfThisKind,
  };
}

function isAccountOf(told: BankNotification): (bank: DepositBank) => boolean {
  return ({ bankId, accountNumber }) => bankId === told.bankId && accountNumber === told.accountNumber;
}
