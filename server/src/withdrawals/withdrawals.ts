/**
 * Withdrawals put together for the server: what an investor asks for by a code for exactly this sum and beneficiary, the
 * steps that follow, and what a start goes on with.
 */
import { randomUUID } from 'node:crypto';
import type { Taskflow } from '@mua/contract/entities/security';
import type { WithdrawRequest } from '@mua/contract/entities/withdraw-request';
import { LIMITS } from '@mua/contract/limits';
import { withdrawalExcess } from '@mua/core/engine';
import { z } from 'zod';
import type { StoredAccount } from '#banking/bank-account-store.ts';
import { type BankAccounts, shownAs, withdrawNoteOf } from '#banking/bank-accounts.ts';
import type { Jobs } from '#ground/jobs.ts';
import type { KeyedMutex } from '#ground/keyed-mutex.ts';
import { readContact } from '#identity/accounts/investors.ts';
import type { Asker, ConfirmedChange, Taskflows } from '#identity/codes/taskflows.ts';
import type { DurableStep, Sequencer } from '#journal/sequencer.ts';
import { vndText } from '#messages/templates.ts';
import { ReplyError, replyError } from '#refusals/reply-error.ts';
import { decodeCursor, encodeCursor } from '#wire/page-cursor.ts';
import { factsToWire } from '#wire/wire-text.ts';
import { createDemoWithdrawals } from '#withdrawals/demo-withdrawals.ts';
import { createWithdrawalDesk, type WithdrawalDesk } from '#withdrawals/withdrawal-desk.ts';
import { createWithdrawalNotices, type WithdrawalNoticesDeps } from '#withdrawals/withdrawal-notices.ts';
import { createWithdrawalSteps } from '#withdrawals/withdrawal-steps.ts';
import {
  addRequest,
  askedSince,
  findRequest,
  findUnfinished,
  pageOfRequests,
  type StoredRequest,
} from '#withdrawals/withdrawal-store.ts';
import { requestToWire } from '#withdrawals/withdrawal-wire.ts';

export interface Withdrawals {
  readonly desk: WithdrawalDesk;
  ask(asker: Asker, accountId: string, asked: AskedWithdrawal): Promise<Taskflow>;
  list(
    accountId: string,
    page: { readonly cursor: string | undefined; readonly limit: number },
  ): Promise<{ items: WithdrawRequest[]; nextCursor: string | null }>;
  read(accountId: string, requestId: string): Promise<WithdrawRequest>;
  cancel(accountId: string, requestId: string): Promise<WithdrawRequest>;
  /** Goes on with whatever a crash interrupted. */
  resume(): Promise<void>;
  /** Resolves when nothing that fell due, or followed a step, is under way. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export interface AskedWithdrawal {
  readonly amountVnd: bigint;
  readonly beneficiaryAccountId: string;
  readonly note: string | undefined;
}

export interface WithdrawalsDeps extends WithdrawalNoticesDeps {
  readonly sequencer: Pick<Sequencer, 'state' | 'submit' | 'onDurable'>;
  readonly taskflows: Taskflows;
  readonly bankAccounts: Pick<BankAccounts, 'demandUsable'>;
  /** A demo decides by itself. */
  readonly isDemo: boolean;
  readonly jobs: Jobs;
  /** One request takes one step at a time. */
  readonly exclusively: KeyedMutex;
  readonly onError: (error: unknown) => void;
}

const payload = z.strictObject({
  accountId: z.string(),
  amount: z.string(),
  beneficiaryAccountId: z.string(),
  note: z.string(),
});

export function createWithdrawals(deps: WithdrawalsDeps): Withdrawals {
  const { pool, clock, sequencer } = deps;
  const steps = createWithdrawalSteps({ pool, clock, submit: sequencer.submit, exclusively: deps.exclusively });
  const desk = createWithdrawalDesk({ pool, clock, steps });
  const follower = followSteps(deps, desk);
  confirmByCode(deps, steps.bringOn);

  async function demandOwn(accountId: string, requestId: string): Promise<StoredRequest> {
    const request = await findRequest(pool, requestId);
    if (request?.accountId !== accountId) throw replyError('NotFound', {});
    return request;
  }

  return {
    desk,
    ask: (asker, accountId, asked) => beginAsked(deps, { asker, accountId, asked }),
    async list(accountId, { cursor, limit }) {
      const [before = null] = decodeCursor(cursor, /^withdrawal (\d{1,18})$/) ?? [];
      const found = await pageOfRequests(pool, accountId, { before, limit: limit + 1 });
      const page = found.slice(0, limit);
      const last = found.length > limit ? page.at(-1) : undefined;
      return {
        items: page.map(requestToWire),
        nextCursor: last ? encodeCursor('withdrawal', last.requestNo) : null,
      };
    },
    read: async (accountId, requestId) => requestToWire(await demandOwn(accountId, requestId)),
    async cancel(accountId, requestId) {
      await demandOwn(accountId, requestId);
      await steps.cancel(requestId);
      return requestToWire(await demandOwn(accountId, requestId));
    },
    async resume() {
      if (!deps.jobs.areHere) return;
      await steps.giveBackLate(sequencer.state.accounts.values()).catch(deps.onError);
      for (const { requestId, endedMs } of await findUnfinished(pool)) {
        // What the engine refuses is said by the row, or waits for margin.
        await steps.bringOn(requestId).catch((error: unknown) => {
          if (!(error instanceof ReplyError)) deps.onError(error);
        });
        if (endedMs === null) follower.underWay(requestId);
        else follower.ended(requestId);
      }
    },
    settled: follower.settled,
    close: follower.close,
  };
}

