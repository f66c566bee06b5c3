/**
 * Words of the bank that come while another is being kept: they share the transactions that follow, and each has the end
 * that it would have alone.
 */
import type { Deposit } from '@mua/contract/entities/deposit';
import type { BankNotification } from '@mua/contract/http/bank-notifications';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { JournalBusyError } from '#refusals/journal-busy.ts';
import { asOwner, ownerPool } from '#test/fixtures/database.ts';
import { whileHeld } from '#test/fixtures/held-rows.ts';
import { asked, notify, paymentOf } from '#test/fixtures/payments.ts';
import { AN_1, AN_2, BINH_1, type Browser, type Platform, signedIn, startPlatform } from '#test/fixtures/platform.ts';

const START = 1_000_000_000n;
const SUM = 50_000_000n;

let platform: Platform;
let an: Browser;

beforeEach(async () => {
  platform = await startPlatform();
  an = await signedIn(platform, 'an@mua.demo');
});
afterEach(() => platform.close());

async function cash(accountId = AN_1): Promise<bigint> {
  return BigInt((await an.get(`/api/investor/margin-status/${accountId}`)).json().cash);
}

/** Payments as they were asked for, one for each deposit. */
async function payments(count: number): Promise<readonly BankNotification[]> {
  const deposits: Deposit[] = [];
  while (deposits.length < count) deposits.push(await asked(an, AN_1));
  return deposits.map((deposit) => paymentOf(platform, deposit));
}

/** How the bank is answered: the status of the payment, or the code of a refusal. */
async function answerTo(payment: BankNotification): Promise<string> {
  const { status, code } = (await notify(platform, payment)).json();
  return status ?? code;
}

/** All but the first, which is in the way of the others, come while it waits. The answers are in their order. */
async function tellTogether(
  first: BankNotification,
  others: readonly BankNotification[],
  meanwhile: () => void = () => undefined,
): Promise<readonly string[]> {
  const hold = `select from deposit where '${first.memo}' like '%' || memo || '%' for update`;
  const answers = await whileHeld(platform.database.pool, hold, async (untilWaiting) => {
    const opened = answerTo(first);
    await untilWaiting(1);
    const told = others.map(answerTo);
    // Longer than a word needs that nothing holds up; none of the others has come so far as to wait for a lock.
    await untilWaiting(1);
    meanwhile();
    return [opened, ...told];
  });
  return Promise.all(answers);
}

/** By how many transactions these rows were written as they stand. */
async function transactionsOf(these: readonly BankNotification[]): Promise<number> {
  const found = await platform.database.pool.query<{ written: number }>(
    'select count(distinct xmin::text)::integer as written from bank_notification where notification_id = any($1)',
    [these.map(({ notificationId }) => notificationId)],
  );
  return found.rows[0]?.written ?? 0;
}

async function rows(): Promise<readonly unknown[]> {
  const found = await platform.database.pool.query(
    'select notification_id, status, cause, account_id from bank_notification order by ordinal',
  );
  return found.rows;
}

/** Until it is removed, whatever is written of that payment breaks its transaction. */
async function breakFor({ notificationId }: BankNotification, when: 'insert' | 'update'): Promise<() => Promise<void>> {
  const { database } = platform;
  await asOwner(
    database,
    `create function broken() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
    create trigger broken before ${when} on bank_notification for each row
      when (new.notification_id = '${notificationId}') execute function broken()`,
  );
  return async () => {
    await asOwner(database, 'drop function broken cascade');
  };
}

test('one after the other in one batch: paid again, told again, told otherwise, unmatched, of somebody deleted', async () => {
  const binh = await signedIn(platform, 'binh@mua.demo');
  const [known, twice, once, leaving, left] = [
    await asked(an, AN_1),
    await asked(an, AN_1),
    await asked(an, AN_1),
    await asked(an, AN_2),
    await asked(binh, BINH_1),
  ];
  const pay = (deposit: Deposit) => paymentOf(platform, deposit);
  const opener = pay(known);
  const [paid, again] = [pay(twice), pay(twice)];
  const told = pay(once);
  const stray = { ...pay(once), memo: 'NAP 222222' };
  const [ofDeleted, ofLeaving] = [pay(left), pay(leaving)];
  await platform.database.pool.query("update investor set deleted_ms = 1 where investor_id = '108C000002'");
  const others = [
    ...[paid, again],
    ...[told, told, { ...told, amount: '60000000' }, { ...opener, memo: '' }],
    ...[stray, ofDeleted, ofLeaving],
  ];
  const answers = await tellTogether(opener, others, () => platform.sequencer.closeAccounts([AN_2]));

  expect(answers).toEqual([
    'CREDITED',
    ...['CREDITED', 'QUEUED'],
    ...['CREDITED', 'CREDITED', 'IDEMPOTENCY_MISMATCH', 'IDEMPOTENCY_MISMATCH'],
    ...['QUEUED', 'QUEUED', 'QUEUED'],
  ]);
  const row = ({ notificationId }: BankNotification, status: string, cause: string | null) => ({
    ...{ notification_id: notificationId, status, cause },
    account_id: status === 'CREDITED' ? AN_1 : null,
  });
  expect(await rows()).toEqual([
    row(opener, 'CREDITED', null),
    row(paid, 'CREDITED', null),
    row(again, 'QUEUED', 'PAID_AGAIN'),
    row(told, 'CREDITED', null),
    row(stray, 'QUEUED', 'UNKNOWN_MEMO'),
    row(ofDeleted, 'QUEUED', 'INVESTOR_DELETED'),
    row(ofLeaving, 'QUEUED', 'INVESTOR_DELETED'),
  ]);
  expect(await transactionsOf([again, stray, ofDeleted])).toBe(1);
  expect(await transactionsOf([paid, told, ofLeaving])).toBe(1);
  expect([await cash(AN_1), await cash(AN_2)]).toEqual([START + 3n * SUM, START]);

  const subjects: string[] = (await an.get('/api/dev/outbox'))
    .json()
    .items.map((mail: { subject: string }) => mail.subject);
  expect(subjects.filter((subject) => subject.includes('đã nạp'))).toHaveLength(3);
  expect(subjects.filter((subject) => subject.includes('đang đối soát'))).toHaveLength(1);
  const letters = await platform.database.pool.query(
    "select account_id from mailbox_message where record ->> 'code' = 'DepositUnmatched'",
  );
  expect(letters.rows).toEqual([{ account_id: '108C000001' }]);
});

