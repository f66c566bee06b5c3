/** The days of a sub-account, the current one at current prices, and the days of the selected range. */
import type { AccountDay } from '@mua/contract/entities/account-day';
import type { Vnd } from '@mua/core/values';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { daysFrom, type Range, rangeStart, withLiveProfit } from '#accounts/period-profit.ts';
import { accountDaysQuery } from '#pages/account-overview/account-days.ts';
import type { AccountActor } from '#signed-in/actor.ts';

export interface ShownDays {
  readonly all: readonly AccountDay[];
  readonly shown: readonly AccountDay[];
  /** First date of the range; null for all dates. */
  readonly from: string | null;
  readonly isLoading: boolean;
  readonly error: unknown;
  retry(): void;
}

const NONE: readonly AccountDay[] = [];

export function useAccountDays(
  actor: AccountActor,
  { range, estimatedProfitVnd }: { readonly range: Range; readonly estimatedProfitVnd: Vnd | null },
): ShownDays {
  const { data, isPending, error, refetch } = useQuery(accountDaysQuery(actor));
  const all = useMemo(() => withLiveProfit(data ?? NONE, estimatedProfitVnd), [data, estimatedProfitVnd]);
  const last = all.at(-1)?.tradeDate;
  const from = last === undefined ? null : rangeStart(last, range);
  const shown = useMemo(() => daysFrom(all, from), [all, from]);
  return { all, shown, from, isLoading: isPending, error: data ? null : error, retry: () => void refetch() };
}