/** Tells what has ended, and lets a demo decide what is under way, as durable steps bring it there. */
function followSteps(
  deps: WithdrawalsDeps,
  desk: WithdrawalDesk,
): {
  underWay(requestId: string): void;
  ended(requestId: string): void;
  settled(): Promise<void>;
  close(): Promise<void>;
} {
  const { clock, sequencer, isDemo, jobs, onError } = deps;
  const tell = createWithdrawalNotices(deps);
  const policy = isDemo ? createDemoWithdrawals({ clock, desk, onError }) : undefined;
  const telling = new Set<Promise<void>>();
  let isClosed = false;

  function ended(requestId: string): void {
    if (isClosed) return;
    const told = tell(requestId)
      .catch((error: unknown) => {
        onError(error);
        clock.at(clock.nowMs() + RETRY_MS, () => ended(requestId));
      })
      .finally(() => telling.delete(told));
    telling.add(told);
  }

  function see({ events }: DurableStep): void {
    for (const event of events) {
      if (event.kind !== 'withdrawalChanged') continue;
      const { withdrawalId, status } = event.change;
      if (status === 'HELD' || status === 'APPROVED') policy?.follow(withdrawalId);
      else ended(withdrawalId);
    }
  }

  sequencer.onDurable((batch) => {
    if (jobs.areHere && !isClosed) for (const step of batch) see(step);
  });

  async function settled(): Promise<void> {
    await policy?.settled();
    while (telling.size > 0) await Promise.all(telling);
  }

  return {
    underWay: (requestId) => policy?.follow(requestId),
    ended,
    settled,
    async close() {
      isClosed = true;
      await policy?.stop();
      await settled();
    },
  };
}

const RETRY_MS = 5_000;

/** Everything that would be refused is refused before a code is sent; the engine decides again when it holds. */
async function beginAsked(
  { pool, sequencer, taskflows, bankAccounts }: WithdrawalsDeps,
  request: { readonly asker: Asker; readonly accountId: string; readonly asked: AskedWithdrawal },
): Promise<Taskflow> {
  const { asker, accountId, asked } = request;
  const { amountVnd, beneficiaryAccountId, note = withdrawNoteOf(asker.investorId) } = asked;
  const account = sequencer.state.accounts.get(accountId);
  if (!account?.isActivated) throw replyError('InvestorTradingAccountNotAllowed', {});
  if (amountVnd < BigInt(LIMITS.withdrawLeastVnd))
    throw replyError('AmountTooSmall', { min: String(LIMITS.withdrawLeastVnd) });
  const beneficiary = await bankAccounts.demandUsable(pool, asker.investorId, beneficiaryAccountId);
  const excess = withdrawalExcess(sequencer.state, account, amountVnd);
  if (excess) throw new ReplyError(excess.code, factsToWire(excess.facts, undefined));
  const { phoneNumber: recipient, language } = await readContact(pool, asker.investorId);
  const amount = amountVnd.toString();
  return taskflows.begin(asker, {
    purpose: 'withdraw',
    payload: { accountId, amount, beneficiaryAccountId, note },
    told: { ...shownAs(beneficiary), amount: vndText(amountVnd, asker.language ?? language) },
    channel: 'phone',
    recipient,
  });
}

/** With the code the request is there, in the transaction that uses the code up; then its money is held. */
function confirmByCode(
  { pool, clock, taskflows, bankAccounts }: WithdrawalsDeps,
  bringOn: (requestId: string) => Promise<void>,
): void {
  const hold: ConfirmedChange = async (client, { investorId, payload: values }) => {
    const { accountId, amount, beneficiaryAccountId, note } = payload.parse(values);
    // Whoever changed it since the code was sent has made it wait again.
    const beneficiary = await bankAccounts.demandUsable(client, investorId, beneficiaryAccountId);
    const amountVnd = BigInt(amount);
    const requestId = randomUUID();
    const askedMs = clock.nowMs();
    // Codes of one investor are used up one after the other, so no two requests pass each other by here.
    const sumVnd = amountVnd + (await askedSince(client, investorId, askedMs - SUMMED_MS));
    await addRequest(client, {
      ...{ requestId, investorId, accountId, amountVnd, note, askedMs },
      beneficiary: paidAccount(beneficiary),
      approvalsNeeded: sumVnd > BigInt(LIMITS.withdrawSecondApprovalVnd) ? 2 : 1,
    });
    return { resultId: requestId, afterwards: () => bringOn(requestId) };
  };
  taskflows.carryOut('withdraw', hold, async (requestId) => {
    await bringOn(requestId);
    const failure = (await findRequest(pool, requestId))?.failure;
    if (failure) throw new ReplyError(failure.code, factsToWire(failure.facts, undefined));
  });
}

/** A large sum in parts is a large sum. */
const SUMMED_MS = 24 * 3_600_000;

function paidAccount({ accountId, accountNumber, holderName, bankCode }: StoredAccount): StoredRequest['beneficiary'] {
  return { accountId, accountNumber, holderName, bankCode };
}
