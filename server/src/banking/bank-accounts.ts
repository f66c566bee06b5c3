/**
 * Bank accounts of an investor, each write confirmed by a code (docs/rules/margin-and-money.md#beneficiaries): the own
 * ones that they register, and those that withdrawals are paid to. Both are in the investor's own name. Nothing is paid
 * to a beneficiary that is new or was changed a moment ago, and its owner is told by mail and SMS: whoever has got into
 * an account can't empty it before anybody notices.
 */
import { randomUUID } from 'node:crypto';
import { bankOf } from '@mua/contract/banks';
import type { BankAccount } from '@mua/contract/entities/bank-account';
import type { BeneficiaryAccount } from '@mua/contract/entities/beneficiary-account';
import type { Taskflow } from '@mua/contract/entities/security';
import { LIMITS } from '@mua/contract/limits';
import type pg from 'pg';
import { z } from 'zod';
import {
  type AccountFields,
  addAccount,
  type BankAccountKind,
  changeAccount,
  countAccounts,
  isTaken,
  listAccounts,
  lockAccount,
  type OwnedAccount,
  removeAccount,
  type StoredAccount,
} from '#banking/bank-account-store.ts';
import { isSameHolder, printedName } from '#banking/holder-name.ts';
import type { Queryable } from '#db/transaction.ts';
import type { Clock } from '#ground/clock.ts';
import { readContact, readInvestor } from '#identity/accounts/investors.ts';
import type { SecurityNotices } from '#identity/accounts/security-notices.ts';
import type { Asker, OthersPurpose, Taskflows } from '#identity/codes/taskflows.ts';
import { timeText } from '#messages/templates.ts';
import { replyError } from '#refusals/reply-error.ts';
import { instantOrNull } from '#wire/wire-text.ts';

export interface BankAccounts {
  registered(investorId: string): Promise<BankAccount[]>;
  beneficiaries(investorId: string): Promise<BeneficiaryAccount[]>;
  add(asker: Asker, kind: BankAccountKind, fields: AccountFields): Promise<Taskflow>;
  change(asker: Asker, kind: BankAccountKind, accountId: string, fields: AccountFields): Promise<Taskflow>;
  remove(asker: Asker, accountId: string): Promise<Taskflow>;
  /** A beneficiary that may be paid now: throws BeneficiaryAccountNotFound or BeneficiaryOnHold. */
  demandUsable(client: Queryable, investorId: string, accountId: string): Promise<StoredAccount>;
  /** In whose name all of them are, as banks print it. */
  holderName(investorId: string): Promise<string>;
}

export interface BankAccountsDeps {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly taskflows: Taskflows;
  readonly notices: SecurityNotices;
}

const PURPOSES = {
  REGISTERED: { add: 'add-bank-account', change: 'change-bank-account' },
  BENEFICIARY: { add: 'add-beneficiary', change: 'change-beneficiary' },
} as const satisfies Record<BankAccountKind, Record<'add' | 'change', OthersPurpose>>;

const fields = z.strictObject({
  accountNumber: z.string(),
  holderName: z.string(),
  bankCode: z.string(),
  branch: z.string().nullable(),
});
const payloads = {
  save: z.strictObject({ accountId: z.string(), fields }),
  remove: z.strictObject({ accountId: z.string() }),
};

export function createBankAccounts(deps: BankAccountsDeps): BankAccounts {
  const { pool, clock, taskflows } = deps;
  carryOutByCode(deps);

  async function begin(
    asker: Asker,
    purpose: OthersPurpose,
    payload: object,
    account: Pick<AccountFields, 'bankCode' | 'accountNumber'>,
  ): Promise<Taskflow> {
    const { phoneNumber: recipient } = await readContact(pool, asker.investorId);
    return taskflows.begin(asker, { purpose, payload, told: shownAs(account), channel: 'phone', recipient });
  }

  async function demandGood(owned: OwnedAccount, account: AccountFields): Promise<void> {
    if (!bankOf(account.bankCode)) throw replyError('BankCodeInvalid', {});
    const { fullName } = await readInvestor(pool, owned.investorId);
    if (!isSameHolder(fullName, account.holderName))
      throw replyError('HolderNameMismatch', { name: printedName(fullName) });
    if (await isTaken(pool, owned, account)) throw existed(owned.kind);
  }

  return {
    async registered(investorId) {
      return (await listAccounts(pool, { investorId, kind: 'REGISTERED' })).map(registeredToWire);
    },
    async beneficiaries(investorId) {
      const all = await listAccounts(pool, { investorId, kind: 'BENEFICIARY' });
      return all.map((account) => beneficiaryToWire(account, clock.nowMs()));
    },
    async add(asker, kind, account) {
      const owned = { investorId: asker.investorId, kind, accountId: randomUUID() };
      await demandGood(owned, account);
      await demandRoom(pool, owned);
      return begin(asker, PURPOSES[kind].add, { accountId: owned.accountId, fields: account }, account);
    },
    async change(asker, kind, accountId, account) {
      const owned = { investorId: asker.investorId, kind, accountId };
      if (!(await lockAccount(pool, owned))) throw missing(kind);
      await demandGood(owned, account);
      return begin(asker, PURPOSES[kind].change, { accountId, fields: account }, account);
    },
    async remove(asker, accountId) {
      const account = await lockAccount(pool, { investorId: asker.investorId, kind: 'BENEFICIARY', accountId });
      if (!account) throw missing('BENEFICIARY');
      return begin(asker, 'remove-beneficiary', { accountId }, account);
    },
    async demandUsable(client, investorId, accountId) {
      const account = await lockAccount(client, { investorId, kind: 'BENEFICIARY', accountId });
      if (!account) throw missing('BENEFICIARY');
      const until = usableFrom(account, clock.nowMs());
      if (until !== null) throw replyError('BeneficiaryOnHold', { until });
      return account;
    },
    async holderName(investorId) {
      return printedName((await readInvestor(pool, investorId)).fullName);
    },
  };
}

