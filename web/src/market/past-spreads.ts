/** How a month, and the spread of two, ended each of the last days: from the market's own bars. */
import type { Contract } from '@mua/contract/entities/contract';
import { listCandles } from '@mua/contract/http/market';
import type { Ticks } from '@mua/core/values';
import { queryOptions, type UseQueryResult, useQueries } from '@tanstack/react-query';
import { type Bar, barFrom } from '#market/candles.ts';
import { PUBLIC } from '#market/contracts.ts';
import { call } from '#wire/call.ts';

export const PAST_DAYS = 60;

export interface SpreadDay {
  /** Start of the trade date's bar. */
  readonly timeMs: number;
  /** Near less far, of the last trades. */
  readonly ticks: Ticks;
}

export interface PastSpreads {
  /** Oldest first; only days on which both months traded. */
  readonly days: readonly SpreadDay[];
  readonly lowest: Ticks;
  readonly highest: Ticks;
}

type Charted = Pick<Contract, 'code' | 'decimalFormat'>;

/** The bars come oldest first. */
export function pastDaysQuery({ code, decimalFormat }: Charted) {
  return queryOptions({
    queryKey: [PUBLIC, 'candles', code, '1d', PAST_DAYS] as const,
    queryFn: async ({ signal }): Promise<readonly Bar[]> => {
      const { items } = await call(listCandles, {
        params: { contractCode: code },
        query: { interval: '1d', limit: String(PAST_DAYS) },
        signal,
      });
      return items.flatMap((candle) => barFrom(candle, decimalFormat) ?? []);
    },
    staleTime: 5 * 60_000,
  });
}

/** How far the reading of several months has come: what is not there yet is not the same as what never was. */
export interface PastReading {
  readonly isPending: boolean;
  /** Asks again for what failed; null if nothing did. */
  readonly retry: (() => void) | null;
}

export function pastReading(months: readonly UseQueryResult<readonly Bar[]>[]): PastReading {
  const failed = months.filter(({ isError }) => isError);
  const retry = () => {
    for (const { refetch } of failed) void refetch();
  };
  return { isPending: months.some(({ isLoading }) => isLoading), retry: failed.length > 0 ? retry : null };
}

/** Of at most so many days; null until both months are known, and without a day on which both traded. */
export function usePastSpreads(near: Charted, far: Charted, most = PAST_DAYS) {
  return useQueries({
    queries: [pastDaysQuery(near), pastDaysQuery(far)],
    combine: (both) => ({
      past: pastSpreads(both[0].data ?? [], both[1].data ?? [], most),
      reading: pastReading(both),
    }),
  });
}

export function pastSpreads(near: readonly Bar[], far: readonly Bar[], most = PAST_DAYS): PastSpreads | null {
  const closes = new Map(far.map(({ timeMs, close }) => [timeMs, close]));
  const days = near
    .flatMap(({ timeMs, close }) => {
      const other = closes.get(timeMs);
      return other === undefined ? [] : [{ timeMs, ticks: close - other }];
    })
    .slice(-most);
  if (days.length === 0) return null;
  const all = days.map(({ ticks }) => ticks);
  return { days, lowest: Math.min(...all), highest: Math.max(...all) };
}
