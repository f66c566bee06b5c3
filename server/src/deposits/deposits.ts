/** What investors are asked to pay, under a memo of its own each (docs/rules/margin-and-money.md#deposits). */
import { randomBytes } from 'node:crypto';
import type { Deposit, DepositBank } from '@mua/contract/entities/deposit';
import { LIMITS } from '@mua/contract/limits';
import type { EngineState } from '@mua/core/engine';
import type pg from 'pg';
import { inTransaction } from '#db/transaction.ts';
import {
  expireOldest,
  findDeposit,
  findDeposits,
  insertDeposit,
  isBeingChecked,
  type NewDeposit,
} from '#deposits/deposit-store.ts';
import { drawMemo } from '#deposits/memo.ts';
import type { Clock } from '#ground/clock.ts';
import { replyError } from '#refusals/reply-error.ts';
import { decodeCursor, encodeCursor } from '#wire/page-cursor.ts';

export interface Deposits {
  readonly banks: readonly DepositBank[];
  create(accountId: string, asked: { readonly amount: string; readonly bankId: string }): Promise<Deposit>;
  read(accountId: string, depositId: string): Promise<Deposit>;
  /** Of a sub-account, or of all; newest first. */
  list(
    accountId: string | null,
    page: { readonly cursor: string | undefined; readonly limit: number },
  ): Promise<{ items: Deposit[]; nextCursor: string | null }>;
}

export interface DepositsDeps {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly state: Pick<EngineState, 'accounts'>;
  readonly banks: readonly DepositBank[];
}

/** That so many draws meet nothing but memos in use does not happen. */
const DRAWS_MOST = 10;

export function createDeposits({ pool, clock, state, banks }: DepositsDeps): Deposits {
  async function read(accountId: string, depositId: string): Promise<Deposit> {
    const found = await findDeposit(pool, { accountId, depositId, nowMs: clock.nowMs() });
    if (!found) throw replyError('NotFound', {});
    return found;
  }

  async function insert(one: Omit<NewDeposit, 'memo'>): Promise<void> {
    await inTransaction(pool, async (client) => {
      let isIn = false;
      for (let draws = 0; !isIn; draws += 1) {
        if (draws === DRAWS_MOST) throw new Error('no memo is free');
        isIn = await insertDeposit(client, { ...one, memo: drawMemo() });
      }
      await expireOldest(client, one.accountId, LIMITS.depositsWaiting, one.nowMs);
    });
  }

  return {
    banks,
    async create(accountId, { amount, bankId }) {
      const bank = banks.find((one) => one.bankId === bankId);
      if (!bank) throw replyError('BankCodeInvalid', {});
      if (!state.accounts.get(accountId)?.isActivated) throw replyError('InvestorTradingAccountNotAllowed', {});
      const amountVnd = BigInt(amount);
      if (amountVnd < BigInt(LIMITS.depositMinVnd))
        throw replyError('AmountTooSmall', { min: String(LIMITS.depositMinVnd) });
      // Whoever sees nothing come would pay again.
      if (await isBeingChecked(pool, accountId, amountVnd)) throw replyError('DepositAccountFailed', { amount });
      const nowMs = clock.nowMs();
      const depositId = randomBytes(12).toString('base64url');
      await insert({ depositId, accountId, bank, amountVnd, nowMs, expiresMs: nowMs + LIMITS.depositValidMs });
      return read(accountId, depositId);
    },
    read,
    async list(accountId, { cursor, limit }) {
      const [before = null] = decodeCursor(cursor, /^deposit (\d{1,15})$/) ?? [];
      const found = await findDeposits(pool, { accountId, before, limit: limit + 1, nowMs: clock.nowMs() });
      const page = found.slice(0, limit);
      const last = found.length > limit ? page.at(-1) : undefined;
      return {
        items: page.map(({ deposit }) => deposit),
        nextCursor: last ? encodeCursor('deposit', last.ordinal) : null,
      };
    },
  };
}
