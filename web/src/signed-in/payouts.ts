/**
 * Where an investor's money goes to, and the withdrawals of a sub-account (docs/rules/margin-and-money.md#withdrawals).
 * Every write waits for a code; all of them throw `CallError`.
 */
import type { Bank } from '@mua/contract/entities/bank';
import type { Taskflow } from '@mua/contract/entities/security';
import type { WithdrawRequest } from '@mua/contract/entities/withdraw-request';
import {
  addBeneficiary,
  addRegistrationBank,
  changeBeneficiary,
  changeRegistrationBank,
  listBanks,
  listBeneficiaries,
  listRegistrationBanks,
  readWithdrawNote,
  removeBeneficiary,
} from '@mua/contract/http/banks';
import { cancelWithdrawRequest, listWithdrawRequests, withdraw } from '@mua/contract/http/withdrawals';
import type { BodyOf } from '@mua/contract/route';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { nowMs } from '#session/clock.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { callAs } from '#signed-in/actor.ts';
import { securityChanges } from '#signed-in/security.ts';

const NEVER_STALE = Number.POSITIVE_INFINITY;

export function banksQuery(userId: string) {
  return queryOptions({
    queryKey: [userId, 'banks'] as const,
    queryFn: async ({ signal }) => (await callAs(userId, listBanks, { signal })).items,
    staleTime: NEVER_STALE,
  });
}

/** By code. */
export function useBanks(userId: string): ReadonlyMap<string, Bank> {
  const { data = NO_BANKS } = useQuery(banksQuery(userId));
  return new Map(data.map((bank) => [bank.bankCode, bank]));
}

const NO_BANKS: readonly Bank[] = [];

export function registeredQuery(userId: string) {
  return queryOptions({
    queryKey: [userId, 'registration-banks'] as const,
    queryFn: async ({ signal }) => (await callAs(userId, listRegistrationBanks, { signal })).items,
  });
}

export function beneficiariesQuery(userId: string) {
  return queryOptions({
    queryKey: [userId, 'beneficiaries'] as const,
    queryFn: async ({ signal }) => (await callAs(userId, listBeneficiaries, { signal })).items,
    // What is held back is usable by itself later, of which no feed tells.
    refetchInterval: ({ state }) => {
      const waits =
        state.data?.flatMap(({ usableFrom }) => (usableFrom === null ? [] : [Date.parse(usableFrom)])) ?? [];
      return waits.length === 0 ? false : Math.max(1_000, Math.min(...waits) - nowMs());
    },
  });
}

export function withdrawNoteQuery(userId: string) {
  return queryOptions({
    queryKey: [userId, 'withdraw-note'] as const,
    queryFn: ({ signal }) => callAs(userId, readWithdrawNote, { signal }),
  });
}

/** While something is under way the desk and the bank decide, of which no feed tells. */
const LOOK_AGAIN_MS = 3_000;

/** Newest first: the newest are all that a page shows. */
export function withdrawRequestsQuery({ userId, accountId }: AccountActor) {
  return queryOptions({
    queryKey: [userId, 'withdraw-requests', accountId] as const,
    queryFn: async ({ signal }) =>
      (await callAs(userId, listWithdrawRequests, { params: { accountId }, query: {}, signal })).items,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? LOOK_AGAIN_MS : false),
  });
}

export function isUnderWay({ endedAt }: Pick<WithdrawRequest, 'endedAt'>): boolean {
  return endedAt === null;
}

/** Money in the bank's hands is nobody's to take back. */
export function isCancellable({ status }: Pick<WithdrawRequest, 'status'>): boolean {
  return status === 'ASKED' || status === 'HELD';
}

export type BankAccountFields = BodyOf<typeof addRegistrationBank>;
export type BeneficiaryFields = BodyOf<typeof addBeneficiary>;

export function bankChanges(client: QueryClient, userId: string) {
  const { verify, resend } = securityChanges(client, userId);
  return {
    addRegistered: (body: BankAccountFields) => callAs(userId, addRegistrationBank, { body }),
    changeRegistered: (bankAccountId: string, body: BankAccountFields) =>
      callAs(userId, changeRegistrationBank, { params: { bankAccountId }, body }),
    addBeneficiary: (body: BeneficiaryFields) => callAs(userId, addBeneficiary, { body }),
    changeBeneficiary: (beneficiaryAccountId: string, body: BeneficiaryFields) =>
      callAs(userId, changeBeneficiary, { params: { beneficiaryAccountId }, body }),
    removeBeneficiary: (beneficiaryAccountId: string) =>
      callAs(userId, removeBeneficiary, { params: { beneficiaryAccountId } }),
    resend,
    verify: async (task: Taskflow, code: string): Promise<void> => {
      await verify(task, code);
      await Promise.all([
        client.invalidateQueries({ queryKey: registeredQuery(userId).queryKey }),
        client.invalidateQueries({ queryKey: beneficiariesQuery(userId).queryKey }),
      ]);
    },
  };
}

export function withdrawing(client: QueryClient, actor: AccountActor) {
  const { userId, accountId } = actor;
  const { verify, resend } = securityChanges(client, userId);
  const { queryKey } = withdrawRequestsQuery(actor);
  return {
    ask: (body: BodyOf<typeof withdraw>) => callAs(userId, withdraw, { params: { accountId }, body }),
    resend,
    /** Refused or not: a request that could not be held is one too. */
    verify: (task: Taskflow, code: string): Promise<void> =>
      verify(task, code).finally(() => client.invalidateQueries({ queryKey })),
    cancel: (requestId: string) =>
      callAs(userId, cancelWithdrawRequest, { params: { accountId, requestId } }).finally(() =>
        client.invalidateQueries({ queryKey }),
      ),
  };
}