test('one that is known and waits does not take the place of another for its deposit', async () => {
  const suspend = (isSuspended: boolean) =>
    platform.database.pool.query("update investor set is_suspended = $1 where investor_id = '108C000001'", [
      isSuspended,
    ]);
  const [opener] = (await payments(1)) as [BankNotification];
  const deposit = await asked(an, AN_1);
  const [waits, comes] = [paymentOf(platform, deposit), paymentOf(platform, deposit)];
  await suspend(true);
  expect(await answerTo(waits)).toBe('QUEUED');
  await suspend(false);
  expect(await tellTogether(opener, [waits, comes])).toEqual(['CREDITED', 'QUEUED', 'CREDITED']);
});

test('one that can’t be kept harms no other, and is kept when it is told again', async () => {
  const [opener, ...others] = (await payments(5)) as [BankNotification, ...BankNotification[]];
  const [, broken] = others as [BankNotification, BankNotification];
  const mend = await breakFor(broken, 'insert');
  expect(await tellTogether(opener, others)).toEqual(['CREDITED', 'CREDITED', 'DefaultError', 'CREDITED', 'CREDITED']);
  expect(await cash()).toBe(START + 4n * SUM);
  await mend();
  expect(await answerTo(broken)).toBe('CREDITED');
  expect(await cash()).toBe(START + 5n * SUM);
});

test('one that can’t be noted harms no other, and is noted later without a second posting', async () => {
  const [opener, ...others] = (await payments(5)) as [BankNotification, ...BankNotification[]];
  const [, broken] = others as [BankNotification, BankNotification];
  const mend = await breakFor(broken, 'update');
  expect(await tellTogether(opener, others)).toEqual(['CREDITED', 'CREDITED', 'MATCHED', 'CREDITED', 'CREDITED']);
  expect(await cash()).toBe(START + 5n * SUM);
  await mend();
  platform.clock.advanceBy(5_000);
  await expect.poll(() => answerTo(broken)).toBe('CREDITED');
  expect(await cash()).toBe(START + 5n * SUM);
});

test('one whose command fails for no known reason harms no other, and nobody is posted twice', async () => {
  const [opener, ...others] = (await payments(4)) as [BankNotification, ...BankNotification[]];
  const [odd] = others as [BankNotification];
  const { submit } = platform.sequencer;
  const mend = (): void => void Object.assign(platform.sequencer, { submit });
  expect(await answerTo(opener)).toBe('CREDITED');
  Object.assign(platform.sequencer, {
    submit: (...asked: Parameters<typeof submit>) => {
      const [body] = asked;
      const isOdd = body.kind === 'deposit' && odd.memo.includes(body.reference);
      return isOdd ? Promise.reject(new Error('odd')) : submit(...asked);
    },
  });
  // The commands of the others are under way, and stay so, when the odd one has failed.
  const hold = 'lock table ledger_posting in exclusive mode';
  const answers = await whileHeld(ownerPool(platform.database), hold, async (untilWaiting) => {
    const told = others.map(answerTo);
    for (let looks = 0; looks < 5; looks += 1) await untilWaiting(1);
    return told;
  });
  expect(await Promise.all(answers)).toEqual(['MATCHED', 'CREDITED', 'CREDITED']);
  expect(await cash()).toBe(START + 3n * SUM);
  mend();
  platform.clock.advanceBy(5_000);
  await expect.poll(() => cash()).toBe(START + 4n * SUM);
});

test('those that the journal does not take are tried again together', async () => {
  const [opener, ...others] = (await payments(5)) as [BankNotification, ...BankNotification[]];
  const { submit } = platform.sequencer;
  let taken = 0;
  Object.assign(platform.sequencer, {
    submit: (...asked: Parameters<typeof submit>) => {
      taken += 1;
      return taken <= 2 ? submit(...asked) : Promise.reject(new JournalBusyError());
    },
  });
  expect(await tellTogether(opener, others)).toEqual(['CREDITED', 'CREDITED', 'MATCHED', 'MATCHED', 'MATCHED']);
  Object.assign(platform.sequencer, { submit });
  expect(await cash()).toBe(START + 2n * SUM);
  platform.clock.advanceBy(5_000);
  await expect.poll(() => cash()).toBe(START + 5n * SUM);
  await expect.poll(() => transactionsOf(others.slice(1))).toBe(1);
  expect(await Promise.all(others.map(answerTo))).toEqual(['CREDITED', 'CREDITED', 'CREDITED', 'CREDITED']);
  expect(await cash()).toBe(START + 5n * SUM);
});
