/** Reads the changes of a sub-account's cash, newest first, page by page, and again when the cash changes. */
import type { Transaction } from '@mua/contract/entities/transaction';
import { listTransactions } from '@mua/contract/http/transactions';
import { LIMITS } from '@mua/contract/limits';
import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { vietnamDate } from '#clock/market-clock.ts';
import type { ListExport } from '#orders/export-list.ts';
import type { Period } from '#session/order-filter-store.ts';
import { periodRange } from '#session/order-filter-store.ts';
import { marginStatusQuery } from '#signed-in/accounts.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { callAs } from '#signed-in/actor.ts';
import { useReadAgainWhen } from '#signed-in/read-again.ts';

export type TransactionType = Transaction['type'];

/** Types that already occur; filtering by another would find nothing. */
export const OFFERED_TYPES = [
  ...(['DEPOSIT', 'WITHDRAW', 'TRANSACTION_FEE', 'PACKAGE_FEE', 'ACTUAL_PROFIT'] as const),
  ...(['DEFICIT_COVERED', 'DEFICIT_REPAID'] as const),
] satisfies readonly TransactionType[];

export const HISTORY_PERIODS = ['week', 'month', 'sixMonths', 'all'] as const satisfies readonly Period[];
export type HistoryPeriod = (typeof HISTORY_PERIODS)[number];

export interface TransactionFilter {
  readonly type: TransactionType | null;
  readonly period: HistoryPeriod;
}

interface Asked {
  readonly type?: TransactionType;
  readonly from?: string;
  readonly to?: string;
}

export function askedFor({ type, period }: TransactionFilter, nowMs: number): Asked {
  const { gte, lte } = periodRange(period, nowMs);
  return {
    ...(type === null ? {} : { type }),
    ...(gte === undefined ? {} : { from: vietnamDate(Date.parse(gte)) }),
    ...(lte === undefined ? {} : { to: vietnamDate(Date.parse(lte)) }),
  };
}

/** Whatever changes the balance is a new row. */
export function useTransactions(actor: AccountActor, asked: Asked) {
  const cash = useQuery(marginStatusQuery(actor.userId, actor.accountId)).data?.cash;
  const transactions = transactionsQuery(actor, asked);
  useReadAgainWhen(cash, transactions.queryKey);
  return useInfiniteQuery(transactions);
}

function transactionsQuery({ userId, accountId }: AccountActor, asked: Asked) {
  return infiniteQueryOptions({
    queryKey: [userId, 'transactions', accountId, asked] as const,
    queryFn: ({ pageParam, signal }) =>
      callAs(userId, listTransactions, {
        params: { accountId },
        query: { ...asked, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: (before) => before,
  });
}

export function transactionExport(
  { userId, accountId }: AccountActor,
  account: string,
  asked: Asked,
): ListExport<Transaction> {
  return {
    list: 'transactions',
    account,
    columns: [
      { field: 'transactionId', value: ({ transactionId }) => transactionId },
      { field: 'accountId', value: (row) => row.accountId },
      { field: 'timestamp', value: ({ timestamp }) => timestamp },
      { field: 'type', value: ({ type }) => type },
      { field: 'amount', value: ({ amount }) => amount },
      { field: 'balance', value: ({ balance }) => balance },
      { field: 'note', value: ({ note }) => note },
      { field: 'fill.contractCode', value: ({ fill }) => fill?.contractCode ?? null },
      { field: 'fill.side', value: ({ fill }) => fill?.side ?? null },
      { field: 'fill.lots', value: ({ fill }) => fill?.lots ?? null },
      { field: 'fill.price', value: ({ fill }) => fill?.price ?? null },
    ],
    page: (cursor, signal) =>
      callAs(userId, listTransactions, {
        params: { accountId },
        query: { ...asked, limit: String(LIMITS.pageSizeMax), ...(cursor === null ? {} : { cursor }) },
        signal,
      }),
  };
}