/** What the right code does. That somebody has the same account by now, or this one no more, is found here again. */
function carryOutByCode({ clock, taskflows, notices }: BankAccountsDeps): void {
  async function tell(client: Queryable, investorId: string, account: AccountFields): Promise<void> {
    const until = timeText(clock.nowMs() + LIMITS.beneficiaryHoldMs);
    const contact = await readContact(client, investorId);
    await notices.write(client, 'beneficiarySaved', contact, { ...shownAs(account), until });
  }

  for (const kind of ['REGISTERED', 'BENEFICIARY'] as const) {
    const carryOut = (what: 'add' | 'change'): void =>
      taskflows.carryOut(PURPOSES[kind][what], async (client, { investorId, payload }) => {
        const { accountId, fields: account } = payloads.save.parse(payload);
        const owned = { investorId, kind, accountId };
        if (await isTaken(client, owned, account)) throw existed(kind);
        if (what === 'add') {
          // Those who come at once are counted one after the other.
          await client.query('select from investor where investor_id = $1 for update', [investorId]);
          await demandRoom(client, owned);
        }
        const save = what === 'add' ? addAccount : changeAccount;
        const isSaved = await save(client, owned, account, clock.nowMs());
        if (!isSaved) throw what === 'add' ? existed(kind) : missing(kind);
        if (kind === 'BENEFICIARY') await tell(client, investorId, account);
        return { resultId: accountId };
      });
    carryOut('add');
    carryOut('change');
  }
  taskflows.carryOut('remove-beneficiary', async (client, { investorId, payload }) => {
    const { accountId } = payloads.remove.parse(payload);
    if (!(await removeAccount(client, { investorId, kind: 'BENEFICIARY', accountId }))) throw missing('BENEFICIARY');
    return { resultId: accountId };
  });
}

async function demandRoom(client: Queryable, owned: Pick<OwnedAccount, 'investorId' | 'kind'>): Promise<void> {
  const max = LIMITS.bankAccounts;
  if ((await countAccounts(client, owned)) >= max) throw replyError('TooManyBankAccounts', { max });
}

/** Stands on a transfer whose owner has written nothing. */
export function withdrawNoteOf(investorId: string): string {
  return `MUA RUT ${investorId}`;
}

function existed(kind: BankAccountKind): Error {
  return kind === 'REGISTERED'
    ? replyError('MemberBankAccountExisted', {})
    : replyError('BeneficiaryAccountExisted', {});
}

function missing(kind: BankAccountKind): Error {
  return kind === 'REGISTERED'
    ? replyError('MemberBankAccountNotFound', {})
    : replyError('BeneficiaryAccountNotFound', {});
}

/** As messages name an account: the bank, and the last digits of the number. */
export function shownAs({ bankCode, accountNumber }: Pick<AccountFields, 'bankCode' | 'accountNumber'>): {
  readonly bank: string;
  readonly number: string;
} {
  return { bank: bankOf(bankCode)?.shortName ?? bankCode, number: `··· ${accountNumber.slice(-4)}` };
}

function registeredToWire({ accountId, accountNumber, holderName, bankCode, branch }: StoredAccount): BankAccount {
  return { bankAccountId: accountId, accountNumber, holderName, bank: bankCode, branch };
}

function beneficiaryToWire(account: StoredAccount, nowMs: number): BeneficiaryAccount {
  const { accountId, accountNumber, holderName, bankCode } = account;
  return {
    beneficiaryAccountId: accountId,
    beneficiaryAccountNumber: accountNumber,
    accountName: holderName,
    bankCode,
    usableFrom: usableFrom(account, nowMs),
  };
}

/** Null where it can be used already. */
function usableFrom({ changedMs }: Pick<StoredAccount, 'changedMs'>, nowMs: number): string | null {
  const fromMs = changedMs + LIMITS.beneficiaryHoldMs;
  return instantOrNull(fromMs > nowMs ? fromMs : null);
}
